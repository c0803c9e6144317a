"""Conditions on URLs by their columns."""

from pathlib import Path

import numpy as np
import pytest

from robotstudio.engine.bulk.texts import Texts
from robotstudio.engine.sums import Sum
from robotstudio.text.language import ENGLISH
from robotstudio.urls.set_columns import (
    UnknownColumnError,
    columns_of,
    export_words,
    find,
    full_titles,
    sum_of,
    sum_words,
    sums_of,
    tool_of,
)
from robotstudio.urls.sources.reading import ReadOptions, read_source
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.where import WhereError, columns_in, mask_where, parse
from tests.urls.sources.files import write

BODY = (
    "Page,Clicks,Title,Last crawled,Status code\n"
    "/a,5,Tents and more,2026-10-02,200\n"
    "/b,500,SHOES,2026-09-30,404\n"
    "/tag/c,,Shoes for hiking,,200\n"
    "/d,0,,2026-10-31,\n"
)


@pytest.fixture(name="urls")
def _urls(tmp_path: Path) -> UrlSet:
    path = write(tmp_path / "pages.csv", BODY)
    return read_source([path], ReadOptions(columns=("*",))).urls


def found(urls: UrlSet, condition: str) -> str:
    """Return the last letters of the URLs for which a condition is true."""
    columns = columns_of(urls)
    mask = mask_where(parse(condition), urls.urls, lambda name: find(columns, name, ENGLISH).values)
    return "".join(url[-1] for url, is_true in zip(urls.urls, mask, strict=True) if is_true)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("clicks > 5", "b"),
        ("clicks >= 5", "ab"),
        ("clicks = 0", "d"),
        ("clicks != 5", "bd"),
        ("not clicks > 5", "ad"),
        ("clicks is unknown", "c"),
        ("clicks is not unknown", "abd"),
        ("clicks is known and clicks < 100", "ad"),
        ("clicks > 5 or clicks is unknown", "bc"),
        ("clicks > 1000 or status = 200", "ac"),
        ("not (clicks > 5 and status = 404)", "acd"),
        ("title contains shoes", "bc"),
        ("title contains cased SHOES", "b"),
        ("title not contains shoes", "a"),
        ("title = shoes", "b"),
        ("title matches '^shoes'", "bc"),
        ("title matches cased '^shoes'", ""),
        ("title matches 's$'", "b"),
        ("url contains /TAG/", "c"),
        ("not url contains /tag/", "abd"),
        ("url matches '^/[ab]$'", "ab"),
        ("'last crawled' = 2026-10", "ad"),
        ("last_crawled < 2026-10", "b"),
        ('"Last crawled" >= 2026-10-31', "d"),
        ("last_crawled != 2026", ""),
        ("CLICKS>5 AND STATUS=404", "b"),
        ("'status code' >= 400", "b"),
    ],
)
def test_a_condition_takes_the_urls_it_is_true_of(urls: UrlSet, condition: str, expected: str) -> None:
    assert found(urls, condition) == expected


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("", "ends where a column is expected"),
        ("clicks", "ends where a comparison"),
        ("clicks >", "ends where a value"),
        ("clicks > 5 6", "“6” in the condition: "),
        ("(clicks > 5", "a closing parenthesis"),
        ("clicks > many", "holds numbers"),
        ("clicks contains 5", "holds numbers"),
        ("last_crawled > 10", "holds dates"),
        ("last_crawled > 2026-13", "holds dates"),
        ("title > a", "holds texts"),
        ("title matches '('", "not a regular expression"),
        ("title = 'a", "cannot be read from"),
        ("(" * 60 + "clicks > 5" + ")" * 60, "too many nested parentheses"),
        ("clicks > 5 " * 2_000, "too long"),
    ],
)
def test_a_condition_that_is_not_understood_says_where(urls: UrlSet, condition: str, why: str) -> None:
    with pytest.raises(WhereError, match=why):
        found(urls, condition)


