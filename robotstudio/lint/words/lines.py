"""Words for RS1xx."""

TITLES = {
    "RS102": "Misspelling that only Google accepts",
}
MESSAGES = {
    "RS102": "Google reads {key} as {right}; other crawlers skip the line.",
}
FIXES = {
    "respell": "Change to {right}",
}
