"""Words for RS6xx."""

TITLES = {
    "RS601": "Groups with the same rules",
    "RS602": "Directories one by one",
}
MESSAGES = {
    "RS601": "The groups at lines {lines} have the same rules. Their User-agent lines can stand together: {names}.",
    "RS602": "{count} rules name directories in {directory} one by one.",
}
FIXES: dict[str, str] = {}
