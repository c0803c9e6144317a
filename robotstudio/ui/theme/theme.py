"""The theme of the window: which colours and fonts are in force, and the signal that they changed."""

from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from robotstudio.ui.theme.color import qcolor
from robotstudio.ui.theme.fonts import Fonts, load_shipped_fonts
from robotstudio.ui.theme.glyphs import Glyph, glyph_icon
from robotstudio.ui.theme.high_contrast import high_contrast_tokens
from robotstudio.ui.theme.palette import build_palette
from robotstudio.ui.theme.style import PlainTextStyle
from robotstudio.ui.theme.stylesheet import build_stylesheet
from robotstudio.ui.theme.tokens import DARK, LIGHT, Tokens


class Mode(Enum):
    """What the user chose in the Theme menu."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_SCHEMES = {
    Mode.SYSTEM: Qt.ColorScheme.Unknown,
    Mode.LIGHT: Qt.ColorScheme.Light,
    Mode.DARK: Qt.ColorScheme.Dark,
}

# Pixel size and weight of the classes that do not use body text. Any: PySide's stubs ask for bytes, the call for str.
_CLASS_FONTS: tuple[tuple[Any, int, int], ...] = (
    ("QPushButton", 12, 500),
    ("QToolButton", 12, 500),
    ("QComboBox", 12, 500),
    ("QMenu", 12, 400),
    ("QMenuBar", 12, 400),
    ("QToolTip", 12, 400),
    ("QHeaderView", 11, 500),
    ("QStatusBar", 11, 400),
)

_POLISHED = Qt.WidgetAttribute.WA_WState_Polished
_AT_ONCE = 25  # widgets, in a few milliseconds


class Theme(QObject):
    """Tokens and fonts in force; passed to every part that paints. `install` makes it the application's look."""

    changed = Signal()

    def __init__(self, mode: Mode = Mode.SYSTEM, scale: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        load_shipped_fonts()
        self._mode = mode
        self._app: QApplication | None = None
        self._unpolished: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_timeout)
        self._fonts = Fonts(scale)
        # Held: what the hints hand out dies with their Python wrapper.
        self._hints = QGuiApplication.styleHints()
        self._system_palette = QGuiApplication.palette()
        self._tokens = self._wanted_tokens()
        self._hints.colorSchemeChanged.connect(self._on_system_changed)
        if hasattr(self._hints, "accessibility"):  # since Qt 6.10
            self._hints.accessibility().contrastPreferenceChanged.connect(self._on_system_changed)

    @property
    def tokens(self) -> Tokens:
        """The colours in force."""
        return self._tokens

    @property
    def fonts(self) -> Fonts:
        """The fonts in force."""
        return self._fonts

    @property
    def dark(self) -> bool:
        """Whether the colours in force are the dark ones."""
        return self._tokens.dark

    @property
    def mode(self) -> Mode:
        """What was chosen: follow the system, light, or dark."""
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or stay light or dark; applied at once."""
        if mode is self._mode:
            return
        self._mode = mode
        self._request_system_scheme()
        self._update_tokens()

    def set_scale(self, scale: float) -> None:
        """Set the UI scale (0.9 to 1.5); applied at once."""
        fonts = Fonts(scale)
        if fonts.scale == self._fonts.scale:
            return
        self._fonts = fonts
        self._apply()
        self.changed.emit()

    def install(self, app: QApplication) -> None:
        """Make this theme the look of the application, now and at every later change."""
        self._app = app
        app.setStyle(PlainTextStyle())
        self._request_system_scheme()
        self._apply()

    def color(self, token: str, alpha: float = 1.0) -> QColor:
        """The colour of the token with this name."""
        return qcolor(getattr(self._tokens, token), alpha)

    def icon(self, glyph: Glyph, color: str = "text2", size: int = 16) -> QIcon:
        """An icon in the colour of the token named `color`, scaled like the text beside it."""
        return glyph_icon(glyph, self.color(color), self._fonts.px(size), disabled=self.color("text_disabled"))

    def _wants_high_contrast(self) -> bool:
        if not hasattr(self._hints, "accessibility"):
            return False
        return self._hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast

    def _wanted_tokens(self) -> Tokens:
        if self._wants_high_contrast():
            return high_contrast_tokens(self._system_palette)
        if self._mode is Mode.SYSTEM:
            dark = self._hints.colorScheme() is Qt.ColorScheme.Dark
            return DARK if dark else LIGHT
        return DARK if self._mode is Mode.DARK else LIGHT

    def _request_system_scheme(self) -> None:
        # Only where the platform obeys: the title bar and native dialogs then match.
        if self._app is not None:
            self._hints.setColorScheme(_SCHEMES[self._mode])

    def _on_system_changed(self) -> None:
        self._update_tokens()

    def _update_tokens(self) -> None:
        wanted = self._wanted_tokens()
        if wanted == self._tokens:
            return
        self._tokens = wanted
        self._apply()
        self.changed.emit()

    def _apply(self) -> None:
        if self._app is None:
            return
        self._app.setPalette(build_palette(self._tokens))
        # Before the fonts: the first stylesheet of an application resets the fonts of classes.
        self._apply_stylesheet(self._app)
        self._app.setFont(self._fonts.ui(13))
        for class_name, pixels, weight in _CLASS_FONTS:
            self._app.setFont(self._fonts.ui(pixels, weight), class_name)

    def _apply_stylesheet(self, app: QApplication) -> None:
        """Set the stylesheet: what is in sight takes it at once, everything else when there is time.

        Where Qt exchanges one stylesheet for another, it polishes every widget once for each of its ancestors. Taken
        away and set anew, the sheet reaches each once, and only those that count as polished.
        """
        hidden = [widget for widget in app.allWidgets() if not widget.isVisible() and widget.testAttribute(_POLISHED)]
        for widget in hidden:
            widget.setAttribute(_POLISHED, on=False)
        self._unpolished += hidden
        app.setStyleSheet("")
        app.setStyleSheet(build_stylesheet(self._tokens, self._fonts.scale))
        self._timer.start()

    def _on_timeout(self) -> None:
        slice_, self._unpolished = self._unpolished[:_AT_ONCE], self._unpolished[_AT_ONCE:]
        for widget in filter(isValid, slice_):
            widget.setAttribute(_POLISHED)
            widget.style().polish(widget)
        if not self._unpolished:
            self._timer.stop()
