"""Shipped starting points: templates for a new file, an example, and lessons, each about one common mistake.

Their files are English; the comments are translated as messages, so that the rules are the same in every language.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr, replace

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
    return [line.decode() for line in read(path).splitlines(keepends=True)]


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


class Lesson(Struct, frozen=True):
    """An example with what to notice, and what to change."""

    id: str
    topic: Message
    """Its heading in the list."""
    title: Message
    see: Message
    change: Message
    crawlers: tuple[str, ...]
    selected: tuple[str, str]
    """The test URL, as written, and the crawler of the verdict to look at."""
    tab: str = "simulation"
    """Where to look: a tab, or `changes`."""
    change_tab: str = ""
    """Where to change it, or where to look next; "" for `tab`."""
    answer: str = ""
    """The supposed answer, an id of a scenario; "" for the file itself."""
    hours: int = 0
    """Hours for which it has been so."""
    has_copy: bool = False
    """True if crawlers have an earlier copy."""
    address: str = ""
    """Where the file is served, "" if irrelevant."""
    has_before: bool = False
    """True if there is an earlier version for comparison."""

    def __post_init__(self) -> None:
        """Change a lesson where it is seen, unless it says otherwise."""
        if not self.change_tab:
            force_setattr(self, "change_tab", self.tab)

    @property
    def example(self) -> Example:
        return example(self.id)

    @property
    def before(self) -> Path | None:
        return assets.path("examples") / self.id / "before.txt" if self.has_before else None

    def body(self) -> bytes:
        """Return the bytes of the file."""
        return read(self.example.robots)

    def body_before(self) -> bytes | None:
        return read(self.before) if self.before else None


class _Index(Struct):
    topics: dict[str, Message]
    lessons: list[Lesson]


def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, grouped by topic."""
    content = msgspec.json.decode(read(assets.path("examples/index.json")), type=_Index)
    return tuple(replace(lesson, topic=content.topics[lesson.topic]) for lesson in content.lessons)
