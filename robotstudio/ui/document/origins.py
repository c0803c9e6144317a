"""The origin of the text in the editor. Only a text read from a file is saved to that file without asking."""

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


class Origin(Struct, frozen=True):
    """The origin of a text, and its name until it is saved."""

    source: OriginKind
    name: str = FILE_NAME
    path: Path | None = None
    """The file on disk; saving writes there. Only `of_file` sets it."""
    stamp: FileStamp | None = None

    def __post_init__(self) -> None:
        """Check that only texts read from a file have a file to be saved to."""
        if (self.path is not None) is not (self.source is OriginKind.FILE):
            raise ValueError("only what was read from a file belongs to that file")

    @classmethod
    def of_file(cls, path: Path, stamp: FileStamp) -> Self:
        """Return the origin of a file on disk with its stamp."""
        return cls(OriginKind.FILE, path.name, _without_detours(path.absolute()), stamp)

    @classmethod
    def of_template(cls) -> Self:
        """Return the origin of a template; a text made from one belongs to the user."""
        return cls(OriginKind.TEMPLATE)

    @classmethod
    def of_example(cls) -> Self:
        return cls(OriginKind.EXAMPLE, tr("{file} of the example", file=FILE_NAME))

    @classmethod
    def of_site(cls, evidence: Evidence) -> Self:
        """Return the origin of a site's answer: its robots.txt, or an error page."""
        host = site_of(evidence.requested)
        if evidence.status is not None and evidence.status >= _BAD_STATUS:
            return cls(OriginKind.SITE, tr("Answer {status} from {host}", status=evidence.status, host=host))
        return cls(OriginKind.SITE, tr("{file} from {host}", file=FILE_NAME, host=host))

    @classmethod
    def of_history(cls, entry: Entry) -> Self:
        """Return the origin of an older version of a site's file."""
        when = WORDS.date(entry.fetched_at.astimezone())
        name = tr("{file} from {host}, {when}", file=FILE_NAME, host=site_of(entry.host), when=when)
        return cls(OriginKind.HISTORY, name)

    @classmethod
    def of_survey(cls, host: str) -> Self:
        """Return the origin of an input file of a survey."""
        return cls(OriginKind.TEMPLATE, tr("{file} from {host}", file=FILE_NAME, host=host))

    @classmethod
    def of_environment(cls, name: str) -> Self:
        """Return the origin of a project environment's text: generated from the project's file, never saved over it."""
        return cls(OriginKind.ENVIRONMENT, tr("{file} of {environment}", file=FILE_NAME, environment=name))

    @property
    def is_only_here(self) -> bool:
        """True if the text may exist nowhere else: closing asks, and it is journaled even if unchanged."""
        return self.source in {OriginKind.HISTORY, OriginKind.CRASH}

    @property
    def suggested(self) -> Path:
        """The suggested file name for saving."""
        return self.path or Path(self.name if self.source is OriginKind.CRASH else FILE_NAME)


def _without_detours(path: Path) -> Path:
    """Return the path without `..`, so that it is listed once; a symlink in the name stays."""
    return path.parent.resolve() / path.name if ".." in path.parts else path
