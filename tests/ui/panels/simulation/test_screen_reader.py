"""Accessible names and texts, queried through QAccessible in every tab, window, menu and popover."""

from collections import defaultdict
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QHeaderView,
    QMenu,
    QTableView,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.ui.app.app import give_roles
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.simulation.screen_reader import flipped
from robotstudio.ui.shell.tab_order import tab_stops
from robotstudio.urls.urls import parse_list
from tests.ui.studios import ROBOTS, Studios, settle, type_text, url_of
from tests.ui.walk import TABS, Walk

Role, Text, ItemRole = QAccessible.Role, QAccessible.Text, Qt.ItemDataRole
NOTHING_SAID = frozenset({Role.NoRole, Role.Client, Role.Border, Role.Whitespace, Role.Pane, Role.LayeredPane})
BUTTONS = frozenset({Role.Button, Role.CheckBox, Role.RadioButton, Role.ButtonMenu, Role.ButtonDropDown})
OPENED = (
    *(
        "view.rules",
        "view.problems",
        "simulate.changes",
        "simulate.group",
        "simulate.as_if",
        "crawlers.choose",
        "simulate.add",
    ),
    *(
        "fetch.page",
        "fetch.hosts",
        "fetch.is_live",
        "file.about",
        "file.report",
        "simulate.new_test",
        "find.replace",
        "find.line",
    ),
    *(
        "view.problems",
        "view.bytes",
        "simulate.suggest",
        "help.examples",
        "help.guide",
        "help.shortcuts",
        "help.commands",
    ),
)
_ROWS = 40
_FOR_EVER_MS = 1_000_000_000


class Heard:
    """Missing accessible texts, and where."""

    def __init__(self) -> None:
        self.missing: dict[str, set[str]] = defaultdict(set)
        self.kinds: set[QAccessible.Role] = set()

    def look(self, window: QWidget) -> None:
        """Check each widget that can be focused or pressed, and each table."""
        previous: tuple[str, QAccessible.Role, QWidget | None] | None = None
        for widget in _in_order(window):
            if isinstance(widget.parentWidget(), QAbstractSpinBox):
                continue  # the box has the name of its field
            interface = _interface(widget)
            role, name = interface.role(), interface.text(Text.Name).strip()
            if _takes_keyboard(widget):
                if role in NOTHING_SAID:
                    self._miss("a role", widget)
                told = (name, role, widget.parentWidget())
                if told == previous:
                    self._miss(f"a name other than its neighbour's, “{name}”", widget)
                previous = told
            if (_takes_keyboard(widget) or role in BUTTONS) and not name:
                self._miss("a name", widget)
            self.kinds.add(role)
            self._compare_states(widget, interface)
            if isinstance(widget, (QTableView, QTreeView)):
                self._look_into(widget)

    def _miss(self, what: str, widget: QWidget) -> None:
        names: list[str] = []
        each: QWidget | None = widget
        while each is not None and len(names) < 4:
            names.append(type(each).__name__)
            each = each.parentWidget()
        self.missing[what].add(" in ".join(names))

    def _compare_states(self, widget: QWidget, interface: QAccessibleInterface) -> None:
        state = interface.state()
        if bool(state.disabled) is widget.isEnabled():
            self._miss("whether it can be used", widget)
        if isinstance(widget, QAbstractButton) and (
            bool(state.checkable) is not widget.isCheckable() or bool(state.checked) is not widget.isChecked()
        ):
            self._miss("whether it is checked", widget)
        if _takes_keyboard(widget) and not state.focusable:
            self._miss("that it takes the keyboard", widget)

    def _look_into(self, view: QTableView | QTreeView) -> None:
        """Check that each visible column has a title, each cell a text, and that no two rows are the same."""
        model: QAbstractItemModel | None = view.model()
        header = view.horizontalHeader() if isinstance(view, QTableView) else view.header()
        if model is None or not model.rowCount(QModelIndex()):
            return
        columns = [column for column in range(model.columnCount(QModelIndex())) if not header.isSectionHidden(column)]
        if len(columns) > 1:
            for column in columns:
                if not _said(model.headerData(column, Qt.Orientation.Horizontal, ItemRole.AccessibleTextRole)) and not (
                    _said(model.headerData(column, Qt.Orientation.Horizontal))
                ):
                    self._miss(f"a title of column {column + 1}", view)
        for row in range(min(_ROWS, model.rowCount(QModelIndex()))):
            for column in columns:
                index = model.index(row, column)
                if index.flags() and not _said(index.data(ItemRole.AccessibleTextRole)) and not _said(index.data()):
                    self._miss(f"words in column {column + 1}", view)


