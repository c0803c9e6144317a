"""One idea has one name: docs/glossary.md says which, and which names it has no longer."""

import ast
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from tests.rows import each_row

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "robotstudio"
SCREEN = (
    "ui",
    "cli",
    "draft",
    "crawl",
    "compliance",
    "policy",
    "report",
    "help",
    "project",
)  # the words of the linter and of the engine are held by their own tests

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def rows() -> list[list[str]]:
    """Return the cells of the table, without its header."""
    lines = (ROOT / "docs/glossary.md").read_text("utf-8").partition("\n## In four languages\n")[0].splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return table[2:]


def refused(column: int) -> list[str]:
    """Return the words that a column of the table forbids."""
    return [word.strip() for row in rows() for word in row[column].split(",") if word.strip()]


@cache
def words_of(name: str) -> str:
    """Return the words of a name in any style, between underscores: `_crawler_header_` for `CrawlerHeader`."""
    return f"_{'_'.join(_WORD.findall(name)).lower()}_"


@cache
def package() -> tuple[dict[str, list[str]], list[tuple[str, str]]]:
    """Return the places of all names in the package by their words, and of all texts of window and terminal.

    Only of files in which a word that is refused stands somewhere: to take a file apart takes longer than all else.
    """
    names: dict[str, list[str]] = {}
    texts = []
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(ROOT)
        for part in place.with_suffix("").parts:
            names.setdefault(words_of(part), []).append(str(place))
        text = path.read_text("utf-8")
        if not (_ON_SCREEN.search(text) or any(map(is_refused, set(_NAME.findall(text))))):
            continue
        nodes = list(ast.walk(ast.parse(text)))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if name := name_of(node):
                names.setdefault(words_of(name), []).append(f"{place}:{getattr(node, 'lineno', 0)}: {name}")
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                text = re.sub(r"\{\w*\}", "", node.value)
                if " " in text.strip() and place.parts[1] in SCREEN:
                    texts.append((f"{place}:{node.lineno}", text))
    return names, texts


@cache
def is_refused(name: str) -> bool:
    """Whether a name has the words of one that nothing in the code is called any longer."""
    words = words_of(name)
    return any(each in words for each in RETIRED)


RETIRED = [words_of(word) for word in refused(3)]
_NAME = re.compile(r"[^\W\d]\w*")
_ON_SCREEN = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in refused(4)), re.IGNORECASE)
EVERYWHERE = sorted(set(refused(3)) & set(refused(4)))


@cache
def prose() -> list[tuple[str, str]]:
    """Return the docstrings and comments with their places, without what they quote as code.

    Only of files that have one of the words somewhere: to take a file apart takes longer than all else.
    """
    found, wanted = [], re.compile("|".join(map(re.escape, EVERYWHERE)), re.IGNORECASE)
    for path in sorted(
        path for name in ("robotstudio", "tests", "benchmarks", "docs") for path in (ROOT / name).rglob("*.py")
    ):
        if not wanted.search(path.read_text("utf-8")):
            continue
        with path.open("rb") as file:
            for token in tokenize.tokenize(file.readline):
                if token.type == tokenize.COMMENT or token.string.startswith('"""'):
                    text = re.sub(r"`[^`]*`", "", token.string)
                    found.append((f"{path.relative_to(ROOT)}:{token.start[0]}", text))
    return found


def name_of(node: ast.AST) -> str:
    """Return the name that a node defines or uses, "" for none."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
            return name
        case ast.keyword(arg=str(name)):
            return name
        case _:
            return ""


@each_row("word", refused(3))
def test_retired_name_is_not_in_the_code(word: str) -> None:
    assert not [place for words, places in package()[0].items() if words_of(word) in words for place in places]


@each_row("word", refused(4))
def test_retired_word_is_not_on_the_screen(word: str) -> None:
    wanted = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    assert not [f"{place}: {text}" for place, text in package()[1] if wanted.search(text)]


@each_row("word", EVERYWHERE)
def test_word_that_is_refused_everywhere_is_not_in_docstrings_and_comments(word: str) -> None:
    wanted = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    assert not [place for place, text in prose() if wanted.search(text)]


def test_every_row_names_the_idea_in_the_code_or_on_the_screen() -> None:
    assert all(len(row) == 5 and row[0] and (row[1] or row[2]) for row in rows())


def test_names_in_the_table_are_in_the_code() -> None:
    code = {name for path in PACKAGE.rglob("*.py") for name in _NAME.findall(f"{path} {path.read_text('utf-8')}")}
    assert {name for row in rows() for name in re.findall(r"`(\w+)`", row[1])} <= {"byte", "space", *code}


@pytest.mark.parametrize("name", ["as_if_button", "ShownAsIf", "SHOW_AS_IF"])
def test_words_are_found_in_names_of_any_style(name: str) -> None:
    assert words_of("as_if") in words_of(name)
    assert words_of("as") not in words_of("basis")
