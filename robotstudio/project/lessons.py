"""Lessons: prepared examples, each about one common mistake."""

from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr, replace

from robotstudio import assets
from robotstudio.project.templates import Example, example
from robotstudio.store.files import read
from robotstudio.text.language import Message


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
