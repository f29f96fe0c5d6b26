"""Tests of the process around the floor."""
