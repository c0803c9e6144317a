"""The chooser of crawlers, a popover under its button."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.draft.crawler_choice import CrawlerChoice
from robotstudio.engine.crawlers import CATALOGUE, Crawler, Preset
from robotstudio.engine.user_agents import read_entry
from robotstudio.project.crawler_file import LoadedCatalogue
from robotstudio.text.language import tr
from robotstudio.ui.panels.crawlers.actions import CrawlerActions
from robotstudio.ui.panels.crawlers.catalogue import CatalogueList, CatalogueRow
from robotstudio.ui.panels.crawlers.form import CrawlerDetails, CrawlerForm
from robotstudio.ui.panels.crawlers.lists import OrderList, PresetList
from robotstudio.ui.panels.crawlers.words import all_purposes, chosen_label, entry_words, is_warning, purpose_title
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.popover import Popover
from robotstudio.ui.widgets.search import SearchField

__all__ = ["CrawlerChooser", "chosen_label"]

_WIDTH, _LEAST_HEIGHT, _HEIGHT, _PRESET_WIDTH, _PURPOSE_WIDTH, _ORDER_WIDTH = 900, 300, 610, 196, 200, 210
_MARGIN, _GAP = 12, 6


class CrawlerChooser(Popover):
    """Selects the crawlers of the matrix and their order; every change applies at once."""

    def __init__(self, actions: CrawlerActions, parent: QWidget) -> None:
        """Create it hidden; `popup_under` shows it."""
        super().__init__(parent)
        self._actions = actions
        self._loaded = LoadedCatalogue(CATALOGUE)
        self._choice = CrawlerChoice()
        self._search = SearchField(tr("Find a crawler, an operator or a token"), self)
        self._purpose = QComboBox(self)
        self._purpose.setAccessibleName(tr("Purpose"))
        self._presets = PresetList(self._on_preset, self)
        self._list = CatalogueList(self._choice, self._on_toggled, self._on_own_removed, self)
        self._details = CrawlerDetails(self._on_edit, self)
        self._form = CrawlerForm(actions, self._show_list, self)
        self._middle = QStackedWidget(self)
        self._order = OrderList(self._on_order_changed, self._on_removed, self)
        self._presets.setFixedWidth(_PRESET_WIDTH)
        self._order.setFixedWidth(_ORDER_WIDTH)
        self._purpose.setFixedWidth(_PURPOSE_WIDTH)
        self._entry = QLineEdit(self)
        self._entry.setFont(theme.fonts.mono(12))
        self._entry.setPlaceholderText(tr("Add any token, or paste a whole User-Agent header"))
        self._entry.setAccessibleName(self._entry.placeholderText())
        self._add = SecondaryButton(tr("Add"), parent=self)
        self._file = GhostButton(tr("Your file of crawlers"), parent=self)
        self._file.setToolTip(tr("Open the file in which you change crawlers and add your own"))
        self._advice = Label("", self, px=12, color="text2")
        self._advice.setWordWrap(True)
        self._order_title = Label("", self, px=12, weight=600)
        self._take_back = SecondaryButton(tr("Back to your own choice"), parent=self)
        self._take_back.set_small()
        self._build()
        self._connect()
        self._fill_purposes()
        self._show_choice()

    @property
    def chosen(self) -> tuple[Crawler, ...]:
        """Chosen crawlers, in order."""
        return self._choice.chosen

    @property
    def own_tokens(self) -> tuple[str, ...]:
        """Tokens that the user added, chosen or not."""
        return tuple(crawler.token for crawler in self._choice.own)

    def set_catalogue(self, loaded: LoadedCatalogue) -> None:
        """Replace the catalogue."""
        if loaded != self._loaded:
            self._loaded = loaded
            self._choice.set_catalogue(loaded.catalogue)
            self._fill_purposes()
            self._show_choice()
        if self._middle.currentWidget() is self._form:
            self._show_list()

    def set_own_tokens(self, tokens: Iterable[str]) -> None:
        """Add tokens of an earlier run to the list."""
        self._choice.add_own(tokens)
        self._show_choice()

    def set_chosen(self, crawlers: Sequence[Crawler]) -> None:
        """Choose exactly these, without a request."""
        if tuple(crawlers) != self._choice.chosen:
            self._choice.set_chosen(crawlers)
            self._show_choice()

    def popup_under(self, anchor: QWidget) -> None:
        """Open below a button, as large as the window allows."""
        self._search.clear()
        self._middle.setCurrentIndex(0)
        self.show_under(anchor, _WIDTH, _LEAST_HEIGHT, _HEIGHT)
        self._search.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Forward navigation keys to the list while the search has the focus."""
        if watched is self._search and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if event.key() in steps:
                self._list.step(steps[Qt.Key(event.key())])
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._list.toggle_current()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for part in (self._presets, self._list, self._order):
            if part.isVisible():
                place = QRectF(QPointF(part.mapTo(self, QPoint())), part.size())
                draw_box(painter, place.adjusted(-1, -1, 1, 1), 4, None, theme.color("border"))

    def _build(self) -> None:
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(1, 1, 1, 0)
        column.setSpacing(8)
        column.addWidget(self._list, 1)
        column.addWidget(self._details)
        self._middle.addWidget(middle)
        self._middle.addWidget(self._form)
        columns = QHBoxLayout()
        columns.setSpacing(_MARGIN)
        presets = Label(tr("Presets"), self, weight=600)
        choice = QHBoxLayout()
        choice.setSpacing(_MARGIN)
        choice.addLayout(self._titled(presets, self._presets, self._legend()))
        choice.addWidget(self._middle, 1)
        found = QVBoxLayout()
        found.setSpacing(_GAP)
        found.addWidget(self._found())
        found.addLayout(choice, 1)
        columns.addLayout(found, 1)
        columns.addLayout(self._titled(self._order_title, self._order, self._order_hint()))
        entry = QHBoxLayout()
        entry.setSpacing(8)
        entry.addWidget(self._entry, 1)
        entry.addWidget(self._add)
        entry.addWidget(self._file)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        rows.setSpacing(8)
        rows.addLayout(columns, 1)
        rows.addLayout(entry)
        rows.addWidget(self._advice)
        lists: tuple[QWidget, ...] = (self._presets, self._list, self._details, self._order, self._take_back)
        order = (self._search, self._purpose, *lists, self._entry, self._add, self._file)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _titled(self, head: QWidget, part: QWidget, below: QWidget | None = None) -> QVBoxLayout:
        """Return a column: a title as high as the search, and the part below it."""
        head.setFixedHeight(self._search.height())
        column = QVBoxLayout()
        column.setSpacing(_GAP)
        column.addWidget(head)
        column.addWidget(part, 1)
        if below:
            column.addWidget(below)
        return column

    def _found(self) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._search, 1)
        layout.addWidget(self._purpose)
        self._purpose.setProperty("controlSize", "small")
        return row

    def _legend(self) -> QWidget:
        words = Label(tr("? how it reads is not documented, but assumed"), self, px=11, color="unknown")
        words.setWordWrap(True)
        return words

    def _order_hint(self) -> QWidget:
        hint = tr("Drag, or Alt+Up and Alt+Down, to order. Delete takes one out.")
        words = Label(hint, self, px=11, color="text3")
        words.setWordWrap(True)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._take_back)
        column.addWidget(words)
        return below

    def _connect(self) -> None:
        self._search.textChanged.connect(self._on_search_changed)
        self._search.left.connect(self.close)
        self._search.installEventFilter(self)
        self._purpose.currentIndexChanged.connect(self._on_purpose_changed)
        self._list.current_changed.connect(self._on_current_changed)
        self._take_back.clicked.connect(self._on_take_back)
        self._entry.textChanged.connect(self._on_entry_changed)
        self._entry.returnPressed.connect(self._on_add)
        self._add.clicked.connect(self._on_add)
        self._file.clicked.connect(self._actions.open_file)
        self._on_entry_changed("")

    def _fill_purposes(self) -> None:
        """Offer the purposes of the catalogue; keep the selection."""
        chosen = self._purpose.currentData()
        with QSignalBlocker(self._purpose):  # filling is not a choice of the user
            self._purpose.clear()
            self._purpose.addItem(all_purposes(), "")
            for purpose in self._choice.purposes:
                self._purpose.addItem(purpose_title(purpose, self._choice.catalogue), purpose)
            self._purpose.setCurrentIndex(max(0, self._purpose.findData(chosen)))

    def _show_list(self) -> None:
        self._middle.setCurrentIndex(0)
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_choice(self) -> None:
        self._list.refresh()
        self._order.show_crawlers(self._choice.chosen)
        self._take_back.setVisible(self._choice.can_be_taken_back)
        preset = self._choice.last_preset
        self._take_back.setText(
            tr("Undo: {preset}", preset=tr(preset.title)) if preset else tr("Back to your own choice")
        )
        label = chosen_label(self._choice.chosen, self._choice.catalogue)
        self._order_title.setText(tr("Shown: {label}", label=label))
        presets = self._choice.catalogue.presets
        self._presets.show_presets(presets, tuple(filter(self._choice.has_all, presets)))
        self._on_current_changed(self._list.current)

    def _tell(self) -> None:
        self._show_choice()
        self._actions.show_crawlers(self._choice.chosen)

    def _on_toggled(self, crawler: Crawler) -> None:
        self._choice.toggle(crawler)
        self._tell()

    def _on_preset(self, preset: Preset) -> None:
        self._choice.apply(preset)
        self._tell()

    def _on_take_back(self) -> None:
        self._choice.take_back()
        self._order.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _on_order_changed(self, tokens: Sequence[str]) -> None:
        self._choice.order(tokens)
        self._tell()

    def _on_removed(self, token: str) -> None:
        crawler = next((chosen for chosen in self._choice.chosen if chosen.token == token), None)
        if crawler:
            self._on_toggled(crawler)

    def _on_own_removed(self, crawler: Crawler) -> None:
        was_chosen = self._choice.holds(crawler)
        self._choice.remove_own(crawler)
        self._actions.keep_own_tokens()
        if was_chosen:
            self._tell()
        else:
            self._show_choice()

    def _on_search_changed(self, text: str) -> None:
        self._middle.setCurrentIndex(0)
        self._list.set_search(text)
        self._list.step(0)

    def _on_purpose_changed(self) -> None:
        self._middle.setCurrentIndex(0)
        self._list.set_purpose(str(self._purpose.currentData() or ""))
        self._list.step(0)

    def _on_current_changed(self, row: CatalogueRow | None) -> None:
        crawler = row.crawler if row else None
        if crawler is None:
            self._details.show_crawler(None)
        else:
            purpose = purpose_title(crawler.purpose, self._choice.catalogue)
            self._details.show_crawler(crawler, purpose, is_changed=crawler.token in self._loaded.changed)

    def _on_edit(self, crawler: Crawler) -> None:
        self._middle.setCurrentWidget(self._form)
        self._form.edit(crawler, is_changed=crawler.token in self._loaded.changed)

    def _on_entry_changed(self, text: str) -> None:
        entry = read_entry(text, self._choice.catalogue)
        self._add.setEnabled(entry.can_be_added)
        self._advice.setText(entry_words(entry))
        self._advice.set_color("warning" if is_warning(entry) else "text2")

    def _on_add(self) -> None:
        entry = read_entry(self._entry.text(), self._choice.catalogue)
        if not entry.can_be_added:
            return
        crawler = self._choice.add(entry.token)
        self._entry.clear()
        self._search.clear()
        self._purpose.setCurrentIndex(0)
        self._tell()
        self._actions.keep_own_tokens()
        self._list.choose(crawler)
