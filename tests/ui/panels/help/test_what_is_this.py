"""Every action, column and control has a help text, and a page if there is one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHeaderView, QLabel, QMenuBar, QScrollBar, QWhatsThis, QWidget
from pytestqt.qtbot import QtBot

import robotstudio.ui.panels
from robotstudio.help.library import HelpLibrary, slug
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.help.sentences import ACTION_SENTENCES, COLUMN_SENTENCES, sentence_of
from robotstudio.ui.panels.help.what_is_this import TOPICS, WhatIsThis, explanation, page_of, topic_of
from robotstudio.ui.panels.settings.rows import SettingsSection
from robotstudio.ui.shell.actions import ACTIONS
from robotstudio.ui.widgets.buttons import SecondaryButton
from tests.ui.parts import part_of
from tests.ui.studios import Studios, act, settle
from tests.ui.walk import TABS

HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PANELS = Path(robotstudio.ui.panels.__file__).parent
BROKEN = b"User-agent: *\nDisalow: /private/\nAllow: /\n"


def columns() -> Iterator[tuple[str, str, bool]]:
    """Yield every column that a panel describes: the panel, its id, and whether it has a tooltip of its own."""
    for path in sorted(PANELS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "TableColumn":
                named = {keyword.arg for keyword in node.keywords}
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield path.relative_to(PANELS).with_suffix("").parts[0], str(first.value), "tip" in named


def test_every_action_has_a_sentence() -> None:
    assert [row.id for row in ACTIONS if not sentence_of(row.id).endswith(".")] == []
    assert set(ACTION_SENTENCES) - {row.id for row in ACTIONS} == set()


def test_every_column_has_a_sentence() -> None:
    known = list(columns())
    assert ("hosts", "host", False) in known
    assert [each for each in known if not each[2] and each[:2] not in COLUMN_SENTENCES] == []
    assert set(COLUMN_SENTENCES) - {each[:2] for each in known} == set()


def test_every_panel_has_a_page_and_a_sentence() -> None:
    folders = {path.name for path in PANELS.iterdir() if (path / "__init__.py").is_file()}
    assert {f"panels.{name}" for name in folders} - set(TOPICS) == set()
    assert [name for name, topic in TOPICS.items() if not topic.sentence.endswith(".")] == []
    library = HelpLibrary()
    places = {topic.page.partition("#")[::2] for topic in TOPICS.values() if topic.page != "program/shortcuts"}
    assert {page for page, _ in places} <= set(library.pages)
    headings = {page: {slug(each) for each in HEADING.findall(library.pages[page].text)} for page, _ in places}
    assert [place for place in places if place[1] and place[1] not in headings[place[0]]] == []


@pytest.fixture(scope="module")
def shared(shared_studios: Studios) -> Studio:
    studio = shared_studios.start()
    studio.show_example()
    settle(studio)
    return studio


def controls(window: QWidget) -> Iterator[QWidget]:
    """Yield every control that can be clicked or focused."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not isinstance(widget, QScrollBar):
            yield widget


def unexplained(window: QWidget) -> list[str]:
    return [
        f"{type(each).__name__} {each.accessibleName()} in {type(each.parent()).__name__}"
        for each in controls(window)
        if not explanation(each, each.rect().center())
    ]


def test_every_control_of_every_tab_has_a_sentence(shared: Studio) -> None:
    for tab in TABS:
        shared.window.show_tab(tab)
        settle(shared)
        assert unexplained(shared.window) == [], tab


@pytest.mark.parametrize(
    "action",
    [
        *("file.settings", "crawlers.choose", "fetch.hosts", "fetch.page"),
        *("file.about", "help.guide"),
    ],
)
def test_every_control_of_a_window_has_a_sentence(shared: Studio, action: str) -> None:
    act(shared, action)
    windows = [each for each in QWidget.window(shared.window).findChildren(QWidget) if each.isWindow()]
    shown = [each for each in (*windows, shared.help.panel) if each.isVisible()]
    try:
        assert shown
        for window in shown:
            assert unexplained(window) == []
    finally:
        for window in shown:
            window.close()


def test_sentence_of_a_button_is_its_tooltip(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    button = SecondaryButton("Try http", parent=around)
    button.setToolTip("Without encryption.")
    assert explanation(button, QPoint(1, 1)) == "<b>Try http</b><br>Without encryption."


def test_column_of_the_matrix_says_how_its_crawler_reads(shared: Studio) -> None:
    shared.window.show_tab("simulation")
    settle(shared)
    header = shared.simulation.view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(0) + 3, 3)
    assert "Googlebot" in explanation(header.viewport(), at) or "Googlebot" in explanation(header, at)


def test_cell_of_a_table_says_what_its_column_holds(shared: Studio) -> None:
    act(shared, "view.rules")
    settle(shared)
    headers = [each for each in shared.window.findChildren(QHeaderView) if each.isVisible()]
    rules = next(each for each in headers if topic_name_of(each) == "rule_coverage")
    section = next(each for each in range(rules.count()) if not rules.isSectionHidden(each))
    said = explanation(rules.viewport(), QPoint(rules.sectionViewportPosition(section) + 3, 3))
    assert COLUMN_SENTENCES["rule_coverage", "line"] in said
    act(shared, "view.simulation")


