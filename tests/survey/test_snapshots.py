"""Figures of a survey and of older ones: shares over time, each with its date and how many answers it has."""

import pytest

from robotstudio.survey.charts.items import ChartMark, ChartText
from robotstudio.survey.charts.layout import drawing_of, has_content
from robotstudio.survey.figures import FIGURES
from robotstudio.survey.figures.model import Chart
from robotstudio.survey.figures.snapshots import over_time, table_of
from robotstudio.survey.result import Survey
from robotstudio.survey.tally import period_in
from tests.survey.files import dated_survey

SURVEY = dated_survey("2026-10", 3, 5).against(dated_survey("2025-01", 2), dated_survey("2024-01", 1))


def shares(figure: str, survey: Survey) -> list[tuple[object, object]]:
    table = table_of(FIGURES[figure], survey)
    places = [table.columns.index(name) for name in ("period", "share")]
    return [(row[places[0]], row[places[1]]) for row in table.rows if "GPTBot" in row]


def test_shares_of_one_survey_become_shares_over_time() -> None:
    assert shares("A-3", SURVEY) == [("2024-01", 25.0), ("2025-01", 50.0), ("2026-10", 60.0)]
    assert shares("C-3", SURVEY) == shares("A-3", SURVEY)
    assert table_of(FIGURES["A-3"], SURVEY).bases == (("2024-01", 4), ("2025-01", 4), ("2026-10", 5))


def test_figure_of_several_measures_has_a_panel_for_each() -> None:
    table = table_of(FIGURES["A-5"], SURVEY)
    figure = over_time(FIGURES["A-5"], table)
    assert (figure.chart, figure.axes) == (Chart.PANELS, ("period", "share", "crawler", "what"))
    assert {row[table.columns.index("what")] for row in table.rows} == {
        "share named",
        "share with a rule",
        "share blocked",
    }


@pytest.mark.parametrize("figure", ["A-3", "A-5", "C-3", "C-5", "C-7", "K-1", "K-2"])
def test_figure_names_the_dates_and_the_answers_of_each(figure: str) -> None:
    table = table_of(FIGURES[figure], SURVEY)
    assert has_content(FIGURES[figure], table)
    texts = [item.text for item in drawing_of(FIGURES[figure], table).items if isinstance(item, ChartText)]
    assert {"2024-01", "2026-10"} <= set(texts)
    assert "Answers: 2024-01 (n = 4), 2025-01 (n = 4), 2026-10 (n = 5)" in texts


def test_axis_is_in_proportion_to_time() -> None:
    table = table_of(
        FIGURES["C-7"], dated_survey("2026-01", 0).against(dated_survey("2025-12", 0), dated_survey("2024-01", 0))
    )
    xs = [item.x for item in drawing_of(FIGURES["C-7"], table).items if isinstance(item, ChartMark)]
    assert (xs[1] - xs[0]) / (xs[2] - xs[0]) == pytest.approx(23 / 24)


def test_counts_and_undated_surveys_stay_those_of_the_survey_alone() -> None:
    for figure, survey in (("S-2", SURVEY), ("A-3", dated_survey("", 3).against(dated_survey("2024-01", 1)))):
        assert table_of(FIGURES[figure], survey) == FIGURES[figure].table(survey)
    same = dated_survey("2024-01", 3).against(dated_survey("2024-01", 1))
    assert table_of(FIGURES["A-3"], same) == FIGURES["A-3"].table(same)


def test_comparison_is_with_the_last_of_the_older_surveys() -> None:
    assert [each.period for each in SURVEY.snapshots] == ["2024-01", "2025-01"]
    assert SURVEY.older is SURVEY.snapshots[-1]
    assert len(SURVEY.against(dated_survey("2025-01", 0)).snapshots) == 2


@pytest.mark.parametrize(
    ("names", "period"),
    [
        (["sites-2025-10"], "2025-10"),
        (["20251031.tar.gz"], "2025-10"),
        (["CC-MAIN-2025-43"], "2025"),
        (["top-2024.warc"], "2024"),
        (["a-2025-01", "b-2025-01"], "2025-01"),
        (["a-2025-01", "b-2025-02"], ""),
        (["files", "answers123456"], ""),
        ([], ""),
    ],
)
def test_period_is_read_from_names(names: list[str], period: str) -> None:
    assert period_in(*names) == period
