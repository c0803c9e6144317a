"""In languages with longer texts than English, nothing in the window is cut off."""

from collections.abc import Iterator
from pathlib import Path
from weakref import WeakSet

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QPixmap, QRegion
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.widgets import painting
from robotstudio.ui.widgets.labels import ElidedLabel
from tests.ui.pseudo import PseudoLanguage
from tests.ui.studios import Studios, act, settle
from tests.ui.walk import TABS, Walk

SIZES = ((1440, 900), (1024, 700), (800, 600))
LANGUAGES = ("pseudo", "ru", "es", "zh_CN")
_LAYOUTS = 3
_OPENED = (
    *("view.rules", "simulate.changes", "simulate.group", "simulate.as_if", "crawlers.choose", "fetch.page"),
    *(
        "fetch.hosts",
        "file.about",
        "file.report",
        "simulate.new_test",
        "find.replace",
        "find.line",
        "view.bytes",
        "simulate.suggest",
        "simulate.siblings",
        "crawlers.agreement",
    ),
    *("help.examples", "fetch.survey", "crawl.begin", "crawlers.policy", "crawlers.compliance"),
    *("help.shortcuts", "help.news", "help.report"),
)


class Repainted(QObject):
    """Widgets that Qt has painted since they were checked: all others are unchanged."""

    def __init__(self) -> None:
        super().__init__()
        self._watched: WeakSet[QWidget] = WeakSet()
        self._stale: WeakSet[QWidget] = WeakSet()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and isinstance(watched, QWidget):
            self._stale.add(watched)
        return False

    def take(self, widget: QWidget) -> bool:
        """Return True if a widget has to be checked, because it is new or was repainted."""
        if widget not in self._watched:
            self._watched.add(widget)
            widget.installEventFilter(self)
            return True
        return widget in self._stale

    def done(self, widget: QWidget) -> None:
        """Mark a widget as checked, which also repainted it."""
        self._stale.discard(widget)


class CutOff:
    """Texts that were too long for their space, and where."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._elided: list[str] = []
        self._repainted = Repainted()
        self.found: dict[str, set[str]] = {}
        elided = painting._elided

        def noted(run: painting.TextRun, room: float) -> str:
            self._elided.append(run.text)
            return elided(run, room)

        patch.setattr(painting, "_elided", noted)

    def look(self, window: QWidget) -> None:
        """Measure the layout, and paint each part alone to find the texts that it elides."""
        for _ in range(_LAYOUTS):  # one layout may request another
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # for all widgets
        QApplication.sendEvent(window, QEvent(QEvent.Type.UpdateRequest))  # repaint now
        for widget in (window, *window.findChildren(QWidget)):
            if widget.isVisible() and widget.width() > 1 and widget.height() > 1 and _is_in_view(widget):
                for text in (*self._measured(widget), *self._painted(widget)):
                    self._note(text, widget)

    def _note(self, text: str, widget: QWidget) -> None:
        names: list[str] = []
        each: QWidget | None = widget
        while each is not None and len(names) < 4:
            names.append(type(each).__name__)
            each = each.parentWidget()
        window = widget.window()
        self.found.setdefault(text, set()).add(f"{' in '.join(names)} at {window.width()}x{window.height()}")

    def _measured(self, widget: QWidget) -> Iterator[str]:  # noqa: C901, PLR0912 - a row for each kind of widget
        match widget:
            case ElidedLabel():
                pass
            case QLabel() if widget.wordWrap():
                if widget.heightForWidth(widget.width()) > widget.height() + 1:
                    yield widget.text()
            case QLabel() | QCheckBox() | QRadioButton():
                if widget.sizeHint().width() > widget.width() + 1:
                    yield widget.text()
            case QPushButton() if type(widget) is QPushButton:
                if widget.sizeHint().width() > widget.width() + 1:
                    yield widget.text()
            case QLineEdit():
                said = widget.placeholderText()
                room = widget.width() - widget.textMargins().left() - widget.textMargins().right()
                if QFontMetricsF(widget.font()).horizontalAdvance(said) > room and said not in widget.toolTip():
                    yield said
            case QTabBar():
                scrollers = widget.findChildren(QToolButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
                if any(each.isVisible() for each in scrollers):
                    yield f"tabs: {', '.join(map(widget.tabText, range(widget.count())))}"
            case QHeaderView() if type(widget) is QHeaderView and widget.orientation() is Qt.Orientation.Horizontal:
                yield from _cut_titles(widget)
            case _:
                pass

    def _painted(self, widget: QWidget) -> Iterator[str]:
        if not _is_painted_by_the_program(widget) or not self._repainted.take(widget):
            return
        self._elided.clear()
        target = QPixmap(widget.size())
        widget.render(target, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
        self._repainted.done(widget)
        if isinstance(widget, ElidedLabel) or not self._elided:
            return
        shown = " ".join(_tooltips(widget))
        yield from (text for text in self._elided if text.strip() not in shown)


def _is_painted_by_the_program(widget: QWidget) -> bool:
    """Return True if our code paints the widget, or its rows and titles: Qt's own painting never elides our way."""
    parent = widget.parentWidget()
    painter = parent if isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget else widget
    kinds = (kind for kind in type(painter).__mro__ if kind.__module__.startswith("robotstudio."))
    return isinstance(painter, QAbstractItemView) or any("paintEvent" in vars(kind) for kind in kinds)


