"""Sample URLs for a rule: some that it matches, and near misses.

Each is made by one variation of the rule and then tried on the rule as the dialect reads it, so what a sample does is
observed, not assumed. Results that are not worth reporting are dropped.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.groups import Rule
from robotstudio.engine.paths import bytes_of, encoded
from robotstudio.engine.patterns import Wildcards
from robotstudio.engine.ruleset import compile_rule

_LONGEST = 1_000
_SITE = "https://host.invalid"
_MOST_OF_A_KIND = 6
_FILLING = b"any"
_IN_URLS = b"!$&'()*+,;=:@/?%[]"


class Variation(StrEnum):
    """The way in which a sample was made from a rule."""

    SHORTEST = "shortest"  # the rule itself, each `*` matching nothing
    FILLED = "filled"  # each `*` matches something
    OVER_SLASH = "over-slash"  # a `*` matches a slash
    LONGER = "longer"  # the path goes on
    QUERY = "query"  # a query after the path
    SLASH = "slash"  # a slash after the path
    NO_SLASH = "no-slash"  # without the slash at the end
    ENCODED = "encoded"  # a letter as %xx
    ENCODED_SLASH = "encoded-slash"  # a slash as %2F
    CASE = "case"  # a letter in the other case
    CUT_SHORT = "cut-short"  # without the last byte
    DEEPER = "deeper"  # under another directory
    NO_PIECE = "no-piece"  # without the piece after the last `*`


class Sample(NamedTuple):
    """A path with query, how it was made, and whether the rule matches it."""

    path: str
    variation: Variation
    matches: bool


REPORTED: frozenset[tuple[Variation, bool]] = frozenset(
    {
        *((variation, True) for variation in (Variation.SHORTEST, Variation.FILLED, Variation.OVER_SLASH)),
        *(
            (variation, match)
            for variation in (Variation.LONGER, Variation.QUERY, Variation.SLASH)
            for match in (True, False)
        ),
        *((variation, match) for variation in (Variation.ENCODED, Variation.ENCODED_SLASH) for match in (True, False)),
        *(
            (variation, False)
            for variation in (
                Variation.NO_SLASH,
                Variation.CASE,
                Variation.CUT_SHORT,
                Variation.DEEPER,
                Variation.NO_PIECE,
            )
        ),
    }
)
"""The instructive combinations: variations, and whether their samples match."""


def matches(rule: Rule, path: str, dialect: Dialect) -> bool:
    """Return True if a rule matches a path, as a dialect reads both."""
    return compile_rule(rule, dialect.wildcards).matches(dialect.path_of(bytes_of(_SITE + path)))


def samples(rule: Rule, dialect: Dialect) -> tuple[Sample, ...]:
    """Return sample URLs for a rule: matches, then near misses; none if no URL is instructive."""
    if not rule.has_pattern or rule.is_empty or len(rule.pattern) > _LONGEST:
        return ()
    found: dict[str, Sample] = {}
    for variation, path in _variations(rule.pattern, dialect.wildcards):
        url = encoded(path, _IN_URLS).decode("ascii")
        if not url.startswith("/") or url.startswith("//") or url in found:  # `//` starts a host
            continue
        sample = Sample(url, variation, matches(rule, url, dialect))
        if (variation, sample.matches) in REPORTED:
            found[url] = sample
    matching = [sample for sample in found.values() if sample.matches]
    if not matching:
        return ()
    missing = [sample for sample in found.values() if not sample.matches]
    return (*matching[:_MOST_OF_A_KIND], *missing[:_MOST_OF_A_KIND])


def _variations(pattern: bytes, wildcards: Wildcards) -> Iterator[tuple[Variation, bytes]]:
    """Yield paths that resemble the pattern, the most instructive first."""
    ends = wildcards.dollar and pattern.endswith(b"$")
    body = pattern[:-1] if ends else pattern
    pieces = body.split(b"*") if wildcards.star else [body]
    shortest = _joined(pieces, b"")
    yield Variation.SHORTEST, shortest
    if len(pieces) > 1:
        yield Variation.FILLED, _joined(pieces, _FILLING)
        yield Variation.OVER_SLASH, _joined(pieces, b"a/b")
    yield from _behind(shortest)
    yield from _before_the_end(shortest)
    yield from _rewritten(shortest)
    if len(pieces) > 1 and any(pieces[1:]):
        last = max(place for place, piece in enumerate(pieces) if piece)
        yield Variation.NO_PIECE, _joined([*pieces[:last], b""], _FILLING)


def _joined(pieces: list[bytes], filling: bytes) -> bytes:
    """Join the pieces of a pattern with something in place of each `*`; one that starts with `*` starts at the root."""
    path = filling.join(pieces)
    return path if path.startswith(b"/") or pieces[0] else b"/" + path


def _behind(path: bytes) -> Iterator[tuple[Variation, bytes]]:
    """Append something to the path."""
    joint = b"" if path.endswith((b"/", b"=", b"?", b"&")) else b"-"
    yield Variation.LONGER, path + joint + b"more"
    if b"?" not in path:
        yield Variation.QUERY, path + b"?page=2"
        if not path.endswith(b"/"):
            yield Variation.SLASH, path + b"/"


def _before_the_end(path: bytes) -> Iterator[tuple[Variation, bytes]]:
    """Remove the end of the path, or put it into another directory."""
    if path.endswith(b"/"):
        yield Variation.NO_SLASH, path[:-1]
    else:
        yield Variation.CUT_SHORT, path[:-3] if path[-3:-2] == b"%" else path[:-1]
    yield Variation.DEEPER, b"/other" + path


def _rewritten(path: bytes) -> Iterator[tuple[Variation, bytes]]:
    """Write one byte of the path in another way."""
    place = _first_letter(path)
    if place is not None:
        letter = path[place : place + 1]
        yield Variation.CASE, path[:place] + letter.swapcase() + path[place + 1 :]
        yield Variation.ENCODED, path[:place] + b"%%%02X" % letter[0] + path[place + 1 :]
    slash = path.find(b"/", 1)
    if slash > 0:
        yield Variation.ENCODED_SLASH, path[:slash] + b"%2F" + path[slash + 1 :]


def _first_letter(path: bytes) -> int | None:
    """Return the place of the first letter of a path that is not part of %xx."""
    for place, byte in enumerate(path):
        is_letter = 0x41 <= byte <= 0x5A or 0x61 <= byte <= 0x7A
        if is_letter and path[max(0, place - 1) : place] != b"%" and path[max(0, place - 2) : place - 1] != b"%":
            return place
    return None
