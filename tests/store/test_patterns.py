"""No regular expression for foreign text can block the interpreter: `re` holds it until a match ends.

Each pattern of these packages is parsed. A repetition that can be long has to be possessive, or to be the last thing
that can fail. A pattern that is searched for anywhere in a text has to begin with something short.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]  # the only description of a pattern that there is
from typing import Any, NamedTuple

import pytest

import robotstudio

PACKAGES = ("crawl", "fetch", "survey/reading")
SHORT = 255
"""So many letters may be looked at again and again."""
_ANCHORED = {"match", "fullmatch", "compile"}
_TAKES_PATTERN = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
_STARTS = {_constants.LITERAL, _constants.IN, _constants.ASSERT_NOT, _constants.SUBPATTERN, _constants.BRANCH}
_LOOKS = {_constants.ASSERT, _constants.ASSERT_NOT}
_REPEATS = {_constants.MAX_REPEAT, _constants.MIN_REPEAT}


class Used(NamedTuple):
    place: str
    text: str | bytes
    name: str  # of the variable that it is kept in, "" if it is used at once
    calls: frozenset[str]  # what is done with it


def modules() -> Iterator[tuple[str, ast.Module]]:
    root = Path(robotstudio.__file__).parent
    for package in PACKAGES:
        for file in sorted((root / package).glob("*.py")):
            yield file.relative_to(root).as_posix(), ast.parse(file.read_text("utf-8"))


def used() -> Iterator[Used]:
    for place, tree in modules():
        nodes = list(ast.walk(tree))
        kept = dict(pair for node in nodes for pair in _kept(node))
        done: dict[str, set[str]] = {}
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                done.setdefault(node.value.id, set()).add(node.attr)
        for call in nodes:
            function = call.func if isinstance(call, ast.Call) else None
            if not isinstance(call, ast.Call) or not isinstance(function, ast.Attribute):
                continue
            if isinstance(function.value, ast.Name) and function.value.id == "re" and function.attr in _TAKES_PATTERN:
                name = next((name for name, value in kept.items() if value is call), "")
                calls = frozenset(done.get(name, ())) if name else frozenset({function.attr})
                yield Used(place, _text(call.args[0], kept), name, calls)


def _kept(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Return the value assigned to a variable."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target.id, node.value
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        yield node.targets[0].id, node.value


def _text(node: ast.expr, kept: dict[str, ast.expr]) -> str | bytes:
    """Return the pattern; a part given by another expression is replaced by any word."""
    if isinstance(node, ast.Name):
        return _text(kept[node.id], kept) if node.id in kept else "word"
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "word" for part in node.values)
    if isinstance(node, ast.Call):
        return "word"
    if isinstance(node, ast.BinOp):
        parts = [_text(each, kept) for each in (node.left, node.right)]
        return "".join(each for each in parts if isinstance(each, str))  # nothing joins bytes here
    value = ast.literal_eval(node)
    assert isinstance(value, (str, bytes))
    return value


def flaws(pattern: str | bytes, *, is_searched: bool) -> Iterator[str]:
    yield from _flaws(list(_parser.parse(pattern)), is_searched=is_searched, is_last=True)


def _flaws(items: list[tuple[Any, Any]], *, is_searched: bool, is_last: bool, is_atomic: bool = False) -> Iterator[str]:
    for place, (kind, argument) in enumerate(items):
        ends = is_last and all(_cannot_fail(item) for item in items[place + 1 :])
        if kind in _REPEATS or kind is _constants.POSSESSIVE_REPEAT:
            _, most, inner = argument
            is_long = most > 1 and (most is _constants.MAXREPEAT or most * _longest(inner) > SHORT)
            is_kept = kind is _constants.POSSESSIVE_REPEAT or is_atomic
            if is_long and not ends:
                if not is_kept:
                    yield f"a long repetition that may be given back: {most}"
                elif is_searched and not any(_is_start(item) for item in items[:place]):
                    yield "a search that begins with a long repetition"
            if is_long and len(inner) > 1 and not is_kept:
                yield "a long repetition of several things"
            begins = is_searched and not any(_is_start(item) for item in items[:place])
            yield from _flaws(list(inner), is_searched=begins, is_last=ends)
        for inner in _inside(kind, argument):
            begins = is_searched and not any(_is_start(item) for item in items[:place])
            is_whole = kind is _constants.ATOMIC_GROUP and len(inner) == 1
            yield from _flaws(list(inner), is_searched=begins, is_last=ends and kind not in _LOOKS, is_atomic=is_whole)


def _inside(kind: object, argument: Any) -> list[Any]:
    if kind is _constants.SUBPATTERN:
        return [argument[3]]
    if kind is _constants.BRANCH:
        return list(argument[1])
    if kind in {_constants.ASSERT, _constants.ASSERT_NOT}:
        return [argument[1]]
    return [argument] if kind is _constants.ATOMIC_GROUP else []


def _cannot_fail(item: tuple[Any, Any]) -> bool:
    kind, argument = item
    return (kind in _REPEATS or kind is _constants.POSSESSIVE_REPEAT) and argument[0] == 0


def _is_start(item: tuple[Any, Any]) -> bool:
    return item[0] in {
        _constants.LITERAL,
        _constants.ASSERT_NOT,
        _constants.SUBPATTERN,
        _constants.AT,
        _constants.BRANCH,
    }


def _longest(inner: Any) -> int:
    return int(min(inner.getwidth()[1], 10_000))


@pytest.mark.parametrize("one", list(used()), ids=lambda one: f"{one.place} {one.name}")
def test_no_pattern_runs_long_on_any_text(one: Used) -> None:
    is_searched = bool(one.calls - _ANCHORED)
    assert list(flaws(one.text, is_searched=is_searched)) == []


@pytest.mark.parametrize(
    ("pattern", "is_searched"),
    [
        (r"\s*\d{0,9}(?:\.\d*)?\s*[;,]", False),
        (r"(a+)+b", False),
        (r"(?:a|b)*c", False),
        (r".*?x", False),
        (r"\s++$", True),
        (r"a{1,5000}b", False),
        (r"(?>(?:a+b)*)c", False),
    ],
)
def test_patterns_that_hold_the_interpreter_are_found(pattern: str, *, is_searched: bool) -> None:
    assert list(flaws(pattern, is_searched=is_searched))


def test_patterns_are_found_in_the_code() -> None:
    assert {"_ID", "_DATED", "_SCRIPTED", "_CSS_URL"} <= {one.name for one in used()}
