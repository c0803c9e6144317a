"""Answers about URLs of an export, by the versions of the file."""

from datetime import UTC, datetime
from typing import Any

import pytest

from robotstudio.compliance.model import DatedVersion, version_of_file
from robotstudio.engine.crawlers import crawler_for
from robotstudio.indexing.answers import (
    Advice,
    Answer,
    Gap,
    IndexingInput,
    LineFlips,
    UrlAnswer,
    Validation,
    blocking_lines,
    flips_without,
    index_answers,
)
from robotstudio.indexing.export import ExportedUrl
from robotstudio.indexing.page_facts import PageFacts
from robotstudio.indexing.words import flips_words, full_words, validation_words

OPEN = b"User-agent: *\nDisallow: /admin/\n"
CLOSED = b"User-agent: *\nDisallow: /admin/\nDisallow: /guides/\n"
BLOCKED = "Blocked by robots.txt"
GOOGLEBOT = crawler_for("Googlebot")


def versions(*pairs: tuple[str, bytes]) -> list[DatedVersion]:
    return [version_of_file(body, since, since) for since, body in pairs]


HISTORY = versions(("2026-10-01", OPEN), ("2026-10-29T08:00", CLOSED), ("2026-11-09T08:00", OPEN))


def row(url: str, day: str = "", reason: str = BLOCKED) -> ExportedUrl:
    return ExportedUrl(url, reason, datetime.fromisoformat(day).replace(tzinfo=UTC) if day else None)


def answered(asked: ExportedUrl, history: list[DatedVersion] = HISTORY, **more: Any) -> UrlAnswer:
    rows = [row("https://a.example/other", "2026-11-20", "x"), asked]
    report = index_answers(IndexingInput(rows, history, GOOGLEBOT, **more))
    return next(answer for answer in report.answers if answer.row is asked)


def said(asked: ExportedUrl, history: list[DatedVersion] = HISTORY) -> str:
    report = index_answers(IndexingInput([asked], history, GOOGLEBOT))
    return full_words(report.answers[0], report)


def test_url_that_was_blocked_then_is_open_since_the_change() -> None:
    found = answered(row("https://a.example/guides/wool", "2026-11-03"))
    assert (found.answer, found.advice) == (Answer.WAS_BLOCKED, Advice.RECRAWL)
    assert (found.line_now, found.line_then, found.version_then) == (0, 3, 1)
    assert found.since == datetime(2026, 11, 9, 8, tzinfo=UTC)
    assert said(found.row) == (
        "Was blocked by line 3 when Googlebot last came (3 Nov 2026); open since 9 Nov 2026, 08:00. Ask for a recrawl."
    )


def test_blocked_url_names_the_line_of_now_and_of_then() -> None:
    history = versions(("2026-10-01", b"User-agent: *\nDisallow: /guides/\n"), ("2026-11-09", CLOSED))
    found = answered(row("https://a.example/guides/wool", "2026-11-03"), history)
    assert (found.answer, found.line_now, found.line_then, found.since) == (Answer.STILL_BLOCKED, 3, 2, None)
    assert said(found.row, history).startswith("Still blocked by line 3; when Googlebot last came (3 Nov 2026), line 2")


def test_url_crawled_since_the_change_is_seen_as_open() -> None:
    found = answered(row("https://a.example/guides/wool", "2026-11-12"))
    assert (found.answer, found.advice) == (Answer.NEVER_BLOCKED, Advice.WAIT)
    assert said(found.row) == ("Open since 9 Nov 2026, 08:00, and Googlebot has seen it open (12 Nov 2026). Wait.")


def test_url_that_no_version_blocked_does_not_fit_the_export() -> None:
    found = answered(row("https://a.example/moved", "2026-11-12"))
    assert (found.answer, found.gap) == (Answer.UNKNOWN, Gap.CONTRADICTION)
    assert (found.advice, found.version_then, found.since) == (Advice.ADD_VERSION, -1, None)
    assert said(found.row) == (
        "Open now; the export says that it was blocked when Googlebot last came (12 Nov 2026), but the versions known "
        "did not block it then. Add the version of that day."
    )


