"""Words for RS6xx."""

TITLES: dict[str, str] = {}
MESSAGES: dict[str, str] = {}
FIXES: dict[str, str] = {}
