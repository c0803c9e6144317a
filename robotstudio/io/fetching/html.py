"""HTML of a stranger, read by the rules of the HTML standard and never beyond bounds."""

from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from robotstudio.io.fetching.charset import decoded_html

MOST_OCTETS: Final = 5 * 1024 * 1024
MOST_NODES: Final = 50_000
_LONGEST: Final = 8_192


class Page:
    """A parsed page. Attribute values are cut at a length that no address needs."""

    def __init__(self, body: bytes, content_type: str = "") -> None:
        self._tree = LexborHTMLParser(decoded_html(body[:MOST_OCTETS], content_type))

    def elements(self, selector: str) -> Iterator["Element"]:
        """The elements that a CSS selector finds, in the order of the page."""
        for count, node in enumerate(self._tree.css(selector)):
            if count >= MOST_NODES:
                return
            yield Element(node)


class Element:
    """An element of a page."""

    def __init__(self, node: LexborNode) -> None:
        self._node = node
        self.name = str(node.tag or "").lower()

    def attribute(self, name: str) -> str:
        """Its value without the white space around it; "" where it is not there."""
        value = self._node.attributes.get(name)
        return (value or "")[:_LONGEST].strip()

    def has(self, name: str) -> bool:
        """Whether the attribute is there, with a value or without."""
        return name in self._node.attributes

    @property
    def text(self) -> str:
        """The text in it, up to a length."""
        return (self._node.text(deep=True) or "")[: _LONGEST * 8]
