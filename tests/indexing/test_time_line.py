"""The time line of a URL."""

from datetime import UTC, datetime

from robotstudio.compliance.model import DatedVersion, version_of_file
from robotstudio.engine.crawlers import crawler_for
from robotstudio.indexing.answers import IndexingInput, IndexingReport, index_answers
from robotstudio.indexing.export import ExportedUrl
from robotstudio.indexing.time_line import MomentKind, time_line, told_reads
from robotstudio.indexing.words import moment_detail, moment_title

OPEN, CLOSED = b"User-agent: *\nDisallow: /a/\n", b"User-agent: *\nDisallow: /a/\nDisallow: /b/\n"
NOW = datetime(2026, 11, 24, tzinfo=UTC)


def report(*versions: tuple[str, bytes], day: int = 3) -> IndexingReport:
    url = ExportedUrl("https://a.example/b/1", "Blocked by robots.txt", datetime(2026, 11, day, tzinfo=UTC))
    dated = [version_of_file(body, since, since) for since, body in versions]
    return index_answers(IndexingInput([url], dated, crawler_for("Googlebot")))


HISTORY = report(("2026-09-01", OPEN), ("2026-10-29", CLOSED), ("2026-11-09T08:00", OPEN))


def moment(day: int, hour: int = 0) -> float:
    return datetime(2026, 11, day, hour, tzinfo=UTC).timestamp()


def test_moments_are_told_by_time() -> None:
    line = time_line(HISTORY, 0, NOW)
    assert [(moment_title(each, "Googlebot"), moment_detail(each)) for each in line.decided] == [
        ("First known version", "1 Sep 2026, open"),
        ("Rule appeared", "29 Oct 2026, line 3"),
        ("Last crawled", "3 Nov 2026, seen as blocked"),
        ("Rule removed", "9 Nov 2026, 08:00, open"),
        ("Today", "24 Nov 2026, open"),
    ]
    assert [span.is_blocked for span in line.spans] == [False, True, False]
    assert not line.has_log


def test_day_of_a_capture_is_a_bound() -> None:
    url = ExportedUrl("https://a.example/b/1", "", datetime(2026, 11, 3, tzinfo=UTC))
    captured = DatedVersion(datetime(2026, 10, 29, tzinfo=UTC), CLOSED, "", after=datetime(2026, 9, 1, tzinfo=UTC))
    versions = [version_of_file(OPEN, "2026-09-01", ""), captured]
    line = time_line(index_answers(IndexingInput([url], versions, crawler_for("Googlebot"))), 0, NOW)
    assert [moment_detail(each) for each in line.decided][:2] == ["1 Sep 2026, open", "29 Oct 2026 or earlier, line 3"]


def test_version_that_changes_no_verdict_is_no_moment() -> None:
    line = time_line(report(("2026-10-01", OPEN), ("2026-10-05", OPEN + b"# more\n")), 0, NOW)
    assert [each.kind for each in line.decided] == [MomentKind.FIRST, MomentKind.CRAWLED, MomentKind.NOW]


def test_time_before_the_first_version_is_unknown() -> None:
    line = time_line(report(("2026-11-09", OPEN)), 0, NOW)
    assert [span.is_blocked for span in line.spans] == [None, False]
    assert moment_detail(line.decided[0]) == "3 Nov 2026, unknown"


def test_reads_that_tell_are_those_after_a_change_and_before_the_crawl() -> None:
    reads = [moment(1), moment(2), moment(3), moment(5), moment(9, 9), moment(12)]
    line = time_line(HISTORY, 0, NOW, reads)
    assert line.has_log
    assert [each.at for each in told_reads(line)] == [moment(1), moment(3), moment(9, 9)]


def test_file_without_a_day_says_nothing_about_the_past() -> None:
    line = time_line(report(("", CLOSED)), 0, NOW)
    assert [each.kind for each in line.decided] == [MomentKind.CRAWLED, MomentKind.NOW]
    assert [span.is_blocked for span in line.spans] == [None]


def test_file_that_was_there_before_another_has_no_beginning() -> None:
    line = time_line(report(("", CLOSED), ("2026-11-09", OPEN)), 0, NOW)
    assert [each.kind for each in line.decided] == [MomentKind.CRAWLED, MomentKind.OPENED, MomentKind.NOW]
    assert [span.is_blocked for span in line.spans] == [True, False]
