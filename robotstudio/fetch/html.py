"""Read untrusted HTML element by element in linear time, without a tree: trees can be made to blow up.

Also its encoding (from BOM, header or the page itself), and redirects by a Refresh header, a `meta` element or a
script, which are not followed for a robots.txt.
"""

import codecs
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from inspect import signature
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.fetch.address import redirect_target, shown, without_credentials
from robotstudio.fetch.headers import charset_in, refresh_in

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOOKED_AT: Final = 1_024  # bytes searched for a <meta> with the encoding, as in browsers
_NOT_TEXT: Final = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"})


def bom_of(body: bytes) -> str:
    """Return the encoding of the byte order mark; "" if there is none."""
    return next((name for mark, name in _BOMS if body.startswith(mark)), "")


def encoding_of(body: bytes) -> str:
    """Return the encoding of a robots.txt: `ascii`, `utf-8`, `utf-16-…`, else `other`."""
    bom = bom_of(body)
    if bom.startswith("utf-16"):
        return bom
    if body.isascii():
        return "ascii"
    try:
        body.decode()
    except UnicodeDecodeError:
        return "other"
    return "utf-8"


def decoded_html(body: bytes, content_type: str) -> str:
    """Decode a page by its BOM, header or `<meta charset>`, else as UTF-8 with replacement characters."""
    declared = charset_in(content_type) or charset_in(body[:_LOOKED_AT].decode("latin-1"))
    for name in (bom_of(body), declared):
        text = _decoded(body, name)
        if text is not None:
            return text.removeprefix("\ufeff")
    return body.decode("utf-8", "replace")


def _decoded(body: bytes, name: str) -> str | None:
    """Decode; None if the name is not that of a text encoding."""
    try:
        known = codecs.lookup(name).name.replace("-", "_")
        return None if known in _NOT_TEXT else body.decode(name, "replace")
    except (LookupError, ValueError):
        return None


MAX_BYTES: Final = 5 * 1024 * 1024
MOST_ELEMENTS: Final = 10_000
_LONGEST: Final = 8_192
_LONGEST_TEXT: Final = 65_536
_BLOCK: Final = 65_536
_NULS: Final = re.compile(rb"\0{2,}")
"""Runs of NUL, which become one: small bodies can unpack to millions of them, each a piece of text to the parser."""
_KEPT: Final = frozenset(
    {"audio", "base", "embed", "frame", "iframe", "img", "input", "link", "meta", "object", "script", "source"}
    | {"style", "track", "video"}
)
_WITH_TEXT: Final = frozenset({"script", "style"})
_CONTEXTS: Final = frozenset({"audio", "picture", "video"})


class Element(Struct, frozen=True):
    """An element that says or loads something."""

    name: str
    attributes: Mapping[str, str]
    inside: str = ""  # the enclosing audio, picture or video element
    text: str = ""  # of a script or a style, up to a length

    def attribute(self, name: str) -> str:
        """Return a value stripped and cut at the longest URL accepted; "" if missing."""
        return self.attributes.get(name, "")[:_LONGEST].strip()

    def words(self, name: str) -> frozenset[str]:
        """Return the words of a value such as that of `rel`, in lower case."""
        return frozenset(self.attribute(name).lower().split())


def elements_of(body: bytes, content_type: str = "") -> tuple[Element, ...]:
    """Return the relevant elements of a page, in order. Never raises."""
    collector = _Collector()
    read_html(body[:MAX_BYTES], content_type, collector)
    return tuple(collector.found)


DEEPEST: Final = 2_000
"""Most open elements. libxml2 compares each unmatched end tag with all of them."""


class _TooDeepError(Exception):
    """`DEEPEST` was exceeded."""


class HtmlTarget:
    """Receives the tags and the text of a page; the method names are lxml's."""

    is_cut = False
    """True if reading stopped at `DEEPEST`."""
    _depth = 0

    def __init_subclass__(cls) -> None:
        """Keep the signature that lxml looks at for each page: to find it takes a thirtieth of a crawl."""
        vars(cls.start)["__signature__"] = signature(cls.start)

    def start(self, _tag: str, _attributes: Mapping[str, str]) -> None:
        """Handle a start tag. Overrides call this first."""
        self._depth += 1
        if self._depth > DEEPEST:
            self.is_cut = True
            raise _TooDeepError

    def end(self, _tag: str) -> None:
        """Handle an end tag, also of an element that the page does not close. Overrides call this first."""
        self._depth -= 1

    def data(self, text: str) -> None:
        pass

    def comment(self, text: str) -> None:
        pass

    def close(self) -> None:
        pass


