"""Files: reading with a limit, atomic writing, locks, the journal, tables for other programs."""
