"""One exception tree at the border to the outside world.

Every message is one or two sentences for the person at the screen: what happened, where, what to do. Nothing that a
file, a server or a person sends may leave these packages as another exception.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the help of the command line is there sooner without
    from pathlib import Path

from robotstudio.store.userinfo import without_typed_userinfo
from robotstudio.text.language import Fact, Message, Plural, Told, told


class RobotStudioError(Exception):
    """What went wrong outside the program; `told` is what to show, `str(error)` the same in English."""

    def __init__(self, message: Message | Plural | Told, /, **facts: Fact) -> None:
        """A message with its facts, or both as they were told elsewhere."""
        super().__init__()
        self.told = message if isinstance(message, Told) else told(message, **facts)

    def __str__(self) -> str:
        """In English, for logs and for what stays English."""
        return str(self.told)


_UNEXPECTED: Message = "An unexpected error stopped this task. Copy the details from the notice."


class UnexpectedError(RobotStudioError):
    """A fault of this program, as a sentence; `__cause__` is the exception that was raised."""

    def __init__(self) -> None:
        super().__init__(_UNEXPECTED)


class FileError(RobotStudioError):
    """A file could not be read or written. `{path}` and `{name}` may stand in the message."""

    def __init__(self, message: Message | Plural | Told, path: "Path", /, **facts: Fact) -> None:
        super().__init__(message, **{"path": str(path), "name": path.name, **facts})
        self.path = path


class FileMissingError(FileError):
    """There is no file at the path."""


class FileKindError(FileError):
    """The path leads to something that is not a file: a directory, a device, a socket."""


class FileAccessError(FileError):
    """The system does not permit it: the file, its directory or the disk is protected."""


class FileTooLargeError(FileError):
    """The file is larger than what is read at all."""

    def __init__(self, message: Message | Plural, path: "Path", size: int, /, **facts: Fact) -> None:
        super().__init__(message, path, **facts)
        self.size = size


class FileContentError(FileError):
    """The file can be read, but holds nothing of what was asked for: a picture, a web page, XML that is refused."""


class NothingReadError(FileContentError):
    """An input of which nothing was understood. It is raised, so that nobody takes it for an input without findings."""


class BadUrlError(RobotStudioError):
    """What was typed, pasted or imported is no address that a crawler could request."""

    def __init__(self, message: Message | Plural, written: str, /, **facts: Fact) -> None:
        super().__init__(message, **facts)
        self.written = without_typed_userinfo(written)


class HistoryError(RobotStudioError):
    """The history of fetches could not be read or written."""
