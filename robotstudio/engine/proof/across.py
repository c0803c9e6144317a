"""Two readings that compare different forms of a URL: where one path is two, no glob tells about both.

A difference is looked for among URLs. That there is none is known only where each side says one thing about everything.
"""

from collections.abc import Iterator

from robotstudio.engine.proof.budget import Budget
from robotstudio.engine.proof.globs import instance
from robotstudio.engine.proof.search import Search
from robotstudio.engine.proof.sides import Side


def say_one_thing(one: Side, other: Side, budget: Budget) -> bool:
    """Whether both sides allow everything, or both block everything."""
    verdict = _only_verdict(one, budget)
    return verdict is not None and verdict == _only_verdict(other, budget)


def _only_verdict(side: Side, budget: Budget) -> bool | None:
    search = Search(side, side, budget)
    verdicts = {entry.allowed for entry in side.entries if search.wins(entry)}
    return verdicts.pop() if len(verdicts) == 1 else None


def likely_urls(one: Side, other: Side, budget: Budget) -> Iterator[str]:
    """URLs on which two sides are most likely to part: of their rules, first as they are, then with an escape."""
    texts: dict[bytes, None] = {}
    for side in (one, other):
        for entry in side.entries:
            globs = [entry.glob] if entry.pattern.below is not None else side.globs(entry, budget)
            for glob in globs:
                texts |= dict.fromkeys(instance(glob, filler) for filler in ("", "x"))
    for text in sorted(texts, key=len):
        budget.spend()
        yield _url(text)
    for text in sorted(texts, key=len):
        for at in range(1, len(text)):
            budget.spend()
            yield _url(text[:at] + b"%%%02x" % text[at] + text[at + 1 :])


def _url(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")
