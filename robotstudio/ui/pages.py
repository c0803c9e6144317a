"""The pages of one tab: one of them is seen, the first unless another was asked for."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget


class Pages(QStackedWidget):
    """Pages by their ids; `page_changed` tells which one is seen."""

    page_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ids: list[str] = []
        self._main_parts: list[QWidget] = []
        self.currentChanged.connect(self._on_current_changed)

    def add_page(self, page_id: str, page: QWidget, main_part: QWidget) -> None:
        """Add a page; its main part takes the keyboard when it is shown."""
        self._ids.append(page_id)
        self._main_parts.append(main_part)
        self.addWidget(page)

    @property
    def page(self) -> str:
        """The id of the page that is seen."""
        return self._ids[self.currentIndex()]

    def show_page(self, page_id: str) -> None:
        """Show a page, with the keyboard in its main part."""
        place = self._ids.index(page_id)
        self.setCurrentIndex(place)
        self._main_parts[place].setFocus()

    def show_first(self) -> None:
        """Show the first page again."""
        self.show_page(self._ids[0])

    def _on_current_changed(self, place: int) -> None:
        if 0 <= place < len(self._ids):
            self.page_changed.emit(self._ids[place])
