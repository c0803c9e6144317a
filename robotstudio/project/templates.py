"""What the program ships to start from: templates for a new file, and an example to try.

Their files are in English; the comments are messages as all others are, so that in every language the rules are those
of the one file.
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

if TYPE_CHECKING:
    from robotstudio.urls.urls import UrlList


_WIDTH: Final = 50
"""Columns that the editor shows of a line in a small window."""
_WITHOUT_END: Final = 1000
_NO_PROSE: Final = re.compile(r"#\s*|# \S+/\S+|# Sitemap: \S+")
"""Comments that are the same in every language: an empty one, an address, a line that waits to be made one."""


class Template(Struct, frozen=True):
    """A robots.txt to start from; `source` is where it is written down why it is as it is."""

    id: str
    title: Message
    description: Message
    path: Path
    source: str = ""

    def body(self, words: Words = ENGLISH) -> bytes:
        """The file, its comments in the language of the words."""
        text = read(self.path).decode()
        if words.code == ENGLISH.code:
            return text.encode()
        return "".join(_said(lines, words) for lines in _paragraphs(text)).encode()


class Example(Struct, frozen=True):
    """A robots.txt with something to find, and URLs to test it with."""

    robots: Path
    urls: Path

    def body(self, words: Words = ENGLISH) -> bytes:
        """The file, its comments in the language of the words, line by line: what is said of it names lines."""
        return "".join(_said([line], words, _WITHOUT_END) for line in _lines(self.robots)).encode()

    def url_list(self) -> "UrlList":
        """The test URLs."""
        from robotstudio.urls.urls import load_list  # noqa: PLC0415  # the start page offers it, and opens it seldom

        return load_list(self.urls)


def comments() -> Iterator[Message]:
    """What is to be translated of the comments in the files of the templates and of the example."""
    paragraphs = [lines for template in templates() for lines in _paragraphs(read(template.path).decode())]
    for lines in (*paragraphs, *([line] for line in _lines(example().robots))):
        if _is_prose(lines[0]):
            yield _message(lines)


def _lines(path: Path) -> list[str]:
    return read(path).decode().splitlines(keepends=True)


def _is_prose(line: str) -> bool:
    return line.startswith("#") and not _NO_PROSE.fullmatch(line.rstrip("\n"))


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of a file; those of a comment that goes over several are together."""
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
    """A comment in a language, in lines of at most so many columns; whatever else stays as it is."""
    if not _is_prose(lines[0]):
        return "".join(lines)
    return "".join(f"{line}\n" for line in broken(words.say(_message(lines)), width, "# "))


def templates() -> tuple[Template, ...]:
    """The templates, in the order in which they are offered."""
    rows = json.loads(read(assets.path("templates/index.json")))
    return tuple(
        Template(row["id"], row["title"], row["description"], assets.path("templates") / row["file"], row["source"])
        for row in rows
    )


def example(name: str = "shop") -> Example:
    """The example that the program offers to try."""
    directory = assets.path("examples") / name
    return Example(directory / "robots.txt", directory / "urls.txt")
