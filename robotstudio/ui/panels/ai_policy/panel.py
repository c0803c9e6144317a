"""The window of an AI policy: choices, preferences, missed crawlers, files for AI, one page, server rules."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.engine.crawlers import Catalogue, title_of
from robotstudio.policy.ai_files.study import FileStudy
from robotstudio.policy.forecasts import Forecast
from robotstudio.policy.meant import UseReport
from robotstudio.policy.overview import Obedience
from robotstudio.policy.server_rules import ServerRules, ServerSoftware, server_rules
from robotstudio.policy.study import Study
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.panels.ai_policy.choices_page import ChoicesPage
from robotstudio.ui.panels.ai_policy.files_page import FilesPage
from robotstudio.ui.panels.ai_policy.missed_page import MissedPage
from robotstudio.ui.panels.ai_policy.rows import AiPolicyFilter
from robotstudio.ui.panels.ai_policy.servers_page import ServersPage
from robotstudio.ui.panels.ai_policy.signals_page import SignalsPage
from robotstudio.ui.panels.ai_policy.url_page import UrlPage
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.notice_bar import NoticeBar
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.tone import Tone

CHOICES, SIGNALS, MISSED, FILES, ONE_PAGE, SERVERS = range(6)
_WIDTH, _HEIGHT, _SEARCH_WIDTHS, _COMPACT_BELOW = 1240, 780, (110, 200), 1220
_TAKE_OVER, _OVERWRITE = "take-over", "overwrite"
_ENTER: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_BY_HAND = Plural(
    "Line {lines} of the AI policy was changed by hand and stays as it is.",
    "Lines {lines} of the AI policy were changed by hand and stay as they are.",
)
_OUT: Message = "Removed from it: {crawlers}."
_NOT_TAKEN = Plural(
    (
        "Line {lines} cannot be expressed as a choice. Move it out of the AI policy, or write the policy again "
        "without it."
    ),
    (
        "Lines {lines} cannot be expressed as choices. Move them out of the AI policy, or write the policy again "
        "without them."
    ),
)


class AiPolicyPanel(PanelWindow):
    """Shows a study of the draft, and takes the choices."""

    size_key = "ai-policy"

    def __init__(self, actions: PolicyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._study: Study | None = None
        self._catalogue: Catalogue | None = None
        self._day = ""
        self.setWindowTitle(tr("AI policy"))
        views = (
            tr("Choices"),
            tr("Signals"),
            tr("Missing crawlers"),
            tr("Files for AI"),
            tr("One page"),
            tr("As server rules"),
        )
        self.view = SegmentedControl(views, self)
        self.view.setAccessibleName(tr("View"))
        self.field = SearchField(tr("Crawler or operator"), self)
        self.named = Pill(tr("Named"), Glyph.CHECK, "0", self)
        self.named.setToolTip(tr("Crawlers that the file names"))
        self.disobedient = Pill(tr("Ignores robots.txt"), Glyph.WARNING, "0", self)
        self.disobedient.setToolTip(tr("Crawlers whose operator says that they ignore robots.txt"))
        self.notice = NoticeBar(self)
        self.choices = ChoicesPage(actions, self)
        self.signals = SignalsPage(actions, self)
        self.missed = MissedPage(self._show_choices, self)
        self.files = FilesPage(actions, self)
        self.one_page = UrlPage(actions, self)
        self.servers = ServersPage(actions, self)
        self.state = ElidedLabel("", self, px=11, color="text2")
        self.remove_button = SecondaryButton(tr("Remove policy"), parent=self)
        self.reset_button = SecondaryButton(tr("Reset choices"), parent=self)
        self.write_button = PrimaryButton(tr("Write policy"), Glyph.WAND, self)
        self.write_button.setToolTip(tr("One undo step. robots.txt asks; it does not enforce."))
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self._connect()
        self._show_buttons()
        self.resize(_WIDTH, _HEIGHT)

    def show_study(self, study: Study, catalogue: Catalogue, day: str, *, is_chosen: bool) -> None:
        """Show another study; `is_chosen` is True if there are choices that are not in the file yet."""
        self._study, self._catalogue, self._day = study, catalogue, day
        self.choices.show_study(study)
        self.signals.show_wishes(study.wishes)
        self.missed.show_study(study, catalogue)
        self.servers.show_rules_of(self._rules_of)
        self.view.set_count(SIGNALS, _count(len(study.wishes.wishes)))
        self.view.set_count(MISSED, _count(len(study.missed)))
        rows = [row for purpose in study.purposes for row in purpose.rows]
        self.named.set_count(WORDS.number(sum(row.named_in is not None for row in rows)))
        self.disobedient.set_count(WORDS.number(sum(row.obedience is Obedience.NO for row in rows)))
        self.state.setText(self._state_words(study, catalogue))
        self._show_notice(study)
        self._show_buttons(is_chosen=is_chosen)

    def show_files(self, studies: Sequence[FileStudy], forecasts: Sequence[Forecast]) -> None:
        """Show the fetched files for AI, checked against the draft."""
        self.files.show_studies(studies, forecasts)
        self.view.set_count(FILES, _count(sum(study.has_findings for study in studies)))

    def show_page(self, report: UseReport) -> None:
        """Show what was said about the use of the fetched page, beside the rules of the draft."""
        self.one_page.show_report(report)
        self.view.set_count(ONE_PAGE, _count(len(report.contradictions)))

    def show_purpose(self, purpose: str) -> None:
        """Show the choices, with a purpose as the current row."""
        self._show_choices()
        self.choices.table.select_row((purpose, ""))

    def set_stale(self) -> None:
        """Dim the table and disable writing, since the draft has changed."""
        self.choices.table.set_stale(True)
        self.write_button.setEnabled(False)
        self.remove_button.setEnabled(False)

    def bring_up(self) -> None:
        """Bring the window to the front and focus the table."""
        super().bring_up()
        if self.view.current == CHOICES:
            self.choices.table.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._actions.study()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_compact = self.width() < _COMPACT_BELOW
        for pill in (self.named, self.disobedient):
            pill.set_compact(is_compact)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write the block on Ctrl+Enter, wherever the focus is."""
        with_control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if with_control and event.key() in _ENTER:
            self.write_button.click()
        else:
            super().keyPressEvent(event)

    def _rules_of(self, server: ServerSoftware) -> ServerRules | None:
        if self._study is None or self._catalogue is None:
            return None
        return server_rules(self._study.policy, self._catalogue, server, self._day)

    def _state_words(self, study: Study, catalogue: Catalogue) -> str:
        block = study.block
        if block is None:
            return tr("No AI policy in the file · list of crawlers of {day}", day=WORDS.day(catalogue.as_of))
        return tr(
            "AI policy in lines {first} to {last}, written {day} with the crawler list of {list}",
            first=str(block.first_line),
            last=str(block.last_line),
            day=WORDS.day(block.made_on),
            list=WORDS.day(block.list_of),
        )

    def _show_notice(self, study: Study) -> None:
        if study.fault is not None:
            self.notice.show_notice(WORDS.tell(study.fault))
        elif study.taken is not None:
            overwrite = (_OVERWRITE, tr("Write again"))
            if study.taken.is_whole:
                lines = WORDS.side_by_side(map(str, study.by_hand))
                said = (
                    ntr(_BY_HAND, len(study.by_hand), lines=lines)
                    if study.by_hand
                    else tr("Lines were removed from the AI policy by hand.")
                )
                out = [title_of(crawler) for crawler in study.removed_by_hand]
                if out:
                    said = WORDS.sentences((said, tr(_OUT, crawlers=WORDS.listed_text(out))))
                self.notice.show_notice(said, ((_TAKE_OVER, tr("Adopt")), overwrite))
            else:
                lines = WORDS.side_by_side(map(str, study.taken.lines))
                self.notice.show_notice(ntr(_NOT_TAKEN, len(study.taken.lines), lines=lines), (overwrite,))
        elif study.missed:
            self.notice.show_notice(tr("The list of crawlers has changed since the policy was written."),
                                    (("missed", tr("Missing crawlers")),), Tone.NOTE)  # fmt: skip
        else:
            self.notice.hide()

    def _show_buttons(self, *, is_chosen: bool = False) -> None:
        study = self._study
        self.write_button.setEnabled(bool(study and study.written))
        self.remove_button.setEnabled(bool(study and study.block))
        self.reset_button.setEnabled(is_chosen)

    def _connect(self) -> None:
        self.view.current_changed.connect(self._on_view_chosen)
        self.field.textChanged.connect(self._on_narrowed)
        self.field.left.connect(self.choices.table.setFocus)
        self.named.toggled.connect(self._on_narrowed)
        self.disobedient.toggled.connect(self._on_narrowed)
        self.notice.action_chosen.connect(self._on_notice_answered)
        self.notice.closed.connect(self.notice.hide)
        self.write_button.clicked.connect(self._actions.write_block)
        self.remove_button.clicked.connect(self._actions.remove_block)
        self.reset_button.clicked.connect(self._actions.reset)
        self.close_button.clicked.connect(self.close)

    def _on_view_chosen(self, view: int) -> None:
        self._pages.setCurrentIndex(view)
        for part in (self.field, self.named, self.disobedient):
            part.setVisible(view == CHOICES)

    def _show_choices(self) -> None:
        self.view.set_current(CHOICES)

    def _on_narrowed(self, _what: object) -> None:
        shown = AiPolicyFilter(self.field.text().strip(), self.named.isChecked(), self.disobedient.isChecked())
        self.choices.narrow(shown)

    def _on_notice_answered(self, action: str) -> None:
        if action == _TAKE_OVER:
            self._actions.take_over()
        elif action == _OVERWRITE:
            self._actions.overwrite()
        else:
            self.view.set_current(MISSED)

    def _lay_out(self) -> None:
        self._pages = QStackedWidget(self)
        for page in (self.choices, self.signals, self.missed, self.files, self.one_page, self.servers):
            self._pages.addWidget(page)
        self.field.setMinimumWidth(_SEARCH_WIDTHS[0])
        self.field.setMaximumWidth(_SEARCH_WIDTHS[1])
        head = QHBoxLayout()
        head.setSpacing(SIZES.between_controls)
        head.addWidget(self.view)
        head.addStretch(1)
        for part in (self.field, self.named, self.disobedient):
            head.addWidget(part)
        rows = QVBoxLayout()
        rows.setSpacing(SIZES.between_controls)
        rows.addLayout(head)
        rows.addWidget(self.notice)
        rows.addWidget(self._pages, 1)
        right, left = (self.close_button, self.write_button), (self.remove_button, self.reset_button)
        self.frame(rows, DialogFooter(self, right, left, self.state))


def _count(number: int) -> str:
    return WORDS.number(number) if number else ""
