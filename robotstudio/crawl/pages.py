"""Parse a page of a crawl in one pass: its links, its directives and its text. Any bytes are accepted.

No tree is built (docs/decisions/0012-lxml.md). Links and text are bounded, since pages are untrusted.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum, unique
from hashlib import blake2b
from typing import Final, NamedTuple

from msgspec import Struct, field

from robotstudio.crawl.canonical import LONGEST, Canonical, LinkBase, canonical, too_long
from robotstudio.fetch.headers import links_in, refresh_in
from robotstudio.fetch.html import HtmlTarget, html_slices, sources_in
from robotstudio.fetch.index_tags import IndexTag, header_tags, meta_tag
from robotstudio.store.userinfo import without_any_userinfo

MANY_LINKS: Final = 10_000
"""A page with links to more URLs is not for people: most of its links are followed later, if at all (`traps`)."""
MOST_LINKS: Final = 50_000
"""Links to more URLs are not kept."""
_LONGEST_TEXT: Final = 400_000
_LONGEST_ANCHOR: Final = 200
_LONGEST_TITLE: Final = 1_000
_LONGEST_DESCRIPTION: Final = 2_000
_LONGEST_LANGUAGE: Final = 20
_MOST_ALTERNATES: Final = 500
_LONGEST_VALUE: Final = 200_000  # of an attribute; URLs have a lower limit
_MOST_TAGS: Final = 100
_FEW_LETTERS: Final = 60
_HIDDEN: Final = frozenset({"script", "style", "template", "noscript", "svg", "math", "head"})
_HEADINGS: Final = frozenset({"h1", "h2", "h3"})
_INLINE_NAMES: Final = (
    "a abbr b bdi bdo cite code data dfn em font i kbd mark q ruby s samp small span strong sub sup time u var wbr"
)
_INLINE: Final = frozenset(_INLINE_NAMES.split())
_DIGITS: Final = re.compile(r"\d+")
_NO_DIGITS: Final = str.maketrans("", "", "0123456789")
_PIECE: Final = 16_384
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of languages that are written without spaces; each counts as a word."""


@unique
class LinkKind(IntEnum):
    """Kind of step from one URL to another; stored as a number."""

    ANCHOR = 1  # a, area
    LINK = 2
    FRAME = 3  # frame, iframe
    IMAGE = 4
    SCRIPT = 5
    STYLE = 6
    FORM = 7
    REFRESH = 8  # by a meta element or a header
    REDIRECT = 9  # by a status
    CANONICAL = 10
    ALTERNATE = 11
    SITEMAP = 12
    MEDIA = 13


NEEDED: Final = frozenset({LinkKind.IMAGE, LinkKind.SCRIPT, LinkKind.STYLE, LinkKind.MEDIA})
"""Resources of a page; they do not lead crawlers to pages."""

_BY_REL: Final[Mapping[str, LinkKind | None]] = {
    "stylesheet": LinkKind.STYLE,
    "canonical": LinkKind.CANONICAL,
    "alternate": LinkKind.ALTERNATE,
    "icon": LinkKind.IMAGE,
    "apple-touch-icon": LinkKind.IMAGE,
    "preload": LinkKind.MEDIA,
    "modulepreload": LinkKind.SCRIPT,
    "preconnect": None,
    "dns-prefetch": None,
}


class PageLink(Struct, frozen=True):
    target: Canonical
    kind: LinkKind
    is_nofollow: bool = False
    anchor: str = ""


class PageText(Struct, frozen=True):
    """The visible text of a page, as it is indexed."""

    title: str = ""
    headings: str = ""
    body: str = ""
    language: str = ""  # as declared, in lower case


class Alternate(NamedTuple):
    """The same page in another language, by `hreflang`."""

    language: str  # in lower case; also `x-default`
    target: Canonical


class PageDetails(Struct, frozen=True):
    """Further facts of a page for tables."""

    h1: str = ""
    """The first one."""
    description: str = ""
    words: int | None = None
    """None for anything but HTML."""
    x_robots: str = ""
    """All `X-Robots-Tag` headers, separated by bars."""
    alternates: tuple[Alternate, ...] = ()


