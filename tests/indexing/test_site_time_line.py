"""The time line of a site: what simulated crawlers did, whose delays are chosen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from robotstudio.compliance.log_requests import LogRequests, read_log_requests
from robotstudio.compliance.model import DatedVersion, version_of_file
from robotstudio.engine.crawlers import CATALOGUE, crawler_for
from robotstudio.indexing.day_counts import CountKind, DayCounts
from robotstudio.indexing.site_drawing import drawing_of_site
from robotstudio.indexing.site_time_line import (
    EventKind,
    Release,
    SiteTimeLine,
    TimeLineInput,
    site_time_line,
)
from robotstudio.indexing.site_words import COLUMNS, effect_words, event_words, reactions_words, rows_of
from robotstudio.survey.charts.items import ChartBox, ChartMark

BEGIN = datetime(2026, 9, 1, 0, 30, tzinfo=UTC)
PATHS = ("/a/1", "/a/2", "/b/1", "/c/1")
OPEN = b"User-agent: *\nDisallow: /c/\n"
CLOSED = b"User-agent: *\nDisallow: /a/\nDisallow: /c/\n"
TOKENS = ("StractBot", "GPTBot", "ClaudeBot")


def blocks(body: bytes, path: str) -> bool:
    return any(path.startswith(line[10:]) for line in body.decode().split("\n") if line.startswith("Disallow: "))


@dataclass
class SimulatedCrawler:
    """A crawler that reads each version some time after it came, and obeys it some time after that."""

    token: str
    read_after: list[timedelta]
    obey_after: list[timedelta]
    gap: timedelta
    """The most between two requests for one path: how finely the log can tell."""
    requests: list[tuple[datetime, str]] = field(default_factory=list)


@dataclass
class SimulatedSite:
    """Versions that turn /a/ on and off, and crawlers."""

    versions: list[DatedVersion]
    crawlers: list[SimulatedCrawler]
    end: datetime

    def log(self) -> Iterator[str]:
        lines = sorted((at, each.token, path) for each in self.crawlers for at, path in each.requests)
        for at, token, path in lines:
            agent = f"Mozilla/5.0 (compatible; {token}/1.0)"
            yield f'192.0.2.1 - - [{at:%d/%b/%Y:%H:%M:%S} +0000] "GET {path} HTTP/1.1" 200 9 "-" "{agent}"'


def simulated(seed: int) -> SimulatedSite:
    random = Random(seed)
    since = BEGIN + timedelta(days=3)
    versions = [DatedVersion(BEGIN - timedelta(days=9), random.choice((OPEN, CLOSED)))]
    for _ in range(random.randint(1, 4)):
        body = CLOSED if versions[-1].body == OPEN else OPEN
        versions.append(DatedVersion(since.replace(second=random.randint(1, 59)), body))
        since += timedelta(days=random.randint(4, 12), minutes=random.randint(0, 1_000))
    crawlers = []
    for token in TOKENS[: random.randint(1, len(TOKENS))]:
        reads = [timedelta(seconds=random.randint(60, 100_000)) for _ in versions[1:]]
        obeys = [read + timedelta(seconds=random.randint(1, 40_000)) for read in reads]
        gap = timedelta(seconds=random.randint(60, 20_000))
        crawlers.append(SimulatedCrawler(token, reads, obeys, gap))
        _crawl(crawlers[-1], versions, since, random)
    return SimulatedSite(versions, crawlers, since)


def _crawl(crawler: SimulatedCrawler, versions: list[DatedVersion], end: datetime, random: Random) -> None:
    crawler.requests.append((BEGIN, "/robots.txt"))
    turns = [BEGIN]
    for version, read, obey in zip(versions[1:], crawler.read_after, crawler.obey_after, strict=True):
        crawler.requests.append((version.since + read, "/robots.txt"))
        turns.append(version.since + obey)
    for path in PATHS:
        at = BEGIN + random.random() * crawler.gap
        while at < end:
            number = max(place for place, turn in enumerate(turns) if turn <= at) if at >= BEGIN else 0
            if not blocks(versions[number].body, path):
                crawler.requests.append((at.replace(microsecond=0), path))
            at += crawler.gap * (0.1 + 0.9 * random.random())


def requests_of(site: SimulatedSite, folder: Path) -> LogRequests:
    path = folder / "access.log"
    path.write_text("\n".join(site.log()) + "\n", "utf-8")
    return read_log_requests([path], lambda header: tuple(token for token in TOKENS if token in header))


def line_of(site: SimulatedSite, folder: Path) -> SiteTimeLine:
    return site_time_line(
        TimeLineInput(site.versions, CATALOGUE, crawler_for("Googlebot"), PATHS, requests_of(site, folder))
    )


@pytest.mark.parametrize("seed", range(40))
def test_reactions_are_those_chosen_within_the_resolution_of_the_log(tmp_path: Path, seed: int) -> None:
    site = simulated(seed)
    events = line_of(site, tmp_path).events
    second = timedelta(seconds=1)
    for crawler in site.crawlers:
        mine = [event for event in events if event.crawler == crawler.token]
        for number, (read, obey) in enumerate(zip(crawler.read_after, crawler.obey_after, strict=True), 1):
            found = {event.kind: event.after for event in mine if event.version == number and event.after is not None}
            assert found[EventKind.READ] == read
            if site.versions[number].body == CLOSED:
                stopped = found.pop(EventKind.STOPPED, timedelta())
                assert obey - crawler.gap - second <= stopped <= obey or obey <= crawler.gap
                assert EventKind.BEGAN not in found
            else:
                assert obey - second <= found[EventKind.BEGAN] <= obey + crawler.gap + second
                assert EventKind.STOPPED not in found


@pytest.mark.parametrize("seed", range(20))
def test_first_and_last_request_under_each_version_are_those_of_the_log(tmp_path: Path, seed: int) -> None:
    site = simulated(seed)
    line = line_of(site, tmp_path)
    assert {track.token for track in line.tracks} == {crawler.token for crawler in site.crawlers}
    starts = [version.since for version in site.versions]
    for crawler in site.crawlers:
        track = next(track for track in line.tracks if track.token == crawler.token)
        pages = sorted((at, path) for at, path in crawler.requests if path != "/robots.txt")
        for visit in track.visits:
            until = starts[visit.version + 1] if visit.version + 1 < len(starts) else site.end + timedelta(days=1)
            under = [(at, path) for at, path in pages if starts[visit.version] <= at < until]
            assert (visit.first, visit.last) == (under[0][0].timestamp(), under[-1][0].timestamp())
            assert visit.requests == len(under)
            assert visit.closed == sum(blocks(site.versions[visit.version].body, path) for _, path in under)
        assert sum(visit.requests for visit in track.visits) == len(pages)
        assert len(track.reads) == len(crawler.requests) - len(pages)


@pytest.mark.parametrize("seed", range(20))
def test_effects_are_the_verdicts_that_a_version_changes(tmp_path: Path, seed: int) -> None:
    site = simulated(seed)
    line = line_of(site, tmp_path)
    assert line.effects[0] == ()
    for number, effects in enumerate(line.effects[1:], 1):
        (effect,) = effects  # all crawlers follow *
        before, after = (site.versions[place].body for place in (number - 1, number))
        assert effect.blocked == sum(blocks(after, path) and not blocks(before, path) for path in PATHS)
        assert effect.allowed == sum(blocks(before, path) and not blocks(after, path) for path in PATHS)
        assert set(effect.tokens) == {"Googlebot", *(crawler.token for crawler in site.crawlers)}


def test_words_say_what_changed_and_how_soon_who_followed(tmp_path: Path) -> None:
    versions = [version_of_file(OPEN, "2026-09-01", ""), version_of_file(CLOSED, "2026-09-10T08:00", "")]
    crawler = SimulatedCrawler("GPTBot", [timedelta(hours=19)], [timedelta(hours=21)], timedelta(minutes=5))
    site = SimulatedSite(versions, [crawler], BEGIN + timedelta(days=20))
    _crawl(crawler, versions, site.end, Random(1))
    line = line_of(site, tmp_path)
    assert effect_words(1, line) == "It blocks 2 known URLs for GPTBot and Googlebot, such as /a/1."
    said = [event_words(event, line) for event in line.events if event.after is not None]
    assert said == [
        "11 Sep 2026, 03:00: GPTBot: read the file (19 hours after the file changed)",
        "11 Sep 2026, 04:57: GPTBot: last request for what was blocked (21 hours after the file changed)",
    ]
    assert list(reactions_words(line)) == [
        (
            "GPTBot: It read the change after 19 hours. It last requested what the change blocked after 21 hours. "
            "Documented: it keeps its copy for 24 hours at most."
        )
    ]


def test_time_line_without_a_log_has_versions_releases_and_counts() -> None:
    versions = [version_of_file(CLOSED, "2026-09-01", ""), version_of_file(OPEN, "2026-09-10", "")]
    counts = DayCounts(CountKind.INDEXED, ((BEGIN.timestamp(), 3.0),), "x.zip")
    release = Release(BEGIN, "Shop 4.2")
    line = site_time_line(
        TimeLineInput(
            versions, CATALOGUE, crawler_for("Googlebot"), ["https://a.example/a/1"], None, (), [counts], [release]
        )
    )
    assert [event.kind for event in line.events] == [EventKind.VERSION, EventKind.RELEASE, EventKind.VERSION]
    assert effect_words(1, line) == "It allows 1 known URL for Googlebot, such as /a/1."
    assert {len(row) for row in rows_of(line)} == {len(COLUMNS)}
    assert [row[1] for row in rows_of(line)] == ["version", "release", "version", "effect", "indexed"]
    assert line.begin < BEGIN.timestamp() < line.end


def test_version_that_changes_no_verdict_is_told_so() -> None:
    versions = [version_of_file(OPEN, "2026-09-01", ""), version_of_file(OPEN + b"# more\n", "2026-09-10", "")]
    asked = TimeLineInput(versions, CATALOGUE, crawler_for("Googlebot"), PATHS)
    assert effect_words(1, site_time_line(asked)) == "The verdicts on all 4 known URLs stay the same."
    asked = TimeLineInput(versions, CATALOGUE, crawler_for("Googlebot"))
    assert effect_words(1, site_time_line(asked)) == "No URLs are known by which to compare it."


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("width", [420, 1_000])
def test_drawing_has_what_is_in_its_part_of_the_time(tmp_path: Path, seed: int, width: int) -> None:
    line = line_of(simulated(seed), tmp_path)
    whole = drawing_of_site(line, width)
    versions = [item for item in whole.items if isinstance(item, ChartMark) and item.series == 5 and item.says]
    assert len(versions) == sum(event.kind is EventKind.VERSION for event in line.events)
    middle = (line.begin + line.end) / 2
    for drawing in (whole, drawing_of_site(line, width, middle, middle + 86_400)):
        for item in drawing.items:
            if isinstance(item, ChartBox):
                assert -1 <= item.x <= item.x + item.width <= width
            if isinstance(item, ChartMark):
                assert 0 <= item.x <= width
    assert line.only(["GPTBot"]).tracks == tuple(track for track in line.tracks if track.token == "GPTBot")
