"""Python's parser: against the Pythons on this machine, and statement by statement."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Reason, Robots, UrlTable
from robotstudio.engine.dialects.python import dialect_of_release, releases_of, requoted_pattern
from robotstudio.engine.urls import is_malformed, split_url
from tests.engine.dialects.differential import (
    OTHER_SUITES,
    OWN_SUITES,
    Case,
    Decide,
    bytes_of,
    differences,
    given_to_library,
    real_files,
    rows_of,
)
from tests.engine.odd_urls import EVERY_TWO
from tests.pythons import other_pythons

RUNNING = dialect_of_release(*sys.version_info[:3]) or ""
RAISING = {"diff-public:2302", "diff-public:4757"}
"""Where the library raises ValueError, since it takes brackets in a URL for an IPv6 address."""

ANSWERING = """
import json, sys
from urllib.robotparser import RobotFileParser

def answer(body, url, agent):
    parser = RobotFileParser()
    try:
        parser.parse(body.splitlines())
        return parser.can_fetch(agent, url)
    except ValueError:
        return None

json.dump([answer(*asked) for asked in json.load(sys.stdin)], sys.stdout)
"""
"""What another Python runs: its own parser, asked for many cases at once."""


def parse(body: str) -> Decide:
    """Parse with the running Python."""
    parser = RobotFileParser()
    parser.parse(body.splitlines())
    return lambda url, agent: parser.can_fetch(agent, url)


@pytest.mark.versions
def test_agrees_with_the_running_python_on_our_own_cases() -> None:
    parted, raised, count = differences(RUNNING, parse, rows_of(*OWN_SUITES))
    assert not parted
    assert set(raised) <= RAISING
    assert count > 4000


@pytest.mark.versions
@pytest.mark.parametrize("suite", OTHER_SUITES)
def test_agrees_with_the_running_python_on_the_suites_of_other_projects(suite: str) -> None:
    parted, raised, _ = differences(RUNNING, parse, rows_of(suite))
    assert not parted
    assert not raised


@pytest.mark.versions
def test_agrees_with_the_running_python_on_real_files() -> None:
    parted, raised, count = differences(RUNNING, parse, real_files())
    assert not parted
    assert not raised
    assert count > 9000


@pytest.mark.versions
def test_agrees_with_every_other_python_of_this_machine() -> None:
    pythons = {release: program for release, program in other_pythons().items() if dialect_of_release(*release)}
    if not pythons:
        pytest.skip("there is no other Python from 3.8 on, neither on PATH nor among pyenv's")
    cases = [*[*rows_of(*OWN_SUITES)][::3], *random_cases(2_000)]
    ours: dict[str, list[bool]] = {}
    parted = {}
    for release, program in pythons.items():
        dialect = dialect_of_release(*release) or ""
        ours[dialect] = ours.get(dialect) or verdicts_of(dialect, cases)
        answers = zip(cases, ours[dialect], answers_of(program, dialect, cases), strict=True)
        parted[release] = [case for case, is_allowed, expected in answers if expected not in {is_allowed, None}]
    assert parted == {release: [] for release in pythons}


def verdicts_of(dialect: str, cases: list[Case]) -> list[bool]:
    return [Robots.parse(case.body, dialect).decide(case.url, case.agent).allowed for case in cases]


def answers_of(program: Path, dialect: str, cases: list[Case]) -> list[bool | None]:
    """Return the answers of another Python's parser; None if it raises."""
    asked = [
        (given_to_library(case.body, dialect), given_to_library(bytes_of(case.url), dialect), case.agent)
        for case in cases
    ]
    command = [str(program), "-I", "-c", ANSWERING]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    answers: list[bool | None] = json.loads(done.stdout)
    return answers


def random_cases(count: int) -> Iterator[Case]:
    """Yield files made of a few odd lines, always the same."""
    chosen = random.Random(9309)
    for number in range(count):
        lines = "".join(
            chosen.choice(FIELDS)
            + (chosen.choice(AGENTS) if chosen.random() < 0.3 else "/" + "".join(chosen.choices(PARTS, k=3)))
            + chosen.choice(ENDS)
            for _ in range(chosen.randrange(8))
        )
        url = f"https://example.com/{''.join(chosen.choices(PARTS, k=chosen.randrange(4)))}"
        yield Case(f"random:{number}", f"User-agent: *\n{lines}".encode(), url, "abot")


