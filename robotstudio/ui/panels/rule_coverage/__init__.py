"""The list of rules: what each matches and decides, and which are not needed."""
