"""Texts of the check of the live file, for every response."""

from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.ui.panels.changes.live_words import LiveCheckAnswer, answer_of
from robotstudio.ui.widgets.tone import Tone
from tests.draft.test_live_check import CRAWLERS_ASKED, LIVE, NOTHING, check, served
from tests.rows import each_row
from tests.ui.panels.fetch.evidences import OUTCOMES, REDIRECTED


def said(evidence: Evidence, draft: bytes) -> LiveCheckAnswer:
    return answer_of(check(evidence, draft), CRAWLERS_ASKED)


def test_same_bytes_are_a_yes_and_say_by_when_crawlers_have_them() -> None:
    answer = said(served(LIVE), LIVE)
    assert (answer.tone, answer.headline) == (Tone.ALLOWED, "Yes: the live file is this draft, byte for byte.")
    assert answer.bytes_said == "same as the editor"
    assert answer.verdicts_said == "The same for all 2 URLs"
    assert answer.reaches_said == "Crawlers cache robots.txt. Each will have the live file by:"


def test_same_verdicts_of_other_bytes_say_what_the_lines_do_not_show() -> None:
    answer = said(served(LIVE.replace(b"\n", b"\r\n")), LIVE)
    assert answer.headline == "Not byte for byte, but all verdicts on your URLs are the same."
    assert answer.bytes_said == "same lines as the editor · Line endings are CRLF in the live file and LF in the draft."


def test_other_verdicts_are_counted_with_what_the_draft_would_change() -> None:
    answer = said(served(LIVE), b"User-agent: *\nDisallow: /open\n")
    assert answer.headline == "No: 2 of your 2 URLs get another verdict from the live file."
    assert answer.verdicts_said == "With the draft, 1 URL becomes blocked, 1 URL becomes allowed."
    assert answer.reaches_said == "If you upload the draft now, each crawler will have it by:"


def test_without_urls_it_says_what_is_missing() -> None:
    answer = answer_of(check(served(LIVE), b"", NOTHING), CRAWLERS_ASKED)
    assert answer.headline == "No: the live file differs from this draft."
    assert answer.verdicts_said == "Add test URLs and crawlers to compare verdicts."


@each_row("outcome", FetchOutcome)
def test_every_failing_answer_says_what_it_means(outcome: FetchOutcome) -> None:
    if outcome is FetchOutcome.SUCCESS:
        return
    answer = said(OUTCOMES[outcome], LIVE)
    assert answer.headline.startswith(("No: ", "Unknown: "))
    assert answer.meaning.endswith((".", ")"))
    assert (answer.bytes_said, answer.verdicts_said, answer.reaches_said) == ("", "", "")


def test_page_in_its_place_and_redirects_are_said() -> None:
    page = said(served(b"<html></html>", Content.HTML), LIVE)
    assert page.headline == "No: what is live is not a robots.txt."
    assert "an HTML page without a rule" in page.meaning
    moved = said(replace(REDIRECTED, body=LIVE), LIVE)
    assert moved.headline.startswith("Yes")
    assert "redirect" in moved.meaning
