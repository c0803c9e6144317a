"""Consequences of the choices, a sentence each, with a button if one click resolves it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from robotstudio.policy.outcome import AiPolicyOutcome, ShortfallReason
from robotstudio.policy.words import dropped_words, follow_words, kept_words, shortfall_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.labels import Label

_GAP, _INSET = 2, 6
_ONLY_BLOCK = Plural(
    "Removes {crawlers} from the group in line {lines}, in one undo step.",
    "Removes {crawlers} from the groups in lines {lines}, in one undo step.",
)
_LEAVE = Plural("Leave it as it is", "Leave them as they are")


class FollowUp(NamedTuple):
    """A sentence, and the button that answers it, if one does."""

    sentence: str
    button: str = ""
    tip: str = ""
    act: Callable[[], None] | None = None


def follow_ups(outcome: AiPolicyOutcome, actions: PolicyActions, *, is_written: bool) -> Iterator[FollowUp]:
    """Iterate over what follows from a policy, what needs an answer first; the file has it already if `is_written`."""
    answers = dict(_answers(outcome, actions))
    for sentence in follow_words(outcome):
        yield answers.get(sentence) or FollowUp(sentence)
    kept = kept_words(outcome, is_written=is_written)
    if kept:
        yield FollowUp(kept)


def _answers(outcome: AiPolicyOutcome, actions: PolicyActions) -> Iterator[tuple[str, FollowUp]]:
    for found in outcome.shortfalls:
        sentence = shortfall_words(found)
        if found.why is ShortfallReason.OWN_GROUP:
            alike = [each.crawler for each in outcome.shortfalls if (each.why, each.lines) == (found.why, found.lines)]
            tip = ntr(
                _ONLY_BLOCK,
                len(found.lines),
                crawlers=WORDS.listed_text([crawler.title for crawler in alike]),
                lines=WORDS.side_by_side(map(str, found.lines)),
            )
            act = partial(actions.follow_only_block, alike)
            yield sentence, FollowUp(sentence, tr("Follow only the policy"), tip, act)
        elif found.why is ShortfallReason.NO_ALLOW:
            yield sentence, FollowUp(sentence, ntr(_LEAVE, 1), act=partial(actions.leave, [found.crawler]))
    sentence, crawlers = dropped_words(outcome.dropped), [each.crawler for each in outcome.dropped]
    yield sentence, FollowUp(sentence, ntr(_LEAVE, len(crawlers)), act=partial(actions.leave, crawlers))


class FollowUps(QScrollArea):
    """Lists them; hidden if there are none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sentences: tuple[str, ...] = ()
        self.buttons: tuple[SecondaryButton, ...] = ()
        self.setAccessibleName(tr("Consequences of the choices"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.hide()

    def show_follow_ups(self, found: Sequence[FollowUp]) -> None:
        """Show what follows, and the buttons."""
        self.sentences = tuple(each.sentence for each in found)
        page = Page(self)
        column = column_in(page)
        column.setContentsMargins(SIZES.panel_inset, _INSET, SIZES.panel_inset, _INSET)
        column.setSpacing(_GAP)
        rows = [self._row(each, page) for each in found]
        for row, _ in rows:
            column.addWidget(row)
        column.addStretch(1)
        self.buttons = tuple(button for _, button in rows if button)
        self.setWidget(page)
        self.setVisible(bool(found))

    def _row(self, found: FollowUp, page: QWidget) -> tuple[QWidget, SecondaryButton | None]:
        row = QWidget(page)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SIZES.between_controls)
        label = Label(found.sentence, row, color="text2")
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(label, 1)
        if found.act is None:
            return row, None
        button = SecondaryButton(found.button, parent=row)
        button.set_low()
        button.setToolTip(found.tip)
        button.setAccessibleDescription(WORDS.sentences((found.sentence, found.tip)) if found.tip else found.sentence)
        button.clicked.connect(found.act)
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row, button
