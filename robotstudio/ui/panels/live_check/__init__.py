"""Is the live file this draft? One fetch, one answer."""
