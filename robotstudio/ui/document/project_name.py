"""The name of the project in the window title and in the status bar, where a click opens its menu."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from robotstudio.project.file.model import SUFFIX
from robotstudio.text.language import tr
from robotstudio.ui.document.documents import Document
from robotstudio.ui.shell.document_window import DocumentWindow
from robotstudio.ui.widgets.formats import as_title
from robotstudio.ui.widgets.menus import popup_below
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import site_in

_IN_MENU = ("save", "save_as", "environments", "open", "close")


class ProjectName(QObject):
    """Shows the open document, its project, and whether they are saved."""

    def __init__(self, window: DocumentWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._menu = QMenu(window)
        window.status_bar.project.clicked.connect(self._on_clicked)

    def show(self, document: Document, project: Path | None, *, is_unsaved: bool) -> None:
        """Show a document and the file of its project; None if none is open."""
        window, name = self._window, project.stem if project else ""
        title = tr("{name}[*] – Robot Studio", name=as_title(document.name))
        if name:
            title = tr("{name}[*] – {project} – Robot Studio", name=as_title(document.name), project=as_title(name))
        window.setWindowTitle(title)
        window.setWindowModified(document.is_modified or is_unsaved)
        window.setWindowFilePath(str(document.path or ""))
        shown = tr("{project}, unsaved", project=name) if is_unsaved else name
        said = tr("Project {path}", path=str(project)) if project else ""
        window.status_bar.project.show_fact(shown, Tone.NEUTRAL, said)

    @staticmethod
    def suggested(document: Document, robots_url: str) -> Path:
        """Return a file name for a new project: beside the draft, named after its site or folder."""
        host = site_in(robots_url).replace(":", "-")
        file = document.path
        name = host or (file.parent.name if file else "") or "robots"
        return file.parent / f"{name}{SUFFIX}" if file else Path(f"{name}{SUFFIX}")

    def _on_clicked(self) -> None:
        actions, button = self._window.actions_by_id, self._window.status_bar.project
        self._menu.clear()
        self._menu.addActions([actions[f"project.{name}"] for name in _IN_MENU])
        popup_below(self._menu, button)
