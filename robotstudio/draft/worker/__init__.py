"""A second process beside the window's, for long computations."""
