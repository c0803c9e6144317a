"""The time line of a site as a drawing: versions, releases, a track for each crawler, and counts by day.

One function draws for the window, the report and the files; zoom is another part of the axis.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from robotstudio.engine.crawlers import called
from robotstudio.indexing.day_counts import DayCounts
from robotstudio.indexing.site_time_line import EventKind, SiteEvent, SiteTimeLine, Track
from robotstudio.indexing.site_words import COUNTS, event_words, moment_words, summary_words
from robotstudio.survey.charts.area import shortened, text_width, tick_said, ticks_of
from robotstudio.survey.charts.items import ChartBox, ChartMark, ChartText, Drawing, Item, Stroke
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

MOST_TRACKS: Final = 12
AXIS_LEFT: Final = 176
AXIS_RIGHT: Final = 18
_TOP = 78
_LEFT = 14
_LEGEND_ROW = 16
_ROW, _BAR, _COUNTS, _GAP = 34, 8, 62, 14
_AXIS = 26
_NEAR: Final = 5.0
_HEAD, _LEGEND = 20, 40
_OPEN, _CLOSED, _READ, _CHANGE, _RELEASE, _STOP, _BEGIN = 8, 4, 3, 5, 2, 6, 1
"""Series of the charts of days where they mean the same, so that patterns and colours are those that a person knows."""
_MOST_TICKS: Final = 12
_STEPS: Final = (3_600, 6 * 3_600, 86_400, 2 * 86_400, 7 * 86_400, 14 * 86_400, 30 * 86_400, 91 * 86_400, 365 * 86_400)

_TITLE: Message = "Timeline of the site"
_FILE: Message = "robots.txt"
_RELEASES: Message = "Releases"
_KEY: Final[Sequence[tuple[int, bool, Message]]] = (
    (_CHANGE, False, "the file changed"),
    (_OPEN, True, "requests under a version"),
    (_CLOSED, True, "with blocked ones"),
    (_READ, False, "reads the file"),
    (_STOP, False, "last blocked request"),
    (_BEGIN, False, "first allowed request"),
)
_READS = Plural("{count} read, {first} to {last}", "{count} reads, {first} to {last}")
_MORE = Plural("{count} more crawler in the table", "{count} more crawlers in the table")
_NOTHING: Message = "Nothing happened in this time."
_AT_DAY: Message = "{day}: {count}"


class _Axis(Struct, frozen=True):
    begin: float
    end: float
    left: float
    right: float

    def x(self, at: float) -> float:
        return self.left + (at - self.begin) / (self.end - self.begin) * (self.right - self.left)

    def time_at(self, x: float) -> float:
        return self.begin + (x - self.left) / (self.right - self.left) * (self.end - self.begin)

    def shows(self, at: float) -> bool:
        return self.begin <= at <= self.end


def drawing_of_site(line: SiteTimeLine, width: int, begin: float | None = None, end: float | None = None) -> Drawing:
    """Draw the time line, or the part from `begin` to `end`, in seconds since 1970."""
    axis = _Axis(
        line.begin if begin is None else begin, line.end if end is None else end, AXIS_LEFT, float(width - AXIS_RIGHT)
    )
    title = tr(_TITLE)
    events = line.events
    items: list[Item] = []
    legend = _legend(line, width)
    top = y = float(_TOP + _LEGEND_ROW * (len(legend) - 1))
    marks: list[Item] = []
    marks += _site_track(line, [each for each in events if each.kind is EventKind.VERSION], axis, y, tr(_FILE))
    y += _ROW
    if line.releases:
        releases = [each for each in events if each.kind is EventKind.RELEASE]
        marks += _site_track(line, releases, axis, y, tr(_RELEASES))
        y += _ROW
    for track in line.tracks[:MOST_TRACKS]:
        marks += _track(track, line, [each for each in events if each.crawler == track.token], axis, y)
        y += _ROW
    more = len(line.tracks) - MOST_TRACKS
    if more > 0:
        items.append(ChartText(_LEFT, y + 12, ntr(_MORE, more), 11, 400, "start", "text2"))
        y += 20
    for counts in line.counts:
        marks += _days(counts, axis, y + _GAP)
        y += _COUNTS + _GAP
    bottom = y + 4
    items += _frame(axis, top, bottom)
    for event in events:
        if event.kind is EventKind.VERSION and axis.shows(event.at):
            items.append(Stroke(((axis.x(event.at), top - 6), (axis.x(event.at), bottom)), "mark"))
    if not any(isinstance(item, ChartBox | ChartMark) for item in marks):
        middle = (axis.left + axis.right) / 2
        marks.append(ChartText(middle, top + 14, tr(_NOTHING), 12, 400, "middle", "text2"))
    head = ChartText(_LEFT, _HEAD, title, 12, 600)
    says = WORDS.about(title, summary_words(line))
    return Drawing(
        width, round(bottom) + _AXIS, title, says, (head, *(item for row in legend for item in row), *items, *marks)
    )


def _frame(axis: _Axis, top: float, bottom: float) -> Iterator[Item]:
    """Draw the axis above and below all tracks, with a line at each tick."""
    yield Stroke(((axis.left, bottom), (axis.right, bottom)), "base")
    span = axis.end - axis.begin
    room = max(
        2, min(_MOST_TICKS, int((axis.right - axis.left) / (text_width(moment_words(axis.end, is_day=True)) + 24)))
    )
    step = next((each for each in _STEPS if span / each <= room), span / room)
    is_day = step >= 86_400
    unit = min(step, 86_400)
    at = (axis.time_at(axis.left + text_width(moment_words(axis.end, is_day=True)) / 2 - 20) // unit + 1) * unit
    while at <= axis.end:
        x = axis.x(at)
        yield Stroke(((x, top - 6), (x, bottom)), "grid")
        said = moment_words(at, is_day=is_day) if is_day else _hour(at)
        half = text_width(said) / 2
        if axis.left - 20 <= x - half and x + half <= axis.right + AXIS_RIGHT:
            yield ChartText(x, top - 11, said, 11, 400, "middle", "text2")
            yield ChartText(x, bottom + 16, said, 11, 400, "middle", "text2")
        at += step


def _hour(at: float) -> str:
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment:%H:%M}" if moment.hour else WORDS.date(moment)


def _name(name: str, y: float, note: str = "") -> Iterator[Item]:
    yield ChartText(_LEFT, y + 14, shortened(name, AXIS_LEFT - _LEFT - 8), 12, 600)
    if note:
        yield ChartText(_LEFT, y + 27, shortened(note, AXIS_LEFT - _LEFT - 8, 10), 10, 400, "start", "text2")


def _site_track(line: SiteTimeLine, events: Sequence[SiteEvent], axis: _Axis, y: float, name: str) -> Iterator[Item]:
    yield from _name(name, y)
    middle = y + _ROW / 2 - 2
    yield Stroke(((axis.left, middle), (axis.right, middle)), "grid")
    for event in events:
        if axis.shows(event.at):
            series = _CHANGE if event.kind is EventKind.VERSION else _RELEASE
            yield ChartMark(axis.x(event.at), middle, series, event_words(event, line))


def _track(track: Track, line: SiteTimeLine, events: Sequence[SiteEvent], axis: _Axis, y: float) -> Iterator[Item]:
    yield from _name(called(track.token, line.titles), y, _requests(track))
    top = y + 14
    for event in events:
        visit = event.visit
        if event.kind is EventKind.FIRST and visit and visit.last >= axis.begin and visit.first <= axis.end:
            left, right = (axis.x(min(max(at, axis.begin), axis.end)) for at in (visit.first, visit.last))
            says = WORDS.with_fact(event_words(event, line), moment_words(visit.last))
            yield ChartBox(left, top, max(right - left, 2.0), _BAR, _CLOSED if visit.closed else _OPEN, says, 2)
    yield from _reads(events, line, axis, y + 7)
    for event in events:
        if event.kind in {EventKind.STOPPED, EventKind.BEGAN} and axis.shows(event.at):
            series = _STOP if event.kind is EventKind.STOPPED else _BEGIN
            yield ChartMark(axis.x(event.at), top + _BAR / 2, series, event_words(event, line))


def _requests(track: Track) -> str:
    return ntr(_REQUESTS, track.record.requests)


_REQUESTS = Plural("{count} request", "{count} requests")


def _reads(events: Sequence[SiteEvent], line: SiteTimeLine, axis: _Axis, y: float) -> Iterator[Item]:
    """Draw the reads of a crawler; those without room between them share a mark."""
    shown = [event for event in events if event.kind is EventKind.READ and axis.shows(event.at)]
    place = 0
    while place < len(shown):
        last = place
        while last + 1 < len(shown) and axis.x(shown[last + 1].at) - axis.x(shown[place].at) < _NEAR:
            last += 1
        first, together = shown[place], last - place + 1
        if together == 1:
            says = event_words(first, line)
        else:
            ends = {"first": moment_words(first.at), "last": moment_words(shown[last].at)}
            said = [ntr(_READS, together, **ends)]
            said += [event_words(each, line) for each in shown[place : last + 1] if each.after is not None]
            says = WORDS.about(called(first.crawler, line.titles), WORDS.clauses(said))
        yield ChartMark(axis.x((first.at + shown[last].at) / 2), y, _READ, says)
        place = last + 1


def _days(counts: DayCounts, axis: _Axis, y: float) -> Iterator[Item]:
    yield from _name(tr(COUNTS[counts.kind]), y, counts.reason)
    shown = [(day, value) for day, value in counts.days if axis.begin - 86_400 < day <= axis.end]
    bottom = y + _COUNTS - 6
    yield Stroke(((axis.left, bottom), (axis.right, bottom)), "base")
    if not shown:
        return
    ticks = ticks_of(0, max(value for _, value in shown))
    scale = (_COUNTS - 10) / ticks[-1]
    yield Stroke(((axis.left, bottom - ticks[-1] * scale), (axis.right, bottom - ticks[-1] * scale)), "grid")
    yield ChartText(axis.left - 6, bottom - ticks[-1] * scale - 3, tick_said(ticks[-1]), 10, 400, "end", "text3")
    for day, value in shown:
        left, right = (axis.x(min(max(at, axis.begin), axis.end)) for at in (day, day + 86_400))
        if right > left:
            says = tr(_AT_DAY, day=moment_words(day, is_day=True), count=WORDS.number(int(value)))
            gap = 1 if right - left > 4 else 0
            yield ChartBox(left, bottom - value * scale, max(right - left - gap, 0.5), value * scale, "heat 2", says)


def _legend(line: SiteTimeLine, width: int) -> list[list[Item]]:
    """Return the rows of the legend, each at the height of the first."""
    rows: list[list[Item]] = [[]]
    x = float(_LEFT)
    for series, is_box, message in _KEY:
        if series != _CHANGE and not line.tracks:
            continue
        said = tr(message)
        long = 16 + text_width(said)
        if x + long > width - _LEFT and rows[-1]:
            rows.append([])
            x = float(_LEFT)
        y = _LEGEND + _LEGEND_ROW * (len(rows) - 1)
        rows[-1].append(ChartBox(x, y - 9, 10, 10, series) if is_box else ChartMark(x + 5, y - 4, series))
        rows[-1].append(ChartText(x + 16, y, said, 11, 400, "start", "text2"))
        x += long + 14
    return rows
