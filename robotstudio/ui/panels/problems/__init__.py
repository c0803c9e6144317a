"""The Problems tab: what the linter finds, what mends it, and what other validators will say."""
