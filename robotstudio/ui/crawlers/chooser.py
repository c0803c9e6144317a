"""The list of crawlers that opens under its button."""

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.engine.crawlers import Crawler
from robotstudio.ui.crawlers.catalogue import CatalogueModel
from robotstudio.ui.crawlers.catalogue_view import CatalogueView
from robotstudio.ui.crawlers.choice import Choice, Preset
from robotstudio.ui.crawlers.order_list import OrderList
from robotstudio.ui.crawlers.token_entry import read_entry
from robotstudio.ui.crawlers.words import chosen_label, entry_words, is_warning, preset_title
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.search_field import SearchField

__all__ = ["CrawlerChooser", "chosen_label"]

_WIDTH, _HEIGHT, _ORDER_WIDTH = 700, 540, 236
_MARGIN, _GAP = 12, 6


class CrawlerChooser(QFrame):
    """Which crawlers the matrix shows, and in which order; every change is told at once."""

    crawlers_changed = Signal(object)
    own_tokens_changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """A popup, hidden until `popup_under`."""
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self._choice = Choice()
        self._model = CatalogueModel(self._choice, self)
        self._search = SearchField(theme, self.tr("Find a crawler, an operator or a token"), self)
        self._list = CatalogueView(theme, self._model, self)
        self._order = OrderList(theme, self)
        self._entry = QLineEdit(self)
        self._entry.setPlaceholderText(self.tr("Add any token, such as MyBot"))
        self._entry.setAccessibleName(self._entry.placeholderText())
        self._add = SecondaryButton(theme, self.tr("Add"), parent=self)
        self._advice = Label(theme, "", self, px=12, color="text2")
        self._advice.setWordWrap(True)
        self._order_title = Label(theme, "", self, px=12, weight=600)
        self._build()
        self._connect()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._show_choice()

    @property
    def chosen(self) -> tuple[Crawler, ...]:
        """The crawlers chosen, in order."""
        return self._choice.chosen

    @property
    def own_tokens(self) -> tuple[str, ...]:
        """The tokens that the person added, chosen or not."""
        return tuple(crawler.token for crawler in self._choice.own)

    def set_own_tokens(self, tokens: Iterable[str]) -> None:
        """Take tokens of an earlier run into the list."""
        self._choice.add_own(tokens)
        self._show_choice()

    def set_chosen(self, crawlers: Sequence[Crawler]) -> None:
        """Choose exactly these; it is not told."""
        if tuple(crawlers) != self._choice.chosen:
            self._choice.set_chosen(crawlers)
            self._show_choice()

    def popup_under(self, anchor: QWidget) -> None:
        """Open below a button, as far as the window lets it."""
        window = anchor.window()
        px = self._theme.fonts.px
        top_right = anchor.mapToGlobal(QPoint(anchor.width(), anchor.height() + 4))
        left_edge = window.mapToGlobal(QPoint(8, 0)).x()
        bottom_edge = window.mapToGlobal(QPoint(0, window.height() - 8)).y()
        width = min(px(_WIDTH), window.width() - 16)
        height = max(px(300), min(px(_HEIGHT), bottom_edge - top_right.y()))
        self.setFixedSize(width, height)
        self.move(max(left_edge, top_right.x() - width), top_right.y())
        self._search.clear()
        self.show()
        self._search.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that move and choose go to the list while the search has the keyboard."""
        if watched is self._search and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if event.key() in steps:
                self._list.move_current(steps[Qt.Key(event.key())])
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._list.toggle_current()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("raised"))
        draw_box(painter, QRectF(self.rect()), 0, None, self._theme.color("border_strong"))
        for part in (self._list, self._order):
            draw_box(painter, QRectF(part.geometry()).adjusted(-1, -1, 1, 1), 4, None, self._theme.color("border"))

    def _build(self) -> None:
        presets = QHBoxLayout()
        presets.setSpacing(2)
        presets.addWidget(Label(self._theme, self.tr("Choose"), self, px=12, color="text2"))
        before: QWidget = self._search
        for preset in Preset:
            button = GhostButton(self._theme, preset_title(preset), parent=self)
            button.clicked.connect(partial(self._on_preset, preset))
            presets.addWidget(button)
            QWidget.setTabOrder(before, button)
            before = button
        for part in (self._list, self._order, self._entry, self._add):
            QWidget.setTabOrder(before, part)
            before = part
        presets.addStretch(1)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(_GAP)
        left.addWidget(self._search)
        left.addLayout(presets)
        left.addWidget(self._list, 1)
        left.addWidget(Label(self._theme, self.tr("? not documented: read as RFC 9309"), self, px=11, color="unknown"))
        right.addWidget(self._order_title)
        right.addWidget(self._order, 1)
        hint = self.tr("Drag, or Alt+Up and Alt+Down, to order. Delete takes one out.")
        words = Label(self._theme, hint, self, px=11, color="text3")
        words.setWordWrap(True)
        right.addWidget(words)
        columns = QHBoxLayout()
        columns.setSpacing(_MARGIN)
        columns.addLayout(left, 1)
        columns.addLayout(right)
        entry = QHBoxLayout()
        entry.setSpacing(8)
        entry.addWidget(self._entry, 1)
        entry.addWidget(self._add)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        rows.setSpacing(8)
        rows.addLayout(columns, 1)
        rows.addLayout(entry)
        rows.addWidget(self._advice)

    def _connect(self) -> None:
        self._search.textChanged.connect(self._on_search_changed)
        self._search.left.connect(self.close)
        self._search.installEventFilter(self)
        self._model.toggled.connect(self._on_toggled)
        self._list.removed.connect(self._on_own_removed)
        self._order.order_changed.connect(self._on_order_changed)
        self._order.removed.connect(self._on_taken_out)
        self._entry.textChanged.connect(self._on_entry_changed)
        self._entry.returnPressed.connect(self._on_add)
        self._add.clicked.connect(self._on_add)
        self._on_entry_changed("")

    def _show_choice(self) -> None:
        self._model.refresh()
        self._order.show_crawlers(self._choice.chosen)
        self._order_title.setText(self.tr("Shown: {label}").format(label=chosen_label(self._choice.chosen)))

    def _tell(self) -> None:
        self._show_choice()
        self.crawlers_changed.emit(self._choice.chosen)

    def _on_toggled(self, crawler: Crawler) -> None:
        self._choice.toggle(crawler)
        self._tell()

    def _on_preset(self, preset: Preset, _checked: bool = False) -> None:
        self._choice.apply(preset)
        self._tell()

    def _on_order_changed(self, tokens: Sequence[str]) -> None:
        self._choice.order(tokens)
        self._tell()

    def _on_taken_out(self, token: str) -> None:
        crawler = next((chosen for chosen in self._choice.chosen if chosen.token == token), None)
        if crawler:
            self._on_toggled(crawler)

    def _on_own_removed(self, crawler: Crawler) -> None:
        was_chosen = self._choice.holds(crawler)
        self._choice.remove_own(crawler)
        self.own_tokens_changed.emit(self.own_tokens)
        if was_chosen:
            self._tell()
        else:
            self._show_choice()

    def _on_search_changed(self, text: str) -> None:
        self._model.set_search(text)
        self._list.move_current(0)

    def _on_entry_changed(self, text: str) -> None:
        entry = read_entry(text)
        self._add.setEnabled(entry.can_be_added)
        self._advice.setText(entry_words(entry))
        self._advice.set_color("warning" if is_warning(entry) else "text2")

    def _on_add(self) -> None:
        entry = read_entry(self._entry.text())
        if not entry.can_be_added:
            return
        crawler = self._choice.add(entry.token)
        self._entry.clear()
        self._search.clear()
        self._tell()
        self.own_tokens_changed.emit(self.own_tokens)
        self._list.setCurrentIndex(self._model.index(self._model.row_of(crawler)))

    def _on_theme_changed(self) -> None:
        fonts = self._theme.fonts
        self._entry.setFont(fonts.mono(12))
        self._order.setFixedWidth(fonts.px(_ORDER_WIDTH))
        self.update()
