"""The chooser of crawlers, a popover under its button; details of the current crawler, and a form to change them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.draft.crawler_choice import CrawlerChoice
from robotstudio.engine.crawlers import CATALOGUE, Crawler, Preset
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.user_agents import read_entry
from robotstudio.explain.words import crawler_name
from robotstudio.project.crawler_file import LoadedCatalogue, is_token
from robotstudio.text.language import put_in, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.crawlers.catalogue import CatalogueList, CatalogueRow
from robotstudio.ui.panels.crawlers.lists import OrderList, PresetList
from robotstudio.ui.panels.crawlers.words import (
    all_purposes,
    chosen_label,
    entry_words,
    facts_words,
    is_warning,
    policy_titles,
    purpose_title,
    source_words,
)
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import CheckBox, GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.popover import Popover
from robotstudio.ui.widgets.search import SearchField

_WIDTH, _LEAST_HEIGHT, _HEIGHT, _PRESET_WIDTH, _PURPOSE_WIDTH, _ORDER_WIDTH = 900, 300, 610, 196, 200, 210
_MARGIN, _GAP = 12, 6
_SEPARATORS = re.compile(r"\s*[,→]\s*")
_FORM_GAP = 10
_DETAILS_HEIGHT = 92


class CrawlerActions(Protocol):
    """Implemented by the controller."""

    def show_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        """Give these crawlers a column each in the matrix, in this order."""

    def keep_own_tokens(self) -> None:
        """Remember the tokens that the user added."""

    def change_crawler(self, token: str, fields: Mapping[str, object]) -> None:
        """Change a crawler in the user's file; the chooser gets a new catalogue."""

    def take_back_changes(self, token: str) -> None:
        """Take a crawler out of the user's file; the chooser gets a new catalogue."""

    def open_file(self) -> None:
        """Open the user's file in the default program of the system."""

    def keep_out_training(self) -> None:
        """Open the AI policy with AI training blocked."""


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
        self.training = SecondaryButton(tr("Keep out AI training…"), parent=self)
        self.training.set_small()
        self.training.setToolTip(tr("Opens the AI policy: choose what each kind of crawler may fetch"))
        self._entry = QLineEdit(self)
        self._entry.setFont(theme.fonts.mono(12))
        self._entry.setPlaceholderText(tr("Add any token, or paste a whole User-Agent header"))
        self._entry.setAccessibleName(self._entry.placeholderText())
        self._add = SecondaryButton(tr("Add"), parent=self)
        self._file = GhostButton(tr("Your file of crawlers"), parent=self)
        self._file.setToolTip(tr("Open the file in which you edit crawlers and add your own"))
        self._advice = Label("", self, px=12, color="text2")
        self._advice.setWordWrap(True)
        self._order_title = Label("", self, px=12, weight=600)
        self._take_back = SecondaryButton(tr("Back to your selection"), parent=self)
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
        presets = Label(tr("Crawlers to show"), self, weight=600)
        choice = QHBoxLayout()
        choice.setSpacing(_MARGIN)
        shown = self._titled(presets, self._presets, self._legend())
        shown.insertWidget(1, self.training)  # above what only shows columns
        choice.addLayout(shown)
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
        lists: tuple[QWidget, ...] = (self._list, self._details, self._order, self._take_back)
        order = (self._search, self._purpose, self.training, self._presets, *lists, self._entry, self._add, self._file)
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
        words = Label(tr("? how it reads the file is assumed, not documented"), self, px=11, color="unknown")
        words.setWordWrap(True)
        return words

    def _order_hint(self) -> QWidget:
        hint = tr("Drag to reorder, or use Alt+Up and Alt+Down. Delete removes a crawler.")
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
        self.training.clicked.connect(self._actions.keep_out_training)
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
            tr("Undo: {preset}", preset=tr(preset.title)) if preset else tr("Back to your selection")
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


