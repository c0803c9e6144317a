"""What was fetched before: kept in one database file, for this person alone."""
