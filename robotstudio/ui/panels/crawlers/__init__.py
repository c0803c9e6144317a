"""Choosing the crawlers of the matrix: from the catalogue, by preset, or by product token."""
