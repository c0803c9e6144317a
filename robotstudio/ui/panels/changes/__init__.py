"""What changes: the verdicts of the draft against those of another version of the file."""
