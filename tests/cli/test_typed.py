"""The command line as people type it: files anywhere, pipes, `-`, slips of the finger, and streams that are shut."""

import contextlib
import io
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from robotstudio import cli
from robotstudio.cli import COMMANDS
from tests.cli.conftest import Run
from tests.cli.uses import PAGE, USES, arguments_of, make_folder
from tests.cli.uses import ROBOTS as EXAMPLE
from tests.fetch.conftest import authorities, plain_http
from tests.fetch.server import response, serve

__all__ = ["authorities", "plain_http"]

ROBOTS = b"User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisalow: /x\n"
WITHOUT_PIPES = sys.platform == "win32"
PROGRAM = (sys.executable, "-m", "robotstudio")


@pytest.fixture
def robots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robots.txt").write_bytes(ROBOTS)
    (tmp_path / "new.txt").write_bytes(ROBOTS.replace(b"/cart/", b"/"))
    (tmp_path / "urls.txt").write_text("/cart/\n/free\n", "utf-8")
    (tmp_path / "expect.txt").write_text("block * /cart/\n", "utf-8")
    return "robots.txt"


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize(
    "arguments",
    [
        "test --crawler * --url /cart/ robots.txt",
        "test --url /cart/ robots.txt --crawler *",
        "test --url /a /cart/ robots.txt --crawler *",
        "test robots.txt --url /cart/ --crawler *",
        "test --format text robots.txt --url /cart/ --url /b --crawler *",
        "test --url /b --url /cart/ robots.txt --crawler *",
        "test --crawler=* --url=/cart/ robots.txt",
    ],
)
def test_file_may_stand_anywhere(run: Run, arguments: str) -> None:
    status, output, errors = run(*arguments.split())
    assert (status, errors) == (0, "")
    assert "any other may not fetch /cart/: line 2" in output


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize(
    "arguments",
    [
        "diff --url / /cart/ robots.txt new.txt --crawler *",
        "diff robots.txt --url / /cart/ new.txt --crawler *",
        "diff robots.txt --crawler * --url / /cart/ --max-flips 1 new.txt",
    ],
)
def test_both_files_may_stand_anywhere(run: Run, arguments: str) -> None:
    assert run(*arguments.split())[1].endswith("1 of 2 verdicts flip.\n")


def test_files_of_lint_may_stand_on_both_sides_of_an_option(run: Run, robots: str) -> None:
    _, output, _ = run("lint", robots, "--format", "json", "new.txt", "--select", "RS102")
    assert [line.partition(",")[0] for line in output.splitlines()] == ['{"path": "robots.txt"', '{"path": "new.txt"']


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("test --url /a /b", "required: FILE"),
        ("test --url robots.txt", "required: FILE"),
        ("test robots.txt new.txt --url /", "Unexpected FILE “new.txt”"),
        ("tset robots.txt", "Did you mean test?"),
        ("wrong", "Commands: test, lint"),
        ("--versoin", "Did you mean --version?"),
        ("robots.txt --format json", "--format belongs to a command"),
        ("--color never robots.txt", "--color belongs to a command"),
        ("--color", "--color belongs to a command"),
        ("test robots.txt --url / --as-if 5O3", "Unknown answer “5O3”. Did you mean 503?"),
        ("lint robots.txt -o robots.txt", "The output would replace “robots.txt”"),
        ("lint . -o ./robots.txt", "The output would replace “./robots.txt”"),
        ("test robots.txt --urls new.txt -o new.txt", "The output would replace “new.txt”"),
        ("policy robots.txt -o robots.txt", "The output would replace “robots.txt”"),
        ("test robots.txt --fromat json --url /", "Unknown option --fromat. Did you mean --format?"),
        ("test robots.txt --user-agent GPTBot --url /", "Unknown option --user-agent. Did you mean --crawler?"),
        ("fetch http://127.0.0.1/ --user-agent GPTBot", "Unknown option --user-agent. Did you mean --crawler?"),
        ("rule RS101 --agent GPTBot", "Unknown option --agent. See robotstudio rule --help."),
        ("lint robots.txt --json", "Unknown option --json. Did you mean --format json?"),
        ("rule RS999", "Unknown rule RS999"),
        ("--explain", "required: CODE"),
        ("test - --urls -", "Standard input can be read only once"),
        ("test - --expect /dev/stdin", "Standard input can be read only once"),
        ("diff - - --url /", "Standard input can be read only once"),
        ("diff - new.txt --urls -", "Standard input can be read only once"),
        ("test robots.txt --expect expect.txt --fail-on-blocked", "leave out --fail-on-blocked"),
    ],
)
def test_slip_is_named_in_one_line(run: Run, arguments: str, said: str) -> None:
    status, output, errors = run(*arguments.split())
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert said in errors


