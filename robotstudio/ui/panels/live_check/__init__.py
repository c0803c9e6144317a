"""Checks that the live file equals the draft: one fetch, one result."""
