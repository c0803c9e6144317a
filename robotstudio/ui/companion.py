"""What is kept beside a file: opened, saved and let go of together with it."""

from pathlib import Path
from typing import Protocol


class Companion(Protocol):
    """A part of a document that has a file of its own beside that of the text."""

    @property
    def key(self) -> str:
        """Under which the journal keeps what is unsaved."""
        ...

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save."""
        ...

    def begin(self, path: Path | None) -> None:
        """Take what lies beside a file, or begin anew; what was there before may go."""
        ...

    def recover(self, body: bytes) -> None:
        """Take what a crash left as unsaved."""
        ...

    def save_beside(self, path: Path) -> bool:
        """Save beside a file that was just saved; False where that was not possible."""
        ...

    def forget(self) -> None:
        """What is unsaved is not wanted."""
        ...


class NoCompanion:
    """Nothing is kept beside the file."""

    key = ""
    is_modified = False

    def begin(self, path: Path | None) -> None:
        """There is nothing to begin."""

    def recover(self, body: bytes) -> None:
        """There is nothing to recover."""

    def save_beside(self, path: Path) -> bool:  # noqa: ARG002 - the protocol's
        return True

    def forget(self) -> None:
        """There is nothing to forget."""
