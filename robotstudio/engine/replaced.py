"""What the rules of `*` would have said, where a crawler's own group replaces them: the most common misreading."""

from functools import lru_cache

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.groups import Group, Rule
from robotstudio.engine.robots import merged_rules
from robotstudio.engine.verdict import GroupChoice, LineRange, Verdict
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Replaced:
    """The rules of `*` that do not count for a crawler, in file order, and the verdict that they would give."""

    rules: tuple[Rule, ...]
    parts: tuple[LineRange, ...]
    verdict: Verdict

    @property
    def decisive(self) -> Rule | None:
        """The rule of `*` that would decide, where it has one for this path."""
        rule = self.verdict.rule
        return rule if rule and not rule.is_empty else None


def replaced_by(verdict: Verdict) -> Replaced | None:
    """The rules that the group of a verdict replaces; None where it replaces none."""
    if verdict.group.token is None:  # nothing takes their place: the crawler never follows `*`
        return None
    return _replaced(verdict.group.ignored, verdict.dialect, verdict.path)


@lru_cache(maxsize=4)  # sentence and list ask for the same, and `*` may have tens of thousands of rules
def _replaced(ignored: tuple[Group, ...], dialect: Dialect, path: bytes) -> Replaced | None:
    rules = tuple(rule for group in ignored for rule in group.rules)
    if not rules:
        return None
    choice = GroupChoice("*", ignored, (), (), merged_rules(ignored, dialect))
    winner = None if path in dialect.never_asked else choice.rules.winner(path)
    return Replaced(rules, choice.parts, Verdict(dialect, path, choice, winner))
