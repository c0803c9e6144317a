"""What `--prove` says of two files: for every URL there is, and for each crawler that was asked about."""

from collections.abc import Iterator, Mapping, Sequence

from robotstudio.app.changes.flip_table import Say, VerdictFlip
from robotstudio.cli.output import Output
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.language import Message, Words
from robotstudio.engine.proof import Difference, Differences, Reading, Result, differences
from robotstudio.engine.robots import FileVersion
from robotstudio.lazy_dataclasses import dataclass

SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class CrawlerProof:
    """What is proven for one crawler."""

    token: str
    found: Differences

    @property
    def flips(self) -> Iterator[VerdictFlip]:
        """A URL for each pair of lines between which verdicts flip."""
        return (_flip(self.token, each) for each in self.found.classes)

    def record(self) -> Mapping[str, object]:
        """The proof as an object of JSON."""
        rows = [{key: value for key, value in flip.record().items() if key != "crawler"} for flip in self.flips]
        reason = self.found.reason and self.found.reason.value
        return {"crawler": self.token, "outcome": self.found.outcome.value, "reason": reason, "differences": rows}


def _flip(token: str, found: Difference) -> VerdictFlip:
    return VerdictFlip(found.url, token, (found.allowed_a, found.line_a), (found.allowed_b, found.line_b))


def proofs_of(before: FileVersion, after: FileVersion, readers: Sequence[CrawlerView]) -> tuple[CrawlerProof, ...]:
    """A proof for each crawler; those that both files lead to the same rules share one."""
    known: dict[tuple[int, int], Differences] = {}
    proofs = []
    for reader in readers:
        sides = [Reading(version.read_as(reader.dialect), reader.agent) for version in (before, after)]
        key = id(sides[0].robots.choose(reader.agent).rules), id(sides[1].robots.choose(reader.agent).rules)
        if key not in known:
            known[key] = differences(*sides, seconds=SECONDS)
        proofs.append(CrawlerProof(reader.token, known[key]))
    return tuple(proofs)


_OUTCOMES: Mapping[Result, Message] = {
    Result.EQUAL: "{crawler}: proven, no verdict changes, whatever the URL.",
    Result.DIFFERS: "{crawler}: verdicts change, as on these URLs:",
    Result.UNDECIDED: "{crawler}: undecided, with neither a proof nor a counterexample within the limit.",
}
_MORE: Message = "There may be more: not all was decided within the limit."
_ROW: Message = "{url}: {before} before, {after} after"


def write_proofs(proofs: Sequence[CrawlerProof], out: Output, words: Words, say: Say) -> None:
    """The proofs for people."""
    for proof in proofs:
        crawler = words.say("any other") if proof.token == "*" else proof.token
        out.line(words.say(_OUTCOMES[proof.found.outcome], crawler=crawler))
        for flip in proof.flips:
            row = words.say(_ROW, url=flip.url, before=say(*flip.before), after=say(*flip.after))
            out.line(f"  {row}")
        if proof.found.classes and proof.found.reason:
            out.line(f"  {words.say(_MORE)}")
