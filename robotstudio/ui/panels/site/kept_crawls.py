"""The crawls of a document: those that it made or opened, and others of their sites; named, exported and removed."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.menus import MenuAction

if TYPE_CHECKING:
    from robotstudio.crawl.kept import KeptCrawl

_NOTICE = "kept crawls"
_MOST_REMEMBERED = 100
"""As many as a project file may have."""


class CrawlOwner(Protocol):
    """Shows the list, and one of its crawls."""

    def show_list(self) -> None:
        """Show the list: it has changed."""

    def drop(self, path: Path) -> None:
        """Show another crawl than this one, which was deleted."""


class KeptCrawls(Controller):
    """The list of crawls, newest first."""

    def __init__(self, context: Context, usual: Callable[[], Path | None], owner: "CrawlOwner") -> None:
        """Create it; `usual` returns the file of the first crawl of the draft's site."""
        super().__init__(context)
        self._owner = owner
        self._usual = usual
        self.paths: tuple[Path, ...] = ()
        """The files of the document's own crawls, oldest first."""
        self.crawls: tuple[KeptCrawl, ...] = ()
        self._reading = Background("kept crawls", self)
        self._reading.answered.connect(self._on_read)
        self._copying = Background("crawl copy", self)
        self._copying.answered.connect(self._on_copied)
        self._copying.failed.connect(self._tell)

    @property
    def readable(self) -> "tuple[KeptCrawl, ...]":
        return tuple(crawl for crawl in self.crawls if crawl.trouble is None)

    def crawl(self, path: Path | None) -> "KeptCrawl | None":
        return next((crawl for crawl in self.crawls if crawl.path == path), None)

    def remembered(self) -> tuple[str, ...]:
        """Return the files of the document's newest crawls, oldest first, for the saved state."""
        return tuple(map(str, self.paths[-_MOST_REMEMBERED:]))

    def take(self, paths: Sequence[str]) -> None:
        """Take the files that were saved with the document."""
        self.paths, self.crawls = tuple(map(Path, paths)), ()

    def add(self, path: Path) -> None:
        """Keep a crawl with the document."""
        if path not in self.paths:
            self.paths = (*self.paths, path)
            self.state_changed.emit()
        self.read()

    def read(self) -> None:
        """Read the list again."""
        usual = self._usual()
        self._reading.ask(partial(_read, self.paths, usual))

    def close(self) -> None:
        self._reading.close()
        self._copying.close()

    def menu_rows(self, shown: Path | None) -> list[MenuAction]:
        """Return the actions on the shown crawl, none if it cannot be read."""
        crawl = self.crawl(shown)
        if crawl is None or crawl.trouble is not None:
            return []
        rows = ((tr("Rename…"), self._rename), (tr("Export crawl…"), self._export), (tr("Delete crawl…"), self._remove))
        return [MenuAction(text, partial(do, crawl)) for text, do in rows]

    def _rename(self, crawl: "KeptCrawl") -> None:
        from robotstudio.crawl.kept import rename  # noqa: PLC0415  # few are renamed

        name = dialogs.ask_crawl_name(self._window, crawl.name)
        if name is not None:
            self._try(rename, crawl.path, name)

    def _export(self, crawl: "KeptCrawl") -> None:
        target = dialogs.ask_export_crawl_path(self._window, crawl.path.name)
        if target is not None and target != crawl.path:
            self._window.notices.withdraw(_NOTICE)
            self._copying.ask(partial(_copy, crawl.path, target))

    def _remove(self, crawl: "KeptCrawl") -> None:
        from robotstudio.crawl.kept import discard  # noqa: PLC0415  # few are deleted

        if dialogs.ask_delete_crawl(self._window, crawl_words.kept_title(crawl), crawl.path):
            self.paths = tuple(path for path in self.paths if path != crawl.path)
            self.state_changed.emit()
            self._try(discard, crawl.path)
            self._owner.drop(crawl.path)

    def _try(self, do: Callable[..., None], *facts: object) -> None:
        try:
            do(*facts)
        except RobotStudioError as error:
            self._tell(error)
        else:
            self._window.notices.withdraw(_NOTICE)
        self.read()

    def _on_read(self, crawls: "tuple[KeptCrawl, ...] | None") -> None:
        if crawls is not None and crawls != self.crawls:
            self.crawls = crawls
            self._owner.show_list()

    def _on_copied(self, target: Path) -> None:
        self._window.status_bar.show_message(tr("Crawl exported to {path}.", path=str(target)))

    def _tell(self, error: object) -> None:
        if isinstance(error, RobotStudioError):
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))


def _read(
    paths: Sequence[Path], usual: Path | None, is_cancelled: Callable[[], bool]
) -> "tuple[KeptCrawl, ...] | None":
    """Read the crawls at these paths, and those beside them and at the usual place."""
    from robotstudio.crawl.kept import kept_crawls  # noqa: PLC0415  # imported in the thread
    from robotstudio.crawl.runs import runs_of  # noqa: PLC0415  # as above

    beside = (run for path in (*paths, *([usual] if usual else ())) for run in runs_of(path))
    return kept_crawls((*paths, *beside), is_cancelled)


def _copy(path: Path, target: Path, _is_cancelled: Callable[[], bool]) -> Path:
    from robotstudio.crawl.kept import copy_to  # noqa: PLC0415  # few are copied

    copy_to(path, target)
    return target
