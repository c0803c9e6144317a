"""Cached proofs agree with new ones."""

from random import Random

import pytest

from robotstudio.engine import Robots
from robotstudio.engine.groups import Rule
from robotstudio.lint import kept_proofs
from robotstudio.lint.idle import Proven, prove_idle
from robotstudio.lint.kept_proofs import KeptProofs, text_of

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

    def prove(rules: list[Rule]) -> Proven:
        found.append(prove_idle(rules))
        return found[-1]

    monkeypatch.setattr(kept_proofs, "prove_idle", prove)
    return found


def test_what_is_kept_says_of_rules_with_one_other_what_a_new_proof_says(anew: list[Proven]) -> None:
    random = Random(5)
    asked = 0
    for _ in range(300):
        lines = [random_line(random) for _ in range(random.randint(2, 8))]
        kept = KeptProofs()
        for _ in range(4):
            rules = rules_of(lines)
            assert kept.of(text_of(rules), rules).idles == prove_idle(rules).idles, lines
            asked += 1
            place = random.randrange(len(lines))
            lines[place] = random.choice((random_line(random), lines[place] + random.choice("abx/*$?")))
    assert len(anew) < asked - 60


def test_while_a_path_is_typed_nothing_is_proven_anew(anew: list[Proven]) -> None:
    kept, before = KeptProofs(), ["Disallow: /admin/", "Disallow: /admin/", "Allow: /admin/a", "Disallow: /tmp/"]
    typed = ["Disallow: /s", "Disallow: /se", "Disallow: /search", "Disallow: /search/", "Disallow: /search/*?q="]
    for path in typed:
        rules = rules_of([*before, path])
        assert kept.of(text_of(rules), rules).idles.keys() == {2}
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
    kept, others = KeptProofs(), ["Disallow: /admin/", "Disallow: /q", "Disallow: /print/"]
    for path in (before, after):
        rules = rules_of([*others, f"Disallow: {path}"])
        found = {*kept.of(text_of(rules), rules).idles}
    assert (found, len(anew)) == (idle, 2)


def test_no_more_is_kept_than_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_proofs, "_MOST_KEPT", 3)
    monkeypatch.setattr(kept_proofs, "_MOST_BYTES_KEPT", 40)
    kept = KeptProofs()
    files = [rules_of([f"Disallow: /{letter}", f"Disallow: /{letter}/b"]) for letter in "abcdefghijkl"]
    for rules in files:
        assert kept.of(text_of(rules), rules).idles.keys() == {2}
    assert len(vars(kept)["_by_mark"]) <= 3
    assert len(vars(kept)["_earlier"]) <= 16
