"""Print what `--prove` finds about two files: for every URL there is, and for each crawler."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from robotstudio.cli.crawlers import shown_token
from robotstudio.cli.formats import AND_MORE
from robotstudio.cli.output import Output
from robotstudio.draft.changes.flip_table import VerdictFlip
from robotstudio.draft.changes.unseen_urls import ReadersProof, proofs_between
from robotstudio.engine.changed_urls import FIELDS_CHANGE, ChangeExtent, changed_words
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import Differences, Result
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.change_words import verdict_words
from robotstudio.text.language import WORDS, Message, ntr, tr

SECONDS = 10.0
_SHOWN_URLS = 20


_OUTCOMES: Mapping[Result, Message] = {
    Result.EQUAL: "{crawler}: proven, no verdict changes, whatever the URL.",
    Result.DIFFERS: "{crawler}: verdicts change, for example for these URLs:",
    Result.UNDECIDED: "{crawler}: undecided, with neither a proof nor a counterexample within the limit.",
}
_MORE: Message = "There may be more: some cases were not decided within the limit."
_NO_OTHER: Message = "Proven: no other URL changes."
_ROW: Message = "{url}: {before} before, {after} after"


class CrawlerProof(Struct, frozen=True):
    """The proof for one crawler."""

    token: str
    proof: ReadersProof

    @property
    def found(self) -> Differences:
        return self.proof.found

    @property
    def flips(self) -> Iterator[VerdictFlip]:
        """Return a URL for each pair of lines between which verdicts flip."""
        return (
            VerdictFlip(each.url, self.token, (each.allowed_a, each.line_a), (each.allowed_b, each.line_b))
            for each in self.found.classes
        )

    @property
    def is_proven(self) -> bool:
        """Return True if no verdict changes, whatever the URL."""
        return self.found.outcome is Result.EQUAL

    @property
    def changes_fields(self) -> bool:
        """Return True if a delay, a sitemap, a signal or another field changes for it."""
        return self.token in self.proof.fields_for

    def write(self, out: Output) -> None:
        """Write the proof for people."""
        said = tr(_OUTCOMES[self.found.outcome], crawler=shown_token(self.token))
        out.line(WORDS.sentences((said, tr(FIELDS_CHANGE))) if self.is_proven and self.changes_fields else said)
        for flip in islice(self.flips, _SHOWN_URLS):
            row = tr(_ROW, url=flip.url, before=verdict_words(*flip.before), after=verdict_words(*flip.after))
            out.line(f"  {row}")
        if (more := len(self.found.classes) - _SHOWN_URLS) > 0:
            out.line(f"  {ntr(AND_MORE, more)}")
        if self.found.classes:
            out.line(f"  {self._whole()}")

    def _whole(self) -> str:
        """Say which URLs change, and if these are all."""
        if self.proof.changed is None:
            return tr(_MORE)
        said = changed_words(self.proof.changed)
        return WORDS.sentences((said, tr(_NO_OTHER))) if self.proof.changed.extent is ChangeExtent.PATTERNS else said

    def record(self) -> Mapping[str, object]:
        """Return the proof as an object of JSON."""
        rows = [{key: value for key, value in flip.record().items() if key != "crawler"} for flip in self.flips]
        reason = self.found.reason and self.found.reason.value
        return {
            "crawler": self.token,
            "outcome": self.found.outcome.value,
            "reason": reason,
            "fields_change": self.changes_fields,
            "only": list(self.proof.changed.patterns) if self.proof.changed else None,
            "differences": rows,
        }


def proofs_of(before: FileVersion, after: FileVersion, readers: Sequence[CrawlerView]) -> tuple[CrawlerProof, ...]:
    """Return a proof for each crawler."""
    proofs = proofs_between(before, after, readers, SECONDS)
    found = {token: proof for proof in proofs for token in proof.tokens}
    return tuple(CrawlerProof(reader.token, found[reader.token]) for reader in readers)
