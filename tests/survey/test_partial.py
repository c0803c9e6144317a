"""Partial results: put together in any order, from any parts, they are those of the whole."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.survey.facts import USUAL, facts_of
from robotstudio.survey.partial import TABLES, VERSION, Key, Partial, VersionError, bounded, kept, merged
from robotstudio.survey.tally import HostAnswer, SurveyTally, bin_of, country_of, period_of, rank_class, size_class
from tests.rows import each_row
from tests.survey.files import answers


def partial_of(chosen: list[HostAnswer]) -> Partial:
    tally = SurveyTally(USUAL)
    for answer in chosen:
        tally.add(answer, facts_of(answer.body, answer.status, answer.content_type, answer.host))
    return tally.partial()


def parts_of(chosen: list[HostAnswer], count: int) -> list[Partial]:
    return [partial_of(chosen[place::count]) for place in range(count)]


@pytest.fixture(scope="module")
def whole() -> Partial:
    return partial_of(list(answers(300)))


@pytest.mark.parametrize("seed", range(4))
def test_shuffled_parts_give_the_same_bytes(whole: Partial, seed: int) -> None:
    chance = random.Random(seed)
    chosen = list(answers(300))
    chance.shuffle(chosen)
    parts = parts_of(chosen, chance.randint(2, 9))
    chance.shuffle(parts)
    assert merged(parts).as_json() == whole.as_json()


def test_merging_is_associative_and_commutative() -> None:
    first, second, third = parts_of(list(answers(90)), 3)
    left = first.merged(second).merged(third)
    assert left.as_json() == first.merged(second.merged(third)).as_json()
    assert left.as_json() == third.merged(first).merged(second).as_json()


_NAMES = st.dictionaries(st.tuples(st.text("abcdefgh", min_size=1, max_size=3)), st.integers(1, 9), max_size=40)


@given(st.lists(_NAMES, max_size=4), st.integers(1, 12))
def test_bounded_tables_keep_the_same_rows_exactly_whatever_the_parts(tables: list[dict[Key, int]], most: int) -> None:
    sums: dict[Key, int] = {}
    for table in tables:
        for key, count in table.items():
            sums[key] = sums.get(key, 0) + count
    whole = kept(sums, most)
    so_far: dict[Key, int] = {}
    for table in tables:
        for key, count in kept(table, most).items():
            so_far[key] = so_far.get(key, 0) + count
        so_far = dict(kept(so_far, most))
    assert so_far == whole
    assert len(whole) <= most


def test_known_names_stay_however_many_strange_ones_there_are() -> None:
    table: dict[Key, int] = {(f"strange-{number}",): 1 for number in range(TABLES["names"] or 0)}
    table[("gptbot",)] = 7
    assert bounded("names", table)[("gptbot",)] == 7


def test_a_partial_comes_back_from_its_json(whole: Partial) -> None:
    assert Partial.of_json(whole.as_json()).as_json() == whole.as_json()


def test_partials_of_other_versions_or_crawlers_are_refused(whole: Partial) -> None:
    with pytest.raises(VersionError):
        Partial.of_json(whole.as_json().replace(f'"version":{VERSION}', '"version":0'))
    with pytest.raises(VersionError):
        whole.merged(Partial(("GPTBot",)))


def test_every_table_that_is_counted_is_declared(whole: Partial) -> None:
    assert set(whole.tables) <= set(TABLES)
    assert set(TABLES) - set(whole.tables) == {"codes", "paths"}


@each_row(("value", "start"), [(0, 0), (63, 63), (64, 64), (67, 64), (68, 68), (1000, 992), (1 << 20, 1 << 20)])
def test_bins_are_fixed(value: int, start: int) -> None:
    assert bin_of(value) == start


def test_answers_are_classed() -> None:
    assert [rank_class(rank) for rank in (0, 1, 1000, 1001, 3_000_000)] == [0, 1000, 1000, 5000, 0]
    assert [period_of(date) for date in ("2024-05-01", "2024", "May 2024", "2024-13", "")] == [
        "2024-05",
        "2024",
        "",
        "2024",
        "",
    ]
    assert [country_of(*names) for names in (("a.de",), ("a.com",), ("a.com", "FR"), ("1.2.3.4",))] == [
        "de",
        "",
        "fr",
        "",
    ]
    assert [size_class(size) for size in (0, 1, 102_400, 102_401, 600_000)] == [
        "empty", "0–100 KB", "0–100 KB", "100–200 KB", "over 500 KB",
    ]  # fmt: skip
