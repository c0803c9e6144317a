"""*What is this?*: the next click, or the key again, shows a sentence about a widget; and the help page about it."""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from itertools import takewhile
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QTabBar,
    QWhatsThis,
    QWidget,
)

from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.panels.help.sentences import COLUMN_SENTENCES, sentence_of
from robotstudio.ui.shell.actions import PANELS
from robotstudio.ui.widgets.formats import without_accelerator

_LONGEST: Final = 600
_HEADER_ROLES: Final = (
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
)
_UI: Final = "robotstudio.ui."


class WhatIsThis(QObject):
    """Handles Qt's what's-this events; its event filter is installed only while it waits for the click."""

    def __init__(self, actions: Mapping[str, QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._is_listening = False

    def ask(self) -> None:
        """Wait for a click; if already waiting, explain the focused widget instead."""
        if self._is_listening:
            self.stop()
            focused: QWidget | None = QApplication.focusWidget()  # the stubs omit None
            if focused is not None:
                self._explain(focused, focused.rect().center())
            return
        for action_id, action in self._actions.items():
            action.setWhatsThis(_rich(without_accelerator(action.text()), tr(sentence_of(action_id))))
        self._is_listening = True
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        QWhatsThis.enterWhatsThisMode()

    def stop(self) -> None:
        """Stop waiting."""
        if self._is_listening:
            self._is_listening = False
            application = QApplication.instance()
            if application is not None:
                application.removeEventFilter(self)
        if QWhatsThis.inWhatsThisMode():
            QWhatsThis.leaveWhatsThisMode()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind is QEvent.Type.LeaveWhatsThisMode:
            self.stop()
        elif isinstance(event, QHelpEvent) and isinstance(watched, QWidget) and not isinstance(watched, QMenu):
            if kind is QEvent.Type.QueryWhatsThis:
                event.setAccepted(bool(explanation(watched, event.pos())))
                return True
            if kind is QEvent.Type.WhatsThis:
                self._explain(watched, event.pos())
                event.accept()
                return True
        return False

    @staticmethod
    def _explain(widget: QWidget, position: QPoint) -> None:
        said = explanation(widget, position)
        if said:
            QWhatsThis.showText(widget.mapToGlobal(position), said, widget)


def explanation(widget: QWidget, position: QPoint) -> str:
    """Return rich text about a position in a widget; "" for foreign widgets."""
    for part in takewhile(_is_inside, _outwards(widget)):
        inside = part.mapFrom(widget.window(), widget.mapTo(widget.window(), position))
        name, said = _own_words(part, inside)
        if said:
            return _rich(name, said)
    topic = topic_of(widget)
    return _rich(_name_of(widget), tr(topic.sentence)) if topic else ""


def _rich(name: str, said: str) -> str:
    """Return a name in bold above a sentence; both are escaped, as they may be untrusted."""
    body = escape(said[:_LONGEST]).replace("\n", "<br>")
    return f"<b>{escape(name[:_LONGEST])}</b><br>{body}" if name and name != said else f"<span>{body}</span>"


def _is_inside(part: QWidget) -> bool:
    return not part.isWindow()


def _own_words(part: QWidget, position: QPoint) -> tuple[str, str]:
    """Return the name and description of a part, or of one position in it."""
    of_place = next((find for kind, find in _PLACES if isinstance(part, kind)), None)
    if of_place is not None:
        name, said = of_place(part, position)
        if said:
            return name, said
    name = _name_of(part)
    for said in (part.whatsThis(), part.toolTip(), part.accessibleDescription()):
        if said and said != name:
            return name, said
    return name, ""


def _name_of(part: QWidget) -> str:
    if isinstance(part, (QAbstractButton, QLabel)) and part.text():
        return without_accelerator(part.text()) if isinstance(part, QAbstractButton) else part.text()
    if isinstance(part, QLineEdit) and part.placeholderText():
        return part.placeholderText()
    return part.accessibleName()


def _of_header(part: QWidget, position: QPoint) -> tuple[str, str]:
    if not isinstance(part, QHeaderView):
        return "", ""
    is_across = part.orientation() is Qt.Orientation.Horizontal
    section = part.logicalIndexAt(position.x() if is_across else position.y())
    return _of_section(part, section)


def _of_section(header: QHeaderView, section: int) -> tuple[str, str]:
    """Return the title of a column and its contents."""
    model = header.model()
    if section < 0 or model is None:
        return "", ""
    title = str(model.headerData(section, header.orientation()) or "")
    for column in getattr(model, "columns", ())[section : section + 1]:
        known = COLUMN_SENTENCES.get((_topic_name(header), getattr(column, "id", "")))
        if known:
            return title, tr(known)
    for role in _HEADER_ROLES:
        said = model.headerData(section, header.orientation(), role)
        if said and said != title:
            return title, str(said)
    return title, ""


def _topic_name(widget: QWidget) -> str:
    topic = topic_of(widget)
    return topic.name if topic else ""


def _of_view(part: QWidget, position: QPoint) -> tuple[str, str]:
    """Return the description of the column at a position."""
    if not isinstance(part, QAbstractItemView):
        return "", ""
    header = part.findChild(QHeaderView)
    index = part.indexAt(part.viewport().mapFrom(part, position))
    if not isinstance(header, QHeaderView) or header.orientation() is not Qt.Orientation.Horizontal:
        return "", ""
    return _of_section(header, index.column()) if index.isValid() else ("", "")


def _of_tab(part: QWidget, position: QPoint) -> tuple[str, str]:
    if not isinstance(part, QTabBar):
        return "", ""
    tab = part.tabAt(position)
    return (part.tabText(tab), part.tabToolTip(tab)) if tab >= 0 else ("", "")


def _of_menu_bar(part: QWidget, position: QPoint) -> tuple[str, str]:
    if not isinstance(part, QMenuBar):
        return "", ""
    action: QAction | None = part.actionAt(position)  # the stubs omit None
    menu = action.menu() if action is not None else None
    if action is None or not isinstance(menu, QMenu):
        return "", ""
    names = [without_accelerator(each.text()) for each in menu.actions() if each.text()]
    return without_accelerator(action.text()), WORDS.side_by_side(names)


def _of_choice(part: QWidget, _position: QPoint) -> tuple[str, str]:
    if not isinstance(part, QComboBox):
        return "", ""
    return part.accessibleName(), part.toolTip()


_PLACES: Final[tuple[tuple[type[QWidget], Callable[[QWidget, QPoint], tuple[str, str]]], ...]] = (
    (QHeaderView, _of_header),
    (QAbstractItemView, _of_view),
    (QTabBar, _of_tab),
    (QMenuBar, _of_menu_bar),
    (QComboBox, _of_choice),
)
"""Descriptions that depend on the position, by type of widget."""


class Topic(NamedTuple):
    """A part of the window, its page, and its purpose."""

    name: str
    page: str
    sentence: Message


_SENTENCES: Final[Mapping[str, Message]] = {
    "panels.why": (
        "Explains the selected cell: what the server answered, which group the crawler follows, and which rule wins."
    ),
    "shell.top_bar": "Says what is simulated: of which site, under which answer of the server, for which crawlers.",
    "shell.status_bar": "Facts of the file and of the caret; those that can be clicked lead to more.",
    "widgets.tab_bar": "Each tab shows another side of the same draft.",
    "widgets.notice_bar": "Tells what has happened, and what you can do about it.",
    "shell.main_window": "All that the program can do, ordered by what it is about.",
    "panels.help": "The pages of the help, with a search over all of them.",
}
"""Parts that have no action."""

_OTHERS: Final[Mapping[str, tuple[str, str]]] = {
    "panels.why": ("guide/why", ""),
    "editor": ("guide/README", "view.editor"),
    "shell.pages": ("guide/README", "view.editor"),
    "shell.top_bar": ("guide/README", ""),
    "shell.status_bar": ("guide/README", ""),
    "widgets.tab_bar": ("guide/README", ""),
    "widgets.notice_bar": ("guide/README", ""),
    "panels.expectations": ("reference/expectations", "view.tests"),
    "shell.command_list": ("program/shortcuts", "help.commands"),
    "shell.main_window": ("guide/README", ""),
}
"""Page and action of a part, by its module or package."""

TOPICS: Final[Mapping[str, Topic]] = {
    name: Topic(name.removeprefix("panels."), page, _SENTENCES.get(name) or sentence_of(action))
    for name, (page, action) in _OTHERS.items()
} | {
    place: Topic(row.module.partition(".")[0], row.page, _SENTENCES.get(place) or row.says)
    for row in PANELS.values()
    for place in (f"panels.{row.module.removesuffix('.panel')}",)
}


def _outwards(widget: QWidget | None) -> Iterator[QWidget]:
    """Yield a widget and its ancestors up to the window, then the parent of that window."""
    while widget is not None:
        yield widget
        widget = widget.parentWidget()


def topic_of(widget: QWidget | None) -> Topic | None:
    """Return the topic of the part that contains a widget; None for foreign widgets."""
    for part in _outwards(widget):
        for kind in type(part).__mro__:
            found = _topic_of_module(kind.__module__)
            if found:
                return found
    return None


def page_of(widget: QWidget | None) -> str:
    """Return the page about a widget: the `help_page` of a part, else that of its topic; "" for none."""
    for part in _outwards(widget):
        ask = getattr(part, "help_page", None)
        page = ask() if callable(ask) else ""
        if isinstance(page, str) and page:
            return page
    topic = topic_of(widget)
    return topic.page if topic else ""


def _topic_of_module(module: str) -> Topic | None:
    """Look up a module, then its parent packages."""
    name = module.removeprefix(_UI) if module.startswith(_UI) else ""
    while name:
        if name in TOPICS:
            return TOPICS[name]
        name = name.rpartition(".")[0]
    return None
