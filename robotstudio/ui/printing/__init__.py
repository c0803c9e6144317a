"""Printing the file and the verdicts, and copying them as a picture."""
