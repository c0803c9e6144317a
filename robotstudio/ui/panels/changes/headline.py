"""The headline of Changes: what changes, and what is proven about every other URL."""

from typing import NamedTuple

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.draft.changes.unseen_urls import UnseenUrls
from robotstudio.engine.changes import Changes
from robotstudio.engine.crawlers import title_of
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.changes import words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.tone import Mark, Tone, ToneBox

_MARK = 14
_CHANGE = Plural("{changed} of your {count} URLs changes.", "{changed} of your {count} URLs change.")


class Headline(NamedTuple):
    """The first sentence, and its tone."""

    text: str
    tone: Tone


def headline_of(compared: DraftComparison, changes: Changes) -> Headline:
    """Return what happens to the loaded URLs."""
    if any(risk.shuts_out for risk in compared.risks) and changes.blocked_urls == changes.urls:
        return Headline(tr("Every URL changes: the whole site is blocked."), Tone.BLOCKED)
    if not changes.changed_urls:
        return Headline(tr("None of your URLs changes."), Tone.ALLOWED)
    said = ntr(_CHANGE, changes.urls, changed=WORDS.number(changes.changed_urls))
    if changes.blocked_urls:
        said = WORDS.sentences(filter(None, (said, words.stake_words(compared.stakes))))
    return Headline(said, Tone.WARNING if changes.blocked_urls else Tone.NOTE)


def proof_of(known: UnseenUrls) -> tuple[Glyph, str, str]:
    """Return glyph, colour and sentence of what is proven for every URL."""
    titles = {column.crawler.reader.token: title_of(column.crawler) for column in known.compared.analysis.columns}
    said = words.beyond_words(known, titles)
    proven = "" if known.changes_nothing else words.proven_words(known, titles)
    if known.undecided:
        return Glyph.UNDECIDED, "unknown", WORDS.sentences((said, proven))
    return Glyph.PROVEN, "blocked" if known.changed.is_whole else "allowed", proven or said


class HeadlinePane(Bar):
    """The sentences, with an icon for how serious they are."""

    ground = "surface"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = ToneBox(self)
        self.title = Label("", self, px=16, weight=600)
        self.ready = Label("", self, px=12, weight=500, color="text2")
        """Count of the facts before going live that hold, shown if there is no room for them."""
        self._proof_row = QWidget(self)
        self.mark = Mark(self._proof_row, _MARK)
        self.proof = Label("", self._proof_row, px=12, color="text2")
        self.explain = LinkLabel(tr("What is proven?"), self._proof_row)
        self._lay_out()
        self.forget_proof()

    def show_changes(self, compared: DraftComparison, changes: Changes) -> None:
        """Show what happens to the loaded URLs."""
        said = headline_of(compared, changes)
        self._box.set_tone(said.tone)
        self.title.setText(said.text)
        self.setAccessibleName(said.text)

    def show_proof(self, known: UnseenUrls) -> None:
        """Show what is proven for every URL there can be."""
        glyph, color, said = proof_of(known)
        self.mark.show_glyph(glyph, color)
        self.proof.setText(said)
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
        said.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 12, SIZES.panel_inset, 12)
        layout.setSpacing(12)
        layout.addWidget(self._box)
        layout.addLayout(said, 1)
        layout.addWidget(self.ready)
