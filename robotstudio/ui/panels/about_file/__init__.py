"""Facts about the file other than its rules."""
