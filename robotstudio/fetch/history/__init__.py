"""Earlier fetches, in one SQLite file."""
