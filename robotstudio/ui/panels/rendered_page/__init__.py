"""A page rendered in a browser, beside what a crawler sees of it."""
