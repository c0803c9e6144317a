"""Start, windows and documents of the program."""
