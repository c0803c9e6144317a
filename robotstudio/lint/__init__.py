"""What is wrong with a file, and what it costs: one rule is one short function."""
