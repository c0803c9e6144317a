"""The examples of docs/library.md and of the package run as they are written, and its public names are kept."""

import doctest
import json
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import api
import pytest

from robotstudio import library
from robotstudio.library import robotparser, robots, scrapy

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "library.md"


def test_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(>>> .*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "library.md", None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test) == doctest.TestResults(
        0, len(test.examples)
    )
    assert len(test.examples) > 5


@pytest.mark.parametrize("module", [library, robots, robotparser, scrapy], ids=lambda module: module.__name__)
def test_examples_of_docstrings_run(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (failed, tried > 0) == (0, True)


def test_every_method_has_an_example() -> None:
    public = {name: value for name, value in vars(library.Robots).items() if not name.startswith("_")}
    assert [name for name, value in public.items() if ">>>" not in (value.__doc__ or "")] == []


def test_lost_names_and_new_arguments_are_told() -> None:
    """As `dev.py check` compares them; nothing is lost since the last release."""
    kept = json.loads(api.KEPT.read_text("utf-8"))["api"]
    methods = kept["members"]["Robots"]["members"]
    methods["disallowed"] = methods["allowed"] | {"name": "disallowed"}
    methods["why"]["parameters"].pop()
    kept["members"]["engine"]["members"]["Verdict"]["members"]["colour"] = {
        **kept["members"]["Answer"]["members"]["url"],
        "name": "colour",
    }
    assert api.breakages(ROOT, json.dumps(kept)) == [
        "robotstudio.Robots.why: Parameter was added as required (None -> user_agent)",
        "robotstudio.Robots.disallowed: Public object was removed (disallowed -> None)",
        "robotstudio.engine.Verdict.colour: Public object was removed (colour -> None)",
    ]


@pytest.mark.parametrize("path", re.findall(r"robotstudio\.library\.\w+", PAGE.read_text("utf-8")))
def test_modules_that_the_page_names_can_be_imported(path: str) -> None:
    assert import_module(path).__doc__
