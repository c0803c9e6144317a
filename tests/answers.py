"""Prints answers of the program to a sample of every conformance suite and to commands, in the locale of its system.

Run by `python -m tests.answers`; `tests/test_locales.py` compares the answers under several locales.
"""

import hashlib
import json
import locale
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper

from robotstudio import cli
from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.paths import escape, path_of
from robotstudio.engine.scope import governing_robots_url, governs
from robotstudio.engine.tokens import parse_line, split_lines
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.policy import POLICIES
from tests.conformance import ROOT, Row, field_bytes, own_rows, text

NOT_THERE = 77
_VERDICTS = {"google/unit-tests": 1, "google/spec-test": 1, "quirks": 1, "diff-public": 10, "seeds": 1}
_DIALECTS = {"dialects": 1, "own-dialects": 1}
_FIXTURES = ROOT / "tests" / "data" / "lint"
_EVERY_FIXTURE = 8


def answers() -> dict[str, str]:
    """Return a digest of the answers, by suite and by command."""
    found = {suite: _digest(map(_verdict, own_rows(suite)[::step])) for suite, step in _VERDICTS.items()}
    found |= {suite: _digest(map(_everywhere, own_rows(suite)[::step])) for suite, step in _DIALECTS.items()}
    found["parse"] = _digest(_lines(field_bytes(row, "robots")) for row in own_rows("parse")[::8])
    found["path"] = _digest(path_of(field_bytes(row, "url")) for row in own_rows("path"))
    found["escape"] = _digest(escape(field_bytes(row, "pattern")) for row in own_rows("escape"))
    scopes = own_rows("scope")
    found["scope"] = _digest(
        (governs(row["robots_url"], row["url"]), governing_robots_url(row["url"])) for row in scopes
    )
    found["status"] = _digest(
        (name, outcome, policy.usual[outcome]) for name, policy in POLICIES.items() for outcome in FetchOutcome
    )
    return found | dict(_commands())


def disagreeing() -> list[str]:
    """Return the rows of Google's own tests that get another answer."""
    rows = [row for suite in ("google/unit-tests", "google/spec-test") for row in own_rows(suite)]
    return [row["url"] for row in rows if _decide(row, "google")[0] != row["allowed"]]


def _decide(row: Row, dialect: str) -> tuple[bool, int | None]:
    agents = row["agent"] if "agent" in row else tuple(row["agents"])
    verdict = Robots.parse(field_bytes(row, "robots"), dialect).decide(text(row, "url"), agents)
    return verdict.allowed, verdict.line


def _verdict(row: Row) -> object:
    return _decide(row, row.get("family", "google"))


def _everywhere(row: Row) -> object:
    return [(dialect, _decide(row, dialect)) for dialect in DIALECTS]


def _lines(body: bytes) -> object:
    return [parse_line(line) for line in split_lines(body)]


def _commands() -> Iterator[tuple[str, str]]:
    """Return output for programs about the linter's fixtures, and about a small file with letters of many scripts."""
    fixtures = [str(path) for path in sorted(_FIXTURES.glob("*.txt"))[::_EVERY_FIXTURE]]
    for form in ("json", "sarif", "github"):
        yield f"lint {form}", _printed("lint", "--format", form, *fixtures)
    for form in ("json", "csv"):
        urls = ("/İstanbul/ı", "/страница", "/抓取?q=ß", "/1,5", "/I", "/i")
        yield f"test {form}", _printed("test", fixtures[0], "--format", form, "--url", *urls)


def _printed(*arguments: str) -> str:
    stream = TextIOWrapper(BytesIO(), encoding="utf-8")
    with redirect_stdout(stream):
        status = cli.main([*arguments, "--no-config"])
    stream.flush()
    return f"{status} {_digest([stream.buffer.getvalue()])}"


def _digest(things: Iterator[object] | list[bytes]) -> str:
    total = hashlib.sha256()
    for thing in things:
        total.update(repr(thing).encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def main() -> int:
    """Print them, as JSON; NOT_THERE where the system does not have the locale."""
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        return NOT_THERE
    said = {"answers": answers(), "disagreeing": disagreeing(), "point": locale.localeconv()["decimal_point"]}
    sys.stdout.buffer.write(json.dumps(said).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
