"""Verdicts, summaries and changes in words; completion and what there is to say about a place in a line."""
