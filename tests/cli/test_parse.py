"""`robotstudio parse`: a file as data."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.cli.parse import file_row
from robotstudio.engine import DIALECTS
from robotstudio.library import Robots
from tests.cli.conftest import Run

FILE = b"""\
Disallow: /early
User-agent: *
Crawl-delay: 2.5
Disallow: /cart/
Disalow: /typo
Dislike: /x

User-agent: GPTBot
User-agent: CCBot
Allow: /free
Sitemap: https://a.example/s.xml
Disallow: /
Host: a.example
"""


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_bytes(FILE)


def test_json_is_the_whole_file(run: Run) -> None:
    status, output, errors = run("parse", "robots.txt", "--format", "json")
    assert (status, errors) == (0, "")
    assert json.loads(output) == {
        "path": "robots.txt",
        "dialect": "google",
        "groups": [
            {
                "user_agents": ["*"],
                "first_line": 2,
                "last_line": 5,
                "rules": [
                    {"line": 4, "type": "disallow", "path": "/cart/"},
                    {"line": 5, "type": "disallow", "path": "/typo"},  # Google reads this misspelling
                ],
                "fields": [{"line": 3, "field": "crawl-delay", "value": "2.5"}],
            },
            {
                "user_agents": ["GPTBot", "CCBot"],
                "first_line": 8,
                "last_line": 12,
                "rules": [
                    {"line": 10, "type": "allow", "path": "/free"},
                    {"line": 12, "type": "disallow", "path": "/"},
                ],
                "fields": [],
            },
        ],
        "sitemaps": [{"line": 11, "field": "sitemap", "value": "https://a.example/s.xml"}],
        "fields": [{"line": 13, "field": "host", "value": "a.example"}],
        "ignored": [{"line": 1, "text": "Disallow: /early"}, {"line": 6, "text": "Dislike: /x"}],
        "cut_at_line": None,
    }


def test_other_dialect_ignores_other_lines(run: Run) -> None:
    _, output, _ = run("parse", "robots.txt", "--dialect", "rfc9309", "--format", "json")
    assert [row["text"] for row in json.loads(output)["ignored"]] == [
        "Disallow: /early",
        "Disalow: /typo",
        "Dislike: /x",
    ]


def test_text_has_each_line_in_its_group(run: Run) -> None:
    assert run("parse", "robots.txt")[1].splitlines() == [
        "User-agent: *",
        "     3  Crawl-delay: 2.5",
        "     4  Disallow: /cart/",
        "     5  Disallow: /typo",
        "User-agent: GPTBot",
        "User-agent: CCBot",
        "    10  Allow: /free",
        "    12  Disallow: /",
        "    11  Sitemap: https://a.example/s.xml",
        "    13  Host: a.example",
        "Ignored lines:",
        "     1  Disallow: /early",
        "     6  Dislike: /x",
    ]


def test_line_where_reading_stops_is_named(run: Run) -> None:
    Path("robots.txt").write_bytes(b"User-agent: *\n" + b"Disallow: /x\n" * 60_000)
    _, output, _ = run("parse", "robots.txt", "--format", "json")
    found = json.loads(output)
    assert found["cut_at_line"] == found["groups"][0]["last_line"] + 1 < 60_000


@given(st.lists(st.sampled_from(FILE.splitlines()), max_size=20), st.sampled_from(sorted(DIALECTS)))
def test_groups_are_those_of_the_library(lines: list[bytes], dialect: str) -> None:
    body = b"\n".join(lines)
    row, robots = file_row("x", body, dialect), Robots.parse(body, dialect=dialect)
    assert [
        (tuple(group.user_agents), [(rule.line, rule.type, rule.path) for rule in group.rules]) for group in row.groups
    ] == [
        (group.user_agents, [(rule.line, "allow" if rule.allow else "disallow", rule.path) for rule in group.rules])
        for group in robots.groups
    ]


@given(st.lists(st.sampled_from(FILE.splitlines()), max_size=20), st.sampled_from(sorted(DIALECTS)))
def test_each_line_is_named_in_one_place(lines: list[bytes], dialect: str) -> None:
    row = file_row("x", b"\n".join(lines), dialect)
    of_groups = {rule.line for group in row.groups for rule in group.rules}
    of_groups |= {field.line for group in row.groups for field in group.fields}
    elsewhere = [field.line for field in (*row.sitemaps, *row.fields)] + [ignored.line for ignored in row.ignored]
    assert len(elsewhere) == len(set(elsewhere))
    assert of_groups.isdisjoint(elsewhere)
