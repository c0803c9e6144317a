"""Columns of values beside URLs: how cells are read, and that sets keep each value with its URL."""

import random
from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.urls.sources.cells import CellForm, TableGatherer, WantedColumn, dates_in, form_of, numbers_in
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.value_columns import ColumnKind, stable_order

NUMBERS: Sequence[tuple[Sequence[str], Sequence[float]]] = [
    (["1,234", "5", "20"], [1234, 5, 20]),
    (["1.234", "3,2"], [1234, 3.2]),
    (["1.234", "5"], [1234, 5]),
    (["3.2", "1.234"], [3.2, 1.234]),
    (["1,234.5", "2"], [1234.5, 2]),
    (["6 %", "5,5 %"], [6, 5.5]),
    (["0.125", "1.5"], [0.125, 1.5]),
    (["$1,234.50", "$3"], [1234.5, 3]),
    (["1 234", "12", "1\xa0234"], [1234, 12, 1234]),
    (["-3", "4"], [-3, 4]),
    (["12345.678", "1.234"], [12345.678, 1.234]),
]

DATES: Sequence[tuple[Sequence[str], Sequence[str]]] = [
    (["2026-11-24", "2026-11-25"], ["2026-11-24T00:00:00", "2026-11-25T00:00:00"]),
    (["2026-11-24T23:30:00-02:00"], ["2026-11-25T01:30:00"]),
    (["24.11.2026"], ["2026-11-24T00:00:00"]),
    (["11/24/2026", "01/02/2026"], ["2026-11-24T00:00:00", "2026-01-02T00:00:00"]),
    (["25/02/2026", "01/02/2026"], ["2026-02-25T00:00:00", "2026-02-01T00:00:00"]),
    (["Nov 24, 2026"], ["2026-11-24T00:00:00"]),
    (["2026年11月24日"], ["2026-11-24T00:00:00"]),
    (["12/31/2026 3:04:05 PM"], ["2026-12-31T15:04:05"]),
]


def known_form(cells: Sequence[str]) -> CellForm:
    form = form_of(cells)
    assert form is not None
    return form


@pytest.mark.parametrize(("cells", "values"), NUMBERS)
def test_numbers_are_read_as_they_are_written(cells: Sequence[str], values: Sequence[float]) -> None:
    form = known_form(cells)
    assert form.kind is ColumnKind.NUMBER
    assert numbers_in(cells, form)[0].tolist() == list(values)


@pytest.mark.parametrize(("cells", "values"), DATES)
def test_dates_are_read_as_they_are_written(cells: Sequence[str], values: Sequence[str]) -> None:
    form = known_form(cells)
    assert form.kind is ColumnKind.DATE
    assert dates_in(cells, form)[0].astype(str).tolist() == list(values)


@pytest.mark.parametrize("cell", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])
def test_a_moment_that_utc_does_not_have_is_no_date(cell: str) -> None:
    dates, wrong = dates_in(["2026-11-24", cell], known_form(["2026-11-24"]))
    assert dates.astype(str).tolist() == ["2026-11-24T00:00:00", "NaT"]
    assert wrong == 1


@pytest.mark.parametrize("cells", [["01/02/2026"], ["01/02/2026", "03/04/2026"]])
def test_a_day_that_may_be_a_month_is_no_date(cells: Sequence[str]) -> None:
    assert known_form(cells).kind is ColumnKind.TEXT


@pytest.mark.parametrize("cell", ["", "-", "–", "N/A", "n/a", "null", "(not set)", "NaN"])
def test_nothing_is_unknown_and_never_0(cell: str) -> None:
    assert form_of([cell, cell]) is None
    numbers, wrong = numbers_in(["7", cell], known_form(["7"]))
    assert np.isnan(numbers[1])
    assert wrong == 0


@pytest.mark.parametrize("cell", ["1,2,3", "1.2.3", "12,34", "1e5", "0x10", "1_000", "inf", "٣", "--5", "1-2", "."])
def test_what_is_no_number_is_counted(cell: str) -> None:
    numbers, wrong = numbers_in(["7", cell], CellForm(ColumnKind.NUMBER))
    assert np.isnan(numbers[1])
    assert wrong == 1


@given(st.integers(min_value=-(10**15), max_value=10**15), st.sampled_from([",", ".", " ", "'", "’", "\u202f"]))
def test_grouped_numbers_are_read_back(number: int, group: str) -> None:
    form = CellForm(ColumnKind.NUMBER, "." if group == "," else ",")
    assert numbers_in([f"{number:,}".replace(",", group)], form)[0][0] == number


