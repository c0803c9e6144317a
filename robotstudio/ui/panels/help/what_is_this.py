"""*What is this?*: the next click, or the key again, shows a sentence about a widget."""

from collections.abc import Callable, Mapping
from html import escape
from itertools import takewhile
from typing import Final

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

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.panels.help.sentences import COLUMN_SENTENCES, sentence_of
from robotstudio.ui.panels.help.topics import outwards, topic_of
from robotstudio.ui.widgets.formats import without_accelerator

_LONGEST: Final = 600
_HEADER_ROLES: Final = (
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
)


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
    for part in takewhile(_is_inside, outwards(widget)):
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
    return of_section(part, section)


def of_section(header: QHeaderView, section: int) -> tuple[str, str]:
    """Return the title of a column and its contents."""
    model = header.model()
    if section < 0 or model is None:
        return "", ""
    title = str(model.headerData(section, header.orientation()) or "")
    for column in getattr(model, "columns", ())[section : section + 1]:
        known = COLUMN_SENTENCES.get((topic_name(header), getattr(column, "id", "")))
        if known:
            return title, tr(known)
    for role in _HEADER_ROLES:
        said = model.headerData(section, header.orientation(), role)
        if said and said != title:
            return title, str(said)
    return title, ""


def topic_name(widget: QWidget) -> str:
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
    return of_section(header, index.column()) if index.isValid() else ("", "")


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
