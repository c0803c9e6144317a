"""Reaction times of simulated crawlers, whose delays are chosen."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import read_log_requests
from robotstudio.compliance.model import CrawlerRecord, DatedVersion
from robotstudio.compliance.reaction import spread_of
from robotstudio.compliance.words import reaction_words
from robotstudio.engine.crawlers import CATALOGUE

OPEN = b"User-agent: *\nDisallow: /c/\n"
CLOSED = b"User-agent: *\nDisallow: /a/\nDisallow: /c/\n"
BEGIN = datetime(2026, 9, 1, 0, 30, tzinfo=UTC)
CHANGES = [BEGIN + timedelta(days=5), BEGIN + timedelta(days=12, hours=3), BEGIN + timedelta(days=20, minutes=7)]
BODIES = [OPEN, CLOSED, OPEN, CLOSED]
END = BEGIN + timedelta(days=30)


def versions() -> list[DatedVersion]:
    return [
        DatedVersion(since, body) for since, body in zip([BEGIN - timedelta(days=9), *CHANGES], BODIES, strict=True)
    ]


def log_of(token: str, read_after: list[timedelta], follow_after: list[timedelta], random: Random) -> list[str]:
    """Simulate a crawler: it reads the file these times after each change, and goes by it later."""
    moments = [(BEGIN, "/robots.txt")]
    moments += [(change + delay, "/robots.txt") for change, delay in zip(CHANGES, read_after, strict=True)]
    turns = [BEGIN, *(change + delay for change, delay in zip(CHANGES, follow_after, strict=True)), END]
    for number, (begin, end) in enumerate(pairwise(turns)):
        paths = ["/b/1"] if BODIES[number] == CLOSED else ["/a/1", "/b/1"]
        moments += [(begin, paths[0]), (end - timedelta(seconds=1), paths[0])]
        moments += [(begin + random.random() * (end - begin), random.choice(paths)) for _ in range(40)]
    when = "{:%d/%b/%Y:%H:%M:%S} +0000"
    return [
        f'192.0.2.1 - - [{when.format(moment)}] "GET {path} HTTP/1.1" 200 9 "-" "{token}/1.0"'
        for moment, path in sorted(moments)
    ]


def records(folder: Path, lines: list[str], known: list[DatedVersion] | None = None) -> dict[str, CrawlerRecord]:
    path = folder / "access.log"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    requests = read_log_requests([path], lambda header: (header.partition("/")[0],))
    found = compliance_of(ComplianceInput(requests, known or versions(), CATALOGUE))
    return {record.crawler.token: record for record in found.records}


@pytest.mark.parametrize("seed", range(20))
def test_times_are_those_of_the_simulated_crawler(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    reads = [timedelta(seconds=random.randint(60, 86_400)) for _ in CHANGES]
    follows = [read + timedelta(seconds=random.randint(60, 20_000)) for read in reads]
    record = records(tmp_path, log_of("StractBot", reads, follows, random))["StractBot"]
    second = timedelta(seconds=1)
    assert [each.read for each in record.reactions] == reads
    for reaction, follow in zip(record.reactions, follows, strict=True):
        is_closed = BODIES[reaction.version] == CLOSED
        if is_closed:
            assert reaction.stopped is not None
            assert timedelta() <= follow - reaction.stopped <= second
            assert reaction.began is None
        else:
            assert reaction.began is not None
            assert timedelta() <= reaction.began - follow <= second
            assert reaction.stopped is None


def test_words_keep_what_is_measured_from_what_is_documented(tmp_path: Path) -> None:
    hours = [timedelta(hours=hour) for hour in (19, 3, 23)]
    follows = [delay + timedelta(hours=2) for delay in hours]
    lines = log_of("StractBot", hours, follows, Random(1)) + log_of("Googlebot", hours, follows, Random(2))
    found = records(tmp_path, lines)
    said = list(reaction_words(found["StractBot"]))
    assert said[:3] == [
        "It read 3 changes after 19 hours (median; 3 hours to 23 hours).",
        "It last requested what 2 changes blocked after 23 hours (median; 21 hours to 25 hours).",
        "It first requested what the change allowed after 5 hours.",
    ]
    assert said[3] == "Its operator documents nothing; RFC 9309 asks for 24 hours at most."
    assert list(reaction_words(found["Googlebot"]))[3] == "Documented: it keeps its copy for 24 hours at most."


def test_change_before_the_log_or_that_nobody_reacted_to_is_not_counted(tmp_path: Path) -> None:
    lines = log_of("StractBot", [timedelta(hours=1)] * 3, [timedelta(hours=2)] * 3, Random(1))
    late = [line for line in lines if "/Sep/2026" in line and int(line.split("[")[1][:2]) > 14]
    assert [each.version for each in records(tmp_path, late)["StractBot"].reactions] == [3]


def test_requests_up_to_the_end_of_the_log_are_no_stop(tmp_path: Path) -> None:
    lines = log_of("StractBot", [timedelta(hours=1)] * 3, [timedelta(hours=2)] * 3, Random(1))
    last = '192.0.2.1 - - [01/Oct/2026:02:00:00 +0000] "GET /a/1 HTTP/1.1" 200 9 "-" "StractBot/1.0"'
    reactions = records(tmp_path, [*lines, last])["StractBot"].reactions
    assert reactions[-1].stopped is None


def test_time_of_a_change_that_is_known_to_a_day_is_told(tmp_path: Path) -> None:
    known = [DatedVersion(BEGIN - timedelta(days=9), OPEN), DatedVersion(datetime(2026, 9, 6, tzinfo=UTC), CLOSED)]
    lines = log_of("StractBot", [timedelta(hours=1)] * 3, [timedelta(hours=2)] * 3, Random(1))
    record = records(tmp_path, lines, known)["StractBot"]
    assert [each.unsure_by for each in record.reactions] == [timedelta(days=1)]
    assert "The time of a change is known only to within 24 hours." in list(reaction_words(record))


def test_spread_has_the_middle_and_both_ends() -> None:
    hours = [timedelta(hours=hour) for hour in (1, 2, 9)]
    found = spread_of([*hours, None])
    assert found is not None
    assert (found.count, found.median, found.shortest, found.longest) == (3, hours[1], hours[0], hours[2])
    assert spread_of([None]) is None
