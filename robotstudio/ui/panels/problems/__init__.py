"""The Problems tab: findings of the linter, their fixes, and what other validators will report."""
