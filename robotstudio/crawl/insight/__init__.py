"""What a crawl means: which pages can be reached and found, and what is wrong."""
