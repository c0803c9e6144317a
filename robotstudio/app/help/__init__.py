"""The help: its pages, what is found in them, whose work is in the program, and what a report of a problem says."""
