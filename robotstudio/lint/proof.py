"""Finds the verdicts that a change of the file flips, or proves that it changes nothing at all."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from robotstudio.engine import CRAWLERS, DIALECTS, UrlTable
from robotstudio.engine.changes import flips
from robotstudio.engine.crawlers import CrawlerView, crawler_for
from robotstudio.engine.paths import encoded
from robotstudio.engine.proof import Reading, Result, is_unchanged, prove_alike
from robotstudio.engine.proof.budget import CLOCK, SECONDS
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.ruleset import RuleSet
from robotstudio.engine.side_effects import effects
from robotstudio.lint.context import raw_lines
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Finding, Fix
from robotstudio.text.language import Plural, ntr

_LEFT_OUT = Plural(
    "{count} fix was not applied: there is no proof that nothing else changes.",
    "{count} fixes were not applied: there is no proof that nothing else changes.",
)
_SITE = "https://www.example.com"
_MOST_PATTERNS, _MOST_NAMES = 400, 40
_NAME = re.compile(rb"\s*+user-?\s?agent\s*+[: \t]\s*+([^#\r\n]*+)", re.IGNORECASE)
_VISIBLE = bytes(range(0x21, 0x7F))
_PATH = re.compile(rb"[^:]{0,40}?[:\s]\s*+([^#\r\n]*+)")
_GENERAL = ("/", "/robots.txt", "/index.html", "/a/b?c=d")


class Probe(Struct, frozen=True):
    """URLs and readers for trying a change of a file: made of the file's own rules, in all dialects."""

    table: UrlTable
    readers: tuple[CrawlerView, ...]


def probe(*bodies: bytes) -> Probe:
    """Make URLs around the patterns of some files, for crawlers named there and some others, in all dialects."""
    lines = [raw for body in bodies for raw in raw_lines(body)]
    named = [found[1].decode("utf-8", "replace").strip() for raw in lines if (found := _NAME.match(raw))]
    names = list(dict.fromkeys(_tokens_of(named)))[:_MOST_NAMES]
    agents = [*dict.fromkeys((*names, "Googlebot", "*", "SomeOtherBot"))]
    paths = dict.fromkeys(path for raw in _spread(lines) for path in _paths_of(raw))
    table = UrlTable(_SITE + path for path in dict.fromkeys((*_GENERAL, *paths)))
    readers = (
        CrawlerView(f"{name} ({dialect})", dialect, name, crawler_for(name)) for dialect in DIALECTS for name in agents
    )
    return Probe(table, tuple(readers))


def _tokens_of(values: Sequence[str]) -> Iterable[str]:
    """Yield the values themselves, their first word, and the known tokens in them."""
    for value in values:
        yield value
        first = re.match(r"[A-Za-z_-]+", value)
        if first:
            yield first[0]
    yield from (token for token in CRAWLERS if any(token.lower() in value.lower() for value in values[:_MOST_NAMES]))


def _spread(lines: Sequence[bytes]) -> Iterable[bytes]:
    """Return some of the lines, evenly spread if they are many."""
    distinct = [*dict.fromkeys(lines)]
    return islice(distinct, 0, None, max(1, len(distinct) // _MOST_PATTERNS))


def _paths_of(raw: bytes) -> Iterable[str]:
    """Yield paths at and around the pattern in a line, whatever its field."""
    found = _PATH.match(raw)
    value = found[1].decode("utf-8", "replace").strip() if found else ""
    if not value or len(value) > 500:
        return
    quoted = encoded(value.encode(), _VISIBLE).decode("ascii")
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


class SafelyFixed(Struct, frozen=True):
    """A file with its safe fixes, and how many of them were withdrawn because the change was not proven."""

    body: bytes
    applied: tuple[Fix, ...]
    refused: int


def left_out_words(done: SafelyFixed) -> str:
    """Return how many fixes were withdrawn, and why; empty if none was."""
    return ntr(_LEFT_OUT, done.refused) if done.refused else ""


def fix_safely(body: bytes, findings: Iterable[Finding]) -> SafelyFixed:
    """Apply all safe fixes, if it is proven that no effect of the file changes, for any URL and any crawler.

    Else only the kinds of fixes for which that is proven.
    """
    fixes = [fix for finding in findings for fix in finding.diagnostic.fixes[:1] if fix.is_safe]
    done = apply(body, fixes)
    if not fixes or is_proven_alike(body, done.body):
        return SafelyFixed(done.body, done.applied, 0)
    kept: list[Fix] = []
    for kind in dict.fromkeys(fix.id for fix in fixes):
        some = [*kept, *(fix for fix in fixes if fix.id == kind)]
        if is_proven_alike(body, apply(body, some).body):
            kept = some
    done = apply(body, kept)
    return SafelyFixed(done.body, done.applied, len(fixes) - len(kept))


def is_proven_alike(before: bytes, after: bytes) -> bool:
    """Return True if two files are proven equal, in every dialect, for all crawlers that they name and all others.

    Verdicts are the same for every URL; so are delays, sitemaps and preferences. What is undecided is not proven.
    """
    tried, old, new = probe(before, after), FileVersion(before), FileVersion(after)
    return not flips(old, new, tried.table, tried.readers) and is_proven_for_all(old, new, tried)


def is_proven_for_all(before: FileVersion, after: FileVersion, tried: Probe) -> bool:
    """Return True if it is proven that nothing changes for any crawler, in any dialect."""
    return is_proven_for([*tried.readers, *_named(before, after)], before, after)


def changes_effects(before: FileVersion, after: FileVersion, tried: Probe) -> bool:
    """Return True if something beside the verdicts changes for any crawler, such as a delay."""
    readers = [*tried.readers, *_named(before, after)]
    return effects(before, readers) != effects(after, readers)


def is_proven_for(readers: Sequence[CrawlerView], before: FileVersion, after: FileVersion) -> bool:
    """Return True if it is proven that nothing changes for some crawlers: no verdict on any URL, and nothing else."""
    until = CLOCK() + SECONDS

    def alike(one: Reading, other: Reading) -> bool:
        rules, others = (reading.robots.choose(reading.agent).rules for reading in (one, other))
        return _said(rules) == _said(others) or prove_alike(one, other, until - CLOCK()).outcome is Result.EQUAL

    return is_unchanged(before, after, readers, alike)


def _named(*versions: FileVersion) -> Iterator[CrawlerView]:
    """Yield every crawler that any version names, in every dialect, and the known crawlers."""
    yield from (crawler.reader for crawler in CRAWLERS.values())
    for dialect in DIALECTS:
        groups = [group for version in versions for group in version.read_as(dialect).groups]
        tokens = dict.fromkeys(agent.token for group in groups for agent in group.agents)
        for token in tokens:
            name = token.decode("utf-8", "surrogateescape")
            yield CrawlerView(name, dialect, name)


def _said(rules: RuleSet) -> Sequence[object]:
    """Return the rules without their lines, by precedence."""
    return [(rule.pattern, rule.below, rule.allow, rule.is_empty) for rule in rules.ranked]
