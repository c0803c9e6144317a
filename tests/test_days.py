"""A day that data holds as `2026-11-20` is written as the language writes days, wherever a person reads it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from robotstudio.text.language import ENGLISH
from robotstudio.text.locale import words_of
from tests.rows import each_row

PACKAGE = Path(__file__).parents[1] / "robotstudio"
OF_DATA = frozenset({"as_of", "checked_on", "dated", "list_of", "made_on", "ranges_dated"})
SPEAKERS = frozenset({"TableCell", "count", "counted_phrase", "format", "ntr", "phrase", "say", "told", "tr"})


def bare_days(source: str) -> Iterator[int]:
    """Return the lines on which a day of data is put into words as it is stored."""
    if not any(name in source for name in OF_DATA):
        return  # nothing to take apart
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
            given = [*node.args, *(each.value for each in node.keywords)]
            yield from (each.lineno for each in given if isinstance(each, ast.Attribute) and each.attr in OF_DATA)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@each_row("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_day_is_said_as_it_is_stored(path: Path) -> None:
    assert list(bare_days(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "words.say(_AS_OF, day=catalogue.as_of)",
        "tr(_AS_OF, day=catalogue.as_of)",
        "TableCell(row.crawler.checked_on)",
        "told(X, a=b.dated)",
    ],
)
def test_a_bare_day_is_found(source: str) -> None:
    assert list(bare_days(source))


@pytest.mark.parametrize(
    ("language", "said"), [("es", "20 nov 2026"), ("ru", "20 нояб. 2026 г."), ("zh_CN", "2026年11月20日")]
)
def test_a_day_of_data_is_written_as_the_language_writes_it(language: str, said: str) -> None:
    assert words_of(language).day("2026-11-20") == said
    assert ENGLISH.day("2026-11-20") == "20 Nov 2026"


def test_what_is_no_day_stays_as_it_was_written() -> None:
    assert ENGLISH.day("last winter") == "last winter"
