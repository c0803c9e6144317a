"""URLs that waste crawl budget because they show nothing new, and rules that stop them."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from robotstudio.text.language import Message


class Waste(StrEnum):
    SORT = "sort"
    FACETS = "facets"
    SESSION = "session"
    PRINT = "print"
    CART = "cart"
    PROFILE = "profile"
    FORM = "form"
    SEARCH = "search"
    TAG = "tag"
    TRACKING = "tracking"
    PARAMETERS = "parameters"


WASTE_WORDS: Mapping[Waste, Message] = {
    Waste.SORT: "Pages in another order",
    Waste.FACETS: "Filters of lists",
    Waste.SESSION: "Session ids",
    Waste.PRINT: "Print versions",
    Waste.CART: "Carts and checkouts",
    Waste.PROFILE: "Profiles and logins",
    Waste.FORM: "Forms",
    Waste.SEARCH: "Internal search results",
    Waste.TAG: "Tag pages",
    Waste.TRACKING: "Tracking parameters",
    Waste.PARAMETERS: "Three or more parameters",
}


class WasteKind(NamedTuple):
    """A kind of waste on one host, with patterns of rules that would stop all of it."""

    origin: str
    waste: Waste
    patterns: tuple[str, ...]


_NAMES: Final[Mapping[Waste, str]] = {
    Waste.SORT: "sort|sortby|sort_by|order|orderby|order_by|dir|direction",
    Waste.FACETS: r"filters?|filter_\w+|facets?|colou?r|size|brand|material|price|price_\w+|min_price|max_price",
    Waste.SESSION: "phpsessid|jsessionid|sid|sessionid|session_id",
    Waste.PRINT: "print|printable|printview",
    Waste.CART: "add-to-cart|add_to_cart|addtocart",
    Waste.FORM: "replytocom|return_to|returnurl|redirect_to",
    Waste.SEARCH: "s|q|query|search|keyword",
    Waste.TRACKING: r"utm_\w+|gclid|fbclid|ref|referrer",
}
_FOLDERS: Final[Mapping[Waste, str]] = {
    Waste.PRINT: "print|printable",
    Waste.CART: "cart|basket|checkout|warenkorb|carrito",
    Waste.PROFILE: "profile|profiles|user|users|member|members|account|login|register|signup",
    Waste.FORM: "contact|contact-us|reply|newreply|feedback-form",
    Waste.SEARCH: "search|suche|buscar",
    Waste.TAG: "tag|tags",
}
_BY_NAME: Final = {kind: re.compile(names, re.IGNORECASE) for kind, names in _NAMES.items()}
_BY_FOLDER: Final = {
    kind: re.compile(rf"(?:/[^/?]*)*?(/(?:{names}))(?=[/?]|$)", re.IGNORECASE) for kind, names in _FOLDERS.items()
}
_MANY: Final = 3


def waste_of(url: str) -> Iterator[WasteKind]:
    """Iterate over the kinds of waste of a URL."""
    parts = url.split("/", 3)
    origin, path = "/".join(parts[:3]), f"/{parts[3]}" if len(parts) > 3 else "/"
    bare, _, query = path.partition("?")
    for waste, folder in _BY_FOLDER.items():
        found = folder.match(bare)
        if found is not None:
            start = bare[: found.end()]
            yield WasteKind(origin, waste, (f"{start}/", f"{start}?", f"{start}$"))
    names = [name for name in (part.partition("=")[0] for part in query.split("&")) if name]
    for name in dict.fromkeys(names):
        named = next((waste for waste, known in _BY_NAME.items() if known.fullmatch(name)), None)
        if named is not None:
            yield WasteKind(origin, named, (f"/*?{name}=", f"/*&{name}="))
    if len(names) >= _MANY:
        yield WasteKind(origin, Waste.PARAMETERS, ("/*?*&*&",))
