"""A page with what it says about indexing, what it loads, and which crawlers may fetch that."""
