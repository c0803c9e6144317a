"""The parts of an editor pane and analyses to show there, for the tests of the editor."""

from types import MappingProxyType
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QEvent
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QWidget

from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import crawler_for
from robotstudio.ui.editor.bars import FindBar, GoToBar
from robotstudio.ui.editor.decides_column import DecidesColumn
from robotstudio.ui.editor.gutter import Gutter
from robotstudio.ui.editor.overview_ruler import OverviewRuler
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list

URLS = "https://www.example.com/\nhttps://www.example.com/cart/\nhttps://www.example.com/search"

_Part = TypeVar("_Part", bound=QWidget)


class Parts:
    """The parts of a pane, found in the tree of widgets as an assistive program would find them."""

    def __init__(self, pane: EditorPane) -> None:
        self.pane = pane
        self.edit = part(pane, RobotsEdit)
        self.gutter = part(pane, Gutter)
        self.decides = part(pane, DecidesColumn)
        self.ruler = part(pane, OverviewRuler)
        self.find_bar = part(pane, FindBar)
        self.go_to_bar = part(pane, GoToBar)

    @property
    def text(self) -> str:
        """The draft as a string."""
        return self.pane.body().decode()

    def select(self, anchor: int, position: int) -> None:
        """Select from one UTF-16 offset to another."""
        cursor = self.edit.textCursor()
        cursor.setPosition(anchor)
        cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        self.edit.setTextCursor(cursor)

    @property
    def selected(self) -> str:
        """The selected text."""
        return self.edit.textCursor().selectedText().replace("\u2029", "\n")


def part(pane: EditorPane, kind: type[_Part]) -> _Part:
    """Return the only part of a kind."""
    found = pane.findChild(kind)
    assert isinstance(found, kind)
    return found


def paint_now(widget: QWidget) -> None:
    """Repaint the window of a widget now."""
    QApplication.sendEvent(widget.window(), QEvent(QEvent.Type.UpdateRequest))


def analysis_of(body: bytes, decides: dict[int, int] | None = None, urls: str = URLS) -> Analysis:
    """Analyse a file for three URLs and two crawlers, or invent the counts."""
    found = as_set(parse_list(urls).urls)
    crawlers = (crawler_for("Googlebot"), crawler_for("GPTBot"))
    made = analyse(Request(1, body, found, UrlTable(url.url for url in found), crawlers))
    return made if decides is None else replace(made, decided_urls=MappingProxyType(decides))
