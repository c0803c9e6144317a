"""Attack what is proven of real files: `python -m benchmarks.proof_attack`. Prints what was tried, and each fault.

Each rule edited in five ways, as `benchmarks.proof_rows` does. Where a proof says that both files are equal, URLs of
their pieces are decided by both; where it shows a URL, that is decided by both, too. What proofs say of single URLs is
held against what Google's own parser answered, in the rows of `tests/data/conformance`.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

from benchmarks.corpus import AGENT, real_bodies
from benchmarks.proof_rows import edits
from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.proof import Result, prove_equal
from tests.conformance import own_rows
from tests.engine.proof.pairs import answer_of_a_proof, urls_of_pieces, where_they_part


def main() -> int:
    """Do what the command line asks for; 1 if a proof was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proof_attack", description=__doc__)
    parser.add_argument("--urls", type=int, default=10_000, help="URLs for each proof; default: %(default)s")
    parser.add_argument("--every", type=int, default=1, help="take every so many files; default: %(default)s")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--dialect", choices=sorted(DIALECTS), default="google")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    faults = [*_faults_of_edits(options.dialect, options.every, options.urls, options.seed, counts)]
    if options.dialect == "google":
        faults += _faults_of_rows(counts)
    print("\n".join((f"{options.dialect}: " + ", ".join(f"{n:,} {what}" for what, n in counts.items()), *faults)))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def _faults_of_edits(dialect: str, every: int, count: int, seed: int, counts: Counter[str]) -> Iterator[str]:
    chance = random.Random(seed)
    for body in [*real_bodies()][::every]:
        for kind, after in edits(body, chance):
            one, other = Robots.parse(body, dialect), Robots.parse(after, dialect)
            proof = prove_equal(one, other, AGENT)
            counts[f"edits {proof.outcome}"] += 1
            if proof.outcome is Result.EQUAL:
                urls = urls_of_pieces(_patterns(one, other), count, chance)
                counts["URLs tried"] += len(urls)
                yield from (
                    f"{kind}: {url!r} parts what is equal" for url in where_they_part(one, other, urls, AGENT)[:1]
                )
            if proof.difference:
                told = proof.line_a, proof.line_b, proof.difference.allowed_a, proof.difference.allowed_b
                ours, theirs = (robots.decide(proof.difference.url, AGENT) for robots in (one, other))
                if ours.allowed == theirs.allowed or told != (ours.line, theirs.line, ours.allowed, theirs.allowed):
                    yield f"{kind}: {proof.difference} is none"


def _patterns(one: Robots, other: Robots) -> list[str]:
    """Return the patterns of two files; those in only one of them as often as all others together."""
    ours, theirs = (
        {
            rule.pattern.decode("utf-8", "surrogateescape")
            for group in robots.choose(AGENT).groups
            for rule in group.rules
        }
        for robots in (one, other)
    )
    changed = sorted(ours ^ theirs)
    everything = sorted(ours | theirs)
    return everything + changed * (len(everything) // max(1, len(changed)))


def _faults_of_rows(counts: Counter[str]) -> Iterator[str]:
    for name in ("diff-public", "google/unit-tests", "google/spec-test", "quirks"):
        for row in own_rows(name):
            answer = answer_of_a_proof(row) if "agent" in row else None  # Google itself asks for one name at a time
            if answer is not None:
                counts["answers of Google's parser"] += 1
                if answer is not row.get("oracle_allowed", row["allowed"]):
                    yield f"{name}: {row}"


if __name__ == "__main__":
    sys.exit(main())
