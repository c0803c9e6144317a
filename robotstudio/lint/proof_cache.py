"""Cache of proofs about rules: equal rules are not proven again, nor all of them if one of them changes.

Typing a path changes one rule with each key, and very many files of the web differ from another in one path.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.groups import Rule
from robotstudio.engine.proof.forms import form_of
from robotstudio.engine.robots import with_alternatives
from robotstudio.engine.ruleset import RuleSet
from robotstudio.lint.idle import Proven, prove_idle

_MOST_CACHED, _MOST_BYTES_CACHED, _LONGEST_CACHED = 4096, 1 << 22, 1 << 16
_MOST_WORK_CACHED = 500
"""Steps; far below the limit of a proof, so that similar rules will not reach it either."""

_GOOGLE = DIALECTS["google"]


def text_of(rules: Sequence[Rule]) -> bytes:
    """Serialise rules, a line each."""
    return b"\n".join([b"%d%b" % (rule.allow, rule.written) for rule in rules])


class ProofCache:
    """The proofs for all files that one linter checks, within bounds.

    What is found in a file does not depend on files that were checked before.
    """

    def __init__(self) -> None:
        self._by_key: dict[bytes, Proven] = {}
        self._cached: dict[tuple[int, int, int], _CachedProof] = {}
        self._bytes = 0

    def proven(self, key: bytes, rules: Sequence[Rule]) -> Proven:
        """Return what is proven about the rules with this key."""
        proven = self._by_key.get(key)
        if proven is None:
            if len(self._by_key) >= _MOST_CACHED:
                self._by_key.clear()
            proven = self._by_key[key] = self._prove(rules)
        return proven

    def _prove(self, rules: Sequence[Rule]) -> Proven:
        text = text_of(rules)
        if len(rules) < 2 or len(text) > _LONGEST_CACHED:
            return prove_idle(rules)
        said = text.split(b"\n")
        halves = list(_halves(said))
        for half in halves:
            cached = self._cached.get(half)
            if cached and (proven := cached.with_one_changed(rules, said)):
                return proven
        proven = prove_idle(rules)
        if proven.letter and proven.work <= _MOST_WORK_CACHED and _are_as_written(rules):
            if self._bytes > _MOST_BYTES_CACHED:
                self._cached.clear()
                self._bytes = 0
            self._bytes += len(text)
            self._cached.update(dict.fromkeys(halves, _CachedProof(text, proven.letter.encode("latin-1"), proven)))
        return proven


def _halves(said: list[bytes]) -> Iterator[tuple[int, int, int]]:
    """Yield keys for the first and the second half: rule lists that differ in one rule share one of them."""
    middle = len(said) // 2
    for half, some in enumerate((said[:middle], said[middle:])):
        yield len(said), half, hash(tuple(some))


def _are_as_written(rules: Sequence[Rule]) -> bool:
    """Return True if Google and the standard compare rules as written, without alternative readings."""
    is_written = all(rule.pattern == rule.written and b"%" not in rule.pattern for rule in rules)
    return is_written and len(with_alternatives(rules, _GOOGLE)) == len(rules)


class _CachedProof(NamedTuple):
    """Rules in the form of `text_of`, and what is proven about them."""

    text: bytes
    letter: bytes
    proven: Proven

    def with_one_changed(self, rules: Sequence[Rule], said: list[bytes]) -> Proven | None:
        """Return what is proven about rules of which one changed; None if they have to be proven again.

        A rule that is needed on a path of its own still is, if neither the old rule nor the new one matches that path;
        and for one that has no path in common with these two, nothing changes at all.
        """
        cached = self.text.split(b"\n")
        changed = [place for place, pair in enumerate(zip(cached, said, strict=True), 1) if pair[0] != pair[1]]
        if len(changed) != 1 or changed[0] in self.proven.doubtful:
            return None
        old, new = cached[changed[0] - 1], rules[changed[0] - 1]
        starts = _start_of(old[1:]), _start_of(new.pattern)
        if old[:1] != said[changed[0] - 1][:1] or not self._can_take(new) or min(map(len, starts)) < 2:
            return None
        if any(_begin(said, start) != new.pattern.startswith(start) for start in starts):
            return None  # beyond this, no other rule begins like one of these two
        doubtful = (_start_of(rules[place - 1].pattern) or b"/" for place in self.proven.doubtful)
        if any(start.startswith(beginning) for beginning in doubtful for start in starts):
            return None
        return self.proven._replace(letter=None) if self._is_needed(new, rules) else None

    def _can_take(self, rule: Rule) -> bool:
        """Return True if a letter that no rule has is left once this rule is added."""
        letters = self.letter not in rule.pattern and form_of(_GOOGLE).can_hold_all(rule.pattern)
        return letters and _are_as_written([rule]) and rule.pattern.startswith(b"/")

    def _is_needed(self, rule: Rule, rules: Sequence[Rule]) -> bool:
        """Return True if a rule decides a path of its own, and without it the verdict would be the opposite."""
        path = rule.pattern.removesuffix(b"$").replace(b"*", self.letter)
        found = RuleSet(rules, _GOOGLE.precedence, _GOOGLE.wildcards, is_ranked=True).matching(path)
        first, *others = sorted(found, key=_GOOGLE.precedence.rank)
        is_open = others[0].allow or not others[0].written if others else True
        return first is rule and rule.allow != is_open


def _start_of(pattern: bytes) -> bytes:
    """Return what every matching path begins with, except for the slash before an initial star."""
    start, star, _ = pattern.partition(b"*")
    return start if star else pattern.removesuffix(b"$")


def _begin(said: list[bytes], start: bytes) -> int:
    """Count the rules that begin with a text."""
    heads = b"0" + start, b"1" + start
    return sum(each.startswith(heads) for each in said)
