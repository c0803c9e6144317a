"""Where stands what lies over the matrix: the hint below the headers, the entry below its button."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES

_ENTRY_WIDTH = 500
_ENTRY_MARGIN = 8


@dataclass(frozen=True, slots=True, eq=False)
class Overlays:
    """Widgets of a panel that no layout places."""

    theme: Theme
    hint: QWidget
    entry: QWidget
    progress: QWidget

    def place(self, panel: QRect, matrix: QRect, footer: QRect, top: int) -> None:
        """Put them where they belong; the entry stands below `top`."""
        px = self.theme.fonts.px
        margin = px(_ENTRY_MARGIN)
        self.hint.setGeometry(matrix.adjusted(0, px(SIZES.matrix_header), 0, 0))
        self.progress.setGeometry(footer)
        width = min(px(_ENTRY_WIDTH), panel.width() - 2 * margin)
        height = min(self.entry.sizeHint().height(), panel.height() - top - margin)
        self.entry.setGeometry(QRect(panel.width() - margin - width, top, width, height))

    def lift(self) -> None:
        """Bring to the front what may cover the matrix."""
        self.hint.raise_()
        self.entry.raise_()
