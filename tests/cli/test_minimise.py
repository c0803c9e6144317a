"""`robotstudio minimise`: what it prints and how it exits."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

ROBOTS = "User-agent: *\nDisallow: /a/\nDisallow: /a/b\nDisallow: /c*\n"
SMALLER = "User-agent: *\nDisallow: /a/\nDisallow: /c\n"
CRAWLER = ("--crawler", "Googlebot")
PROVEN = "Proven: no verdict changes for any of these crawlers, whatever the URL."


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "robots.txt"
    path.write_text(ROBOTS, "utf-8")
    return str(path)


def test_text_has_the_steps_and_a_diff(run: Run, file: str) -> None:
    status, output, errors = run("minimise", file, *CRAWLER)
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "Line 3 is unnecessary: no verdict changes without it. What decides instead: line 2.",
        "Line 4 loses the * at its end, which changes nothing.",
        "",
        f"{len(ROBOTS)} bytes become {len(SMALLER)}. {PROVEN}",
        "",
        f"--- {file}",
        f"+++ {file}",
        "@@ -1,5 +1,4 @@",
        " User-agent: *",
        " Disallow: /a/",
        "-Disallow: /a/b",
        "-Disallow: /c*",
        "+Disallow: /c",
        " ",
    ]


def test_json_has_an_object_for_each_step_and_one_for_the_whole(run: Run, file: str) -> None:
    status, output, _ = run("minimise", file, *CRAWLER, "--format", "json")
    assert status == 0
    assert [json.loads(line) for line in output.splitlines()] == [
        {"line": 3, "kind": "not-needed", "rests_on": [2]},
        {"line": 4, "kind": "shortened", "rests_on": [4]},
        {"bytes_before": len(ROBOTS), "bytes_after": len(SMALLER), "reason": None},
    ]


def test_the_smaller_file_is_written_where_that_is_asked_for(run: Run, file: str, tmp_path: Path) -> None:
    assert run("minimise", file, *CRAWLER, "-o", str(tmp_path / "smaller.txt")) == (0, "", "")
    assert (tmp_path / "smaller.txt").read_text("utf-8") == SMALLER
    assert run("minimise", file, *CRAWLER, "-o", "-")[1] == SMALLER


def test_a_file_that_cannot_be_smaller_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_text(SMALLER, "utf-8")
    status, output, _ = run("minimise", str(tmp_path / "robots.txt"), *CRAWLER)
    assert (status, output) == (
        0,
        f"{len(SMALLER)} bytes become {len(SMALLER)}. {PROVEN}\n",
    )