class PageFound(Struct, frozen=True):
    """Links and contents of a page."""

    links: tuple[PageLink, ...] = ()
    link_count: int = 0
    """Number of all links, including repeats and those beyond the limit."""
    has_too_many: bool = False
    """True if it links to more than `MANY_LINKS` URLs; fragments do not count as different."""
    too_long: tuple[str, ...] = ()
    """The beginnings of addresses that are too long to parse."""
    text: PageText = field(default_factory=PageText)
    details: PageDetails = field(default_factory=PageDetails)
    tags: tuple[IndexTag, ...] = ()
    canonical: str = ""
    is_cut: bool = False
    """True if parsing stopped at elements that are nested too deeply; what came before counts."""
    looks_empty: bool = False
    """True if it has scripts and nearly no text: a browser may show more."""

    @property
    def is_nofollow(self) -> bool:
        """True if it asks all crawlers to follow none of its links."""
        return any(not tag.agent and not {"nofollow", "none"}.isdisjoint(tag.directives) for tag in self.tags)


async def read_page(body: bytes, content_type: str, url: str, headers: Iterable[tuple[str, str]] = ()) -> PageFound:
    """Parse an HTML page at `url` and its headers. Never raises on any bytes.

    Takes linear time, in slices: other tasks run between two of them, and cancelling stops there.
    """
    reader = _Reader(url)
    for _ in html_slices(body, content_type, reader):
        await asyncio.sleep(0)
    reader.add_headers(headers)
    return reader.found(is_page=True)


def read_headers(url: str, headers: Iterable[tuple[str, str]]) -> PageFound:
    """Like `read_page`, for anything but HTML: only its headers have links."""
    reader = _Reader(url)
    reader.add_headers(headers)
    return reader.found()


def fingerprint_of(text: PageText) -> int:
    """Hash the visible text."""
    return _number(f"{text.title}\0{text.body}")


def rough_fingerprint_of(text: PageText) -> int:
    """Hash the visible text without digits, for pages such as those of a calendar."""
    written = f"{text.title}\0{text.body}"
    if written.isascii():
        return _number(written.translate(_NO_DIGITS))
    return _number("".join(_DIGITS.sub("", piece) for piece in _pieces(written)))


def words_in(text: str) -> int:
    """Count words."""
    if text.isascii():
        return len(text.split())
    spaced, unspaced = [], 0
    for piece in _pieces(text):
        rest, count = _UNSPACED.subn(" ", piece)
        spaced.append(rest)
        unspaced += count
    return len("".join(spaced).split()) + unspaced


def _pieces(text: str) -> Iterator[str]:
    """Cut a text: an expression keeps the interpreter for as long as it runs, and the window waits for it."""
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big", signed=True)


