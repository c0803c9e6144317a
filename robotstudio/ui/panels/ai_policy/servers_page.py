"""The choices as server rules, to be copied or saved, with the effects that robots.txt does not have."""

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication, QTextLayout
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.policy.server_rules import TITLES, WARNING, ServerRules, ServerSoftware
from robotstudio.policy.words import left_out_words, rules_words
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.code_view import CodeView
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.segmented import SegmentedControl

SERVERS = tuple(TITLES)
_MARGIN = 8
_REFUSED = Plural("{count} crawler is refused", "{count} crawlers are refused")


class ServerText(CodeView):
    """Lines in a language other than robots.txt, without highlighting."""

    def formats_of(self, _row: int, _text: str) -> list[QTextLayout.FormatRange]:
        return []


class ServersPage(Page):
    """Requests the rules of a server when they are shown."""

    def __init__(self, actions: PolicyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._ask: Callable[[ServerSoftware], ServerRules | None] | None = None
        self._text = ""
        self.server = SegmentedControl(tuple(TITLES.values()), self)
        self.server.setAccessibleName(tr("Server"))
        self.count = ElidedLabel("", self, px=12, color="text2")
        self.copy_button = SecondaryButton(tr("Copy"), parent=self)
        self.save_button = SecondaryButton(tr("Save…"), parent=self)
        self.warning = Label(tr(WARNING), self, px=12, color="warning")
        self.warning.setWordWrap(True)
        self.left_out = Label("", self, px=12, color="text2")
        self.left_out.setWordWrap(True)
        self.code = ServerText(self)
        self.code.setAccessibleName(tr("Rules of the server"))
        self._lay_out()
        self.server.current_changed.connect(self._on_server_chosen)
        self.copy_button.clicked.connect(self._on_copy)
        self.save_button.clicked.connect(self._on_save)

    def show_rules_of(self, ask: Callable[[ServerSoftware], ServerRules | None]) -> None:
        """Show the rules that `ask` returns for a server; None if they are not known yet."""
        self._ask = ask
        self._show()

    def _show(self) -> None:
        rules = self._ask(SERVERS[self.server.current]) if self._ask else None
        has_rules = bool(rules and rules.parts)
        self._text = rules_words(rules) if rules and has_rules else ""
        self.code.show_text(self._text)
        self.count.setText(
            ntr(_REFUSED, rules.crawlers)
            if rules and has_rules
            else tr("These choices block no crawler, so the server has nothing to refuse.")
        )
        left_out = left_out_words(rules) if rules else ""
        self.left_out.setText(left_out)
        self.left_out.setVisible(bool(left_out))
        self.copy_button.setEnabled(has_rules)
        self.save_button.setEnabled(has_rules)

    def _on_server_chosen(self, _place: int) -> None:
        self._show()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)

    def _on_save(self) -> None:
        self._actions.save_server_rules(SERVERS[self.server.current], self._text)

    def _lay_out(self) -> None:
        bar = ToolRow(self)
        line = QHBoxLayout(bar)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.setSpacing(SIZES.between_controls)
        line.addWidget(self.server)
        line.addWidget(self.count, 1)
        for button in (self.copy_button, self.save_button):
            button.set_small()
            line.addWidget(button)
        texts = QVBoxLayout()
        texts.setContentsMargins(SIZES.panel_inset, _MARGIN, SIZES.panel_inset, _MARGIN)
        texts.addWidget(self.warning)
        texts.addWidget(self.left_out)
        column = column_in(self)
        column.addWidget(bar)
        column.addLayout(texts)
        column.addWidget(self.code, 1)
