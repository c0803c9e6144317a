"""Colours are for terminals: `--color`, `NO_COLOR`, and carets below what `lint` found."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from robotstudio.cli.output import Ink, Inked, Output, Ticking, choose_color
from robotstudio.text.language import told
from tests.cli.conftest import Run

FILE = "User-agent: *\nDisalow: /tmp/\nDisallow: /\x1b[2Ja b\n"


@pytest.mark.parametrize("given", [("--color", "always"), ("--color=always",)])
def test_colours_are_chosen_before_or_after_the_command(run: Run, robots: Path, given: tuple[str, ...]) -> None:
    said = {run(*arguments) for arguments in (("lint", str(robots), *given), (*given, "lint", str(robots)))}
    assert len(said) == 1
    assert "\x1b[1;31m" in said.pop()[1]


@pytest.fixture
def robots(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_text(FILE, "utf-8")
    return path


def written(*, is_terminal: bool, in_workflow: bool = False) -> str:
    stream = io.BytesIO()
    out = Output(stream, told("not written: {why}"), is_terminal=is_terminal, in_workflow=in_workflow)
    out.line(Inked("robots.txt", Ink.STRONG), ": \x1b[2J")
    out.flush()
    return stream.getvalue().decode()


@pytest.mark.parametrize(
    ("when", "no_color", "term", "is_terminal", "expected"),
    [
        ("auto", "", "xterm", True, True),
        ("auto", "", "xterm", False, False),
        ("auto", "1", "xterm", True, False),
        ("auto", "", "dumb", True, False),
        ("always", "1", "dumb", False, True),
        ("never", "", "xterm", True, False),
    ],
)
def test_option_decides_then_no_color_then_the_terminal(
    when: str, no_color: str, term: str, is_terminal: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    choose_color(when)
    try:
        text = written(is_terminal=is_terminal)
    finally:
        choose_color("auto")
    assert text.startswith("\x1b[1mrobots.txt\x1b[0m: " if expected else "robots.txt: ")
    assert "\x1b[2J" not in text  # what strangers wrote steers nothing


def test_workflow_gets_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    choose_color("always")
    try:
        assert written(is_terminal=False, in_workflow=True).startswith("robots.txt: ")
    finally:
        choose_color("auto")


def test_findings_show_their_line_with_carets(robots: Path, run: Run) -> None:
    _, out, _ = run("lint", str(robots), "--color", "always")
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if "RS102" in line)
    assert lines[at + 1] == "\x1b[2m  2 | \x1b[0mDisalow: /tmp/"
    assert lines[at + 2] == "\x1b[2m    | \x1b[0m\x1b[1;31m^^^^^^^\x1b[0m"
    assert "\x1b[2J" not in out
    assert "^" not in run("lint", str(robots))[1]


def test_blocked_verdicts_are_red(robots: Path, run: Run) -> None:
    _, out, _ = run("test", str(robots), "--url", "/tmp/", "/x", "--crawler", "Googlebot", "--color", "always")
    blocked, allowed = out.splitlines()
    assert blocked.startswith("\x1b[31mGooglebot may not fetch")
    assert blocked.endswith("\x1b[0m")
    assert "\x1b" not in allowed


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of Unix")
def test_terminal_gets_colours_of_itself(robots: Path) -> None:
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"} | {"NO_COLOR": ""}
    for name in ("GITHUB_ACTIONS", "TF_BUILD"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "robotstudio", "lint", str(robots), "--lang", "en"]
    subprocess.run(command, stdout=follower, stderr=subprocess.DEVNULL, check=False, env=environment)
    os.close(follower)
    assert b"\x1b[1;31mRS102 error\x1b[0m" in os.read(leader, 1 << 16)
    os.close(leader)


def test_time_is_shown_until_the_answer_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("robotstudio.cli.output.show_progress", shown.append)
    monkeypatch.setattr(Ticking, "_FIRST", 0.0)
    with Ticking("report") as _:
        while not shown:
            pass
        Ticking.answer_begins()
        count = len(shown)
    assert shown[0].startswith("robotstudio report … ")
    assert shown[-1] == ""
    assert len(shown) == count