def _in_order(window: QWidget) -> Iterator[QWidget]:
    """Visible widgets in tab order, then the others.

    `nextInFocusChain` is not used: PySide6 6.12 crashes some time after it returned a table header.
    """
    shown = {widget for widget in (window, *window.findChildren(QWidget)) if widget.isVisible()}
    for widget in tab_stops(window):
        if widget in shown:
            shown.discard(widget)
            yield widget
    yield from shown


def _interface(widget: QWidget) -> QAccessibleInterface:
    found: QAccessibleInterface | None = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def _takes_keyboard(widget: QWidget) -> bool:
    if not widget.isEnabled() or widget.focusProxy() is not None or isinstance(widget, (QMenu, QHeaderView)):
        return False
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _said(datum: object) -> bool:
    return isinstance(datum, str) and bool(datum.strip())


@pytest.fixture
def listening(qapp: QApplication) -> Iterator[None]:
    """Activate accessibility."""
    assert qapp is not None
    give_roles()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.usefixtures("listening")
def test_everything_that_is_reached_says_what_it_is(studios: Studios, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = studios.start()
    heard = Heard()
    walk = Walk(studio, monkeypatch, heard.look, lambda _text, _where: None)
    walk.look_at_all()
    walk.open_example()
    walk.through_cells(2)
    for tab in TABS:
        studio.window.show_tab(tab)
        settle(studio)
        walk.look_at_all()
    for action in OPENED:
        walk.studio.window.actions_by_id[action].trigger()
        settle(walk.studio)
        walk.look_at_all()
    walk.through_settings()
    said = "\n".join(f"{what}: {sorted(places)}" for what, places in sorted(heard.missing.items()))
    assert not said, said
    assert {Role.Table, Role.List, Role.ListItem, Role.RadioButton, Role.CheckBox, Role.ComboBox} <= heard.kinds


@pytest.mark.usefixtures("listening")
def test_changed_verdicts_are_announced_once_for_each_rest_in_typing(studio: Studio, qtbot: QtBot) -> None:
    announcer, said = studio.announcer, list[str]()
    announcer.announced.connect(said.append)
    _listen(studio)
    announcer.rest.setInterval(_FOR_EVER_MS)
    studio.editor.place_caret(2, 10)
    studio.editor.setFocus()
    for key in " /":
        type_text(key)
        settle(studio)
    studio.editor.set_body(ROBOTS.replace(b"/private/\n", b"/\n"))
    settle(studio)
    assert said == []
    with qtbot.waitSignal(announcer.announced, timeout=300_000):
        announcer.rest.setInterval(0)
    assert said == ["1 verdict is blocked now."]


@pytest.mark.usefixtures("listening")
def test_what_becomes_of_the_selected_cell_is_announced_with_its_line(studio: Studio, qtbot: QtBot) -> None:
    _listen(studio)
    studio.session.select(Cell(url_of(studio, "/private/a"), "Googlebot"))
    settle(studio)
    with qtbot.waitSignal(studio.announcer.announced, timeout=300_000) as announced:
        studio.editor.set_body(ROBOTS.replace(b"/private/\n", b"/nothing/\n"))
    assert announced.args[0].startswith("Googlebot, /private/a, no rule matches, so allowed")
    assert announced.args[0].endswith(". 1 verdict is allowed now.")


def test_nothing_is_announced_where_nobody_listens(studio: Studio) -> None:
    studio.editor.set_body(b"User-agent: *\nDisallow: /\n")
    settle(studio)
    assert not studio.announcer.rest.isActive()


def test_other_urls_are_no_news_about_verdicts(studio: Studio) -> None:
    before = studio.session.analysis
    studio.session.set_urls(parse_list("/other\n").urls)
    settle(studio)
    now = studio.session.analysis
    assert before is not None
    assert now is not None
    assert flipped(before, now) == (0, 0)


def test_cell_of_the_matrix_reads_as_a_sentence(studio: Studio) -> None:
    table = _interface(studio.simulation.view)
    said = {table.child(place).text(Text.Name) for place in range(table.childCount())}
    assert "Googlebot, /private/a, blocked by line 2" in said
    assert "Googlebot, /, no rule matches, so allowed" in said


def _listen(studio: Studio) -> None:
    """Let the announcer record the current state."""
    studio.session.evaluate()
    settle(studio)
