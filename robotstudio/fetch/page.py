"""A page as a crawler sees it: its indexing directives, its canonical URL, and everything it loads."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import islice
from types import MappingProxyType
from typing import Final

import ada_url
from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.engine.scope import governing_robots_url
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.headers import links_in
from robotstudio.fetch.html import ClientRedirect, Element, elements_of, named, redirects_in, sources_in
from robotstudio.fetch.index_tags import IndexTag, header_tags, meta_tag, signals_in

MOST_RESOURCES: Final = 2_000
_MOST_METAS: Final = 500
_LONGEST_URL: Final = 8_192
_CSS_URL: Final = re.compile(r"(@import\s{1,9})?url\(\s{0,9}[\"']?([^\"')\s]{1,2048})", re.IGNORECASE)
_CSS_IMPORT: Final = re.compile(r"@import\s{1,9}[\"']([^\"']{1,2048})", re.IGNORECASE)


class ResourceKind(StrEnum):
    SCRIPT = "script"
    STYLE = "style"
    IMAGE = "image"
    FONT = "font"
    FRAME = "frame"
    MEDIA = "media"


class Resource(Struct, frozen=True):
    """Something a page loads, by its absolute URL."""

    kind: ResourceKind
    url: str

    @property
    def robots_url(self) -> str:
        return governing_robots_url(self.url) or ""


class PageFacts(Struct, frozen=True):
    url: str  # as asked
    final_url: str
    status: int | None
    is_html: bool
    tags: tuple[IndexTag, ...]
    canonical: tuple[str, ...]  # headers first; more than one is a mistake of the site
    redirects: tuple[ClientRedirect, ...]
    resources: tuple[Resource, ...]  # each once, in the order of the page
    is_cut: bool  # the page or the list of its resources was too long
    signals: tuple[tuple[str, str], ...] = ()  # permitted uses of the content: names of headers or metas, and values

    @property
    def by_host(self) -> Mapping[str, tuple[Resource, ...]]:
        """The resources by the robots.txt that governs them."""
        found: dict[str, list[Resource]] = {}
        for resource in self.resources:
            found.setdefault(resource.robots_url, []).append(resource)
        return MappingProxyType({key: tuple(resources) for key, resources in found.items()})


class _Place(Struct, frozen=True):
    """An attribute through which an element loads something."""

    name: str
    attribute: str
    kind: ResourceKind
    is_srcset: bool = False
    rel: str = ""
    preloads: str = ""  # the value of `as`
    inside: str = ""

    def holds(self, element: Element) -> bool:
        """Return True if the element loads through it."""
        return (
            (not self.rel or self.rel in element.words("rel"))
            and (not self.preloads or self.preloads == element.attribute("as").lower())
            and (not self.inside or self.inside == element.inside)
        )


_SCRIPT, _STYLE, _IMAGE, _FRAME, _MEDIA = (
    ResourceKind.SCRIPT,
    ResourceKind.STYLE,
    ResourceKind.IMAGE,
    ResourceKind.FRAME,
    ResourceKind.MEDIA,
)
_PLACES: Final = (
    _Place("script", "src", _SCRIPT),
    _Place("link", "href", _SCRIPT, rel="modulepreload"),
    _Place("link", "href", _SCRIPT, rel="preload", preloads="script"),
    _Place("link", "href", _STYLE, rel="stylesheet"),
    _Place("link", "href", _STYLE, rel="preload", preloads="style"),
    _Place("link", "href", ResourceKind.FONT, rel="preload", preloads="font"),
    _Place("link", "href", _IMAGE, rel="preload", preloads="image"),
    _Place("link", "href", _IMAGE, rel="icon"),
    _Place("link", "href", _IMAGE, rel="apple-touch-icon"),
    _Place("img", "src", _IMAGE),
    _Place("img", "srcset", _IMAGE, is_srcset=True),
    _Place("source", "srcset", _IMAGE, is_srcset=True, inside="picture"),
    _Place("input", "src", _IMAGE),
    _Place("video", "poster", _IMAGE),
    _Place("iframe", "src", _FRAME),
    _Place("frame", "src", _FRAME),
    _Place("embed", "src", _FRAME),
    _Place("object", "data", _FRAME),
    _Place("video", "src", _MEDIA),
    _Place("audio", "src", _MEDIA),
    _Place("track", "src", _MEDIA),
    _Place("source", "src", _MEDIA, inside="video"),
    _Place("source", "src", _MEDIA, inside="audio"),
)
_PLACES_BY_NAME: Final = {
    name: tuple(place for place in _PLACES if place.name == name) for name in {place.name for place in _PLACES}
}
_BY_EXTENSION: Final = {"css": ResourceKind.STYLE} | dict.fromkeys(
    ("woff", "woff2", "ttf", "otf", "eot"), ResourceKind.FONT
)


def read_page(evidence: Evidence) -> PageFacts:
    """Return what a fetched page says and loads. Never raises; takes up to 0.1 s for the largest."""
    is_html = evidence.body_kind is Content.HTML or "html" in evidence.content_type.lower()
    tags = header_tags(evidence.headers)
    signals = signals_in(evidence.headers)
    canonical = tuple(_header_canonicals(evidence))
    redirects: tuple[ClientRedirect, ...] = ()
    resources: dict[Resource, None] = {}
    if is_html:
        page = elements_of(evidence.body, evidence.content_type)
        base = _base(page, evidence.final_url)
        tags += tuple(_meta_tags(page))
        signals += signals_in(_tdm_metas(page))
        canonical += tuple(_canonicals(page, base))
        redirects = redirects_in(page, evidence.final_url)
        for resource in _resources(page, base):
            resources.setdefault(resource)
            if len(resources) > MOST_RESOURCES:
                break
    return PageFacts(
        url=evidence.requested,
        final_url=evidence.final_url,
        status=evidence.status,
        is_html=is_html,
        tags=tags,
        canonical=tuple(dict.fromkeys(canonical)),
        redirects=redirects,
        resources=tuple(resources)[:MOST_RESOURCES],
        is_cut=evidence.truncated or len(resources) > MOST_RESOURCES,
        signals=signals,
    )


def _base(page: tuple[Element, ...], url: str) -> str:
    first = next((base for base in named(page, "base") if base.attribute("href")), None)
    return (_absolute(first.attribute("href"), url) if first else None) or url


def _meta_tags(page: tuple[Element, ...]) -> Iterator[IndexTag]:
    for count, element in enumerate(named(page, "meta")):
        if count >= _MOST_METAS:
            return
        tag = meta_tag(element.attribute("name"), element.attribute("content"))
        if tag is not None:
            yield tag


def _tdm_metas(page: tuple[Element, ...]) -> Iterator[tuple[str, str]]:
    """Return the `<meta>` elements of TDMRep; the other signals are headers only."""
    for element in islice(named(page, "meta"), _MOST_METAS):
        if element.attribute("name").lower().startswith("tdm-"):
            yield element.attribute("name"), element.attribute("content")


def _header_canonicals(evidence: Evidence) -> Iterator[str]:
    for name, value in evidence.headers:
        if name.lower() != "link":
            continue
        for link in links_in(value):
            absolute = _absolute(link.target, evidence.final_url) if "canonical" in link.rels else None
            if absolute:
                yield absolute


def _canonicals(page: tuple[Element, ...], base: str) -> Iterator[str]:
    for element in named(page, "link"):
        absolute = _absolute(element.attribute("href"), base)
        if absolute and "canonical" in element.words("rel"):
            yield absolute


def _resources(page: tuple[Element, ...], base: str) -> Iterator[Resource]:
    for element in page:
        for place in _PLACES_BY_NAME.get(element.name, ()):
            if place.holds(element):
                yield from _loaded(element, place, base)
        if element.name == "style":
            yield from _in_css(element.text, base)
        yield from _in_css(element.attribute("style"), base)


def _loaded(element: Element, place: _Place, base: str) -> Iterator[Resource]:
    for written in _written(element, place):
        url = _absolute(written, base)
        if url:
            yield Resource(place.kind, url)


def _written(element: Element, place: _Place) -> Iterator[str]:
    value = element.attribute(place.attribute)
    if not place.is_srcset:
        yield value
        return
    yield from sources_in(value)


def _in_css(text: str, base: str) -> Iterator[Resource]:
    for match in _CSS_IMPORT.finditer(text):
        url = _absolute(match[1], base)
        if url:
            yield Resource(ResourceKind.STYLE, url)
    for match in _CSS_URL.finditer(text):
        url = _absolute(match[2], base)
        if url:
            extension = url.partition("#")[0].partition("?")[0].rpartition(".")[2].lower()
            kind = ResourceKind.STYLE if match[1] else _BY_EXTENSION.get(extension, ResourceKind.IMAGE)
            yield Resource(kind, url)


def _absolute(written: str, base: str) -> str | None:
    """Resolve to an http(s) URL as a crawler requests it; None for `data:` and the like."""
    if not written or len(written) > _LONGEST_URL:
        return None
    try:
        parsed = ada_url.URL(written, base=base)
    except ValueError:  # UnicodeEncodeError too
        return None
    if parsed.protocol not in {"http:", "https:"} or not parsed.hostname:
        return None
    return f"{parsed.protocol}//{parsed.host}{parsed.pathname}{parsed.search}"
