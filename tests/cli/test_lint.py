"""`robotstudio lint`: what is printed, the exit status, and what --fix does to a file."""

import errno
import hashlib
import io
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from robotstudio.help.rule_pages import rule_text
from robotstudio.lint.rules import RULES
from tests.cli.conftest import Run

BAD = b"User-agent: *\nDisalow: /tmp/\n Disallow: /a\n"
FINE = b"User-agent: *\nDisallow: /a\n"
WALK = os.walk


MISSPELLED = (
    "Disalow is read as Disallow by Google, and by Protego (Scrapy) and crawler-commons (Nutch, StormCrawler). All "
    "others that know Disallow skip the line."
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(BAD)
    return path


def test_text_has_the_place_the_code_and_what_follows(run: Run, file: Path) -> None:
    status, out, err = run("lint", str(file))
    assert status == 1
    assert out == (
        f"{file}:2:1: RS102 error: {MISSPELLED}\n"
        f"{file}:3:1: RS110 hint: All known crawlers skip spaces before a field name, but the documents of 1994 "
        "and 1996 do not mention them.\n"
        "Files: 1; error: 1, hint: 1. Can be fixed with --fix: 1.\n"
        "To explain a finding: robotstudio rule RS102 RS110\n"
    )
    assert err == ""


def test_a_file_without_errors_is_fine(run: Run, file: Path) -> None:
    file.write_bytes(FINE)
    assert run("lint", str(file)) == (0, "Files: 1; no problems found.\n", "")


def test_hints_are_no_reason_to_fail(run: Run, file: Path) -> None:
    assert run("lint", str(file), "--ignore", "RS102")[0] == 0


def test_json_is_one_object_a_line(run: Run, file: Path) -> None:
    _, out, _ = run("lint", str(file), "--format", "json")
    first, second = map(json.loads, out.splitlines())
    assert first == {
        "path": str(file),
        "code": "RS102",
        "severity": "error",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 8,
        "message": MISSPELLED,
        "fixable": False,
        "help": "robotstudio rule RS102",
        "fingerprint": f"{hashlib.sha256(b'Disalow: /tmp/').hexdigest()[:16]}:1",
    }
    assert (second["code"], second["fixable"]) == ("RS110", True)


def test_columns_count_characters(run: Run, file: Path) -> None:
    file.write_bytes("User-agent: *\nDisallow: /ä b\n".encode())
    _, out, _ = run("lint", str(file), "--format", "json", "--select", "RS409")
    assert json.loads(out)["column"] == 13


def test_sarif_names_tool_rules_and_places(run: Run, file: Path) -> None:
    status, out, _ = run("lint", str(file), "--format", "sarif")
    log = json.loads(out)
    assert status == 1
    assert log["version"] == "2.1.0"
    (only,) = log["runs"]
    rules = only["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["RS102", "RS110"]
    assert rules[0]["help"]["markdown"] == rule_text("RS102")
    assert rules[0]["fullDescription"]["text"].startswith("The field name is one of the misspellings")
    result = only["results"][0]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("RS102", 0, "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == file.as_uri()
    assert place["region"] == {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 8}


def test_annotations_of_github_are_escaped(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a,b.txt"
    file.write_bytes(b"User-agent: *\nDisallow: /100%\n")
    _, out, _ = run("lint", str(file), "--format", "github", "--select", "RS410")
    name = str(file).replace(":", "%3A").replace(",", "%2C")
    assert out == (
        f"::warning file={name},line=2,endLine=2,col=15,endColumn=16,title=RS410::The %25 is not followed by two"
        " hexadecimal digits, so it encodes nothing. Written %2525 it means the same to all crawlers. "
        "(robotstudio rule RS410)\n"
    )


def test_standard_input_is_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BAD)))
    status, out, _ = run("lint", "-", "--format", "json", "--select", "RS1")
    assert status == 1
    assert [json.loads(line)["path"] for line in out.splitlines()] == ["-", "-"]


def test_fixes_of_standard_input_go_to_standard_output(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    from robotstudio import cli  # noqa: PLC0415  # the fixture that captures text cannot capture bytes

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BAD)))
    assert cli.main(["lint", "-", "--fix", "--format", "json"]) == 1
    out, err = capfdbinary.readouterr()
    assert out == b"User-agent: *\nDisalow: /tmp/\nDisallow: /a\n"
    assert json.loads(err)["code"] == "RS102"


