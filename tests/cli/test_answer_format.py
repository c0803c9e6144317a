"""The format of an answer is that of `--format`, else that of the ending of the output file."""

from pathlib import Path

import pytest
from command_tree import commands

from tests.cli.conftest import Run
from tests.cli.uses import USES, make_folder


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "begin"),
    [
        ("test robots.txt --url /cart/ -o out.json", b'{"url": "/cart/"'),
        ("test robots.txt --url /cart/ -o OUT.CSV", b"url,crawler"),
        ("test robots.txt --expect robots.txt.expect -o out.xml", b"<?xml"),
        ("test robots.txt --url /cart/ -o out.txt", b"Googlebot may not"),
        ("test robots.txt --url /cart/ -o out", b"Googlebot may not"),
        ("lint robots.txt --exit-zero -o out.sarif", b'{\n  "$schema"'),
        ("lint robots.txt --exit-zero -o out.jsonl", b'{"path": "robots.txt"'),
        ("diff robots.txt new.txt --url / -o out.md", b"**The new file"),
        ("policy robots.txt -o out.json", b'{"'),
        ("rule RS102 -o out.json", b'{"code": "RS102"'),
        ("report robots.txt -o out.htm", b"<!doctype html>"),
        ("report robots.txt -o out", b"# "),
        ("report robots.txt -o out.html --format json", b"{"),
        ("test robots.txt --url /cart/ --format json -o out.xyz", b'{"url"'),
        ("minimise robots.txt --crawler Googlebot -o robots.new", b"User-agent: *"),
    ],
)
def test_format_is_the_chosen_one_or_that_of_the_name(run: Run, arguments: str, begin: bytes) -> None:
    status, _, errors = run(*arguments.split())
    assert status in {0, 1}, errors
    words = arguments.split()
    written = Path(words[words.index("-o") + 1]).read_bytes()
    assert written.lower().startswith(begin.lower())


WITH_OUTPUT = {each.name for each in commands() if any("--output" in option.names for option in each.options)}
OF_FILES = {"fetch", "minimise"}
"""Commands whose output is a robots.txt, whatever its name, unless that is one of a document."""


@pytest.mark.parametrize("ending", ["pptx", "xyz", "docx", "html2"])
@pytest.mark.parametrize("command", sorted(WITH_OUTPUT - OF_FILES))
def test_ending_that_is_no_format_of_the_command_is_misuse(run: Run, command: str, ending: str) -> None:
    use = [word for word in USES[command][0].format(site="https://example.com").split() if word != "--help"]
    at = use.index("--format") if "--format" in use else len(use)
    status, output, errors = run(command, *use[:at], *use[at + 2 :], "-o", f"out.{ending}")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert f"robotstudio {command} cannot write .{ending} files. Use ." in errors
    assert not Path(f"out.{ending}").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        "minimise robots.txt --crawler Googlebot -o out.pdf",
        "fetch https://example.com -o out.html",
        "policy robots.txt --set ai-training=block -o out.json",
        "policy robots.txt --set ai-training=block --server nginx -o out.pdf",
    ],
)
def test_robots_txt_is_not_written_into_a_document(run: Run, arguments: str) -> None:
    status, output, errors = run(*arguments.split())
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert "but the output is a robots.txt or server rules" in errors


@pytest.mark.parametrize(("format_", "ending"), [("md", "pdf"), ("json", "xlsx")])
def test_text_is_not_written_into_a_binary_file_even_if_chosen(run: Run, format_: str, ending: str) -> None:
    status, _, errors = run("report", "robots.txt", "--format", format_, "-o", f"out.{ending}")
    assert (status, errors.count("\n")) == (2, 1)
    assert f"ends in .{ending}, but --format is {format_}" in errors
