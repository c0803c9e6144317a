"""The report: what it has, how it looks on paper, and its file."""
