"""The outside world without Qt: files, fetching, URL lists, the session on disk."""
