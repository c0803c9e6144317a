"""The pages of a report as pictures below one another, as wide as there is room."""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.theme import theme

_GAP: Final = 12
_PAPER_INCHES: Final = 210 / 25.4
_HEIGHT_OF_WIDTH: Final = 297 / 210
_WIDEST: Final = 900
_MOST_DECODED: Final = 6


class PagesView(QScrollArea):
    """Shows the pages of A4 that the writer of the PDF made; the page at the top stays if they are made again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._sheets = _Sheets(self)
        self.setWidget(self._sheets)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self._sheets)  # which a screen reader can name; its keys scroll the area

    @property
    def dots(self) -> float:
        """Dots to an inch at which a page is as sharp as the screen."""
        return max(40.0, self._width() * self.devicePixelRatioF() / _PAPER_INCHES)

    @property
    def count(self) -> int:
        """Count the pages."""
        return len(self._sheets.pages)

    def show_pages(self, pages: tuple[bytes, ...]) -> None:
        """Show these pages, each as PNG, at the former scroll position."""
        at = self.verticalScrollBar().value()
        self._sheets.set_pages(pages)
        self._fit()
        self.verticalScrollBar().setValue(at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _width(self) -> int:
        return min(self.viewport().width() - 2 * _GAP, _WIDEST)

    def _fit(self) -> None:
        self._sheets.fit(self._width(), self.viewport().width())


class _Sheets(QLabel):
    """Paints the pages that can be seen; others are not decoded."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pages: tuple[bytes, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Preview"))
        self._page = QSize(0, 0)
        self._decoded = lru_cache(maxsize=_MOST_DECODED)(QImage.fromData)

    def set_pages(self, pages: tuple[bytes, ...]) -> None:
        self._decoded.cache_clear()
        self.pages = pages
        self.update()

    def fit(self, width: int, room: int) -> None:
        self._page = QSize(width, round(width * _HEIGHT_OF_WIDTH))
        self.resize(room, _GAP + len(self.pages) * (self._page.height() + _GAP))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.color("sunken"))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        left = (self.width() - self._page.width()) // 2
        for place, page in enumerate(self.pages):
            sheet = QRect(left, _GAP + place * (self._page.height() + _GAP), self._page.width(), self._page.height())
            if sheet.intersects(event.rect()):
                painter.drawImage(sheet, self._decoded(page))
        painter.end()
