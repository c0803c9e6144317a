"""A robots.txt that a command prints: `source` in the configuration, run only with `--run-source`."""

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from robotstudio.cli.output import MisuseError
from robotstudio.cli.source import run_source, words_of
from robotstudio.store.places import HOME_VARIABLE
from tests.cli.conftest import Run
from tests.fetch.server import response, serve

MADE = "User-agent: *\nDisalow: /cart/\nDisallow: /admin/\n"
OLD = "User-agent: *\nDisallow: /cart/\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project whose script prints the file; the current folder is one of its folders."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    (tmp_path / "build.py").write_text(f"open('ran', 'w').close()\nprint({MADE!r}, end='')\n")
    (tmp_path / "robotstudio.toml").write_text(f"source = {json.dumps([sys.executable, 'build.py'])}\n")
    (tmp_path / "app").mkdir()
    monkeypatch.chdir(tmp_path / "app")
    Path("old.txt").write_text(OLD)
    return tmp_path


def configure(folder: Path, script: str) -> None:
    (folder / "build.py").write_text(script)


def test_output_of_the_command_is_linted(run: Run) -> None:
    status, out, _ = run("lint", "--run-source")
    assert status == 1
    assert f"{shlex.join([sys.executable, 'build.py'])}:2:1: RS102 error" in out


def test_output_of_the_command_is_tested(run: Run) -> None:
    status, out, _ = run("test", "--run-source", "--url", "/admin/x", "--crawler", "Bingbot", "--format", "json")
    (row,) = map(json.loads, out.splitlines())
    assert (status, row["allowed"], row["line"]) == (0, False, 3)
    Path("robots.txt.expect").write_text("block Googlebot /cart/\nallow Googlebot /admin/\n")
    status, out, _ = run("test", "--run-source", "--expect", "robots.txt.expect")
    assert status == 1
    assert "1 of 2 expectations are met" in out


def test_output_of_the_command_is_the_new_file_of_a_comparison(run: Run) -> None:
    status, out, _ = run("diff", "old.txt", "--run-source", "--url", "/admin/", "/", "--crawler", "Googlebot")
    assert status == 1
    assert "Line 3: Disallow: /admin/ is new" in out


def test_output_of_the_command_is_what_a_deployment_should_serve(run: Run) -> None:
    with serve(lambda connection: connection.send(response(200, MADE.encode()))) as server:
        status, out, _ = run("gate", server.url, "--run-source", "--format", "json")
    found = {row["check"]: row["said"] for row in map(json.loads, out.splitlines())}
    assert status == 0
    assert found["verdicts"] == "The served file is the file in the repository, byte for byte."


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint",),
        ("lint", "old.txt"),
        ("test", "--url", "/"),
        ("test", "old.txt", "--url", "/"),
        ("diff", "old.txt", "--url", "/"),
    ],
)
def test_command_of_a_folder_does_not_run_unless_the_person_asks_for_it(
    run: Run, folder: Path, arguments: tuple[str, ...]
) -> None:
    status, _, errors = run(*arguments)
    assert not (folder / "ran").exists()
    if "old.txt" not in arguments or arguments[0] == "diff":
        assert status == 2
        assert "add --run-source to run “" in errors
        assert str(folder / "robotstudio.toml") in errors


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("lint", "--run-source", "old.txt"), "Unexpected FILE “old.txt”.\n"),
        (("test", "--run-source", "old.txt", "--url", "/"), "Unexpected FILE “old.txt”"),
        (("diff", "old.txt", "old.txt", "--run-source", "--url", "/"), "Unexpected FILE “old.txt”"),
        (("lint", "--run-source", "--fix"), "--fix changes files, but this text is the output of a command"),
        (("lint", "--run-source", "--diff"), "--diff changes files, but this text is the output of a command"),
        (("lint", "--run-source", "--no-config"), "the configuration has none: set “source” in it"),
        (("gate", "a.invalid", "--run-source", "--against", "old.txt"), "both name the intended file"),
    ],
)
def test_request_that_contradicts_itself_runs_nothing(
    run: Run, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    status, _, errors = run(*arguments)
    assert status == 2
    assert said in errors
    assert not (folder / "ran").exists()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import sys\nprint('half')\nsys.exit('no such route\\n\\nin app/robots.ts')", "status 1: no such route | in"),
        ("print()", "printed nothing. It must print the robots.txt to standard output."),
    ],
)
def test_command_that_makes_no_file_is_told(run: Run, folder: Path, script: str, said: str) -> None:
    configure(folder, script)
    status, out, errors = run("lint", "--run-source")
    assert (status, out) == (2, "")
    assert said in errors


def test_command_that_does_not_exist_is_told(run: Run, folder: Path) -> None:
    (folder / "robotstudio.toml").write_text('source = "no-such-program --robots"\n')
    status, _, errors = run("lint", "--run-source")
    assert status == 2
    assert "“no-such-program --robots” could not be started in “" in errors


def test_command_that_takes_too_long_ends_with_all_that_it_has_started(folder: Path) -> None:
    configure(folder, "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])\n")
    with pytest.raises(MisuseError, match="was stopped after 1 second"):
        run_source([sys.executable, "build.py"], folder, seconds=1)


def test_command_that_prints_without_end_is_stopped(folder: Path) -> None:
    configure(folder, "while True: print('Disallow: /' * 99)")
    with pytest.raises(MisuseError, match="was stopped after 1,000 bytes of output"):
        run_source([sys.executable, "build.py"], folder, most=1000)


@pytest.mark.skipif(shutil.which("setsid") is None, reason="setsid is not installed")
def test_program_that_stays_behind_does_not_hold_the_command_up(folder: Path) -> None:
    made = run_source(["sh", "-c", "setsid sleep 30 & printf 'User-agent: *\\nDisallow: /a\\n'"], folder, seconds=20)
    assert made.body == b"User-agent: *\nDisallow: /a\n"


def test_complaints_without_end_do_not_hold_the_command_up(folder: Path) -> None:
    configure(folder, "import sys\nsys.stderr.write('x' * 3_000_000)\nprint('User-agent: *')")
    assert run_source([sys.executable, "build.py"], folder).body.split() == [b"User-agent:", b"*"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("npm run robots", ("npm", "run", "robots")),
        ('node "my build.mjs" # 1', ("node", "my build.mjs", "#", "1")),
        (r"tools\make.exe --to=-", (r"tools\make.exe", "--to=-")),
    ],
)
def test_command_is_split_at_blanks(command: str, words: tuple[str, ...]) -> None:
    assert words_of(command) == words


@pytest.mark.parametrize("value", ["''", "3", "[]", "[1]", "'echo \"'", "[' ']"])
def test_source_that_is_no_command_is_told(run: Run, folder: Path, value: str) -> None:
    (folder / "robotstudio.toml").write_text(f"source = {value}\n")
    status, _, errors = run("lint", "old.txt")
    assert status == 2
    assert "source must be a command that prints the robots.txt, such as “npm run robots”" in errors


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_npm_prints_nothing_but_the_file(run: Run, folder: Path) -> None:
    (folder / "robotstudio.toml").write_text('source = "npm run robots"\n')
    (folder / "package.json").write_text(
        '{"name": "shop", "version": "1.0.0", "scripts": {"robots": "node robots.mjs"}}'
    )
    (folder / "robots.mjs").write_text(f"process.stdout.write({json.dumps(MADE)});\n")
    status, out, errors = run("lint", "--run-source", "--format", "json")
    assert [json.loads(line)["code"] for line in out.splitlines()] == ["RS102"], errors
    assert status == 1
