"""From the start of the program to a whole window: the start page first, and behind it what the work needs."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from robotstudio.project.state import StateStore
from robotstudio.project.templates import Template, example, templates
from robotstudio.store.places import Places
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.app.start_page import StartPage
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.shell.document_window import DocumentWindow
from robotstudio.ui.shell.main_window import MainWindow
from robotstudio.ui.theme.theme import Mode, Theme

if TYPE_CHECKING:  # it is what takes the time
    from robotstudio.ui.app.early_text import EarlyText
    from robotstudio.ui.app.studio import Studio

_WITHOUT_QT: Final = ("numpy", "draft.analysis", "draft.changes.compared", "draft.expectations")
_WITH_QT: Final = (
    "document.documents",
    "editor.robots_edit",
    "editor.pane",
    "panels.simulation.matrix_view",
    "panels.simulation.panel",
    "panels.why.panel",
    "panels.fetch.controller",
    "panels.problems.controller",
    "jobs.histories",
    "panels.site.controller",
    "panels.history.controller",
    "panels.changes.controller",
    "panels.url_patterns.controller",
    "app.studio",
)
"""What `Studio` imports, in slices: each brings others that it needs, and none holds the start page up for long."""

_LOOK_MS: Final = 10
_NOT_YET: Final = "…"
_NO_LETTERS: Final = (
    "This computer has no font with the letters of {language}, so the window is in English. Install one, such as Noto "
    "Sans CJK (on Debian and Ubuntu: fonts-noto-cjk), then start again."
)
"""Said in English, for nothing else can be read there."""
_OF_THE_USER: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.ShortcutOverride,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.TouchBegin,
        QEvent.Type.InputMethod,
        QEvent.Type.DragEnter,
        QEvent.Type.Close,
    }
)


class StartWindow:
    """A window on its start page, in the look and the language and at the place that were remembered.

    It imports nothing of what is done with a draft; a `Studio` does that.
    """

    def __init__(
        self,
        theme: Theme,
        places: Places,
        templates: Sequence[Template],
        language: WindowLanguage | None = None,
        file: Path | None = None,
    ) -> None:
        """Without a `language` that is spoken which is spoken already, unless another was chosen.

        The text of a `file` is shown in place of the start page, where it is one and can be read.
        """
        self.store = StateStore(places.state, places.policy)
        self.loaded = self.store.load()
        chosen = self.loaded.state.language
        self.language = language or WindowLanguage(QApplication.instance() or QApplication())
        not_shown = self.language.begin(chosen) if language or chosen else ""
        theme.set_mode(Mode(self.loaded.state.theme))
        theme.set_scale(self.loaded.state.scale / 100)
        theme.set_code_family(self.loaded.state.code_font)
        theme.set_less_motion(self.loaded.state.less_motion)
        self._theme = theme
        self._templates = templates
        self.window = MainWindow(theme)
        self._page = self.window.add_document()
        self.window.bring_to_front(self._page)
        for selector in (self.window.top_bar.crawlers_button, self.window.top_bar.scenario_button):
            selector.set_value(_NOT_YET)
        self.window.restoreGeometry(self.loaded.state.geometry)
        self.window.show_language(self.language.choice, self.language.of_system)
        if language is None:
            self.language.setParent(self.window)
        if not_shown:
            said = _NO_LETTERS.format(language=LANGUAGES[not_shown].name)
            self.window.notices.show_notice("language", said)
        self.early = self._early(file) if file else None
        self.first = self._start_page_of(self._page)
        """The start page of the first document, behind a text that is shown."""

    def add_window(self) -> MainWindow:
        """One more window, without a document."""
        return MainWindow(self._theme)

    def add_page(self, window: MainWindow) -> StartPage:
        """The start page of one more document, behind the one in front of a window."""
        page = self._start_page_of(window.add_document())
        page.window.show_language(self.language.choice, self.language.of_system)
        return page

    def _early(self, file: Path) -> "EarlyText | None":
        from robotstudio.ui.app.early_text import EarlyText  # noqa: PLC0415  # the start page is drawn without

        return EarlyText.of(self._theme, self._page, self.loaded.state, file)

    def _start_page_of(self, window: DocumentWindow) -> StartPage:
        return StartPage(self._theme, self._templates, window, self.loaded.state)


class Opening(QObject):
    """Makes a `Studio` for a window that is there already: in small steps while nobody wants anything, else at once.

    Whatever the user does first finds everything made: there is one moment at which it is, and no half of it is used.
    """

    made = Signal()
    failed = Signal()
    _imported = Signal()

    def __init__(
        self, theme: Theme, places: Places, language: WindowLanguage | None = None, file: Path | None = None
    ) -> None:
        """A window on its start page, or with the text of a `file`; `begin` once it is shown."""
        super().__init__()
        self._theme = theme
        self._places = places
        self._templates = templates()
        self._start = StartWindow(theme, places, self._templates, language, file)
        self._studio: Studio | None = None
        self._is_making = self._is_whole = self._has_failed = False
        self._steps = self._make()
        self._imported.connect(self._on_imported, Qt.ConnectionType.QueuedConnection)
        self._thread = Thread(target=_import_without_qt, args=(self._imported.emit,), name="first imports")
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._on_timeout)
        self.window = self._start.window
        self.window.document.work_wanted.connect(self.finish)

    @property
    def text(self) -> "EarlyText | None":
        """The text that was shown first; None where no file was named, or none that is a text and can be read."""
        return self._start.early

    def begin(self) -> None:
        """Make the rest, a little in each turn of the event loop."""
        application = QCoreApplication.instance()
        if application and not self._is_whole:
            application.installEventFilter(self)
            self._timer.start()

    def finish(self) -> "Studio":
        """The whole, with everything made that was not yet."""
        while self._make_more():
            if self._thread.is_alive():
                self._thread.join()
        if self._studio is None or not self._is_whole:
            raise RuntimeError("asked for while it is made, or after that failed")
        return self._studio

    def close(self) -> None:
        """End what was begun: a window that was closed at once was nothing but its start page."""
        if (self._studio or self._start.early) and not self._has_failed:
            self.finish().tabs.close(was_asked=False)
        elif self._thread.is_alive():
            self._thread.join()
        self._stop()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Make the rest before the user's first key or click comes in, unless the text answers it alone."""
        if event.type() in _OF_THE_USER and not self._is_making:
            early = self._start.early
            if early is None or not early.takes(event):
                self.finish()
        return False

    def _on_timeout(self) -> None:
        self._make_more()

    def _on_imported(self) -> None:
        """Go on at once: until the next look at the thread nobody would do anything."""
        self._thread.join()
        if self._timer.isActive():
            self._make_more()

    def _make_more(self) -> bool:
        """One step; False where there is none left."""
        if self._is_making or self._is_whole or self._has_failed:
            return False
        self._is_making = True
        try:
            self._is_whole = next(self._steps, True) is True
        except BaseException:
            self._has_failed = True
            self._stop()
            self.failed.emit()
            raise
        finally:
            self._is_making = False
        if self._is_whole:
            self._stop()
            self.made.emit()
        return not self._is_whole

    def _make(self) -> Iterator[None]:
        self._thread.start()
        while self._thread.is_alive():
            yield
        self._timer.setInterval(0)
        for name in _WITH_QT:
            import_module(f"robotstudio.ui.{name}")
            yield
        from robotstudio.ui.app.studio import Studio  # noqa: PLC0415  # the start page is drawn first

        self._studio = Studio(self._theme, self._places, self._templates, example(), self._start)
        while self._studio.make_more():
            yield

    def _stop(self) -> None:
        self._timer.stop()
        application = QCoreApplication.instance()
        if application:
            application.removeEventFilter(self)


def _import_without_qt(tell: Callable[[], object]) -> None:
    """In a thread, for a large library cannot be imported in slices; what knows no Qt may come from any."""
    try:
        for name in _WITHOUT_QT:
            import_module(name if name == "numpy" else f"robotstudio.{name}")
    finally:
        tell()
