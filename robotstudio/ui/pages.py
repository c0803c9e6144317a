"""The pages of one tab: one of them is seen, the first unless another was asked for."""

from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Page:
    """A page, its part that takes the keyboard, and the stack that it belongs to where that is not the outer one."""

    widget: QWidget
    main_part: QWidget
    stack: QStackedWidget | None


class Pages(QStackedWidget):
    """Pages by their ids, the first of which is seen at the start."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: dict[str, _Page] = {}

    def add_page(self, page_id: str, page: QWidget, main_part: QWidget, stack: QStackedWidget | None = None) -> None:
        """Add a page, or one of a stack that is added whole; its main part takes the keyboard when it is shown."""
        self._pages[page_id] = _Page(page, main_part, stack)
        outer = stack or page
        if self.indexOf(outer) < 0:
            self.addWidget(outer)

    @property
    def page(self) -> str:
        """The id of the page that is seen."""
        return next(page_id for page_id, page in self._pages.items() if self._is_in_front(page))

    def show_page(self, page_id: str) -> None:
        """Show a page, with the keyboard in its main part."""
        page = self._pages[page_id]
        self.setCurrentWidget(page.stack or page.widget)
        if page.stack:
            page.stack.setCurrentWidget(page.widget)
        page.main_part.setFocus()

    def show_first(self) -> None:
        """Show the first page again."""
        self.show_page(next(iter(self._pages)))

    def _is_in_front(self, page: _Page) -> bool:
        if page.stack is None:
            return self.currentWidget() is page.widget
        return self.currentWidget() is page.stack and page.stack.currentWidget() is page.widget
