"""Earlier fetches, in one database file."""
