"""`robotstudio compliance`: what it prints and how it exits."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

_LINE = '{address} - - [{time} +0000] "GET {target} HTTP/1.1" {status} 12 "-" "{agent}"\n'


def line(time: str, target: str, agent: str = "StractBot/1.0", status: int = 200, address: str = "192.0.2.1") -> str:
    return _LINE.format(address=address, time=time, target=target, status=status, agent=agent)


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "access.log"
    path.write_text(
        line("10/Sep/2026:10:00:00", "/robots.txt")
        + line("10/Sep/2026:10:01:00", "/a")
        + line("10/Sep/2026:10:02:00", "/x", "Googlebot/2.1")
        + line("10/Sep/2026:10:03:00", "/x", "Googlebot/2.1", address="66.249.66.1")
        + "no request\n",
        "utf-8",
    )
    return str(path)


@pytest.fixture
def robots(tmp_path: Path) -> str:
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: *\nDisallow: /a\n", "utf-8")
    return str(path)


def test_text_names_who_did_not_keep_to_it_with_the_lines(run: Run, log: str, robots: str) -> None:
    status, output, errors = run("compliance", log, "--file", robots)
    assert status == 1
    assert errors.startswith("robotstudio: 1 line is not a request, such as line 5 of “access.log”: This line is not a")
    lines = output.splitlines()
    assert lines[0].startswith(
        "StractBot did not obey it. 1 of 1 request was for something that the file blocked for it then."
    )
    assert lines[1] == "  access.log, line 2: 10 Sep 2026, 10:01 UTC, 192.0.2.1, /a, answer 200; blocked by line 2"
    assert lines[2].startswith("Googlebot obeyed it.")
    assert "1 request was spoofed" in lines[2]


def test_json_has_an_object_for_each_crawler(run: Run, log: str, robots: str) -> None:
    output = run("compliance", log, "--file", f"2026-09-01={robots}", "--format", "json")[1]
    first, second = (json.loads(each) for each in output.splitlines())
    assert (first["crawler"], first["conduct"], first["requests"], first["closed"]) == ("StractBot", "did-not", 1, 1)
    assert first["evidence"][0] == {
        "file": "access.log",
        "line": 2,
        "time": "2026-09-10T10:01:00+00:00",
        "address": "192.0.2.1",
        "target": "/a",
        "status": 200,
        "version": 0,
        "rule_line": 2,
    }
    assert second["identities"] == {"real": 1, "spoofed": 1, "unknown": 0}
    assert second["days"] == [{"day": "2026-09-10", "allowed": 1, "closed": 0}]


def test_csv_has_a_row_for_each_crawler_and_day(run: Run, log: str, robots: str) -> None:
    rows = list(csv.reader(run("compliance", log, "--file", robots, "--format", "csv")[1].splitlines()))
    assert rows == [
        ["crawler", "day", "allowed", "closed"],
        ["StractBot", "2026-09-10", "0", "1"],
        ["Googlebot", "2026-09-10", "1", "0"],
    ]


def test_who_kept_to_an_older_version_is_no_finding(run: Run, log: str, robots: str, tmp_path: Path) -> None:
    before = tmp_path / "before.txt"
    before.write_text("User-agent: *\nDisallow: /b\n", "utf-8")
    versions = ("--file", str(before), "--file", f"2026-09-10T10:00:30={robots}")
    status, output, _ = run("compliance", log, *versions)
    assert status == 0
    assert output.startswith("StractBot obeyed an older version until 10 Sep 2026, 10:01 UTC.")


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_log_of_which_no_line_could_be_read_is_never_nothing_found(
    form: str, run: Run, log: str, robots: str, tmp_path: Path
) -> None:
    unread = tmp_path / "json.log"
    unread.write_text('{"request": "GET / HTTP/1.1"}\n' * 3, "utf-8")
    for logs in ([str(unread)], [log, str(unread)]):
        out = tmp_path / "out"
        status, output, errors = run("compliance", *logs, "--file", robots, "--format", form, "--output", str(out))
        assert (status, output) == (2, "")
        assert "“json.log” is not an access log: none of its 3 lines is a request." in errors
        assert not out.exists()


def test_two_versions_of_one_time_are_asked_about(run: Run, log: str, robots: str, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("User-agent: *\nDisallow: /b\n", "utf-8")
    for day in ("", "2026-09-01="):
        status, output, errors = run("compliance", log, "--file", f"{day}{robots}", "--file", f"{day}{other}")
        assert (status, output) == (2, "")
        assert "other.txt start at the same time" in errors
    assert run("compliance", log, "--file", robots, "--file", robots)[0] == 1


@pytest.mark.parametrize(
    "arguments",
    [(), ("--file", "yesterday=robots.txt"), ("--history", "https://nowhere.example"), ("--file", "missing.txt")],
)
def test_without_a_version_it_is_misuse_in_one_line(
    run: Run, log: str, robots: str, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(robots).parent)
    status, output, errors = run("compliance", log, *arguments)
    assert (status, output) == (2, "")
    assert len(errors.splitlines()) <= 2


def test_of_many_closed_paths_that_everybody_gets_the_first_are_named(run: Run, tmp_path: Path) -> None:
    path, robots = tmp_path / "a.log", tmp_path / "robots.txt"
    path.write_text("".join(line("10/Sep/2026:10:00:00", f"/.git/{at}", "Firefox") for at in range(23)), "utf-8")
    robots.write_text("User-agent: *\nDisallow: /.git\n", "utf-8")
    lines = run("compliance", str(path), "--file", str(robots))[1].splitlines()
    assert (len(lines), lines[-1]) == (22, "3 more blocked paths are open to everybody.")


def test_hostile_log_is_printed_harmless(run: Run, robots: str, tmp_path: Path) -> None:
    path = tmp_path / "evil.log"
    path.write_text(line("10/Sep/2026:10:00:00", "/a\x1b[31m\u202e<script>"), "utf-8")
    output = run("compliance", str(path), "--file", robots)[1]
    assert "\x1b" not in output
    assert "\u202e" not in output


def test_logs_come_from_a_folder_a_pattern_and_standard_input(
    run: Run, log: str, robots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    text = Path(log).read_text("utf-8")
    (folder / "access.log").write_text(text, "utf-8")
    expected = run("compliance", log, "--file", robots, "--format", "csv")[1]
    for given in (str(folder), str(folder / "*.log"), "-"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert run("compliance", given, "--file", robots, "--format", "csv")[1] == expected


def test_fields_of_a_log_are_named_and_a_wrong_name_is_told(run: Run, robots: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    row = '{"a": "2026-09-10T10:00:00Z", "b": "StractBot/1.0", "c": "/a", "d": "x"}\n'
    path.write_text(row * 3, "utf-8")
    assert "name its fields" in run("compliance", str(path), "--file", robots)[2]
    mapping = "time=a,agent=b,path=c"
    status, output, _ = run("compliance", str(path), "--file", robots, "--log-fields", mapping, "--format", "csv")
    assert (status, output.splitlines()[1]) == (1, "StractBot,2026-09-10,0,3")
    assert (
        "“colour” is not a part of a request"
        in run("compliance", str(path), "--file", robots, "--log-fields", "colour=a")[2]
    )


def test_bare_name_of_a_crawler_in_a_json_log_is_its_agent(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_text("User-agent: *\nDisallow: /a\n")
    rows = (
        {
            "time_iso8601": f"2026-11-20T10:00:0{number}+00:00",
            "remote_addr": "192.0.2.1",
            "request_method": "GET",
            "request_uri": f"/a/{number}",
            "status": 200,
            "http_user_agent": "Bytespider" if number % 2 else "Seobilitybot",
        }
        for number in range(10)
    )
    Path("json.log").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    _, out, _ = run("compliance", "json.log", "--file", "2026-11-01=robots.txt", "--format", "json")
    assert {row["crawler"] for row in map(json.loads, out.splitlines()) if row["kind"] == "crawler"} >= {"Bytespider"}


def test_reaction_times_are_measured_beside_what_is_documented(run: Run, robots: str, tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_text("User-agent: *\n", "utf-8")
    log = tmp_path / "long.log"
    log.write_text(
        line("10/Sep/2026:09:00:00", "/a", "Googlebot/2.1", address="66.249.66.1")
        + line("10/Sep/2026:13:00:00", "/a", "Googlebot/2.1", address="66.249.66.1")
        + line("10/Sep/2026:14:30:00", "/robots.txt", "Googlebot/2.1", address="66.249.66.1")
        + line("10/Sep/2026:16:00:00", "/b", "Googlebot/2.1", address="66.249.66.1"),
        "utf-8",
    )
    files = ("--file", f"2026-09-01={old}", "--file", f"2026-09-10T10:30={robots}")
    record = json.loads(run("compliance", str(log), *files, "--format", "json")[1].splitlines()[0])
    assert record["reaction"] == {
        "read": {"count": 1, "median": 14400, "shortest": 14400, "longest": 14400},
        "stopped": {"count": 1, "median": 9000, "shortest": 9000, "longest": 9000},
        "began": None,
        "unsure_by": 0,
        "documented": 86400,
    }
    output = run("compliance", str(log), *files)[1]
    assert "It read the change after 4 hours." in output
    assert "Documented: it keeps its copy for 24 hours at most." in output