def _cut_titles(header: QHeaderView) -> Iterator[str]:
    """Yield the titles that Qt cuts, such as those of numbers, at their start."""
    model, metrics = header.model(), QFontMetricsF(header.font())
    for section in range(header.count()):
        title = str(model.headerData(section, Qt.Orientation.Horizontal) or "")
        if not header.isSectionHidden(section) and metrics.horizontalAdvance(title) > header.sectionSize(section) - 4:
            yield title


def _is_in_view(widget: QWidget) -> bool:
    """Return True if a widget is not scrolled out of view."""
    return not widget.visibleRegion().isEmpty()


def _tooltips(widget: QWidget) -> Iterator[str]:
    """Yield the tooltips of a widget, and of its rows and headers."""
    yield widget.toolTip()
    view = widget.parentWidget()
    if isinstance(view, QAbstractScrollArea):
        yield view.toolTip()
    for each in (widget, view, view.parentWidget() if view else None):
        if isinstance(each, QAbstractItemView) and (model := each.model()) is not None:
            yield from _tooltips_of(model, 1 if isinstance(each, QListView) else model.columnCount(QModelIndex()))


def _tooltips_of(model: QAbstractItemModel, columns: int) -> Iterator[str]:
    role = Qt.ItemDataRole.ToolTipRole
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
    for row in range(min(model.rowCount(QModelIndex()), 60)):
        yield str(model.headerData(row, Qt.Orientation.Vertical, role) or "")
        yield from (str(model.data(model.index(row, column), role) or "") for column in range(columns))


@pytest.fixture(params=LANGUAGES)
def studio(request: pytest.FixtureRequest, qapp: QApplication, studios: Studios) -> Iterator[Studio]:
    """Start for the first time in a language that is longer than English."""
    language: PseudoLanguage | WindowLanguage
    if request.param == "pseudo":
        language = PseudoLanguage(qapp)
    else:
        language = WindowLanguage(qapp)
        language.speak(request.param)
    try:
        yield studios.start()
    finally:
        studios.end_all()
        if isinstance(language, PseudoLanguage):
            language.end()
        else:
            language.speak("en")


@pytest.mark.begins_first
def test_nothing_is_cut_off(studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cut = CutOff(monkeypatch)
    walk = Walk(studio, monkeypatch, cut.look, lambda _text, _where: None)
    window = studio.window
    for size in SIZES:
        window.resize(*size)
        settle(walk.studio)
        act(walk.studio, "file.start")
        cut.look(window)
        walk.open_example()
        for tab in TABS:
            window.show_tab(tab)
            settle(walk.studio)
            cut.look(window)
        for action in _OPENED:
            act(walk.studio, action)
            settle(walk.studio)
            walk.look_at_all()
        walk.through_site_parts()
    walk.through_environments(tmp_path)
    said = "\n".join(f"{text!r}: {sorted(places)}" for text, places in sorted(cut.found.items()))
    assert not said, said
