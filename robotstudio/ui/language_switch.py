"""Says what is on the screen again, in another language; nothing is made anew, so that nothing can be lost.

Widgets stay as they are, with caret, selection, scroll, undo, focus, and whatever is under way behind them. What Qt was
given to show is remembered with how it was said (`Said`), and so is what the parts of the window keep to draw
themselves. What is put together of many texts is not: each controller shows it anew from the facts.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject
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

from robotstudio.ui.language import Said, again

T = TypeVar("T")


class _Place(NamedTuple):
    """Where Qt shows a text: who has it, how it is set and read; `is_one_of_many` where a number says which."""

    owner: type[QObject]
    setter: str
    getter: str
    is_one_of_many: bool = False


_PLACES: Final = (
    _Place(QWidget, "setToolTip", "toolTip"),
    _Place(QWidget, "setAccessibleName", "accessibleName"),
    _Place(QWidget, "setAccessibleDescription", "accessibleDescription"),
    _Place(QWidget, "setWindowTitle", "windowTitle"),
    _Place(QLabel, "setText", "text"),
    _Place(QAbstractButton, "setText", "text"),
    _Place(QLineEdit, "setPlaceholderText", "placeholderText"),
    _Place(QPlainTextEdit, "setPlaceholderText", "placeholderText"),
    _Place(QTextEdit, "setPlaceholderText", "placeholderText"),
    _Place(QSpinBox, "setSpecialValueText", "specialValueText"),
    _Place(QAction, "setText", "text"),
    _Place(QAction, "setToolTip", "toolTip"),
    _Place(QMenu, "setTitle", "title"),
    _Place(QComboBox, "setItemText", "itemText", is_one_of_many=True),
    _Place(QTabBar, "setTabText", "tabText", is_one_of_many=True),
    _Place(QTabBar, "setTabToolTip", "tabToolTip", is_one_of_many=True),
    _Place(QTabBar, "setAccessibleTabName", "accessibleTabName", is_one_of_many=True),
)

_Shown = dict[tuple[_Place, tuple[int, ...]], Said]
_shown: Final[WeakKeyDictionary[QObject, _Shown]] = WeakKeyDictionary()
"""By whoever shows them, the texts that can be said again."""

_MOST_LOOKED_THROUGH = 500
_OURS = "robotstudio.ui."


def _remember(place: _Place) -> None:
    """Have a setter of Qt keep how a text was said, and its getter answer that."""
    plain: Callable[..., object] = getattr(place.owner, place.setter)
    plain_getter: Callable[..., str] = getattr(place.owner, place.getter)

    def getting(self: QObject, *where: int) -> str:
        text = plain_getter(self, *where)
        said = _shown[self].get((place, where)) if text and self in _shown else None
        return said if said is not None and said == text else text

    def setting(self: QObject, *what: Any) -> None:  # noqa: ANN401  # as Qt takes it
        plain(self, *what)
        if isinstance(what[-1], Said):
            _shown.setdefault(self, {})[place, what[:-1]] = what[-1]

    setattr(place.owner, place.setter, setting)
    setattr(place.owner, place.getter, getting)


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


for _each in _PLACES:
    _remember(_each)
QComboBox.addItem = _add_item  # type: ignore[assignment,method-assign]  # those with icons are not used
QComboBox.addItems = _add_items  # type: ignore[method-assign]  # as above
QTabBar.addTab = _add_tab  # type: ignore[assignment,method-assign]  # as above


def say_all_again(parts: Iterable[object]) -> None:
    """Say in the language that is spoken now what these parts keep, and whatever any widget shows."""
    _say_kept_again(parts)
    for owner, texts in list(_shown.items()):
        if isValid(owner):
            _say_shown_again(owner, texts)


def _say_shown_again(owner: QObject, texts: _Shown) -> None:
    for (place, where), text in list(texts.items()):
        if getattr(owner, place.getter)(*where) != text:
            del texts[place, where]  # something else is shown there by now
            continue
        now = text.again()
        if now != text:
            getattr(owner, place.setter)(*where, now)


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
            else:
                object.__setattr__(part, name, now)


def _attributes(part: object) -> Iterator[tuple[str, object]]:
    yield from list(getattr(part, "__dict__", {}).items())
    for kind in type(part).__mro__:
        slots = vars(kind).get("__slots__", ()) if kind.__module__.startswith(_OURS) else ()
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(part, name):
                yield name, getattr(part, name)


def _anew(value: T, waiting: deque[object]) -> T:
    """A value with its texts said again; parts of the window that are met are looked through later."""
    if isinstance(value, Said):
        return again(value)
    if isinstance(value, (list, dict, tuple)):
        return value if len(value) > _MOST_LOOKED_THROUGH else _anew_inside(value, waiting)
    if isinstance(value, partial):
        now = _anew((value.args, *value.keywords.values()), waiting)
        return value if now[0] is value.args else partial(value.func, *now[0], **value.keywords)  # type: ignore[return-value]
    if type(value).__module__.startswith(_OURS) and not isinstance(value, (type, Enum)):
        waiting.append(value)
    return value


def _anew_inside(value: Any, waiting: deque[object]) -> Any:  # noqa: ANN401  # what comes in comes out
    if isinstance(value, tuple):
        items = [_anew(each, waiting) for each in value]
        is_same = all(now is each for now, each in zip(items, value, strict=True))
        return value if is_same else type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    for place, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
        now = _anew(each, waiting)
        if now is not each:
            value[place] = now
    return value
