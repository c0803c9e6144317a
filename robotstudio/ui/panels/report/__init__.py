"""The report: its sections, its layout on paper, and its file."""