@pytest.mark.parametrize("reason", ["Not found (404)", "Excluded by ‘noindex’ tag"])
def test_url_that_was_fetched_was_not_blocked_then(reason: str) -> None:
    found = answered(row("https://a.example/guides/wool", "2026-11-03", reason))
    assert (found.answer, found.gap, found.line_then) == (Answer.UNKNOWN, Gap.CONTRADICTION, 0)
    assert "the export says that Googlebot fetched it" in said(found.row)
    still = answered(row("https://a.example/admin/x", "2026-11-03", "Not found (404)"))
    assert (still.answer, still.gap, still.line_now, still.line_then) == (
        Answer.STILL_BLOCKED,
        Gap.CONTRADICTION,
        2,
        0,
    )


def test_crawl_before_the_rule_was_there_is_not_seen_open_since() -> None:
    found = answered(row("https://a.example/guides/wool", "2026-10-10"))
    assert (found.answer, found.gap) == (Answer.UNKNOWN, Gap.CONTRADICTION)


@pytest.mark.parametrize(
    "facts",
    [
        {"https://a.example/guides/wool": PageFacts(301, "https://a.example/admin/x")},
        {"https://a.example/guides/wool": PageFacts(200, has_noindex=True)},
        {"https://a.example/guides/wool": PageFacts(404)},
        {"https://a.example/guides/wool": PageFacts(503)},
    ],
)
def test_validation_is_not_safe_if_something_else_is_in_the_way(facts: dict[str, PageFacts]) -> None:
    rows = [row("https://a.example/guides/wool", "2026-11-12"), row("https://a.example/guides/felt", "2026-11-14")]
    report = index_answers(IndexingInput(rows, HISTORY, GOOGLEBOT, facts=facts))
    assert report.reasons[0].validation is Validation.NOT_YET
    assert [answer.advice for answer in report.answers] == [Advice.LOOK_ELSEWHERE, Advice.WAIT]
    assert validation_words(report.reasons[0]) in {
        "Not yet: 1 redirects to a blocked URL",
        "Not yet: 1 has a noindex",
        "Not yet: 1 answers with an error",
    }


def test_redirect_to_a_blocked_url_is_a_matter_of_the_file_for_every_reason() -> None:
    facts = {"https://a.example/old": PageFacts(301, "https://a.example/admin/x")}
    rows = [row("https://a.example/old", "2026-11-14", "Page with redirect")]
    report = index_answers(IndexingInput(rows, HISTORY, GOOGLEBOT, facts=facts))
    assert (report.reasons[0].validation, report.answers[0].advice) == (Validation.NOT_YET, Advice.LOOK_ELSEWHERE)


def test_rows_without_a_reason_are_safe_only_if_seen_since_the_change() -> None:
    seen = index_answers(IndexingInput([row("https://a.example/guides/wool", "2026-11-12", "")], HISTORY, GOOGLEBOT))
    other = index_answers(IndexingInput([row("https://a.example/b", "2026-11-12", "")], HISTORY, GOOGLEBOT))
    assert seen.reasons[0].validation is Validation.SAFE
    assert other.reasons[0].validation is Validation.NOT_ROBOTS


def test_day_of_a_capture_is_a_bound() -> None:
    history = [
        version_of_file(OPEN, "2026-01-01", "first"),
        DatedVersion(datetime(2026, 11, 1, tzinfo=UTC), CLOSED, "second", after=datetime(2026, 1, 1, tzinfo=UTC)),
    ]
    asked = row("https://a.example/guides/wool", "2026-10-01", "")
    found = answered(asked, history)
    assert (found.since, found.since_after) == (history[1].since, history[1].after)
    assert said(asked, history).startswith("Blocked by line 3 since 1 Nov 2026 or earlier.")
    assert answered(row("https://a.example/guides/wool", "2026-11-03")).since_after is None


def test_noindex_behind_a_rule_is_not_seen() -> None:
    found = answered(row("https://a.example/admin/x", "2026-11-03", "Excluded by ‘noindex’ tag"))
    assert (found.answer, found.advice, found.line_now) == (Answer.NOINDEX_UNSEEN, Advice.UNBLOCK, 2)


def test_day_before_the_first_version_is_unknown() -> None:
    for day in ("2026-09-30", "2026-10-01"):  # a copy of the day before may have been in use
        found = answered(row("https://a.example/guides/wool", day))
        assert (found.answer, found.gap, found.advice) == (Answer.UNKNOWN, Gap.NO_VERSION, Advice.ADD_VERSION)


