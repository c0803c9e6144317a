"""The words that a widget draws, heard by a surface that shows nothing, and which of them are gone later."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QPaintDevice, QPaintEngine, QPaintEngineState, QTextItem

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.directives import FIELDS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_JOINS: Final = "\u2060"
"""What the window puts between letters that must stay on one line."""
_OURS: Final = re.compile(r"^[^/]*[^\W\d_][^/]*$")
_FIELDS: Final = frozenset(
    f"{title}:" for title in ("User-agent", "Allow", "Disallow", *(field.title for field in FIELDS.values()))
)
"""As a line of a file begins; where the window names them, they have no colon."""
_CUT, _MARKS = "\u2026", ",.…:"


class _Listener(QPaintEngine):
    """Draws nothing, and keeps the texts that it is to draw."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.texts: list[str] = []

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def updateState(self, _state: QPaintEngineState) -> None:
        """Colours and places say nothing."""

    def drawPixmap(self, *_: object) -> None:
        """No words."""

    def drawImage(self, *_: object) -> None:
        """No words."""

    def drawPath(self, *_: object) -> None:
        """No words."""

    def drawPolygon(self, *_: object) -> None:
        """No words."""

    def drawTextItem(self, _at: QPointF, item: QTextItem) -> None:
        self.texts.append(item.text())

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User


class _Ear(QPaintDevice):
    """A surface on which a widget paints itself, so that its words are heard."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = widget
        self.listener = _Listener()

    def paintEngine(self) -> QPaintEngine:
        return self.listener

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        if metric is QPaintDevice.PaintDeviceMetric.PdmDevicePixelRatio:
            return 1
        return int(self._widget.metric(metric))


def words_in(widget: QWidget) -> str:
    """Return the texts that a widget draws, one a line; letters drawn one by one form a word."""
    ear = _Ear(widget)
    widget.render(ear, QPoint())
    return "\n".join(ear.listener.texts).replace(f"\n{_JOINS}\n", "").replace(_JOINS, "")


def unsaid(words: str, now: str) -> list[str]:
    """Which of our words are in the first and not in the second, whole or shortened.

    How much of a table is in sight and where a text is broken or cut differs by a pixel between computers; so fields,
    names of crawlers, paths and numbers, which come from the file and the URLs, are left out, and of the rest all must
    be there.
    """
    all_now = "".join(now.split())
    stems = [word.partition(_CUT)[0] for word in now.split() if _CUT in word]
    return [
        word
        for word in words.split()
        if _OURS.search(word)
        and word.strip(_MARKS) not in CRAWLERS
        and word not in _FIELDS
        and word.partition(_CUT)[0] not in all_now
        and not any(word.startswith(stem) for stem in stems if stem)
    ]