class _Reader(HtmlTarget):
    def __init__(self, url: str) -> None:
        self._url = url
        self._base = LinkBase(url)
        self._has_base = False
        self._links: dict[tuple[str, LinkKind], PageLink] = {}
        self._targets: set[str] = set()
        self._has_too_many = False
        self._count = 0
        self._too_long: list[str] = []
        self._tags: list[IndexTag] = []
        self._canonical = ""
        self._language = ""
        self._description = ""
        self._x_robots: list[str] = []
        self._alternates: dict[Alternate, None] = {}
        self._h1: list[str] = []
        self._hidden = dict.fromkeys(_HIDDEN, 0)  # how many of each are open
        self._hidden_count = 0
        self._title: list[str] = []
        self._headings: list[str] = []
        self._body: list[str] = []
        self._room = _LONGEST_TEXT
        self._in_title = self._in_h1 = self._has_scripts = self._is_shown = False
        self._heading = 0
        self._anchor: tuple[Canonical, bool] | None = None
        self._anchor_text: list[str] = []

    # what the parser calls

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        HtmlTarget.start(self, tag, attributes)
        found = _STARTS.get(tag)
        if found is not None and not self._hidden["template"]:
            found(self, tag, attributes)
        if tag in _INLINE:
            return
        self._break()
        if tag in _HIDDEN:
            self._hidden[tag] += 1
            self._hidden_count += 1
        elif tag in _HEADINGS:
            self._heading += 1
            self._in_h1 = tag == "h1" and not self._h1 and not self._hidden_count
        elif tag == "title" and not self._hidden["svg"]:
            self._in_title = True

    def end(self, tag: str) -> None:
        HtmlTarget.end(self, tag)
        if tag in _INLINE:
            if tag == "a":
                self._end_anchor()
            return
        self._break()
        if tag == "title":
            self._in_title = False
        elif tag in _HEADINGS:
            self._heading = max(0, self._heading - 1)
            if self._in_h1:
                self._in_h1 = False
                if not any(map(str.strip, self._h1)):
                    self._h1.clear()
        elif self._hidden.get(tag):
            self._hidden[tag] -= 1
            self._hidden_count -= 1

    def data(self, text: str) -> None:
        if self._in_title:
            self._title.append(text)
        if self._hidden_count or self._room <= 0 or self._in_title:
            return
        text = text[: self._room]
        self._room -= len(text)
        self._body.append(text)
        if self._heading:
            self._headings.append(text)
            if self._in_h1:
                self._h1.append(text)
        if self._anchor is not None and len(self._anchor_text) < 50:
            self._anchor_text.append(text[:_LONGEST_ANCHOR])

    def close(self) -> None:
        self._end_anchor()

    def _break(self) -> None:
        if self._body and self._body[-1] != "\n":
            self._body.append("\n")
        if self._heading and self._headings and self._headings[-1] != "\n":
            self._headings.append("\n")
            if self._in_h1:
                self._h1.append("\n")

    # what elements say

    def html(self, _tag: str, attributes: Mapping[str, str]) -> None:
        self._language = self._language or _value(attributes, "lang").lower()[:_LONGEST_LANGUAGE]

    def base(self, _tag: str, attributes: Mapping[str, str]) -> None:
        if not self._has_base and _value(attributes, "href"):
            self._has_base = True
            found = canonical(_value(attributes, "href"), self._url)
            self._base = LinkBase(found.url) if found else self._base

    def anchor(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._end_anchor()
        rel = attributes.get("rel", "")
        is_nofollow = bool(rel) and "nofollow" in rel.lower().split()
        target = self._target(attributes.get("href"))
        if target is None:
            return
        if tag == "area":
            self._add(target, LinkKind.ANCHOR, attributes.get("alt", ""), is_nofollow=is_nofollow)
        else:
            self._anchor = target, is_nofollow

    def link(self, _tag: str, attributes: Mapping[str, str]) -> None:
        rels = _value(attributes, "rel").lower().split()
        kinds = [_BY_REL[rel] for rel in rels if rel in _BY_REL]
        kind = kinds[0] if kinds else LinkKind.LINK
        target = self._target(attributes.get("href")) if kind is not None else None
        if kind is None or target is None:
            return
        if kind is LinkKind.CANONICAL:
            self._canonical = self._canonical or target.url
        elif kind is LinkKind.ALTERNATE and len(self._alternates) < _MOST_ALTERNATES:
            language = _value(attributes, "hreflang").lower()[:_LONGEST_LANGUAGE]
            if language:
                self._alternates[Alternate(language, target)] = None
        self._add(target, kind, is_nofollow="nofollow" in rels)

    def frame(self, _tag: str, attributes: Mapping[str, str]) -> None:
        self._add(self._target(attributes.get("src")), LinkKind.FRAME)

    def image(self, _tag: str, attributes: Mapping[str, str]) -> None:
        if self._anchor is not None:
            self._anchor_text.append(attributes.get("alt", "")[:_LONGEST_ANCHOR])
        self._add(self._target(attributes.get("src")), LinkKind.IMAGE)
        for candidate in sources_in(attributes.get("srcset", "")[:_LONGEST_VALUE])[:_MOST_TAGS]:
            self._add(self._target(candidate), LinkKind.IMAGE)

    def media(self, _tag: str, attributes: Mapping[str, str]) -> None:
        self._add(self._target(attributes.get("src") or attributes.get("data")), LinkKind.MEDIA)

    def script(self, _tag: str, attributes: Mapping[str, str]) -> None:
        self._has_scripts = True
        self._add(self._target(attributes.get("src")), LinkKind.SCRIPT)

    def form(self, _tag: str, attributes: Mapping[str, str]) -> None:
        if _value(attributes, "method").lower() in {"", "get"}:
            self._add(self._target(attributes.get("action")), LinkKind.FORM)

    def meta(self, _tag: str, attributes: Mapping[str, str]) -> None:
        content = _value(attributes, "content")
        if _value(attributes, "http-equiv").lower() == "refresh":
            self._refresh(content)
        name = _value(attributes, "name").lower()
        if name == "description":
            self._description = self._description or _plain(content)[:_LONGEST_DESCRIPTION]
        elif len(self._tags) < _MOST_TAGS and (tag := meta_tag(name, content)) is not None:
            self._tags.append(tag)

    def add_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        """Add what `Link`, `Refresh` and `X-Robots-Tag` say."""
        headers = [(name.lower(), value) for name, value in headers]
        self._tags += header_tags(headers)
        for name, value in headers:
            if name == "refresh":
                self._refresh(value)
            elif name == "x-robots-tag":
                self._x_robots.append(value[:_LONGEST_TITLE])
            elif name == "link":
                for target, rels, language, _type in links_in(value):
                    if "next" in rels or any(_BY_REL.get(rel) for rel in rels):
                        self.link("", {"href": target, "rel": " ".join(rels), "hreflang": language})

    def _refresh(self, content: str) -> None:
        found = refresh_in(content)
        if found is not None and found.target:
            self._add(self._target(found.target), LinkKind.REFRESH)

    def _target(self, written: str | None) -> Canonical | None:
        if not written or written[0] == "#":
            return None
        found = self._base.resolve(written)
        if found is None and len(written) > LONGEST and len(self._too_long) < _MOST_TAGS:
            long = too_long(written, self._base.url)
            self._too_long += [long] if long else []
            self._count += bool(long)
        return found

    def _end_anchor(self) -> None:
        if self._anchor is not None:
            target, is_nofollow = self._anchor
            self._add(target, LinkKind.ANCHOR, " ".join(self._anchor_text), is_nofollow=is_nofollow)
            self._anchor, self._anchor_text = None, []

    def _add(self, target: Canonical | None, kind: LinkKind, anchor: str = "", *, is_nofollow: bool = False) -> None:
        if target is None:
            return
        self._count += 1
        if target.url not in self._targets:
            self._has_too_many = len(self._targets) >= MANY_LINKS
            if len(self._targets) >= MOST_LINKS:
                return
            self._targets.add(target.url)
        place = target.url, kind
        known = self._links.get(place)
        if known is None or known.is_nofollow > is_nofollow:
            self._links[place] = PageLink(target, kind, is_nofollow, _plain(anchor)[:_LONGEST_ANCHOR])

    def found(self, *, is_page: bool = False) -> PageFound:
        body = _plain_lines("".join(self._body))
        text = PageText(
            _plain("".join(self._title))[:_LONGEST_TITLE],
            _plain_lines("".join(self._headings))[: 4 * _LONGEST_TITLE],
            body,
            self._language,
        )
        details = PageDetails(
            h1=_plain("".join(self._h1))[:_LONGEST_TITLE],
            description=self._description,
            words=words_in(body) if is_page else None,
            x_robots=" | ".join(self._x_robots[:_MOST_TAGS])[:_LONGEST_DESCRIPTION],
            alternates=tuple(self._alternates),
        )
        return PageFound(
            links=tuple(self._links.values()),
            link_count=self._count,
            has_too_many=self._has_too_many,
            too_long=tuple(self._too_long),
            text=text,
            details=details,
            tags=tuple(self._tags),
            canonical=self._canonical,
            is_cut=self.is_cut,
            looks_empty=self._has_scripts and len(body) < _FEW_LETTERS,
        )


_STARTS: Final[Mapping[str, Callable[[_Reader, str, Mapping[str, str]], None]]] = {
    "html": _Reader.html,
    "base": _Reader.base,
    "a": _Reader.anchor,
    "area": _Reader.anchor,
    "link": _Reader.link,
    "iframe": _Reader.frame,
    "frame": _Reader.frame,
    "img": _Reader.image,
    "source": _Reader.image,
    "video": _Reader.media,
    "audio": _Reader.media,
    "embed": _Reader.media,
    "object": _Reader.media,
    "track": _Reader.media,
    "script": _Reader.script,
    "form": _Reader.form,
    "meta": _Reader.meta,
}


def _value(attributes: Mapping[str, str], name: str) -> str:
    return attributes.get(name, "")[:_LONGEST_VALUE].strip()


def _plain(text: str) -> str:
    return without_any_userinfo(" ".join(text.split()))


def _plain_lines(text: str) -> str:
    return "\n".join(filter(None, map(_plain, text.split("\n"))))
