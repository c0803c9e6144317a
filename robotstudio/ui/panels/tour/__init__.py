"""A tour in five steps through an example."""