def topic_name_of(widget: QWidget) -> str:
    topic = topic_of(widget)
    return topic.name if topic else ""


def test_menu_lists_what_is_in_it(shared: Studio) -> None:
    bar = part_of(shared.window, QMenuBar)
    at = bar.actionGeometry(bar.actions()[0]).center()
    assert "New from template…" in explanation(bar, at)


def test_text_of_strangers_is_no_markup(qtbot: QtBot) -> None:
    label = QLabel("<i>name</i>")
    inside = QLabel("<i>name</i>", label)
    qtbot.addWidget(label)
    inside.setToolTip("<img src=x>")
    assert explanation(inside, QPoint()) == "<b>&lt;i&gt;name&lt;/i&gt;</b><br>&lt;img src=x&gt;"


def test_what_is_no_part_of_the_program_has_no_sentence(qtbot: QtBot) -> None:
    stranger = QWidget()
    qtbot.addWidget(stranger)
    assert explanation(stranger, QPoint()) == ""


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(QWhatsThis, "showText", lambda _at, text, _widget: found.append(text))
    return found


def test_next_click_is_explained_and_does_nothing_else(shared: Studio, said: list[str]) -> None:
    shared.window.show_tab("simulation")
    act(shared, "help.what_is_this")
    assert QWhatsThis.inWhatsThisMode()
    QTest.mouseClick(shared.window.status_bar, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert len(said) == 1
    part_of(shared.help, WhatIsThis).stop()
    assert not QWhatsThis.inWhatsThisMode()


def test_the_key_once_more_explains_what_has_the_keyboard(shared: Studio, said: list[str]) -> None:
    shared.editor.setFocus()
    act(shared, "help.what_is_this")
    act(shared, "help.what_is_this")
    assert not QWhatsThis.inWhatsThisMode()
    assert len(said) == 1


def test_escape_ends_it(shared: Studio, said: list[str]) -> None:
    act(shared, "help.what_is_this")
    QTest.keyClick(shared.window, Qt.Key.Key_Escape)
    assert not QWhatsThis.inWhatsThisMode()
    assert said == []
    act(shared, "help.what_is_this")
    assert QWhatsThis.inWhatsThisMode()
    part_of(shared.help, WhatIsThis).stop()


def test_action_in_a_menu_says_its_sentence(shared: Studio) -> None:
    act(shared, "help.what_is_this")
    part_of(shared.help, WhatIsThis).stop()
    assert ACTION_SENTENCES["file.new"] in shared.window.actions_by_id["file.new"].whatsThis()


# F1


@pytest.fixture
def broken(studios: Studios, tmp_path: Path) -> Studio:
    """Open a window with a draft that has findings."""
    path = tmp_path / "robots.txt"
    path.write_bytes(BROKEN)
    studio = studios.start()
    studio.open(path)
    settle(studio)
    return studio


def page_shown(studio: Studio) -> str:
    assert studio.help.panel.place is not None
    return studio.help.panel.place.page


def test_f1_on_a_finding_opens_its_page(qtbot: QtBot, broken: Studio) -> None:
    act(broken, "view.problems")
    qtbot.waitUntil(lambda: broken.problems.panel.checked is not None and bool(broken.problems.panel.listed))
    act(broken, "problems.next")
    broken.problems.panel.list.setFocus()
    assert page_of(broken.problems.panel.list) == "rules/RS102"
    act(broken, "help.guide")
    assert page_shown(broken) == "rules/RS102"


def test_f1_in_the_draft_opens_the_page_of_what_is_wrong_in_the_line(qtbot: QtBot, broken: Studio) -> None:
    act(broken, "view.problems")
    qtbot.waitUntil(lambda: broken.problems.panel.checked is not None)
    broken.editor.place_caret(2)
    broken.editor.setFocus()
    assert broken.problems.page_at_caret() == "rules/RS102"
    act(broken, "help.guide")
    assert page_shown(broken) == "rules/RS102"
    broken.help.panel.close()
    broken.editor.place_caret(1)
    assert broken.problems.page_at_caret() == ""


def test_f1_in_a_panel_opens_its_page(shared: Studio) -> None:
    act(shared, "view.problems")
    assert page_of(shared.problems.panel) == "guide/problems"
    for tab, page in (("site", "guide/many-urls"), ("changes", "guide/before-going-live")):
        shared.window.show_tab(tab)
        panel = next(each.owner.panel for each in shared.window.tabs if each.id == tab)
        assert page_of(panel) == page


def test_f1_on_a_check_in_the_settings_opens_its_page(shared: Studio) -> None:
    act(shared, "file.settings")
    panel = shared.settings.panel
    panel.show_section(SettingsSection.CHECKS)
    line = panel.lines["checks_off.RS110"]
    assert page_of(line.control) == "rules/RS110"
    assert page_of(panel.search) == "reference/settings"
    QTest.keyClick(panel, Qt.Key.Key_F1)
    assert shared.help.panel.isVisible()
    shared.help.panel.close()
    panel.close()


def test_f1_on_a_column_of_readings_opens_the_dialects(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    view = shared.simulation.view
    [reading] = view.matrix.all_extras
    assert page_of(view) == "guide/why"
    assert page_of(view.horizontalHeader()) == "reference/crawlers"
    monkeypatch.setattr(view.model(), "extra_at", lambda _column: reading)
    assert page_of(view) == "reference/dialects"
