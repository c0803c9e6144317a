"""Measured reaction of a crawler to a change of the file: when it reads it, and when its requests follow it.

That is measured in a log, and kept apart from what an operator documents.
"""

from collections.abc import Sequence
from datetime import time, timedelta
from statistics import median
from typing import Final

import numpy as np
import numpy.typing as npt

from robotstudio.compliance.model import ALWAYS, DatedVersion, Reaction, Spread

_DAY: Final = timedelta(days=1)

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]


def spread_of(times: Sequence[timedelta | None]) -> Spread | None:
    """Return the spread of the known times; None if there is none."""
    known = [each for each in times if each is not None]
    if not known:
        return None
    middle = median(each.total_seconds() for each in known)
    return Spread(len(known), timedelta(seconds=middle), min(known), max(known))


def reactions_to(
    versions: Sequence[DatedVersion], reads: Ints, moments: Ints, allowed: Bools, urls: Rows, log_begins: int
) -> tuple[Reaction, ...]:
    """Return the reactions of a crawler to each change within the log that it reacted to.

    `reads` are its fetches of the file, `moments` its requests for the rows `urls` of `allowed`, which has a row for
    each version; all in seconds since 1970, ascending.
    """
    found = []
    starts = [version.since.timestamp() for version in versions]
    for number in range(1, len(versions)):
        begin, end = starts[number], (starts[number + 1] if number + 1 < len(starts) else np.inf)
        if versions[number].body == versions[number - 1].body or begin < log_begins:
            continue
        during = (moments >= begin) & (moments < end)
        blocked = during & (allowed[number - 1] & ~allowed[number])[urls]
        opened = during & (~allowed[number - 1] & allowed[number])[urls]
        reaction = Reaction(
            number,
            _since(begin, reads[(reads >= begin) & (reads < end)][:1]),
            _since(begin, _ended(moments[blocked][-1:], reads, moments)),
            _since(begin, moments[opened][:1]),
            _unsure_by(versions[number]),
        )
        if reaction.read or reaction.stopped or reaction.began:
            found.append(reaction)
    return tuple(found)


def _ended(last: Ints, reads: Ints, moments: Ints) -> Ints:
    """Return the last request if the crawler went on with others: else the log only ends there."""
    latest = max([*reads[-1:].tolist(), *moments[-1:].tolist()], default=0)
    return last[last < latest]


def _since(begin: float, moments: Ints) -> timedelta | None:
    return timedelta(seconds=float(moments[0]) - begin) if len(moments) else None


def _unsure_by(version: DatedVersion) -> timedelta:
    if version.after is not None:
        return version.since - version.after
    is_day = version.since.time() == time() and version.since != ALWAYS
    return _DAY if is_day else timedelta()
