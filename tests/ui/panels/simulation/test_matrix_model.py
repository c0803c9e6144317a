"""The matrix as a Qt model."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.cell_state import CellState
from robotstudio.ui.panels.simulation.matrix_model import MatrixModel

Analyse = Callable[..., Analysis]
Role = Qt.ItemDataRole


def shown(analysis: Analysis) -> MatrixModel:
    model = MatrixModel()
    model.show(analysis, np.arange(len(analysis.urls)))
    return model


def text(model: MatrixModel, url: str, token: str, role: Role = Role.DisplayRole) -> str:
    index = model.index_of(Cell(f"https://www.example.com{url}", token))
    assert index.isValid()
    return str(model.data(index, role))


@pytest.mark.parametrize(
    ("url", "token", "said"),
    [
        ("/cart/checkout?step=2", "Googlebot", "Googlebot, /cart/checkout?step=2, blocked by line 8"),
        ("/cart/help/returns", "Googlebot", "Googlebot, /cart/help/returns, allowed by line 9"),
        ("/", "bingbot", "Bingbot, /, no rule matches, so allowed"),
        ("/", "*", "any other, /, no rule matches, so allowed"),
    ],
)
def test_each_cell_says_crawler_url_and_verdict(make: Analyse, url: str, token: str, said: str) -> None:
    assert text(shown(make()), url, token, Role.AccessibleTextRole) == said


def test_a_cell_shows_the_line_that_decides(make: Analyse) -> None:
    model = shown(make())
    assert text(model, "/cart/", "Googlebot") == "8"
    assert text(model, "/", "Googlebot") == "no rule"


def test_the_tooltip_names_the_rule_and_the_group(make: Analyse) -> None:
    tooltip = text(shown(make()), "/cart/", "Googlebot", Role.ToolTipRole)
    assert "blocked by line 8" in tooltip
    assert "Disallow: /cart/" in tooltip
    assert "group Googlebot, lines 5–9" in tooltip


def test_robots_txt_itself_is_always_allowed_where_the_dialect_says_so(make: Analyse) -> None:
    model = shown(make())
    assert text(model, "/robots.txt", "GPTBot") == "always"
    assert "always allowed" in text(model, "/robots.txt", "GPTBot", Role.AccessibleTextRole)
    facts = model.facts(0, 0)
    assert facts is not None
    assert facts.state is CellState.NO_RULE


def test_rows_are_named_after_their_urls_and_show_both_forms(make: Analyse) -> None:
    model = shown(make(urls="/straße\nexample.org/x"))
    vertical = Qt.Orientation.Vertical
    assert model.headerData(0, vertical) == "/straße"
    assert "/stra%C3%9Fe" in str(model.headerData(0, vertical, Role.ToolTipRole))
    tooltip = str(model.headerData(1, vertical, Role.ToolTipRole))
    assert "example.org/x" in tooltip
    assert "https://example.org/x" in tooltip


def test_the_header_says_what_is_assumed(make: Analyse) -> None:
    model = shown(make())
    horizontal = Qt.Orientation.Horizontal
    assert model.headerData(0, horizontal) == "Googlebot"
    assert "assumed" not in str(model.headerData(0, horizontal, Role.ToolTipRole))
    assert "Reads as RFC 9309: assumed." in str(model.headerData(3, horizontal, Role.ToolTipRole))
    assert model.headerData(3, horizontal, Role.AccessibleTextRole) == (
        "GPTBot, group GPTBot, ClaudeBot, lines 11–14, reads as RFC 9309: assumed"
    )


def test_the_header_names_the_group_that_is_followed(make: Analyse) -> None:
    model = shown(make(tokens=("Googlebot", "Applebot", "GPTBot", "bingbot", "*")))
    assert [model.followed(column).text for column in range(5)] == ["Googlebot", "Googlebot", "GPTBot +1", "*", "*"]
    assert [model.followed(column).color for column in range(5)] == [1, 1, 2, 0, 0]


def test_a_group_that_nobody_shares_is_its_own(make: Analyse) -> None:
    assert shown(make(tokens=("Googlebot", "bingbot"))).followed(0).text == "own group"


def test_the_group_of_a_name_that_a_crawler_falls_back_to_is_not_its_own(make: Analyse) -> None:
    model = shown(make(tokens=("Applebot", "bingbot")))
    assert model.followed(0).text == "Googlebot"
    assert "roup Googlebot" in str(model.headerData(0, Qt.Orientation.Horizontal, Role.ToolTipRole))


def test_a_crawler_without_a_group_has_none(make: Analyse) -> None:
    model = shown(make(draft=b"User-agent: GPTBot\nDisallow: /\n", tokens=("Googlebot",)))
    assert (model.followed(0).text, model.followed(0).color) == ("no group", None)
    assert "no group in the file" in text(model, "/", "Googlebot", Role.ToolTipRole)


def test_a_new_draft_for_the_same_urls_moves_nothing(qtbot: QtBot, make: Analyse) -> None:
    first = make()
    model = shown(first)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged) as changed:
        model.show(make(draft=b"", urls=first.urls), np.arange(len(first.urls)))
    top_left, bottom_right = changed.args[:2]
    assert (top_left.row(), bottom_right.row()) == (0, len(first.urls) - 1)


def test_headers_are_painted_anew_only_if_a_group_changed(qtbot: QtBot, make: Analyse) -> None:
    first = make()
    model, rows = shown(first), np.arange(len(first.urls))
    with qtbot.assertNotEmitted(model.headerDataChanged):
        model.show(make(draft=b"User-agent: *\nDisallow: /\n", urls=first.urls, tokens=("Googlebot",)), rows)
        model.show(make(draft=b"User-agent: *\nDisallow: /x\n", urls=first.urls, tokens=("Googlebot",)), rows)
    with qtbot.waitSignal(model.headerDataChanged):
        model.show(make(draft=b"User-agent: Googlebot\n", urls=first.urls, tokens=("Googlebot",)), rows)


def test_headers_are_painted_anew_where_there_is_no_url_yet(qtbot: QtBot, make: Analyse) -> None:
    first = make(draft=b"", urls=())
    model, none = shown(first), np.arange(0)
    with qtbot.waitSignal(model.headerDataChanged):
        model.show(make(draft=b"User-agent: *\nDisallow: /\n", urls=first.urls), none)


def test_other_rows_or_crawlers_reset_it(qtbot: QtBot, make: Analyse) -> None:
    first = make()
    model = shown(first)
    with qtbot.waitSignal(model.modelReset):
        model.show(first, np.array([2, 1]))
    with qtbot.waitSignal(model.modelReset):
        model.show(make(urls=first.urls, tokens=("GPTBot",)), np.array([2, 1]))


def test_hostile_indexes_are_answered_with_nothing(make: Analyse) -> None:
    model, other = shown(make()), shown(make())
    hostile = [QModelIndex(), model.index(-1, 0), model.index(0, 999), model.index(10**6, 0), other.index(0, 0)]
    hostile.append(model.createIndex(10**6, 10**6))
    for index in hostile:
        for role in (*Role, 10_000):
            assert model.data(index, role) is None
    for section in (-1, 10**6):
        for orientation in Qt.Orientation:
            assert model.headerData(section, orientation) is None
    assert model.cell_at(-1, -1) is None
    assert model.facts(0, 10**6) is None
    assert model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount(model.index(0, 0)) == 0


def test_an_empty_model_answers_too() -> None:
    model = MatrixModel()
    assert (model.rowCount(), model.columnCount()) == (0, 0)
    assert not model.index_of(Cell("/", "Googlebot")).isValid()
    assert model.row_of(0) is None


def test_markup_in_a_url_is_shown_as_text(make: Analyse) -> None:
    model = shown(make(urls="/<b>x</b>&amp;"))
    tooltip = str(model.headerData(0, Qt.Orientation.Vertical, Role.ToolTipRole))
    assert "/<b>x</b>&amp;" in tooltip


def test_it_keeps_the_contract_of_a_model(make: Analyse) -> None:
    model = shown(make())
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show(make(urls="/x"), np.arange(1))
    model.show(make(urls=""), np.arange(0))
    assert tester.model() is model
