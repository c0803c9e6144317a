"""Conclusions from a crawl: which pages can be reached and found, and what is wrong."""
