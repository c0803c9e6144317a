"""The list of proposals under the caret."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from robotstudio.explain.completion import Proposal, SlotKind
from robotstudio.text.language import tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import place_beside, room_for
from robotstudio.ui.widgets.painting import TextRun, draw_box
from robotstudio.ui.widgets.piece_style import shortened
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords

_GAP = 4
_WIDTH, _ROW, _INSET, _MOST_ROWS = 480, 24, 10, 10
_KEYS = 20
_FOOTER, _HIGH_FOOTER = 38, 54
_FITS, _MOST_IN_TWO_LINES = 55, 130
_NAME_GAP = 12


class _Proposals(RowList[Proposal]):
    """A proposal, followed by its kind in a muted colour."""

    def words(self, row: Proposal) -> RowWords:
        return RowWords(row.title, side_by_side((row.title, row.note)))

    def content(self, row: Proposal, state: RowState) -> RowContent | None:
        fonts, color = theme.fonts, theme.color
        name = fonts.ui(12, 500) if row.kind is SlotKind.TEMPLATE else fonts.mono(12, 500)
        title = TextRun(shortened(printable(row.title)), name, color("text"))
        note = TextRun(row.note, fonts.ui(11), color(state.quiet_color), _NAME_GAP)
        return RowContent([title, note] if row.note else [title])


class CompletionPopup(QFrame):
    """Shows proposals; the keys stay with the editor, which moves the selection here."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        """Hidden until it has proposals."""
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list = _Proposals(self, _ROW, inset=_INSET)
        self.list.setAccessibleName(tr("Proposals"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.footer = Label("", self, px=11, color="text2")
        self.footer.setWordWrap(True)
        self.footer.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.footer.setContentsMargins(_INSET, 5, _INSET, 4)
        self.keys = Label(tr("Enter or Tab takes it, Esc closes"), self, px=11, color="text3")
        self.keys.setContentsMargins(_INSET, 0, _INSET, 0)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        rows.addWidget(self.list, 1)
        rows.addWidget(self.footer)
        rows.addWidget(self.keys)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.clicked.connect(self._on_clicked)
        theme.changed.connect(self.hide)

    @property
    def selected(self) -> Proposal | None:
        """The proposal that Enter would insert."""
        return self.list.current

    @property
    def place(self) -> str:
        """The position of the selected proposal, in words."""
        return tr("{number} of {count}", number=self.list.current_row + 1, count=len(self.list.rows))

    def show_proposals(self, proposals: Sequence[Proposal], about: QRect) -> None:
        """Show these beside a rectangle in global coordinates, the first one selected."""
        self.list.show_rows(proposals)
        self.list.set_current_row(0)
        screen = self.screen().availableGeometry()
        has_footer = any(len(proposal.title) + len(proposal.note) > _FITS for proposal in proposals)
        self.footer.setVisible(has_footer)
        longest = max(len(proposal.note) for proposal in proposals)
        self.footer.setFixedHeight(round(_HIGH_FOOTER if longest > _MOST_IN_TWO_LINES else _FOOTER))
        self.keys.setFixedHeight(_KEYS)
        height = min(len(proposals), _MOST_ROWS) * _ROW + 2 + has_footer * self.footer.height()
        height += self.keys.height()
        self.setFixedSize(min(_WIDTH, screen.width()), height)
        self.move(place_beside(self.size(), about, room_for(self.size(), self.parentWidget() or self)))
        self.show()

    def step(self, by: int) -> None:
        """Move the selection; a single step wraps around."""
        count, row = len(self.list.rows), self.list.current_row + by
        self.list.set_current_row(row % count if abs(by) == 1 else max(0, min(row, count - 1)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_box(painter, QRectF(self.rect()), 0, theme.color("window"), theme.color("border_strong"))

    def _on_current_changed(self, selected: Proposal | None) -> None:
        """Show below the list what the row has no room for."""
        self.footer.setText(selected.note if selected else "")

    def _on_clicked(self) -> None:
        self.chosen.emit(self.selected)
