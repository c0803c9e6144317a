"""What is wrong with a site that was built: read from its HTML as a browser gets it, whatever made it."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from lxml import html

_LOADS: Final = (
    *("script/@src", "img/@src", "img/@srcset", "source/@src", "source/@srcset", "video/@src", "video/@poster"),
    *("iframe/@src", "embed/@src", "object/@data", "form/@action", "input/@src", "audio/@src"),
)
"""What a browser fetches or sends by itself; a link is followed by a person only."""
_LOADING_LINKS: Final = frozenset(
    ("stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest")
)
_WEB: Final = frozenset({"http", "https", "mailto"})


class Document(NamedTuple):
    """A page as it was built."""

    ids: Counter[str]
    links: frozenset[str]
    loads: frozenset[str]
    faults: tuple[str, ...]


def faults_of(folder: Path) -> Iterator[str]:
    """Return a sentence for everything that is wrong in the pages of a folder."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    documents = {name: read(folder / name) for name in sorted(files) if name.endswith(".html")}
    for name, document in documents.items():
        for fault in (*document.faults, *_fetched(name, document, files), *_led(name, document, documents, files)):
            yield f"{name}: {fault}"
    for name in sorted(files):
        if name.endswith(".css") and any(word in (folder / name).read_text("utf-8") for word in ("//", "@import")):
            yield f"{name}: a style sheet names another place"
        if name.endswith(".js") and any(word in (folder / name).read_text("utf-8") for word in ("eval(", "innerHTML")):
            yield f"{name}: a script makes code or mark-up of text"


def read(path: Path) -> Document:
    """Read what a page refers to, and what is wrong with the page itself."""
    tree = html.document_fromstring(path.read_bytes(), parser=html.HTMLParser(encoding="utf-8"))
    ids = Counter(map(str, tree.xpath("//@id")))
    loads = {str(value) for what in _LOADS for value in tree.xpath(f"//{what}")}
    for link in tree.xpath("//link[@href]"):
        if _LOADING_LINKS & set(link.get("rel", "").split()):
            loads.add(link.get("href"))
    links = frozenset(map(str, tree.xpath("//a/@href")))
    return Document(ids, links, frozenset(loads), tuple(_own_faults(tree, ids)))


def _own_faults(tree: html.HtmlElement, ids: Counter[str]) -> Iterator[str]:
    yield from (f"two parts are called “{name}”" for name, count in ids.items() if count > 1)
    if not tree.get("lang"):
        yield "no language"
    if not "".join(tree.xpath("//title/text()")).strip():
        yield "no title"
    if (count := len(tree.xpath("//h1"))) != 1:
        yield f"{count} headings of the first level"
    if tree.xpath("//img[not(@alt)]"):
        yield "a picture without words"
    said = "".join(tree.xpath("//article//text()[not(ancestor::pre or ancestor::code)]"))
    if found := re.search(r".{0,20}(\*\*|\]\().{0,20}", said):  # as where a full-width sign follows what is bold
        yield f"marks that were not read: “{found[0]}”"
    if tree.xpath("//@*[starts-with(name(), 'on')]") or tree.xpath("//script[not(@src)]") or tree.xpath("//style"):
        yield "code or style within the page"


def _fetched(name: str, document: Document, files: set[str]) -> Iterator[str]:
    for address in sorted(document.loads):
        if urlsplit(address).scheme or address.startswith("//"):
            yield f"fetches {address}"
        elif _file(name, address) not in files:
            yield f"lacks {address}"


def _led(name: str, document: Document, documents: Mapping[str, Document], files: set[str]) -> Iterator[str]:
    for link in sorted(document.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if parts.scheme not in _WEB:
                yield f"leads to {link}"
            continue
        target = _file(name, link)
        if target not in files:
            yield f"leads to {link}, which is not there"
        elif parts.fragment and target in documents and unquote(parts.fragment) not in documents[target].ids:
            yield f"leads to {link}: no part is called that"


def _file(name: str, link: str) -> str:
    """Return the file that a link on a page leads to, relative to the folder, as a browser finds it on a disk."""
    path = unquote(urlsplit(link).path)
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
