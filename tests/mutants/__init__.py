"""Mutation testing of the rules: small faults are put into ``rules/`` and every one must be noticed."""
