"""Cancellation of a long evaluation between two of its steps."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

_Item = TypeVar("_Item")
_PORTION = 1024

IsCancelled = Callable[[], bool]
"""Called now and then; returns True if the result is no longer wanted."""

Checkpoint = Callable[[], None]
"""Called between steps of at most some milliseconds; raises `Cancelled` if the result is no longer wanted."""


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The evaluation was cancelled; results so far are kept for the next."""


def never() -> bool:
    """Never be cancelled."""
    return False


def go_on() -> None:
    """Never cancel."""


def checkpoint_of(is_cancelled: IsCancelled | None) -> Checkpoint:
    """Make a checkpoint that raises `Cancelled` once `is_cancelled` returns True."""
    if is_cancelled is None:
        return go_on
    asked = is_cancelled

    def check() -> None:
        if asked():
            raise Cancelled

    return check


def in_portions(items: Iterable[_Item], checkpoint: Checkpoint) -> Iterable[_Item]:
    """Yield the items, with a checkpoint before each thousand of them."""
    return items if checkpoint is go_on else chain.from_iterable(_portions(iter(items), checkpoint))


def _portions(items: Iterator[_Item], checkpoint: Checkpoint) -> Iterator[tuple[_Item, ...]]:
    while portion := tuple(islice(items, _PORTION)):
        checkpoint()
        yield portion
