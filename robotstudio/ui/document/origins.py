"""Where the text in the editor comes from. Only what was read from a file is saved to that file without asking."""

from enum import Enum
from pathlib import Path
from typing import Self

from msgspec import Struct

from robotstudio.fetch.address import site_of
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.model import Entry
from robotstudio.store.files import FileStamp
from robotstudio.text.language import WORDS, tr

FILE_NAME = "robots.txt"
_BAD_STATUS = 400


class OriginKind(Enum):
    NEW = "new"
    FILE = "file"
    TEMPLATE = "template"
    EXAMPLE = "example"
    SITE = "site"
    HISTORY = "history"
    CRASH = "crash"
    ENVIRONMENT = "environment"


_ONLY_HERE = frozenset({OriginKind.SITE, OriginKind.HISTORY, OriginKind.CRASH})
"""What may be nowhere else tomorrow: asked about before it goes, and kept against a crash, without a change of it."""


class Origin(Struct, frozen=True):
    """Where a text comes from, and what it is called until it is saved."""

    source: OriginKind
    name: str = FILE_NAME
    path: Path | None = None
    """The file on disk that the text is of; saving writes there. Nothing but `of_file` gives one."""
    stamp: FileStamp | None = None

    def __post_init__(self) -> None:
        """A text that was read from no file has no file to be saved to."""
        if (self.path is not None) is not (self.source is OriginKind.FILE):
            raise ValueError("only what was read from a file belongs to that file")

    @classmethod
    def of_file(cls, path: Path, stamp: FileStamp) -> Self:
        """A file on disk, as it was when it was read."""
        return cls(OriginKind.FILE, path.name, _without_detours(path.absolute()), stamp)

    @classmethod
    def of_template(cls) -> Self:
        """One of the program's templates; what is made of it is the user's own."""
        return cls(OriginKind.TEMPLATE)

    @classmethod
    def of_example(cls) -> Self:
        return cls(OriginKind.EXAMPLE, tr("{file} of the example", file=FILE_NAME))

    @classmethod
    def of_site(cls, evidence: Evidence) -> Self:
        """What a site has answered: its robots.txt, or the page that came with an error."""
        host = site_of(evidence.requested)
        if evidence.status is not None and evidence.status >= _BAD_STATUS:
            return cls(OriginKind.SITE, tr("Answer {status} from {host}", status=evidence.status, host=host))
        return cls(OriginKind.SITE, tr("{file} from {host}", file=FILE_NAME, host=host))

    @classmethod
    def of_history(cls, entry: Entry) -> Self:
        """An older version of a site's file."""
        when = WORDS.date(entry.fetched_at.astimezone())
        name = tr("{file} from {host}, {when}", file=FILE_NAME, host=site_of(entry.host), when=when)
        return cls(OriginKind.HISTORY, name)

    @classmethod
    def of_survey(cls, host: str) -> Self:
        """A file of the input of a survey."""
        return cls(OriginKind.TEMPLATE, tr("{file} from {host}", file=FILE_NAME, host=host))

    @classmethod
    def of_environment(cls, name: str) -> Self:
        """What an environment of a project serves: made from the project's file, and never written over it."""
        return cls(OriginKind.ENVIRONMENT, tr("{file} of {environment}", file=FILE_NAME, environment=name))

    @property
    def is_only_here(self) -> bool:
        """Whether the text is worth keeping although nothing in it was changed."""
        return self.source in _ONLY_HERE

    @property
    def suggested(self) -> Path:
        """What to call the file when it is saved."""
        return self.path or Path(self.name if self.source is OriginKind.CRASH else FILE_NAME)


def _without_detours(path: Path) -> Path:
    """The same file without `..`, so that it is listed once; a link in its name stays one."""
    return path.parent.resolve() / path.name if ".." in path.parts else path
