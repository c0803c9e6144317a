"""The panel of rules under the editor: a sortable list, and the effect of deleting the selected rule."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QPoint, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from robotstudio.draft.at_risk import GroupCost, RuleCosts, cost_words, group_cost_words
from robotstudio.draft.rule_coverage import AuditedFile, CoverageReport, DeletionProof
from robotstudio.draft.rule_proofs import LineProof, LineProofs
from robotstudio.engine.coverage import USED, RuleCoverage, RuleState
from robotstudio.engine.crawlers import called
from robotstudio.engine.sums import Sum
from robotstudio.text.language import WORDS, Meant, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.rule_coverage.words import (
    covered_words,
    crawlers_words,
    needless_words,
    proof_words,
    proven_words,
    shadows_words,
    state_words,
    waiting_words,
)
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint, Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import Mark
from robotstudio.urls.set_columns import full_titles, short_sum_words, title_of

_ORDER = list(RuleState)
_MOST_TITLES = 40
_REQUESTS_FROM = 480
"""Width below which only the most telling sum is shown."""
_MARK = 18
_COMPACT_BELOW = 700
_COUNTS = Plural("{count} rule on {urls} for {crawlers}", "{count} rules on {urls} for {crawlers}")
_URLS = Plural("{count} URL", "{count} URLs")
_CRAWLERS = Plural("{count} crawler", "{count} crawlers")
_SHOW_DECIDED = Plural("Show the {count} URL that it decides", "Show the {count} URLs that it decides")
_SHOW_MATCHED = Plural("Show the {count} URL that it matches", "Show the {count} URLs that it matches")
_DELETE_LOADED = Plural(
    "Delete line {line}: 0 of {count} verdict on the loaded URLs changes",
    "Delete line {line}: 0 of {count} verdicts on the loaded URLs change",
)


Row = RuleCoverage | GroupCost
"""A rule, or what all rules of a group keep out."""


class Known(Struct, frozen=True, eq=False):
    """The context of the rows: the rules by line, their proofs, and the number of loaded URLs."""

    rules: Mapping[int, RuleCoverage]
    proofs: LineProofs
    urls: int
    costs: RuleCosts = RuleCosts()

    def needless(self, row: RuleCoverage) -> LineProof | None:
        """Return the proof that no URL needs a rule, None if there is none."""
        proof = self.proofs.get(row.line)
        return proof if proof and proof.is_needless else None

    def is_written_twice(self, proof: LineProof) -> bool:
        """Return True if the lines that decide instead of a rule have the same pattern and verdict."""
        rule, others = self.rules[proof.line].rule, [self.rules.get(line) for line in proof.covered_by]
        return bool(others) and all(
            other is not None and (other.rule.pattern, other.rule.allow) == (rule.pattern, rule.allow)
            for other in others
        )


def _columns_for(titles: Mapping[str, str], known: Known, *, is_stale: bool) -> tuple[TableColumn, ...]:
    """Return the columns for crawlers with these titles by token; grey while newer counts are computed."""
    quiet = "text_disabled" if is_stale else ""
    crawlers = partial(_crawlers, titles, quiet)
    return (
        TableColumn("line", tr("Line"), _line, _line_key, 54, is_number=True),
        TableColumn("rule", tr("Rule"), partial(_rule, quiet), _rule_key, is_code=True, least=130),
        TableColumn("matches", tr(Meant("Matches", "how many")), *_of_rules(partial(_matches, quiet), _matches_key, -1),
                    74, is_number=True, hidden_below=560,
                    tip=tr("URLs that the rule matches for a crawler that reads it")),
        TableColumn("decides", tr("Decides"), *_of_rules(partial(_decides, quiet), _decides_key, -1), 74,
                    is_number=True, tip=tr("URLs that the rule decides for any crawler")),
        *_cost_columns(known.costs, quiet),
        TableColumn("crawlers", tr("For crawlers"), *_of_rules(crawlers, _crawlers_key, (0, ())), 172, hidden_below=720,
                    tip=tr("Crawlers for which it decides, or that use it as a delay")),
        TableColumn("shadows", tr("Decided by line"), *_of_rules(partial(_shadows, known, quiet), _shadows_key, ()),
                    108, hidden_below=640, tip=tr("Lines that decide the URLs that the rule matches")),
        TableColumn("state", tr("State"), *_of_rules(partial(_state, known, len(titles), quiet), _state_key, (-1, 0)),
                    least=160, hidden_below=440),
    )  # fmt: skip


def _of_rules(
    cell: Callable[[RuleCoverage], TableCell], key: Callable[[RuleCoverage], Any], least: object
) -> tuple[Callable[[Row], TableCell], Callable[[Row], Any]]:
    """Return the cell and the sort key of a column that is empty for groups."""
    return (
        lambda row: cell(row) if isinstance(row, RuleCoverage) else TableCell(),
        lambda row: key(row) if isinstance(row, RuleCoverage) else least,
    )


def _cost_columns(costs: RuleCosts, quiet: str) -> Iterator[TableColumn]:
    """Yield a column for what the rules keep out of each column of the sources."""
    for place, (column, title) in enumerate(zip(costs.columns, full_titles(costs.columns, WORDS), strict=True)):
        yield TableColumn(f"cost-{place}", title_of(column.info, WORDS), partial(_cost, costs, place, quiet),
                          partial(_cost_key, costs, place), 86, is_number=True, hidden_below=place * _REQUESTS_FROM,
                          tip=tr("What the rule blocks of: {column}", column=title))  # fmt: skip


def _sums(costs: RuleCosts, row: Row) -> tuple[Sum, ...] | None:
    return row.sums if isinstance(row, GroupCost) else costs.sums.get(row.line)


def _cost(costs: RuleCosts, place: int, quiet: str, row: Row) -> TableCell:
    sums = _sums(costs, row)
    if sums is None:
        return TableCell("")
    found = sums[place]
    text = short_sum_words(found, WORDS)
    if place == 0 and costs.costs_more(row.line):
        spoken = side_by_side((text, tr("costs more than it saves")))
        return TableCell(text, quiet or "warning", Glyph.WARNING, glyph_color=quiet or "warning", spoken=spoken)
    return TableCell(text, quiet or ("text" if found.total else "text3"))


def _cost_key(costs: RuleCosts, place: int, row: Row) -> float:
    sums = _sums(costs, row)
    return -1.0 if sums is None or sums[place].is_unknown else sums[place].total


def _line(row: Row) -> TableCell:
    return TableCell(str(row.line), "text3")


def _line_key(row: Row) -> int:
    return row.line


def _rule(quiet: str, row: Row) -> TableCell:
    if isinstance(row, GroupCost):
        said = f"User-agent: {WORDS.side_by_side(row.agents[:_MOST_TITLES])}"
        return TableCell(printable(said), quiet or "text", weight=600)
    is_idle = row.state not in USED
    return TableCell(printable(str(row.rule)), quiet or ("text2" if is_idle else "text"), weight=500)


def _rule_key(row: Row) -> tuple[bytes, bool]:
    if isinstance(row, GroupCost):
        return b"", False
    return row.rule.written, row.rule.allow


def _matches(quiet: str, row: RuleCoverage) -> TableCell:
    return TableCell(WORDS.number(row.matches), quiet or "text2")


def _matches_key(row: RuleCoverage) -> int:
    return row.matches


def _decides(quiet: str, row: RuleCoverage) -> TableCell:
    token = "text" if row.decides else "text3"
    return TableCell(WORDS.number(row.decides), quiet or token, weight=600)


def _decides_key(row: RuleCoverage) -> int:
    return row.decides


def _crawlers(titles: Mapping[str, str], quiet: str, row: RuleCoverage) -> TableCell:
    if row.state is RuleState.DELAYS:
        return TableCell(waiting_words(row, titles), quiet or "text2")
    names = [called(token, titles) for token in row.crawlers]
    spoken = side_by_side(names[:_MOST_TITLES]) + ("…" if len(names) > _MOST_TITLES else "")
    return TableCell(crawlers_words(names, len(titles)), quiet or "text2", spoken=spoken)


def _crawlers_key(row: RuleCoverage) -> tuple[int, tuple[str, ...]]:
    return len(row.crawlers), row.crawlers[:1]


def _shadows(known: Known, quiet: str, row: RuleCoverage) -> TableCell:
    proof = known.needless(row)
    return TableCell(covered_words(proof) if proof and proof.covers else shadows_words(row), quiet or "text2")


def _shadows_key(row: RuleCoverage) -> tuple[int, ...]:
    return tuple(shadow.line for shadow in row.shadows)


def _state(known: Known, crawlers: int, quiet: str, row: RuleCoverage) -> TableCell:
    proof = known.needless(row)
    if proof is not None:
        said = proven_words(proof, is_written_twice=known.is_written_twice(proof))
        return TableCell(said, quiet or "text", Glyph.PROVEN, glyph_color=quiet or "allowed")
    said = state_words(row.state, known.urls, crawlers)
    if row.state in {RuleState.SHADOWED, RuleState.NO_MATCH}:
        return TableCell(said, quiet or "text2", Glyph.LOADED_ONLY, glyph_color=quiet or "text3")
    return TableCell(said, quiet or "text3", None if row.state in USED else Glyph.DASH)


def _state_key(row: RuleCoverage) -> tuple[int, int]:
    return _ORDER.index(row.state), row.line


class RuleCoveragePage(QWidget):
    """Shows coverage; a click reveals a line, and requests the effect of deleting a rule (`proof_wanted`)."""

    line_activated = Signal(int)
    line_revealed = Signal(int)
    proof_wanted = Signal(int)
    proofs_wanted = Signal(object)
    deletion_requested = Signal(object)
    decided_wanted = Signal(int)
    matched_wanted = Signal(int)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report: CoverageReport | None = None
        self.proof: DeletionProof | None = None
        """The effect of deleting the selected rule; None while it is being computed."""
        self._proofs: LineProofs = {}
        self._asked: tuple[object, ...] = ()
        self._is_stale = self._is_waiting = self._is_due = False
        self.header = SectionHeader(tr("Rules by use"), self, height=SIZES.why_folded)
        self.close_button = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.close_button.set_small()
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setToolTip(tr("Close"))
        self._counts = ElidedLabel("", self, px=12, color="text2")
        self.idle_only = Pill(tr("Decide nothing"), Glyph.LOADED_ONLY, "0", self)
        self.idle_only.set_meaning(tr("Rules that decide no URL for any of the crawlers"))
        self.needless_only = Pill(tr("Proven needless"), Glyph.PROVEN, "0", self)
        self.needless_only.set_meaning(tr("Rules whose deletion changes no verdict, no delay and no other field"))
        self.table = Table(tr("Rules"), identity=_line_of, parent=self)
        self._hint = EmptyHint(tr("The draft has no rules."), parent=self)
        self._mark = Mark(self, _MARK)
        self._sentence = Label("", self, px=12, color="text2")
        self._sentence.setWordWrap(True)
        self.show_decided = SecondaryButton("", Glyph.FILTER, self)
        self.show_decided.setAccessibleName(tr("Show its URLs"))
        self.delete = SecondaryButton("", Glyph.TRASH, self)
        self._lay_out()
        self._connect()
        self._show_rows()

    @property
    def _row(self) -> RuleCoverage | None:
        row = self.table.current_row
        return row if isinstance(row, RuleCoverage) else None

    def show_report(self, report: CoverageReport | None) -> None:
        """Show the coverage of the rules, None for none."""
        self.report = report
        self._is_stale = self._is_waiting = False
        self.proof = None
        if report is None or _asked_about(report.subject) != self._asked:
            self._proofs, self._asked = {}, ()
        self._show_rows()
        self._ask_for_proof()

    def set_waiting(self) -> None:
        """Show that a report is being computed."""
        self._is_waiting = True
        if self.report is None:
            self._update_hint()

    def set_stale(self, *, is_stale: bool) -> None:
        """Grey the counts out while newer ones are computed; deletion is disabled meanwhile."""
        if is_stale and not self._is_stale:
            self._is_stale = True
            self.proof = None
            self._show_rows()

    def show_proofs(self, subject: AuditedFile, proofs: LineProofs) -> None:
        """Show the proofs about all rules, if they answer the last request."""
        if _asked_about(subject) == self._asked:
            self._proofs = proofs
            self._show_rows()

    def drop_proofs(self) -> None:
        """Allow the proofs to be requested again: the last request was cancelled."""
        self._asked = ()

    def show_proof(self, proof: DeletionProof) -> None:
        """Show the effect of deleting a line, if it is still the selected one."""
        row = self._row
        if row is not None and row.line == proof.line:
            self.proof = proof
            self._update_strip()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, theme.color("surface"))
        top = self._strip.geometry().top()
        painter.fillRect(QRectF(0, top, rect.width(), rect.height() - top), theme.color("window"))
        painter.fillRect(QRectF(0, top, rect.width(), 1), theme.color("border"))

    def _lay_out(self) -> None:
        self.header.add_left(self._counts, 1)
        self.header.add_right(self.needless_only)
        self.header.add_right(self.idle_only)
        self.header.add_right(self.close_button)
        self._strip = QWidget(self)
        self._strip_row = strip = QHBoxLayout(self._strip)
        strip.setContentsMargins(SIZES.panel_inset, 5, SIZES.panel_inset, 4)
        strip.setSpacing(SIZES.between_controls)
        strip.addWidget(self._mark)
        strip.addWidget(self._sentence, 1)
        for button in (self.show_decided, self.delete):
            button.set_small()
            strip.addWidget(button)
        self.table.setMinimumHeight(1)  # in a low window, the sentence stays whole
        layout = column_in(self)
        for part, stretch in ((self.header, 0), (self.table, 1), (self._hint, 1), (self._strip, 0)):
            layout.addWidget(part, stretch)

    def _connect(self) -> None:
        self.idle_only.toggled.connect(self._show_rows)
        self.needless_only.toggled.connect(self._show_rows)
        self.table.row_clicked.connect(self._on_row_clicked)
        self.table.row_activated.connect(self._on_row_activated)
        self.table.row_changed.connect(self._on_row_changed)
        self.table.menu_requested.connect(self._on_menu_requested)
        self.table.left.connect(self.left)
        self.close_button.clicked.connect(self.left)
        self.delete.clicked.connect(self._on_delete_clicked)
        self.show_decided.clicked.connect(self._on_show_clicked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for pill in (self.needless_only, self.idle_only):
            pill.set_compact(self._is_compact)
        self._update_strip()

    @property
    def _is_compact(self) -> bool:
        return self.width() < _COMPACT_BELOW

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_due:
            self._show_rows()
            self._ask_for_proof()

    def _show_rows(self) -> None:
        """Update the list if the page is visible, else when it is shown: thousands of rows are slow."""
        self._is_due = not self.isVisible()
        if self._is_due:
            return
        report = self.report
        rules = list(report.coverage.rules.values()) if report else []
        idle = list(report.coverage.idle) if report else []
        known = self._known()
        needless = [rule for rule in rules if known.needless(rule)]
        self.idle_only.set_count(WORDS.number(len(idle)))
        self.needless_only.set_count(WORDS.number(len(needless)))
        self._counts.setText(self._count_words(report))
        self.table.set_columns(_columns_for(report.subject.titles if report else {}, known, is_stale=self._is_stale))
        rows = idle if self.idle_only.isChecked() else rules
        if self.needless_only.isChecked():
            rows = [row for row in rows if known.needless(row)]
        is_whole = not self.idle_only.isChecked() and not self.needless_only.isChecked()
        groups = known.costs.groups if is_whole else ()
        self.table.set_rows(sorted([*rows, *groups], key=_line_key))
        self._update_hint()
        self._update_strip()
        if report is not None and not self._is_stale and self._asked != _asked_about(report.subject):
            self._asked = _asked_about(report.subject)
            self.proofs_wanted.emit(report.subject)

    def _known(self) -> Known:
        report = self.report
        if report is None:
            return Known({}, {}, 0)
        return Known(report.coverage.rules, self._proofs, len(report.subject.table), report.costs)

    def _update_hint(self) -> None:
        shown = bool(self.table.rows)
        self.table.setVisible(shown)
        self._hint.setVisible(not shown)
        if self.report is not None and self.report.coverage.rules:
            is_about_all = self.needless_only.isChecked()
            everything = tr("No rule is proven to be needless."), tr("Every rule decides something.")
            self._hint.set_content(everything[not is_about_all])
        elif self._is_waiting:
            self._hint.set_content(tr("Counting what each rule decides…"))
        else:
            self._hint.set_content(tr("Add rules, URLs and crawlers to see what each rule decides."))

    def _count_words(self, report: CoverageReport | None) -> str:
        if report is None:
            return ""
        subject = report.subject
        words = tr(
            "Rules: {rules} · URLs: {urls} · crawlers: {crawlers}",
            rules=WORDS.number(report.coverage.rule_count),
            urls=WORDS.number(len(subject.table)),
            crawlers=WORDS.number(len(subject.readers)),
        )
        if subject.is_by_rules:
            return words
        return tr("{words} · for the rules alone, not for the simulated server answer", words=words)

    def _update_strip(self) -> None:
        row, proof = self._row, self.proof
        is_safe, is_proven = bool(proof and proof.is_safe), self._needless is not None
        self.show_decided.setText("" if self._is_compact else tr("Show its URLs"))
        self.show_decided.setToolTip(tr("Show its URLs") if self._is_compact else "")
        self.show_decided.setEnabled(row is not None and bool(row.decides or row.matches))
        self.delete.setEnabled(is_safe and not self._is_stale)
        said = tr("Delete line {line}", line=str(row.line)) if row else tr("Delete line")
        said = said if is_proven or not is_safe else tr("Delete, for the loaded URLs only")
        self.delete.setText("" if self._is_compact else said)
        self.delete.setAccessibleName(said)
        self.delete.setToolTip(said if self._is_compact else "")
        self.delete.updateGeometry()
        self._sentence.setText(self._strip_words(row))
        self._mark.setVisible(is_safe)
        self._mark.show_glyph(*((Glyph.PROVEN, "allowed") if is_proven else (Glyph.LOADED_ONLY, "text3")))
        strip, width = self._strip_row, self.width()
        strip.invalidate()  # Qt keeps the height for another sentence
        height = strip.heightForWidth(width) if strip.hasHeightForWidth() else strip.sizeHint().height()
        self._strip.setFixedHeight(height)

    @property
    def _needless(self) -> LineProof | None:
        """The proof that no URL needs the selected rule, if its line can be deleted."""
        row, is_safe = self._row, self.proof is not None and self.proof.is_safe
        return self._known().needless(row) if row is not None and is_safe else None

    def _strip_words(self, row: RuleCoverage | None) -> str:
        costs = self.report.costs if self.report is not None else RuleCosts()
        if row is None:
            dearest = next((cost_words(costs, line) for line in costs.dearest), "")
            group = self.table.current_row
            said = group_cost_words(costs, group) if isinstance(group, GroupCost) else ""
            return WORDS.sentences(filter(None, (dearest, said)))
        return WORDS.sentences(filter(None, (cost_words(costs, row.line), self._effect_words(row))))

    def _effect_words(self, row: RuleCoverage) -> str:
        if self.proof is None:
            return tr("Line {line}: checking what changes without it…", line=str(row.line))
        if self._needless is not None:
            return needless_words(self._needless, self.proof.subject.titles)
        return proof_words(self.proof)

    def _ask_for_proof(self) -> None:
        row = self._row
        is_known = self.report is not None and not self._is_stale and not self._is_due
        if row is not None and is_known:
            self.proof_wanted.emit(row.line)

    def _on_row_changed(self, _row: Row) -> None:
        self.proof = None
        self._update_strip()
        self._ask_for_proof()

    def _on_row_clicked(self, row: Row | None) -> None:
        if row is not None:
            self.line_revealed.emit(row.line)

    def _on_row_activated(self, row: Row) -> None:
        self.line_activated.emit(row.line)

    def _on_delete_clicked(self) -> None:
        if self.proof is not None and self.proof.is_safe:
            self.deletion_requested.emit(self.proof)

    def _on_show_clicked(self) -> None:
        row = self._row
        if row is not None:
            (self.decided_wanted if row.decides else self.matched_wanted).emit(row.line)

    def _on_menu_requested(self, row: Row, at: QPoint) -> None:
        line = row.line
        show = MenuAction(tr("Show line {line}", line=str(line)), partial(self.line_activated.emit, line))
        if isinstance(row, GroupCost):
            popup_at(build_menu(self, (show,)), at, self)
            return
        decided = ntr(_SHOW_DECIDED, row.decides)
        matched = ntr(_SHOW_MATCHED, row.matches)
        rows = (
            show,
            MenuAction(),
            MenuAction(decided, partial(self.decided_wanted.emit, line), is_enabled=bool(row.decides)),
            MenuAction(matched, partial(self.matched_wanted.emit, line), is_enabled=bool(row.matches)),
            MenuAction(),
            MenuAction(self._delete_words(line), self._on_delete_clicked, is_enabled=self.delete.isEnabled()),
        )
        popup_at(build_menu(self, rows), at, self)

    def _delete_words(self, line: int) -> str:
        if self.proof is None or not self.proof.is_safe:
            return tr("Delete line {line}", line=str(line))
        if self._needless is not None:
            return tr("Delete line {line}: proven, no verdict changes", line=str(line))
        return ntr(_DELETE_LOADED, self.proof.changes.cells, line=str(line))


def _line_of(row: Row) -> int:
    return row.line


def _asked_about(subject: AuditedFile) -> tuple[object, ...]:
    """Return what proofs depend on: they are the same for other URLs."""
    return subject.version.body, subject.readers
