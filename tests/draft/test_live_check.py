"""Is the live file this draft? Every way in which an answer and a draft can be to one another."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from robotstudio.draft.changes.text_comparison import VerdictScope
from robotstudio.draft.live_check import LiveCheck, check_live
from robotstudio.draft.live_status import LiveState
from robotstudio.engine import UrlTable
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome
from tests.rows import each_row
from tests.ui.panels.fetch.evidences import AT, OUTCOMES, SUCCESS

LIVE = b"User-agent: *\nDisallow: /private/\n"
CRAWLERS_ASKED = CRAWLERS["Googlebot"], CRAWLERS["GPTBot"], CRAWLERS["CCBot"]
SUBJECT = VerdictScope(UrlTable(["https://www.example.com/private/a", "https://www.example.com/open"]), CRAWLERS_ASKED)
NOTHING = VerdictScope(UrlTable(()), CRAWLERS_ASKED)


def served(body: bytes, kind: Content = Content.RULES) -> Evidence:
    return replace(SUCCESS, body=body, size=len(body), body_kind=kind)


def check(evidence: Evidence, body: bytes, subject: VerdictScope = SUBJECT) -> LiveCheck:
    return check_live(evidence, body, subject, lambda: False)


@pytest.mark.parametrize(
    ("draft", "state", "flips"),
    [
        (LIVE, LiveState.SAME_BYTES, 0),
        (LIVE.replace(b"\n", b"\r\n"), LiveState.SAME_VERDICTS, 0),
        (LIVE + b"# note\n", LiveState.SAME_VERDICTS, 0),
        (b"", LiveState.OTHER_VERDICTS, 3),
    ],
)
def test_bytes_are_compared_first_and_verdicts_then(draft: bytes, state: LiveState, flips: int) -> None:
    found = check(served(LIVE), draft)
    assert found.state is state
    assert found.is_compared
    assert found.changes is not None
    assert found.changes.flips == flips


def test_without_urls_bytes_alone_are_compared() -> None:
    assert check(served(LIVE), b"", NOTHING).state is LiveState.OTHER_BYTES
    assert check(served(LIVE), LIVE, NOTHING).state is LiveState.SAME_BYTES


def test_file_that_was_not_read_to_its_end_is_never_the_same() -> None:
    failure = Failure(FailureKind.BODY_INCOMPLETE, (("host", "www.example.com"), ("octets", 34)))
    assert check(replace(served(LIVE), truncated=True), LIVE).state is LiveState.SAME_VERDICTS
    assert check(replace(served(LIVE), error=failure), LIVE).state is LiveState.SAME_VERDICTS


def test_empty_file_is_a_file() -> None:
    assert check(served(b"", Content.EMPTY), b"").state is LiveState.SAME_BYTES
    assert check(served(b"", Content.EMPTY), LIVE).state is LiveState.OTHER_VERDICTS


def test_web_page_is_no_robots_txt() -> None:
    found = check(served(b"<html></html>", Content.HTML), LIVE)
    assert (found.state, found.is_compared, found.reaches) == (LiveState.NO_ROBOTS, False, ())


@each_row("outcome", FetchOutcome)
def test_every_other_outcome_says_that_there_is_none_or_that_it_is_not_known(outcome: FetchOutcome) -> None:
    if outcome is FetchOutcome.SUCCESS:
        return
    found = check(OUTCOMES[outcome], LIVE)
    assert found.state is (LiveState.NO_FILE if outcome is FetchOutcome.CLIENT_ERROR else LiveState.NOT_KNOWN)
    assert (found.lines, found.changes, found.reaches) == (None, None, ())


def test_each_crawler_has_it_when_its_copy_ends_by_what_is_documented_and_by_the_headers() -> None:
    plain = replace(SUCCESS.hops[-1], headers=())
    google, gpt, common_crawl = check(replace(served(LIVE), hops=(plain,)), LIVE).reaches
    assert google.reach is not None
    assert google.reach.at == AT + timedelta(hours=24)
    assert gpt.reach is not None
    assert gpt.reach.at == AT + timedelta(hours=24)
    assert common_crawl.reach is None  # its operator says nothing of it: nothing is made up
    kept = replace(plain, headers=(("cache-control", "max-age=604800"),))
    google = check(replace(served(LIVE), hops=(kept,)), LIVE).reaches[0]
    assert google.reach is not None
    assert google.reach.at == AT + timedelta(days=7)