def test_fix_mends_what_is_safe_and_nothing_else(run: Run, file: Path) -> None:
    status, out, _ = run("lint", str(file), "--fix")
    assert status == 1
    assert file.read_bytes() == b"User-agent: *\nDisalow: /tmp/\nDisallow: /a\n"
    assert "Fixes applied: 1." in out


def test_fix_does_not_touch_a_file_that_needs_none(run: Run, file: Path) -> None:
    file.write_bytes(FINE)
    before = file.stat()
    run("lint", str(file), "--fix")
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["lint", "-", "-"], "Standard input can be read only once"),
        (["lint", "x", "--select", "RX1"], "Unknown rule RX1"),
        (["lint", "no-such-file"], "no-such-file"),
    ],
)
def test_misuse_is_one_clear_line(run: Run, arguments: list[str], words: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_codes_choose_rules(run: Run, file: Path) -> None:
    file.write_bytes(b"\n".join([b"Disalow: x", b"Allow: john", b"Foo: y", b"/path"]))
    _, out, _ = run("lint", str(file), "--select", "RS10,RS401", "--ignore", "RS101", "--format", "json")
    codes = {json.loads(line)["code"] for line in out.splitlines()}
    assert codes <= {code for code in RULES if code.startswith("RS10") or code == "RS401"} - {"RS101"}
    assert {"RS102", "RS401"} <= codes


def test_folder_is_searched_for_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (
        "robots.txt",
        "shop/robots.txt",
        ".git/robots.txt",
        "shop/.old/robots.txt",
        "shop/other.txt",
        "node_modules/a/robots.txt",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text("User-agent: *\nDisalow: /x\n")
    for given in ((), (".",)):
        status, output, _ = run("lint", *given, "--format", "json")
        assert status == 1
        assert [json.loads(line)["path"] for line in output.splitlines()] == ["robots.txt", "shop/robots.txt"]
    (tmp_path / "closed").mkdir()

    def closed(top: str, onerror: Callable[[OSError], None]) -> Iterator[tuple[str, list[str], list[str]]]:
        onerror(PermissionError(errno.EACCES, "Permission denied", f"{top}/closed"))
        yield from WALK(top)

    monkeypatch.setattr(os, "walk", closed)
    for option in ((), ("--diff",)):
        status, output, errors = run("lint", "shop", *option)
        assert (status, "“shop/closed” could not be read: the system does not permit it." in errors) == (2, True)
        assert bool(output) == (not option)
    monkeypatch.setattr(os, "walk", WALK)
    (tmp_path / "empty").mkdir()
    status, _, errors = run("lint", "empty")
    assert (status, errors) == (2, "robotstudio: There is no robots.txt in “empty” or below it.\n")


def test_findings_of_a_baseline_are_left_out(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: *\nDisalow: /x\n")
    assert run("lint", "robots.txt", "--format", "json", "-o", "old.jsonl")[0] == 1
    assert run("lint", "./robots.txt", "--baseline", "old.jsonl")[:2] == (
        0,
        "Files: 1; no problems found. In the baseline: 1.\n",
    )
    path.write_text("# moved\nUser-agent: *\nDisalow: /x\nDisalow: /y\nDisalow: /x\n")
    asked = ("--baseline", "old.jsonl", "--select", "RS102", "--format", "json")
    status, output, _ = run("lint", "robots.txt", *asked)
    assert status == 1
    assert [json.loads(line)["line"] for line in output.splitlines()] == [4, 5]  # the second /x is new, too


@pytest.mark.parametrize("body", ["x", "[]", "{}", '{"path": 1}', "null", '"a"'])
def test_baseline_that_is_none_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robots.txt").write_text("User-agent: *\n")
    (tmp_path / "old.jsonl").write_text(body)
    status, _, errors = run("lint", "robots.txt", "--baseline", "old.jsonl")
    assert status == 2
    assert "is not a report of lint: line 1 is no finding" in errors


def test_empty_baseline_knows_nothing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisalow: /x\n")
    (tmp_path / "old.jsonl").write_text("")
    assert run("lint", "robots.txt", "--baseline", "old.jsonl")[0] == 1
