"""The robots.txt that governs a URL: the one at the top of the same scheme, host and port, and no other.

RFC 9309 section 2.3 (the file is at the top-level path of the service, its name in lower case) and the table of
examples in Google's robots.txt specification, "File location and range of validity". Both addresses are compared as a
browser reads them (WHATWG URL): a host name in either form of an IDN and in any case, an IP address however it is
written, a default port written or not. User name, password and fragment are ignored. A host that ends in a dot is a
different host, because a crawler requests it by that name.
"""

import ada_url

from robotstudio.engine.paths import ROBOTS_TXT

_ROBOTS_PATH = ROBOTS_TXT.decode("ascii")
_SCHEMES = frozenset({"http:", "https:", "ftp:"})


def governs(robots_url: str, url: str) -> bool:
    """Return True if the rules at `robots_url` apply to `url`.

    False too if `robots_url` is not a valid place for a robots.txt (in a folder, in other case, with a query), or if
    one of the two is not an absolute address of a scheme that has a robots.txt.
    """
    robots = _parse(robots_url)
    if robots is None or robots.pathname != _ROBOTS_PATH or robots.search:
        return False
    return _top_of(robots) == governing_robots_url(url)


def governing_robots_url(url: str) -> str | None:
    """Return the URL of the robots.txt that applies to `url`; None if there can be none.

    There is none for anything but an absolute http, https or ftp address.
    """
    parsed = _parse(url)
    return None if parsed is None else _top_of(parsed)


def _parse(url: str) -> ada_url.URL | None:
    try:
        parsed = ada_url.URL(url)
    except ValueError:  # UnicodeEncodeError too: a lone surrogate cannot be in an address
        return None
    return parsed if parsed.protocol in _SCHEMES else None


def _top_of(parsed: ada_url.URL) -> str:
    return f"{parsed.protocol}//{parsed.host}{_ROBOTS_PATH}"
