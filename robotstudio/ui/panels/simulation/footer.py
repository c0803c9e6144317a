"""The line below the matrix: how much was evaluated and how fast, or what just happened; at the right the legend."""

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.app.cell_state import CellState
from robotstudio.ui.language import WORDS, together
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.chip import Chip
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.labels import LinkLabel
from robotstudio.ui.widgets.painting import Run, draw_runs, runs_width
from robotstudio.ui.widgets.tone import Tone

_GLYPH_GAP = 6
_ENTRY_GAP = 20
_NOTICE_MS = 12_000


class Legend(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.words())
        theme.changed.connect(self._on_theme_changed)

    def words(self) -> str:
        shapes = {
            CellState.ALLOWED: self.tr("check"),
            CellState.BLOCKED: self.tr("cross"),
            CellState.NO_RULE: self.tr("dash"),
        }
        return together("\n", *(WORDS.about(shapes[state], text) for state, text in self._entries()))

    def sizeHint(self) -> QSize:
        px = self._theme.fonts.px
        widths = [self._glyph_side() + px(_GLYPH_GAP) + runs_width([self._run(text)]) for _, text in self._entries()]
        return QSize(round(sum(widths) + px(_ENTRY_GAP) * (len(widths) - 1)) + 1, px(SIZES.footer) - 1)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, px, side = QPainter(self), self._theme.fonts.px, self._glyph_side()
        x = 0.0
        for state, text in self._entries():
            look = CELL_LOOKS[state]
            box = QRectF(x, (self.height() - side) / 2, side, side)
            paint_glyph(
                painter, look.glyph, box, self._theme.color(look.color), VERDICT_STROKE * self._theme.fonts.scale
            )
            x += side + px(_GLYPH_GAP)
            run = self._run(text)
            draw_runs(painter, QRectF(x, 0, run.width + 1, self.height()), [run])
            x += run.width + px(_ENTRY_GAP)

    def _entries(self) -> tuple[tuple[CellState, str], ...]:
        return (
            (CellState.ALLOWED, self.tr("allowed by rule at line")),
            (CellState.BLOCKED, self.tr("blocked by rule at line")),
            (CellState.NO_RULE, self.tr("no rule matches, so allowed")),
        )

    def _run(self, text: str) -> Run:
        color: QColor = self._theme.color("text2")
        return Run(text, self._theme.fonts.ui(11), color)

    def _glyph_side(self) -> float:
        return VERDICT_BOX * self._theme.fonts.scale

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()


class SimulationFooter(Footer):
    """A notice takes the place of the sizes for a while, and may offer a way back."""

    undo_requested = Signal()
    cancel_requested = Signal()
    fetch_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._size = ""
        self._notice = ""
        self._governing = ""
        self._has_legend = True
        self._scenario = Chip(theme, self)
        self._scenario.hide()
        self._undo = LinkLabel(theme, self.tr("Undo"), self, px=11)
        self._undo.hide()
        self._undo.activated.connect(self.undo_requested)
        self._cancel = LinkLabel(theme, self.tr("Cancel"), self, px=11)
        self._cancel.hide()
        self._cancel.activated.connect(self.cancel_requested)
        self._fetch = LinkLabel(theme, "", self, px=11)
        self._fetch.hide()
        self._fetch.activated.connect(self._on_fetch_activated)
        self._legend = Legend(theme, self)
        self._until = QTimer(self, interval=_NOTICE_MS, singleShot=True)
        self._until.timeout.connect(self.clear_notice)
        self.add_before(self._scenario)
        for link in (self._undo, self._cancel, self._fetch):
            self.add_left(link)
        self.add_right(self._legend)

    @property
    def can_undo(self) -> bool:
        """Whether the notice shown offers a way back."""
        return not self._undo.isHidden()

    @property
    def scenario(self) -> str:
        """What is said to be supposed, "" where nothing is."""
        return "" if self._scenario.isHidden() else self._scenario.text

    @property
    def offered(self) -> str:
        """The robots.txt that is offered to be fetched, "" for none."""
        return self._governing

    def take_offer(self) -> None:
        """Ask for the robots.txt that is offered."""
        if self._governing:
            self.fetch_requested.emit(self._governing)

    def show_size(self, text: str) -> None:
        """Say how much was evaluated; a notice stays until its time is over."""
        self._size = text
        self._update_text()

    def show_scenario(self, text: str) -> None:
        """Say what is supposed, "" where nothing is."""
        self._scenario.set_content(text, Tone.WARNING)
        self._scenario.setVisible(bool(text))

    def offer_fetch(self, robots_url: str) -> None:
        """Offer the robots.txt that governs the selected URL, in the place of the legend; "" takes the offer back."""
        self._governing = robots_url
        self._fetch.setText(self.tr("Fetch {url}").format(url=robots_url))
        self._fetch.setVisible(bool(robots_url))
        self._show_legend()

    def show_notice(self, text: str) -> None:
        """Say what just happened."""
        self._show(text, undoable=False)

    def show_progress(self, text: str) -> None:
        """Say how far something is, and offer to give it up."""
        self._show(text, undoable=False)
        self._cancel.show()
        self._until.stop()

    def show_removal(self, text: str) -> None:
        """Say what was just removed, and offer to take it back."""
        self._show(text, undoable=True)

    def clear_notice(self) -> None:
        """Say how much was evaluated again."""
        self._notice = ""
        self._undo.hide()
        self._cancel.hide()
        self._until.stop()
        self._update_text()

    def set_legend_shown(self, shown: bool) -> None:
        """Show the legend, or keep it in the tooltip where room is short."""
        self._has_legend = shown
        self._show_legend()

    def _show_legend(self) -> None:
        shown = self._has_legend and not self._governing
        self._legend.setVisible(shown)
        self.setToolTip("" if shown else self._legend.words())

    def _on_fetch_activated(self, _with_control: bool) -> None:
        self.take_offer()

    def _show(self, text: str, *, undoable: bool) -> None:
        self._notice = text
        self._undo.setVisible(undoable)
        self._cancel.hide()
        self._until.start()
        self._update_text()

    def _update_text(self) -> None:
        self.say(self._notice or self._size)
