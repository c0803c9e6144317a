"""Globs: patterns that match to the end of a path, and their intersections.

A glob is text: each byte of a path as one character, and `STAR` for any run of bytes. `Disallow: /a` is "/a" followed
by a `STAR`, `/a$` is "/a". Two stars are never adjacent.
"""

from collections.abc import Iterable, Iterator

from robotstudio.engine.patterns import Pattern
from robotstudio.engine.proof.budget import Budget

STAR = "\u0100"
_LONG = 8
"""Every 2 ** 8 characters count as a step."""

EVERYTHING = "/" + STAR
"""Every path: each begins with a slash."""


def glob_of(pattern: Pattern) -> str:
    """Convert a pattern to a glob, without its bound and what it does beyond a glob."""
    text = pattern.prefix.decode("latin-1")
    if pattern.tail is not None:
        text += "".join(STAR + piece.decode("latin-1") for piece in (*pattern.middles, pattern.tail))
    return text if pattern.anchored else text + STAR


def instance(glob: str, filler: str) -> bytes:
    """Return a path that a glob matches, with the same text for each of its stars."""
    return glob.replace(STAR, filler).encode("latin-1")


def may_meet(one: Pattern, other: Pattern) -> bool:
    """Return False only if no path matches both patterns; True also if only a bound separates them.

    If both have a star, their middle parts can follow one another, so that only the ends count.
    """
    for plain, pattern in ((one, other), (other, one)):
        if plain.anchored and plain.tail is None:
            return pattern.matches(plain.prefix)
    if not (one.prefix.startswith(other.prefix) or other.prefix.startswith(one.prefix)):
        return False
    if not (one.anchored and other.anchored) or one.tail is None or other.tail is None:
        return True
    return one.tail.endswith(other.tail) or other.tail.endswith(one.tail)


def meet(one: str, other: str, budget: Budget, *, every: bool = False) -> set[str]:
    """Return globs that together match the intersection: all ways in which pieces of one overlap those of the other.

    Ways that are part of another are left out, unless `every`.
    """
    found: set[str] = set()
    ways = _Ways(budget)
    ways.put([("", one, other)])
    for known, ours, theirs in ways:
        size = min(_literal(ours), _literal(theirs))
        if ours[:size] != theirs[:size]:
            continue
        out, x, y = known + ours[:size], ours[size:], theirs[size:]
        if not x or not y:
            if x + y in {"", STAR}:
                found.add(out)
            continue
        if x[0] != STAR:
            x, y = y, x
        if x == STAR:
            found.add(out + y)
        elif y[0] != STAR:
            ways.put(_over(out, x, y, every=every))
        elif y == STAR:
            found.add(out + x)
        else:
            ways.put(((out + STAR, x[1:], y), (out + STAR, x, y[1:])))
    ways.close()
    return found


_Way = tuple[str, str, str]
"""The intersection of two globs so far, and the rest of either."""


class _Ways:
    """Work list of ways, each followed once; they are counted before they are stored, since pieces may be long."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._seen: set[_Way] = set()
        self._left: list[_Way] = []
        self._held = 0

    def put(self, ways: Iterable[_Way]) -> None:
        for way in ways:
            size = sum(map(len, way))
            self._budget.spend(1 + (size >> _LONG))
            if way not in self._seen:
                self._budget.hold(size)
                self._held += size
                self._seen.add(way)
                self._left.append(way)

    def __iter__(self) -> Iterator[_Way]:
        while self._left:
            yield self._left.pop()

    def close(self) -> None:
        """Release what was held."""
        self._budget.hold(-self._held)


def _over(out: str, x: str, y: str, *, every: bool) -> Iterator[_Way]:
    """Yield the ways to place the piece after the star of `x`, if `y` begins with a literal."""
    behind = x[1:]
    size, length = _literal(behind), _literal(y)
    piece, literal = behind[:size], y[:length]
    closes = size == len(behind)
    if closes and length == len(y):
        if literal.endswith(piece):
            yield out + literal[: length - size], behind, y[length - size :]
        return
    at = -1 if closes else literal.find(piece)
    while at >= 0:
        yield out + literal[:at], behind, y[at:]
        if not every:
            return
        at = literal.find(piece, at + 1)
    if length == len(y):
        return
    for at in range(max(0, length - size + (not closes)), length):
        if piece.startswith(literal[at:]):
            yield out + literal[:at], behind, y[at:]
    yield out + literal, x, y[length:]


def _literal(glob: str) -> int:
    """Return how many characters precede the first star."""
    end = glob.find(STAR)
    return len(glob) if end < 0 else end


def filler_for(globs: Iterable[str], letters: str) -> str | None:
    """Return a word of `letters` that can replace a star without touching any piece of the globs, or None.

    A letter that occurs in no glob is such a word. Otherwise a letter with which no piece begins or ends will do,
    repeated more often than in any piece.
    """
    several = list(globs)
    used = set[str]().union(*several)
    free = next((letter for letter in letters if letter not in used), None)
    if free:
        return free
    pieces = {piece for glob in several for piece in glob.split(STAR)}
    later = {piece for glob in several for piece in glob.split(STAR)[1:]}
    touched = {piece[:1] for piece in later} | {piece[-1:] for piece in pieces}
    for letter in letters:
        if letter not in touched:
            word = letter
            while any(word in piece for piece in pieces):
                word += letter
            return word
    return None
