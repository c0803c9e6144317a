"""A crawl of one's own site: what is to be fetched, what was found, and where it ends; one SQLite file for each."""
