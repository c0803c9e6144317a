"""For how long an answer has been so: the steps of the slider, in the three bands in which policies differ."""

from datetime import timedelta

from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Band:
    """A time in which nothing changes for any documented crawler but Heritrix, which gives up after half an hour."""

    title: str
    steps: tuple[timedelta, ...]


def _hours(*counts: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(hours=count) for count in counts)


def _days(*counts: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(days=count) for count in counts)


# No step stands on the border of two bands: sources do not say which of them it would belong to.
BANDS: tuple[Band, ...] = (
    Band("0–12 h", _hours(0, 1, 3, 6, 11)),
    Band("12 h–30 days", (*_hours(13, 24), *_days(3, 7, 14, 29))),
    Band("longer", _days(31, 60, 90)),
)

STEPS: tuple[timedelta, ...] = tuple(step for band in BANDS for step in band.steps)


def band_of(elapsed: timedelta) -> int:
    """The band that a time lies in."""
    return next((place for place, band in enumerate(BANDS) if elapsed <= band.steps[-1]), len(BANDS) - 1)


def step_of(elapsed: timedelta) -> int:
    """The last step that is not after a time."""
    return max((place for place, step in enumerate(STEPS) if step <= elapsed), default=0)


def first_step(band: int) -> int:
    """Where a band begins."""
    return STEPS.index(BANDS[band].steps[0])
