"""Changes: the verdicts of the draft compared with those of another version of the file."""
