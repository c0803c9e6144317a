"""The window of surveys: what it lists, draws, shows and writes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.survey.agents import Surveyed
from robotstudio.survey.cluster_comparison import comparison_of
from robotstudio.survey.figures import FIGURES
from robotstudio.survey.figures.changes import BlockedShareChange, changes_of
from robotstudio.survey.figures.snapshots import table_of
from robotstudio.survey.query import SurveyQuery, condition_of
from robotstudio.survey.query import ask as answer_to
from robotstudio.survey.reading.inputs import MORE
from robotstudio.survey.reading.running import SurveyProgress
from robotstudio.survey.result import Survey, Surveyor, assemble
from robotstudio.text.language import told
from robotstudio.ui.panels.survey.job import SurveyResult
from robotstudio.ui.panels.survey.panel import SurveyPanel
from tests.survey.files import answers, dated_survey
from tests.ui.asked import Asked
from tests.ui.tables import texts_of


@pytest.fixture(scope="module")
def survey() -> Survey:
    surveyor = Surveyor(Surveyed())
    for answer in answers(200):
        surveyor.add(answer)
    return assemble([surveyor.part()], Surveyed())


@pytest.fixture(scope="module")
def result(survey: Survey) -> SurveyResult:
    return SurveyResult(survey, {name: figure.table(survey) for name, figure in FIGURES.items()})


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked) -> Iterator[SurveyPanel]:
    parent = QWidget()
    qtbot.addWidget(parent)
    panel = SurveyPanel(asked.survey(), parent)
    panel.resize(1100, 700)
    yield panel
    panel.close()


def test_before_a_survey_it_says_what_can_be_read(panel: SurveyPanel, asked: Asked) -> None:
    panel.show()
    assert panel.hint.isVisible()
    assert not panel.export_button.isEnabled()
    assert len(panel.figures.rows) == len(FIGURES)
    panel.folder_button.click()
    assert asked.names == ["read_folder"]


def test_progress_tells_of_files_and_can_be_cancelled(panel: SurveyPanel, asked: Asked) -> None:
    panel.show_begin([Path("a/many"), Path("b.zip"), Path("c.zip")])
    panel.show_progress(SurveyProgress(1, 4, 250))
    assert panel.inputs.text() == "many and 2 more"
    assert panel.progress.text == "250 files read"
    panel.progress.cancel()
    assert asked.names == ["cancel"]


def test_result_shows_the_lines_of_files_first_as_a_histogram(panel: SurveyPanel, result: SurveyResult) -> None:
    panel.show_begin([Path("many")])
    panel.show_result(result)
    assert panel.figure.id == "W-F2"
    table = result.tables["W-F2"]
    bars = [row for row in table.rows if row[2]]
    assert len(panel.chart.said) >= len(bars)
    assert texts_of(panel.table)[0][0] == str(table.rows[0][0])
    assert panel.state.text().startswith("200 files, ")


def test_every_figure_is_drawn_with_its_table(panel: SurveyPanel, result: SurveyResult) -> None:
    panel.show_result(result)
    for name, table in result.tables.items():
        panel.figures.select_row(name)
        assert panel.figure.id == name
        assert len(panel.table.rows) == len(table.rows)
        assert not panel.chart.grab().isNull()


def test_what_could_not_be_read_is_counted_and_named(panel: SurveyPanel, result: SurveyResult) -> None:
    panel.show_result(SurveyResult(result.survey, result.tables, (told(MORE, path="a.zip"),)))
    assert "1 item could not be read" in panel.state.text()
    assert panel.state.toolTip() == "“a.zip” has more that could not be read."


def test_arrow_keys_go_from_bar_to_bar_and_each_says_its_number(panel: SurveyPanel, result: SurveyResult) -> None:
    panel.show_result(result)
    panel.figures.select_row("A-5")
    chart = panel.chart
    QTest.keyClick(chart, Qt.Key.Key_Home)
    assert chart.accessibleDescription() == chart.said[0]
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.accessibleDescription() == chart.said[1]
    QTest.keyClick(chart, Qt.Key.Key_End)
    assert chart.accessibleDescription() == chart.said[-1]
    assert str(result.tables["A-5"].rows[0][0]) in chart.said[0]


def test_pointer_finds_the_bar_below_it(panel: SurveyPanel, result: SurveyResult) -> None:
    panel.show()
    panel.show_result(result)
    panel.figures.select_row("A-5")
    place = panel.chart.place_of(2).center()
    QTest.mouseMove(panel.chart, QPointF(place).toPoint())
    assert panel.chart.accessibleDescription() == panel.chart.said[2]


def test_numbers_are_sorted_as_numbers(panel: SurveyPanel, result: SurveyResult) -> None:
    panel.show_result(result)
    panel.figures.select_row("A-5")
    panel.table.sort_by("named", descending=True)
    named = [row[3] for row in panel.table.rows]
    assert named == sorted(named, reverse=True)


def test_hosts_behind_a_row_are_listed_and_opened(panel: SurveyPanel, asked: Asked, result: SurveyResult) -> None:
    panel.show()
    panel.show_result(result)
    assert not panel.hosts.isVisible()
    panel.figures.select_row("A-5")
    assert len(panel.hosts.rows) == result.tables["A-5"].rows[0][5]
    row = result.tables["A-5"].rows[2]
    panel.table.select_row(2)
    assert panel.hosts.isVisible()
    hosts = [texts[0] for texts in texts_of(panel.hosts)]
    assert len(hosts) == row[5]
    panel.hosts.setFocus()
    QTest.keyClick(panel.hosts, Qt.Key.Key_Return)
    assert asked.calls == [("open_file", hosts[0])]


def ask(panel: SurveyPanel, qtbot: QtBot, text: str, by: str = "") -> None:
    """Type a question, and wait for the answer."""
    questions = panel.questions
    with qtbot.waitSignal(questions.answered):
        questions.by.setCurrentIndex(questions.by.findData(by))
        questions.field.setText(text)
        QTest.keyClick(questions.field, Qt.Key.Key_Return)


@pytest.fixture
def asking(panel: SurveyPanel, qtbot: QtBot, result: SurveyResult) -> Iterator[SurveyPanel]:
    """Show the panel with its questions in front."""
    panel.show()
    panel.show_result(result)
    with qtbot.waitSignal(panel.questions.answered):
        panel.view.set_current(1)
    yield panel
    panel.questions.close_threads()


def test_there_is_nothing_to_ask_before_a_survey(panel: SurveyPanel) -> None:
    assert not panel.view.isEnabled()


def test_question_is_answered_with_its_hosts_or_counted(asking: SurveyPanel, qtbot: QtBot, survey: Survey) -> None:
    ask(asking, qtbot, "GPTBot = blocked; rules > 0")
    hosts = texts_of(asking.questions.table)
    question = SurveyQuery((condition_of("GPTBot = blocked"), condition_of("rules > 0")))
    asked = answer_to(survey, question)
    assert [row[0] for row in hosts] == [row[0] for row in asked.table.rows]
    assert asking.questions.matching.text() == f"{asked.matching} of 200 answers"
    ask(asking, qtbot, "GPTBot = blocked; rules > 0", "outcome")
    assert [row[1] for row in texts_of(asking.questions.table)] == [str(asked.matching)]
    assert asking.shown_table == asking.questions.shown_table


def test_question_that_cannot_be_asked_says_why_and_keeps_what_was_shown(asking: SurveyPanel, qtbot: QtBot) -> None:
    before = texts_of(asking.questions.table)
    asking.questions.field.setText("colour = red")
    QTest.keyClick(asking.questions.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Unknown name “colour”" in asking.questions.footer.text)
    asking.questions.field.setText("rules")
    QTest.keyClick(asking.questions.field, Qt.Key.Key_Return)
    assert "“rules” is not a condition" in asking.questions.footer.text
    assert texts_of(asking.questions.table) == before
    assert asking.questions.field.text() == "rules"


def test_host_of_an_answer_is_opened_and_a_group_is_not(asking: SurveyPanel, asked: Asked, qtbot: QtBot) -> None:
    ask(asking, qtbot, "rules > 0")
    asking.questions.table.setFocus()
    asking.questions.table.selectRow(0)
    QTest.keyClick(asking.questions.table, Qt.Key.Key_Return)
    assert asked.calls == [("open_file", texts_of(asking.questions.table)[0][0])]
    ask(asking, qtbot, "rules > 0", "country")
    asking.questions.table.selectRow(0)
    QTest.keyClick(asking.questions.table, Qt.Key.Key_Return)
    assert len(asked.calls) == 1


def test_farms_are_listed_and_the_files_of_the_first_are_wanted(
    panel: SurveyPanel, asked: Asked, result: SurveyResult
) -> None:
    panel.show()
    panel.show_result(result)
    panel.view.set_current(2)
    assert asked.calls == [("compare_cluster", result.survey.clusters[0])]
    assert len(panel.clusters.clusters.rows) == len(result.survey.clusters)
    assert panel.shown_table == panel.clusters.shown_table
    panel.clusters.clusters.selectRow(1)
    assert asked.calls[1:] == [("compare_cluster", result.survey.clusters[1])]


def test_a_member_of_a_farm_is_shown_against_the_others_and_opened(
    panel: SurveyPanel, asked: Asked, result: SurveyResult
) -> None:
    panel.show()
    panel.show_result(result)
    panel.view.set_current(2)
    same = b"User-agent: *\nDisallow: /admin\n"
    panel.clusters.show_kinship(comparison_of({"a.com": same, "b.com": same, "c.com": b"User-agent: *\n"}))
    assert panel.clusters.footer.text == "2 lines are in more than half of the 3 files."
    assert texts_of(panel.clusters.members) == [["c.com", "1"], ["a.com", "0"], ["b.com", "0"]]
    assert texts_of(panel.clusters.lines) == [["User-agent: *", "", "3"], ["Disallow: /admin", "−", "2"]]
    panel.clusters.members.selectRow(1)
    assert texts_of(panel.clusters.lines)[1][1] == ""
    panel.clusters.members.setFocus()
    QTest.keyClick(panel.clusters.members, Qt.Key.Key_Return)
    assert asked.calls[-1] == ("open_file", "a.com")


def test_several_older_surveys_are_shown_over_time(panel: SurveyPanel, result: SurveyResult) -> None:
    older = [dated_survey(date, closed) for date, closed in (("2024-01", 1), ("2025-01", 2))]
    survey = dated_survey("2026-10", 3).against(*older)
    tables = {name: table_of(figure, survey) for name, figure in FIGURES.items()}
    panel.show()
    panel.show_begin_of_older([Path("older")])
    panel.show_result(replace(result, survey=survey, tables=tables, changes=changes_of(survey)))
    assert panel.changes.older.text() == "Changes since 2025-01. Figures show 2024-01, 2025-01, 2026-10."
    panel.figures.select_row("C-3")
    assert [row[1] for row in texts_of(panel.table) if row[0] == "GPTBot"] == ["2024-01", "2025-01", "2026-10"]
    panel.figures.select_row("A-5")
    rows = texts_of(panel.table)
    places = [rows.index(["GPTBot", "share blocked", *rest]) for rest in (["2024-01", "25.00"], ["2026-10", "75.00"])]
    hosts = []
    for place in places:
        panel.table.selectRow(place)
        hosts.append(texts_of(panel.hosts))
    assert hosts == [[], [["0.com"], ["1.com"], ["2.com"]]]  # those of older surveys are not kept


def test_changes_ask_for_an_older_survey_and_name_who_began(
    panel: SurveyPanel, asked: Asked, result: SurveyResult
) -> None:
    panel.show()
    panel.show_result(result)
    panel.view.set_current(3)
    assert panel.changes.hint.isVisible()
    assert panel.shown_table is None
    panel.changes.folder_button.click()
    panel.changes.files_button.click()
    assert asked.names == ["read_older_folder", "read_older_files"]
    panel.show_begin_of_older([Path("older")])
    changes = (
        BlockedShareChange("GPTBot", 1.0, 3.0, ("a.com", "b.com"), ("c.com",)),
        BlockedShareChange("CCBot", 2.0, 2.0, (), ()),
    )
    panel.show_result(replace(result, changes=changes))
    assert panel.changes.older.text() == "older"
    assert texts_of(panel.changes.table) == [
        ["GPTBot", "2", "1", "1.00", "3.00", "2.00"],
        ["CCBot", "0", "0", "2.00", "2.00", "0.00"],
    ]
    assert texts_of(panel.changes.hosts) == [
        ["a.com", "began to block"],
        ["b.com", "began to block"],
        ["c.com", "stopped"],
    ]
    panel.changes.hosts.setFocus()
    panel.changes.hosts.selectRow(2)
    QTest.keyClick(panel.changes.hosts, Qt.Key.Key_Return)
    assert asked.calls[-1] == ("open_file", "c.com")
    panel.changes.table.selectRow(1)
    assert texts_of(panel.changes.hosts) == []