def test_file_without_a_day_alone_says_nothing_of_then() -> None:
    alone = answered(row("https://a.example/guides/wool", "2026-11-03"), versions(("", OPEN)))
    assert (alone.answer, alone.gap) == (Answer.UNKNOWN, Gap.NO_VERSION)
    before = versions(("", CLOSED), ("2026-11-09", OPEN))
    assert answered(row("https://a.example/guides/wool", "2026-11-03"), before).answer is Answer.WAS_BLOCKED


def test_url_without_a_day_is_unknown() -> None:
    found = answered(row("https://a.example/guides/wool"))
    assert (found.answer, found.gap) == (Answer.UNKNOWN, Gap.NO_DATE)


def test_url_of_another_host_is_unknown() -> None:
    found = answered(row("https://b.example/guides/wool", "2026-11-03"), site="a.example")
    assert (found.answer, found.gap, found.line_now) == (Answer.UNKNOWN, Gap.OTHER_HOST, 0)
    http = answered(row("http://a.example:80/guides/wool", "2026-11-03"), site="https://a.example")
    assert http.answer is Answer.WAS_BLOCKED


@pytest.mark.parametrize("day", ["2026-11-09", "2026-11-10"])
def test_reason_tells_which_copy_the_crawler_had_near_a_change(day: str) -> None:
    url = "https://a.example/guides/wool"
    assert answered(row(url, day)).answer is Answer.WAS_BLOCKED
    assert answered(row(url, day, "Not found (404)")).answer is Answer.NEVER_BLOCKED
    unknown = answered(row(url, day, "Crawled - currently not indexed"))
    assert (unknown.answer, unknown.gap) == (Answer.UNKNOWN, Gap.NEAR_CHANGE)
    assert answered(row(url, "2026-11-11", "Crawled - currently not indexed")).answer is Answer.NEVER_BLOCKED


def test_log_tells_which_copy_the_crawler_had_near_a_change() -> None:
    url, reason = "https://a.example/guides/wool", "Crawled - currently not indexed"
    moments = [datetime(2026, 11, day, hour, tzinfo=UTC).timestamp() for day, hour in ((9, 3), (9, 12), (10, 11))]
    log: dict[str, Any] = {"reads": moments, "read_from": 0.0}
    assert answered(row(url, "2026-11-10", reason), **log).answer is Answer.NEVER_BLOCKED
    assert answered(row(url, "2026-11-09", reason), **log).gap is Gap.NEAR_CHANGE  # it read both on that day
    assert answered(row(url, "2026-11-10", reason), reads=moments, read_from=moments[1]).gap is Gap.NEAR_CHANGE


def test_time_between_two_fetches_may_have_either_version() -> None:
    history = [
        version_of_file(CLOSED, "2026-10-01T00:01", "first"),
        DatedVersion(datetime(2026, 11, 9, 8, tzinfo=UTC), OPEN, "second", after=datetime(2026, 10, 20, tzinfo=UTC)),
    ]
    url, reason = "https://a.example/guides/wool", "Crawled - currently not indexed"
    assert answered(row(url, "2026-10-18", reason), history).answer is Answer.WAS_BLOCKED
    assert answered(row(url, "2026-10-30", reason), history).gap is Gap.NEAR_CHANGE
    assert answered(row(url, "2026-10-30"), history).answer is Answer.WAS_BLOCKED


def test_validation_is_safe_if_all_urls_are_open_and_were_crawled_since() -> None:
    rows = [
        row("https://a.example/guides/wool", "2026-11-12"),
        row("https://a.example/guides/felt", "2026-11-14"),
        row("https://a.example/gone", "2026-11-14", "Not found (404)"),
        row("https://a.example/guides/gone", "2026-10-30", "Page with redirect"),
    ]
    report = index_answers(IndexingInput(rows, HISTORY, GOOGLEBOT, [("Duplicate", 7)]))
    assert {summary.reason: summary.validation for summary in report.reasons} == {
        BLOCKED: Validation.SAFE,
        "Not found (404)": Validation.NOT_ROBOTS,
        "Page with redirect": Validation.NOT_YET,
        "Duplicate": Validation.NOT_YET,
    }


