"""One exception tree for everything outside the program.

Every message is one or two sentences for the user: what happened, where, what to do. Nothing that a file, a server or a
person sends may raise any other exception out of these packages.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # keeps `--help` fast
    from pathlib import Path

from robotstudio.store.userinfo import without_typed_userinfo
from robotstudio.text.language import Fact, Message, Plural, Told, told


class RobotStudioError(Exception):
    """An error outside the program; `told` is what to show, `str(error)` the same in English."""

    def __init__(self, message: Message | Plural | Told, /, **facts: Fact) -> None:
        """Take a message with its facts, or a `Told`."""
        super().__init__()
        self.told = message if isinstance(message, Told) else told(message, **facts)

    def __str__(self) -> str:
        """Format in English, for logs and for what stays English."""
        return str(self.told)


_UNEXPECTED: Message = "An unexpected error stopped this task. Copy the details from the notice."


class UnexpectedError(RobotStudioError):
    """A bug in this program, as a sentence; `__cause__` is the exception that was raised."""

    def __init__(self) -> None:
        super().__init__(_UNEXPECTED)


class FileError(RobotStudioError):
    """A file could not be read or written. `{path}` and `{name}` may be in the message."""

    def __init__(self, message: Message | Plural | Told, path: "Path", /, **facts: Fact) -> None:
        super().__init__(message, **{"path": str(path), "name": path.name, **facts})
        self.path = path


class FileMissingError(FileError):
    """There is no file at the path."""


class FileKindError(FileError):
    """The path is not a regular file: a directory, a device, a socket."""


class FileAccessError(FileError):
    """Permission denied: the file, its directory or the disk is protected."""


class FileTooLargeError(FileError):
    """The file is larger than the limit."""

    def __init__(self, message: Message | Plural, path: "Path", size: int, /, **facts: Fact) -> None:
        super().__init__(message, path, **facts)
        self.size = size


class FileContentError(FileError):
    """The file can be read, but does not contain what was expected: a picture, a web page, XML that is refused."""


class NothingReadError(FileContentError):
    """Nothing in an input was understood. Raised so that it is not mistaken for an input without findings."""


class BadUrlError(RobotStudioError):
    """Typed, pasted or imported text is not an address that a crawler could request."""

    def __init__(self, message: Message | Plural, written: str, /, **facts: Fact) -> None:
        super().__init__(message, **facts)
        self.written = without_typed_userinfo(written)


class HistoryError(RobotStudioError):
    """The history of fetches could not be read or written."""
