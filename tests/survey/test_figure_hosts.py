"""Behind a row of a figure stand just as many hosts as it counts."""

import pytest

from robotstudio.survey.figure_hosts import COUNT_COLUMNS, hosts_of_row
from robotstudio.survey.figures import FIGURES
from tests.survey.golden import survey


@pytest.mark.parametrize("figure", sorted(COUNT_COLUMNS))
def test_a_row_lists_as_many_hosts_as_it_counts(figure: str) -> None:
    whole = survey()
    table = FIGURES[figure].table(whole)
    place = table.columns.index(COUNT_COLUMNS[figure])
    assert table.rows
    assert [len(hosts_of_row(whole, figure, row)) for row in table.rows] == [row[place] for row in table.rows]


def test_a_figure_of_no_hosts_has_none() -> None:
    assert hosts_of_row(survey(), "W-F2", (1, 1, 5, 1.0)) == ()
