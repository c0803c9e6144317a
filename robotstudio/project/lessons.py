"""Examples about one thing each that people get wrong, set up so that it is seen at once."""

from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr, replace

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
    crawlers: tuple[str, ...]
    selected: tuple[str, str]
    """The test URL, as it is written, and the crawler of the verdict to look at."""
    tab: str = "simulation"
    """Where it is seen: a tab, or `changes`."""
    change_tab: str = ""
    """Where it is changed, or where one then looks; "" for `tab`."""
    answer: str = ""
    """What the server is supposed to answer, an id of the scenarios; "" for the file itself."""
    hours: int = 0
    """For how long it has answered so."""
    has_copy: bool = False
    """True if crawlers have a copy from before."""
    address: str = ""
    """Where the file is served, "" if that is not told."""
    has_before: bool = False
    """True if there is an earlier version to compare with."""

    def __post_init__(self) -> None:
        """A lesson is changed where it is seen, unless it says otherwise."""
        if not self.change_tab:
            force_setattr(self, "change_tab", self.tab)

    @property
    def example(self) -> Example:
        return example(self.id)

    @property
    def before(self) -> Path | None:
        return assets.path("examples") / self.id / "before.txt" if self.has_before else None

    def body(self) -> bytes:
        """The file, byte by byte."""
        return read(self.example.robots)

    def body_before(self) -> bytes | None:
        """The earlier version."""
        return read(self.before) if self.before else None


class _Index(Struct):
    topics: dict[str, Message]
    lessons: list[Lesson]


def lessons() -> tuple[Lesson, ...]:
    """All of them, in the order in which they are listed: those of a topic together."""
    content = msgspec.json.decode(read(assets.path("examples/index.json")), type=_Index)
    return tuple(replace(lesson, topic=content.topics[lesson.topic]) for lesson in content.lessons)
