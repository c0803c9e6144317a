"""Words for RS3xx."""

TITLES: dict[str, str] = {}
MESSAGES: dict[str, str] = {}
FIXES: dict[str, str] = {}
