"""URLs by the patterns of their paths, into one and back."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import parse_list
from tests.draft.changes.comparisons import URLS as URLS_WITH_CLICKS
from tests.draft.changes.comparisons import with_clicks
from tests.ui.panels.simulation.filters import filters_of
from tests.ui.parts import button
from tests.ui.studios import act, settle
from tests.ui.tables import texts_of

URLS = "\n".join([*(f"/product/{number}/reviews" for number in range(12)), *(f"/private/{n}" for n in range(3)), "/"])


@pytest.fixture
def grouped(studio: Studio, qtbot: QtBot) -> Studio:
    """Open the window with the patterns of its URLs."""
    studio.editor.replace_body(b"User-agent: *\nDisallow: /product/1\nDisallow: /private/\n")
    studio.session.set_urls(parse_list(URLS).urls)
    settle(studio)
    act(studio, "simulate.group")
    qtbot.waitUntil(lambda: studio.url_patterns.panel.patterns is not None)
    return studio


def export(studio: Studio) -> None:
    """Choose *Export…* in the menu of a pattern."""
    panel = studio.url_patterns.panel
    (action,) = (each for each in panel.row_actions(panel.table.rows[0]) if each.text == "Export…")
    assert action.slot is not None
    action.slot()


def texts(studio: Studio) -> list[list[str]]:
    return [row[:4] for row in texts_of(studio.url_patterns.panel.table)]


def test_patterns_show_how_many_of_their_urls_are_blocked(grouped: Studio) -> None:
    assert texts(grouped) == [
        ["/product/*/reviews", "12", "3 of 12", "3 of 12"],
        ["/private/*", "3", "all 3", "all 3"],
        ["/", "1", "–", "–"],
    ]


def test_without_urls_the_page_leads_to_where_they_are_typed_and_a_search_without_hits_can_be_cleared(
    grouped: Studio, qtbot: QtBot
) -> None:
    panel = grouped.url_patterns.panel
    panel.search.setText("nowhere")
    button(panel, "Clear filters").click()
    assert len(texts(grouped)) == 3
    grouped.urls.remove_all()
    qtbot.waitUntil(lambda: not texts(grouped))
    button(panel, "Add URLs").click()
    assert grouped.pages.page == "urls"
    assert grouped.simulation.entry.isVisible()


def test_enter_leads_to_the_urls_of_a_pattern_and_esc_back(grouped: Studio) -> None:
    grouped.url_patterns.panel.table.select_row(1)
    QTest.keyClick(grouped.url_patterns.panel.table, Qt.Key.Key_Return)
    view = grouped.simulation.view
    assert (grouped.pages.page, view.matrix.rowCount()) == ("urls", 3)
    assert not grouped.simulation.narrowing.isHidden()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert (grouped.pages.page, view.matrix.rowCount()) == ("patterns", 16)
    QTest.keyClick(grouped.url_patterns.panel.table, Qt.Key.Key_Escape)
    assert grouped.pages.page == "urls"


def test_filters_count_only_the_urls_of_the_pattern(grouped: Studio) -> None:
    grouped.url_patterns.panel.table.select_row(0)
    QTest.keyClick(grouped.url_patterns.panel.table, Qt.Key.Key_Return)
    assert filters_of(grouped.simulation.tool_row)["Blocked for any"] == "3"


def test_typing_counts_again_and_keeps_the_patterns(grouped: Studio, qtbot: QtBot) -> None:
    structure = grouped.url_patterns.panel.patterns.structure if grouped.url_patterns.panel.patterns else None
    grouped.editor.replace_body(b"User-agent: *\nDisallow: /product/\n")
    settle(grouped)
    qtbot.waitUntil(lambda: texts(grouped)[0][2] == "all 12")
    assert grouped.url_patterns.panel.patterns is not None
    assert grouped.url_patterns.panel.patterns.structure is structure


def test_patterns_are_searched_and_sorted(grouped: Studio) -> None:
    grouped.url_patterns.panel.search.setText("priv")
    assert [row[0] for row in texts(grouped)] == ["/private/*"]
    grouped.url_patterns.panel.search.clear()
    grouped.url_patterns.panel.table.sort_by("any", descending=True)
    assert texts(grouped)[0][0] == "/private/*"


def test_other_urls_end_the_narrowing(grouped: Studio) -> None:
    grouped.url_patterns.panel.table.select_row(1)
    QTest.keyClick(grouped.url_patterns.panel.table, Qt.Key.Key_Return)
    grouped.session.set_urls(parse_list("/a\n/b\n").urls)
    settle(grouped)
    assert grouped.simulation.view.matrix.rowCount() == 2
    assert grouped.simulation.narrowing.isHidden()


def test_the_list_of_filters_leads_to_the_patterns(grouped: Studio) -> None:
    panel, row = grouped.url_patterns.panel, grouped.simulation.tool_row
    panel.urls_button.click()
    assert grouped.pages.page == "urls"
    next(action for action in row.filter_menu().actions() if action.text() == "Group by path pattern").trigger()
    assert grouped.pages.page == "patterns"
    assert panel.urls_button.isChecked()


def test_filter_of_the_urls_is_that_of_their_patterns(grouped: Studio) -> None:
    act(grouped, "simulate.group")
    grouped.simulation.tool_row.search.setText("private")
    act(grouped, "simulate.group")
    assert grouped.url_patterns.panel.search.text() == "private"
    assert [row[0] for row in texts(grouped)] == ["/private/*"]


def test_patterns_add_up_the_clicks_of_their_urls(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_urls(with_clicks())
    settle(studio)
    act(studio, "simulate.group")
    qtbot.waitUntil(lambda: studio.url_patterns.panel.patterns is not None)
    patterns = studio.url_patterns.panel.patterns
    assert patterns is not None
    clicks = dict(zip(URLS_WITH_CLICKS, (None, 120, 40, 7, 5, 3), strict=True))
    (sums,) = patterns.sums
    for number, pattern in enumerate(patterns.structure.patterns):
        urls = [patterns.table.urls[place] for place in patterns.structure.places(number).tolist()]
        known = [count for url in urls if (count := clicks[url]) is not None]
        assert (sums[number].total, sums[number].known, sums[number].urls) == (sum(known), len(known), pattern.urls)
    row = next(row for row in texts_of(studio.url_patterns.panel.table) if row[0] == "/")
    assert row[2] == "unknown"


def test_exported_patterns_have_the_sums_of_the_sources(
    studio: Studio, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.editor.replace_body(b"User-agent: *\nDisallow: /a\n")
    studio.session.set_urls(with_clicks())
    settle(studio)
    act(studio, "simulate.group")
    panel = studio.url_patterns.panel
    qtbot.waitUntil(lambda: panel.patterns is not None)
    assert panel.patterns is not None
    path = tmp_path / "patterns.json"
    monkeypatch.setattr(dialogs, "ask_export_patterns_path", lambda _parent: path)
    export(studio)
    qtbot.waitUntil(lambda: str(path) in studio.window.status_bar.message.text())
    rows = json.loads(path.read_text())
    assert [row["pattern"] for row in rows] == [row.pattern.text for row in panel.table.rows]
    clicks = next(name for name in rows[0] if name.startswith("Clicks ("))
    (sums,) = panel.patterns.sums
    for row, shown in zip(rows, panel.table.rows, strict=True):
        found = sums[shown.number]
        assert (row["urls"], row[f"known: {clicks}"]) == (found.urls, found.known)
        assert row[clicks] == (found.total if found.known else None)
    assert any(row[clicks] is None for row in rows)
    monkeypatch.setattr(dialogs, "ask_export_patterns_path", lambda _parent: tmp_path / "nowhere" / "p.csv")
    export(studio)
    qtbot.waitUntil(lambda: "nowhere" in studio.window.notices.bar.accessibleName())


def test_only_listed_patterns_are_exported(
    grouped: Studio, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "patterns.csv"
    monkeypatch.setattr(dialogs, "ask_export_patterns_path", lambda _parent: path)
    grouped.url_patterns.panel.search.setText("private")
    export(grouped)
    qtbot.waitUntil(path.exists)
    head, *rows = path.read_text().splitlines()
    assert head.startswith("pattern,example,urls,blocked,blocked for ")
    assert [row.split(",")[0] for row in rows] == ["/private/*"]


def test_a_pattern_leads_to_rules_for_its_urls(grouped: Studio, qtbot: QtBot) -> None:
    panel = grouped.url_patterns.panel
    (action,) = (each for each in panel.row_actions(panel.table.rows[1]) if each.text == "Suggest a rule…")
    assert action.slot is not None
    action.slot()
    qtbot.waitUntil(lambda: grouped.suggest.panel.choice is not None)
    assert grouped.suggest.panel.choice is not None
    assert grouped.suggest.panel.choice.suggestion.patterns == ("/private/",)
    grouped.suggest.panel.close()
