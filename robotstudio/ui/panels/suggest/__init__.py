"""Rules for chosen URLs: patterns that match them, other URLs that these match, and changes of verdicts."""