@pytest.mark.parametrize(
    ("release", "dialect"),
    [
        ((3, 7, 17), None),
        ((3, 8, 0), "python"),
        ((3, 8, 20), "python-3.12.4"),
        ((3, 11, 2), "python"),
        ((3, 11, 9), "python"),
        ((3, 11, 10), "python-3.12.4"),
        ((3, 12, 3), "python"),
        ((3, 13, 5), "python-3.12.4"),
        ((3, 13, 13), "python-3.12.4"),
        ((3, 13, 15), "python-3.13.14"),
        ((3, 14, 4), "python-3.12.4"),
        ((3, 14, 5), "python-rfc9309"),
        ((3, 15, 0), "python-rfc9309"),
        ((3, 16, 0), "python-rfc9309"),
    ],
)
def test_release_has_its_dialect(release: tuple[int, int, int], dialect: str | None) -> None:
    assert dialect_of_release(*release) == dialect


def test_releases_are_named_with_each_dialect() -> None:
    assert releases_of("python-3.12.4") == (
        "3.8.20+, 3.9.20+, 3.10.15+, 3.11.10+, 3.12.4+, 3.13.0–3.13.13, 3.14.0–3.14.4"
    )
    for name in ("python", "python-3.12.4", "python-3.13.14", "python-rfc9309"):
        assert {clause.label for clause in DIALECTS[name].clauses.values()} == {
            f"urllib.robotparser of Python {releases_of(name)}"
        }


FIELDS = ["User-agent: ", "User-agent: ", "Disallow: ", "Disallow:", "Allow: ", "Crawl-delay: ", "x: ", ""]
AGENTS = ["*", "a", "A/1", ""]
PARTS = ["/", "a", "*", "$", "?", "=", ";", "%2F", "%41", "%", "é", "%ff", " ", "\t", "#", ":", "//", "\x1c"]
ENDS = ["\n", "\n", "\n\n", "\r\n", "\n \n", "\n#\n", "\v", "\x85", "\u2028"]
PIECES = st.sampled_from(PARTS)
LINES = st.tuples(
    st.sampled_from(FIELDS),
    st.sampled_from(AGENTS) | st.lists(PIECES, max_size=5).map(lambda parts: "/" + "".join(parts)),
    st.sampled_from(ENDS),
).map("".join)


@pytest.mark.versions
@given(lines=st.lists(LINES, max_size=8), path=st.lists(PIECES, max_size=5).map("".join))
@settings(max_examples=300)
def test_agrees_with_the_running_python_on_any_file(lines: list[str], path: str) -> None:
    body, url = "".join(lines), f"https://example.com/{path}"
    try:
        decide = parse(body)
        expected = decide(url, "abot")
    except ValueError:
        return
    assert Robots.parse(body.encode(), RUNNING).decide(url, "abot").allowed is expected


@pytest.mark.parametrize(
    ("body", "agent", "line"),
    [
        ("User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow: /a\n", "abot", 5),  # a part of the name is enough
        ("User-agent: a\nDisallow: /a\n\nUser-agent: abot\nDisallow: /\n", "abot", 2),  # the first that is a part
        ("User-agent: a\n\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n", "abot", 6),  # a record without a rule is none
        ("User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", "a", None),  # a delay ends the user-agent lines
        ("User-agent: a\n \nDisallow: /\n", "a", 3),  # a line with a space is not empty
        ("User-agent: a\nAllow: /a\nDisallow: /\n", "a", 2),  # the first rule that matches
        ("User-agent: a\nDisallow:\nDisallow: /\n", "a", 2),  # a rule without a value is one that allows
        ("User-agent: a\nDisallow: /*\n", "a", None),  # a star is itself
        ("User-agent: *\nDisallow: /\nUser-agent: *\nDisallow: /a\n", "a", 2),  # the first record of all others
        ("\ufeffUser-agent: *\nDisallow: /\n", "a", None),  # a byte order mark is a part of the field name
    ],
)
def test_classic_reading(body: str, agent: str, line: int | None) -> None:
    assert Robots.parse(body.encode(), "python").decide("https://example.com/a", agent).line == line


