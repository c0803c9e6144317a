"""SARIF is what the official schema says, formats included, and holds what a service for code scanning shows."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator, FormatChecker

from robotstudio.cli import sarif
from robotstudio.cli.rule import section_of
from robotstudio.help.rule_pages import rule_text
from robotstudio.lint.rules import RULES
from tests.cli.conftest import Run

SCHEMA = Path(__file__).parents[1] / "data" / "sarif-2.1.0-rtm.5.json"
BAD = b"User-agent: *\nDisalow: /tmp/\n Disallow: /a\nDisalow: /tmp/\nFoo: <b>&\x1b[31m\xff\n"


@pytest.fixture(scope="module")
def validator() -> Draft4Validator:
    checker = FormatChecker()
    assert {"uri", "uri-reference"} <= set(checker.checkers)
    return Draft4Validator(json.loads(SCHEMA.read_bytes()), format_checker=checker)


def mistakes(validator: Draft4Validator, log: object) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message[:200]}" for error in validator.iter_errors(log)]


def log_of(run: Run, *arguments: str) -> dict[str, Any]:
    _, output, _ = run("lint", *arguments, "--format", "sarif")
    log: dict[str, Any] = json.loads(output)
    return log


@pytest.mark.parametrize("name", ["robots.txt", "a b,c#d?e%f.txt", "é.txt", "c:x.txt"])
@pytest.mark.parametrize("absolute", [True, False])
def test_log_is_valid(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, validator: Draft4Validator, name: str, *, absolute: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / name
    path.write_bytes(BAD)
    log = log_of(run, str(path) if absolute else name)
    assert mistakes(validator, log) == []
    assert len(log["runs"][0]["results"]) > 3


def test_schema_would_refuse_a_relative_help_page(run: Run, tmp_path: Path, validator: Draft4Validator) -> None:
    (tmp_path / "robots.txt").write_bytes(BAD)
    log = log_of(run, str(tmp_path / "robots.txt"))
    log["runs"][0]["tool"]["driver"]["rules"][0]["helpUri"] = "docs/rules/RS102.md"
    assert len(mistakes(validator, log)) == 1


def test_log_with_an_address_of_the_project_is_valid(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, validator: Draft4Validator
) -> None:
    monkeypatch.setattr(sarif, "PROJECT_URL", "https://example.org/robotstudio")
    (tmp_path / "robots.txt").write_bytes(BAD)
    log = log_of(run, str(tmp_path / "robots.txt"))
    driver = log["runs"][0]["tool"]["driver"]
    assert mistakes(validator, log) == []
    assert driver["informationUri"] == "https://example.org/robotstudio"
    assert driver["rules"][0]["helpUri"].startswith("https://example.org/robotstudio/docs/rules/RS")


def test_standard_input_has_a_name(run: Run, monkeypatch: pytest.MonkeyPatch, validator: Draft4Validator) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BAD)))
    log = log_of(run, "-")
    assert mistakes(validator, log) == []
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "stdin", "description": {"text": "standard input"}}


def test_file_that_could_not_be_read_is_in_the_log(run: Run, tmp_path: Path, validator: Draft4Validator) -> None:
    (tmp_path / "robots.txt").write_bytes(BAD)
    log = log_of(run, str(tmp_path / "gone.txt"), str(tmp_path / "robots.txt"))
    (invocation,) = log["runs"][0]["invocations"]
    assert mistakes(validator, log) == []
    assert invocation["executionSuccessful"] is False
    assert "gone.txt" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_finding_is_known_again_when_lines_move(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(BAD)
    before = log_of(run, str(path), "--select", "RS102")["runs"][0]["results"]
    path.write_bytes(b"# new\n\n" + BAD)
    after = log_of(run, str(path), "--select", "RS102")["runs"][0]["results"]
    marks = [[result["partialFingerprints"] for result in results] for results in (before, after)]
    assert marks[0] == marks[1]
    assert marks[0][0] != marks[0][1]  # two lines that say the same


@pytest.mark.parametrize("code", RULES)
def test_every_rule_brings_its_page(code: str) -> None:
    row: Any = sarif._rule(code)
    assert row["help"]["markdown"].startswith(f"# {code} ")
    assert row["fullDescription"]["text"] == section_of(rule_text(code), "What") != ""
