"""Texts for people: messages, plurals, catalogues, and how each language writes numbers and dates."""
