"""The start page: the ways to begin, each a large button."""

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QMargins, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from robotstudio.text.language import tr
from robotstudio.ui.language.language import native_keys
from robotstudio.ui.panels.welcome.actions import StartActions
from robotstudio.ui.panels.welcome.demo import Demo
from robotstudio.ui.panels.welcome.recent import RecentLists
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import DrawnButton, GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.menus import MenuAction, fill_menu, popup_at, popup_below
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, wrapped_lines
from robotstudio.ui.widgets.pill import Pill

_HEIGHT = 88
_INSET = 16
_TILE = 36
_TEXT_LEFT = 66
_TITLE_TOP = 17
_SUMMARY_TOP = 39
_LINE = 18
_TITLE_LINE = 20


class WelcomeCard(DrawnButton):
    """A title, a sentence, a glyph and the shortcut of the same action; Enter and Space choose it."""

    def __init__(
        self,
        glyph: Glyph,
        title: str,
        summary: str,
        shortcut: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._glyph, self._summary, self.keys = glyph, summary, shortcut
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(summary)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = width - _TEXT_LEFT - _INSET
        lines = len(wrapped_lines(self._summary, theme.fonts.ui(12), room))
        top = _SUMMARY_TOP + (len(self._title_lines(width)) - 1) * _TITLE_LINE
        return max(_HEIGHT, top + lines * _LINE + _INSET - 4)

    def sizeHint(self) -> QSize:
        return QSize(356, self.heightForWidth(356))

    def minimumSizeHint(self) -> QSize:
        return QSize(220, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        painter = QPainter(self)
        edge = "accent" if self.isDown() else "field_outline" if self.underMouse() else "border_strong"
        draw_box(painter, rect, RADII.card, theme.color("raised"), theme.color(edge))
        if self.hasFocus():
            draw_focus_ring(painter, rect, RADII.card, theme.color("accent"))
        self._paint_tile(painter)
        right = rect.right() - _INSET
        self._paint_shortcut(painter, rect)
        left, top = _TEXT_LEFT, _TITLE_TOP
        font, color = theme.fonts.ui(14, 600), theme.color("text")
        titles = self._title_lines(self.width())
        for row, line in enumerate(titles):
            box = QRectF(left, top + row * _TITLE_LINE, right - left - self._shortcut_width() + 1, 20)
            draw_runs(painter, box, [TextRun(line, font, color)])
        top = _SUMMARY_TOP + (len(titles) - 1) * _TITLE_LINE
        font, color = theme.fonts.ui(12), theme.color("text2")
        for row, line in enumerate(wrapped_lines(self._summary, font, right - left)):
            draw_runs(painter, QRectF(left, top + row * _LINE, right - left + 1, _LINE), [TextRun(line, font, color)])

    def _title_lines(self, width: int) -> list[str]:
        """Wrap the title beside the shortcut."""
        room = width - _TEXT_LEFT - _INSET - self._shortcut_width()
        return wrapped_lines(self.text(), theme.fonts.ui(14, 600), room)

    def _paint_tile(self, painter: QPainter) -> None:
        tile = QRectF(_INSET, _INSET + 2, _TILE, _TILE)
        draw_box(painter, tile, RADII.field, theme.color("accent_tint"))
        inset = 9
        box = tile.adjusted(inset, inset, -inset, -inset)
        paint_glyph(painter, self._glyph, box, theme.color("accent"), 1.4)

    def _shortcut_width(self) -> float:
        """Return the width of the shortcut at the right."""
        return self._shortcut().width + 18 if self.keys else 0

    def _shortcut(self) -> TextRun:
        return TextRun(self.keys, theme.fonts.ui(11), theme.color("text3"))

    def _paint_shortcut(self, painter: QPainter, rect: QRectF) -> None:
        if not self.keys:
            return
        run = self._shortcut()
        width = run.width + 12
        box = QRectF(rect.right() - 12 - width, _INSET, width, 19)
        draw_box(painter, box, RADII.cell, theme.color("sunken"))
        draw_runs(painter, box.adjusted(6, 0, 0, 0), [run])


class FlowLayout(QLayout):
    """Arranges items from left to right in as many rows as needed."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        widths = sum(item.sizeHint().width() for item in self._items)
        gaps = max(0, len(self._items) - 1) * self.spacing()
        return QSize(widths + gaps, self.minimumSize().height())

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        x, y, row_height = rect.left(), rect.top(), 0
        for item in self._items:
            size = item.sizeHint()
            if x > rect.left() and x + size.width() > rect.right() + 1:
                x, y, row_height = rect.left(), y + row_height + self.spacing(), 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            row_height = max(row_height, size.height())
        return y + row_height - rect.top()


_WIDTH = 724


class TemplateChoice(Struct, frozen=True):
    """A template on the page."""

    id: str
    title: str
    summary: str = ""


class WelcomePage(QScrollArea):
    """Four cards, the templates by name, a link to the examples, and the purpose of the program."""

    def __init__(
        self,
        templates: Sequence[TemplateChoice] = (),
        example_summary: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._templates = tuple(templates)
        self._menu = QMenu(self)
        self._actions: StartActions | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = QWidget()
        self.recent = RecentLists(self._content)
        self.fetch_card, self.open_card, self.template_card, self.example_card = self._make_cards(example_summary)
        self.pills = self._make_pills()
        self.examples_link = LinkLabel(tr("Common mistakes, one at a time…"), self._content)
        self.tour_offer = self._make_tour_offer()
        self.setWidget(self._make_page())
        self.viewport().setAutoFillBackground(False)
        self._content.setFixedWidth(_WIDTH)

    def _make_tour_offer(self) -> QWidget:
        """Create the offer beside the heading, where it moves nothing; hidden until needed."""
        offer = QWidget(self._content)
        said = tr("Shows Robot Studio in five steps, on an example in its own tab.")
        self.tour_button = SecondaryButton(tr("Take the tour"), Glyph.PLAY, offer)
        self.tour_button.setToolTip(said)
        self.tour_button.setAccessibleDescription(said)
        self.no_tour_button = GhostButton(glyph=Glyph.CLOSE, parent=offer)
        self.no_tour_button.setToolTip(tr("No, thanks"))
        self.no_tour_button.setAccessibleName(tr("No, thanks"))
        row = QHBoxLayout(offer)
        row.setContentsMargins(QMargins())
        row.setSpacing(2)
        for button in (self.tour_button, self.no_tour_button):
            button.set_small()
            row.addWidget(button)
        offer.hide()
        return offer

    def _make_cards(self, example_summary: str) -> tuple[WelcomeCard, WelcomeCard, WelcomeCard, WelcomeCard]:
        example_summary = example_summary or tr("A shop with test URLs, crawlers and a few mistakes to find.")
        rows = (
            (
                Glyph.GLOBE,
                tr("Fetch a site"),
                tr("Download its robots.txt, with every redirect and header."),
                "Ctrl+L",
            ),
            (
                Glyph.FOLDER,
                tr("Open a file"),
                tr("A robots.txt or a project on this computer, or drop it here."),
                "Ctrl+O",
            ),
            (
                Glyph.LAYOUT,
                tr("Start from a template"),
                tr("Rules for your kind of site, with comments that explain them."),
                "Ctrl+Shift+N",
            ),
            (Glyph.PLAY, tr("Try the example"), example_summary, ""),
        )
        fetch, open_file, template, example = (
            WelcomeCard(glyph, title, summary, native_keys(keys), self._content) for glyph, title, summary, keys in rows
        )
        template.clicked.connect(self._on_template_clicked)
        return fetch, open_file, template, example

    def _make_pills(self) -> list[Pill]:
        pills = []
        for template in self._templates:
            pill = Pill(tr(template.title), parent=self._content, checkable=False)
            pill.setObjectName(template.id)
            pill.set_meaning(tr(template.summary))
            pills.append(pill)
        return pills

    def _make_page(self) -> QWidget:
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 16, 0, 16)
        column.setSpacing(0)
        heading = QHBoxLayout()
        heading.addWidget(Label(tr("Write, test and check a robots.txt"), px=22, weight=600))
        heading.addStretch(1)
        heading.addWidget(self.tour_offer)
        column.addLayout(heading)
        column.addSpacing(8)
        purpose = tr("See what each crawler may fetch, line by line, and what changes before you publish.")
        column.addWidget(Label(purpose, px=13, color="text2"))
        column.addSpacing(25)
        column.addLayout(self._make_grid())
        column.addWidget(self.recent)
        column.addSpacing(24)
        column.addLayout(self._make_rows())
        column.addSpacing(28)
        self._demo = Demo()
        column.addWidget(self._demo)
        column.addSpacing(20)
        closing = Label(
            tr(
                "Drop a robots.txt, a project or a list of URLs anywhere. "
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

    def _make_rows(self) -> QGridLayout:
        """Create the rows of templates and of the link to the examples."""
        rows = QGridLayout()
        rows.setHorizontalSpacing(20)
        rows.setVerticalSpacing(8)
        rows.setColumnStretch(1, 1)
        heading = Label(tr("Templates"), self._content, px=12, weight=500, color="text3")
        flow = FlowLayout(spacing=6)
        for pill in self.pills:
            flow.addWidget(pill)
        rows.addLayout(flow, 0, 1)
        heading.setVisible(bool(self.pills))
        examples = Label(tr("Examples"), px=12, weight=500, color="text3")
        rows.addWidget(self.examples_link, 1, 1, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place, label in enumerate((heading, examples)):
            label.setFixedHeight(26)
            rows.addWidget(label, place, 0, Qt.AlignmentFlag.AlignTop)
        return rows

    def connect_actions(self, actions: StartActions) -> None:
        """Set what the cards and buttons do."""
        self._actions = actions
        self.fetch_card.clicked.connect(actions.type_address)
        self.open_card.clicked.connect(actions.choose_file)
        self.example_card.clicked.connect(actions.show_example)
        self.examples_link.clicked.connect(actions.show_examples)
        self.tour_button.clicked.connect(actions.begin_tour)
        self.no_tour_button.clicked.connect(actions.decline_tour)
        rows = []
        for pill, template in zip(self.pills, self._templates, strict=True):
            choose = partial(actions.open_template, template.id)
            pill.clicked.connect(choose)
            rows.append(MenuAction(tr(template.title), choose))
        fill_menu(self._menu, rows)
        self.recent.connect_actions(actions)

    def show_recent(self, projects: Sequence[str], files: Sequence[str]) -> None:
        """List recent projects and files; for returning users the demo is hidden."""
        self.recent.show_recent(projects, files)
        self._demo.setVisible(not projects and not files)

    def show_tour_offer(self, *, is_shown: bool) -> None:
        self.tour_offer.setVisible(is_shown)

    def popup_templates(self, at: QPoint) -> None:
        """Show the templates in a menu at a global position, the first one selected."""
        popup_at(self._menu, at, self)
        self._menu.setActiveAction(self._menu.actions()[0])

    def _on_template_clicked(self) -> None:
        popup_below(self._menu, self.template_card)
