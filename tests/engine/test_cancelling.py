"""A large file is read, edited and explained in steps, so that others can run in between, or cancel."""

from collections.abc import Callable

import pytest

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.cancelling import Cancelled, go_on, in_portions
from robotstudio.engine.groups import count_rules
from robotstudio.engine.revision import FileEdit, LineShift
from robotstudio.explain.nearest import nearest_rules

PORTION = 1024
RULES = [b"Disallow: /%d" % number for number in range(4 * PORTION)]
FILE = [b"User-agent: *", *RULES, b"", b"User-agent: b", b"Disallow: /z"]
BODY = b"\n".join(FILE)
EVERY_DIALECT = pytest.mark.parametrize("dialect", DIALECTS)


class Count:
    """A checkpoint that counts its calls."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> None:
        self.asked += 1


def told(robots: Robots) -> list[object]:
    return [(group.agents, group.rules) for group in robots.groups]


@pytest.mark.parametrize("size", [0, 1, PORTION, PORTION + 1, 3 * PORTION])
def test_checkpoint_comes_before_each_thousand_items(size: int) -> None:
    count = Count()
    assert list(in_portions(range(size), count)) == list(range(size))
    assert count.asked == -(-size // PORTION)
    assert list(in_portions(range(size), go_on)) == list(range(size))


@EVERY_DIALECT
def test_large_file_is_collected_in_pieces(dialect: str) -> None:
    robots, count = Robots.parse(BODY, dialect), Count()
    robots.collect(count)
    assert count.asked >= len(robots.lines) // PORTION
    assert told(robots) == told(Robots.parse(BODY, dialect))
    count.asked = 0
    robots.collect(count)
    assert count.asked == 0


@EVERY_DIALECT
def test_rules_that_an_edit_moves_are_moved_in_pieces(dialect: str) -> None:
    robots, count = Robots.parse(BODY, dialect), Count()
    moved = b"\n".join([b"# one more line", *FILE])
    revised = robots.revise(moved, FileEdit(count))
    revised.collect(count)
    assert count.asked >= sum(len(group.rules) for group in revised.groups) // PORTION
    assert told(revised) == told(Robots.parse(moved, dialect))


@EVERY_DIALECT
def test_file_that_was_given_up_half_read_is_read_as_before(dialect: str) -> None:
    robots = Robots.parse(BODY, dialect)
    with pytest.raises(Cancelled):
        robots.collect(given_up_after(2))
    assert told(robots) == told(Robots.parse(BODY, dialect))


def given_up_after(most: int) -> Callable[[], None]:
    count = Count()

    def check() -> None:
        count()
        if count.asked > most:
            raise Cancelled

    return check


def test_rules_are_compared_with_a_path_in_pieces() -> None:
    verdict, count = Robots.parse(BODY).decide("/zz", "a"), Count()
    close = nearest_rules(verdict, checkpoint=count)
    assert count.asked >= len(RULES) // PORTION
    assert close.verdict.path == nearest_rules(verdict).verdict.path


def test_rules_are_counted_group_by_group() -> None:
    robots, count = Robots.parse(BODY), Count()
    assert count_rules(robots.groups, count) == len(RULES) + 1
    assert count.asked >= len(robots.groups)


def test_rule_that_is_moved_twice_is_one_object() -> None:
    (group, _) = Robots.parse(BODY).groups
    shift = LineShift(after=10, by=3)
    moved = shift.group(group)
    assert [rule.line for rule in moved.rules] == [
        rule.line + 3 if rule.line > 10 else rule.line for rule in group.rules
    ]
    assert all(map(is_same, shift.rules(group.rules), moved.rules))


def is_same(one: object, other: object) -> bool:
    return one is other
