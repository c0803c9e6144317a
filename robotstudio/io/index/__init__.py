"""The full-text index of a crawl: what its pages say, in the file of the crawl."""
