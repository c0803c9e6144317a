"""The History tab: what was fetched before, and what became of it."""
