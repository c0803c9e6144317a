"""The bar at the top: the address, the state of its fetch, and the chosen crawlers."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import Meant, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.address_field import AddressField
from robotstudio.ui.widgets.buttons import PrimaryButton, SelectorButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.tone import Tone

_MARGIN = 12


class TopBar(Bar):
    """Address field, fetch button and crawler selector; shows the state of the last fetch."""

    fetch_requested = Signal(str)
    cancel_requested = Signal()
    crawlers_menu_requested = Signal()
    environment_menu_requested = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.busy = False
        """True if a fetch is running, so that the button cancels."""
        self._narrow = False
        self._has_label = False
        self.address = AddressField(self)
        self.fetch_button = PrimaryButton(tr(Meant("Fetch", "verb")), Glyph.DOWNLOAD, self)
        self.environment_button = SelectorButton(tr("Environment"), "", self)
        self.environment_button.hide()
        self.crawlers_button = SelectorButton(tr("Crawlers"), "", self)
        self._progress = ThinProgress(self)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(_MARGIN, 0, _MARGIN, 1)
        self._layout.setSpacing(SIZES.between_controls)
        self._layout.addWidget(self.address, 1)
        self._layout.addWidget(self.fetch_button)
        self._layout.addWidget(self.environment_button)
        self._layout.addWidget(self.crawlers_button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.address.submitted.connect(self._on_submitted)
        self.address.dismissed.connect(self._on_dismissed)
        self.fetch_button.clicked.connect(self._on_fetch_clicked)
        self.environment_button.clicked.connect(self.environment_menu_requested)
        self.crawlers_button.clicked.connect(self.crawlers_menu_requested)
        self.setFixedHeight(SIZES.top_bar)
        self._fix_fetch_width()
        self._apply_width()

    def set_address(self, address: str) -> None:
        """Show the address of what was opened or fetched."""
        self.address.setText(address)
        self.address.setCursorPosition(0)

    def set_chip(self, text: str, tone: Tone = Tone.NEUTRAL, short_text: str = "", emphasis: str = "") -> None:
        """Show the state of the fetch; `short_text` is for small windows, `emphasis` the part of it that is bold."""
        self.address.chip.set_content(text, tone, short_text, emphasis)
        self.address.layout_chips()

    def set_busy(self, busy: bool) -> None:
        """Turn Fetch into Cancel and back, in the same width."""
        if busy == self.busy:
            return
        self.busy = busy
        self.fetch_button.setText(self._fetch_text())
        self.fetch_button.set_glyph(None if busy else Glyph.DOWNLOAD)
        self.fetch_button.set_role("secondary" if busy else "primary")
        if busy:
            self._progress.start()
        else:
            self._progress.stop()

    def set_crawlers_label(self, label: str) -> None:
        """Name the chosen set of crawlers, such as `Search + AI (8)`."""
        self.crawlers_button.set_value(label)
        if not self._has_label:
            self._has_label = True
            self._apply_width()

    def set_what_if(self, supposed: str, reason: str = "") -> None:
        """Show in the address which answer is supposed, and why that is not the real one; "" if none is."""
        chip = self.address.what_if
        chip.set_content(tr("what if: {answer}", answer=supposed) if supposed else "", Tone.WARNING, supposed)
        chip.setToolTip(reason)
        chip.setAccessibleDescription(reason)
        self.address.layout_chips()

    def set_environment(self, name: str, *, is_changed: bool = False) -> None:
        """Show the environment of the text, with a warning if that was changed; "" if there are none."""
        self.environment_button.setVisible(bool(name))
        self.environment_button.set_value(name)
        self.environment_button.set_warning(is_changed)

    def submit(self) -> None:
        """Emit a request to fetch the address; focus the field if it is empty."""
        if self.address.text().strip():
            self.fetch_requested.emit(self.address.text())
        else:
            self.focus_address()

    def focus_address(self) -> None:
        """Focus the address and select all of it."""
        self.address.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.address.selectAll()

    def sizeHint(self) -> QSize:
        return QSize(SIZES.window_min_width, SIZES.top_bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._progress.setGeometry(0, self.height() - SIZES.thin_progress, self.width(), SIZES.thin_progress)
        if (self.width() < SIZES.narrow_below) != self._narrow:
            self._narrow = not self._narrow
            self._apply_width()

    def _apply_width(self) -> None:
        for chip in (self.address.chip, self.address.what_if):
            chip.set_short(self._narrow)
        self.address.layout_chips()
        self.crawlers_button.set_label_shown(not self._narrow)
        self.environment_button.set_label_shown(not self._narrow)
        widest = SIZES.environment_button_narrow if self._narrow else SIZES.environment_button
        self.environment_button.setMaximumWidth(widest)
        least = SIZES.crawlers_button if not self._narrow else 0 if self._has_label else SIZES.crawlers_button_narrow
        self.crawlers_button.setMinimumWidth(least)

    def _fetch_text(self) -> str:
        return tr("Cancel") if self.busy else tr(Meant("Fetch", "verb"))

    def _on_submitted(self, address: str) -> None:
        if address:
            self.fetch_requested.emit(address)

    def _on_fetch_clicked(self) -> None:
        if self.busy:
            self.cancel_requested.emit()
        elif self.address.text().strip():
            self._on_submitted(self.address.text().strip())
        else:
            self.focus_address()

    def _on_dismissed(self) -> None:
        if self.busy:
            self.cancel_requested.emit()
        else:
            self.dismissed.emit()

    def _fix_fetch_width(self) -> None:
        widths = (
            self.fetch_button.width_for(tr(Meant("Fetch", "verb")), Glyph.DOWNLOAD),
            self.fetch_button.width_for(tr("Cancel"), None),
        )
        self.fetch_button.setFixedWidth(max(widths))
