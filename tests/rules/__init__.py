"""The rule book as facts: a test for every rule of a hand, named by the rule's number."""
