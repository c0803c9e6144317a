"""The widgets beside the text, synchronised with its rows: gutter, `decides` column and ruler."""

from PySide6.QtCore import QObject, QRect
from PySide6.QtWidgets import QWidget

from robotstudio.ui.editor.decides_column import DecidesColumn
from robotstudio.ui.editor.gutter import Gutter
from robotstudio.ui.editor.overview_ruler import OverviewRuler
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.rows import x_of


class Sides(QObject):
    """Repaints the sides on changes in the text."""

    def __init__(
        self, edit: RobotsEdit, gutter: Gutter, decides: DecidesColumn, ruler: OverviewRuler, pane: QWidget
    ) -> None:
        super().__init__(pane)
        self._edit = edit
        self._gutter = gutter
        self._beside = gutter, decides
        self._all = gutter, decides, ruler
        self._ruler = ruler
        self._caret_line = 1
        self._top_row = 1, 0.0
        edit.caret_moved.connect(self._on_caret_moved)
        edit.zoom_changed.connect(self._on_zoom_changed)
        edit.updateRequest.connect(self._on_update_request)
        edit.horizontalScrollBar().valueChanged.connect(decides.update)
        self._decides = decides
        self._reaches_decides = False
        self._fit()

    def update(self) -> None:
        """Repaint all of them."""
        for side in self._all:
            side.update()

    def update_line(self, line: int) -> None:
        """Repaint the sides of a line."""
        place = self._edit.place_of(line)
        for side in self._beside:
            side.update(0, place.y(), side.width(), place.height())

    def follow_lines(self) -> None:
        """Follow an insertion or removal of lines."""
        if self._gutter.fit():
            self._edit.update_sides()
        self._fit()
        self.update()

    def _fit(self) -> None:
        self._ruler.set_text_shape(self._edit.blockCount(), self._edit.row_height)

    def _on_caret_moved(self, line: int, _column: int) -> None:
        if line != self._caret_line:
            self.update_line(self._caret_line)
            self.update_line(line)
            self._caret_line = line
            self._ruler.set_caret_line(line)

    def _on_zoom_changed(self, _zoom: int) -> None:
        self._fit()
        self.update()

    def _on_update_request(self, rect: QRect, scrolled: int) -> None:
        """Scroll with the text; other changes in it affect only its own rows, or are reported separately."""
        if scrolled:
            for side in self._beside:
                side.scroll(0, scrolled)
        elif rect.height() <= 2 * self._edit.row_height:
            self._follow_end_of_line(rect)
        elif self._edit.first_row != self._top_row:
            for side in self._beside:
                side.update()
        self._top_row = self._edit.first_row

    def _follow_end_of_line(self, rect: QRect) -> None:
        """Repaint the row of a line in the `decides` column if its text goes on there, or did before."""
        block = self._edit.document().findBlockByNumber(self._edit.row_at(rect.center().y()) - 1)
        end = self._edit.text_left + x_of(block, block.length() - 1)
        before, self._reaches_decides = self._reaches_decides, end > self._edit.viewport().width()
        if before or self._reaches_decides:
            self._decides.update(0, rect.top(), self._decides.width(), rect.height())
