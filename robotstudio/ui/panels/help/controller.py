"""The help: its window, and the page for the focused widget."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QWhatsThis, QWidget

from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.language.language import native_keys
from robotstudio.ui.panels.help.what_is_this import WhatIsThis, page_of
from robotstudio.ui.shell.document_window import Place

if TYPE_CHECKING:
    from robotstudio.fetch.updates import Release
    from robotstudio.help.library import HelpLibrary, HelpPage
    from robotstudio.ui.panels.help.panel import HelpPanel

_GUIDE = "guide/README"
_PAGES = {
    "help.rules": "rules/all",
    "help.shortcuts": "program/shortcuts",
    "help.glossary": "guide/glossary",
    "help.news": "program/news",
    "help.report": "program/report",
    "help.about": "program/about",
}
_RELEASE = "program/release"
"""Actions that open one page each."""


class HelpController(PanelController["HelpPanel"]):
    """Creates the window and its pages on first use, to keep the start fast."""

    panel_of = "help.guide"

    def __init__(
        self, context: Context, settings: Callable[[], Mapping[str, Any]], page_at_caret: Callable[[], str]
    ) -> None:
        """Create it; `settings` returns the fields of `State`, `page_at_caret` the page for the caret's line or ""."""
        super().__init__(context)
        self._settings = settings
        self._page_at_caret = page_at_caret
        self._release: Release | None = None
        context.window.add_places(self._places)

    def make_panel(self, kind: "Callable[..., HelpPanel]") -> "HelpPanel":
        panel = kind(*self._all_pages(), self._open_address)
        panel.over = self._window  # its parent would keep it above the document
        return panel

    @cached_property
    def _what_is_this(self) -> "WhatIsThis":
        return WhatIsThis(self._window.actions_by_id, self)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        pages = {action: partial(self._on_page_chosen, page) for action, page in _PAGES.items()}
        return {"help.guide": self.open_guide, "help.what_is_this": self.ask_what_is_this, **pages}

    def open(self, page: str, heading: str = "") -> None:
        """Show a page, such as `rules/RS101`, in the open window, even if that belongs to another document."""
        helps = (studio.help for studio in self._tabs.studios)
        shown = (each.panel for each in helps if each.is_shown)
        (next(shown, None) or self.panel).open_page(page, heading)

    def explain_rule(self, code: str) -> None:
        """Show the page of a linter rule."""
        self.open(f"rules/{code}")

    def show_release(self, release: "Release") -> None:
        """Show what is new in a version that is not installed."""
        self._release = release
        self._list_pages()
        self.panel.open_page(_RELEASE, "")  # in its own window: other windows do not have the page

    def open_guide(self) -> None:
        """Show the page for the focused widget, else the contents of the guide."""
        focused: QWidget | None = QApplication.focusWidget()  # the stubs omit None
        is_in_draft = focused is not None and self._editor.isAncestorOf(focused)
        page = (self._page_at_caret() if is_in_draft else "") or page_of(focused) or _GUIDE
        self.open(*page.split("#"))

    def ask_what_is_this(self) -> None:
        """Explain the widget clicked next; if called again before the click, the focused widget."""
        self._what_is_this.ask()
        if QWhatsThis.inWhatsThisMode():
            said = tr("Click what is to be explained. {keys}: what has the keyboard. {end}: nothing.")
            self._window.status_bar.show_message(
                put_in(said, {"keys": native_keys("Shift+F1"), "end": native_keys("Esc")})
            )

    def _list_pages(self) -> None:
        if self.has_panel:
            self.panel.set_pages(*self._all_pages())

    def close(self) -> None:
        if "_what_is_this" in vars(self):
            self._what_is_this.stop()
        super().close()
        if self.has_panel:
            self.panel.deleteLater()

    def _places(self) -> Iterator[Place]:
        library, _ = self._all_pages()
        for page in library.pages.values():
            yield Place(tr("Help"), page.title, partial(self.open, page.id))

    def _all_pages(self) -> "tuple[HelpLibrary, Mapping[str, Callable[[], HelpPage]]]":
        """Return all pages in the current language, and the functions that create dynamic pages."""
        from robotstudio.help.library import HelpLibrary  # noqa: PLC0415  # with the window
        from robotstudio.ui.panels.help import made_pages  # noqa: PLC0415  # as above

        made: dict[str, Callable[[], HelpPage]] = {
            made_pages.SHORTCUTS: partial(made_pages.shortcuts, self._window.actions_by_id),
            made_pages.ABOUT: made_pages.about,
            made_pages.REPORT: lambda: made_pages.report_of(self._settings(), self._facts()),
        }
        if self._release:
            made[made_pages.RELEASE] = partial(made_pages.release, self._release)
        return HelpLibrary([make() for make in made.values()]), made

    def _facts(self) -> "Mapping[str, object]":
        window, session = self._window, self._session
        return {
            "platform": QGuiApplication.platformName(),
            "window": f"{window.width()} x {window.height()} at {window.devicePixelRatioF():g}",
            "language": WORDS.code,
            "size of the draft": len(self._editor.body()),
            "test URLs": len(session.table),
            "crawlers": len(session.crawlers),
        }

    def _on_page_chosen(self, page: str, _is_checked: bool = False) -> None:
        self.open(page)

    def _open_address(self, address: str) -> None:
        QDesktopServices.openUrl(QUrl(address))
