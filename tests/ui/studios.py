"""The whole window for a test: started, used with keyboard and mouse, and closed without a trace."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectation_results import ExpectationState
from robotstudio.store.places import Places
from robotstudio.ui.app.document_tabs import DocumentTabs
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.simulation.matrix_model import CellFacts
from robotstudio.ui.shell.document_bar import DocumentBar
from tests.ui.dragging import drop

ROBOTS = b"User-agent: *\nDisallow: /private/\nAllow: /private/open\n\nUser-agent: GPTBot\nDisallow: /\n"


class Studios:
    """Starts windows that share one directory, as the starts of one person's program do."""

    def __init__(self, home: Path) -> None:
        self.places = Places.under(home)
        self._open: list[Studio] = []

    @property
    def windows(self) -> set[QWidget]:
        """The open windows."""
        return {home.window for studio in self._open for home in studio.tabs.windows.in_use}

    def start(
        self,
        size: tuple[int, int] | None = (1440, 900),
        begin: Callable[[Studio], object] | None = None,
        files: Sequence[Path] = (),
    ) -> Studio:
        """Start a window with the files of a command line, shown and active; the first start has this size if given.

        `begin` is called before the window is shown, so that no unused start page is painted.
        """
        tabs = DocumentTabs(self.places)
        tabs.begin_with(files)
        studio = tabs.front
        self._open.append(studio)
        if size and not self.places.state.exists():
            studio.window.resize(*size)
        if begin:
            begin(studio)
        studio.window.show()
        bring_forward(studio)
        return studio

    def end(self, studio: Studio) -> None:
        """Close a window without questions."""
        self._open.remove(studio)
        windows = {home.window for home in studio.tabs.windows}
        studio.tabs.close()
        for window in windows:
            window.hide()
            window.deleteLater()
        if isValid(studio):  # else its tab was closed
            studio.deleteLater()

    def crash(self, studio: Studio) -> None:
        """End a window as the power supply does: of what was open, only the journal is left."""
        keeper = studio.tabs._keeper
        keeper.keep()
        for each in studio.tabs.studios:
            assert each.document.keep()
            assert each.projects.keep()
        entries = {path: path.read_bytes() for path in self.places.journal.glob("*.journal")}
        self.end(studio)
        forget_session(self)
        for path, body in entries.items():
            path.write_bytes(body)

    def end_all(self) -> None:
        for studio in tuple(self._open):
            self.end(studio)


def forget_session(studios: Studios) -> None:
    """Let the next start reopen nothing."""
    for entry in studios.places.journal.glob("*.journal"):
        entry.unlink()


def bring_forward(studio: Studio) -> None:
    """Give the keyboard focus to this window."""
    studio.window.activateWindow()
    QTest.qWaitForWindowActive(studio.window)


def keyboard() -> QWidget:
    """Return the widget with the keyboard focus."""
    widget: QWidget | None = QApplication.focusWidget()
    assert widget is not None
    return widget


def press(keys: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key in the focused widget."""
    QTest.keyClick(keyboard(), keys, modifiers)


def type_text(text: str) -> None:
    """Type into the focused widget; a line feed is Enter, and characters without a key come as from an input method."""
    for char in text:
        if char == "\n":
            press(Qt.Key.Key_Return)
        elif char.isascii():
            QTest.keyClicks(keyboard(), char)
        else:
            event = QInputMethodEvent()
            event.setCommitString(char)
            QApplication.sendEvent(keyboard(), event)


def has_keyboard(pane: QWidget) -> bool:
    """Return True if a pane or a part of it has the keyboard focus."""
    return pane is keyboard() or pane.isAncestorOf(keyboard())


def act(studio: Studio, action_id: str) -> None:
    """Trigger an action."""
    action = studio.window.actions_by_id[action_id]
    assert action.isEnabled()
    action.trigger()


def settle(studio: Studio) -> None:
    """Wait for sources being read, and for the last change: its analysis, explanation and tests, all from threads."""
    deadline = QDeadlineTimer(300_000)
    session = studio.session
    loader = studio.site.sources.loader
    while loader.is_busy or not session.is_settled or studio.expectations.results.counts[ExpectationState.WAITS]:
        assert not deadline.hasExpired()
        QTest.qWait(1)
    QTest.qWait(1)


def url_of(studio: Studio, written: str) -> str:
    """Return the test URL that was typed like this."""
    return next(url.url for url in studio.session.urls if url.written == written)


def facts(studio: Studio, written: str, token: str) -> CellFacts:
    """Return the facts about a cell of the matrix."""
    settle(studio)
    index = studio.simulation.view.matrix.index_of(Cell(url_of(studio, written), token))
    found = studio.simulation.view.matrix.facts(index.row(), index.column())
    assert found is not None
    return found


def verdicts(studio: Studio, token: str) -> dict[str, tuple[bool, int]]:
    """Return a column of the matrix: for each URL whether it is allowed, and the deciding line."""
    settle(studio)
    assert studio.session.analysis is not None
    column = studio.session.analysis.column_of(token)
    assert column is not None
    rows = zip(studio.session.urls, column.allowed.tolist(), column.lines.tolist(), strict=True)
    return {url.written: (allowed, line) for url, allowed, line in rows}


def click_cell(studio: Studio, written: str, token: str) -> None:
    settle(studio)
    view = studio.simulation.view
    index = view.matrix.index_of(Cell(url_of(studio, written), token))
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def drop_files(onto: QWidget, paths: Sequence[Path]) -> None:
    """Drag files over a widget and drop them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    drop(onto, data)


def draw_tab(studio: Studio, place: int, to: QPoint, *, is_let_go: bool = True) -> None:
    """Drag a tab of a window to a position on the screen."""
    settle(studio)
    bar = studio.window.findChild(DocumentBar)
    assert bar is not None
    tabs = bar.tabs
    start, end = tabs.tabRect(place).topLeft() + QPoint(20, 12), tabs.mapFromGlobal(to)
    QTest.mousePress(tabs, Qt.MouseButton.LeftButton, pos=start)
    for at in (start + QPoint(0, 8), end - QPoint(0, 1), end):
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        moved = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), tabs.mapToGlobal(QPointF(at)), left, left, none)
        QApplication.sendEvent(tabs, moved)
    if is_let_go:
        QTest.mouseRelease(tabs, Qt.MouseButton.LeftButton, pos=end)


def journal_entries(studios: Studios) -> dict[str, bytes]:
    """Return the entries of the journal by name; those that vanish meanwhile are left out."""
    found = {}
    for path in studios.places.journal.glob("*.journal"):
        with suppress(OSError):
            found[path.name.partition("-")[2]] = path.read_bytes()
    return found
