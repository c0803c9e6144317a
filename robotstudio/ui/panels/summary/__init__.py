"""The Summary tab: a whole file in plain words, and its lines beside the rules."""
