"""The History tab: earlier fetches and their changes."""
