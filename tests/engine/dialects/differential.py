"""Compares a dialect with the library that it imitates, and lists the cases on which they differ."""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from robotstudio.engine import DIALECTS, Robots, Rule
from tests.conformance import SHARED, field_bytes, own_rows, shared, shared_rows, text

Decide = Callable[[str, str], bool]
"""(URL, agent) → whether the library lets the agent fetch the URL."""

Parse = Callable[[str], Decide]
"""What a library makes of a file."""

OWN_SUITES = ("diff-public", "quirks", "seeds", "dialects", "google/unit-tests", "google/spec-test")
OTHER_SUITES = ("protego", "robots-parser", "rep-cpp", "reppy")
FILES, URLS = 200, 50


class Case(NamedTuple):
    """A file and a question about it."""

    name: str
    body: bytes
    url: str
    agent: str


def rows_of(*suites: str) -> Iterator[Case]:
    """Return the cases of conformance suites that ask for one agent."""
    for suite in suites:
        rows = own_rows(suite) if suite in OWN_SUITES else shared_rows(suite)
        for number, row in enumerate(rows):
            if "agent" in row:
                yield Case(f"{suite}:{number}", field_bytes(row, "robots"), text(row, "url"), row["agent"])


def real_files() -> Iterator[Case]:
    """Yield 200 real files with 50 URLs each, always the same: linked URLs, and some made of the rules."""
    links = [url for path in sorted(shared("corpus/site_links").glob("*.txt")) for url in path.read_text().split()]
    paths = sorted((SHARED / "corpus" / "files").iterdir())
    for number, path in enumerate(paths[:: len(paths) // FILES][:FILES]):
        body, chosen = path.read_bytes(), random.Random(path.name)
        own = sorted({rule.written.decode("utf-8", "replace") for rule in _rules(body) if rule.written[:1] == b"/"})
        spoken_of = [f"https://example.com{rule.replace('*', 'x').rstrip('$')}" for rule in own]
        urls = chosen.sample(spoken_of, min(len(spoken_of), URLS * 3 // 5))
        urls += chosen.sample(links, URLS - len(urls))
        for url in urls:
            yield Case(path.name, body, url, ("Googlebot", "FooBot")[number % 2])


def _rules(body: bytes) -> list[Rule]:
    return [rule for group in Robots.parse(body).groups for rule in group.rules]


def differences(dialect: str, parse: Parse, cases: Iterator[Case]) -> tuple[list[str], list[str], int]:
    """Return where a dialect and its library differ, where the library raises, and how many cases there were."""
    parted: list[str] = []
    raised: list[str] = []
    count, last, robots, decide = 0, None, Robots.parse(b"", dialect), None
    for case in cases:
        count += 1
        try:
            if case.body != last or decide is None:
                last, decide = case.body, None
                robots, decide = Robots.parse(case.body, dialect), parse(given_to_library(case.body, dialect))
            expected = decide(given_to_library(bytes_of(case.url), dialect), case.agent)
        except ValueError:
            raised.append(case.name)
            continue
        verdict = robots.decide(case.url, case.agent)
        if verdict.allowed is not expected:
            parted.append(f"{case.name}: {case.agent} {case.url} {verdict}")
    return parted, raised, count


def bytes_of(url: str) -> bytes:
    return url.encode("utf-8", "surrogateescape")


def given_to_library(body: bytes, dialect: str) -> str:
    """Decode bytes for a library: most replace invalid UTF-8, the newest Python keeps it."""
    return body.decode("utf-8", "replace" if DIALECTS[dialect].recode else "surrogateescape")
