"""A table has each URL's path in the form of every dialect, without calling the dialect for most of them."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, UrlTable
from robotstudio.engine.bulk import table as table_module
from robotstudio.engine.bulk.path_forms import ESCAPED, PathOf
from robotstudio.engine.paths import NO_PATH, bytes_of, path_of
from tests.engine.odd_urls import EVERY_TWO, FORMS, URLS


def shouted(url: bytes) -> bytes:
    """Return a form that no dialect has."""
    return path_of(url).upper()


def assert_forms(table: UrlTable, urls: list[str], form: PathOf) -> None:
    assert_paths(table, [form(bytes_of(url)) for url in urls], form)


def assert_paths(table: UrlTable, paths: list[bytes], form: PathOf) -> None:
    view = table.view(form)
    assert [view.paths[row] for row in view.inverse.tolist()] == paths
    assert list(view.paths) == sorted(set(view.paths))


@cache
def paths_of_every_two(name: str) -> list[bytes]:
    return [FORMS[name](bytes_of(url)) for url in EVERY_TWO]


@pytest.mark.parametrize("is_large", [False, True], ids=["small", "large"])
@pytest.mark.parametrize("name", [*FORMS, "shouted"])
def test_paths_are_those_that_the_dialect_compares(name: str, is_large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    form = FORMS.get(name, shouted)
    if is_large:
        monkeypatch.setattr(table_module, "_MANY_URLS", 0)
        monkeypatch.setattr(table_module, "_FEW_OTHERS", 1.0)

    @given(st.lists(URLS, max_size=12))
    @settings(max_examples=20)
    def check(urls: list[str]) -> None:
        table = UrlTable(urls)
        table.view(path_of)
        assert_forms(table, urls, form)

    check()


@pytest.mark.parametrize("is_large", [False, True], ids=["small", "large"])
@pytest.mark.parametrize("name", FORMS)
def test_every_two_pieces_have_the_path_that_the_dialect_compares(
    name: str, is_large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_large:
        monkeypatch.setattr(table_module, "_MANY_URLS", 0)
        monkeypatch.setattr(table_module, "_FEW_OTHERS", 1.0)
    assert_paths(UrlTable(EVERY_TWO), paths_of_every_two(name), FORMS[name])


_IN_PATH = "ABZaz09-._~/"


@pytest.mark.parametrize("form", ESCAPED, ids=lambda form: form.__name__)
def test_row_says_what_a_form_makes_of_usual_urls(form: PathOf) -> None:
    """Compare with the form itself, for every two letters of usual URLs, and every three in queries."""
    paths = ["/" + "".join(letters) for letters in product(_IN_PATH, repeat=2) if letters[0] != "/"]
    queries = [f"/a?{''.join(letters)}" for letters in product(_IN_PATH + "=&", repeat=3)]
    escapes = str.maketrans({chr(byte): f"%{byte:02X}" for byte in ESCAPED[form]})
    for path in (*paths, *queries, "/robots.txt"):
        assert form(f"http://e.com{path}".encode()).decode() == path.translate(escapes), path


def test_no_path_of_a_url_is_the_one_that_stands_for_none() -> None:
    empty = {name for name in FORMS if NO_PATH in paths_of_every_two(name)}
    assert empty == {"requoted_path_of", "requoted_path_without_empty_query"}


def test_form_of_every_dialect_is_known() -> None:
    assert [name for name, form in FORMS.items() if form not in ESCAPED] == []


def test_dialects_that_see_the_same_paths_share_a_view() -> None:
    table = UrlTable(["https://example.com/a?b=1", "https://example.com/c"])
    shared = {name for name, form in FORMS.items() if table.view(form) is table.view(path_of)}
    assert shared == {form.__name__ for form, escaped in ESCAPED.items() if not escaped and form.__name__ in FORMS}


def test_views_of_a_large_table_share_their_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "_MANY_URLS", 0)
    table = UrlTable([*(f"https://example.com/{number}" for number in range(100)), "https://example.com/%7e"])
    google, rfc = (table.view(DIALECTS[dialect].path_of) for dialect in ("google", "rfc9309"))
    assert google is not rfc
    assert google.paths is rfc.paths


@given(st.lists(st.text(max_size=5), max_size=10))
def test_urls_are_kept_as_bytes(urls: list[str]) -> None:
    table = UrlTable(urls)
    assert len(table) == len(table.urls) == len(urls)
    assert [bytes_of(url) for url in table.urls] == [bytes_of(url) for url in urls]
    assert list(table.urls[1:3]) == list(table.urls)[1:3]


def test_table_from_a_buffer() -> None:
    table = UrlTable.from_buffer("/aé/b".encode(), np.array([0, 4, 4, 6]))
    assert list(table.urls) == ["/aé", "", "/b"]
    assert_forms(table, ["/aé", "", "/b"], path_of)
