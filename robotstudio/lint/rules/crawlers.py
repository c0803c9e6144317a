"""RS33x: names of crawlers about which something is known: mistyped, retired, or of a crawler that reads no rules."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.tokens import Field
from robotstudio.lint.draft import LineFacts
from robotstudio.lint.model import NOBODY, Edit, Fix, Found, LintRule, Place, Severity

_SHORTEST_NAME = 7  # MSRBOT is one letter away from msnbot, and no slip
_LONGEST_NAME = 40
_TOKEN = re.compile(r"[A-Za-z0-9_.-]+")
_FAMOUS = frozenset({"googlebot", "yandexbot", "baiduspider", "applebot", "claudebot", "bytespider"})
_SURE = frozenset({"documented", "vendor page"})

RETIRED: Mapping[str, str] = MappingProxyType(
    {
        "googlebot-mobile": "the crawler for phones of before 2010",
        "stackrambler": "Rambler shows the results of Yandex since 2011",
        "teoma": "Ask.com gave up its own index in 2010",
        "ask jeeves": "Ask.com gave up its own index in 2010",
        "twiceler": "Cuil closed in 2010",
        "yahoo-mmcrawler": "Yahoo gave up its image index in 2009",
        "yahoo-blogs": "Yahoo gave up its own index in 2010",
        "fast-webcrawler": "AlltheWeb closed in 2011",
        "scooter": "AltaVista closed in 2013",
        "gigabot": "Gigablast closed in 2023",
        "infoseek": "Infoseek closed in 2001",
        "google-notebooklm": "it is called Google-GeminiNotebook since 2026",
    }
)
"""Crawlers that are not sent out any more, by their tokens in lower case, and why."""


def crawler_that_ignores(line: LineFacts) -> Iterator[Found]:
    """A crawler that does not follow a robots.txt: rules do not keep it away."""
    crawler = CATALOGUE.known(_name(line))
    if crawler is not None and crawler.obeys == "no":
        variant = "" if crawler.confidence in _SURE else "reported"
        yield Found(1, *line.google.value_span, args={"name": line.google.value}, variant=variant)


def mistyped_crawler(line: LineFacts) -> Iterator[Found]:
    """A name that is one letter away from that of a known crawler, and that of no other."""
    meant = nearest_crawler(_name(line))
    if meant:
        start, end = line.google.value_span
        edit = Edit(Place(1, start), Place(1, end), meant.encode())
        fix = Fix("respell", (edit,), args={"right": meant.encode()})
        yield Found(1, start, end, args={"name": line.google.value, "meant": meant.encode()}, fixes=(fix,))


def retired_crawler(line: LineFacts) -> Iterator[Found]:
    """A crawler that is not sent out any more: the line speaks to nobody."""
    why = RETIRED.get(_name(line).lower())
    if why:
        yield Found(1, *line.google.value_span, args={"name": line.google.value, "why": why}, dialects=NOBODY)


def _name(line: LineFacts) -> str:
    return line.google.value.decode("utf-8", "replace")


@lru_cache(maxsize=4096)
def nearest_crawler(name: str) -> str | None:
    """The token of the known crawler that a name misses by one letter; none where it names a known one."""
    lowered = name.lower()
    if not _SHORTEST_NAME <= len(name) <= _LONGEST_NAME or lowered in _known() or lowered in RETIRED:
        return None
    if not _TOKEN.fullmatch(name) or lowered.rpartition("-")[0] in _known():
        return None  # crawlers have relatives: SemrushBot-SA beside SemrushBot-SWA
    near = {known for key in _shortened(lowered) for known in _by_shortened().get(key, ())}
    found = sorted(known for known in near if _is_one_off(lowered, known))
    return _known()[found[0]] if len(found) == 1 else None


@cache
def _known() -> Mapping[str, str]:
    """The tokens that lead to a crawler, by their lower case."""
    tokens = [token for crawler in CATALOGUE.crawlers.values() for token in crawler.chain]
    return {token.lower(): token for token in tokens}


@cache
def _by_shortened() -> Mapping[str, tuple[str, ...]]:
    """Known names by themselves and by what is left of them without one letter."""
    found: dict[str, list[str]] = {}
    for known in _known():
        if len(known) >= _SHORTEST_NAME:
            for key in _shortened(known):
                found.setdefault(key, []).append(known)
    return {key: tuple(names) for key, names in found.items()}


def _shortened(name: str) -> set[str]:
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def _is_one_off(one: str, other: str) -> bool:
    """Whether a letter too much or too little, or two that changed places, tell two names apart, not the first one.

    Another letter makes another name more often than not (Roverbot and rogerbot), unless that is a famous one.
    """
    at = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    if at == 0 or one == other:
        return False
    if len(one) == len(other):
        is_swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
        return is_swapped or (other in _FAMOUS and one[at + 1 :] == other[at + 1 :])
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[at + 1 :] == shorter[at:]


_ROWS = (
    ("RS331", "crawler-that-ignores", Severity.INFORMATION, crawler_that_ignores),
    ("RS332", "mistyped-crawler", Severity.WARNING, mistyped_crawler),
    ("RS333", "retired-crawler", Severity.HINT, retired_crawler),
)

RULES = tuple(
    LintRule(code, name, severity, line=check, fields=frozenset({Field.USER_AGENT}), looks_at_plain=True)
    for code, name, severity, check in _ROWS
)
