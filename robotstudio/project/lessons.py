"""Examples about one thing each that people get wrong, set up so that it is seen at once."""

import json
from pathlib import Path
from typing import Any

from msgspec import Struct

from robotstudio import assets
from robotstudio.project.templates import Example, example
from robotstudio.store.files import read
from robotstudio.text.language import Message


class Lesson(Struct, frozen=True):
    """An example, what to see in it, and what to change for it to be otherwise."""

    id: str
    topic: Message
    """What it is listed under."""
    title: Message
    see: Message
    change: Message
    example: Example
    crawlers: tuple[str, ...]
    selected: tuple[str, str]
    """The test URL, as it is written, and the crawler of the verdict to look at."""
    tab: str
    """Where it is seen: a tab, or `changes`."""
    change_tab: str
    """Where it is changed, or where one then looks."""
    answer: str
    """What the server is supposed to answer, an id of the scenarios; "" for the file itself."""
    hours: int
    """For how long it has answered so."""
    has_copy: bool
    """True if crawlers have a copy from before."""
    address: str
    """Where the file is served, "" if that is not told."""
    before: Path | None
    """An earlier version, to be compared with."""

    def body(self) -> bytes:
        """The file, byte by byte."""
        return read(self.example.robots)

    def body_before(self) -> bytes | None:
        """The earlier version."""
        return read(self.before) if self.before else None


def lessons() -> tuple[Lesson, ...]:
    """All of them, in the order in which they are listed: those of a topic together."""
    root = assets.path("examples")
    content = json.loads(read(root / "index.json"))
    return tuple(_lesson(row, content["topics"], root / row["id"]) for row in content["lessons"])


def _lesson(row: dict[str, Any], topics: dict[str, Message], folder: Path) -> Lesson:
    tab = row.get("tab", "simulation")
    return Lesson(
        row["id"],
        topics[row["topic"]],
        row["title"],
        row["see"],
        row["change"],
        example(row["id"]),
        tuple(row["crawlers"]),
        (row["selected"][0], row["selected"][1]),
        tab,
        row.get("change_tab", tab),
        row.get("answer", ""),
        row.get("hours", 0),
        row.get("has_copy", False),
        row.get("address", ""),
        folder / "before.txt" if row.get("has_before") else None,
    )
