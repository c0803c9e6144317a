"""The first-run page: the ways to begin."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.welcome.card import WelcomeCard
from robotstudio.ui.panels.welcome.demo import Demo
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.flow_layout import FlowLayout
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import MenuAction, fill_menu
from robotstudio.ui.widgets.pill import Pill

_WIDTH = 724


@dataclass(frozen=True, slots=True)
class TemplateChoice:
    """A template as the page offers it."""

    id: str
    title: str
    summary: str = ""


class WelcomePage(QScrollArea):
    """Four cards, the templates by name, and what the program is for."""

    fetch_chosen = Signal()
    open_chosen = Signal()
    template_chosen = Signal(str)
    example_chosen = Signal()

    def __init__(
        self,
        theme: Theme,
        templates: Sequence[TemplateChoice] = (),
        example_summary: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._templates = tuple(templates)
        self._menu = QMenu(self)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = QWidget()
        self.fetch_card, self.open_card, self.template_card, self.example_card = self._make_cards(example_summary)
        self.pills = self._make_pills()
        self.setWidget(self._make_page())
        self.viewport().setAutoFillBackground(False)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _make_cards(self, example_summary: str) -> tuple[WelcomeCard, WelcomeCard, WelcomeCard, WelcomeCard]:
        example_summary = example_summary or self.tr("A shop with test URLs, crawlers and a few mistakes to find.")
        rows = (
            (
                Glyph.GLOBE,
                self.tr("Fetch a site"),
                self.tr("Download its robots.txt, with every redirect and header."),
                "Ctrl+L",
                self._on_fetch_clicked,
            ),
            (
                Glyph.FOLDER,
                self.tr("Open a file"),
                self.tr("A robots.txt on this computer, or drop it here."),
                "Ctrl+O",
                self._on_open_clicked,
            ),
            (
                Glyph.LAYOUT,
                self.tr("Start from a template"),
                self.tr("Rules for your kind of site, with comments that say why."),
                "Ctrl+Shift+N",
                self._on_template_clicked,
            ),
            (Glyph.PLAY, self.tr("Try the example"), example_summary, "", self._on_example_clicked),
        )
        cards = []
        for glyph, title, summary, keys, slot in rows:
            shown_keys = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            card = WelcomeCard(self._theme, glyph, title, summary, shown_keys, self._content)
            card.clicked.connect(slot)
            cards.append(card)
        return cards[0], cards[1], cards[2], cards[3]

    def _make_pills(self) -> list[Pill]:
        pills = []
        for template in self._templates:
            pill = Pill(self._theme, template.title, parent=self._content, checkable=False)
            pill.setObjectName(template.id)
            pill.setToolTip(template.summary)
            pill.clicked.connect(self._on_pill_clicked)
            pills.append(pill)
        rows = (MenuAction(one.title, partial(self.template_chosen.emit, one.id)) for one in self._templates)
        fill_menu(self._menu, tuple(rows))
        return pills

    def _make_page(self) -> QWidget:
        theme = self._theme
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 16, 0, 16)
        column.setSpacing(0)
        column.addWidget(Label(theme, self.tr("Write, test and check a robots.txt"), px=22, weight=600))
        column.addSpacing(8)
        purpose = self.tr("See what each crawler may fetch, line by line, and what changes before you publish.")
        column.addWidget(Label(theme, purpose, px=13, color="text2"))
        column.addSpacing(25)
        column.addLayout(self._make_grid())
        column.addSpacing(24)
        column.addLayout(self._make_template_row())
        column.addSpacing(28)
        column.addWidget(Demo(theme))
        column.addSpacing(20)
        closing = Label(
            theme,
            self.tr(
                "Drop a robots.txt or a list of URLs anywhere. "
                "Files stay on this computer; only the sites you fetch are contacted."
            ),
            px=12,
            color="text3",
        )
        closing.setWordWrap(True)
        column.addWidget(closing)
        page = QWidget()
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self._content)
        middle.addStretch(1)
        rows = QVBoxLayout(page)
        rows.setContentsMargins(20, 0, 20, 0)
        rows.addStretch(1)
        rows.addLayout(middle)
        rows.addStretch(1)
        return page

    def _make_grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(12)
        cards = (self.fetch_card, self.open_card, self.template_card, self.example_card)
        for index, card in enumerate(cards):
            grid.addWidget(card, index // 2, index % 2)
        return grid

    def _make_template_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(20)
        heading = Label(self._theme, self.tr("Templates"), px=12, weight=500, color="text3")
        row.addWidget(heading, 0, Qt.AlignmentFlag.AlignTop)
        heading.setFixedHeight(26)
        flow = FlowLayout(spacing=6)
        for pill in self.pills:
            flow.addWidget(pill)
        row.addLayout(flow, 1)
        heading.setVisible(bool(self.pills))
        return row

    def _on_fetch_clicked(self) -> None:
        self.fetch_chosen.emit()

    def _on_open_clicked(self) -> None:
        self.open_chosen.emit()

    def _on_example_clicked(self) -> None:
        self.example_chosen.emit()

    def popup_templates(self, at: QPoint) -> None:
        """Offer the templates in a menu at a point of the screen."""
        self._menu.popup(at)

    def _on_template_clicked(self) -> None:
        self._menu.popup(self.template_card.mapToGlobal(QPoint(0, self.template_card.height() + 2)))

    def _on_pill_clicked(self) -> None:
        self.template_chosen.emit(self.sender().objectName())

    def _on_theme_changed(self) -> None:
        self._content.setFixedWidth(self._theme.fonts.px(_WIDTH))
