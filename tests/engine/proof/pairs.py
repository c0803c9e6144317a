"""Pairs of small files, and every short URL: the reference for proofs."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.proof import Reading, Result, covers, differences, prove_equal
from robotstudio.engine.proof.forms import SITE
from tests.conformance import Row, field_bytes

AGENT = "ExampleBot"
LETTERS = "ab"
_MOST_RULES = 6


def short_urls(longest: int, letters: str = LETTERS + "/$") -> list[str]:
    """Return all paths up to a length."""
    return ["/" + "".join(each) for length in range(longest) for each in product(letters, repeat=length)]


def file_of(rules: Sequence[str]) -> bytes:
    """Return a file with one group for everybody."""
    return "\n".join(("User-agent: *", *rules, "")).encode()


def random_rules(chance: random.Random, least: int = 0, most: int = _MOST_RULES, letters: str = LETTERS) -> list[str]:
    return [
        f"{chance.choice(('Allow', 'Disallow'))}: {_random_pattern(chance, letters)}"
        for _ in range(chance.randint(least, most))
    ]


def _random_pattern(chance: random.Random, letters: str) -> str:
    start = "/" if chance.random() < 0.85 else ""
    text = "".join(chance.choice(f"{letters}/**${letters}") for _ in range(chance.randint(0, 4)))
    return start + text + ("$" if chance.random() < 0.25 else "")


def random_pairs(seed: str, count: int, letters: str = LETTERS) -> Iterator[tuple[list[str], list[str]]]:
    """Yield pairs of rule lists: mostly the same list after an edit."""
    chance = random.Random(seed)
    for _ in range(count):
        ours = random_rules(chance, letters=letters)
        theirs = list(ours)
        kind = chance.randrange(6)
        if kind == 0 or not ours:
            theirs = random_rules(chance, letters=letters)
        elif kind == 1:
            theirs.pop(chance.randrange(len(theirs)))
        elif kind == 2:
            theirs[chance.randrange(len(theirs))] = random_rules(chance, 1, 1, letters)[0]
        elif kind == 3:
            chance.shuffle(theirs)
        else:
            theirs.insert(chance.randint(0, len(theirs)), random_rules(chance, 1, 1, letters)[0])
        yield ours, theirs


def what_is_missed(dialect: str, table: UrlTable, seed: str, count: int, letters: str = LETTERS) -> list[str]:
    """Return proofs that short URLs contradict, or that are undecided; nothing if all is well."""
    faults = []
    for ours, theirs in random_pairs(f"{seed} {dialect}", count, letters):
        one, other = (Robots.parse(file_of(rules), dialect) for rules in (ours, theirs))
        fault = _fault(one, other, table)
        if fault:
            faults.append(f"{dialect}: {ours} against {theirs}: {fault}")
    return faults


def _fault(one: Robots, other: Robots, table: UrlTable) -> str:
    """Return what is wrong with the proofs about two files; empty if nothing is."""
    proof = prove_equal(one, other, AGENT, clock=stopped)
    allowed, lines = zip(*(robots.decide_all(table, [AGENT]).column(AGENT) for robots in (one, other)), strict=True)
    parts = allowed[0] != allowed[1]
    if proof.outcome is Result.UNDECIDED:
        return f"undecided, {proof.reason}"
    if proof.outcome is Result.EQUAL and parts.any():
        return f"missed {table.urls[int(parts.argmax())]}"
    if proof.difference:
        ours, theirs = (robots.decide(proof.difference.url, AGENT) for robots in (one, other))
        told = proof.line_a, proof.line_b, proof.difference.allowed_a, proof.difference.allowed_b
        if ours.allowed == theirs.allowed or told != (ours.line, theirs.line, ours.allowed, theirs.allowed):
            return f"no difference: {proof.difference}"
    found = differences(Reading(one, AGENT), Reading(other, AGENT), clock=stopped)
    classes = {(each.line_a or 0, each.line_b or 0) for each in found.classes}
    if found.outcome is not proof.outcome:
        return f"{found} and {proof}"
    missed = set(zip(lines[0][parts].tolist(), lines[1][parts].tolist(), strict=True)) - classes
    return f"missed classes {missed}" if missed else ""


_MORE_PIECES = ("a", "b", "/", "$", "%61", "?", "x", "")


def urls_of_pieces(patterns: Sequence[str], count: int, chance: random.Random) -> list[str]:
    """Make random paths of the pieces between the stars of some patterns, most of them after one of these.

    Two slashes would start a host, perhaps an empty one: such a path follows that of a site, as in a request.
    """
    pieces = [*dict.fromkeys(piece for pattern in patterns for piece in pattern.rstrip("$").split("*")), *_MORE_PIECES]
    return [_url_of_pieces(patterns, pieces, chance) for _ in range(count)]


def _url_of_pieces(patterns: Sequence[str], pieces: Sequence[str], chance: random.Random) -> str:
    text = ""
    if patterns and chance.random() < 0.75:
        head, *rest = chance.choice(patterns).rstrip("$").split("*")
        text = head + "".join(chance.choice(pieces) + piece for piece in rest)
    text += "".join(chance.choices(pieces, k=chance.randint(0, 2 if text else 6)))
    path = text if text.startswith("/") else "/" + text
    return SITE.decode() + path if path.startswith("//") else path


def where_they_part(one: Robots, other: Robots, urls: Sequence[str], agent: str) -> list[str]:
    """Return the URLs on which two files have different verdicts for the crawler of the proof."""
    table = UrlTable(urls)
    allowed = [robots.decide_all(table, [agent]).column(agent)[0] for robots in (one, other)]
    return [table.urls[int(at)] for at in (allowed[0] != allowed[1]).nonzero()[0]]


def answer_of_a_proof(row: Row) -> bool | None:
    """Return what is proven for Google about all URLs with the path of a case, which is one; None if impossible."""
    robots = Robots.parse(field_bytes(row, "robots"))
    path = robots.dialect.path_of(field_bytes(row, "url"))
    if not path.startswith(b"/") or b"*" in path or not path.isascii() or robots.dialect.path_of(SITE + path) != path:
        return None
    agent = row["agent"] if "agent" in row else tuple(row["agents"])
    pattern = path.decode("utf-8", "surrogateescape") + "$"
    answers = [covers(Reading(robots, agent), pattern, allowed, clock=stopped) for allowed in (True, False)]
    told = [answer.outcome for answer in answers]
    return told == [Result.EQUAL, Result.DIFFERS] if Result.UNDECIDED not in told and told[0] != told[1] else None


def stopped() -> float:
    """Return a clock that stands still."""
    return 0.0