def made(source: str, rows: Sequence[tuple[str, Mapping[str, str]]]) -> UrlSet:
    """Make a set of one source as a table would."""
    names = sorted({name for _, values in rows for name in values})
    builder, table = UrlSetBuilder(), TableGatherer()
    table.begin([WantedColumn(place, name, adds=name == "clicks") for place, name in enumerate(names)])
    for url, values in rows:
        table.add(builder.add_request(url), [values.get(name, "") for name in names])
    columns, _ = table.finish(len(builder))
    return builder.finish(Source(source, source, "table"), columns)


def told(urls: UrlSet) -> dict[tuple[str, str, str], object]:
    """Return every known value by source, column and URL."""
    return {
        (share.source.id, column.info.name, urls.urls[int(row)]): column.value(place)
        for share in urls.shares
        for column in share.values
        for place, row in enumerate(share.rows)
        if column.value(place) is not None
    }


def test_sets_keep_each_value_with_its_url() -> None:
    random.seed(5)
    every = [f"/{number}" for number in range(300)]
    kept: dict[tuple[str, str, str], object] = {}
    whole = UrlSet()
    for source in ("a", "b", "c"):
        chosen = random.sample(every, 200)
        rows = [(url, {"clicks": str(random.randrange(99)), "title": f"T{random.randrange(9)}"}) for url in chosen]
        kept |= {(source, "clicks", url): float(values["clicks"]) for url, values in rows}
        kept |= {(source, "title", url): values["title"] for url, values in rows}
        whole = whole.with_added(made(source, rows))
    assert told(whole) == kept
    gone = [row for row, url in enumerate(whole.urls) if url.endswith("7")]
    assert told(whole.without_rows(gone)) == {key: value for key, value in kept.items() if not key[2].endswith("7")}
    without = whole.without(Source("b", "b", "table"))
    assert told(without) == {key: value for key, value in kept.items() if key[0] != "b"}
    assert told(UrlSet.combined([without, made("b", [("/1", {"clicks": "4"})])]))[("b", "clicks", "/1")] == 4


def test_clicks_of_the_same_url_are_added_and_its_first_title_is_kept() -> None:
    urls = made("a", [("/a", {"clicks": "1", "title": "A"}), ("/a", {"clicks": "2", "title": "B"}), ("/b", {})])
    assert told(urls) == {("a", "clicks", "/a"): 3, ("a", "title", "/a"): "A"}
    again = urls.with_added(made("a", [("/a", {"clicks": "5"}), ("/c", {"clicks": "7", "title": "C"})]))
    assert told(again) == {
        ("a", "clicks", "/a"): 8,
        ("a", "title", "/a"): "A",
        ("a", "clicks", "/c"): 7,
        ("a", "title", "/c"): "C",
    }


def test_sum_of_two_parts_of_a_source_is_unknown_if_one_has_no_number() -> None:
    urls = made("a", [("/a", {"clicks": "1"}), ("/b", {"clicks": ""}), ("/c", {"clicks": "4"})])
    part = made("a", [("/a", {"clicks": ""}), ("/b", {"clicks": "2"}), ("/d", {"clicks": "5"})])
    assert told(urls.with_added(part)) == {("a", "clicks", "/c"): 4, ("a", "clicks", "/d"): 5}
    assert told(part.with_added(urls)) == told(urls.with_added(part))


def test_numbers_take_few_bytes_and_stay_exact() -> None:
    urls = made("a", [(f"/{number}", {"clicks": str(number)}) for number in (0, 16_777_216, 3)])
    assert urls.shares[0].values[0].values.dtype == np.float32
    exact = made("a", [(f"/{number}", {"clicks": str(number)}) for number in (0, 16_777_217, 3)])
    assert [exact.shares[0].values[0].value(row) for row in range(3)] == [0, 16_777_217, 3]


def test_unknown_values_come_last_in_either_order() -> None:
    urls = made("a", [("/a", {"clicks": "2", "title": "b"}), ("/b", {}), ("/c", {"clicks": "1", "title": "A"})])
    for column in urls.shares[0].values:
        assert column.order().tolist() == [2, 0, 1]
        assert column.order(is_descending=True).tolist() == [0, 2, 1]


@given(st.lists(st.one_of(st.just(float("nan")), st.integers(-3, 3).map(float), st.floats(width=32)), max_size=60))
def test_an_order_keeps_equal_and_unknown_values_as_they_stand(numbers: list[float]) -> None:
    known = [place for place, number in enumerate(numbers) if not isnan(number)]
    unknown = [place for place, number in enumerate(numbers) if isnan(number)]
    by_hand = sorted(known, key=numbers.__getitem__) + unknown
    assert stable_order(np.array(numbers, np.float64)).tolist() == by_hand
