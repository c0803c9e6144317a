"""A survey and the outside world: what is read, who works on it, and what is kept of it."""
