"""What there is to see, in five steps on an example."""
