"""The winner is the first of the ranked rules that matches, however it is found."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Rule
from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.revision import LineShift
from robotstudio.engine.ruleset import RuleSet

PIECES = [b"/", b"a", b"bc", b"*", b"$", b"/products/", b"?x=", b".html", b""]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=6).map(b"".join)
RULES = st.lists(st.tuples(st.booleans(), TEXTS), max_size=12).map(
    lambda rows: [Rule(number, allow, text, text) for number, (allow, text) in enumerate(rows, 1)]
)
PATHS = st.lists(st.sampled_from([b"a", b"bc", b"/", b"products/", b"?x=", b".html", b"$"]), max_size=8).map(
    lambda parts: b"/" + b"".join(parts)
)


def rule(line: int, pattern: bytes) -> Rule:
    return Rule(line, allow=False, written=pattern, pattern=pattern)


def many(rules: list[Rule]) -> list[Rule]:
    """Put the rules among hundreds that match nothing, so that the index is used."""
    noise = [rule(1000 + n, b"/%d*nothing%d/x" % (n % 7, n)) for n in range(120)]
    noise += [rule(2000 + n, b"/nothing/at/all/%d" % n) for n in range(120)]
    noise += [rule(3000 + n, b"*nothing%d" % n) for n in range(120)]
    return rules + noise


def slowly(rules: list[Rule], path: bytes) -> Rule | None:
    found = [rule for rule in rules if compile_pattern(rule.pattern).matches(path)]
    return min(found, key=lambda rule: (-len(rule.pattern), not rule.allow, rule.line), default=None)


@given(rules=RULES, paths=st.lists(PATHS, max_size=8))
def test_winner_is_the_longest_then_allow_then_the_first_line(rules: list[Rule], paths: list[bytes]) -> None:
    rule_set = RuleSet(rules)
    for path in paths:
        assert rule_set.winner(path) == slowly(rules, path)


@given(rules=RULES, paths=st.lists(PATHS, min_size=20, max_size=24))
def test_winner_among_many_rules_is_the_same(rules: list[Rule], paths: list[bytes]) -> None:
    rule_set = RuleSet(many(rules))
    for path in paths:
        assert rule_set.winner(path) == slowly(rules, path)


@given(rules=RULES, path=PATHS)
def test_winner_is_the_first_of_those_that_match(rules: list[Rule], path: bytes) -> None:
    rule_set = RuleSet(rules)
    matching = rule_set.matching(path)
    assert rule_set.winner(path) == (matching[0] if matching else None)


@given(rules=RULES, added=TEXTS, data=st.data())
def test_revised_rules_are_ranked_as_if_read_anew(rules: list[Rule], added: bytes, data: st.DataObject) -> None:
    removed = data.draw(st.sets(st.sampled_from(rules)) if rules else st.just(set[Rule]()))
    new = rule(99, added)
    revised = RuleSet(rules).edited(LineShift(), removed, [new])
    assert revised.ranked == RuleSet([*(rule for rule in rules if rule not in removed), new]).ranked
