"""The full-text index of a crawl, in the file of the crawl."""
