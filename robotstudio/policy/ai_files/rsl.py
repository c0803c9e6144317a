"""Parse an RSL document, and say what its terms are for a URL and a use of it.

RSL 1.0, RSL-SPEC-1.0 of 2025-12-10 with errata to 2026-08-07. Its opening and its errata were read at rslstandard.org
on 28 November 2026, its guides to the file format and to HTTP headers on 29 November; the elements, vocabularies and
sections named here are from a public summary of it by sections, which marks Appendix A (Relax NG) as the authority: a
secondary source.
"""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler, ErrorHandler
from xml.sax.xmlreader import AttributesNSImpl

import ada_url
from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser
from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.content import Content, content_of
from robotstudio.engine.groups import Rule
from robotstudio.engine.samples import matches
from robotstudio.fetch.address import origin_of
from robotstudio.policy.ai_files.model import Fault, Flaws, Rsl, RslContent, RslLicense
from robotstudio.policy.signals import Purpose

NAMESPACE: Final = "https://rslstandard.org/rsl"
MOST_CONTENTS: Final = 1_000
_LONGEST: Final = 1_000_000
_DEEPEST, _LONGEST_TEXT = 50, 4_096
_PIECE: Final = 16_384
_WEB: Final = frozenset({"http:", "https:"})

_PARENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rsl": "",
        "content": "rsl",
        **dict.fromkeys(("license", "alternate", "schema", "copyright", "terms"), "content"),
        **dict.fromkeys(("permits", "prohibits", "payment", "reporting", "legal"), "license"),
        **dict.fromkeys(("standard", "custom", "amount", "accepts"), "payment"),
    }
)
"""The elements of RSL 1.0 with the element that holds each (sections 3.1 to 3.17)."""

_REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "content": ("url",),
    "permits": ("type",),
    "prohibits": ("type",),
    "amount": ("currency",),
    "accepts": ("type",),
    "reporting": ("type", "profile"),
    "legal": ("type",),
}
_USAGE, _USER, _GEO = "usage", "user", "geo"
_USES: Final = ("all", "ai-all", "ai-train", "ai-input", "ai-index", "search")
_VALUES: Final[Mapping[tuple[str, str], frozenset[str]]] = {
    ("permits", _USAGE): frozenset(_USES),
    ("permits", _USER): frozenset({"commercial", "non-commercial", "education", "government", "personal"}),
    ("legal", "warranty"): frozenset({"ownership", "authority", "no-infringement", "privacy-consent", "no-malware"}),
    ("legal", "disclaimer"): frozenset({"as-is", "no-warranty", "no-liability", "no-indemnity"}),
    ("legal", "attestation"): frozenset({"true", "false"}),
}
_TYPES: Final[Mapping[str, frozenset[str]]] = {
    "permits": frozenset({_USAGE, _USER, _GEO}),
    "prohibits": frozenset({_USAGE, _USER, _GEO}),
    "payment": frozenset(
        {"purchase", "subscription", "training", "crawl", "use", "contribution", "attribution", "free"}
    ),
    "reporting": frozenset({"telemetry", "provenance", "audit"}),
    "legal": frozenset({"warranty", "disclaimer", "attestation", "contact", "proof"}),
}
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_CURRENCY: Final = re.compile(r"[A-Z]{3}")
_AMOUNT: Final = re.compile(r"\d{1,15}(?:\.\d{1,15})?")
_EXTENSION: Final = re.compile(r"[\w.-]+:[\w.-]+")

_TOKENS: Final[Mapping[Purpose, tuple[str, ...]]] = {
    Purpose.TRAINING: ("ai-train", "ai-all", "all"),
    Purpose.INPUT: ("ai-input", "ai-all", "all"),
    Purpose.SEARCH: ("search", "all"),
}
"""The usage tokens that cover a use, the narrowest first (section 3.4.1.1)."""
_UNLISTED: Final = 9
_FEED: Final = "rss"
"""Root of a feed, and the name of all its elements that are not RSL."""


class RslAnswer(StrEnum):
    """Statement of an RSL document about a use of a URL."""

    PERMITTED = "permitted"
    LICENSED = "licensed"  # permitted on terms: a payment, a licence server, reports, certain users or countries
    PROHIBITED = "prohibited"
    UNLISTED = "unlisted"  # other uses are permitted, this one is not among them
    SILENT = "silent"  # no content of the document covers the URL


class RslReading(Struct, frozen=True):
    """The answer for a use of a URL, by the licence in `line` for the URLs of `scope`."""

    answer: RslAnswer
    line: int = 0
    scope: str = ""
    license: RslLicense | None = None


