"""Hand records in the formats that people already use. Reading one never trusts it: the floor rules on it."""
