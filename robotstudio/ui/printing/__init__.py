"""The file and the verdicts on paper and as a picture."""
