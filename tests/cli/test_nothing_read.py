"""Every command that reads an input: if nothing of it was understood, the exit status is 2 and a sentence names it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from robotstudio.cli import COMMANDS
from robotstudio.cli.command_line import parser_of
from robotstudio.crawl.store import CrawlStore
from tests.cli.conftest import Run
from tests.cli.uses import READS, READS_ANY

GARBAGE = {
    "prose": b"It was a dark and stormy night.\nThe rain fell in torrents.\n",
    "json": json.dumps({"colour": "red", "sizes": [1, 2]}, indent=1).encode(),
    "json-lines": b'{"level":"info","msg":"started"}\n{"level":"info","msg":"stopped"}\n',
    "html": b"<!DOCTYPE html>\n<html><head><title>Not found</title></head><body><p>404</p></body></html>\n",
    "binary": bytes(range(256)) * 64,
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(200),
    "csv": b"colour,size\nred,1\nblue,2\n",
    "numbers": b"48211\n20412\n9,912\n",
    "log": b"2026-11-24T10:00:00Z INFO server: ready\n2026-11-24T10:00:01Z INFO server: done\n",
}
"""Each is something else than what is asked for; none has a URL, a request, an answer or an expectation."""
ENDINGS = {"survey INPUT": (".csv", ".jsonl", ".warc", ".tar", ".zip"), "survey --against": (".csv",)}
"""What a survey reads is told by the name of the file."""


FILES = frozenset({"FILE", "INPUT", "DIR", "EXPORT", "LOG", "OLD", "NEW", "PROJECT"})
OPTION = re.compile(r"(--?[a-z-]+)(?: ([A-Z]+))?")


def inputs_of(command: str) -> Iterator[str]:
    """Each option and each argument of a command that names a file, by what its usage says; not where it writes to."""
    usage = " ".join(parser_of(command).format_usage().split())
    yield from (name for name, value in OPTION.findall(usage) if value in FILES and name != "-o")
    yield from FILES.intersection(re.findall("[A-Z]+", OPTION.sub("", usage)))


def test_every_input_of_every_command_is_here() -> None:
    known = {*READS, *(name for names in READS_ANY.values() for name in names)}
    assert {f"{command} {name}" for command in COMMANDS for name in inputs_of(command)} == known


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_bytes(b"User-agent: *\nDisallow: /x\n")
    Path("new.txt").write_bytes(b"User-agent: *\nDisallow: /y\n")
    Path("table.csv").write_text("URL,Last crawled\nhttps://www.example.com/x,2026-11-03\n", "utf-8")
    Path("answers.csv").write_text("host,body\na.com,User-agent: *\n", "utf-8")
    CrawlStore.open(Path("kept.crawl")).close()


@pytest.mark.parametrize("what", GARBAGE)
@pytest.mark.parametrize("option", READS)
@pytest.mark.parametrize("form", ["text", "json"])
def test_nothing_understood_is_exit_status_2_and_a_sentence(run: Run, option: str, what: str, form: str) -> None:
    for ending in ENDINGS.get(option, (".txt",)):
        path = Path(f"garbage{ending}")
        path.write_bytes(GARBAGE[what])
        arguments = READS[option].replace("{}", str(path)).replace("{form}", form).split()
        status, out, err = run(*arguments)
        assert (status, ending) == (2, ending), (out, err)
        assert path.name in err, err
        assert "Traceback" not in err
        assert out == ""
        assert not Path("report.json").exists()


EMPTY = {"no byte": b"", "blank": b"\n\n", "comments": b"# nothing here\n# nor here\n"}


@pytest.mark.parametrize("what", EMPTY)
@pytest.mark.parametrize(
    "option",
    [
        option
        for option in READS
        if not option.endswith(("--config", "--project", "--state", "--crawl", "--logo"))
        and option != "lint --baseline"  # the report of a file without findings is empty
    ],
)
def test_empty_input_is_told_as_such(run: Run, option: str, what: str) -> None:
    path = Path(f"empty{ENDINGS.get(option, ('.txt',))[0]}")
    path.write_bytes(EMPTY[what])
    status, out, err = run(*READS[option].replace("{}", str(path)).replace("{form}", "json").split())
    assert (status, out) == (2, "")
    assert path.name in err


@pytest.mark.parametrize("name", ["test", "lint", "diff"])
def test_empty_robots_txt_is_a_robots_txt(run: Run, name: str) -> None:
    Path("empty.txt").write_bytes(b"")
    rest = {"test": ["--url", "/"], "lint": ["--exit-zero"], "diff": ["empty.txt", "--url", "/"]}[name]
    assert run(name, "empty.txt", *rest)[0] == 0


def test_sources_that_could_be_read_are_judged_though_one_could_not(run: Run) -> None:
    Path("garbage.txt").write_bytes(GARBAGE["prose"])
    Path("urls.txt").write_text("/x\n", "utf-8")
    status, out, err = run(
        "test", "robots.txt", "--urls", "garbage.txt", "--urls", "urls.txt", "--crawler", "*", "--format", "json"
    )
    assert status == 2
    assert json.loads(out)["allowed"] is False
    assert "garbage.txt" in err


def test_unclear_field_of_a_log_is_refused_with_the_option_that_names_it(run: Run) -> None:
    row = '{"when": "2026-10-10T13:55:36Z", "who": "192.0.2.1", "what": "/x", "other": "/b", "answer": 200}\n'
    Path("own.json").write_text(row * 3, "utf-8")
    status, out, err = run("test", "robots.txt", "--urls", "own.json")
    assert (status, out) == (2, "")
    assert "“what”, “other”. Name it with --log-fields, such as url=request.uri." in err
    asked = ("--urls", "own.json", "--log-fields", "url=what", "--crawler", "*", "--format", "json")
    assert json.loads(run("test", "robots.txt", *asked)[1])["url"] == "/x"


def test_unclear_column_is_refused_with_the_option_that_chooses(run: Run) -> None:
    Path("links.csv").write_text("Link from,Link to\n/a,/x\n/b,/y\n", "utf-8")
    status, out, err = run("test", "robots.txt", "--urls", "links.csv")
    assert (status, out) == (2, "")
    assert err == (
        "robotstudio: Several columns of “links.csv” contain URLs: “Link from”, “Link to”. Choose one. "
        "Give its name or number with --urls-column.\n"
    )
    status, out, _ = run(
        "test", "robots.txt", "--urls", "links.csv", "--urls-column", "Link to", "--crawler", "*", "--format", "json"
    )
    assert (status, out.count('"allowed": false')) == (0, 1)
