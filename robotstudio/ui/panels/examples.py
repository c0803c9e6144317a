"""The examples: a list of common mistakes by topic with previews, and the card below the editor of an open one."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.engine.crawlers import names_of
from robotstudio.fetch.http_scenario import SUPPOSED_ANSWERS
from robotstudio.project.file.model import AS_DRAFT, Project, ProjectScenario, ProjectView
from robotstudio.project.templates import Lesson, lessons
from robotstudio.text.language import WORDS, Meant, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController, SiteSetup
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.code_view import CodeView
from robotstudio.ui.widgets.grounds import Bar, DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import TextRun, draw_runs, wrapped_lines
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowList, RowWords
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.segmented import SegmentedControl

_WIDTH, _HEIGHT, _LIST, _INSET, _GAP = 940, 620, 340, 14, 8
_ROW, _HEAD, _LINE, _ROW_INSET = 28, 34, 16, 12
_MOST_OF_LIST = 0.45
_URLS = Plural("{count} test URL", "{count} test URLs")
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
_EDGE = 3
_JOINER = "\u2060"


class ExamplesList(RowList[Lesson | str]):
    """The titles of topics, and of examples with as many lines as each needs."""

    def key(self, row: Lesson | str) -> str:
        return row if isinstance(row, str) else row.id

    def words(self, row: Lesson | str) -> RowWords:
        return RowWords(tr(row if isinstance(row, str) else row.title))

    def is_title(self, row: Lesson | str) -> bool:
        return isinstance(row, str)

    def height_of(self, row: Lesson | str) -> int:
        return _HEAD if isinstance(row, str) else _ROW + (len(self._lines(row)) - 1) * _LINE

    def paint_row(self, painter: QPainter, rect: QRectF, row: Lesson | str, _state: RowState) -> None:
        room = rect.adjusted(_ROW_INSET, 0, -_ROW_INSET, 0)
        if isinstance(row, str):
            head = TextRun(tr(row), theme.fonts.ui(11, 600), theme.color("text3"))
            draw_runs(painter, room.adjusted(0, 8, 0, 0), [head])
            return
        lines = self._lines(row)
        top = rect.center().y() - len(lines) * _LINE / 2
        for at, line in enumerate(lines):
            box = QRectF(room.left(), top + at * _LINE, room.width() + 1, _LINE)
            draw_runs(painter, box, [TextRun(line, theme.fonts.ui(12, 500), theme.color("text"))])

    def _lines(self, lesson: Lesson) -> list[str]:
        # Reserved, because the height of a row is needed before the scroll bar appears.
        bar = self.verticalScrollBar().sizeHint().width()
        room = self.width() - bar - 2 * _ROW_INSET
        return wrapped_lines(tr(lesson.title), theme.fonts.ui(12, 500), room)


class _Preview(QScrollArea):
    """The lesson of an example, and its file."""

    accessible_role = QAccessible.Role.Document

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = page = QWidget(self)
        page.setObjectName("page")
        self.title = Label("", page, px=16, weight=600)
        self.heads = tuple(
            Label(text, page, px=12, weight=600) for text in (tr("What to see"), tr("What to change"), "robots.txt")
        )
        self.see = Label("", page, px=13, color="text2")
        self.change = Label("", page, px=13, color="text2")
        self.facts = Label("", page, px=12, color="text2")
        self.code = CodeView(page)
        self.code.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.code.setAccessibleName("robots.txt")
        column = QVBoxLayout(page)
        column.setContentsMargins(_INSET + 4, _INSET, _INSET, _INSET)
        column.setSpacing(4)
        for label in (self.title, self.see, self.change, self.facts):
            label.setWordWrap(True)
        column.addWidget(self.title)
        for head, part in zip(self.heads, (self.see, self.change, self.code), strict=True):
            column.addSpacing(10)
            column.addWidget(head)
            column.addWidget(part)
        column.addSpacing(10)
        column.addWidget(self.facts)
        column.addStretch(1)
        self.setWidget(page)

    def show_lesson(self, lesson: Lesson) -> None:
        self.title.setText(tr(lesson.title))
        self.setAccessibleName(self.title.text())
        self.see.setText(_with_whole_paths(tr(lesson.see)))
        self.change.setText(_with_whole_paths(tr(lesson.change)))
        self.code.show_text(lesson.body().decode("utf-8", "replace").rstrip("\n"))
        facts = [ntr(_URLS, len(lesson.example.url_list().urls)), side_by_side(names_of(lesson.crawlers))]
        if lesson.answer:
            facts.append(WORDS.about(tr("What if"), tr(SUPPOSED_ANSWERS[lesson.answer].title)))
        self.facts.setText(together("\n", *facts))
        self._fit()
        self.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        """Make room for the whole file; the preview itself scrolls."""
        self.code.setFixedHeight(self.code.blockCount() * SIZES.editor_line + _GAP * 2)


class ExamplesPanel(PanelWindow):
    """The examples by topic, filtered by words."""

    size_key = "examples"

    def __init__(
        self, lessons: Sequence[Lesson], open_lesson: Callable[[Lesson], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._open_lesson = open_lesson
        self._lessons = tuple(lessons)
        self.setWindowTitle(tr("Examples"))
        self.search = SearchField(tr("Search examples"), self)
        self.list = ExamplesList(self, _ROW, is_boxed=True)
        self.list.setAccessibleName(tr("Examples"))
        self.list.setResizeMode(ExamplesList.ResizeMode.Adjust)
        self.list.setMouseTracking(True)
        self.list.setProperty("role", "clear")
        self.nothing = Label(tr("No example matches."), self, px=13, color="text2")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.preview = _Preview(self)
        self.remark = Label(
            tr("It opens in its own tab. Your open files do not change."),
            self,
            px=12,
            color="text2",
        )
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self.open_button = PrimaryButton(tr(Meant("Open", "verb")), parent=self)
        self._lay_out()
        self._connect()
        self.resize(_WIDTH, _HEIGHT)

    @property
    def lesson(self) -> Lesson | None:
        """Example in the preview."""
        row = self.list.current
        return row if isinstance(row, Lesson) else None

    def bring_up(self) -> None:
        """Bring the window to the front and focus the search."""
        super().bring_up()
        if not self.list.rows:
            self._list()
        self.search.setFocus()
        self.search.selectAll()

    def show_lesson(self, lesson: Lesson) -> None:
        """Preview an example; clear the search if it hides the example."""
        if lesson not in self.list.rows:
            self.search.clear()
        self.list.choose(lesson.id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Forward navigation keys from the search to the list."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            step = _STEPS.get(Qt.Key(event.key()))
            if step:
                self.list.step(step)
                return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(_GAP + 4)
        self._side = QWidget(self)
        side = QVBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(_GAP)
        for part in (self.search, self.list, self.nothing):
            side.addWidget(part)
        side.setStretchFactor(self.list, 1)
        side.setStretchFactor(self.nothing, 1)
        middle.addWidget(self._side)
        middle.addWidget(self.preview, 1)
        self.remark.setWordWrap(True)
        self.frame(middle, DialogFooter(self, (self.close_button, self.open_button), sentence=self.remark))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._list)
        self.search.left.connect(self.close)
        self.search.installEventFilter(self)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.doubleClicked.connect(self._on_open)
        self.close_button.clicked.connect(self.close)
        self.open_button.clicked.connect(self._on_open)
        self.open_button.setDefault(True)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus)

    def _list(self, *_: object) -> None:
        """List the examples that contain all words, by topic."""
        words = self.search.text().casefold().split()
        wanted = [lesson for lesson in self._lessons if all(_holds(lesson, word) for word in words)]
        rows = list[Lesson | str]()
        for topic, of_topic in groupby(wanted, key=lambda lesson: lesson.topic):
            rows += [topic, *of_topic]
        self.list.show_rows(rows)
        self.list.setVisible(bool(wanted))
        self.nothing.setVisible(not wanted)
        self.preview.page.setVisible(bool(wanted))
        self.open_button.setEnabled(bool(wanted))
        if wanted:
            self.list.choose(wanted[0].id)

    def _on_current_changed(self, *_: object) -> None:
        if self.lesson is not None:
            self.preview.show_lesson(self.lesson)

    def _on_open(self, *_: object) -> None:
        if self.lesson is not None:
            self._open_lesson(self.lesson)

    def _share_width(self) -> None:
        """Limit the share of the list, so that the preview gets the larger part."""
        self._side.setFixedWidth(min(_LIST, round(self.width() * _MOST_OF_LIST)))


def _holds(lesson: Lesson, word: str) -> bool:
    """Return True if the text or file of an example contains a word, given in lower case."""
    said = (tr(text) for text in (lesson.topic, lesson.title, lesson.see, lesson.change))
    texts = (*said, *lesson.crawlers, lesson.body().decode("utf-8", "replace"))
    return any(word in text.casefold() for text in texts)


SEE, CHANGE = range(2)


def _with_whole_paths(text: str) -> str:
    """Prevent line breaks inside paths."""
    return text.replace("/", f"/{_JOINER}")


class CardActions(Protocol):
    """Implemented by the controller."""

    def show_step(self, step: int) -> None:
        """Show the panel of a step."""

    def go_on(self) -> None:
        """Open the next example."""

    def leave(self) -> None:
        """Hide the card; the example stays open."""


class ExampleCard(Bar):
    """Two steps, as high as the longer of them."""

    is_lined_below = False

    def __init__(self, actions: CardActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._lesson: Lesson | None = None
        self._follower: Lesson | None = None
        self.title = Label("", self, px=13, weight=600)
        self.place = Label("", self, px=11, color="text3")
        self.close_button = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setToolTip(tr("Close"))
        self.texts = QStackedWidget(self)
        self.see, self.change = (Label("", self.texts, px=12, color="text2") for _ in range(2))
        self.steps = SegmentedControl((tr("What to see"), tr("What to change")), self)
        self.next_button = SecondaryButton(tr(Meant("Next", "step")), parent=self)
        self.next_button.set_small()
        self._lay_out()
        self.steps.current_changed.connect(self._on_step_changed)
        self.next_button.clicked.connect(self._on_next)
        self.close_button.clicked.connect(actions.leave)

    def show_lesson(self, lesson: Lesson, place: str, follower: Lesson | None) -> None:
        """Start an example; `place` is its position such as “2 of 9”, `follower` the next example."""
        self._lesson, self._follower = lesson, follower
        self.place.setText(place)
        self.steps.set_current(SEE)
        self._show_texts()
        self.show()

    def _show_texts(self) -> None:
        if self._lesson is None:
            return
        self.title.setText(tr(self._lesson.title))
        self.see.setText(_with_whole_paths(tr(self._lesson.see)))
        self.change.setText(_with_whole_paths(tr(self._lesson.change)))
        self.setAccessibleName(self.title.text())
        self._update_next()

    def minimumSizeHint(self) -> QSize:
        """Return a minimum width of 0: the card must not limit the editor's width."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        edge = QRectF(0, 0, _EDGE, self.height())
        QPainter(self).fillRect(edge, theme.color("accent"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._actions.leave()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.title, 1)
        for part in (self.place, self.close_button):
            top.addWidget(part)
        for label in (self.see, self.change):
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            self.texts.addWidget(label)
        for label in (self.title, self.see, self.change):
            label.setWordWrap(True)
        bottom.addWidget(self.steps)
        bottom.addStretch(1)
        bottom.addWidget(self.next_button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_INSET, _GAP, _GAP, _GAP + 2)
        rows.setSpacing(_GAP - 2)
        rows.addLayout(top)
        rows.addWidget(self.texts)
        rows.addLayout(bottom)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _update_next(self) -> None:
        """Update tooltip and state of the Next button."""
        title = tr(self._follower.title) if self._follower else ""
        if self.steps.current == SEE:
            title = tr("What to change")
        self.next_button.setToolTip(title)
        self.next_button.setAccessibleDescription(title)
        self.next_button.setEnabled(bool(title))

    def _on_step_changed(self, step: int) -> None:
        self.texts.setCurrentIndex(step)
        self._update_next()
        self._actions.show_step(step)

    def _on_next(self) -> None:
        if self.steps.current == SEE:
            self.steps.set_current(CHANGE)
        else:
            self._actions.go_on()


class ExamplesController(PanelController[ExamplesPanel]):
    """Opening anything else ends the example and restores the window's own URLs and crawlers."""

    panel_of = "help.examples"

    def __init__(self, context: Context, setup: SiteSetup) -> None:
        super().__init__(context)
        self._setup = setup
        self._lesson: Lesson | None = None
        context.document.opened.connect(self._on_opened)

    @cached_property
    def lessons(self) -> "tuple[Lesson, ...]":
        """All examples, read on first use."""
        return lessons()

    def make_panel(self, kind: "Callable[..., ExamplesPanel]") -> ExamplesPanel:
        return kind(self.lessons, self.open, self._window)

    @cached_property
    def card(self) -> ExampleCard:
        """Card of the open example."""
        card = ExampleCard(self)
        card.hide()
        self._window.work.add_below_editor(card)
        return card

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"help.examples": self.show_examples}

    def show_examples(self) -> None:
        """Open the window with the last example selected."""
        self.panel.bring_up()
        if self._lesson is not None:
            self.panel.show_lesson(self._lesson)

    def open(self, lesson: Lesson) -> None:
        """Open an example in its own tab; it replaces another example that was not edited."""
        self.close_panel()
        is_here = self._lesson is not None and not self._document.is_modified
        place = self if is_here else self._tabs.studio_of(self._tabs.place(self._context)).examples
        place.set_up(lesson)

    def lay_out(self, lesson_id: str) -> None:
        """Set up an example in this document, without the card."""
        self.set_up(next(lesson for lesson in self.lessons if lesson.id == lesson_id))
        self.card.hide()

    def set_up(self, lesson: Lesson) -> None:
        """Set up an example in this document, with the card."""
        self._document.load(lesson.body(), Origin.of_example())
        self._setup.set_aside()
        self._pages.show_first()
        self._matrix.list_all()
        before = lesson.body_before()
        baseline = None if before is None else Baseline("example", tr("the file before"), before)
        is_reading = self._window.actions_by_id["view.reading"].isChecked()
        self._setup.fill(_project_of(lesson, shows_reading=is_reading), Path(), baseline)
        self._lesson = lesson
        place = self.lessons.index(lesson)
        follower = self.lessons[place + 1] if place + 1 < len(self.lessons) else None
        count = tr("{number} of {count}", number=place + 1, count=len(self.lessons))
        self.card.show_lesson(lesson, count, follower)

    def _on_opened(self) -> None:
        """End the example, since another text was opened."""
        if self._lesson is not None:
            self._lesson = None
            self.card.hide()
            self._setup.clear()

    def show_step(self, step: int) -> None:
        """Show the panel of a step, unless the other step uses the same one."""
        lesson = self._lesson
        if lesson is None or lesson.tab == lesson.change_tab:
            return
        tab = (lesson.tab, lesson.change_tab)[step]
        self._window.show_tab(tab)

    def go_on(self) -> None:
        """Open the next example."""
        if self._lesson is not None:
            place = self.lessons.index(self._lesson) + 1
            self.open(self.lessons[place % len(self.lessons)])

    def leave(self) -> None:
        """Hide the card, and go back to the editor."""
        self.card.hide()
        self._editor.setFocus()


def _project_of(lesson: Lesson, *, shows_reading: bool) -> Project:
    """Return the project of an example: it has no folder and is never saved."""
    urls = lesson.example.url_list().urls
    written, token = lesson.selected
    return Project(
        site=lesson.address.removesuffix("/robots.txt"),
        urls=tuple(url.written for url in urls),
        crawlers=lesson.crawlers,
        scenario=ProjectScenario(lesson.answer or AS_DRAFT, lesson.hours, lesson.has_copy),
        window=ProjectView(
            lesson.tab,
            next(url.url for url in urls if url.written == written),
            token,
            shows_reading=shows_reading,
        ),
    )
