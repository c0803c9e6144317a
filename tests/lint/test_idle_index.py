"""What the linter reports about idle rules agrees with the proofs, for every URL."""

from itertools import product
from random import Random

import pytest

from robotstudio.engine.groups import Rule
from robotstudio.engine.proof import Reading, Use, prove_rules
from robotstudio.engine.robots import Robots
from robotstudio.lint import idle
from robotstudio.lint.context import LintContext
from robotstudio.lint.idle import prove_idle
from robotstudio.lint.linter import Linter

PATTERNS = ["/", "/a", "/a/", "/a/b", "/a$", "/*a", "/*/b", "/a*b", "/b", "/*b$", "/a/*", "*"]
URLS = ["/" + "".join(letters) for size in range(6) for letters in product("ab/", repeat=size)]


def random_file(random: Random) -> list[str]:
    fields = random.choices(["Allow", "Disallow"], [1, 2], k=random.randint(2, 7))
    return [f"{field}: {random.choice(PATTERNS)}" for field in fields]


def body_of(lines: list[str]) -> bytes:
    return "\n".join(["User-agent: *", *lines, ""]).encode()


def verdicts(body: bytes) -> list[bool]:
    robots = Robots.parse(body, "google")
    return [robots.decide(f"https://www.example.com{url}", "Anybot").allowed for url in URLS]


def idle_rules(body: bytes, name: bytes = b"*") -> dict[int, tuple[list[int], bool, bool]]:
    context = LintContext.of(body)
    found = {}
    for group in context.google.groups:
        if any(agent.token == name for agent in group.agents):
            for each in context.idle_rules(group):
                found[each.rule.line] = [rule.line for rule in each.by], each.decides, each.is_spare
    return found


def test_a_rule_is_idle_where_the_proofs_say_that_no_url_needs_it() -> None:
    random = Random(11)
    for _ in range(150):
        lines = [*dict.fromkeys(random_file(random))]
        body = body_of(lines)
        proven = prove_rules(Reading(Robots.parse(body, "google"), "Anybot"))
        found = idle_rules(body)
        assert found.keys() == {line for line in proven if proven[line].use in {Use.NOT_NEEDED, Use.NEVER_DECIDES}}, (
            body
        )
        dead = {line for line, (_, decides, _) in found.items() if not decides}
        assert dead == {line for line in proven if proven[line].use is Use.NEVER_DECIDES}, body


def test_of_rules_that_stand_twice_the_first_is_not_the_idle_one() -> None:
    assert idle_rules(b"User-agent: *\nDisallow: /a\nDisallow: /a\n") == {3: ([2], False, True)}


def test_rules_that_are_spare_go_together_and_no_url_notices() -> None:
    random = Random(12)
    tried = 0
    for _ in range(150):
        lines = random_file(random)
        body = body_of(lines)
        spare = {line for line, (_, _, is_spare) in idle_rules(body).items() if is_spare}
        tried += bool(spare)
        left = [text for line, text in enumerate(lines, 2) if line not in spare]
        assert verdicts(body_of(left)) == verdicts(body), body
    assert tried > 30


def test_rules_of_another_group_of_the_same_name_count() -> None:
    alone = b"User-agent: *\nDisallow: /a/\nDisallow: /a/b/\n"
    assert [found.line for found in Linter().check(alone).findings if found.code == "RS422"] == [3]
    opened = alone + b"\nUser-agent: *\nAllow: /a/b\n"
    linter = Linter()
    for body, lines in ((alone, [3]), (opened, []), (alone, [3])):
        assert [found.line for found in linter.check(body).findings if found.code == "RS422"] == lines
    named = alone.replace(b"*", b"*\nUser-agent: x") + b"\nUser-agent: x\nAllow: /a/b\n"
    assert idle_rules(named) == {}


def test_what_stands_in_for_a_rule_that_another_group_repeats_is_named_in_its_own_group() -> None:
    rules = b"Disallow: /a/\nDisallow: /a/b/\n"
    body = b"User-agent: x\n" + rules + b"\nUser-agent: x\n" + rules
    assert idle_rules(body, b"x") == {3: ([2], True, True), 6: ([], False, True), 7: ([6], False, True)}


def test_a_rule_that_only_the_standard_decodes_counts_as_what_it_is_there() -> None:
    assert idle_rules(b"User-agent: *\nDisallow: /%6\nDisallow: /%61\n") == {}
    assert idle_rules(b"User-agent: *\nDisallow: /a\nDisallow: /a%C3%A9\n") == {3: ([2], True, True)}


def test_nothing_is_claimed_once_the_work_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [Rule(line, line % 2 == 0, b"/*a*%d" % line, b"/*a*%d" % line) for line in range(1, 30)]
    monkeypatch.setattr(idle, "_LEAST_WORK", 0)
    monkeypatch.setattr(idle, "_WORK_OF_A_RULE", 0)
    assert prove_idle(rules).idles == {}


def test_what_stands_in_for_a_rule_of_several_names_is_said_as_the_first_of_them_reads_it() -> None:
    letters = "cdefghijklmnopqrstuv"
    pairs = [
        f"User-agent: a{x}\nUser-agent: b{x}\nAllow: /*$\nDisallow: /\nUser-agent: b{x}\nDisallow: /*x\nAllow: /***"
        for x in letters
    ]
    body = "\n".join(pairs).encode()
    found = [idle_rules(body, f"a{x}".encode()) for x in letters]
    assert [each[7 * at + 4][0] for at, each in enumerate(found)] == [[7 * at + 3] for at in range(len(letters))]
