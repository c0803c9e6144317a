"""Says what is on the screen again, in another language; nothing is made anew, so that nothing can be lost.

Widgets stay as they are, with caret, selection, scroll, undo, focus, and whatever is under way behind them. What Qt was
given to show is remembered with how it was said (`TranslatedText`), and so is what the parts of the window keep to draw
themselves. What is put together of many texts is not: each controller shows it anew from the facts.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import force_setattr
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from robotstudio.ui.language.language import TranslatedText, again

TEXTS: Final[Mapping[type[QObject], Sequence[str]]] = {
    QWidget: ("toolTip", "accessibleName", "accessibleDescription", "windowTitle"),
    QLabel: ("text",),
    QAbstractButton: ("text",),
    QLineEdit: ("placeholderText",),
    QPlainTextEdit: ("placeholderText",),
    QTextEdit: ("placeholderText",),
    QSpinBox: ("specialValueText", "suffix"),
    QAction: ("text", "toolTip"),
    QMenu: ("title",),
    QComboBox: ("itemText",),
    QTabBar: ("tabText", "tabToolTip", "accessibleTabName"),
}
"""Where Qt shows texts: what it calls them; of several, such as the tabs of a bar, a number says which one is meant."""

_Shown = dict[tuple[str, tuple[int, ...]], TranslatedText]
_shown: Final[WeakKeyDictionary[QObject, _Shown]] = WeakKeyDictionary()
"""By whoever shows them, the texts that can be said again."""

_MOST_LOOKED_THROUGH = 500
_PASSING = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
_OURS = "robotstudio.ui."


def setter_of(text: str) -> str:
    """What Qt calls the method that sets a text."""
    return f"set{text[0].upper()}{text[1:]}"


def _remember(owner: type[QObject], name: str) -> None:
    """Have a setter of Qt keep how a text was said, and its getter answer that."""
    plain: Callable[..., object] = getattr(owner, setter_of(name))
    plain_getter: Callable[..., str] = getattr(owner, name)

    def getting(self: QObject, *where: int) -> str:
        text = plain_getter(self, *where)
        said = _shown.get(self, {}).get((name, where)) if text else None
        return said if said is not None and said == text else text

    def setting(self: QObject, *what: Any) -> None:  # noqa: ANN401  # as Qt takes it
        plain(self, *what)
        *where, text = what
        if isinstance(text, TranslatedText):
            _shown.setdefault(self, {})[name, tuple(where)] = text
        elif self in _shown:
            _shown[self].pop((name, tuple(where)), None)

    setattr(owner, setter_of(name), setting)
    setattr(owner, name, getting)


def _add_item(self: QComboBox, text: str, data: object = None) -> None:
    self.insertItem(self.count(), text, data)
    self.setItemText(self.count() - 1, text)


def _add_items(self: QComboBox, texts: Iterable[str]) -> None:
    for text in texts:
        _add_item(self, text)


def _add_tab(self: QTabBar, text: str) -> int:
    place = self.insertTab(self.count(), text)
    self.setTabText(place, text)
    return place


for _owner, _names in TEXTS.items():
    for _name in _names:
        _remember(_owner, _name)
QComboBox.addItem = _add_item  # type: ignore[assignment,method-assign]  # those with icons are not used
QComboBox.addItems = _add_items  # type: ignore[method-assign]  # as above
QTabBar.addTab = _add_tab  # type: ignore[assignment,method-assign]  # as above


def close_passing(widgets: Iterable[QWidget]) -> None:
    """Close what lists things that were worked out, and said, when it opened."""
    for widget in widgets:
        if widget.windowType() in _PASSING and widget.isVisible():
            widget.close()


def say_all_again(parts: Iterable[object]) -> None:
    """Say in the language that is spoken now what these parts keep, and whatever any widget shows."""
    _say_kept_again(parts)
    for owner, texts in list(_shown.items()):
        if isValid(owner):
            _say_shown_again(owner, texts)


def _say_shown_again(owner: QObject, texts: _Shown) -> None:
    for name, where in list(texts):
        text = texts.get((name, where))  # with its text a part may show another tooltip
        if text is None:
            continue
        if getattr(owner, name)(*where) != text:
            del texts[name, where]  # Qt itself has put something else there
        elif (now := text.again()) != text:
            getattr(owner, setter_of(name))(*where, now)


def _say_kept_again(parts: Iterable[object]) -> None:
    """Go through the attributes of parts of the window, and of those that they hold."""
    waiting, seen = deque(parts), set[int]()
    while waiting:
        part = waiting.popleft()
        if id(part) in seen or (isinstance(part, QObject) and not isValid(part)):
            continue
        seen.add(id(part))
        for name, value in _attributes(part):
            now = _anew(value, waiting)
            if now is value:
                continue
            if name in getattr(part, "__dict__", ()):
                vars(part)[name] = now  # whatever a property of this name would do
            elif isinstance(part, Struct):
                force_setattr(part, name, now)
            else:
                object.__setattr__(part, name, now)


def _attributes(part: object) -> Iterator[tuple[str, object]]:
    yield from list(getattr(part, "__dict__", {}).items())
    for kind in type(part).__mro__:
        slots = vars(kind).get("__slots__", ()) if kind.__module__.startswith(_OURS) else ()
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(part, name):
                yield name, getattr(part, name)


def _anew(value: Any, waiting: deque[object]) -> Any:  # noqa: ANN401  # what comes in comes out
    """A value with its texts said again; parts of the window that are met are looked through later."""
    if isinstance(value, TranslatedText):
        return again(value)
    if isinstance(value, (list, dict, tuple)):
        return value if len(value) > _MOST_LOOKED_THROUGH else _anew_inside(value, waiting)
    if isinstance(value, partial):
        args, keywords = _anew_inside(value.args, waiting), _anew_inside(value.keywords, waiting)
        return value if args is value.args else partial(value.func, *args, **keywords)
    if type(value).__module__.startswith(_OURS) and not isinstance(value, (type, Enum)):
        waiting.append(value)
    return value


def _anew_inside(value: Any, waiting: deque[object]) -> Any:  # noqa: ANN401  # as above
    if isinstance(value, tuple):
        items = [_anew(each, waiting) for each in value]
        is_same = all(now is each for now, each in zip(items, value, strict=True))
        return value if is_same else type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    for place, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
        now = _anew(each, waiting)
        if now is not each:
            value[place] = now
    return value
