"""The index of the rules: which test shows which rule, which switch value and which founding line."""