@pytest.mark.parametrize("arguments", [("help",), ("help", "test"), ("help", "nonsense")])
def test_help_is_a_command_too(run: Run, arguments: Sequence[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        run(*arguments)
    assert exit_.value.code == 0


@pytest.mark.parametrize("arguments", [("--explain", "RS102"), ("--explain=rs102",), ("rule", "RS102")])
def test_page_of_a_rule_is_printed(run: Run, arguments: Sequence[str]) -> None:
    status, output, errors = run(*arguments)
    assert (status, errors) == (0, "")
    assert output.startswith("# RS102 google-typo\n")
    assert "## Better" in output


def test_pages_of_several_rules_are_printed(run: Run) -> None:
    _, output, _ = run("rule", "RS102,RS110", "RS51", "--format", "json")
    assert output.count('{"code": "RS') == len({*("RS102", "RS110"), *(f"RS51{digit}" for digit in range(5))})


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize(
    ("arguments", "body"),
    [
        ("test {} --url /cart/ --crawler *", ROBOTS),
        ("test robots.txt --urls {} --crawler *", b"/cart/\n"),
        ("test robots.txt --expect {}", b"allow * /cart/\n"),
        ("lint {}", ROBOTS),
        ("diff {} robots.txt --url /cart/ --crawler *", b""),
        ("diff robots.txt {} --url /cart/ --crawler *", b""),
    ],
)
def test_standard_input_may_be_any_input(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, arguments: str, body: bytes
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(body)))
    _, output, errors = run(*arguments.format(name).split())
    assert errors == ""
    assert "/cart/" in output or "RS102" in output


@pytest.mark.usefixtures("robots")
@pytest.mark.skipif(WITHOUT_PIPES, reason="Windows has no named pipes in folders")
@pytest.mark.parametrize(
    ("arguments", "body", "said"),
    [
        ("test pipe --url /cart/ --crawler *", ROBOTS, "may not fetch /cart/"),
        ("test robots.txt --urls pipe --crawler *", b"/cart/\n", "may not fetch /cart/"),
        ("test robots.txt --expect pipe", b"block * /cart/\n", "1 of 1 expectation is met"),
        ("lint pipe", ROBOTS, "pipe:5:1: RS102"),
        ("diff pipe robots.txt --url /cart/ --crawler *", b"", "/cart/"),
    ],
)
def test_pipe_is_read_like_a_file(run: Run, tmp_path: Path, arguments: str, body: bytes, said: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(body,))
    writer.start()
    _, output, errors = run(*arguments.split())
    writer.join()
    assert errors == ""
    assert said in output


@pytest.mark.skipif(WITHOUT_PIPES, reason="no /dev")
def test_device_is_read_up_to_the_limit(run: Run) -> None:
    assert run("test", "/dev/null", "--url", "/", "--crawler", "*")[0] == 0
    status, _, errors = run("lint", "/dev/zero")
    assert (status, "has more than 16,777,216 bytes" in errors) == (2, True)


def test_missing_file_does_not_stop_the_others(run: Run, robots: str) -> None:
    status, output, errors = run("lint", "gone.txt", robots, "--select", "RS102")
    assert (status, errors.count("\n")) == (2, 1)
    assert "gone.txt" in errors
    assert "robots.txt:5:1: RS102" in output
    status, output, errors = run("test", robots, "--urls", "gone.txt", "--urls", "urls.txt", "--crawler", "*")
    assert (status, errors.count("\n"), output.count("\n")) == (2, 1, 2)


@pytest.mark.parametrize("url", ["this is not a url", "Product name, 12 €/piece"])
def test_text_that_is_no_url_is_not_answered_as_a_path(run: Run, robots: str, url: str) -> None:
    status, output, errors = run("test", robots, "--url", url, "--crawler", "*")
    assert (status, output) == (2, "")
    assert "is not a URL: it has spaces" in errors
    Path("urls.txt").write_text(f"/cart/\n{url}\n", "utf-8")
    status, output, errors = run("test", robots, "--urls", "urls.txt", "--crawler", "*")
    assert (status, output.count("\n")) == (2, 1)
    assert "urls.txt, line 2: " in errors


@pytest.mark.parametrize(
    "arguments",
    [
        ("test", "robots.txt", "--url", "/", "--crawler", "*"),
        ("test", "robots.txt", "--expect", "expect.txt", "--format", "junit"),
        ("lint", "robots.txt", "--format", "sarif"),
        ("lint", "robots.txt", "--diff"),
        ("diff", "robots.txt", "new.txt", "--url", "/"),
        ("rule", "RS102"),
        ("--version",),
        ("--help",),
        ("test", "--help"),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_full_disk_is_status_2_and_one_sentence(robots: str, arguments: Sequence[str]) -> None:
    if "--diff" in arguments:
        Path(robots).write_bytes(b"User-agent: *\n Disallow: /a\n")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        b"robotstudio: Standard output could not be written: no space left.\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_full_disk_below_an_output_file_is_named(run: Run, robots: str) -> None:
    assert run("test", robots, "--url", "/", "-o", "/dev/full") == (
        2,
        "",
        "robotstudio: “/dev/full” could not be written: no space left.\n",
    )


@pytest.mark.skipif(WITHOUT_PIPES, reason="Windows has no broken pipes")
def test_reader_that_has_ended_is_no_green_check_and_told_nothing(robots: str) -> None:
    Path("expect.txt").write_text("allow Googlebot /cart/\n" * 9_000, "utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as broken:
        command = [*PROGRAM, "test", robots, "--expect", "expect.txt"]
        done = subprocess.run(command, stdout=broken, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(WITHOUT_PIPES, reason="Windows has no broken pipes")
@pytest.mark.parametrize("arguments", ["--version", "--help", "help", "lint --help", "rule RS1"])
def test_reader_that_has_ended_is_told_nothing_by_what_starts_at_once(arguments: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as broken:
        done = subprocess.run([*PROGRAM, *arguments.split()], stdout=broken, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(WITHOUT_PIPES, reason="Windows has no broken pipes")
@pytest.mark.usefixtures("plain_http")
def test_every_command_ends_quietly_with_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    make_folder(tmp_path)
    monkeypatch.chdir(tmp_path)
    ended = []
    with serve({"/robots.txt": response(200, EXAMPLE), "*": response(200, PAGE)}) as server:
        Path("sites.txt").write_text(f"{server.url}\n", "utf-8")
        for command in USES:
            for arguments in arguments_of(command, server.url):
                status = status_without_reader(arguments)
                ended.append((command, status))
                assert "written" not in capfd.readouterr().err, arguments
                assert status in {0, 1, 141}, arguments
    assert {command for command, status in ended if status == 141} == set(COMMANDS)


def status_without_reader(arguments: Sequence[str]) -> object:
    """End of a command whose reader of standard output has ended."""
    reader, writer = os.pipe()
    os.close(reader)
    with io.TextIOWrapper(os.fdopen(writer, "wb"), "utf-8") as nobody, contextlib.redirect_stdout(nobody):
        try:
            return cli.main(arguments)
        except SystemExit as end:
            return end.code


@pytest.mark.usefixtures("robots")
@pytest.mark.skipif(WITHOUT_PIPES, reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("test robots.txt --url / >&-", 2, "Standard output could not be written: the stream is closed."),
        ("test - --url / <&-", 2, "Standard input could not be read: it is closed."),
        ("lint gone.txt 2>&-", 2, ""),
        ("lint gone.txt 2>/dev/full", 2, ""),
    ],
)
def test_stream_that_is_shut_is_told_without_a_traceback(command: str, status: int, said: str) -> None:
    shell = f"{' '.join(PROGRAM)} {command}"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == bool(said)


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize("arguments", ["test {} --url /cart/", "diff {} new.txt --url /cart/"])
def test_folder_means_the_robots_txt_in_it(run: Run, arguments: str) -> None:
    said = {run(*arguments.format(name).split())[:2] for name in ("robots.txt", "./robots.txt", ".")}
    assert len(said) == 1
    Path("empty").mkdir()
    status, output, errors = run(*arguments.format("empty").split())
    assert (status, output, errors) == (2, "", "robotstudio: “empty” is a directory. Choose a file in it.\n")


def test_answer_may_replace_an_earlier_one(run: Run, robots: str) -> None:
    assert run("lint", robots, "--format", "json", "-o", "known.jsonl")[0] == 1
    assert run("lint", robots, "--format", "json", "--baseline", "known.jsonl", "-o", "known.jsonl")[0] == 0
    assert not Path("known.jsonl").read_bytes()


def test_answer_goes_into_a_file_whole_or_not_at_all(run: Run, robots: str) -> None:
    target = Path("out.json")
    target.write_text("before", "utf-8")
    assert run("test", robots, "--url", "ftp://x", "-o", str(target))[0] == 2
    assert target.read_text("utf-8") == "before"
    _, printed, _ = run("test", robots, "--url", "/", "--format", "json")
    assert run("test", robots, "--url", "/", "--format", "json", "-o", str(target)) == (0, "", "")
    assert target.read_text("utf-8") == printed
    status, _, errors = run("lint", robots, "-o", "gone/out.json")
    assert (status, "gone” does not exist. Create it" in errors) == (2, True)
    assert [path.name for path in Path().glob(".*")] == []


def test_status_may_follow_blocked_urls(run: Run, robots: str) -> None:
    assert run("test", robots, "--url", "/cart/", "--crawler", "*", "--fail-on-blocked")[0] == 1
    assert run("test", robots, "--url", "/free", "--crawler", "*", "--fail-on-blocked")[0] == 0


@pytest.mark.parametrize("content", ["", "# none\n", "\n\n"])
def test_expectations_that_check_nothing_are_no_success(run: Run, robots: str, content: str) -> None:
    Path("expect.txt").write_text(content, "utf-8")
    status, output, errors = run("test", robots, "--expect", "expect.txt")
    assert (status, output) == (2, "")
    assert "“expect.txt” contains no expectations" in errors


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((), 1),
        (("--exit-zero",), 0),
        (("--fail-on", "never"), 0),
        (("--ignore", "RS1"), 0),
        (("--select", "RS110"), 0),
        (("--select", "RS110", "--fail-on", "information"), 0),
        (("--select", "RS110", "--fail-on", "hint"), 1),
    ],
)
def test_status_of_lint_follows_what_is_grave_enough(
    run: Run, robots: str, options: Sequence[str], status: int
) -> None:
    Path(robots).write_bytes(ROBOTS + b" Disallow: /y\n")
    assert run("lint", robots, *options)[0] == status


def test_diff_of_fixes_can_be_applied_and_changes_nothing(run: Run, robots: str) -> None:
    before = b"User-agent: *\r\n Disallow: /a\n" + b"Disallow: /%d\n" * 12 % tuple(range(12)) + b" Disallow: /b"
    Path(robots).write_bytes(before)
    status, output, errors = run("lint", robots, "--diff", "--select", "RS110")
    assert (status, errors, Path(robots).read_bytes()) == (1, "", before)
    assert output.splitlines()[:4] == ["--- robots.txt", "+++ robots.txt", "@@ -1,5 +1,5 @@", " User-agent: *"]
    assert output.count("@@ -") == 2
    assert output.endswith("+Disallow: /b\n\\ No newline at end of file\n")
    run("lint", robots, "--fix", "--select", "RS110")
    assert run("lint", robots, "--diff", "--select", "RS110") == (0, "", "")
