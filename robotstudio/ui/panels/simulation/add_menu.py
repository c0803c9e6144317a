"""The menu of the button that adds URLs: where they may come from."""

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.menus import MenuAction, build_menu


class AddMenu(QObject):
    """Says what was chosen. Whoever hears `about_to_open` tells how many sitemaps the draft names."""

    about_to_open = Signal()
    typing_chosen = Signal()
    files_chosen = Signal()
    clipboard_chosen = Signal()
    sitemaps_chosen = Signal()
    sources_chosen = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._sitemaps = 0

    def offer_sitemaps(self, count: int) -> None:
        """How many sitemaps the draft names, whose URLs can be fetched."""
        self._sitemaps = count

    def popup_under(self, button: QWidget) -> None:
        """Open below a button, its right edge below that of the button."""
        menu = build_menu(button, self.actions())
        corner = button.mapToGlobal(button.rect().bottomRight())
        menu.popup(QPoint(corner.x() - menu.sizeHint().width(), corner.y() + 4))

    def actions(self) -> list[MenuAction]:
        """The rows of the menu as it is now."""
        self.about_to_open.emit()
        has_text = bool(QGuiApplication.clipboard().text().strip())
        return [
            MenuAction(self.tr("Type or paste…"), self.typing_chosen.emit),
            MenuAction(self.tr("From files…"), self.files_chosen.emit),
            MenuAction(self.tr("From the clipboard"), self.clipboard_chosen.emit, is_enabled=has_text),
            MenuAction(self._sitemap_words(), self.sitemaps_chosen.emit, is_enabled=bool(self._sitemaps)),
            MenuAction(),
            MenuAction(self.tr("Show the sources"), self.sources_chosen.emit),
        ]

    def _sitemap_words(self) -> str:
        if not self._sitemaps:
            return self.tr("From Sitemap lines: this file has none")
        if self._sitemaps == 1:
            return self.tr("From the Sitemap line of this file")
        return self.tr("From the {count} Sitemap lines of this file").format(count=format_count(self._sitemaps))