@pytest.mark.parametrize(
    ("rule", "path", "lines"),
    [
        ("//a", "//a", (2, None, None, None)),  # gh-67693: the URL has four slashes there
        ("////a", "//a", (2, 2, 2, 2)),
        ("/%2Fa", "/%2Fa", (2, None, 2, 2)),  # decoded first, then split: `a` becomes a host
        ("/a?", "/a?", (2, 2, None, 2)),  # only Python 3.13 loses the empty query of a URL and keeps that of a rule
        ("/a", "/a?", (2, 2, 2, 2)),
        ("/*a", "/a", (None, None, 2, 2)),
    ],
)
def test_what_the_four_readings_part_in(rule: str, path: str, lines: tuple[int | None, ...]) -> None:
    body, url = f"User-agent: *\nDisallow: {rule}\n".encode(), f"https://example.com{path}"
    names = ("python", "python-3.12.4", "python-3.13.14", "python-rfc9309")
    assert tuple(Robots.parse(body, name).decide(url, "a").line for name in names) == lines


@pytest.mark.parametrize(
    ("body", "url", "line"),
    [
        ("User-agent: *\nAllow: /a/*\nDisallow: /a/bb\n", "/a/bbcc", 2),  # what a star covers counts
        ("User-agent: *\nAllow: /a\nDisallow: /a*\n", "/a", 2),  # equally far: Allow
        ("User-agent: *\nDisallow: /a$b\nDisallow: /\n", "/a$b", 3),  # dropped for its dollar
        ("User-agent: *\nDisallow: /a**$$\n", "/abc", 2),
        ("User-agent: x\nDisallow: /1\nUser-agent: bot\nUser-agent: x\nDisallow: /2\n", "/2", 5),
        ("User-agent: bo\nDisallow: /1\nUser-agent: bot\nDisallow: /2\n", "/1", 2),  # a part, where no name is equal
        ("User-agent: *\nDisallow: /\n", "/robots.txt", None),
        ("User-agent: *\nDisallow: /a%2Fb\n", "/a/b", 2),
        ("User-agent: *\nDisallow: /a?b=%41\n", "/a?b=A", 2),
    ],
)
def test_rewritten_reading(body: str, url: str, line: int | None) -> None:
    agent = "x" if "x\n" in body else "botty"
    assert Robots.parse(body.encode(), "python-rfc9309").decide(f"https://example.com{url}", agent).line == line


def test_dollar_in_the_middle_drops_a_rule_and_still_ends_the_user_agent_lines() -> None:
    assert requoted_pattern(b"/a$b") is None
    robots = Robots.parse(b"User-agent: a\nDisallow: /x$y\nUser-agent: b\nDisallow: /\n", "python-rfc9309")
    assert robots.decide("/", "a").allowed


MALFORMED = ["e.com]", "[e.com", "[", "[1.2.3.4]", "[::1]x", "a[::1]", "[v1.]", "[::1::]", "e\u2048f", "[é]", "[[::1]]"]
FINE = ["e.com", "[::1]", "[::1]:80", "u@[::1]:80", "[v1.a:b]", "é.com", "e.com:b", "", "a@b@c", "[fe80::1%eth0]"]


@pytest.mark.parametrize("host", MALFORMED)
def test_malformed_host_matches_no_rule(host: str) -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /x\nDisallow: *\nDisallow: /\n", "python-rfc9309")
    url = f"http://{host}/x"
    verdict = robots.decide(url, "a")
    assert (verdict.allowed, verdict.line, verdict.reason) == (True, None, Reason.MALFORMED_URL)
    allowed, line = robots.decide_all(UrlTable([url, "http://e.com/x"]), ["a"]).column("a")
    assert (allowed.tolist(), line[0]) == ([True, False], 0)


@pytest.mark.parametrize("host", FINE)
def test_host_that_is_not_malformed(host: str) -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /x\n", "python-rfc9309")
    assert robots.decide(f"http://{host}/x", "a").line == 2


def test_what_the_running_python_cannot_split_is_malformed() -> None:
    raising = []
    for url in EVERY_TWO:
        if not url.isprintable():
            continue
        try:
            urlsplit(url)
        except ValueError:
            raising.append(url)
    assert len(raising) > 100
    assert [url for url in raising if not is_malformed(split_url(url.encode()).host)] == []
