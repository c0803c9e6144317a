"""Details of the current crawler, and a button to change them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.words import crawler_name
from robotstudio.ui.panels.crawlers.words import facts_words, source_words
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label

_HEIGHT = 92


class CrawlerDetails(QWidget):
    """Shows a crawler; `edit_requested` tells that the user wants to change it."""

    edit_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._crawler: Crawler | None = None
        self._title = ElidedLabel(theme, "", self, px=12, weight=600)
        self._facts = Label(theme, "", self, px=12, color="text2")
        self._facts.setWordWrap(True)
        self._facts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._note = ElidedLabel(theme, "", self, px=12, color="text2")
        self._source = ElidedLabel(theme, "", self, px=11, color="text3", mode=Qt.TextElideMode.ElideMiddle)
        self._edit = SecondaryButton(theme, self.tr("Edit…"), parent=self)
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
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.show_crawler(None)

    def show_crawler(self, crawler: Crawler | None, purpose: str = "", *, is_changed: bool = False) -> None:
        """Show a crawler and what it is for, or that there is none."""
        self._crawler = crawler
        self._edit.setEnabled(crawler is not None and not crawler.is_any_other)
        if crawler is None:
            self._title.setText(self.tr("No crawler selected"))
            facts = self.tr("Select one to see how it reads a file, and from where that is known.")
        else:
            parts = (crawler_name(crawler), crawler.operator, purpose)
            self._title.setText("  ·  ".join(part for part in parts if part))
            facts = facts_words(crawler, is_changed=is_changed)
        self._facts.setText(facts)
        self._facts.setToolTip(facts)
        self._note.setText(crawler.note if crawler else "")
        self._source.setText(source_words(crawler) if crawler else "")

    def _on_edit(self) -> None:
        if self._crawler:
            self.edit_requested.emit(self._crawler)

    def _on_theme_changed(self) -> None:
        self.setFixedHeight(self._theme.fonts.px(_HEIGHT))
