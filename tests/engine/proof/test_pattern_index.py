from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.proof.budget import Budget
from robotstudio.engine.proof.pattern_index import PatternIndex
from robotstudio.engine.ruleset import Wildcard

_TEXT = st.text("/ab", max_size=4).map(str.encode)
_PATTERNS = st.lists(st.tuples(_TEXT, _TEXT, st.booleans()), max_size=70)


@given(_PATTERNS, st.lists(_TEXT.map(b"/".__add__), max_size=5))
def test_patterns_are_found_for_a_path_whether_they_are_few_or_many(
    written: list[tuple[bytes, bytes, bool]], paths: list[bytes]
) -> None:
    texts = [b"/" + head + b"*" + tail + b"x" + b"$" * anchored for head, tail, anchored in written]
    patterns = [compile_pattern(text) for text in texts]
    filed = [Wildcard(place, pattern.needle, pattern) for place, pattern in enumerate(patterns)]
    for path in (*paths, *(text.rstrip(b"$").replace(b"*", b"b") for text in texts[:5])):
        wanted = {place for place, pattern in enumerate(patterns) if pattern.matches(path)}
        assert set(PatternIndex(filed, Budget()).matching(path)) == wanted


def test_few_patterns_cost_no_step() -> None:
    pattern = compile_pattern(b"/a*b$")
    budget = Budget()
    few = [Wildcard(place, pattern.needle, pattern) for place in range(31)]
    assert list(PatternIndex(few, budget).matching(b"/ab")) == [*range(31)]
    assert budget.spent == 0
    many = PatternIndex([*few, Wildcard(31, pattern.needle, pattern)], budget)
    assert len(list(many.matching(b"/ab"))) == 32
    assert budget.spent == 1
