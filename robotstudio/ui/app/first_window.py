"""The first window, drawn before the rest of the program is imported: the start page, or the text of a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, Qt
from PySide6.QtWidgets import QApplication

from robotstudio.project.state import State, StateStore
from robotstudio.project.templates import templates
from robotstudio.store.errors import FileError
from robotstudio.store.files import is_stream, read
from robotstudio.store.places import Places
from robotstudio.text.language import tr
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.shell.document_window import DocumentWindow
from robotstudio.ui.shell.main_window import MainWindow
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.formats import as_title
from robotstudio.ui.widgets.labels import Label

if TYPE_CHECKING:  # only one of the two is drawn at first
    from robotstudio.ui.editor.pane import EditorPane
    from robotstudio.ui.panels.welcome.panel import WelcomePage

_NOT_YET: Final = "…"
_NO_LETTERS: Final = (
    "This computer has no font with the letters of {language}, so the window is in English. Install one, such as Noto "
    "Sans CJK (on Debian and Ubuntu: fonts-noto-cjk), then start again."
)
"""Message in English, because no font is available for other letters."""
_DATABASE: Final = b"SQLite format 3"
"""Possibly a crawl: `urls.kinds` could check, but imports too much for the first frame."""
_LONGEST_MS: Final = 1000
"""A minimised window, or one on another desktop, is never painted."""


class FirstWindow:
    """A window in the saved theme, language and geometry; `DocumentTabs` makes it functional.

    It shows a text file in an `editor` if one was given, else a `start_page`.
    """

    editor: "EditorPane | None" = None
    start_page: "WelcomePage | None" = None

    def __init__(
        self,
        places: Places,
        language: WindowLanguage | None = None,
        file: Path | None = None,
        store: StateStore | None = None,
    ) -> None:
        """Without a `language`, the application's language stays unless another one was saved."""
        self.store = store or StateStore(places.state, places.policy)
        self.loaded = self.store.loaded
        state = self.loaded.state
        self.language = language or WindowLanguage(QApplication.instance() or QApplication())
        not_shown = self.language.begin(state.language) if language or state.language else ""
        theme.set_mode(Mode(state.theme))
        theme.set_code_family(state.code_font)
        theme.set_less_motion(state.less_motion)
        self.window = MainWindow()
        self.page = self.window.add_document()
        self.window.bring_to_front(self.page)
        self.window.top_bar.crawlers_button.set_value(_NOT_YET)
        self.window.restoreGeometry(state.geometry)
        self.window.show_language(self.language.choice, self.language.of_system)
        if language is None:
            self.language.setParent(self.window)
        if not_shown:
            said = _NO_LETTERS.format(language=LANGUAGES[not_shown].name)
            self.window.notices.show_notice("language", said)
        text = _text_of(file) if file else None
        if file and text is not None:
            self._show_text(file.name, text)
        else:
            self.start_page = add_start_page(self.page, state)

    def draw(self) -> None:
        """Show the window and wait until it is painted; keys and clicks stay in the event queue until `exec`."""
        self.window.show()
        handle, deadline = self.window.windowHandle(), QDeadlineTimer(_LONGEST_MS)
        while not handle.isExposed() and not deadline.hasExpired():
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    def _show_text(self, name: str, text: bytes) -> None:
        """Show a text in the place of the later document, without any evaluation."""
        from robotstudio.ui.editor.pane import EditorPane  # noqa: PLC0415  # a start page is drawn without
        from robotstudio.ui.shell.work_area import WorkArea  # noqa: PLC0415

        page, state = self.page, self.loaded.state
        self.editor = EditorPane()
        self.editor.set_zoom(state.zoom)
        self.editor.set_ruler(state.ruler)
        self.editor.set_body(text)
        self.editor.set_title(name, modified=False)
        waiting = Label(tr("Evaluating…"), px=12, color="text3")
        waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        page.set_work(WorkArea(self.editor, waiting, page))
        page.work.restore(state.splitters, self.window.size())
        page.setWindowTitle(tr("{name}[*] – Robot Studio", name=as_title(name)))
        page.show_work()
        page.work.show_editor()
        self.editor.setFocus()


def add_start_page(page: DocumentWindow, state: State) -> "WelcomePage":
    """Give a document its start page."""
    from robotstudio.ui.panels.welcome.panel import (  # a text is drawn without
        TemplateChoice,
        WelcomePage,
    )

    choices = [TemplateChoice(template.id, template.title, template.description) for template in templates()]
    start_page = WelcomePage(choices, parent=page)
    start_page.show_recent(state.recent_projects, state.recent_files)
    start_page.show_tour_offer(is_shown=state.offers_tour)
    page.set_start_page(start_page)
    return start_page


def _text_of(path: Path) -> bytes | None:
    """Return the bytes of a text file; None for projects, crawls, pipes and unreadable files."""
    from robotstudio.project.file.model import SUFFIX  # noqa: PLC0415  # a start page is drawn without

    if path.suffix.lower() == SUFFIX or is_stream(path):
        return None
    try:
        text = read(path)
    except FileError:
        return None
    return None if text.startswith(_DATABASE) else text