def test_a_column_that_is_not_there_is_refused_with_those_that_are(urls: UrlSet) -> None:
    with pytest.raises(UnknownColumnError, match="Available: clicks, title, last_crawled, status"):
        found(urls, "clickz > 5")
    assert list(columns_in(parse("a > 1 and not (b = 2 or url contains x)"))) == ["a", "b"]


def test_columns_of_several_sources_stand_side_by_side(urls: UrlSet, tmp_path: Path) -> None:
    other = read_source([write(tmp_path / "october.csv", "Page,Clicks\n/a,7\n/e,8\n")]).urls
    both = urls.with_added(other)
    columns = columns_of(both)
    titles = full_titles(columns, ENGLISH)
    assert [title for title in titles if title.startswith("Clicks")] == ["Clicks (pages.csv)", "Clicks (october.csv)"]
    with pytest.raises(UnknownColumnError, match="several columns “clicks”"):
        find(columns, "clicks", ENGLISH)
    column = find(columns, "Clicks (october.csv)", ENGLISH).values
    assert [column.value(row) for row in range(5)] == [7, None, None, None, 8]


def test_columns_of_files_with_one_name_are_told_apart_by_folder_then_by_number(tmp_path: Path) -> None:
    urls = UrlSet()
    for clicks, folder in enumerate(("may", "june", "old/june")):
        (tmp_path / folder).mkdir(parents=True)
        path = write(tmp_path / folder / "pages.csv", f"url,clicks,hits,HITS \n/a,{clicks},7,9\n")
        urls = urls.with_added(read_source([path], ReadOptions(columns=("*",))).urls)
    columns = columns_of(urls)
    titles = full_titles(columns, ENGLISH)
    assert len(set(titles)) == len(titles)
    of_clicks = ["Clicks (may/pages.csv)", "Clicks (june/pages.csv)", "Clicks (june/pages.csv 2)"]
    assert [find(columns, title, ENGLISH).values.value(0) for title in of_clicks] == [0, 1, 2]


def test_a_known_export_has_a_title(tmp_path: Path) -> None:
    body = "Top pages,Clicks,Impressions,CTR,Position\n/a,1,20,5%,3\n"
    source = read_source([write(tmp_path / "Pages.csv", body)]).source
    assert (tool_of(source), export_words(source, ENGLISH)) == ("Search Console", "Search Console, performance")
    other = read_source([write(tmp_path / "list.txt", "/a\n")]).source
    assert (tool_of(other), export_words(other, ENGLISH)) == ("list.txt", "")


def test_sums_say_of_how_many_urls_the_value_is_known(urls: UrlSet) -> None:
    column = find(columns_of(urls), "clicks", ENGLISH).values
    assert sum_of(column, np.array([0, 1, 2])) == Sum(505, 2, 3)
    assert sums_of(column, np.array([0, 0, 1, -1]), 3) == [Sum(505, 2, 2), Sum(0, 0, 1), Sum(0, 0, 0)]
    assert sum_words("Clicks", Sum(1505, 2, 3), ENGLISH) == "Clicks: 1,505; unknown for 1 of 3 URLs"
    assert sum_words("Clicks", Sum(0, 0, 3), ENGLISH) == "Clicks: unknown"
    assert sum_words("Clicks", Sum(0, 0, 0), ENGLISH) == "Clicks: 0"


def test_a_log_has_its_requests_as_a_column(tmp_path: Path) -> None:
    line = '192.0.2.1 - - [17/May/2026:10:05:03 +0000] "GET {} HTTP/1.1" 200 12 "-" "Googlebot/2.1"\n'
    path = write(tmp_path / "access.log", "".join(line.format(path) for path in ("/a", "/b", "/a")))
    column = find(columns_of(read_source([path]).urls), "requests", ENGLISH)
    assert column.values.values.tolist() == [2, 1]


def test_an_empty_set_has_no_columns() -> None:
    assert columns_of(UrlSet()) == ()
    assert not len(mask_where(parse("url contains x"), Texts.of(()), lambda _name: pytest.fail("not asked")))