def read_html(body: bytes, content_type: str, target: HtmlTarget) -> None:
    """Feed a page to a target. Never raises on any body."""
    for _ in html_slices(body, content_type, target):
        pass


def html_slices(body: bytes, content_type: str, target: HtmlTarget) -> Iterator[None]:
    """Like `read_html`, in slices of 64 KiB, so that callers can stop between two of them."""
    from lxml import etree  # noqa: PLC0415  # few answers are HTML

    text = decoded_html(body, content_type).encode("utf-8", "replace")
    if b"\0\0" in text:
        text = _NULS.sub(b"\0", text)
    parser = etree.HTMLParser(target=target, encoding="utf-8")
    try:
        for start in range(0, len(text), _BLOCK):
            if start:
                yield
            parser.feed(text[start : start + _BLOCK])
        parser.close()
    except _TooDeepError:
        target.close()
    except etree.LxmlError:  # an empty page; keep what was found before
        pass


def sources_in(srcset: str) -> list[str]:
    """Return the URLs of a `srcset`: a comma ends one only before white space."""
    found, begins = [], True
    for word in srcset.split():
        if begins:
            found.append(word.rstrip(","))
        begins = word.endswith(",")
    return found


def named(elements: tuple[Element, ...], *names: str) -> Iterator[Element]:
    return (element for element in elements if element.name in names)


class _Collector(HtmlTarget):
    def __init__(self) -> None:
        self.found: list[Element] = []
        self._inside = ""
        self._templates = 0
        self._text: list[str] = []
        self._room = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        super().start(tag, attributes)
        self._keep_text()
        if tag == "template":
            self._templates += 1
        if tag in _CONTEXTS:
            self._inside = tag
        if self._templates or len(self.found) >= MOST_ELEMENTS:
            return
        if tag in _KEPT or "url(" in attributes.get("style", "").lower():
            self.found.append(Element(tag, dict(attributes), self._inside))
            self._room = _LONGEST_TEXT if tag in _WITH_TEXT else 0

    def end(self, tag: str) -> None:
        super().end(tag)
        self._keep_text()
        if tag == "template":
            self._templates = max(0, self._templates - 1)
        if tag == self._inside:
            self._inside = ""

    def data(self, text: str) -> None:
        if self._room:
            self._text.append(text[: self._room])
            self._room -= len(self._text[-1])

    def close(self) -> None:
        self._keep_text()

    def _keep_text(self) -> None:
        """Give the element that began last all its text."""
        if self._text:
            self.found[-1] = replace(self.found[-1], text="".join(self._text))
        self._text, self._room = [], 0


_MOST: Final = 20
_SCRIPTED: Final = re.compile(
    r"""(?:\blocation(?:\.href)?\s{0,9}=(?!=)\s{0,9}|\blocation\.(?:replace|assign)\s{0,9}\(\s{0,9})(["'`])([^"'`\r\n]{1,2048}+)\1"""
)


class RedirectMeans(StrEnum):
    HEADER = "header"
    META = "meta"
    SCRIPT = "script"


class ClientRedirect(Struct, frozen=True):
    """A redirect that only browsers follow."""

    means: RedirectMeans
    target: str  # absolute if valid, else as written
    delay: int = 0  # seconds


def client_redirects(body: bytes, content_type: str, url: str) -> tuple[ClientRedirect, ...]:
    """Return the redirects in an HTML page that came from `url`."""
    return redirects_in(elements_of(body, content_type), url)


def redirects_in(elements: tuple[Element, ...], url: str) -> tuple[ClientRedirect, ...]:
    """Like `client_redirects`, for a parsed page."""
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
    """Return the redirect of a Refresh header; its value may be ""."""
    found = _refresh(refresh, url, RedirectMeans.HEADER)
    return () if found is None else (found,)


def _refresh(content: str, url: str, means: RedirectMeans = RedirectMeans.META) -> ClientRedirect | None:
    found = refresh_in(content)
    if found is None or not found.target:
        return None
    return ClientRedirect(means, _absolute(found.target, url), found.seconds)


def _absolute(target: str, url: str) -> str:
    resolved = redirect_target(target, url, 0)
    return resolved if isinstance(resolved, str) else shown(without_credentials(target))
