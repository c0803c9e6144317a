"""Rules for chosen URLs: what would match them, what else it would match, and what would change."""
