"""The documents of the command line say what the program does."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from robotstudio import cli
from robotstudio.cli import expectations, lint_reports, test
from robotstudio.draft.expectations import parse

DOCS = Path(__file__).parents[2] / "docs"


def examples(name: str) -> list[str]:
    """Return the code blocks of a document."""
    return [block.strip("\n") for block in (DOCS / name).read_text("utf-8").split("```")[1::2]]


@pytest.mark.parametrize(
    ("key", "keys"),
    [
        ("group", test.VerdictRow._fields),
        ("expected", expectations.JudgementRow._fields),
        ("fixable", lint_reports.FindingRow._fields),
        ("before", ["url", "crawler", "before", "after"]),
        ("differences", ["crawler", "outcome", "reason", "fields_change", "only", "differences"]),
        ("rests_on", ["line", "kind", "rests_on"]),
        ("bytes_before", ["bytes_before", "bytes_after", "reason"]),
    ],
)
def test_keys_of_json_are_those_of_the_program(key: str, keys: Sequence[str]) -> None:
    lines = [line for block in examples("command-line.md") for line in block.splitlines()]
    objects = [json.loads(line) for line in lines if line.startswith("{") and ": " in line[:18]]
    assert [list(each) for each in objects if key in each] == [list(keys)]


def test_every_command_has_its_section() -> None:
    text = (DOCS / "command-line.md").read_text("utf-8")
    assert all(f"## `robotstudio {command} " in text for command in cli.COMMANDS)


def test_example_of_expectations_can_be_read() -> None:
    file = parse(examples("expectations.md")[0])
    assert (len(file.expectations), file.mistakes) == (5, ())
