"""Work off the main thread."""
