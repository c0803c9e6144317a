"""The dialog of settings."""
