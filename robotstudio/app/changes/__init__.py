"""What differs between two versions of a file, and how it is listed."""
