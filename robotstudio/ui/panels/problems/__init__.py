"""The panel *Problems*: findings of the linter, their fixes, and what other validators will report."""
