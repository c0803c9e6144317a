"""How a long evaluation is given up between two of its steps."""

from collections.abc import Callable

Checkpoint = Callable[[], None]
"""Called between steps that take some milliseconds at most; raises `Cancelled` where the answer is not wanted."""


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The evaluation was given up; what it found out so far is kept for the next."""


def go_on() -> None:
    """The checkpoint of an evaluation that is never given up."""


def checkpoint_of(is_cancelled: Callable[[], bool] | None) -> Checkpoint:
    """A checkpoint that asks whether the answer is still wanted."""
    if is_cancelled is None:
        return go_on
    asked = is_cancelled

    def check() -> None:
        if asked():
            raise Cancelled

    return check
