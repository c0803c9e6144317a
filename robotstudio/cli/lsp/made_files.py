"""Files that a command of the configuration prints, shown beside the code that they are made of.

A folder may be a stranger's: its command runs once the person has agreed, in the editor or by an option of the server.
"""

import asyncio
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from lsprotocol import types
from msgspec import Struct

from robotstudio.cli.config import Config
from robotstudio.cli.lsp.positions import is_asked
from robotstudio.cli.source import run_source, shown_command
from robotstudio.store.files import write_atomic
from robotstudio.text.language import Message, tr

SHOW: Final = "robotstudio.showMadeFile"
NAME: Final = "robots.txt"
_SHOW: Message = "Show the robots.txt that “{command}” prints"
_ENDINGS: Final = (".txt", ".expect")
_LANGUAGES: Final = ("", "plaintext", "text")


class SourceSnapshot(Struct, frozen=True):
    """Code: no robots.txt itself, but it shows the one that the command of its project prints, if there is one."""

    uri: str
    command: Sequence[str]

    def diagnostics(self, _source: str) -> list[types.Diagnostic]:
        return []

    def hover(self, _position: types.Position) -> None:
        return None

    def completion(self, _position: types.Position) -> list[types.CompletionItem]:
        return []

    def actions(
        self, _uri: str, asked: types.Range, kinds: Sequence[str] | None, _shown: Sequence[types.Diagnostic] = ()
    ) -> list[types.CodeAction]:
        """Return what shows the made file, in the first line."""
        if not self.command or asked.start.line > 0 or not is_asked(types.CodeActionKind.Source.value, kinds):
            return []
        return [types.CodeAction(self._show.title, types.CodeActionKind.Source, command=self._show)]

    def lenses(self) -> list[types.CodeLens]:
        start = types.Position(0, 0)
        return [types.CodeLens(types.Range(start, start), self._show)] if self.command else []

    @property
    def _show(self) -> types.Command:
        return types.Command(tr(_SHOW, command=shown_command(self.command)), SHOW, arguments=[self.uri])


def is_code(path: Path, language: str) -> bool:
    """Return True if a document is neither a robots.txt nor expectations, by its name and its language."""
    return path.suffix not in _ENDINGS and language not in _LANGUAGES and "robots" not in language


class MadeFiles:
    """The files that were made since the server has started, in a folder that goes when it ends."""

    def __init__(self, trusted: Iterable[Path] = ()) -> None:
        """`trusted` are folders whose commands, and those of folders in them, run without a question."""
        self._trusted = [folder.resolve() for folder in trusted]
        self._agreed: set[tuple[Path, tuple[str, ...]]] = set()
        self._made: dict[Path, tuple[Config, Path]] = {}
        self._place: tempfile.TemporaryDirectory[str] | None = None

    def may_run(self, config: Config) -> bool:
        folder = folder_of(config)
        is_trusted = any(folder.is_relative_to(each) for each in self._trusted)
        return is_trusted or (folder, config.source) in self._agreed

    def agree(self, config: Config) -> None:
        """Let this command run in this folder until the server ends; another command is asked for again."""
        self._agreed.add((folder_of(config), config.source))

    async def make(self, config: Config) -> Path:
        """Run a command that may run, and return the path of what it has printed. Raises MisuseError, or FileError."""
        folder = folder_of(config)
        made = await asyncio.to_thread(run_source, config.source, folder)
        if self._place is None:
            self._place = tempfile.TemporaryDirectory(prefix="robotstudio-")
        known = self._made.get(folder)
        path = known[1] if known else Path(tempfile.mkdtemp(dir=self._place.name)) / NAME
        self._made[folder] = config, path
        if not path.exists() or path.read_bytes() != made.body:
            write_atomic(path, made.body)
        return path

    def known(self) -> list[Config]:
        """Return the configurations whose files were made."""
        return [config for config, _ in self._made.values()]

    def origin(self, path: Path) -> Path:
        """Return where a made file would be in its project, any other path itself."""
        return next((folder / NAME for folder, (_, made) in self._made.items() if made == path), path)

    def of(self, path: Path) -> Path:
        """Return what was made in place of a robots.txt that does not exist, else the path itself."""
        made = self._made.get(path.parent)
        return made[1] if made and path.name == NAME and not path.exists() else path


def folder_of(config: Config) -> Path:
    """Return the folder in which the command of a configuration runs."""
    return config.path.resolve().parent if config.path else Path()
