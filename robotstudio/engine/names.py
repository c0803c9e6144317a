"""Product tokens in user-agent lines, and how a crawler finds its groups by them."""

from collections.abc import Callable, Sequence

from robotstudio.engine.groups import GLOBAL, Group, GroupIndex
from robotstudio.engine.unicode_text import lowered

Select = Callable[[GroupIndex, bytes], tuple[Group, ...]]

Agent = str | Sequence[str]
"""A product token, or a chain of tokens; the first that a group names counts."""


class NamedOnly(tuple[str, ...]):
    """The token chain of a crawler that follows only groups that name it: never `*`, and no token outside the chain."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Return True for a `NamedOnly` of the same tokens; a plain chain of them finds other groups."""
        return isinstance(other, NamedOnly) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        """Negate equality, which `tuple` would compare by itself."""
        return not self == other

    def __hash__(self) -> int:
        """Hash the tokens and the named-only flag."""
        return hash((NamedOnly, tuple(self)))


AgentKey = str | tuple[str, ...]


def agent_key(agent: Agent) -> AgentKey:
    """Return a hashable key: agents with equal keys get the same verdicts."""
    return agent if isinstance(agent, str | NamedOnly) else tuple(agent)


_GOOGLE_TOKEN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_LENIENT_TOKEN = _GOOGLE_TOKEN + b"0123456789."


def google_tokens(value: bytes) -> tuple[bytes, ...]:
    """Extract the token as google/robotstxt does: letters, `-` and `_` from the start of the value."""
    if value.startswith(GLOBAL) and (len(value) == 1 or value[1:2].isspace()):
        return (GLOBAL,)
    return (leading(value, _GOOGLE_TOKEN),)


def lenient_tokens(value: bytes) -> tuple[bytes, ...]:
    """Return the first word without a version: RFC 9309 section 2.2.1 leaves open what anything but a token means.

    Digits and dots are kept, since crawlers have them in their names; a version, a comma or a second word is cut off.
    """
    return (GLOBAL if value == GLOBAL else leading(value, _LENIENT_TOKEN),)


def leading(value: bytes, alphabet: bytes) -> bytes:
    """Return the longest prefix made of bytes of an alphabet, in lower case."""
    return value[: len(value) - len(value.lstrip(alphabet))].lower()


def lowered_value(value: bytes) -> tuple[bytes, ...]:
    """Return the whole value in lower case."""
    return (lowered(value),)


def first_name(value: bytes) -> tuple[bytes, ...]:
    """Return the first name of a list, without version information."""
    return (without_version(value.split(b",", 1)[0]),)


def without_version(name: bytes) -> bytes:
    """Cut a name at a slash, lower it and strip a number at its end, unless it is nothing else."""
    name = name.split(b"/", 1)[0].strip(b" \t").lower()
    return name.rstrip(b"0123456789.") or name


def select_equal(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Merge all groups that name exactly the token, case-insensitively (RFC 9309 section 2.2.1)."""
    return index.by_token.get(token.lower(), ())


def select_equal_text(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Merge all groups that name exactly the token, ignoring the case of non-ASCII letters too."""
    return index.by_token.get(lowered(token), ())


def select_value_in_name(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Return the first record whose value is a substring of the robot's name, both without versions (1994)."""
    name = without_version(token)
    for group in index.groups:
        if any(agent.token in name for agent in group.agents if agent.token not in {b"", GLOBAL}):
            return (group,)
    return ()


def select_name_in_value(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Return the first record whose value contains the robot's name token (1996).

    A token with a version is the full name that a robot sends; then a value that is a substring of it counts too.
    """
    name, slash, _ = token.lower().partition(b"/")
    for group in index.groups if name != GLOBAL else ():
        values = [agent.token for agent in group.agents if agent.token not in {b"", GLOBAL}]
        if any(name in value or (slash and value in name) for value in values):
            return (group,)
    return ()


def all_global(index: GroupIndex) -> tuple[Group, ...]:
    """Merge all groups that name `*`."""
    return index.by_token.get(GLOBAL, ())


def first_global(index: GroupIndex) -> tuple[Group, ...]:
    """Return the first group that names `*`."""
    return all_global(index)[:1]
