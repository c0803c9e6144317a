"""Test URLs: parsing, sets of millions, sources and export."""
