"""What the program ships to start from: templates for a new file, and an example to try."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio import assets
from robotstudio.io.files import read
from robotstudio.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from robotstudio.io.urls import UrlList


@dataclass(frozen=True, slots=True)
class Template:
    """A robots.txt to start from; `source` is where it is written down why it is as it is."""

    id: str
    title: str
    description: str
    path: Path
    source: str = ""

    def body(self) -> bytes:
        return read(self.path)


@dataclass(frozen=True, slots=True)
class Example:
    """A robots.txt with mistakes to find, and URLs to test it with."""

    robots: Path
    urls: Path

    def body(self) -> bytes:
        """The bytes of the robots.txt."""
        return read(self.robots)

    def url_list(self) -> "UrlList":
        """The test URLs."""
        from robotstudio.io.urls import load_list  # noqa: PLC0415  # the start page offers it, and opens it seldom

        return load_list(self.urls)


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
