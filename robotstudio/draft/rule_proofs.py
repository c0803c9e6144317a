"""Prove what each rule does for every URL there can be, not only for the loaded ones. Runs in a worker thread."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import Reading, RuleLines, RuleProof, Use, prove_rules
from robotstudio.engine.robots import FileVersion

SECONDS = 10.0
"""The time for the crawlers of one group."""


class Cover(Struct, frozen=True):
    """The lines that outrank a rule on all that it matches, for some crawlers; 0 stands for what is always allowed."""

    tokens: tuple[str, ...]
    lines: tuple[int, ...]


class LineProof(Struct, frozen=True):
    """Proof about the rule on a line, for all crawlers together; `covers` override it if it never decides.

    If the line `can_go`, deleting it removes only the rule: groups, delays, fields and limits stay as they are.
    """

    line: int
    use: Use
    covers: tuple[Cover, ...] = ()
    can_go: bool = True

    @property
    def is_needless(self) -> bool:
        """Return True if nothing changes for the crawlers without the line: no verdict, and nothing else."""
        return self.can_go and self.use in {Use.NEVER_DECIDES, Use.NOT_NEEDED}

    @property
    def covered_by(self) -> tuple[int, ...]:
        """Return all lines of its covers."""
        return tuple(sorted({line for cover in self.covers for line in cover.lines}))


LineProofs = Mapping[int, LineProof]
_ORDER = (Use.NEEDED, Use.UNDECIDED, Use.NOT_NEEDED, Use.NEVER_DECIDES)
"""The order that decides if crawlers differ: a rule that one of them needs is needed."""


def line_proofs(
    version: FileVersion,
    readers: Sequence[CrawlerView],
    seconds: float = SECONDS,
    is_cancelled: IsCancelled | None = None,
) -> LineProofs:
    """Return what is proven about each rule that any of the crawlers reads. Raises `Cancelled`."""
    tokens: dict[int, list[str]] = {}
    readings: dict[int, Reading] = {}
    for reader in readers:
        reading = Reading(version.read_as(reader.dialect), reader.agent)
        key = id(reading.robots.choose(reader.agent).rules)
        readings[key] = reading
        tokens.setdefault(key, []).append(reader.token)
    found: dict[int, list[tuple[tuple[str, ...], RuleProof]]] = {}
    for key, reading in readings.items():
        for line, proof in prove_rules(reading, seconds, is_cancelled=is_cancelled).items():
            found.setdefault(line, []).append((tuple(tokens[key]), proof))
    lines = RuleLines(version, [reader.dialect for reader in readers])
    return MappingProxyType(
        {line: _together(line, proofs, can_go=lines.can_go(line)) for line, proofs in sorted(found.items())}
    )


def _together(line: int, proofs: Sequence[tuple[tuple[str, ...], RuleProof]], *, can_go: bool) -> LineProof:
    use = min((proof.use for _, proof in proofs), key=_ORDER.index)
    if use is not Use.NEVER_DECIDES:
        return LineProof(line, use, can_go=can_go)
    covers: dict[tuple[int, ...], list[str]] = {}
    for tokens, proof in proofs:
        covers.setdefault(proof.covered_by, []).extend(tokens)
    found = tuple(Cover(tuple(tokens), lines) for lines, tokens in covers.items())
    return LineProof(line, use, found, can_go=can_go)
