"""The page of rules: a list that can be sorted, and what would change without the rule that is chosen."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.app.rule_coverage import CoverageReport, DeletionProof
from robotstudio.engine.coverage import USED, RuleCoverage, RuleState
from robotstudio.engine.phrases import printable
from robotstudio.ui.panels.rule_coverage.words import (
    crawlers_words,
    proof_words,
    shadows_words,
    state_words,
    waiting_words,
)
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.menus import MenuAction, build_menu
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_ORDER = list(RuleState)
_MOST_TITLES = 40


def columns_for(titles: Mapping[str, str], *, is_stale: bool) -> tuple[TableColumn, ...]:
    """The columns for crawlers of these titles by their tokens; grey while newer counts are on their way."""
    translate = partial(QCoreApplication.translate, "CoverageTable")
    quiet = "text_disabled" if is_stale else ""
    crawlers = partial(_crawlers, titles, quiet)
    return (
        TableColumn("line", translate("Line"), _line, _line_key, 54, is_number=True),
        TableColumn("rule", translate("Rule"), partial(_rule, quiet), _rule_key, is_code=True),
        TableColumn("matches", translate("Matches"), partial(_matches, quiet), _matches_key, 74, is_number=True,
                    tip=translate("URLs that the rule matches for a crawler that reads it")),
        TableColumn("decides", translate("Decides"), partial(_decides, quiet), _decides_key, 74, is_number=True,
                    tip=translate("URLs whose verdict the rule decides for a crawler")),
        TableColumn("crawlers", translate("For crawlers"), crawlers, _crawlers_key, 172, hidden_below=720,
                    tip=translate("The crawlers for which it decides, or which wait by it")),
        TableColumn("shadows", translate("Decided by line"), partial(_shadows, quiet), _shadows_key, 108,
                    tip=translate("The lines that decide what the rule matches")),
        TableColumn("state", translate("State"), partial(_state, quiet), _state_key, 134),
    )  # fmt: skip


def _line(row: RuleCoverage) -> TableCell:
    return TableCell(str(row.line), "text3")


def _line_key(row: RuleCoverage) -> int:
    return row.line


def _rule(quiet: str, row: RuleCoverage) -> TableCell:
    is_idle = row.state not in USED
    return TableCell(printable(str(row.rule)), quiet or ("text2" if is_idle else "text"), weight=500)


def _rule_key(row: RuleCoverage) -> tuple[bytes, bool]:
    return row.rule.written, row.rule.allow


def _matches(quiet: str, row: RuleCoverage) -> TableCell:
    return TableCell(format_count(row.matches), quiet or "text2")


def _matches_key(row: RuleCoverage) -> int:
    return row.matches


def _decides(quiet: str, row: RuleCoverage) -> TableCell:
    token = "text" if row.decides else "text3" if row.state in USED else "warning"
    return TableCell(format_count(row.decides), quiet or token, weight=600)


def _decides_key(row: RuleCoverage) -> int:
    return row.decides


def _crawlers(titles: Mapping[str, str], quiet: str, row: RuleCoverage) -> TableCell:
    if row.state is RuleState.DELAYS:
        return TableCell(waiting_words(row, titles), quiet or "text2")
    names = [titles.get(token, token) for token in row.crawlers]
    spoken = ", ".join(names[:_MOST_TITLES]) + ("…" if len(names) > _MOST_TITLES else "")
    return TableCell(crawlers_words(names, len(titles)), quiet or "text2", spoken=spoken)


def _crawlers_key(row: RuleCoverage) -> tuple[int, tuple[str, ...]]:
    return len(row.crawlers), row.crawlers[:1]


def _shadows(quiet: str, row: RuleCoverage) -> TableCell:
    return TableCell(shadows_words(row), quiet or "text2")


def _shadows_key(row: RuleCoverage) -> tuple[int, ...]:
    return tuple(shadow.line for shadow in row.shadows)


def _state(quiet: str, row: RuleCoverage) -> TableCell:
    decides = row.state in USED
    glyph = None if decides else Glyph.WARNING if row.state is RuleState.SHADOWED else Glyph.DASH
    token = "text3" if decides or row.state is not RuleState.SHADOWED else "warning"
    return TableCell(state_words(row.state), quiet or token, glyph)


def _state_key(row: RuleCoverage) -> tuple[int, int]:
    return _ORDER.index(row.state), row.line


_COMPACT_BELOW = 700


class RuleCoveragePage(QWidget):
    """Shows reports; a click on a rule reveals its line, and what hangs on it is asked for (`proof_wanted`)."""

    line_activated = Signal(int)
    line_revealed = Signal(int)
    proof_wanted = Signal(int)
    deletion_requested = Signal(object)
    decided_wanted = Signal(int)
    matched_wanted = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._report: CoverageReport | None = None
        self._proof: DeletionProof | None = None
        self._is_stale = self._is_waiting = self._is_due = False
        self.header = SectionHeader(theme, self.tr("Rules"), self, height=SIZES.tool_row)
        self._counts = ElidedLabel(theme, "", self, px=12, color="text2")
        self.idle_only = Pill(theme, self.tr("Decide nothing"), Glyph.WARNING, "0", self)
        self.idle_only.setToolTip(self.tr("Rules that decide no URL for any of the crawlers"))
        self.table = Table(theme, self.tr("Rules"), identity=_line_of, parent=self)
        self._hint = EmptyHint(theme, self.tr("No rule stands in the draft."), parent=self)
        self._sentence = ElidedLabel(theme, "", self, px=12, color="text2")
        self.show_decided = SecondaryButton(theme, self.tr("Show its URLs"), Glyph.FILTER, self)
        self.delete = SecondaryButton(theme, "", Glyph.TRASH, self)
        self._lay_out()
        self._connect()
        self._show_rows()

    def set_lead(self, widget: QWidget) -> None:
        """Put what switches between the views before the counts, in place of the way back."""
        self._back.hide()
        self.header.title.hide()
        self.header.add_lead(widget)

    @property
    def report(self) -> CoverageReport | None:
        return self._report

    @property
    def proof(self) -> DeletionProof | None:
        """What is known of the chosen rule's deletion; None while that is worked out."""
        return self._proof

    @property
    def _row(self) -> RuleCoverage | None:
        row = self.table.current_row
        return row if isinstance(row, RuleCoverage) else None

    def show_report(self, report: CoverageReport | None) -> None:
        """Show the use of the rules, or that there is nothing to say."""
        self._report = report
        self._is_stale = self._is_waiting = False
        self._proof = None
        self._show_rows()
        self._ask_for_proof()

    def set_waiting(self) -> None:
        """A report is on its way."""
        self._is_waiting = True
        if self._report is None:
            self._update_hint()

    def set_stale(self, *, is_stale: bool) -> None:
        """Show the counts in grey while newer ones are on their way; nothing can be deleted by them."""
        if is_stale and not self._is_stale:
            self._is_stale = True
            self._proof = None
            self._show_rows()

    def show_proof(self, proof: DeletionProof) -> None:
        """Show what would change without a line, if it is still the chosen one."""
        row = self._row
        if row is not None and row.line == proof.line:
            self._proof = proof
            self._update_strip()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, self._theme.color("surface"))
        top = self._strip.geometry().top()
        painter.fillRect(QRectF(0, top, rect.width(), rect.height() - top), self._theme.color("window"))
        painter.fillRect(QRectF(0, top, rect.width(), 1), self._theme.color("border"))

    def _lay_out(self) -> None:
        self._back = self.header.add_back(self.tr("Back to the verdicts (Esc)"))
        self._back.clicked.connect(self.left)
        self.header.add_left(self._counts, 1)
        self.header.add_right(self.idle_only)
        self._strip = QWidget(self)
        strip = QHBoxLayout(self._strip)
        strip.setContentsMargins(SIZES.panel_inset, 5, SIZES.panel_inset, 4)
        strip.setSpacing(SIZES.between_controls)
        strip.addWidget(self._sentence, 1)
        for button in (self.show_decided, self.delete):
            button.set_small()
            strip.addWidget(button)
        self._strip.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        layout = column_in(self)
        for part, stretch in ((self.header, 0), (self.table, 1), (self._hint, 1), (self._strip, 0)):
            layout.addWidget(part, stretch)

    def _connect(self) -> None:
        self.idle_only.toggled.connect(self._show_rows)
        self.table.row_clicked.connect(self._on_row_clicked)
        self.table.row_activated.connect(self._on_row_activated)
        self.table.row_changed.connect(self._on_row_changed)
        self.table.menu_requested.connect(self._on_menu_requested)
        self.table.left.connect(self.left)
        self.delete.clicked.connect(self._on_delete_clicked)
        self.show_decided.clicked.connect(self._on_show_clicked)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_due:
            self._show_rows()
            self._ask_for_proof()

    def _show_rows(self) -> None:
        """Show what is known; a page that is not seen waits until it is: thousands of rows take as long as ten keys."""
        self._is_due = not self.isVisible()
        if self._is_due:
            return
        report = self._report
        rules = list(report.coverage.rules.values()) if report else []
        idle = list(report.coverage.idle) if report else []
        self.idle_only.set_count(format_count(len(idle)))
        self._counts.setText(self._count_words(report))
        self.table.set_columns(columns_for(report.subject.titles if report else {}, is_stale=self._is_stale))
        self.table.set_rows(idle if self.idle_only.isChecked() else rules)
        self._update_hint()
        self._update_strip()

    def _update_hint(self) -> None:
        shown = bool(self.table.rows)
        self.table.setVisible(shown)
        self._hint.setVisible(not shown)
        if self._report is not None and self._report.coverage.rules:
            self._hint.set_content(self.tr("Every rule decides something."))
        elif self._is_waiting:
            self._hint.set_content(self.tr("Working out what each rule decides…"))
        else:
            self._hint.set_content(self.tr("What each rule decides is shown once there are rules, URLs and crawlers."))

    def _count_words(self, report: CoverageReport | None) -> str:
        if report is None:
            return ""
        subject = report.subject
        words = self.tr("Rules: {rules} · URLs: {urls} · crawlers: {crawlers}").format(
            rules=format_count(report.coverage.rule_count),
            urls=format_count(len(subject.table)),
            crawlers=len(subject.readers),
        )
        if subject.is_by_rules:
            return words
        return self.tr("{words} · about the rules alone, not the supposed answer of the server").format(words=words)

    def _update_strip(self) -> None:
        row, proof = self._row, self._proof
        self.show_decided.setEnabled(row is not None and bool(row.decides or row.matches))
        self.delete.setEnabled(bool(proof and proof.is_safe) and not self._is_stale)
        self.delete.setText(self.tr("Delete line {line}").format(line=row.line) if row else self.tr("Delete line"))
        self.delete.updateGeometry()
        self._sentence.setText(self._strip_words(row))

    def _strip_words(self, row: RuleCoverage | None) -> str:
        if row is None:
            return ""
        if self._proof is None:
            return self.tr("Line {line}: working out what would change without it…").format(line=row.line)
        return proof_words(self._proof)

    def _ask_for_proof(self) -> None:
        row = self._row
        is_known = self._report is not None and not self._is_stale and not self._is_due
        if row is not None and is_known:
            self.proof_wanted.emit(row.line)

    def _on_row_changed(self, _row: RuleCoverage) -> None:
        self._proof = None
        self._update_strip()
        self._ask_for_proof()

    def _on_row_clicked(self, row: RuleCoverage | None) -> None:
        if row is not None:
            self.line_revealed.emit(row.line)

    def _on_row_activated(self, row: RuleCoverage) -> None:
        self.line_activated.emit(row.line)

    def _on_delete_clicked(self) -> None:
        if self._proof is not None and self._proof.is_safe:
            self.deletion_requested.emit(self._proof)

    def _on_show_clicked(self) -> None:
        row = self._row
        if row is not None:
            (self.decided_wanted if row.decides else self.matched_wanted).emit(row.line)

    def _on_menu_requested(self, row: RuleCoverage, at: QPoint) -> None:
        line = row.line
        decided = self.tr("Show the {count} URLs that it decides").format(count=format_count(row.decides))
        matched = self.tr("Show the {count} URLs that it matches").format(count=format_count(row.matches))
        rows = (
            MenuAction(self.tr("Show line {line}").format(line=line), partial(self.line_activated.emit, line)),
            MenuAction(),
            MenuAction(decided, partial(self.decided_wanted.emit, line), is_enabled=bool(row.decides)),
            MenuAction(matched, partial(self.matched_wanted.emit, line), is_enabled=bool(row.matches)),
            MenuAction(),
            MenuAction(self._delete_words(line), self._on_delete_clicked, is_enabled=self.delete.isEnabled()),
        )
        build_menu(self, rows).popup(at)

    def _delete_words(self, line: int) -> str:
        if self._proof is None or not self._proof.is_safe:
            return self.tr("Delete line {line}").format(line=line)
        words = self.tr("Delete line {line}: proven, 0 of {cells} verdicts change, and nothing else")
        return words.format(line=line, cells=format_count(self._proof.changes.cells))


def _line_of(row: RuleCoverage) -> int:
    return row.line
