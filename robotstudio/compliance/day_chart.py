"""Draw the requests of a crawler by day: allowed or blocked, when it read the file, and when the file changed."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from msgspec import Struct

from robotstudio.compliance.model import DatedVersion, Day
from robotstudio.survey.charts.area import text_width, tick_said, ticks_of
from robotstudio.survey.charts.items import ChartBox, ChartMark, ChartText, Drawing, Item, Stroke
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

HEIGHT: Final = 240
_LEFT, _RIGHT, _TOP, _BOTTOM, _HEAD = 48, 16, 62, 40, 22
_MOST_DAYS: Final = 366
_WIDEST: Final = 26
_SIGN: Final = 16
_OPEN, _CLOSED, _READ, _CHANGE = 8, 4, 3, 5
"""Series of the charts of surveys, so that patterns and colours are those that a person has seen."""

_TITLE: Message = "{crawler}: requests a day"
_OPEN_TO_IT: Message = "allowed for it"
_CLOSED_TO_IT: Message = "blocked for it"
_READS_THE_FILE: Message = "reads the file"
_CHANGED: Message = "the file changed"
_NONE: Message = "No requests while the file was known."
_LATEST: Message = "the last {days} days"
_SAYS: Message = "{day}: {open}, {closed}"
_OPEN_COUNT = Plural("{count} allowed", "{count} allowed")
_CLOSED_COUNT = Plural("{count} blocked", "{count} blocked")
_READ_COUNT = Plural("{day}: {count} read of the file", "{day}: {count} reads of the file")
_CHANGE_SAYS: Message = "{day}: the file changed"


class ShownDay(Struct, frozen=True):
    """A day of a crawler as a row: requests for what was open and closed to it, and its reads of the file."""

    day: str
    allowed: int
    closed: int
    reads: int
    has_change: bool

    def named(self) -> str:
        """Return the day as it is written in a language."""
        return WORDS.day(self.day)


def shown_days(days: Sequence[Day], versions: Sequence[DatedVersion]) -> tuple[ShownDay, ...]:
    """Return the days that the chart shows, and on which of them the file changed."""
    shown = _all_days(days)[-_MOST_DAYS:] if days else []
    changes = {version.since.astimezone(UTC).date().isoformat() for version in versions[1:]}
    return tuple(ShownDay(each.day, each.allowed, each.closed, each.reads, each.day in changes) for each in shown)


def drawing_of_days(crawler: str, asked: Sequence[Day], versions: Sequence[DatedVersion], width: int) -> Drawing:
    """Draw the days of a crawler, also those without a request; of more than a year, the last."""
    title = tr(_TITLE, crawler=crawler)
    head = ChartText(_RIGHT, _HEAD, title, 12, 600)
    if not asked:
        nothing = ChartText(width / 2, HEIGHT / 2, tr(_NONE), 12, 500, "middle", "text2")
        return Drawing(width, HEIGHT, title, title, (head, nothing))
    days = _all_days(asked)
    shown = days[-_MOST_DAYS:]
    items = [head, *_legend(width)]
    if len(shown) < len(days):
        items.append(ChartText(width - _RIGHT, _HEAD, tr(_LATEST, days=len(shown)), 11, 400, "end", "text3"))
    return Drawing(width, HEIGHT, title, title, (*items, *_columns(shown, versions, width)))


def _columns(days: Sequence[Day], versions: Sequence[DatedVersion], width: int) -> Iterator[Item]:
    bottom, right = HEIGHT - _BOTTOM, width - _RIGHT
    step = min((right - _LEFT) / len(days), _WIDEST)
    most = max(day.allowed + day.closed for day in days)
    ticks = [tick for tick in ticks_of(0, most) if tick == int(tick)]  # there is no half request
    scale = (bottom - _TOP) / ticks[-1]
    for tick in ticks:
        y = bottom - tick * scale
        yield Stroke(((_LEFT, y), (right, y)), "grid" if tick else "base")
        yield ChartText(_LEFT - 6, y + 4, tick_said(tick), 11, 400, "end", "text2")
    every = max(1, -(-int(text_width(WORDS.day(days[-1].day)) * 1.3) // max(1, int(step))))
    gap = 2 if step > 5 else 0
    for place, day in enumerate(days):
        x, named = _LEFT + place * step + gap / 2, WORDS.day(day.day)
        says = tr(
            _SAYS,
            day=named,
            open=ntr(_OPEN_COUNT, day.allowed),
            closed=ntr(_CLOSED_COUNT, day.closed),
        )
        high, shut = day.allowed * scale, day.closed * scale
        if day.allowed:
            yield ChartBox(x, bottom - high, step - gap, high, _OPEN, says)
        if day.closed:
            yield ChartBox(x, bottom - high - shut, step - gap, shut, _CLOSED, says)
        if day.reads:
            said = ntr(_READ_COUNT, day.reads, day=named)
            yield ChartMark(x + (step - gap) / 2, bottom + 7, _READ, said)
        if place % every == 0 and x + (step - gap) / 2 + text_width(named) / 2 <= width:
            yield ChartText(x + (step - gap) / 2, bottom + 26, named, 11, 400, "middle", "text2")
    yield from _changes(days, versions, step)


def _changes(days: Sequence[Day], versions: Sequence[DatedVersion], step: float) -> Iterator[Item]:
    """Draw a dashed line where a version came, except for the first: that is only since when the file is known."""
    first = date.fromisoformat(days[0].day)
    for version in versions[1:]:
        moment = version.since.astimezone(UTC)
        place = (moment - datetime(first.year, first.month, first.day, tzinfo=UTC)) / timedelta(days=1)
        if 0 <= place <= len(days):
            x = _LEFT + place * step
            yield Stroke(((x, _TOP - 10), (x, HEIGHT - _BOTTOM)), _CHANGE)
            yield ChartMark(x, _TOP - 10, _CHANGE, tr(_CHANGE_SAYS, day=WORDS.date_and_time(moment)))


def _legend(width: int) -> Iterator[Item]:
    """Draw one row below the title; what has no room there stands at the right of the title."""
    x: float = _RIGHT
    y: float = _HEAD + 18
    names = {_OPEN: _OPEN_TO_IT, _CLOSED: _CLOSED_TO_IT, _READ: _READS_THE_FILE, _CHANGE: _CHANGED}
    for series, message in names.items():
        name = tr(message)
        long = _SIGN + text_width(name)
        if x + long > width:
            x, y = max(_RIGHT, width - _RIGHT - long), _HEAD
        yield ChartBox(x, y - 9, 10, 10, series) if series in {_OPEN, _CLOSED} else ChartMark(x + 5, y - 4, series)
        yield ChartText(x + _SIGN, y, name, 11, 400, "start", "text2")
        x += long + 14


def _all_days(days: Sequence[Day]) -> list[Day]:
    """Return the days with those in between on which nothing was asked for."""
    known = {day.day: day for day in days}
    at, last = (date.fromisoformat(days[place].day) for place in (0, -1))
    at = max(at, last - timedelta(days=_MOST_DAYS))
    found = []
    while at <= last:
        name = at.isoformat()
        found.append(known.get(name, Day(name, 0, 0)))
        at += timedelta(days=1)
    return found
