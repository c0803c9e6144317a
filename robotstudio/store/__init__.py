"""Files: reading with a limit, the one way to write, locks, the journal, tables for other programs."""