def test_validation_of_vutuv_failed_by_one_url() -> None:
    """wintermeyer/vutuv#1341: of all URLs one had last been crawled three days before it was freed."""
    fenced = b"User-agent: *\nDisallow: /admin/\nDisallow: /login\nDisallow: /users/\nDisallow: /api/\n"
    freed = b"User-agent: *\nDisallow: /admin/\n"
    history = versions(("2026-01-10", fenced), ("2026-07-28", freed))
    rows = [
        row("https://vutuv.example/login", "2026-07-25"),
        row("https://vutuv.example/users/a", "2026-08-03"),
        row("https://vutuv.example/users/b", "2026-08-05"),
        row("https://vutuv.example/a.md", "2026-08-05", "Crawled - currently not indexed"),
        row("https://vutuv.example/b.vcf", "2026-08-05", "Not found (404)"),
    ]
    report = index_answers(IndexingInput(rows, history, GOOGLEBOT))
    blocked, *others = report.reasons
    assert blocked.validation is Validation.NOT_YET
    assert [answer.row.url for answer in report.of_reason(BLOCKED) if answer.answer is not Answer.NEVER_BLOCKED] == [
        "https://vutuv.example/login"
    ]
    assert report.answers[0].since == datetime(2026, 7, 28, tzinfo=UTC)
    assert {other.validation for other in others} == {Validation.NOT_ROBOTS}
    again = [row("https://vutuv.example/login", "2026-08-12"), *rows[1:]]
    assert index_answers(IndexingInput(again, history, GOOGLEBOT)).reasons[0].validation is Validation.SAFE


def test_translated_routes_of_openverse_were_open_until_the_fix() -> None:
    """WordPress/openverse#4204: the rules missed the paths of other languages."""
    english = b"User-agent: *\nDisallow: /search/audio/\nDisallow: /search/image/\nDisallow: /image/\n"
    all_languages = english + b"Disallow: /*/search/audio/\nDisallow: /*/search/image/\nDisallow: /*/image/\n"
    history = versions(("2023-06-01", english), ("2024-04-25", all_languages))
    crawled = "Crawled - currently not indexed"
    spanish = answered(
        row("https://openverse.example/es/image/1", "2024-03-01", crawled), history, site="openverse.example"
    )
    assert (spanish.answer, spanish.line_now, spanish.line_then) == (Answer.STILL_BLOCKED, 7, 0)
    assert spanish.since == datetime(2024, 4, 25, tzinfo=UTC)
    english_page = answered(row("https://openverse.example/image/1", "2024-03-01"), history, site="openverse.example")
    assert (english_page.line_now, english_page.line_then, english_page.since) == (4, 4, None)
    about = answered(
        row("https://openverse.example/es/about", "2024-03-01", crawled), history, site="openverse.example"
    )
    assert about.answer is Answer.NEVER_BLOCKED


def test_export_without_urls_has_no_answers() -> None:
    report = index_answers(IndexingInput([], HISTORY, GOOGLEBOT, [("Not found (404)", 7)]))
    assert (report.answers, [summary.count for summary in report.reasons]) == ((), [7])


def test_day_of_an_export_ends_in_pacific_time() -> None:
    """Half past one in UTC is still the evening before in California."""
    history = versions(("2026-10-01", CLOSED), ("2026-11-09T01:30", OPEN))
    for day, gap in (("2026-11-07", None), ("2026-11-08", Gap.NEAR_CHANGE)):
        found = answered(row("https://a.example/guides/wool", day, "Crawled - currently not indexed"), history)
        assert found.gap is gap


def test_line_says_what_would_open_without_it() -> None:
    """A URL that another rule blocks as well stays blocked; one with two reasons counts once."""
    body = b"User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /c\n"
    rows = [row(f"https://a.example{path}") for path in ("/a/b/1", "/a/b/2", "/a/3", "/c/1", "/open")]
    rows.append(row("https://a.example/a/b/1", reason="Not found (404)"))
    report = index_answers(IndexingInput(rows, [version_of_file(body, "", "now")], GOOGLEBOT))
    found = [flips_without(report, line) for line in blocking_lines(report)]
    assert found == [LineFlips(3, 2, 0), LineFlips(2, 1, 1), LineFlips(4, 1, 1)]
    assert [flips_words(each) for each in found] == [
        "Without line 3, other rules would block the same URLs.",
        "Without line 2, the 1 URL of the export that it blocks would be open.",
        "Without line 4, the 1 URL of the export that it blocks would be open.",
    ]
    partly = LineFlips(2, 5, 3)
    assert flips_words(partly) == "Without line 2, 3 of the 5 URLs of the export that it blocks would be open."
