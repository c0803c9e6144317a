"""Rows of a list of verdicts, and their order."""
