"""The report window: title, author and sections on the left, the preview on the right."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from robotstudio.project.file.model import ProjectReport
from robotstudio.report.formats import FORMATS
from robotstudio.report.model import Audience, AuditReport
from robotstudio.report.sections import AUDIENCES, SECTIONS, sections_for
from robotstudio.report.style import ACCENT
from robotstudio.text.language import WORDS, Meant, tr
from robotstudio.ui.panels.report.pages import PagesView
from robotstudio.ui.widgets.buttons import CheckBox, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, Split
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.progress import ThinProgress

_WIDTH, _HEIGHT, _GAP = 980, 660, 8
_LEFT, _NOTES_HEIGHT = 300, 84


class ReportActions(Protocol):
    """Requests of the window to its controller."""

    def keep(self) -> None:
        """Keep the texts of the cover with the project, and make the report again after a rest."""

    def plan(self) -> None:
        """Make the report again after a rest."""

    def choose_logo(self) -> None:
        """Choose a logo, or remove the current one."""

    def choose_earlier(self) -> None:
        """Choose the last report, or remove the current one."""

    def choose_fonts(self) -> None:
        """Choose a folder of fonts, or remove the current one."""

    def save(self, form: str) -> None:
        """Ask for a file, and save the report in a format, given by its id."""

    def open_file(self) -> None:
        """Open the saved report in the program for such files."""


class ReportPanel(PanelWindow):
    """Chooses what the report contains, and previews it on paper."""

    size_key = "report"

    def __init__(self, actions: ReportActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.report: AuditReport | None = None
        """The report in the preview."""
        self._is_busy = False
        self.setWindowTitle(tr("Report"))
        self.title = self._line(tr("Title"))
        self.author = self._line(tr("Author"))
        self.client = self._line(tr("Client"))
        self.agency = self._line(tr("Agency"))
        self.colour = self._line(tr("Colour"))
        self.colour.setPlaceholderText(ACCENT)
        self.audience = QComboBox(self)
        self.audience.setAccessibleName(tr("Reader"))
        for audience, said in AUDIENCES.items():
            self.audience.addItem(tr(said), audience)
        self.notes = QPlainTextEdit(self)
        self.notes.setAccessibleName(tr("Notes of the auditor"))
        self.notes.setProperty("role", "field")
        self.notes.setTabChangesFocus(True)
        hint = tr("A heading (## …) that names a section puts the text there; any other begins a section of its own.")
        self.notes.setPlaceholderText(hint)
        self.logo = ElidedLabel("", self, px=12, color="text2")
        self.logo_button = SecondaryButton("", parent=self)
        self.fonts = ElidedLabel("", self, px=12, color="text2")
        self.fonts_button = SecondaryButton("", parent=self)
        self.earlier = ElidedLabel("", self, px=12, color="text2")
        self.earlier_button = SecondaryButton("", parent=self)
        self.sections: Mapping[str, CheckBox] = {row.id: CheckBox(self) for row in SECTIONS.values()}
        self.preview = PagesView(self)
        self.preview.setAccessibleName(tr("Preview"))
        self.progress = ThinProgress(self)
        self.formats = QComboBox(self)
        self.formats.setAccessibleName(tr("Format"))
        for row in FORMATS.values():
            self.formats.addItem(tr(row.title), row.id)
        self.said = ElidedLabel("", self, px=12, color="text2")
        self.open_button = SecondaryButton(tr(Meant("Open", "verb")), parent=self)
        self.save_button = PrimaryButton(tr("Save report…"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self._connect()
        self.show_logo("")
        self.show_fonts("")
        self.show_earlier("")
        self.show_sections(self.sections)
        self.open_button.hide()
        self.resize(_WIDTH, _HEIGHT)

    @property
    def for_whom(self) -> Audience:
        """The audience."""
        return Audience(self.audience.currentData())

    @property
    def chosen(self) -> tuple[str, ...]:
        """The chosen sections, with or without content."""
        return tuple(name for name, box in self.sections.items() if box.isChecked())

    def show_sections(self, there: Iterable[str]) -> None:
        """Enable these sections; the others are marked as without content."""
        known = frozenset(there)
        for name, box in self.sections.items():
            box.setEnabled(name in known)
            title = tr(SECTIONS[name].title)
            box.setText(title if name in known else tr("{section} (no data)", section=title))
        self._make_room()

    def show_texts(self, report: ProjectReport, notes: str) -> None:
        """Show the texts that a project has for its reports."""
        for name in ("title", "author", "client", "agency", "colour"):
            field: QLineEdit = getattr(self, name)
            with QSignalBlocker(field):
                field.setText(getattr(report, name))
        with QSignalBlocker(self.notes):
            self.notes.setPlainText(notes)

    def show_usual_title(self, title: str) -> None:
        """Set the title used if none is given."""
        self.title.setPlaceholderText(title)

    def show_logo(self, name: str) -> None:
        """Show the file name of the logo, "" for none."""
        self.logo.setText(name or tr("none"))
        self.logo_button.setText(tr("Remove logo") if name else tr("Choose logo…"))

    def show_fonts(self, name: str) -> None:
        """Show the family of the chosen fonts, "" for none."""
        self.fonts.setText(name or tr("none"))
        self.fonts_button.setText(tr("Remove") if name else tr("Choose…"))
        self.fonts_button.setAccessibleName(WORDS.about(tr("Fonts, a folder"), self.fonts_button.text()))

    def show_earlier(self, name: str) -> None:
        """Show the file name of the last report, "" for none."""
        self.earlier.setText(name or tr("none"))
        self.earlier_button.setText(tr("Remove") if name else tr("Choose…"))
        self.earlier_button.setAccessibleName(WORDS.about(tr("Last report, JSON"), self.earlier_button.text()))

    def show_report(self, report: AuditReport, pages: tuple[bytes, ...]) -> None:
        """Show a report by its pages, each as PNG."""
        self.report = report
        self.preview.show_pages(pages)
        self.show_said("")

    def set_busy(self, *, is_busy: bool) -> None:
        """Show progress while the report is being made; the former one stays meanwhile."""
        self._is_busy = is_busy
        (self.progress.start if is_busy else self.progress.stop)()
        self.save_button.setEnabled(not is_busy and self.report is not None)

    def show_said(self, said: str, *, has_file: bool = False) -> None:
        """Show the result of saving; with `has_file`, the file can be opened."""
        self.said.setText(said)
        self.open_button.setVisible(has_file)

    def _line(self, name: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setAccessibleName(name)
        return line

    def _lay_out(self) -> None:
        panes, sizes = (self._left(), self._right()), (_LEFT, _WIDTH - _LEFT)
        split = Split(Qt.Orientation.Horizontal, self, panes, sizes, (0, 1))
        rows = QVBoxLayout()
        rows.addWidget(split)
        right: Sequence[QWidget] = (self.close_button, self.formats, self.save_button)
        self.frame(rows, DialogFooter(self, right, (self.open_button,), self.said))

    def _left(self) -> QWidget:
        area = self._choices = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it would take the keyboard focus of the widgets in it
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side = QWidget(area)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(0, 0, _GAP, 0)
        rows.setSpacing(4)
        fields: Sequence[tuple[str, QWidget]] = (
            (tr("Reader"), self.audience),
            (tr("Title"), self.title),
            (tr("Client"), self.client),
            (tr("Author"), self.author),
            (tr("Agency"), self.agency),
            (tr("Colour"), self.colour),
        )
        for name, field in fields:
            rows.addWidget(Label(name, side, px=12, color="text2"))
            rows.addWidget(field)
        rows.addWidget(Label(tr("Notes of the auditor"), side, px=12, color="text2"))
        self.notes.setFixedHeight(_NOTES_HEIGHT)
        rows.addWidget(self.notes)
        for name, said, button in (
            (tr("Logo, PNG or JPEG"), self.logo, self.logo_button),
            (tr("Fonts, a folder"), self.fonts, self.fonts_button),
            (tr("Last report, JSON"), self.earlier, self.earlier_button),
        ):
            rows.addWidget(Label(name, side, px=12, color="text2"))
            row = QHBoxLayout()
            row.addWidget(said, 1)
            row.addWidget(button)
            rows.addLayout(row)
        rows.addSpacing(_GAP)
        rows.addWidget(Label(tr("Sections"), side, px=12, weight=600))
        for box in self.sections.values():
            box.setChecked(True)
            rows.addWidget(box)
        rows.addStretch(1)
        area.setWidget(side)
        return area

    def _make_room(self) -> None:
        """Make the list as wide as its longest section, which differs by language; it scrolls vertically only."""
        side = self._choices.widget()
        bar = self._choices.verticalScrollBar().sizeHint().width()
        if side is not None:
            self._choices.setMinimumWidth(side.minimumSizeHint().width() + bar)

    def _right(self) -> QWidget:
        side = QWidget(self)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(_GAP, 0, 0, 0)
        rows.setSpacing(4)
        hint = ElidedLabel(tr("Preview on paper. The HTML is wider in a browser."), side, px=12)
        hint.set_color("text2")
        rows.addWidget(hint)
        rows.addWidget(self.progress)
        rows.addWidget(self.preview, 1)
        return side

    def _connect(self) -> None:
        self.audience.currentIndexChanged.connect(self._on_audience)
        for field in (self.title, self.author, self.client, self.agency, self.colour):
            field.textChanged.connect(self._actions.keep)
        self.notes.textChanged.connect(self._actions.plan)
        for box in self.sections.values():
            box.toggled.connect(self._actions.plan)
        self.logo_button.clicked.connect(self._actions.choose_logo)
        self.fonts_button.clicked.connect(self._actions.choose_fonts)
        self.earlier_button.clicked.connect(self._actions.choose_earlier)
        self.save_button.clicked.connect(self._on_save)
        self.open_button.clicked.connect(self._actions.open_file)
        self.close_button.clicked.connect(self.close)

    def _on_audience(self) -> None:
        """Choose the sections for the audience; each can still be switched on or off."""
        chosen = sections_for(self.for_whom)
        for name, box in self.sections.items():
            box.setChecked(name in chosen)
        self._actions.plan()

    def _on_save(self) -> None:
        self._actions.save(self.formats.currentData())
