"""Test URLs: what one is, sets of a million, and how they are built and exported."""