def read_rsl(body: bytes) -> Rsl:
    """Parse an RSL document. Never raises on any bytes."""
    return _read(body, is_feed=False)


def read_rsl_feed(body: bytes) -> Rsl:
    """Parse the RSL elements in the items of an RSS feed (section 4.7). Never raises on any bytes."""
    return _read(body, is_feed=True)


def _read(body: bytes, *, is_feed: bool) -> Rsl:
    flaws = Flaws()
    if content_of(body) is Content.EMPTY:
        flaws.add(1, Fault.EMPTY)
        return Rsl((), flaws.sorted())
    parser = DefusedExpatParser(namespaceHandling=1, forbid_dtd=True)
    reader = _Reader(flaws, parser, is_feed=is_feed)
    parser.setContentHandler(reader)
    parser.setErrorHandler(ErrorHandler())
    if len(body) > _LONGEST:
        flaws.add(0, Fault.TOO_LONG)
    try:
        text = body[:_LONGEST].lstrip(b" \t\r\n")
        for begin in range(0, len(text), _PIECE):
            parser.feed(text[begin : begin + _PIECE])
        if len(body) <= _LONGEST:
            parser.close()
    except DefusedXmlException:
        flaws.add(1, Fault.DECLARATIONS)
    except _EndError:
        pass
    except SAXParseException as error:
        flaws.add(error.getLineNumber() or 1, Fault.NOT_XML)
    except (LookupError, ValueError):  # an encoding that Python does not know
        flaws.add(1, Fault.NOT_XML)
    is_xml = all(flaw.fault is not Fault.NOT_XML for flaw in flaws.sorted())
    return Rsl(tuple(reader.contents) if is_xml else (), flaws.sorted(), flaws.more)


def rsl_for(found: Rsl, url: str, purpose: Purpose) -> RslReading:
    """Return what a document says about a use of a URL (section 3.1.1).

    Narrower paths and uses take precedence over broader ones; if neither is narrower, a prohibition does.
    """
    statements = [
        (depth, level, reading)
        for content in found.contents
        if (depth := _depth(content.url, url)) >= 0
        for level, reading in _statements(content, purpose)
    ]
    deepest: dict[int, int] = {}
    for depth, level, _ in statements:
        deepest[level] = max(depth, deepest.get(level, depth))
    best = [
        reading
        for depth, level, reading in statements
        if depth == deepest[level] and all(other < depth for width, other in deepest.items() if width < level)
    ]
    order = (RslAnswer.PROHIBITED, RslAnswer.PERMITTED, RslAnswer.LICENSED, RslAnswer.UNLISTED)
    readings = sorted(best, key=lambda each: order.index(each.answer))
    return readings[0] if readings else RslReading(RslAnswer.SILENT)


def _depth(scope: str, url: str) -> int:
    """Return the length of a pattern that matches a URL, -1 if it does not; "" is the document's own scope."""
    pattern = scope
    if not scope.startswith(("/", "*")):
        if not scope or origin_of(scope) != origin_of(url):
            return -1 if scope else 0
        pattern = scope[len(_begin(scope)) :] or "/"
    path = url[len(_begin(url)) :] or "/"
    return len(pattern) if matches(rule_of(pattern), path, DIALECTS["google"]) else -1


def _begin(url: str) -> str:
    """Return scheme and host as written."""
    scheme, slashes, rest = url.partition("://")
    return f"{scheme}{slashes}{rest.partition('/')[0]}" if slashes else ""


def rule_of(pattern: str, *, allow: bool = False) -> Rule:
    """Return a pattern as a rule of a robots.txt, whose matching RSL takes over (section 3.3)."""
    field = b"Allow:" if allow else b"Disallow:"
    (group,) = Robots.parse(b"User-agent: *\n" + field + pattern.encode("utf-8", "replace"), "google").groups
    return group.rules[0]


def _statements(content: RslContent, purpose: Purpose) -> Iterator[tuple[int, RslReading]]:
    """Yield what each licence says about a use, with the breadth of the token that says it."""
    for each in content.licenses:
        at = each.line, content.url, each
        permitted = RslAnswer.LICENSED if content.server or each.is_conditional else RslAnswer.PERMITTED
        permits, prohibits = each.permits.get(_USAGE), each.prohibits.get(_USAGE, ())
        said = False
        for level, token in enumerate(_TOKENS[purpose]):
            if token in prohibits:
                said = True
                yield level, RslReading(RslAnswer.PROHIBITED, *at)
            if token in (permits or ()):
                said = True
                yield level, RslReading(permitted, *at)
        if not said:
            yield _UNLISTED, RslReading(RslAnswer.UNLISTED if permits is not None else permitted, *at)


