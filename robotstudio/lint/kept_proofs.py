"""What was proven of rules, kept: neither are the same rules proven again, nor all of them once one of them is another.

Whoever types a path changes one rule with each key, and very many files of the web differ from another in one path.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.groups import Rule
from robotstudio.engine.proof.forms import form_of
from robotstudio.engine.robots import with_alternatives
from robotstudio.engine.ruleset import RuleSet
from robotstudio.lint.idle import Proven, prove_idle

_MOST_KEPT, _MOST_BYTES_KEPT, _LONGEST_KEPT = 4096, 1 << 22, 1 << 16
_MOST_WORK_KEPT = 500
"""Steps; it is far below what ends a proof, so that no like rules would take as much either."""

_GOOGLE = DIALECTS["google"]


def text_of(rules: Sequence[Rule]) -> bytes:
    """What some rules say, a line each."""
    return b"\n".join([b"%d%b" % (rule.allow, rule.written) for rule in rules])


class KeptProofs:
    """What was proven for all files that one linter looks at, within bounds. What is found in a file does not depend on
    those that were looked at before.
    """

    def __init__(self) -> None:
        self._by_mark: dict[bytes, Proven] = {}
        self._earlier: dict[tuple[int, int, int], _Earlier] = {}
        self._bytes = 0

    def of(self, mark: bytes, rules: Sequence[Rule]) -> Proven:
        """What is proven of some rules, for which the mark stands."""
        proven = self._by_mark.get(mark)
        if proven is None:
            if len(self._by_mark) >= _MOST_KEPT:
                self._by_mark.clear()
            proven = self._by_mark[mark] = self._prove(rules)
        return proven

    def _prove(self, rules: Sequence[Rule]) -> Proven:
        text = text_of(rules)
        if len(rules) < 2 or len(text) > _LONGEST_KEPT:
            return prove_idle(rules)
        said = text.split(b"\n")
        halves = list(_halves(said))
        for half in halves:
            earlier = self._earlier.get(half)
            if earlier and (proven := earlier.with_one_other(rules, said)):
                return proven
        proven = prove_idle(rules)
        if proven.letter and proven.work <= _MOST_WORK_KEPT and _are_as_written(rules):
            if self._bytes > _MOST_BYTES_KEPT:
                self._earlier.clear()
                self._bytes = 0
            self._bytes += len(text)
            self._earlier.update(dict.fromkeys(halves, _Earlier(text, proven.letter.encode("latin-1"), proven)))
        return proven


def _halves(said: list[bytes]) -> Iterator[tuple[int, int, int]]:
    """What rules and others of which one differs have in common: the first half of them, or the second."""
    middle = len(said) // 2
    for half, some in enumerate((said[:middle], said[middle:])):
        yield len(said), half, hash(tuple(some))


def _are_as_written(rules: Sequence[Rule]) -> bool:
    """Whether Google and the standard compare rules as they are written, and read nothing else in them."""
    is_written = all(rule.pattern == rule.written and b"%" not in rule.pattern for rule in rules)
    return is_written and len(with_alternatives(rules, _GOOGLE)) == len(rules)


class _Earlier(NamedTuple):
    """Rules, as `text_of` says them, and what is proven of them."""

    text: bytes
    letter: bytes
    proven: Proven

    def with_one_other(self, rules: Sequence[Rule], said: list[bytes]) -> Proven | None:
        """What is proven of rules of which one is another; None where they have to be looked at anew.

        A rule that is needed on a path of its own still is where neither the old rule nor the new one matches that
        path; and for one that has no path in common with these two, nothing is different at all.
        """
        earlier = self.text.split(b"\n")
        different = [place for place, pair in enumerate(zip(earlier, said, strict=True), 1) if pair[0] != pair[1]]
        if len(different) != 1 or different[0] in self.proven.doubtful:
            return None
        old, new = earlier[different[0] - 1], rules[different[0] - 1]
        starts = _start_of(old[1:]), _start_of(new.pattern)
        if old[:1] != said[different[0] - 1][:1] or not self._can_take(new) or min(map(len, starts)) < 2:
            return None
        if any(_begin(said, start) != new.pattern.startswith(start) for start in starts):
            return None  # else no other rule begins with what one of these two begins with
        doubtful = (_start_of(rules[place - 1].pattern) or b"/" for place in self.proven.doubtful)
        if any(start.startswith(beginning) for beginning in doubtful for start in starts):
            return None
        return self.proven._replace(letter=None) if self._is_needed(new, rules) else None

    def _can_take(self, rule: Rule) -> bool:
        """Whether a letter is left that no rule has, once there is this one."""
        letters = self.letter not in rule.pattern and form_of(_GOOGLE).can_hold_all(rule.pattern)
        return letters and _are_as_written([rule]) and rule.pattern.startswith(b"/")

    def _is_needed(self, rule: Rule, rules: Sequence[Rule]) -> bool:
        """Whether a rule decides about a path of its own, and without it the opposite would hold."""
        path = rule.pattern.removesuffix(b"$").replace(b"*", self.letter)
        found = RuleSet(rules, _GOOGLE.precedence, _GOOGLE.wildcards, is_ranked=True).matching(path)
        first, *others = sorted(found, key=_GOOGLE.precedence.rank)
        is_open = others[0].allow or not others[0].written if others else True
        return first is rule and rule.allow != is_open


def _start_of(pattern: bytes) -> bytes:
    """What every path begins with that a pattern matches, but for the slash of one that begins with a star."""
    start, star, _ = pattern.partition(b"*")
    return start if star else pattern.removesuffix(b"$")


def _begin(said: list[bytes], start: bytes) -> int:
    """How many rules begin with a text."""
    heads = b"0" + start, b"1" + start
    return sum(each.startswith(heads) for each in said)
