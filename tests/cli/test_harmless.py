"""Whatever strangers write, no character of it steers a terminal, no cell is a formula, no line is an annotation."""

import ast
import csv
import io
import itertools
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from robotstudio.cli import compliance, diff, expectations, fetch, lint_reports, minimise, policy, rule, test
from robotstudio.cli.output import Output, as_json
from robotstudio.text.language import told
from tests.cli.conftest import Run
from tests.fetch.server import response, serve
from tests.modules import modules_with

STEERING = "\x1b[31m\x1b]0;title\x07\x08\r\x7f\x85\x9b2J\u202e\u2066\u061c\u2028\u200f"
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
FORMULA = "=cmd|'/C'!A0"
ROBOTS = (
    f"User-agent: *\nDisallow: /{STEERING}\n{STEERING}: x\nUser-agent: {STEERING}bot\nDisallow: /\nFoo: %0A::error::\n"
)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robots.txt").write_bytes(ROBOTS.encode())
    (tmp_path / "new.txt").write_bytes(ROBOTS.encode() + b"User-agent: *\nDisallow: /\n")
    hostile = f"/{STEERING}x".replace("\r", "")  # ends a line of a list
    (tmp_path / "urls.txt").write_bytes(f"{hostile}\n{FORMULA}\nftp://{STEERING}\n".encode())
    log = f'192.0.2.1 - - [10/Sep/2026:10:00:00 +0000] "GET {hostile} HTTP/1.1" 200 5 "-" "GPTBot"\n'
    (tmp_path / "access.log").write_text(log, "utf-8")
    lines = (f'block "{STEERING}bot" "{hostile}"', f"allow * {FORMULA}", f"{STEERING} x")
    (tmp_path / "robots.txt.expect").write_bytes("\n".join(lines).encode())


COMMANDS = {
    "test": (test.FORMATS, ("robots.txt", "--urls", "urls.txt", "--crawler", f"{STEERING}bot", "--crawler", "*")),
    "test --expect": (expectations.FORMATS, ("robots.txt", "--expect", "robots.txt.expect")),
    "lint": (lint_reports.FORMATS, ("robots.txt", f"gone{STEERING}")),
    "diff": (
        diff.FORMATS,
        ("robots.txt", "new.txt", "--urls", "urls.txt", "--crawler", f"{STEERING}bot", "--crawler", "*"),
    ),
    "minimise": (minimise.FORMATS, ("new.txt", "--crawler", f"{STEERING}bot", "--crawler", "*")),
    "policy": (policy.FORMATS, ("robots.txt", "--all")),
    "policy --set": (policy.FORMATS, ("robots.txt", "--set", "ai-training=block")),
    "compliance": (dict.fromkeys(("text", "json"), compliance.FORMATS), ("access.log", "--file", "robots.txt")),
    "rule": (rule.FORMATS, ("RS102",)),
}
CASES = [(command, form) for command, (forms, _) in COMMANDS.items() for form in forms]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("command", "form"), CASES)
def test_nothing_that_steers_a_terminal_is_printed(run: Run, command: str, form: str) -> None:
    _, arguments = COMMANDS[command]
    status, output, errors = run(command.split(maxsplit=1)[0], *arguments, "--format", form)
    assert output
    assert status in {0, 1, 2}
    assert not RAW.findall(output)
    assert not RAW.findall(errors)
    if form == "github":
        assert all(line.startswith("::") for line in output.splitlines())
        assert "\n::error::" not in output
    elif form == "junit":
        ET.fromstring(output)
    elif form == "csv":
        cells = itertools.chain.from_iterable(csv.reader(io.StringIO(output)))
        assert not [cell for cell in cells if cell.lstrip(" ").startswith(("=", "+", "-", "@"))]
        assert "'=cmd" in output
    elif form == "json":
        assert all(json.loads(line) for line in output.splitlines())


@pytest.mark.parametrize("form", fetch.FORMATS)
def test_answer_of_a_server_does_not_steer_the_terminal(run: Run, form: str) -> None:
    answer = response(200, b"User-agent: *\n", "Content-Type: text/\x1b[31mplain\x9b", "X: \x1b]0;x\x07")
    with serve(answer) as server:
        _, output, errors = run("fetch", server.url, "--format", form)
    assert not RAW.findall(output + errors)


