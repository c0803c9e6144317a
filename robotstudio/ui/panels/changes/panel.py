"""The page of changes: what changes, the versions to compare with, and the URLs by the line that flips them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from robotstudio.draft.analysis import Cell
from robotstudio.draft.changes.baseline import LIVE
from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.draft.changes.outline import GroupKey, outline_of
from robotstudio.draft.changes.unseen_urls import UnseenUrls
from robotstudio.draft.live_check import LiveCheck
from robotstudio.engine.changed_urls import FIELDS_CHANGE
from robotstudio.engine.changes import Change, Changes
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.text.language import WORDS, Plural, Told, ntr, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.changes import words
from robotstudio.ui.panels.changes.change_list import ChangeList, RiskRow
from robotstudio.ui.panels.changes.flip_pane import FlipPane
from robotstudio.ui.panels.changes.going_live import WIDTH, GoingLivePane, Readiness, Upload, ready_words, ticks_of
from robotstudio.ui.panels.changes.live_check_bar import LiveCheckActions, LiveCheckBar
from robotstudio.ui.panels.changes.live_words import answer_of, reach_words
from robotstudio.ui.panels.changes.model import ChangeActions
from robotstudio.ui.panels.changes.tool_row import ChangeToolRow
from robotstudio.ui.panels.changes.unseen_urls_pane import UnseenUrlsPane
from robotstudio.ui.panels.changes.versions import (
    HistoryActions,
    OfferedVersions,
    VersionActions,
    VersionBar,
    VersionMenus,
    VersionPane,
)
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Bar, TabPage, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint, Label, LinkLabel
from robotstudio.ui.widgets.live_line import LiveLine
from robotstudio.ui.widgets.tone import Mark, Tone, ToneBox

_MARK, _LONGEST_WHOLE = 14, 40
_CHANGE = Plural("{changed} of your {count} URLs changes.", "{changed} of your {count} URLs change.")
_CARD_FROM, _VERSIONS_FROM = 860, 720
_WRITTEN = Plural("{count} verdict written to {path}.", "{count} verdicts written to {path}.")
_COPIED = Plural("Copied {copied} of {count} verdicts that flip.", "Copied {copied} of {count} verdicts that flip.")


class Headline(NamedTuple):
    """The first sentence, and its tone."""

    text: str
    tone: Tone


def _headline_of(compared: DraftComparison, changes: Changes) -> Headline:
    """Return what happens to the loaded URLs."""
    is_shut_out = any(risk.shuts_out for risk in compared.risks)
    if is_shut_out and changes.blocked_urls == changes.urls:
        return Headline(tr("Every URL changes: the whole site is blocked."), Tone.BLOCKED)
    if not changes.changed_urls:
        against = compared.baseline
        tone = Tone.ALLOWED if against is not None and against.id == LIVE else Tone.NOTE
        return Headline(words.no_url_words(against), tone)
    said = ntr(_CHANGE, changes.urls, changed=WORDS.number(changes.changed_urls))
    if changes.blocked_urls:
        said = WORDS.sentences(filter(None, (said, words.stake_words(compared.stakes))))
    tone = Tone.BLOCKED if is_shut_out else Tone.WARNING
    return Headline(said, tone if changes.blocked_urls else Tone.NOTE)


def proof_of(known: UnseenUrls) -> tuple[Glyph, str, str]:
    """Return glyph, colour and sentence of what is proven for every URL."""
    titles = {column.crawler.reader.token: title_of(column.crawler) for column in known.compared.analysis.columns}
    said = words.beyond_words(known, titles)
    proven = "" if known.changes_nothing else words.proven_words(known, titles)
    if known.undecided:
        return Glyph.UNDECIDED, "unknown", WORDS.sentences((said, proven))
    if known.changed.is_whole:
        color = "blocked" if known.whole.changed.is_closed else "warning"
        return Glyph.PROVEN, color, WORDS.sentences((said, proven))
    fields = tr(FIELDS_CHANGE) if proven and known.changes_fields else ""
    return Glyph.PROVEN, "allowed", WORDS.sentences(filter(None, (proven or said, fields)))


def _with_whole_paths(text: str) -> str:
    """Keep short paths in one line: a slash may end a line otherwise."""
    is_short = all(len(word) <= _LONGEST_WHOLE for word in text.split())
    return text.replace("/", "/\u2060") if is_short else text


class HeadlinePane(Bar):
    """The sentences, with an icon for how serious they are."""

    ground = "surface"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = ToneBox(self)
        self.title = Label("", self, px=16, weight=600)
        self.ready = Label("", self, px=12, weight=500, color="text2")
        """Count of the facts before going live that hold, shown if there is no room for them."""
        self.live = LiveLine(self)
        """Whether the draft is live, shown if there is no room for the card that says so."""
        self._proof_row = QWidget(self)
        self.mark = Mark(self._proof_row, _MARK)
        self.proof = Label("", self._proof_row, px=12, color="text2")
        self.explain = LinkLabel(tr("What is proven?"), self._proof_row)
        self._lay_out()
        self.forget_proof()

    def show_changes(self, compared: DraftComparison, changes: Changes) -> None:
        """Show what happens to the loaded URLs."""
        said = _headline_of(compared, changes)
        self._box.set_tone(said.tone)
        self.title.setText(said.text)
        self.setAccessibleName(said.text)

    def show_proof(self, known: UnseenUrls) -> None:
        """Show what is proven for every URL there can be."""
        glyph, color, said = proof_of(known)
        self.mark.show_glyph(glyph, color)
        self.proof.setText(_with_whole_paths(said))
        self._proof_row.show()

    def forget_proof(self) -> None:
        """Hide a proof about another draft."""
        self._proof_row.hide()

    def _lay_out(self) -> None:
        for label in (self.title, self.proof):
            label.setWordWrap(True)
        proof = QHBoxLayout(self._proof_row)
        proof.setContentsMargins(0, 0, 0, 0)
        proof.setSpacing(6)
        proof.addWidget(self.mark)
        proof.addWidget(self.proof, 1)
        proof.addWidget(self.explain)
        said = QVBoxLayout()
        said.setSpacing(4)
        said.addStretch(1)
        said.addWidget(self.title)
        said.addWidget(self._proof_row)
        said.addWidget(self.live)
        said.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 12, SIZES.panel_inset, 12)
        layout.setSpacing(12)
        layout.addWidget(self._box)
        layout.addLayout(said, 1)
        layout.addWidget(self.ready)


class PageActions(ChangeActions, VersionActions, Protocol):
    """Everything that the page asks of its controller."""


class ChangesPanel(TabPage):
    """Shows one comparison; an update keeps scroll position, folding and selection."""

    def __init__(
        self,
        actions: "PageActions",
        history: HistoryActions,
        live: LiveCheckActions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self.menus = VersionMenus(actions, history, live.check_live)
        self.compared: DraftComparison | None = None
        self._opened: set[GroupKey] = set()
        self.headline = HeadlinePane(self)
        self.version_bar = VersionBar(self.menus, self)
        self.versions = VersionPane(actions, self.menus, self)
        self.live = LiveCheckBar(live, self)
        self.tool_row = ChangeToolRow(actions, self)
        self.list = ChangeList(actions, self)
        self.risk_row = RiskRow(self.list, self)
        self.hint = EmptyHint("", parent=self)
        self._lead: Callable[[], object] | None = None
        self.beyond = UnseenUrlsPane(self)
        self._footer = SectionHeader("", self, height=SIZES.footer, inset=12)
        self.said = ElidedLabel("", self, px=11, color="text2")
        self.going_live = GoingLivePane()
        self._card = QScrollArea(self)
        self.flip = FlipPane(self)
        self._lay_out()
        self._connect()
        self._update_hint()

    def show_compared(self, compared: DraftComparison) -> None:
        self.compared = compared
        if compared.baseline is None or not compared.analysis.columns:
            self.beyond.forget()
        self._show_counts()
        self._list()

    def show_versions(self, shown: OfferedVersions) -> None:
        """Offer versions to compare with."""
        self.menus.shown = shown
        self.versions.show_versions(shown)
        self.version_bar.show_versions(shown)

    def show_live_check(
        self, check: LiveCheck | None, crawlers: Sequence[Crawler], state: str, *, is_asking: bool
    ) -> None:
        """Show the result of a check of the live file, and how far the next one is."""
        self.live.show_check(check, crawlers, state, is_asking=is_asking)
        reaches = reach_words(check) if check else ()
        self.going_live.show_reaches(answer_of(check, crawlers).reaches_said if check else "", reaches)

    def show_readiness(self, known: Readiness, upload: Upload) -> None:
        """Show what still has to be done before the draft goes live."""
        ticks = ticks_of(known)
        self.going_live.show_ticks(ticks)
        self.going_live.show_upload(upload)
        self.headline.ready.setText(ready_words(ticks))
        self.headline.live.show_status(known.live)

    def show_beyond(self, known: UnseenUrls) -> None:
        """Show what is proven for every URL; the list below only if it has something to add."""
        self.headline.show_proof(known)
        self.beyond.show_beyond(known)
        self.beyond.setVisible(bool(known.further or known.undecided))

    def set_proof_stale(self) -> None:
        """Hide a proof while a newer one is pending."""
        self.headline.forget_proof()
        self.beyond.set_stale()

    def set_stale(self, is_stale: bool) -> None:
        """Dim the page while a newer result is pending."""
        if is_stale and self.compared is not None:
            self.say(tr("updating…"))
        elif self.compared is not None:
            self._on_row_changed()

    def say(self, sentence: str) -> None:
        """Show a sentence below the list, "" for none."""
        self.said.setText(sentence)
        self._footer.setVisible(bool(sentence))

    def select(self, cell: Cell | None) -> None:
        """Select a cell in this list only."""
        self.list.select(cell)

    def go(self, step: int) -> None:
        """Go to the next change, or with -1 to the previous one."""
        if not self.list.go(step) and self.compared is not None and self.compared.changes is not None:
            self.say(tr("No more changes.") if step > 0 else tr("This is the first change."))

    def show_copied(self, count: int, flips: int) -> None:
        """Show how many verdicts of all flips were copied."""
        self.say(ntr(_COPIED, flips, copied=count))

    def show_written(self, path: Path, flips: int, problem: Told | None) -> None:
        """Show how many verdicts were written to a file, or why none was."""
        self.say(WORDS.tell(problem) if problem else ntr(_WRITTEN, flips, path=str(path)))

    def focus_versions(self) -> None:
        """Move the keyboard to the versions."""
        (self.version_bar.chooser if self.versions.isHidden() else self.versions.list).setFocus()

    def focus_search(self) -> None:
        self.tool_row.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.tool_row.search.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_card = self.width() >= _CARD_FROM
        self._card.setVisible(has_card)
        for part in (self.headline.ready, self.headline.live):
            part.setVisible(not has_card)
        has_list = self.width() >= _VERSIONS_FROM
        self.versions.setVisible(has_list)
        self.version_bar.setVisible(not has_list)
        self.beyond.set_room(self.height())

    def _lay_out(self) -> None:
        self._footer.title.hide()
        self._footer.add_left(self.said, 1)
        middle = QWidget(self)
        column = column_in(middle)
        parts = (self.live, self.tool_row, self.list, self.risk_row, self.hint, self.flip, self.beyond, self._footer)
        for part in parts:
            column.addWidget(part, 1 if part in {self.list, self.hint} else 0)
        self._card.setWidget(self.going_live)
        self._card.setWidgetResizable(True)
        self._card.setFrameShape(QFrame.Shape.NoFrame)
        self._card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._card.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._card.setFixedWidth(WIDTH)
        sides = QHBoxLayout()
        sides.setSpacing(0)
        sides.addWidget(self.versions)
        sides.addWidget(middle, 1)
        sides.addWidget(self._card)
        layout = column_in(self)
        layout.addWidget(self.headline)
        layout.addWidget(self.version_bar)
        layout.addLayout(sides, 1)

    def _connect(self) -> None:
        tools = self.tool_row
        tools.wanted_changed.connect(self._on_wanted_changed)
        tools.search.left.connect(self.list.setFocus)
        self.headline.explain.activated.connect(lambda _with_control: self.beyond.explain.click())
        self.list.more_requested.connect(self._on_more_requested)
        self.list.left.connect(self._on_list_left)
        self.list.selectionModel().currentChanged.connect(self._on_row_changed)
        self.flip.put_back_link.clicked.connect(self._on_put_back)
        for row in (self.flip.before, self.flip.now):
            row.text.line_activated.connect(self._actions.go_to_line)
        self.hint.action_triggered.connect(self._on_hint_action)

    def _show_counts(self) -> None:
        compared, changes = self.compared, self.compared.changes if self.compared else None
        self.tool_row.show_counts(changes)
        if compared is None or changes is None:
            return
        self.headline.show_changes(compared, changes)

    def _show_said(self) -> None:
        compared = self.compared
        if compared is None or compared.changes is None:
            self.say("")
            return
        outline = self.list.changes.outline
        left_out = words.searched_words(is_cut=outline.is_cut) or words.left_out_words(outline.left_out)
        in_sitemaps = compared.in_sitemaps.get(Change.BLOCKED)
        blocked = words.sitemap_words(in_sitemaps) if in_sitemaps else ""
        said = (words.overlap_words(compared.changes), blocked, left_out, words.outcome_words(compared))
        self.say(together(" · ", *said))

    def _on_row_changed(self, *_: object) -> None:
        """Show the verdicts of the selected row before and now, and what puts its line back."""
        self._show_said()
        index, compared = self.list.currentIndex(), self.compared
        group = self.list.changes.group_at(index)
        if group is None or compared is None:
            self.flip.hide()
            return
        put_back = words.put_back_words(compared, group.group)
        flip = self.list.changes.flip_at(index, index.column() or self.list.changes.first_flipped(index))
        if flip is not None and flip.is_flipped:
            self.flip.show_flip(compared, flip, put_back)
        else:
            self.flip.show_line(words.heading(group), put_back)

    def _on_put_back(self) -> None:
        group = self.list.changes.group_at(self.list.currentIndex())
        if group is not None:
            self._actions.put_back(group.group)

    def _list(self) -> None:
        self.list.show_outline(outline_of(self.compared, self.tool_row.wanted, self._opened))
        self.risk_row.show_stakes()
        self._update_hint()
        self._on_row_changed()

    def _update_hint(self) -> None:
        compared, changes = self.compared, self.compared.changes if self.compared else None
        is_listed = bool(self.list.changes.outline.groups)
        if compared is None:
            self._ask_for("")
        elif compared.baseline is None or changes is None:
            said = tr("There is nothing to compare with yet. Fetch the live file, or choose another one.")
            self._ask_for(said, tr("Choose a file…"), self._actions.choose_file)
        elif not changes.urls:
            self._ask_for(tr("No test URLs yet."), tr("Add URLs"), self._actions.add_urls)
        elif not changes.crawlers:
            self._ask_for(tr("No crawler is chosen."), tr("Choose crawlers"), self._actions.choose_crawlers)
        elif not changes.flips:
            self._ask_for(words.no_change_words(compared.baseline, compared.lines))
        elif not is_listed:
            self._ask_for(tr("No URL matches."), tr("Clear filters"), self.tool_row.clear)
        self.hint.setVisible(not is_listed)
        self.list.setVisible(is_listed)
        self.risk_row.setVisible(is_listed and bool(self.list.changes.stakes))
        self.headline.setVisible(changes is not None and bool(changes.cells))
        self.tool_row.setVisible(changes is not None and bool(changes.flips))

    def _ask_for(self, sentence: str, action: str = "", lead: Callable[[], object] | None = None) -> None:
        """Show why nothing is listed, with an optional action to add what is missing."""
        self._lead = lead
        self.hint.set_content(sentence, action)

    def _on_hint_action(self) -> None:
        if self._lead is not None:
            self._lead()

    def _on_wanted_changed(self) -> None:
        self._list()

    def _on_more_requested(self, key: GroupKey) -> None:
        self._opened.add(key)
        self._list()

    def _on_list_left(self) -> None:
        if self.tool_row.wanted.is_all:
            self._actions.leave()
        else:
            self.tool_row.clear()
