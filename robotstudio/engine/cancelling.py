"""How a long evaluation is given up between two of its steps."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

_Item = TypeVar("_Item")
_PORTION = 1024

IsCancelled = Callable[[], bool]
"""Asked now and then whether the answer is still wanted."""

Checkpoint = Callable[[], None]
"""Called between steps that take some milliseconds at most; raises `Cancelled` where the answer is not wanted."""


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The evaluation was given up; what it found out so far is kept for the next."""


def go_on() -> None:
    """The checkpoint of an evaluation that is never given up."""


def checkpoint_of(is_cancelled: IsCancelled | None) -> Checkpoint:
    """A checkpoint that asks whether the answer is still wanted."""
    if is_cancelled is None:
        return go_on
    asked = is_cancelled

    def check() -> None:
        if asked():
            raise Cancelled

    return check


def in_portions(items: Iterable[_Item], checkpoint: Checkpoint) -> Iterable[_Item]:
    """The items, with a checkpoint before each thousand of them."""
    return items if checkpoint is go_on else chain.from_iterable(_portions(iter(items), checkpoint))


def _portions(items: Iterator[_Item], checkpoint: Checkpoint) -> Iterator[tuple[_Item, ...]]:
    while portion := tuple(islice(items, _PORTION)):
        checkpoint()
        yield portion
