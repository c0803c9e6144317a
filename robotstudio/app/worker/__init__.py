"""A second process beside the window's: what computes for long does not hold the interpreter that paints."""
