"""How long proofs take on real files: an edit, another site's file in its place, all rules, the smallest file."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import process_time

from benchmarks.corpus import AGENT, Corpus, real_bodies
from benchmarks.table import Cells, Table, seconds, verdict
from benchmarks.timing import QUICK, Effort
from robotstudio.engine import Robots
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import Reading, Result, StepKind, Use, minimise, prove_equal, prove_rules
from robotstudio.engine.proof.budget import SECONDS
from robotstudio.engine.tokens import Field

MEASURES: Mapping[str, str] = {
    "proof-edit": "one rule edited",
    "proof-rewrite": "another site's file",
    "proof-rules": "all rules of a file",
    "proof-minimise": "the smallest file",
    "proof-hostile": "files made to be slow",
    "proof-memory": "memory of a process that only proves",
}
HEADINGS = ("what", "which", "number", "decided", "median", "95 %", "worst", "target", "")
_SEED = 16
_FEW = 20
_SMALL = 30_000  # bytes: the files of which it is known how many rules no URL needs
_BINS = ((0, 20), (20, 100), (100, 500), (500, 10**9))
_WILD_BINS = ((0, 1), (1, 20), (20, 100), (100, 10**9))
_MOST_MEMORY = 100.0

Timed = tuple[float, bool]


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure what is named; nothing where the real files are not there."""
    result = Table("Proofs for every URL", HEADINGS)
    wanted = [name for name in MEASURES if name in names]
    if not wanted or not corpus.more_urls:
        return result
    bodies = list(real_bodies())
    bodies = bodies[:: max(1, len(bodies) // _FEW)] if effort is QUICK else bodies
    for name in wanted:
        say(f"proofs: {MEASURES[name]}")
        result.rows += _ROWS[name](bodies)
    return result


def edits(body: bytes, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """Return a file after each kind of edit of one of its rules, nothing if it has none."""
    lines = body.split(b"\n")
    rules = [place for place, line in enumerate(Robots.parse(body).lines) if line.is_rule and place < len(lines)]
    for kind, edit in _EDITS.items() if rules else ():
        place = chance.choice(rules)
        changed = edit(lines[place].rstrip(b"\r"), chance)
        yield kind, b"\n".join([*lines[:place], *changed, *lines[place + 1 :]])


def _with_another_end(line: bytes, _chance: random.Random) -> list[bytes]:
    return [line[:-1] + (b"q" if line[-1:] not in b"q:" else line[-1:] + b" /q")]


def _flipped(line: bytes, _chance: random.Random) -> list[bytes]:
    field, colon, value = line.partition(b":")
    return [(b"Allow" if Robots.parse(line).lines[0].field is Field.DISALLOW else b"Disallow") + colon + value or field]


def _with_a_star(line: bytes, chance: random.Random) -> list[bytes]:
    first = line.find(b"/") + 1 or len(line)
    place = chance.randint(first, len(line))
    return [line[:place] + b"*" + line[place:]]


_EDITS: Mapping[str, Callable[[bytes, random.Random], list[bytes]]] = {
    "delete": lambda _line, _chance: [],
    "change": _with_another_end,
    "flip": _flipped,
    "anchor": lambda line, _chance: [line + b"$"],
    "wildcard": _with_a_star,
}


def _prove(before: bytes, after: bytes) -> Timed:
    one, other = Robots.parse(before), Robots.parse(after)
    one.choose(AGENT)
    other.choose(AGENT)
    start = process_time()
    outcome = prove_equal(one, other, AGENT, clock=process_time).outcome
    return process_time() - start, outcome is not Result.UNDECIDED


def _edit_rows(bodies: Sequence[bytes]) -> Iterator[Cells]:
    chance = random.Random(_SEED)
    by_kind: dict[str, list[Timed]] = {kind: [] for kind in _EDITS}
    for body in bodies:
        for kind, after in edits(body, chance):
            by_kind[kind].append(_prove(body, after))
    everything = [each for times in by_kind.values() for each in times]
    yield _row("proof-edit", "all kinds", everything, (0.0005, 0.005, 1.0))
    for kind, times in by_kind.items():
        yield _row("proof-edit", kind, times)


def _rewrite_rows(bodies: Sequence[bytes]) -> Iterator[Cells]:
    chance = random.Random(_SEED)
    times: list[Timed] = []
    rules: list[int] = []
    wild: list[int] = []
    for before, after in ((body, chance.choice(bodies)) for body in bodies):
        times.append(_prove(before, after))
        ranked = [Robots.parse(body).choose(AGENT).rules.ranked for body in (before, after)]
        rules.append(max(map(len, ranked)))
        wild.append(max(sum(b"*" in rule.pattern.rstrip(b"*") for rule in some) for some in ranked))
    yield _row("proof-rewrite", "all", times, (None, 0.1, None))
    for what, sizes, bins in (("rules", rules, _BINS), ("with wildcards", wild, _WILD_BINS)):
        for least, most in bins:
            some = [time for time, size in zip(times, sizes, strict=True) if least <= size < most]
            if some:
                end = "" if most == least + 1 else f" to {most - 1:,}" if most < bins[-1][1] else " or more"
                yield _row("proof-rewrite", f"{least:,}{end} {what}", some)


def _rule_rows(bodies: Sequence[bytes]) -> Iterator[Cells]:
    times: list[Timed] = []
    never = 0
    for body in bodies:
        robots = Robots.parse(body)
        robots.choose(AGENT)
        start = process_time()
        found = prove_rules(Reading(robots, AGENT), 10.0, process_time).values()
        times.append((process_time() - start, all(each.use is not Use.UNDECIDED for each in found)))
        never += sum(each.use is Use.NEVER_DECIDES for each in found)
    yield _row("proof-rules", f"all files; {never:,} rules never decide", times, (0.02, None, 10.0))


def _minimise_rows(bodies: Sequence[bytes]) -> Iterator[Cells]:
    times: list[Timed] = []
    gone = 0
    for body in bodies:
        if len(body) <= _SMALL:
            start = process_time()
            found = minimise(body, [CrawlerView(AGENT, "google", AGENT)], clock=process_time)
            times.append((process_time() - start, found.reason is None))
            gone += sum(step.kind in {StepKind.NEVER_DECIDES, StepKind.NOT_NEEDED} for step in found.steps)
    yield _row("proof-minimise", f"up to {_SMALL:,} B; {gone:,} rules go", times, (0.1, None, 2.0))


def _hostile_rows(_bodies: Sequence[bytes]) -> Iterator[Cells]:
    """All that may be proven of rules that meet in very many ways: it ends when the seconds are over, or the work."""
    chance, crawler = random.Random(_SEED), CrawlerView(AGENT, "google", AGENT)
    for name, patterns in hostile_patterns(chance).items():
        rules = [f"{('Allow', 'Disallow')[place % 2]}: {text}" for place, text in enumerate(patterns)]
        body, other, fewer = (
            "\n".join(("User-agent: *", *some, "")).encode()
            for some in (rules, [*rules[1:], "Allow: /*q*a*b"], rules[:-1])
        )
        times = [_prove(body, other), _prove(body, fewer)]
        start = process_time()
        found = prove_rules(Reading(Robots.parse(body), AGENT), clock=process_time).values()
        times.append((process_time() - start, all(each.use is not Use.UNDECIDED for each in found)))
        start = process_time()
        smallest = minimise(body, [crawler], SECONDS, process_time)
        times.append((process_time() - start, smallest.reason is None))
        yield _row("proof-hostile", name, times, (None, None, SECONDS + 0.5))


def hostile_patterns(chance: random.Random) -> Mapping[str, Sequence[str]]:
    """Patterns that meet in very many ways, or are very long."""
    return {
        "100 patterns of ten pieces": ["/*" + "*".join(chance.choices("ab", k=10)) for _ in range(100)],
        "10,000 wildcards": [f"/*a*{number}" for number in range(10_000)],
        "20 patterns of 16,000 letters": ["/" + "".join(chance.choices("ab*", k=16_000)) for _ in range(20)],
        "two patterns of 10,000 stars": ["/" + "*a" * 10_000, "/" + "*b" * 10_000],
        "two long pieces": ["/*" + "ab" * 8_000 + "*c", "/*" + "ba" * 8_000 + "*d"],
    }


def _memory_rows(bodies: Sequence[bytes]) -> Iterator[Cells]:
    command = (sys.executable, "-m", "benchmarks.proof_probe", str(max(1, len([*real_bodies()]) // len(bodies))))
    number, least, most = map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    judged = f"≤ {_MOST_MEMORY:.0f} MB", verdict(is_met=most <= _MOST_MEMORY)
    which = f"edits and rewrites; {least:.1f} MB before the first"
    yield (MEASURES["proof-memory"], which, f"{number:,.0f}", "–", "–", "–", f"{most:.1f} MB", *judged)


_ROWS: Mapping[str, Callable[[Sequence[bytes]], Iterator[Cells]]] = {
    "proof-edit": _edit_rows,
    "proof-rewrite": _rewrite_rows,
    "proof-rules": _rule_rows,
    "proof-minimise": _minimise_rows,
    "proof-hostile": _hostile_rows,
    "proof-memory": _memory_rows,
}


def _row(name: str, which: str, times: Sequence[Timed], targets: Sequence[float | None] = (None, None, None)) -> Cells:
    took = sorted(time for time, _ in times)
    figures = [took[int((len(took) - 1) * share)] for share in (0.5, 0.95, 1.0)]
    decided = sum(is_decided for _, is_decided in times) / len(times)
    wanted = ", ".join("–" if most is None else f"≤ {seconds(most)}" for most in targets)
    is_met = all(most is None or figure <= most for figure, most in zip(figures, targets, strict=True))
    has_target = any(most is not None for most in targets)
    judged = (wanted, verdict(is_met=is_met)) if has_target else ("–", "")
    return (MEASURES[name], which, f"{len(times):,}", f"{decided:.2%}", *map(seconds, figures), *judged)
