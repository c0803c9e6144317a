"""Sitemaps, sitemap indexes, RSS and Atom: the address of each entry, parsed as a stream.

A document type declaration, an entity or anything external ends the reading: no sitemap needs them, and each can be
used to exhaust memory or to read files. Elements of namespace extensions (images, videos, news, hreflang) are not
entries.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler, ErrorHandler
from xml.sax.xmlreader import AttributesImpl

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser

from robotstudio.store.errors import FileContentError
from robotstudio.text.language import Message, Plural, told
from robotstudio.urls.sources.cells import WantedColumn
from robotstudio.urls.sources.collector import Collector
from robotstudio.urls.sources.streams import SourceFile
from robotstudio.urls.urls import LENGTH_LIMIT

_DEEPEST: Final = 100
_PIECE: Final = 16_384

_ENTRIES: Final[Mapping[tuple[str, ...], str]] = {
    ("urlset", "url"): "loc",
    ("sitemapindex", "sitemap"): "loc",
    ("rss", "channel", "item"): "link",
    ("RDF", "item"): "link",
    ("feed", "entry"): "link",
}
"""The path of an entry, and the child element with its address."""

_ROOTS: Final = frozenset(path[0] for path in _ENTRIES)

_LAST_CHANGE: Final = "lastmod"
_CHANGED: Final = WantedColumn(0, _LAST_CHANGE, "last_changed", adds=False)

_DECLARATIONS: Message = (
    "“{name}” was not read: it declares a document type or entities, which sitemaps do not need and which can be"
    " harmful."
)
_OTHER_XML: Message = "“{name}” is neither a sitemap nor a feed: its root is <{root}>."
_NO_XML: Message = "“{name}” is neither a sitemap nor a feed: it has no readable element."


_TOO_DEEP = Plural("elements are nested more than {count} deep", "elements are nested more than {count} deep")


class _TooDeepError(SAXParseException):
    """Elements are nested too deeply."""


def read_sitemap(source: SourceFile, collector: Collector) -> tuple[str, ...]:
    """Add the URLs of a sitemap or feed; return the sitemaps named by an index. Raises FileContentError."""
    parser = DefusedExpatParser(forbid_dtd=True)
    handler = _Handler(collector, parser)
    collector.begin_table(None, (_CHANGED,))
    parser.setContentHandler(handler)
    parser.setErrorHandler(ErrorHandler())
    try:
        for piece in _pieces(source.blocks()):
            parser.feed(piece)
            collector.step(source)
            handler.check_root(source)
            if collector.is_full:
                return tuple(handler.sitemaps)
        parser.close()
    except DefusedXmlException as error:
        raise FileContentError(_DECLARATIONS, source.path) from error
    except SAXParseException as error:
        handler.check_root(source, is_end=True)
        said = told(_TOO_DEEP, count=_DEEPEST) if isinstance(error, _TooDeepError) else error.getMessage()
        why = told("The XML is malformed here ({error}); everything before it was read.", error=said)
        collector.reject(error.getLineNumber() or 0, "", why)
        source.is_whole = False
    except (LookupError, ValueError) as error:  # an encoding that Python does not know
        raise FileContentError("“{name}” was not read: {error}.", source.path, error=str(error)) from error
    handler.check_root(source, is_end=True)
    return tuple(handler.sitemaps)


def _pieces(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Split into small pieces, for cancelling; drop blank lines before the XML, which some servers send."""
    first = next(blocks, b"").lstrip(b" \t\r\n")
    for block in chain((first,), blocks):
        for begin in range(0, len(block), _PIECE):
            yield block[begin : begin + _PIECE]


class _Handler(ContentHandler):
    """Tracks the path of elements, and collects the text of one element: the address."""

    def __init__(self, collector: Collector, parser: DefusedExpatParser) -> None:
        super().__init__()
        self.sitemaps: dict[str, None] = {}
        self._parser = parser
        self._collector = collector
        self._path: list[str] = []
        self._depth = 0
        self._root = ""
        self._text: list[str] | None = None
        self._size = 0
        self._has_address = False
        self._row: int | None = None
        self._changed = ""

    def check_root(self, source: SourceFile, *, is_end: bool = False) -> None:
        """Raise FileContentError if this is another kind of XML."""
        if self._root not in _ROOTS and (self._root or is_end):
            message = _OTHER_XML if self._root else _NO_XML
            raise FileContentError(message, source.path, root=self._root[:40])

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        """Note an entry or its address."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _TooDeepError("", None, self._parser)
        name = name.rpartition(":")[2]
        self._root = self._root or name
        within = tuple(self._path)
        self._path.append(name)
        if tuple(self._path) in _ENTRIES:
            self._has_address, self._row, self._changed = False, None, ""
        elif _ENTRIES.get(within) == name:
            self._start_address(attrs)
        elif name == _LAST_CHANGE and within in _ENTRIES:
            self._text, self._size = [], 0

    def characters(self, content: str) -> None:
        """Collect the text of an address, up to a limit."""
        if self._text is not None and self._size <= LENGTH_LIMIT:
            self._text.append(content)
            self._size += len(content)

    def endElement(self, _name: str) -> None:
        """Add an address, or reject an entry without one."""
        self._depth -= 1
        path = tuple(self._path)
        self._path.pop()
        if self._text is not None and _ENTRIES.get(path[:-1]) == path[-1]:
            self._take("".join(self._text).strip())
            self._text = None
        elif self._text is not None and path[-1] == _LAST_CHANGE and path[:-1] in _ENTRIES:
            self._changed = "".join(self._text).strip()
            self._text = None
        elif path in _ENTRIES and self._row is not None:
            self._collector.table.add(self._row, (self._changed,))
        elif path in _ENTRIES and not self._has_address:
            why = told("This <{entry}> has no <{address}>.", entry=path[-1], address=_ENTRIES[path])
            self._collector.reject(self._parser.getLineNumber(), "", why)

    def _start_address(self, attrs: AttributesImpl) -> None:
        if "href" not in attrs:
            self._text, self._size = [], 0
        elif attrs.get("rel", "alternate") == "alternate" and not self._has_address:  # Atom; one of several links
            self._take(attrs["href"].strip())

    def _take(self, address: str) -> None:
        if not address:
            return
        self._has_address = True
        if self._root == "sitemapindex":
            self.sitemaps[address] = None
        elif not self._collector.is_full:
            self._row = self._collector.add(address, self._parser.getLineNumber())