class _EndError(Exception):
    """Nothing behind is read."""


class _Open:
    """An open element of RSL; `name` is "" for one of another namespace, or unknown."""

    def __init__(self, name: str, line: int, attributes: Mapping[str, str]) -> None:
        self.name, self.line, self.attributes = name, line, attributes
        self.text: list[str] = []
        self.size = 0


class _Reader(ContentHandler):
    """Reads elements by their place; whatever is elsewhere is a flaw and counts for nothing."""

    def __init__(self, flaws: Flaws, parser: DefusedExpatParser, *, is_feed: bool) -> None:
        super().__init__()
        self._root = (None, _FEED) if is_feed else (NAMESPACE, "rsl")
        self._is_feed = is_feed
        self._parser = parser
        self.contents: list[RslContent] = []
        self._flaws = flaws
        self._open: list[_Open] = []
        self._licenses: list[RslLicense] = []
        self._parts: list[tuple[str, str, str, tuple[str, ...]]] = []
        self._seen: set[tuple[str, str]] = set()

    def startElementNS(self, name: tuple[str | None, str], _qname: str | None, attrs: AttributesNSImpl) -> None:
        """Note an element, and what it lacks."""
        line = self._parser.getLineNumber() or 1
        if len(self._open) >= _DEEPEST:
            self._flaws.add(line, Fault.TOO_DEEP)
            raise _EndError
        uri, local = name
        if not self._open and name != self._root:
            self._flaws.add(line, Fault.NOT_RSL, local)
            raise _EndError
        is_in_feed = self._is_feed and all(each.name == _FEED for each in self._open[-1:])
        if is_in_feed and uri != NAMESPACE:
            self._open.append(_Open(_FEED, line, {}))
            return
        if self._open and not self._open[-1].name:  # inside an extension or what counts for nothing
            self._open.append(_Open("", line, {}))
            return
        attributes = {key: str(value) for (space, key), value in attrs.items() if not space}
        known = uri == NAMESPACE and local in _PARENTS
        parent = "rsl" if is_in_feed else self._open[-1].name if self._open else ""
        if uri == NAMESPACE and not known:
            self._flaws.add(line, Fault.UNKNOWN_ELEMENT, local)
        elif known and _PARENTS[local] != parent:
            self._flaws.add(line, Fault.MISPLACED, local)
            known = False
        self._open.append(_Open(local if known else "", line, attributes))
        if known:
            self._begin(self._open[-1])

    def characters(self, content: str) -> None:
        """Collect the text of an element, up to a limit."""
        if self._open and self._open[-1].size <= _LONGEST_TEXT:
            self._open[-1].text.append(content)
            self._open[-1].size += len(content)

    def endElementNS(self, _name: tuple[str | None, str], _qname: str | None) -> None:
        """Take in what an element says."""
        element = self._open.pop()
        if element.name:
            text = "".join(element.text).strip()[:_LONGEST_TEXT]
            getattr(self, f"_end_{element.name}", self._end_other)(element, text)

    def _begin(self, element: _Open) -> None:
        for attribute in _REQUIRED.get(element.name, ()):
            if attribute not in element.attributes:
                self._flaws.add(element.line, Fault.NO_ATTRIBUTE, f"<{element.name} {attribute}>")
        kind, types = element.attributes.get("type"), _TYPES.get(element.name)
        if kind is not None and types and kind not in types and not _EXTENSION.fullmatch(kind):
            self._flaws.add(element.line, Fault.UNKNOWN_TOKEN, kind)
        if element.name == "content":
            self._licenses = []
        elif element.name == "license":
            self._parts, self._seen = [], set()

    def _end_rsl(self, element: _Open, _text: str) -> None:
        age = element.attributes.get("max-age")
        if age is not None and not (age.isascii() and age.isdigit() and int(age[:9])):
            self._flaws.add(element.line, Fault.BAD_NUMBER, age)
        if not self.contents:
            self._flaws.add(element.line, Fault.NO_CONTENT)

    def _end_content(self, element: _Open, _text: str) -> None:
        url, server = element.attributes.get("url", ""), element.attributes.get("server", "")
        encrypted = element.attributes.get("encrypted", "false")
        if "url" in element.attributes and not _is_scope(url):
            self._flaws.add(element.line, Fault.BAD_SCOPE, url)
        if server and not _is_address(server):
            self._flaws.add(element.line, Fault.BAD_ADDRESS, server)
        if encrypted not in {"true", "false"}:
            self._flaws.add(element.line, Fault.UNKNOWN_TOKEN, encrypted)
        if not self._licenses:
            self._flaws.add(element.line, Fault.NO_LICENSE, url)
        if "url" in element.attributes and _is_scope(url):
            self.contents.append(RslContent(element.line, url, server, encrypted == "true", tuple(self._licenses)))
        if len(self.contents) >= MOST_CONTENTS:
            self._flaws.add(0, Fault.TOO_LONG)
            raise _EndError

    def _end_license(self, element: _Open, _text: str) -> None:
        lists: dict[str, dict[str, tuple[str, ...]]] = {"permits": {}, "prohibits": {}}
        payment = standard = custom = amount = ""
        has_reporting = False
        for name, kind, text, tokens in self._parts:
            if name in lists:
                lists[name][kind] = (*lists[name].get(kind, ()), *tokens)
            elif name == "payment":
                payment = kind or "free"
            elif name == "reporting":
                has_reporting = True
            elif name == "standard":
                standard = text
            elif name == "custom":
                custom = text
            elif name == "amount":
                amount = f"{text} {kind}".strip()
        self._licenses.append(
            RslLicense(
                element.line,
                MappingProxyType(lists["permits"]),
                MappingProxyType(lists["prohibits"]),
                payment,
                amount,
                standard,
                custom,
                has_reporting,
            )
        )

    def _end_permits(self, element: _Open, text: str) -> None:
        kind = element.attributes.get("type", "")
        tokens = text.replace(",", " ").split()
        if "," in text:
            self._flaws.add(element.line, Fault.COMMAS, text)
        for token in tokens:
            if not _is_token(kind, token):
                self._flaws.add(element.line, Fault.UNKNOWN_TOKEN, token)
        self._take(element, kind, text, tuple(tokens))

    _end_prohibits = _end_permits

    def _end_legal(self, element: _Open, text: str) -> None:
        kind = element.attributes.get("type", "")
        allowed = _VALUES.get(("legal", kind))
        if allowed is not None and "," in text:
            self._flaws.add(element.line, Fault.COMMAS, text)
        for token in text.replace(",", " ").split() if allowed is not None else ():
            if token not in (allowed or ()) and not _EXTENSION.fullmatch(token):
                self._flaws.add(element.line, Fault.UNKNOWN_TOKEN, token)
        self._take(element, kind, text, ())

    def _end_payment(self, element: _Open, text: str) -> None:
        self._take(element, element.attributes.get("type", ""), text, (), key="")

    def _end_reporting(self, element: _Open, text: str) -> None:
        self._parts.append(("reporting", element.attributes.get("type", ""), text, ()))

    def _end_standard(self, element: _Open, text: str) -> None:
        if not _is_address(text):
            self._flaws.add(element.line, Fault.BAD_ADDRESS, text)
        self._take(element, "", text, (), key="")

    def _end_custom(self, element: _Open, text: str) -> None:
        if not text.startswith("/") and not _is_address(text):
            self._flaws.add(element.line, Fault.BAD_ADDRESS, text)
        self._take(element, "", text, (), key="")

    def _end_amount(self, element: _Open, text: str) -> None:
        currency = element.attributes.get("currency", "")
        if not _AMOUNT.fullmatch(text):
            self._flaws.add(element.line, Fault.BAD_NUMBER, text)
        if currency and not _CURRENCY.fullmatch(currency):
            self._flaws.add(element.line, Fault.UNKNOWN_TOKEN, currency)
        self._take(element, currency, text, (), key="")

    def _end_other(self, _element: _Open, _text: str) -> None:
        """Ignore what changes no term, such as <copyright>."""

    def _take(self, element: _Open, kind: str, text: str, tokens: tuple[str, ...], key: str | None = None) -> None:
        """Keep a part of a licence; a second one of its type is a flaw."""
        one = element.name, kind if key is None else key
        if one in self._seen:
            self._flaws.add(element.line, Fault.REPEATED, f"<{element.name}>")
        self._seen.add(one)
        self._parts.append((element.name, kind, text, tokens))


def _is_token(kind: str, token: str) -> bool:
    if _EXTENSION.fullmatch(token):
        return True
    if kind == _GEO:
        return bool(_COUNTRY.fullmatch(token))
    allowed = _VALUES.get(("permits", kind))
    return allowed is None or token in allowed


def _is_scope(url: str) -> bool:
    """Return True for a path as in a robots.txt, for "" (the scope of a link), or for a full URL, as in RSL 0.9."""
    if not url:
        return True
    if url.startswith(("/", "*")):
        return url.isprintable() and " " not in url and "#" not in url
    return _is_address(url)


def _is_address(text: str) -> bool:
    try:
        return ada_url.URL(text).protocol in _WEB
    except ValueError:
        return False
