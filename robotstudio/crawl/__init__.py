"""Crawls of one's own site: what to fetch, what was found, where it ends. One SQLite file each."""