class Terminal(io.BytesIO):
    """A stream of which people see every character."""


@pytest.mark.parametrize("body", [ROBOTS.encode(), b"\x9b\xff\xc2\x9b", b"\x1b[2J"])
def test_file_of_a_stranger_is_shown_on_a_terminal_and_saved_elsewhere_as_it_is(body: bytes) -> None:
    shown, saved = Terminal(), io.BytesIO()
    for stream in (shown, saved):
        output = Output(stream, told("not written: {why}"), is_terminal=stream is shown)
        output.write_bytes(body)
        output.document(["{\x1b}\n"])
        output.flush()
    assert not RAW.findall(shown.getvalue().decode())
    assert saved.getvalue() == body + b"{\x1b}\n"


def _names(tree: ast.Module) -> set[str]:
    """Return the names that a module calls or reads, `a.b` for an attribute."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name))
    return names | {f"{node.value.id}.{node.attr}" for node in found if isinstance(node.value, ast.Name)}


def test_tables_are_written_in_one_place_only() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path, tree in modules_with(ROOT / "robotstudio", "csv")
        if {"csv.writer", "csv.DictWriter"} & _names(tree) or "from csv import" in path.read_text("utf-8")
    ]
    assert users == ["robotstudio/store/delimited.py"]


def test_commands_print_in_one_place_only() -> None:
    modules = modules_with(ROOT / "robotstudio" / "cli", "print", "stdout", "stderr")
    names = {path.name: {"print", "sys.stdout", "sys.stderr"} & _names(tree) for path, tree in modules}
    assert {name for name, used in names.items() if used} == {"command_line.py", "output.py"}
    assert "print" not in names["command_line.py"]


COMMANDS_OF_STEPS = ("::error::x", "  ::set-output name=a::b", "##[error]x", "a ##[group]b", "##vso[task.setvariable]x")


@pytest.mark.parametrize("command", COMMANDS_OF_STEPS)
def test_step_of_a_workflow_finds_no_command_in_a_line(command: str) -> None:
    stream = io.BytesIO()
    for in_workflow in (True, False):
        out = Output(stream, told("x"), in_workflow=in_workflow)
        out.line(command)
        out.flush()
    comparison, as_it_is = stream.getvalue().decode().splitlines()
    assert as_it_is == command
    assert not re.search(r"^\s*::|##(vso)?\[", comparison)
    assert len(comparison) == len(command)


@pytest.mark.parametrize("command", COMMANDS_OF_STEPS)
def test_json_says_the_same_without_a_command(command: str) -> None:
    written = as_json({"a": command})
    assert "##[" not in written
    assert "##vso[" not in written
    assert json.loads(written) == {"a": command}


def test_patch_is_exact_and_a_step_obeys_nothing_in_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"::error::x\n##[error]y\nUser-agent: *\nDissallow: /a\n\x1b[31m\n")
    plain = run("lint", "--diff", str(path))[1]
    assert " ::error::x\n" in plain
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    first, *lines, last = run("lint", "--diff", str(path))[1].splitlines(keepends=True)
    assert "".join(lines) == plain
    assert first.startswith("::stop-commands::")
    assert last == f"::{first.strip().rpartition('::')[2]}::\n"
    assert first != run("lint", "--diff", str(path))[1].splitlines(keepends=True)[0]


def test_file_itself_is_written_exactly_in_a_step(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    path = tmp_path / "robots.txt"
    path.write_bytes(b"# ::error::x\n::error::y\nUser-agent: *\nDisallow: /a\n")
    assert run("minimise", str(path), "-o", "-")[1].encode().count(b"::error::") == 2


def test_text_of_minimise_holds_no_command_in_a_step(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /a\nDisallow: /a\n::error::x\n##[error]y\n")
    lines = run("minimise", str(path))[1].splitlines()
    assert any("error" in line for line in lines)
    assert not [line for line in lines if re.search(r"^\s*::|##\[", line)]
