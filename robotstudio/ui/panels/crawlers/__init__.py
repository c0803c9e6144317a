"""Choosing the crawlers of the matrix: from the catalogue, by a preset, or by any product token."""
