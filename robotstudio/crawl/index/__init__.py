"""The full-text index of a crawl, stored in the file of the crawl."""
