"""The first verdict on a file, from the few lines that can matter to it.

Whoever asks about one URL need not wait for the groups and rules of the whole file. `Robots.decide` uses this once,
and property tests compare it with the groups.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.dialects.model import LONGEST
from robotstudio.engine.groups import Rule, index_by_token, runs_of_agents
from robotstudio.engine.names import all_global, select_equal
from robotstudio.engine.patterns import FULL
from robotstudio.engine.ruleset import matches_in_full
from robotstudio.engine.tokens import Field, Statement, statements_for


@lru_cache(maxsize=64)
def can_skim(dialect: Dialect) -> bool:
    """Return True if a dialect finds groups by whole tokens in runs of lines, and the longest rule wins."""
    by_token = dialect.index is index_by_token and dialect.select is select_equal
    by_run = dialect.collect is runs_of_agents and dialect.default_groups is all_global
    by_length = dialect.precedence is LONGEST and dialect.wildcards is FULL and dialect.filter_rules is None
    return by_token and by_run and by_length and dialect.lines.read is None


def skim(text: bytes, path: bytes, tokens: Sequence[bytes], dialect: Dialect) -> Rule | None:
    """Return the rule that decides a path for the first of some tokens that a group names."""
    said = _rules_of(frozenset(tokens), statements_for(path, text, dialect.lines), dialect)
    chosen = next((said[token] for token in tokens if token in said), ())
    read = ((start, field, value, dialect.pattern_of(value)) for start, field, value in chosen)
    rules = [
        Rule(start, field is Field.ALLOW, value, pattern)
        for start, field, value, pattern in read
        if pattern is not None
    ]
    if further := dialect.alternatives:
        rules += [again for rule in rules for again in further(rule)]
    found = [rule for rule in rules if matches_in_full(rule.pattern, path)]
    if not found:
        return None
    winner = min(found, key=dialect.precedence.rank)
    return replace(winner, line=text.count(b"\n", 0, winner.line) + 1)


def _rules_of(tokens: frozenset[bytes], said: Iterable[Statement], dialect: Dialect) -> dict[bytes, list[Statement]]:
    """Return the rules of each of the tokens that is named."""
    user_agent, member, tokens_of = Field.USER_AGENT, Field.MEMBER, dialect.tokens_of
    found: dict[bytes, list[Statement]] = {}
    named: list[list[Statement]] = []
    is_closed = False
    for statement in said:
        if statement[1] is user_agent:
            if is_closed:
                named, is_closed = [], False
            named += [found.setdefault(token, []) for token in tokens_of(statement[2]) if token in tokens]
        else:
            is_closed = True
            if statement[1] is not member:
                for rules in named:
                    rules.append(statement)
    return found
