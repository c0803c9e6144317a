"""Options of the next fetches: request headers, redirects, proxy. A popover under its button."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from robotstudio.engine.crawlers import CRAWLERS, Crawler, title_of
from robotstudio.fetch.limits import DEFAULT_LIMITS
from robotstudio.fetch.options import MOST_REDIRECTS, PLAIN, FetchOptions, as_crawler
from robotstudio.text.language import put_in, tr
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import CheckBox, GhostButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.popover import Popover

_WIDTH: Final = 460
_MARGIN, _GAP = 14, 8
_MOST_LISTED = 16


class OptionsPopover(Popover):
    """Every change is emitted at once. Nothing is saved, because a proxy URL may contain a password."""

    changed = Signal(object, bool)  # FetchOptions, True to fetch only what changed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._crawlers: tuple[Crawler, ...] = ()
        self._usual = PLAIN
        self.agent = QComboBox(self)
        self.agent.setMaxVisibleItems(_MOST_LISTED)
        self.header = ElidedLabel("", self, px=11, color="text2")
        self.note = Label("", self, px=11, color="text3")
        self.note.setWordWrap(True)
        self.accept_header, self.from_header, self.proxy, self.authority = (QLineEdit(self) for _ in range(4))
        self.redirects = QSpinBox(self)
        self.redirects.setRange(0, MOST_REDIRECTS)
        self.fresh = CheckBox(self)
        self.fresh.setText(tr("Ask caches for a fresh copy"))
        self.only_changes = CheckBox(self)
        self.only_changes.setText(tr("Download only if changed since the last fetch"))
        self.direct = CheckBox(self)
        self.direct.setText(tr("Use no proxy"))
        self.reset = GhostButton(tr("Reset"), parent=self)
        self._build()
        self.set_crawlers(())
        self._connect()
        fields = (self.agent, self.accept_header, self.from_header, self.proxy, self.authority, self.redirects)
        for part in (*fields, self.fresh, self.only_changes, self.direct):
            part.setFont(theme.fonts.ui(12))
        self.show_defaults()

    @property
    def options(self) -> FetchOptions:
        count = self.redirects.value()
        chosen = FetchOptions(
            accept=self.accept_header.text().strip() or PLAIN.accept,
            sender=self.from_header.text().strip(),
            cache_bust=self.fresh.isChecked(),
            redirects=None if count == self._usual_redirects else count,
            proxy="" if self.direct.isChecked() else self.proxy.text().strip() or None,
            ca_file=self.authority.text().strip(),
        )
        place = self.agent.currentIndex()
        return as_crawler(self._crawlers[place - 1], chosen) if 0 < place <= len(self._crawlers) else chosen

    @property
    def is_usual(self) -> bool:
        """True if no option differs from the defaults."""
        return self.options == PLAIN and not self.only_changes.isChecked()

    def set_crawlers(self, chosen: Iterable[Crawler]) -> None:
        """List the user's crawlers first; keep the current choice."""
        place = self.agent.currentIndex()
        current = self._crawlers[place - 1] if 0 < place <= len(self._crawlers) else None
        others = sorted(CRAWLERS.values(), key=_title)
        all_known = {crawler.token: crawler for crawler in (*chosen, *others)}.values()
        self._crawlers = tuple(row for row in all_known if not (row.is_control or row.is_any_other))
        with QSignalBlocker(self.agent):
            self.agent.clear()
            self.agent.addItems([tr("Robot Studio, as itself"), *map(_title, self._crawlers)])
            tokens = [row.token for row in self._crawlers]
            self.agent.setCurrentIndex(tokens.index(current.token) + 1 if current and current.token in tokens else 0)

    def set_usual(self, usual: FetchOptions) -> None:
        """Set the defaults, which come from the settings."""
        is_default_count = self.redirects.value() == self._usual_redirects
        self._usual = usual
        if is_default_count:
            with QSignalBlocker(self.redirects):
                self.redirects.setValue(self._usual_redirects)
        self.from_header.setPlaceholderText(usual.sender or tr("not sent"))
        as_set_up = tr("system settings") if usual.proxy is None else tr("none")
        self.proxy.setPlaceholderText(usual.proxy or as_set_up)
        self.authority.setPlaceholderText(usual.ca_file or tr("PEM file with additional authorities"))
        self._tell()

    @property
    def _usual_redirects(self) -> int:
        return DEFAULT_LIMITS.redirects if self._usual.redirects is None else self._usual.redirects

    def show_defaults(self) -> None:
        """Reset all options."""
        parts = (self.agent, self.accept_header, self.from_header, self.proxy, self.authority, self.redirects)
        blockers = [QSignalBlocker(part) for part in (*parts, self.fresh, self.only_changes, self.direct)]
        self.agent.setCurrentIndex(0)
        for field in (self.accept_header, self.from_header, self.proxy, self.authority):
            field.clear()
        self.redirects.setValue(self._usual_redirects)
        for box in (self.fresh, self.only_changes, self.direct):
            box.setChecked(False)
        del blockers
        self._tell()

    def popup_under(self, anchor: QWidget) -> None:
        """Open below a button."""
        self.show_under(anchor, _WIDTH)
        self.agent.setFocus(Qt.FocusReason.PopupFocusReason)

    def _build(self) -> None:
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_MARGIN, _MARGIN - 4, _MARGIN, _MARGIN)
        rows.setSpacing(_GAP)
        head = QHBoxLayout()
        head.addWidget(Label(tr("How to fetch"), self, px=13, weight=600))
        head.addStretch(1)
        head.addWidget(self.reset)
        rows.addLayout(head)
        form = QFormLayout()
        form.setHorizontalSpacing(_GAP * 2)
        form.setVerticalSpacing(_GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._add(form, tr("Fetch as"), self.agent)
        form.addRow("", self.header)
        form.addRow("", self.note)
        self._add(form, "Accept", self.accept_header, PLAIN.accept)
        self._add(form, "From", self.from_header, tr("not sent"))
        self._add(form, tr("Redirects to follow"), self.redirects)
        self._add(form, tr("Proxy"), self.proxy, tr("system settings"))
        form.addRow("", self.direct)
        self._add(
            form, tr("Additional certificate authorities"), self.authority, tr("PEM file with additional authorities")
        )
        rows.addLayout(form)
        for box in (self.fresh, self.only_changes):
            rows.addWidget(box)

    def _add(self, form: QFormLayout, title: str, field: QWidget, hint: str = "") -> None:
        label = Label(title, self, px=12, color="text2")
        label.setMinimumHeight(field.sizeHint().height())  # aligned with the text of the field, not above it
        form.addRow(label, field)
        field.setAccessibleName(title)
        if isinstance(field, QLineEdit):
            field.setPlaceholderText(hint)

    def _connect(self) -> None:
        self.agent.currentIndexChanged.connect(self._on_changed)
        self.redirects.valueChanged.connect(self._on_changed)
        for field in (self.accept_header, self.from_header, self.proxy, self.authority):
            field.textChanged.connect(self._on_changed)
        for box in (self.fresh, self.only_changes, self.direct):
            box.toggled.connect(self._on_changed)
        self.reset.clicked.connect(self._on_reset)

    def _tell(self) -> None:
        chosen = self.options
        self.proxy.setEnabled(not self.direct.isChecked())
        self.header.setText(chosen.over(self._usual).user_agent)
        said = tr("Our request, with the header of {crawler}. The server may answer the real {crawler} differently.")
        usual = tr("Robot Studio sends its own name.")
        self.note.setText(put_in(said, {"crawler": chosen.pretending}) if chosen.pretending else usual)
        self.reset.setEnabled(not self.is_usual)
        self.changed.emit(chosen, self.only_changes.isChecked())

    def _on_changed(self, _value: object) -> None:
        self._tell()

    def _on_reset(self) -> None:
        self.show_defaults()


def _title(crawler: Crawler) -> str:
    return title_of(crawler)
