"""Cached proofs agree with new ones."""

from random import Random

import pytest

from robotstudio.engine import Robots
from robotstudio.engine.cancelling import Cancelled, Checkpoint
from robotstudio.engine.groups import Rule
from robotstudio.lint import idle
from robotstudio.lint.idle import ProofCache, Proven, prove_idle, text_of

PARTS = [
    "/a",
    "/b",
    "/a/b",
    "/",
    "*",
    "$",
    "a",
    "ab",
    "?",
    "/*",
    "b$",
    "/ab",
    "%61",
    "index.html",
    "/c",
    "xyz",
    "q",
    ".",
]


def random_line(random: Random) -> str:
    path = "".join(random.choices(PARTS, k=random.choice((1, 1, 2, 2, 3))))
    return f"{random.choice(('Allow', 'Disallow', 'Disallow'))}: {path if path[0] in '/*' else f'/{path}'}"


def rules_of(lines: list[str]) -> list[Rule]:
    (group,) = Robots.parse("\n".join(["User-agent: *", *lines]).encode(), "google").groups
    return [rule for rule in group.rules if not rule.rewritten]


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> list[Proven]:
    """Record what is proven again."""
    found: list[Proven] = []

    def prove(rules: list[Rule], checkpoint: Checkpoint) -> Proven:
        found.append(prove_idle(rules, checkpoint))
        return found[-1]

    monkeypatch.setattr(idle, "prove_idle", prove)
    return found


def test_rules_of_which_one_changed_are_proven_as_anew(anew: list[Proven]) -> None:
    random = Random(5)
    asked = 0
    for _ in range(300):
        lines = [random_line(random) for _ in range(random.randint(2, 8))]
        cache = ProofCache()
        for _ in range(4):
            rules = rules_of(lines)
            assert cache.proven(text_of(rules), rules).idles == prove_idle(rules).idles, lines
            asked += 1
            place = random.randrange(len(lines))
            lines[place] = random.choice((random_line(random), lines[place] + random.choice("abx/*$?")))
    assert len(anew) < asked - 60


def test_nothing_is_proven_anew_while_a_path_is_typed(anew: list[Proven]) -> None:
    cache, before = ProofCache(), ["Disallow: /admin/", "Disallow: /admin/", "Allow: /admin/a", "Disallow: /tmp/"]
    typed = ["Disallow: /s", "Disallow: /se", "Disallow: /search", "Disallow: /search/", "Disallow: /search/*?q="]
    for path in typed:
        rules = rules_of([*before, path])
        assert cache.proven(text_of(rules), rules).idles.keys() == {2}
    assert len(anew) == 1


@pytest.mark.parametrize(
    ("before", "after", "idle"),
    [
        ("/search/", "/print/a", {4}),  # it is covered now
        ("/search/", "/p", {3}),  # it covers another one now
        ("/print/a", "/search/", set()),
        ("/search/", "/print/", {4}),
    ],
)
def test_a_rule_that_meets_others_is_proven_with_them(
    before: str, after: str, idle: set[int], anew: list[Proven]
) -> None:
    cache, others = ProofCache(), ["Disallow: /admin/", "Disallow: /q", "Disallow: /print/"]
    for path in (before, after):
        rules = rules_of([*others, f"Disallow: {path}"])
        found = {*cache.proven(text_of(rules), rules).idles}
    assert (found, len(anew)) == (idle, 2)


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "_MOST_CACHED", 3)
    monkeypatch.setattr(idle, "_MOST_BYTES_CACHED", 40)
    cache = ProofCache()
    files = [rules_of([f"Disallow: /{letter}", f"Disallow: /{letter}/b"]) for letter in "abcdefghijkl"]
    for rules in files:
        assert cache.proven(text_of(rules), rules).idles.keys() == {2}
    assert len(vars(cache)["_by_key"]) <= 3
    assert len(vars(cache)["_cached"]) <= 16


def test_proof_of_many_rules_is_cancelled_between_its_steps() -> None:
    random = Random(7)
    rules = rules_of([random_line(random) for _ in range(400)])
    steps = []
    proven = prove_idle(rules, lambda: steps.append(1))
    assert len(steps) > 10
    assert proven.idles == prove_idle(rules).idles

    def stop_in_the_middle() -> None:
        steps.pop()
        if len(steps) < 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        prove_idle(rules, stop_in_the_middle)
