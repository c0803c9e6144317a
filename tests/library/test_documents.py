"""The examples of docs/library.md and of the package run as they are written, and its public names are kept."""

import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import robotstudio
from robotstudio import library

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "library.md"
KEPT = ROOT / "tests" / "data" / "library-names.txt"


def test_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(>>> .*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "library.md", None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test) == doctest.TestResults(
        0, len(test.examples)
    )
    assert len(test.examples) > 5


def test_example_of_the_package_runs() -> None:
    failed, tried = doctest.testmod(library, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (failed, tried > 0) == (0, True)


def names() -> list[str]:
    """List each public name with its arguments and attributes."""
    found = []
    for name in robotstudio.__all__:
        value = getattr(robotstudio, name)
        found.append(name)
        if inspect.isclass(value) and not issubclass(value, Exception):
            members = sorted({*vars(value), *value.__annotations__})
            found += [_signature(value, f"{name}.{member}", member) for member in members if not member.startswith("_")]
    return found


def _signature(owner: type, shown: str, member: str) -> str:
    value = getattr(owner, member, None)
    return f"{shown}{inspect.signature(value)}" if callable(value) else shown


def test_no_public_name_is_lost() -> None:
    """A name or signature that is missing here is a new major version: then write the file anew."""
    kept = KEPT.read_text("utf-8").splitlines()
    assert [line for line in kept if line not in names()] == []
    assert [line for line in names() if line not in kept] == [], "add the new names to the file"


@pytest.mark.parametrize("path", re.findall(r"robotstudio\.library\.\w+", PAGE.read_text("utf-8")))
def test_modules_that_the_page_names_can_be_imported(path: str) -> None:
    assert import_module(path).__doc__
