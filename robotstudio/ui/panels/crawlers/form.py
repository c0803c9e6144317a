"""Details of the current crawler, and a form to change them."""

import re
from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.explain.words import crawler_name
from robotstudio.project.crawler_file import is_token
from robotstudio.text.language import put_in, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.crawlers.actions import CrawlerActions
from robotstudio.ui.panels.crawlers.words import facts_words, policy_titles, source_words
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import CheckBox, GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label

_SEPARATORS = re.compile(r"\s*[,→]\s*")
_GAP = 10


class CrawlerForm(QWidget):
    """Changes how a crawler reads."""

    def __init__(self, actions: CrawlerActions, leave: Callable[[], None], parent: QWidget | None = None) -> None:
        """Create it; `leave` hides it if nothing is to be changed."""
        super().__init__(parent)
        self._actions = actions
        self._leave = leave
        self._crawler: Crawler | None = None
        self._title = Label("", self, px=13, weight=600)
        self._dialect = self._combo(tr("Reads as"), {key: dialect.title for key, dialect in DIALECTS.items()})
        self._fallback = QLineEdit(self)
        self._fallback.setAccessibleName(tr("Then looks for"))
        self._fallback.setPlaceholderText(tr("Tokens, in order, such as Googlebot"))
        self._uses_global = CheckBox(self)
        self._uses_global.setText(tr("then follows *"))
        self._policy = self._combo(tr("Where the fetch fails"), policy_titles())
        self._advice = Label("", self, px=12, color="warning")
        self._advice.setWordWrap(True)
        self._save = PrimaryButton(tr("Save"), parent=self)
        self._cancel = SecondaryButton(tr("Cancel"), parent=self)
        self._take_back = GhostButton(tr("As shipped"), parent=self)
        self._take_back.setToolTip(tr("Take what your file says of this crawler out of it"))
        self._build()
        self._fallback.textChanged.connect(self._on_fallback_changed)
        self._save.clicked.connect(self._on_save)
        self._cancel.clicked.connect(self._leave)
        self._take_back.clicked.connect(self._on_take_back)
        self._uses_global.setFont(theme.fonts.ui(12))

    def edit(self, crawler: Crawler, *, is_changed: bool) -> None:
        """Show a crawler; `is_changed` is True if the user's file changes it."""
        self._crawler = crawler
        self._title.setText(tr("How {crawler} reads", crawler=crawler_name(crawler)))
        self._dialect.setCurrentIndex(self._dialect.findData(crawler.dialect))
        self._fallback.setText(", ".join(crawler.fallback))
        self._uses_global.setChecked(crawler.uses_global)
        self._policy.setCurrentIndex(max(0, self._policy.findData(crawler.policy)))
        self._take_back.setVisible(is_changed)
        self._dialect.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._on_save()
        else:
            super().keyPressEvent(event)

    def _combo(self, name: str, titles: Mapping[str, str]) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        for key, title in titles.items():
            combo.addItem(title, key)
        return combo

    def _build(self) -> None:
        fields = QFormLayout()
        fields.setSpacing(_GAP)
        fields.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        fields.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows = (self._dialect, self._fallback, self._policy)
        for field in rows:
            label = Label(field.accessibleName(), self, px=12, color="text2")
            label.setBuddy(field)
            label.setMinimumHeight(field.sizeHint().height())
            fields.addRow(label, field)
            if field is self._fallback:
                fields.addRow("", self._uses_global)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._save)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._take_back)
        buttons.addStretch(1)
        note = Label(tr("Saved in your own file of crawlers; the shipped one stays."), self, color="text3")
        column = QVBoxLayout(self)
        column.setContentsMargins(_GAP, _GAP, _GAP, _GAP)
        column.setSpacing(_GAP)
        column.addWidget(self._title)
        column.addLayout(fields)
        column.addWidget(self._advice)
        column.addWidget(note)
        column.addLayout(buttons)
        column.addStretch(1)

    def _tokens(self) -> list[str]:
        tokens = _SEPARATORS.split(self._fallback.text().strip())
        return [token for token in tokens if token and token != "*"]

    def _on_fallback_changed(self) -> None:
        own = self._crawler.token.lower() if self._crawler else ""
        wrong = next((token for token in self._tokens() if not is_token(token) or token.lower() == own), None)
        advice = tr("“{token}” is no other crawler’s product token. Take it out.")
        self._advice.setText("" if wrong is None else put_in(advice, {"token": printable(wrong)}))
        self._save.setEnabled(wrong is None)

    def _on_save(self) -> None:
        crawler = self._crawler
        if crawler is None or not self._save.isEnabled():
            return
        now: dict[str, object] = {
            "dialect": self._dialect.currentData(),
            "fallback": self._tokens(),
            "uses_global": self._uses_global.isChecked(),
            "policy": self._policy.currentData(),
        }
        before = {name: getattr(crawler, name) for name in now} | {"fallback": list(crawler.fallback)}
        changed = {name: value for name, value in now.items() if value != before[name]}
        if changed:
            self._actions.change_crawler(crawler.token, changed)
        else:
            self._leave()

    def _on_take_back(self) -> None:
        if self._crawler:
            self._actions.take_back_changes(self._crawler.token)


_HEIGHT = 92


class CrawlerDetails(QWidget):
    """Shows a crawler."""

    def __init__(self, edit: Callable[[Crawler], None], parent: QWidget | None = None) -> None:
        """Create it; `edit` opens the form for a crawler."""
        super().__init__(parent)
        self._edit_crawler = edit
        self._crawler: Crawler | None = None
        self._title = ElidedLabel("", self, px=12, weight=600)
        self._facts = Label("", self, px=12, color="text2")
        self._facts.setWordWrap(True)
        self._facts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._note = ElidedLabel("", self, px=12, color="text2")
        self._source = ElidedLabel("", self, px=11, color="text3", mode=Qt.TextElideMode.ElideMiddle)
        self._edit = SecondaryButton(tr("Edit…"), parent=self)
        self._edit.set_small()
        self._edit.clicked.connect(self._on_edit)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._edit)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        rows.addLayout(head)
        rows.addWidget(self._facts, 1)
        rows.addWidget(self._note)
        rows.addWidget(self._source)
        self.setFixedHeight(_HEIGHT)
        self.show_crawler(None)

    def show_crawler(self, crawler: Crawler | None, purpose: str = "", *, is_changed: bool = False) -> None:
        """Show a crawler and its purpose, or that there is none."""
        self._crawler = crawler
        self._edit.setEnabled(crawler is not None and not crawler.is_any_other)
        if crawler is None:
            self._title.setText(tr("No crawler selected"))
            facts = tr("Select one to see how it reads a file, and from where that is known.")
        else:
            parts = (crawler_name(crawler), crawler.operator, purpose)
            self._title.setText(together("  ·  ", *parts))
            facts = facts_words(crawler, is_changed=is_changed)
        self._facts.setText(facts)
        self._facts.setToolTip(facts)
        self._note.setText(tr(crawler.note) if crawler else "")
        self._source.setText(source_words(crawler) if crawler else "")

    def _on_edit(self) -> None:
        if self._crawler:
            self._edit_crawler(self._crawler)
