"""HTML of a stranger, read element by element in linear time. No tree is built: a tree can be made to hurt."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from lxml import etree

from robotstudio.io.fetching.charset import decoded_html
from robotstudio.lazy_dataclasses import dataclass

MAX_BYTES: Final = 5 * 1024 * 1024
MOST_ELEMENTS: Final = 10_000
_LONGEST: Final = 8_192
_LONGEST_TEXT: Final = 65_536
_BLOCK: Final = 65_536
_KEPT: Final = frozenset(
    {"audio", "base", "embed", "frame", "iframe", "img", "input", "link", "meta", "object", "script", "source"}
    | {"style", "track", "video"}
)
_WITH_TEXT: Final = frozenset({"script", "style"})
_CONTEXTS: Final = frozenset({"audio", "picture", "video"})


@dataclass(frozen=True, slots=True)
class Element:
    """An element that says or loads something."""

    name: str
    attributes: Mapping[str, str]
    inside: str = ""  # audio, picture or video, where it stands in one
    text: str = ""  # of a script or a style, up to a length

    def attribute(self, name: str) -> str:
        """Its value without the white space around it, cut at a length that no address has; "" where there is none."""
        return self.attributes.get(name, "")[:_LONGEST].strip()

    def words(self, name: str) -> frozenset[str]:
        """The words of a value such as that of `rel`, in lower case."""
        return frozenset(self.attribute(name).lower().split())


def elements_of(body: bytes, content_type: str = "") -> tuple[Element, ...]:
    """The elements of a page that matter here, in its order. Never raises on any body."""
    collector = _Collector()
    text = decoded_html(body[:MAX_BYTES], content_type).encode("utf-8", "replace")
    parser = etree.HTMLParser(target=collector, encoding="utf-8")
    try:
        for start in range(0, len(text), _BLOCK):
            parser.feed(text[start : start + _BLOCK])
        parser.close()
    except etree.LxmlError:  # an empty page; what was found before stands
        pass
    return tuple(collector.found)


def named(elements: tuple[Element, ...], *names: str) -> Iterator[Element]:
    """Those of these names."""
    return (element for element in elements if element.name in names)


class _Collector:
    """The target of the parser; methods are named as lxml calls them."""

    def __init__(self) -> None:
        self.found: list[Element] = []
        self._inside = ""
        self._templates = 0
        self._text: list[str] = []
        self._room = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
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
        """An element ends."""
        self._keep_text()
        if tag == "template":
            self._templates = max(0, self._templates - 1)
        if tag == self._inside:
            self._inside = ""

    def data(self, text: str) -> None:
        """Text; of scripts and styles a part is kept."""
        if self._room:
            self._text.append(text[: self._room])
            self._room -= len(self._text[-1])

    def comment(self, text: str) -> None:
        """Comments say nothing."""

    def close(self) -> None:
        """The page ends."""
        self._keep_text()

    def _keep_text(self) -> None:
        """The element that was begun last has all its text."""
        if self._text:
            self.found[-1] = replace(self.found[-1], text="".join(self._text))
        self._text, self._room = [], 0
