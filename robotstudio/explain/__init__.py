"""Verdicts, summaries and changes in words; completion, and cards about a place in a line."""
