"""Regular expressions that every supported Python reads alike.

A possessive repetition of a group that fails after it has read something reads too much in Python 3.11.2 (that of
Debian 12): `(?:/[a-z]++)++` matches all of `/a/`. `(?>(?:/[a-z]++)+)` is the same by definition, and read rightly.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from re import _parser as parser  # type: ignore[attr-defined]  # the parser has no public name
from typing import Any, Final

import pytest

import robotstudio

Items = Sequence[tuple[object, Any]]
_REPEATS: Final = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}


def _patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    for module in pkgutil.walk_packages(robotstudio.__path__, "robotstudio."):
        if not module.name.endswith("__main__"):
            for name, value in vars(importlib.import_module(module.name)).items():
                yield from ((f"{module.name}.{name}", each) for each in _compiled(value))


def _compiled(value: object, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, str) and value.isprintable() and re.search(r"\)[*+?}]\+", value):
        with suppress(re.error):  # part of a pattern
            yield re.compile(value)
    elif isinstance(value, dict):
        yield from _compiled(tuple(value.values()), depth - 1)
    elif isinstance(value, (tuple, list, set, frozenset)) and depth:
        for each in value:
            yield from _compiled(each, depth - 1)


def _parts(value: Any) -> Iterator[Items]:
    if isinstance(value, parser.SubPattern):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _parts(each)


def _flat(items: Items) -> Iterator[tuple[str, Any]]:
    for name, value in items:
        if str(name) == "SUBPATTERN":
            yield from _flat(value[3])
        else:
            yield str(name), value


def _may_fail_late(items: Items) -> bool:
    """Return True if it may fail after it has read something."""
    flat = list(_flat(items))
    if any(name not in _REPEATS or value[0] for name, value in flat[1:]):
        return True
    name, value = flat[0]
    if name == "BRANCH":
        return any(map(_may_fail_late, value[1]))
    return name in _REPEATS and (value[0] > 1 or _may_fail_late(value[2]))


def _faults(items: Items) -> Iterator[Items]:
    for name, value in items:
        if str(name) == "POSSESSIVE_REPEAT" and _may_fail_late(value[2]):
            yield value[2]
        for part in _parts(value):
            yield from _faults(part)


def _faults_in(pattern: re.Pattern[Any]) -> list[Items]:
    text = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    return list(_faults(parser.parse(text, pattern.flags & ~re.UNICODE)))


def test_no_possessive_group_may_fail_after_it_has_read_something() -> None:
    patterns = list(_patterns())
    assert len(patterns) > 200
    assert [name for name, pattern in patterns if _faults_in(pattern)] == []


@pytest.mark.parametrize("text", [r"(?:/[a-z]++)++", r"(?:a|b(?!c))*+", r"x(?:(?:;k(?:=v)?)*+)y", r"(?:ab)?+c"])
def test_such_a_group_is_found(text: str) -> None:
    assert _faults_in(re.compile(text))


@pytest.mark.parametrize("text", [r"[a-z]++", r"(?:a|[bc]++)*+", r"(?>(?:/[a-z]++)+)", r"(?:[ ]++a?+)*+"])
def test_other_groups_are_none(text: str) -> None:
    assert not _faults_in(re.compile(text))