class CrawlerForm(QWidget):
    """Changes how a crawler reads."""

    def __init__(self, actions: CrawlerActions, leave: Callable[[], None], parent: QWidget | None = None) -> None:
        """Create it; `leave` hides it if nothing is to be changed."""
        super().__init__(parent)
        self._actions = actions
        self._leave = leave
        self._crawler: Crawler | None = None
        self._title = Label("", self, px=13, weight=600)
        self._dialect = self._combo(tr("Reads as"), {key: dialect.title for key, dialect in DIALECTS.items()})
        self._fallback = QLineEdit(self)
        self._fallback.setAccessibleName(tr("Then looks for"))
        self._fallback.setPlaceholderText(tr("Tokens, in order, such as Googlebot"))
        self._uses_global = CheckBox(self)
        self._uses_global.setText(tr("then follows *"))
        self._policy = self._combo(tr("If the fetch fails"), policy_titles())
        self._advice = Label("", self, px=12, color="warning")
        self._advice.setWordWrap(True)
        self._save = PrimaryButton(tr("Save"), parent=self)
        self._cancel = SecondaryButton(tr("Cancel"), parent=self)
        self._take_back = GhostButton(tr("As shipped"), parent=self)
        self._take_back.setToolTip(tr("Remove this crawler from your file of crawlers"))
        self._build()
        self._fallback.textChanged.connect(self._on_fallback_changed)
        self._save.clicked.connect(self._on_save)
        self._cancel.clicked.connect(self._leave)
        self._take_back.clicked.connect(self._on_take_back)
        self._uses_global.setFont(theme.fonts.ui(12))

    def edit(self, crawler: Crawler, *, is_changed: bool) -> None:
        """Show a crawler; `is_changed` is True if the user's file changes it."""
        self._crawler = crawler
        self._title.setText(tr("How {crawler} reads", crawler=crawler_name(crawler)))
        self._dialect.setCurrentIndex(self._dialect.findData(crawler.dialect))
        self._fallback.setText(", ".join(crawler.fallback))
        self._uses_global.setChecked(crawler.uses_global)
        self._policy.setCurrentIndex(max(0, self._policy.findData(crawler.policy)))
        self._take_back.setVisible(is_changed)
        self._dialect.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._on_save()
        else:
            super().keyPressEvent(event)

    def _combo(self, name: str, titles: Mapping[str, str]) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        for key, title in titles.items():
            combo.addItem(title, key)
        return combo

    def _build(self) -> None:
        fields = QFormLayout()
        fields.setSpacing(_FORM_GAP)
        fields.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        fields.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows = (self._dialect, self._fallback, self._policy)
        for field in rows:
            label = Label(field.accessibleName(), self, px=12, color="text2")
            label.setBuddy(field)
            label.setMinimumHeight(field.sizeHint().height())
            fields.addRow(label, field)
            if field is self._fallback:
                fields.addRow("", self._uses_global)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._save)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._take_back)
        buttons.addStretch(1)
        note = Label(tr("Saved in your own file of crawlers. The shipped list is unchanged."), self, color="text3")
        column = QVBoxLayout(self)
        column.setContentsMargins(_FORM_GAP, _FORM_GAP, _FORM_GAP, _FORM_GAP)
        column.setSpacing(_FORM_GAP)
        column.addWidget(self._title)
        column.addLayout(fields)
        column.addWidget(self._advice)
        column.addWidget(note)
        column.addLayout(buttons)
        column.addStretch(1)

    def _tokens(self) -> list[str]:
        tokens = _SEPARATORS.split(self._fallback.text().strip())
        return [token for token in tokens if token and token != "*"]

    def _on_fallback_changed(self) -> None:
        own = self._crawler.token.lower() if self._crawler else ""
        wrong = next((token for token in self._tokens() if not is_token(token) or token.lower() == own), None)
        advice = tr("No other crawler has the product token “{token}”. Remove it.")
        self._advice.setText("" if wrong is None else put_in(advice, {"token": printable(wrong)}))
        self._save.setEnabled(wrong is None)

    def _on_save(self) -> None:
        crawler = self._crawler
        if crawler is None or not self._save.isEnabled():
            return
        now: dict[str, object] = {
            "dialect": self._dialect.currentData(),
            "fallback": self._tokens(),
            "uses_global": self._uses_global.isChecked(),
            "policy": self._policy.currentData(),
        }
        before = {name: getattr(crawler, name) for name in now} | {"fallback": list(crawler.fallback)}
        changed = {name: value for name, value in now.items() if value != before[name]}
        if changed:
            self._actions.change_crawler(crawler.token, changed)
        else:
            self._leave()

    def _on_take_back(self) -> None:
        if self._crawler:
            self._actions.take_back_changes(self._crawler.token)


class CrawlerDetails(QWidget):
    """Shows a crawler."""

    def __init__(self, edit: Callable[[Crawler], None], parent: QWidget | None = None) -> None:
        """Create it; `edit` opens the form for a crawler."""
        super().__init__(parent)
        self._edit_crawler = edit
        self._crawler: Crawler | None = None
        self._title = ElidedLabel("", self, px=12, weight=600)
        self._facts = Label("", self, px=12, color="text2")
        self._facts.setWordWrap(True)
        self._facts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._note = ElidedLabel("", self, px=12, color="text2")
        self._source = ElidedLabel("", self, px=11, color="text3", mode=Qt.TextElideMode.ElideMiddle)
        self._edit = SecondaryButton(tr("Edit…"), parent=self)
        self._edit.set_small()
        self._edit.clicked.connect(self._on_edit)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._edit)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        rows.addLayout(head)
        rows.addWidget(self._facts, 1)
        rows.addWidget(self._note)
        rows.addWidget(self._source)
        self.setFixedHeight(_DETAILS_HEIGHT)
        self.show_crawler(None)

    def show_crawler(self, crawler: Crawler | None, purpose: str = "", *, is_changed: bool = False) -> None:
        """Show a crawler and its purpose, or that there is none."""
        self._crawler = crawler
        self._edit.setEnabled(crawler is not None and not crawler.is_any_other)
        if crawler is None:
            self._title.setText(tr("No crawler selected"))
            facts = tr("Select one to see how it reads a file, and the sources for that.")
        else:
            parts = (crawler_name(crawler), crawler.operator, purpose)
            self._title.setText(together("  ·  ", *parts))
            facts = facts_words(crawler, is_changed=is_changed)
        self._facts.setText(facts)
        self._facts.setToolTip(facts)
        self._note.setText(tr(crawler.note) if crawler else "")
        self._source.setText(source_words(crawler) if crawler else "")

    def _on_edit(self) -> None:
        if self._crawler:
            self._edit_crawler(self._crawler)
