"""Words for RS4xx."""

TITLES: dict[str, str] = {}
MESSAGES: dict[str, str] = {}
FIXES: dict[str, str] = {}
