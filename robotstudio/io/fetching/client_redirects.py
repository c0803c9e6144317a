"""Redirects by a Refresh header, `<meta http-equiv="refresh">` or a script: not followed for a robots.txt."""

import re
from enum import StrEnum
from typing import Final

from robotstudio.io.fetching.address import redirect_target, shown, without_credentials
from robotstudio.io.fetching.html import Element, elements_of, named
from robotstudio.lazy_dataclasses import dataclass

_MOST: Final = 20
_LONGEST_HEADER: Final = 8_192
_REFRESH: Final = re.compile(
    r"\s*(\d{0,6})(?:\.\d{0,6})?\s{0,9}(?:[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?(.*))?", re.IGNORECASE
)
_SCRIPTED: Final = re.compile(
    r"""(?:\blocation(?:\.href)?\s{0,9}=(?!=)\s{0,9}|\blocation\.(?:replace|assign)\s{0,9}\(\s{0,9})(["'`])([^"'`\r\n]{1,2048})\1"""
)


class RedirectMeans(StrEnum):
    """How a page redirects."""

    HEADER = "header"
    META = "meta"
    SCRIPT = "script"


@dataclass(frozen=True, slots=True)
class ClientRedirect:
    """A redirect that only a browser follows."""

    means: RedirectMeans
    target: str  # absolute where it is an address, else as written
    delay: int = 0  # seconds


def client_redirects(body: bytes, content_type: str, url: str) -> tuple[ClientRedirect, ...]:
    """The redirects in an HTML page that came from `url`."""
    return redirects_in(elements_of(body, content_type), url)


def redirects_in(elements: tuple[Element, ...], url: str) -> tuple[ClientRedirect, ...]:
    """The same of a page that was read already."""
    refreshes = (meta for meta in named(elements, "meta") if meta.attribute("http-equiv").lower() == "refresh")
    found = [_refresh(meta.attribute("content"), url) for meta in refreshes]
    for script in named(elements, "script"):
        found += [
            ClientRedirect(RedirectMeans.SCRIPT, _absolute(match[2], url)) for match in _SCRIPTED.finditer(script.text)
        ]
        if len(found) > _MOST:
            break
    return tuple(dict.fromkeys(one for one in found if one is not None))[:_MOST]


def header_redirects(refresh: str, url: str) -> tuple[ClientRedirect, ...]:
    """The redirect in the value of a Refresh header, "" where there is none."""
    found = _refresh(refresh[:_LONGEST_HEADER], url, RedirectMeans.HEADER)
    return () if found is None else (found,)


def _refresh(content: str, url: str, means: RedirectMeans = RedirectMeans.META) -> ClientRedirect | None:
    match = _REFRESH.match(content)
    if match is None or not match[2]:
        return None
    return ClientRedirect(means, _absolute(match[2].strip(" \t'\""), url), int(match[1] or 0))


def _absolute(target: str, url: str) -> str:
    resolved = redirect_target(target, url, 0)
    return resolved if isinstance(resolved, str) else shown(without_credentials(target))
