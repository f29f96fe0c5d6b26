"""Tokens and the key ring."""
