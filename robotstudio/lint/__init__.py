"""The linter: finds mistakes in a file, and rates what they cost; one rule is one short function."""
