"""The analysis of a draft: verdicts, listing, changes, coverage, expectations."""
