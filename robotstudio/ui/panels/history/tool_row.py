"""Which host is shown, how often it is fetched again, and what else can be done with its history."""

from collections.abc import Sequence
from datetime import timedelta

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from robotstudio.io.history.model import HostSummary
from robotstudio.ui.panels.history import words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton

_COMPACT_BELOW = 780


class ToolRow(QWidget):
    """Emits what was chosen; what `show_hosts` sets emits no signal."""

    host_chosen = Signal(str)
    interval_chosen = Signal(object)  # timedelta, None for no longer
    export_clicked = Signal()
    forget_clicked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hosts = self._combo(self.tr("Host"))
        self.hosts.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.intervals = self._combo(self.tr("Watch this host"))
        self.intervals.setToolTip(self.tr("Fetch it again while the program runs, and tell when the answer changes"))
        self.intervals.addItem(self.tr(words.NOT_WATCHED), None)
        for every, title in words.INTERVALS.items():
            self.intervals.addItem(self.tr(title), every)
        self.export_button = GhostButton(theme, self.tr("Export…"), Glyph.DOWNLOAD, self)
        self.forget_button = GhostButton(theme, self.tr("Remove…"), Glyph.TRASH, self)
        self.export_button.setToolTip(self.tr("Write the fetches of this host and their files into a ZIP file"))
        self.forget_button.setToolTip(self.tr("Remove this host from the history and from the watch list"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset - 6, 1)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self.hosts, 1)
        for part in (self.intervals, self.export_button, self.forget_button):
            layout.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hosts.activated.connect(self._on_host_activated)
        self.intervals.activated.connect(self._on_interval_activated)
        self.export_button.clicked.connect(self.export_clicked)
        self.forget_button.clicked.connect(self.forget_clicked)
        theme.changed.connect(self.updateGeometry)

    def show_hosts(self, summaries: Sequence[HostSummary], current: HostSummary | None) -> None:
        """List the hosts; `current` is chosen."""
        known = [self.hosts.itemData(row) for row in range(self.hosts.count())]
        if known != [summary.host for summary in summaries]:
            self.hosts.clear()
            for summary in summaries:
                self.hosts.addItem("", summary.host)
        for row, summary in enumerate(summaries):
            self.hosts.setItemText(row, words.host_text(summary, self.tr))
            sign = Glyph.CLOCK if summary.every else Glyph.GLOBE
            self.hosts.setItemIcon(row, self._theme.icon(sign, "accent" if summary.every else "text3"))
        if current is not None:
            self.hosts.setCurrentIndex(self.hosts.findData(current.host))
            self.intervals.setCurrentIndex(max(0, self._row_of(current.every)))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.fonts.px(SIZES.tool_row))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._theme.fonts.px(SIZES.tool_row))

    def set_room(self, width: int) -> None:
        """Leave out the words of the buttons where there is little room."""
        is_compact = width < self._theme.fonts.px(_COMPACT_BELOW)
        self.export_button.setText("" if is_compact else self.tr("Export…"))
        self.forget_button.setText("" if is_compact else self.tr("Remove…"))
        self.export_button.setAccessibleName(self.tr("Export…"))
        self.forget_button.setAccessibleName(self.tr("Remove…"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, self._theme.color("window"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), self._theme.color("border"))

    def _combo(self, name: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setProperty("controlSize", "small")
        combo.setAccessibleName(name)
        combo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        combo.setMaxVisibleItems(20)
        return combo

    def _row_of(self, every: timedelta | None) -> int:
        intervals = [self.intervals.itemData(row) for row in range(self.intervals.count())]
        return intervals.index(every) if every in intervals else 0

    def _on_host_activated(self, row: int) -> None:
        self.host_chosen.emit(self.hosts.itemData(row))

    def _on_interval_activated(self, row: int) -> None:
        self.interval_chosen.emit(self.intervals.itemData(row))
