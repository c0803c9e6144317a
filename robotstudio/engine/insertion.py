"""Where a new rule is written: at the end of a group, or in a group of its own at the end of the file."""

from collections.abc import Iterable, Sequence

from robotstudio.engine.groups import GLOBAL, Group
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import LINE_END
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulePlace:
    """A group that may take rules, by the product tokens as it names them; they are written behind the line `after`.

    `heading` are the lines that a group which is not there yet begins with.
    """

    tokens: tuple[str, ...]
    after: int
    heading: tuple[str, ...] = ()

    @property
    def is_new(self) -> bool:
        """Whether the group is not there yet."""
        return bool(self.heading)

    def lines(self, rules: Sequence[str]) -> tuple[str, ...]:
        """What is written for some rules."""
        return (*self.heading, *rules)


def rule_places(robots: Robots, tokens: Iterable[str], body: bytes) -> tuple[RulePlace, ...]:
    """The groups of a file, that for all crawlers first, then new ones for tokens that no group names.

    Of several groups for the same crawlers it is the last one.
    """
    last: dict[tuple[bytes, ...], Group] = {}
    for group in robots.groups:
        last[tuple(dict.fromkeys(agent.token.lower() for agent in group.agents))] = group
    there = [RulePlace(_written(group), group.last_line) for group in last.values()]
    named = {token for names in last for token in names}
    wanted = ["*", *(token for token in tokens if token != "*")]  # noqa: S105 - a product token
    is_open = bool(robots.groups) and not robots.groups[-1].rules
    new = [
        _new_place(token, body, is_open=is_open)
        for token in dict.fromkeys(wanted)
        if token.lower().encode() not in named
    ]
    return tuple(sorted([*there, *new], key=_order))


def with_lines(body: bytes, after: int, lines: Sequence[str]) -> bytes:
    """A file with lines written behind one of its own (1-based, 0: before all), with the ends that it has."""
    ends = [found.span() for found in LINE_END.finditer(body)]
    end = body[slice(*ends[0])] if ends else b"\n"
    written = [line.encode("utf-8", "surrogateescape") for line in lines]
    if after > len(ends):
        return body + b"".join(end + line for line in written)
    at = ends[after - 1][1] if after else 0
    return body[:at] + b"".join(line + end for line in written) + body[at:]


def _written(group: Group) -> tuple[str, ...]:
    names = {agent.token: agent.written for agent in reversed(group.agents)}
    return tuple(name.decode("utf-8", "replace") for name in reversed(names.values()))


def _new_place(token: str, body: bytes, *, is_open: bool) -> RulePlace:
    """A group at the end. One before it that `is_open`, without a rule, gets an empty one, or the two would be one."""
    ends = [found.span() for found in LINE_END.finditer(body)]
    rest = body[ends[-1][1] :] if ends else body
    before = ("Disallow:", "") if is_open else ("",) if body.strip() else ()
    return RulePlace((token,), len(ends) + bool(rest), (*before, f"User-agent: {token}"))


def _order(place: RulePlace) -> tuple[bool, bool, int]:
    return place.tokens != (GLOBAL.decode(),), place.is_new, place.after
