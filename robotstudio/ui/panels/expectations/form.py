"""The form of a test: a crawler, may or may not fetch, a URL, and optionally the rule."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.draft.expectation_results import ExpectationRow
from robotstudio.draft.expectations import read_again
from robotstudio.engine.expectations import NO_RULE, Expectation, Judgement, looks_like_pattern, rule_text, sets_of
from robotstudio.explain.expectation_words import found_words
from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import as_text
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel

_ANY, _THIS, _NONE = range(3)
_CRAWLER_WIDTH, _GAP = 170, 8


class FormActions(Protocol):
    """Requests of the form."""

    def enter(self, expectation: Expectation, replaced: ExpectationRow | None) -> None:
        """Add a test, or replace one of the file."""

    def remove(self, rows: Sequence[ExpectationRow]) -> None:
        """Remove tests of the file."""

    def judge_now(self, expectation: Expectation) -> Judgement | None:
        """Return the current result of a test, None if there is none yet."""

    def leave_form(self) -> None:
        """Give the keyboard back to the verdicts."""


class ExpectationForm(Bar):
    """Above the matrix, hidden until it is opened for a new test or one of the file."""

    def __init__(self, actions: FormActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._replaced: ExpectationRow | None = None
        self._literal = ""
        self._judgement: Judgement | None = None
        self.crawler = QComboBox(self)
        self.crawler.setEditable(True)
        self.crawler.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for part in (self.crawler, *self.crawler.findChildren(QLineEdit)):
            part.setAccessibleName(tr("Crawler"))
        self.verdict = self._combo(tr("Verdict"), (tr("may not fetch"), tr("may fetch")))
        self.url = self._field(tr("URL"), tr("URL, path or pattern, such as /cart/*"))
        self.by = self._combo(tr("Decided by"), (tr("by any rule"), tr("by this rule:"), tr("by no rule")))
        self.rule = self._field(tr("Rule"), tr("Such as Disallow: /cart/"))
        self.said = ElidedLabel("", self, px=12, color="text2")
        self.save = PrimaryButton(tr("Add"), parent=self)
        self.cancel = GhostButton(tr("Cancel"), parent=self)
        self.remove = GhostButton(tr("Remove"), parent=self)
        self._lay_out()
        self._connect()
        self.hide()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def expectation(self) -> Expectation | None:
        """Test as entered, None if incomplete."""
        return self._read()[0]

    def set_crawlers(self, tokens: Sequence[str]) -> None:
        """Suggest crawlers and their sets; others can be typed."""
        typed = self.crawler.currentText()
        self.crawler.clear()
        self.crawler.addItems([*tokens, *sets_of()])
        self.crawler.setCurrentText(typed or (tokens[0] if tokens else "*"))

    def open_new(self) -> None:
        """Start a new test."""
        self._replaced, self._literal = None, ""
        self.save.setText(tr("Add"))
        self.remove.hide()
        self._open()

    def open_on(self, row: ExpectationRow, expectation: Expectation) -> None:
        """Edit a test of the file."""
        self._replaced = row
        self._literal = "" if expectation.is_pattern else expectation.written
        self.save.setText(tr("Save"))
        self.remove.show()
        self.crawler.setCurrentText(expectation.crawler)
        self.verdict.setCurrentIndex(int(expectation.allowed))
        self.url.setText(expectation.written)
        by = _ANY if expectation.rule is None else _NONE if expectation.rule == NO_RULE else _THIS
        self.by.setCurrentIndex(by)
        self.rule.setText(expectation.rule or "")
        self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_cancel()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._on_save()
        else:
            super().keyPressEvent(event)

    def _combo(self, name: str, choices: Sequence[str]) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        combo.addItems(list(choices))
        return combo

    def _field(self, name: str, example: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(example)
        field.setToolTip(example)
        return field

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(_GAP)
        first.addWidget(self.crawler)
        first.addWidget(self.verdict)
        first.addWidget(self.url, 1)
        second.addWidget(self.by)
        second.addWidget(self.rule, 2)
        second.addWidget(self.said, 3)
        second.addWidget(self.remove)
        second.addWidget(self.cancel)
        second.addWidget(self.save)
        self.rule.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(SIZES.panel_inset, _GAP, SIZES.panel_inset, _GAP + 1)
        column.setSpacing(_GAP)
        column.addLayout(first)
        column.addLayout(second)

    def _connect(self) -> None:
        self.crawler.currentTextChanged.connect(self._on_edited)
        self.verdict.currentIndexChanged.connect(self._on_edited)
        self.url.textChanged.connect(self._on_edited)
        self.rule.textChanged.connect(self._on_edited)
        self.by.currentIndexChanged.connect(self._on_by_changed)
        self.save.clicked.connect(self._on_save)
        self.cancel.clicked.connect(self._on_cancel)
        self.remove.clicked.connect(self._on_remove)

    def _open(self) -> None:
        self.show()
        self.url.setFocus(Qt.FocusReason.OtherFocusReason)
        self.url.selectAll()
        self._on_edited()

    def _read(self) -> tuple[Expectation | None, str]:
        """Return the test or an error message; neither while the URL is missing."""
        url, by, rule = self.url.text().strip(), self.by.currentIndex(), self.rule.text().strip()
        if not url:
            return None, ""
        if by == _THIS and not rule:
            return None, tr("Write the rule as in the file, such as Disallow: /cart/")
        wanted = {_ANY: None, _THIS: rule, _NONE: NO_RULE}[by]
        crawler = self.crawler.currentText().strip()
        is_pattern = looks_like_pattern(url) and url != self._literal
        raw = Expectation(bool(self.verdict.currentIndex()), crawler, url, url, wanted, is_pattern)
        line = read_again(raw)
        return line.expectation, WORDS.tell(line.mistake) if line.mistake else ""

    def _on_edited(self) -> None:
        expectation, mistake = self._read()
        self._judgement = None
        self.save.setEnabled(expectation is not None)
        self.said.set_color("warning" if mistake else "text2")
        self.said.setText(mistake)
        if expectation and self.isVisible():
            self._show_result(expectation)

    def _show_result(self, expectation: Expectation) -> None:
        """Show the current result of the test."""
        self._judgement = self._actions.judge_now(expectation)
        if self._judgement:
            self.said.setText(tr("Now {verdict}", verdict=as_text(found_words(self._judgement))))

    def _on_by_changed(self, by: int) -> None:
        self.rule.setVisible(by == _THIS)
        if by == _THIS and not self.rule.text() and self._judgement:
            self.rule.setText(rule_text(self._judgement.verdict))
        self._on_edited()

    def _on_save(self) -> None:
        expectation = self.expectation
        if expectation is None:
            return
        self._actions.enter(expectation, self._replaced)
        self.url.clear()
        if self._replaced:
            self._on_cancel()
        else:
            self.url.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_cancel(self) -> None:
        self.hide()
        self._actions.leave_form()

    def _on_remove(self) -> None:
        if self._replaced:
            self._actions.remove([self._replaced])
        self._on_cancel()

    def _on_theme_changed(self) -> None:
        fonts = theme.fonts
        for part in (self.crawler, self.verdict, self.by):
            part.setFont(fonts.ui(12))
            for edit in part.findChildren(QLineEdit):
                edit.setFont(fonts.ui(12))
        for field in (self.url, self.rule):
            field.setFont(fonts.mono(12))
        self.crawler.setMinimumWidth(_CRAWLER_WIDTH)
