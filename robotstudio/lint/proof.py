"""Which verdicts a change of the file flips, and whether it changes anything else: evaluated, not argued."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine import CRAWLERS, DIALECTS, Robots, UrlTable
from robotstudio.engine.editions import Edition, Reader
from robotstudio.engine.side_effects import effects
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.draft import raw_lines
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Finding, Fix

_SITE = "https://www.example.com"
_MOST_PATTERNS, _MOST_NAMES = 400, 40
_NAME = re.compile(rb"\s*+user-?\s?agent\s*+[: \t]\s*+([^#\r\n]*+)", re.IGNORECASE)
_PATH = re.compile(rb"[^:]{0,40}?[:\s]\s*+([^#\r\n]*+)")
_GENERAL = ("/", "/robots.txt", "/index.html", "/a/b?c=d")


Agent = str | Sequence[str]
"""A product token, or a chain of them, as `Robots.decide` takes it."""


@dataclass(frozen=True, slots=True)
class Flips:
    """The verdicts of one reader that a change flips: rows of the table, and whether they are allowed now."""

    dialect: str
    agent: Agent
    rows: NDArray[np.intp]
    allowed: NDArray[np.bool_]


def flips(
    before: bytes | Mapping[str, Robots],
    after: bytes | Mapping[str, Robots],
    table: UrlTable,
    agents_by_dialect: Mapping[str, Sequence[Agent]],
) -> tuple[Flips, ...]:
    """The verdicts that flip from one file to another; nothing is left of readers for whom none does.

    A file is given by its octets, or by its readings where these are at hand.
    """
    found: list[Flips] = []
    for dialect, agents in agents_by_dialect.items():
        old, new = (_reading(file, dialect).decide_all(table, agents) for file in (before, after))
        for agent in agents:
            is_now = new.column(agent)[0]
            rows = np.flatnonzero(old.column(agent)[0] != is_now)
            if rows.size:
                found.append(Flips(dialect, agent, rows, is_now[rows]))
    return tuple(found)


def _reading(file: bytes | Mapping[str, Robots], dialect: str) -> Robots:
    return Robots.parse(file, dialect) if isinstance(file, bytes) else file[dialect]


@dataclass(frozen=True, slots=True)
class Probe:
    """What a change of a file is tried on where nobody gave URLs: paths made of its own rules, every way to read it."""

    table: UrlTable
    agents_by_dialect: Mapping[str, Sequence[Agent]]


def probe(*bodies: bytes) -> Probe:
    """URLs at and around each pattern of some files, in all dialects, for all crawlers named there and some others."""
    lines = [raw for body in bodies for raw in raw_lines(body)]
    named = [found[1].decode("utf-8", "replace").strip() for raw in lines if (found := _NAME.match(raw))]
    names = list(dict.fromkeys(_tokens_of(named)))[:_MOST_NAMES]
    agents: list[Agent] = [*dict.fromkeys((*names, "Googlebot", "*", "SomeOtherBot"))]
    paths = dict.fromkeys(path for raw in _spread(lines) for path in _paths_of(raw))
    table = UrlTable(_SITE + path for path in dict.fromkeys((*_GENERAL, *paths)))
    return Probe(table, MappingProxyType(dict.fromkeys(DIALECTS, agents)))


def _tokens_of(values: Sequence[str]) -> Iterable[str]:
    """The values themselves, their first word, and the known token that they begin with."""
    for value in values:
        yield value
        first = re.match(r"[A-Za-z_-]+", value)
        if first:
            yield first[0]
    yield from (token for token in CRAWLERS if any(token.lower() in value.lower() for value in values[:_MOST_NAMES]))


def _spread(lines: Sequence[bytes]) -> Iterable[bytes]:
    """Some of the lines, from all over the file where they are many."""
    distinct = [*dict.fromkeys(lines)]
    return islice(distinct, 0, None, max(1, len(distinct) // _MOST_PATTERNS))


def _paths_of(raw: bytes) -> Iterable[str]:
    """Paths at and around the pattern that stands in a line, whatever its field."""
    found = _PATH.match(raw)
    value = found[1].decode("utf-8", "replace").strip() if found else ""
    if not value or len(value) > 500:
        return
    quoted = "".join(sign if sign.isascii() and sign.isprintable() and sign != " " else _quoted(sign) for sign in value)
    plain = quoted.rstrip("$").replace("*", "x")
    path = plain if plain.startswith("/") else f"/{plain}"
    yield from (
        path,
        f"{path}x",
        f"{path}/",
        f"{path}/y?z=1",
        path[:-1] or "/",
        path.lower(),
        path.rsplit("/", 1)[0] or "/",
    )
    yield quoted.replace("*", "/a/b/").rstrip("$") if quoted.startswith("/") else path


def _quoted(sign: str) -> str:
    return "".join(f"%{octet:02X}" for octet in sign.encode("utf-8", "surrogateescape"))


@dataclass(frozen=True, slots=True)
class SafelyFixed:
    """A file with its safe fixes, and how many of them were taken back because the change was not proven."""

    body: bytes
    applied: tuple[Fix, ...]
    refused: int


def fix_safely(body: bytes, findings: Iterable[Finding]) -> SafelyFixed:
    """The file with all safe fixes, if nothing that it does changes; else with those kinds of which that is so."""
    fixes = [fix for finding in findings for fix in finding.found.fixes[:1] if fix.is_safe]
    done = apply(body, fixes)
    if not fixes or not _changes_any(body, done.body):
        return SafelyFixed(done.body, done.applied, 0)
    kept: list[Fix] = []
    for kind in dict.fromkeys(fix.id for fix in fixes):
        some = [*kept, *(fix for fix in fixes if fix.id == kind)]
        if not _changes_any(body, apply(body, some).body):
            kept = some
    done = apply(body, kept)
    return SafelyFixed(done.body, done.applied, len(fixes) - len(kept))


def _changes_any(before: bytes, after: bytes) -> bool:
    """Whether a verdict, a delay, a sitemap or a preference is another one, for any crawler in any dialect."""
    tried = probe(before, after)
    return bool(flips(before, after, tried.table, tried.agents_by_dialect)) or changes_effects(before, after, tried)


def changes_effects(before: bytes, after: bytes, tried: Probe) -> bool:
    """Whether a file does something else than another besides its verdicts."""
    readers = [
        Reader(agent if isinstance(agent, str) else agent[0], dialect, agent)
        for dialect, agents in tried.agents_by_dialect.items()
        for agent in agents
    ]
    return effects(Edition(before), readers) != effects(Edition(after), readers)
