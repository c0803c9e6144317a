"""Recent projects and files on the start page."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.language import WORDS, Meant, put_in, tr
from robotstudio.ui.language.language import native_keys, side_by_side
from robotstudio.ui.panels.welcome.actions import StartActions
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import DrawnButton, GhostButton
from robotstudio.ui.widgets.keys import is_delete
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs

if TYPE_CHECKING:  # summaries of projects are read after the window is shown
    from robotstudio.project.project import ProjectSummary

_MOST_PROJECTS, _MOST_FILES = 4, 5
_MOST_HOSTS = 3
_TALL, _LOW = 48, 32
_INSET, _GLYPH, _TEXT_LEFT = 12, 15, 38
_SAVE_KEYS = "Ctrl+Shift+P"


class RecentRow(DrawnButton):
    """A project with its hosts below, or a file with its folder beside it; Enter opens it, Delete unlists it."""

    def __init__(self, path: Path, unlist: Callable[[Path], None], parent: QWidget, *, is_project: bool) -> None:
        super().__init__(parent)
        self._unlist = unlist
        self.path = path
        self.is_project = is_project
        self._details = _shortened(path.parent)
        self._problem = ""
        self.setText(path.stem if is_project else path.name)
        self.setToolTip(str(path))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name()

    def show_summary(self, summary: "ProjectSummary") -> None:
        """Show the hosts of a project, and any problem with the file."""
        if summary.sites:
            more = "…" if len(summary.sites) > _MOST_HOSTS else ""
            self._details = side_by_side(summary.sites[:_MOST_HOSTS]) + more
        self._problem = tr("cannot be opened") if summary.problem else ""
        self.setToolTip(WORDS.tell(summary.problem) if summary.problem else str(self.path))
        self._name()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, _TALL if self.is_project else _LOW)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_delete(event):
            self._unlist(self.path)
        elif event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        rows = [
            MenuAction(tr(Meant("Open", "verb")), self.click),
            MenuAction(tr("Remove from list"), self._on_removal_chosen),
        ]
        popup_at(build_menu(self, rows), event.globalPos(), self)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        painter = QPainter(self)
        if self.underMouse() or self.isDown():
            draw_box(painter, rect.adjusted(2, 2, -2, -2), RADII.field, theme.color("current_line"))
        if self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(1, 1, -1, -1), RADII.field, theme.color("accent"))
        side = _GLYPH
        line = QRectF(0, 6, rect.width(), 18) if self.is_project else rect
        box = QRectF(_INSET, line.center().y() - side / 2, side, side)
        glyph = Glyph.WARNING if self._problem else Glyph.LAYERS if self.is_project else Glyph.FILE
        paint_glyph(painter, glyph, box, theme.color("warning" if self._problem else "text2"), 1.3)
        right = rect.right() - _INSET
        if self._problem:
            run = TextRun(self._problem, theme.fonts.ui(11), theme.color("warning"))
            right -= run.width
            draw_runs(painter, QRectF(right, line.top(), run.width + 1, line.height()), [run])
            right -= 8
        name = TextRun(
            self.text(),
            theme.fonts.ui(13 if self.is_project else 12, 600 if self.is_project else 500),
            theme.color("text"),
        )
        left = _TEXT_LEFT
        if self.is_project:
            draw_runs(painter, QRectF(left, line.top(), right - left, line.height()), [name])
            below = QRectF(left, 24, rect.right() - _INSET - left, 18)
            draw_runs(painter, below, [TextRun(self._details, theme.fonts.ui(12), theme.color("text2"))])
            return
        folder = TextRun(self._details, theme.fonts.ui(12), theme.color("text3"), gap=10)
        draw_runs(painter, QRectF(left, line.top(), right - left, line.height()), [name, folder])

    def _name(self) -> None:
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(side_by_side(filter(None, (self._details, self._problem))))

    def _on_removal_chosen(self) -> None:
        self._unlist(self.path)


class _Box(QWidget):
    """Framed rows with a line between any two."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[RecentRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(1)

    def set_rows(self, rows: Sequence[RecentRow]) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = list(rows)
        for row in rows:
            self._column.addWidget(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_box(painter, QRectF(self.rect()), RADII.card, theme.color("raised"), theme.color("border_strong"))
        for row in self.rows[1:]:
            painter.fillRect(1, row.geometry().top() - 1, self.width() - 2, 1, theme.color("border"))


class RecentLists(QWidget):
    """Projects at the left, files at the right; hidden while both are empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions: StartActions | None = None
        self._summaries: dict[Path, ProjectSummary] = {}
        self.projects, self.files = _Box(self), _Box(self)
        self._no_projects = Label("", self, px=12, color="text3")
        self._no_projects.setWordWrap(True)
        no_projects = tr("No projects yet. Save one with {keys}.")
        self._no_projects.setText(put_in(no_projects, {"keys": native_keys(_SAVE_KEYS)}))
        self._no_files = Label(tr("No files yet."), self, px=12, color="text3")
        self._open_button = open_button = GhostButton(tr("Open…"), Glyph.FOLDER, self)
        open_button.setAccessibleName(tr("Open a project"))
        open_button.set_small()
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 24, 0, 0)
        columns.setSpacing(12)
        for title, box, empty, button in (
            (tr("Projects"), self.projects, self._no_projects, open_button),
            (tr("Files"), self.files, self._no_files, None),
        ):
            columns.addLayout(self._column(title, box, empty, button), 1)
        self.hide()

    def connect_actions(self, actions: StartActions) -> None:
        """Set what the rows and the button do."""
        self._actions = actions
        self._open_button.clicked.connect(actions.choose_project)

    def show_recent(self, projects: Iterable[str], files: Iterable[str]) -> None:
        """List recent paths; known summaries stay until they are updated."""
        for box, empty, paths, most in (
            (self.projects, self._no_projects, projects, _MOST_PROJECTS),
            (self.files, self._no_files, files, _MOST_FILES),
        ):
            rows = [self._row(Path(each), box) for each in list(paths)[:most]]
            box.set_rows(rows)
            box.setVisible(bool(rows))
            empty.setVisible(not rows)
        self.setVisible(bool(self.projects.rows or self.files.rows))

    def show_summaries(self, summaries: Iterable["ProjectSummary"]) -> None:
        """Show the summaries of projects and files."""
        self._summaries = {each.path: each for each in summaries}
        for row in (*self.projects.rows, *self.files.rows):
            if row.path in self._summaries:
                row.show_summary(self._summaries[row.path])

    def _column(self, title: str, box: QWidget, empty: QWidget, button: QWidget | None) -> QVBoxLayout:
        column, head = QVBoxLayout(), QHBoxLayout()
        column.setSpacing(6)
        heading = Label(title, self, px=13, weight=600)
        heading.setMinimumHeight(26)
        head.addWidget(heading, 1)
        if button is not None:
            head.addWidget(button)
        column.addLayout(head)
        column.addWidget(box)
        column.addWidget(empty)
        column.addStretch(1)
        return column

    def _row(self, path: Path, box: _Box) -> RecentRow:
        row = RecentRow(path, self._unlist, box, is_project=box is self.projects)
        if path in self._summaries:
            row.show_summary(self._summaries[path])
        row.clicked.connect(self._on_clicked)
        return row

    def _on_clicked(self) -> None:
        row = self.sender()
        if isinstance(row, RecentRow) and self._actions is not None:
            self._actions.open(row.path)

    def _unlist(self, path: Path) -> None:
        if self._actions is not None:
            self._actions.unlist(path)


def _shortened(folder: Path) -> str:
    try:
        return str(Path("~", folder.relative_to(Path.home())))
    except (ValueError, RuntimeError):
        return str(folder)
