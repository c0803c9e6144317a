"""Which rows a list of verdicts shows, and in which order."""
