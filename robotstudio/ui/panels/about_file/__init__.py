"""What there is to know of the file beside its rules."""
