"""A project's options are in a file, which is found, read strictly and overridden by command-line options."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

ROBOTS = "User-agent: *\nDisalow: /tmp/\n Disallow: /a\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    inner = tmp_path / "site" / "public"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    (inner / "robots.txt").write_text(ROBOTS, "utf-8")
    return tmp_path


def codes(run: Run, *options: str) -> set[str]:
    return {
        json.loads(line)["code"] for line in run("lint", "robots.txt", "--format", "json", *options)[1].splitlines()
    }


def test_nearest_file_upward_counts(run: Run, folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.robotstudio]\nselect = ["RS102"]\n', "utf-8")
    assert codes(run) == {"RS102"}
    (folder / "site" / "pyproject.toml").write_text("[tool.other]\nx = 1\n", "utf-8")
    assert codes(run) == {"RS102"}
    (folder / "site" / "robotstudio.toml").write_text('ignore = ["RS102"]\n', "utf-8")
    assert codes(run) == {"RS110"}
    (folder / "site" / "pyproject.toml").write_text("[tool.robotstudio]\n", "utf-8")
    assert codes(run) == {"RS110"}


def test_file_may_begin_with_a_byte_order_mark(run: Run, folder: Path) -> None:
    (folder / "robotstudio.toml").write_text('\ufeffignore = ["RS102"]\n', "utf-8")
    assert codes(run) == {"RS110"}


def test_options_take_the_place_of_the_file(run: Run, folder: Path) -> None:
    (folder / "robotstudio.toml").write_text('select = ["RS102"]\nfail-on = "never"\n', "utf-8")
    assert run("lint", "robots.txt")[0] == 0
    assert run("lint", "robots.txt", "--fail-on", "error")[0] == 1
    assert codes(run, "--select", "RS110") == {"RS110"}
    assert codes(run, "--no-config") == {"RS102", "RS110"}
    (folder / "other.toml").write_text('select = ["RS110"]\n', "utf-8")
    assert codes(run, "--config", str(folder / "other.toml")) == {"RS110"}


def test_crawlers_and_dialect_are_those_of_test_and_diff(run: Run, folder: Path) -> None:
    (folder / "robotstudio.toml").write_text('crawlers = ["GPTBot"]\ndialect = "yandex"\n', "utf-8")
    _, output, _ = run("test", "robots.txt", "--url", "/", "--format", "json")
    assert [(row["crawler"], row["dialect"]) for row in map(json.loads, output.splitlines())] == [("GPTBot", "yandex")]
    _, output, _ = run("test", "robots.txt", "--url", "/", "--crawler", "*", "--dialect", "google", "--format", "json")
    assert [(row["crawler"], row["dialect"]) for row in map(json.loads, output.splitlines())] == [("*", "google")]
    assert run("diff", "robots.txt", "robots.txt", "--url", "/")[1].startswith("GPTBot: no change\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('selct = ["RS1"]', "unknown key selct. Did you mean select?"),
        ("fail_on = 'error'", "unknown key fail_on. Did you mean fail-on?"),
        ("zzzzzz = 1", "unknown key zzzzzz. Known keys: select, ignore, crawlers, fail-on, dialect, source."),
        ('select = "RS1"', "select must be a list of strings"),
        ("select = [1]", "select must be a list of strings"),
        ('select = ["RX1"]', "Unknown rule RX1"),
        ('fail-on = "grave"', "fail-on must be one of error, warning, information, hint, never"),
        ("dialect = 3", "dialect must be one of "),
        ("select = [", "is not valid TOML: "),
        ("select = " + "1" * 5_000, "is not valid TOML: "),
        (f"{'q' * 99} = 1", f"unknown key {'q' * 79}…. Known keys:"),
        ('"\\u001b[2J" = 1', "unknown key ␛[2J."),
    ],
)
def test_mistake_is_named_with_the_file(run: Run, folder: Path, text: str, said: str) -> None:
    path = folder / "robotstudio.toml"
    path.write_text(text, "utf-8")
    status, output, errors = run("lint", "robots.txt")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert f"“{path}”" in errors
    assert said in errors


@pytest.mark.parametrize("body", [b"\xff\xfe", b"[tool]\nrobotstudio = 1\n", b"robotstudio = " + b"[" * 9000])
def test_shared_file_that_cannot_be_read_is_misuse(run: Run, folder: Path, body: bytes) -> None:
    (folder / "pyproject.toml").write_bytes(body)
    status, _, errors = run("lint", "robots.txt")
    assert (status, errors.count("\n")) == (2, 1)
    assert "pyproject.toml" in errors
