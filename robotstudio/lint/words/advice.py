"""Words for RS6xx."""

TITLES = {"RS601": "Groups with the same rules"}
MESSAGES = {
    "RS601": "The group for {names} has the same rules as the one at line {first}. Their User-agent lines can stand "
    "together.",
}
FIXES: dict[str, str] = {}
