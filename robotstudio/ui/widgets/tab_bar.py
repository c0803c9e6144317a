"""The tab bar of the right column."""

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QTabBar, QToolButton, QWidget

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.chip import badge_size, paint_badge
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.tone import Tone

_LOOKS = ((12, 13), (8, 13), (6, 12))
"""The space beside the words and their size; if the tabs do not fit, the next."""
_UNDERLINE = 3
_BADGE_GAP = 7
_ARROWS = ("Scroll Left", "Scroll Right")
"""The texts in Qt's own catalogues."""


def have_drawn(bar: QTabBar) -> None:
    """Configure a bar with self-painted tabs, all of which the arrow keys reach."""
    bar.setDrawBase(False)
    bar.setExpanding(False)
    bar.setUsesScrollButtons(True)
    bar.setElideMode(Qt.TextElideMode.ElideNone)
    bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    bar.setMouseTracking(True)
    for scroller in bar.findChildren(QToolButton):
        scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys reach every tab


class TabBar(QTabBar):
    """Tabs as words, the current one heavier and underlined; a tab may carry a badge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._badges: dict[int, tuple[str, Tone]] = {}
        self._inset, self._size = _LOOKS[0]
        self._has_current = True
        self.setAccessibleName(tr("Views"))
        have_drawn(self)

    def set_badge(self, index: int, text: str, tone: Tone = Tone.NEUTRAL) -> None:
        """Show a count beside the word of a tab; an empty one removes it."""
        badge = (text, tone) if text else None
        if badge == self._badges.get(index):
            return  # called at every key
        if badge:
            self._badges[index] = badge
        else:
            del self._badges[index]
        self.setAccessibleTabName(index, WORDS.with_fact(self.tabText(index), text))
        self._relayout()

    def set_has_current(self, has_current: bool) -> None:
        """Show which tab is the current one, or none if a tab of another bar is in front."""
        if has_current != self._has_current:
            self._has_current = has_current
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Enter as a click on the current tab, which may not be in front."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.tabBarClicked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def fit(self, room: int) -> None:
        """Use the widest look in which all tabs fit."""
        was = self._inset, self._size
        for self._inset, self._size in _LOOKS:
            if sum(self.tabSizeHint(index).width() for index in range(self.count())) <= room:
                break
        if (self._inset, self._size) != was:
            self._relayout()

    def showEvent(self, event: QShowEvent) -> None:
        """Update the size hint, because Qt lays the tabs out when they are first shown."""
        super().showEvent(event)
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Rename the arrows after a language change, which Qt does not do."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            for scroller, name in zip(self.findChildren(QToolButton), _ARROWS, strict=False):
                scroller.setAccessibleName(QCoreApplication.translate("QTabBar", name))

    def tabSizeHint(self, index: int) -> QSize:
        # Measured in the heavier weight, so that a choice moves no tab.
        width = 2 * self._inset + runs_width([self._run(index, QColor(), current=True)])
        if index in self._badges:
            width += _BADGE_GAP + badge_size(self._badges[index][0]).width()
        return QSize(round(width), SIZES.tab_bar)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        _paint_bar(painter, QRectF(self.rect()))
        for index in range(self.count()):
            self._paint_tab(painter, index)

    def _paint_tab(self, painter: QPainter, index: int) -> None:
        rect = QRectF(self.tabRect(index))
        current, inset = self._has_current and index == self.currentIndex(), self._inset
        run = self._run(index, theme.color(self._text_token(index)), current=current)
        room = rect.adjusted(inset, 0, inset, -1)
        draw_runs(painter, room, [run])
        if current:
            width = rect.width() - 2 * inset + 8
            line = QRectF(rect.left() + inset - 4, rect.bottom() - _UNDERLINE, width, _UNDERLINE)
            painter.fillRect(line, theme.color("accent_fill" if not theme.dark else "accent"))
        if index in self._badges:
            text, tone = self._badges[index]
            size = badge_size(text)
            left, top = rect.right() - inset - size.width(), rect.top() + (rect.height() - size.height()) / 2
            paint_badge(painter, QRectF(left, top, size.width(), size.height()), text, tone)
        if index == self.currentIndex() and self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(1, 2, -1, -2), 4, theme.color("accent"))

    def _text_token(self, index: int) -> str:
        if not self.isTabEnabled(index):
            return "text_disabled"
        hovered = self.tabRect(index).contains(self.mapFromGlobal(self.cursor().pos()))
        is_current = self._has_current and index == self.currentIndex()
        return "text" if is_current or hovered else "text2"

    def _run(self, index: int, color: QColor, *, current: bool) -> TextRun:
        return TextRun(self.tabText(index).replace("&", ""), theme.fonts.ui(self._size, 600 if current else 400), color)

    def _relayout(self) -> None:
        # Qt queries the sizes of tabs again only when one of them changes.
        if self.count():
            self.setTabText(0, self.tabText(0))
        self.updateGeometry()
        parent = self.parentWidget()
        if (layout := parent.layout() if parent else None) is not None:
            layout.activate()  # at once: until it has its new width, Qt shows scroll arrows
        self.update()


class TabStrip(QWidget):
    """The bar of the tabs, with room for actions at its right end.

    If the window shows one pane at a time, the editor is the first tab, in a bar of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = TabBar(self)
        self.editor_tab = TabBar(self)
        self.editor_tab.addTab(tr("Editor"))
        self.editor_tab.setAccessibleName(tr("Editor"))
        self.editor_tab.setUsesScrollButtons(False)
        self.editor_tab.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.editor_tab.hide()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(6, 0, 12, 0)
        self._layout.setSpacing(SIZES.between_controls)
        self._layout.addWidget(self.editor_tab)
        self._layout.addWidget(self.tabs)
        self._layout.addStretch(1)

    def offer_editor(self, *, is_offered: bool, in_front: bool = False) -> None:
        """Show or hide the tab of the editor, and whether the editor is in front."""
        self.editor_tab.setVisible(is_offered)
        self.editor_tab.set_has_current(in_front)
        self.tabs.set_has_current(not in_front)

    def add_right(self, widget: QWidget) -> None:
        self._layout.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Follow layout changes, which include those of titles and badges."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        others = self._layout.sizeHint().width() - self.tabs.sizeHint().width()
        self.tabs.fit(self.width() - others)

    def paintEvent(self, _event: QPaintEvent) -> None:
        _paint_bar(QPainter(self), QRectF(self.rect()))


def _paint_bar(painter: QPainter, rect: QRectF) -> None:
    painter.fillRect(rect, theme.color("window"))
    painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))
