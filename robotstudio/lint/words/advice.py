"""Words for RS6xx."""

TITLES = {
    "RS601": "Groups with the same rules",
    "RS602": "Directories one by one",
}
MESSAGES = {
    "RS601": "The groups at lines {lines} have the same rules. Their User-agent lines can stand together: {names}.",
    "RS602": "{count} rules name directories in {directory} one by one, at lines {lines}.",
    "RS602/many": "{count} rules name directories in {directory} one by one, the first and the last at lines {lines}.",
}
FIXES: dict[str, str] = {}
