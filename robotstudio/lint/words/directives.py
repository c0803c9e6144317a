"""Words for RS2xx."""

TITLES: dict[str, str] = {}
MESSAGES: dict[str, str] = {}
FIXES: dict[str, str] = {}
