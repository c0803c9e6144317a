"""Shipped starting points: templates for a new file, and an example.

Their files are English; the comments are translated as messages, so that the rules are the same in every language.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from robotstudio import assets
from robotstudio.store.files import read
from robotstudio.text.language import ENGLISH, Message, Words
from robotstudio.text.text_columns import broken
from robotstudio.urls.urls import load_list

if TYPE_CHECKING:
    from robotstudio.urls.urls import UrlList


_WIDTH: Final = 50
"""Columns that the editor shows of a line in a small window."""
_WITHOUT_END: Final = 1000
_NO_PROSE: Final = re.compile(r"#\s*|# \S+/\S+|# Sitemap: \S+")
"""Comments that are not translated: empty ones, addresses, commented-out lines."""


class Template(Struct, frozen=True):
    """A robots.txt to start from; `source` documents it."""

    id: str
    title: Message
    description: Message
    path: Path
    source: str = ""

    def body(self, words: Words = ENGLISH) -> bytes:
        """Return the file with translated comments."""
        text = read(self.path).decode()
        if words.code == ENGLISH.code:
            return text.encode()
        return "".join(_said(lines, words) for lines in _paragraphs(text)).encode()


class Example(Struct, frozen=True):
    """A robots.txt with something to find, and URLs to test it with."""

    robots: Path
    urls: Path

    def body(self, words: Words = ENGLISH) -> bytes:
        """Return the file with comments translated line by line, since descriptions name lines."""
        return "".join(_said([line], words, _WITHOUT_END) for line in _lines(self.robots)).encode()

    def url_list(self) -> "UrlList":
        return load_list(self.urls)


def comments() -> Iterator[Message]:
    """Iterate over the comments to translate in the templates and the example."""
    paragraphs = [lines for template in templates() for lines in _paragraphs(read(template.path).decode())]
    for lines in (*paragraphs, *([line] for line in _lines(example().robots))):
        if _is_prose(lines[0]):
            yield _message(lines)


def _lines(path: Path) -> list[str]:
    return read(path).decode().splitlines(keepends=True)


def _is_prose(line: str) -> bool:
    return line.startswith("#") and not _NO_PROSE.fullmatch(line.rstrip("\n"))


def _paragraphs(text: str) -> Iterator[list[str]]:
    """Iterate over the lines of a file, with multi-line comments together."""
    together: list[str] = []
    for line in text.splitlines(keepends=True):
        if _is_prose(line):
            together.append(line)
            continue
        if together:
            yield together
            together = []
        yield [line]
    if together:
        yield together


def _message(lines: list[str]) -> Message:
    return " ".join(line.removeprefix("#").strip() for line in lines)


def _said(lines: list[str], words: Words, width: int = _WIDTH) -> str:
    """Translate a comment, wrapped to a width; other lines stay."""
    if not _is_prose(lines[0]):
        return "".join(lines)
    return "".join(f"{line}\n" for line in broken(words.say(_message(lines)), width, "# "))


def templates() -> tuple[Template, ...]:
    """Return the templates in the order of display."""
    rows = json.loads(read(assets.path("templates/index.json")))
    return tuple(
        Template(row["id"], row["title"], row["description"], assets.path("templates") / row["file"], row["source"])
        for row in rows
    )


def example(name: str = "shop") -> Example:
    """Return a shipped example."""
    directory = assets.path("examples") / name
    return Example(directory / "robots.txt", directory / "urls.txt")
