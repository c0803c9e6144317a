"""Results of an analysis by line, while the text goes on changing."""

import pytest

from robotstudio.engine import Robots
from robotstudio.ui.editor.annotations import STRONGEST_HEAT, WEAKEST_HEAT, Annotations, DecidingLine
from tests.ui.editor.parts import analysis_of

FILE = b"""\
User-agent: *
Disallow: /search

User-agent: Googlebot
Disallow: /cart/
Allow: /cart/help

User-agent: GPTBot
Disallow: /

User-agent: Googlebot
Disallow: /x
"""


@pytest.fixture
def annotations() -> Annotations:
    annotations = Annotations()
    annotations.show(analysis_of(FILE, {2: 1, 5: 1000, 9: 30}))
    return annotations


def test_groups_are_brackets_in_reading_order(annotations: Annotations) -> None:
    found = [(bracket.first, bracket.last, bracket.color, bracket.part) for bracket in annotations.brackets]
    assert found == [(1, 2, 0, 0), (4, 6, 1, 1), (8, 9, 2, 0), (11, 12, 1, 2)]


def test_brackets_between_lines_are_those_that_touch_them(annotations: Annotations) -> None:
    assert [bracket.first for bracket in annotations.brackets_between(6, 8)] == [4, 8]
    assert list(annotations.brackets_between(3, 3)) == []
    assert annotations.bracket_at(5) == annotations.brackets[1]


def test_parts_of_the_selected_group_are_marked(annotations: Annotations) -> None:
    lines = frozenset(group.first_line for group in Robots.parse(FILE).choose("Googlebot").groups)
    assert not annotations.selects(lines)
    annotations.select_groups(lines)
    assert annotations.selects(lines)
    assert [bracket.first for bracket in annotations.brackets if bracket.is_selected] == [4, 11]
    annotations.select_groups(frozenset())
    assert not any(bracket.is_selected for bracket in annotations.brackets)


def test_counts_stand_beside_rules_only(annotations: Annotations) -> None:
    counts = {line: found.count for line in range(1, 14) if (found := annotations.decided(line))}
    assert counts == {2: 1, 5: 1000, 6: 0, 9: 30, 12: 0}


def test_heat_grows_with_the_logarithm(annotations: Annotations) -> None:
    heats = [found.heat for line in (6, 2, 9, 5) if (found := annotations.decided(line))]
    assert heats == sorted(heats)
    assert heats[0] == 0
    assert heats[1] > WEAKEST_HEAT
    assert heats[-1] == pytest.approx(STRONGEST_HEAT)


def test_without_urls_there_is_nothing_to_decide() -> None:
    annotations = Annotations()
    annotations.show(analysis_of(FILE, urls=""))
    assert annotations.decided(2) is None


def test_before_the_first_evaluation_nothing_is_known() -> None:
    annotations = Annotations()
    assert (annotations.brackets, annotations.decided(1), annotations.decision) == ([], None, None)


def test_marks_move_with_the_text(annotations: Annotations) -> None:
    annotations.decide(5, is_allowed=False)
    annotations.move_lines(4, 2)
    assert annotations.decision == DecidingLine(7, is_allowed=False)
    assert annotations.brackets[1][:2] == (4, 8)
    assert annotations.decided(5) is None
    found = annotations.decided(7)
    assert found is not None
    assert found.count == 1000


def test_next_evaluation_speaks_of_its_own_lines(annotations: Annotations) -> None:
    annotations.move_lines(0, 1)
    assert annotations.show(analysis_of(b"\n" + FILE, {3: 7})) == (True, True)
    found = annotations.decided(3)
    assert found is not None
    assert found.count == 7
    assert annotations.brackets[0].first == 2


def test_evaluation_with_the_same_groups_changes_none(annotations: Annotations) -> None:
    assert annotations.show(analysis_of(FILE, {5: 2})) == (False, True)


def test_another_file_has_no_marks_yet(annotations: Annotations) -> None:
    annotations.decide(5, is_allowed=True)
    annotations.clear()
    assert (annotations.brackets, annotations.decided(5), annotations.decision) == ([], None, None)


def test_file_without_groups_has_no_rules() -> None:
    annotations = Annotations()
    annotations.show(analysis_of(b"Disallow: /\n"))
    assert annotations.decided(1) is None
