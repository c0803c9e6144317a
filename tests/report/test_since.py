"""Two reports: what was recommended, what was done by the facts of today, and what came of it."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.draft.changes.baseline import LIVE, Baseline
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.report.formats import FORMATS
from robotstudio.report.model import Block, Cell, Prose, ReportTable
from robotstudio.report.proposals import ProposalKind
from robotstudio.report.sections import report_of
from robotstudio.report.state import ReportState, read_state
from robotstudio.report.subject import Findings, Subject
from robotstudio.store.errors import FileContentError
from robotstudio.text.phrases import as_text
from tests.report.subjects import BEFORE, WANTED, evidence, plain_subject
from tests.report.subjects import subject as full_subject
from tests.report.test_headline import NEW, OPEN, OTHER, subject

BLOCKING = b"User-agent: *\nDisallow: /new/\nDisalow: /x\n"
EARLIER = replace(WANTED, made_on=WANTED.made_on.replace(month=10))


def state_at(about: Subject, folder: Path) -> ReportState:
    """Write a report as JSON and return what is read back."""
    path = folder / "october.json"
    path.write_bytes(FORMATS["json"].write(report_of(about, EARLIER)))
    return read_state(path)


def blocks_now(about: Subject, then: ReportState) -> Sequence[Block]:
    report = report_of(replace(about, earlier=then), replace(WANTED, sections=("since",)))
    return report.sections[0].blocks


def table(blocks: Sequence[Block], name: str) -> Sequence[Sequence[Cell]]:
    return next((each.rows for each in blocks if isinstance(each, ReportTable) and each.id == name), ())


def said(blocks: Sequence[Block]) -> str:
    return " ".join(as_text(each.phrase) for each in blocks if isinstance(each, Prose))


def fates(then: Subject, now: Subject, folder: Path) -> dict[object, Sequence[Cell]]:
    return {row[0]: row[1:] for row in table(blocks_now(now, state_at(then, folder)), "since")}


def test_opened_pages_are_done_with_their_clicks_then_and_now(tmp_path: Path) -> None:
    then = subject(BLOCKING, OTHER, dict.fromkeys(NEW, 10), sitemap=NEW)
    now = subject(OPEN, OTHER, dict.fromkeys(NEW, 30), sitemap=NEW)
    found = fates(then, now, tmp_path)
    assert found["Remove the rule Disallow: /new/"] == (
        "✓ done",
        "10 pages blocked; Clicks: 100",
        "0 of 10 pages blocked; Clicks: 300",
    )


def test_part_of_the_pages_and_none_of_them(tmp_path: Path) -> None:
    then = subject(BLOCKING, OTHER, sitemap=NEW)
    partly = subject(b"User-agent: *\nAllow: /new/1\nDisallow: /new/\n", sitemap=NEW)
    assert fates(then, partly, tmp_path)["Remove the rule Disallow: /new/"][0] == "◐ partly done"
    assert fates(then, then, tmp_path)["Remove the rule Disallow: /new/"][0] == "✕ not done"


def test_what_brings_nothing_known_today_is_said_not_to_be_known(tmp_path: Path) -> None:
    then = subject(BLOCKING, OTHER, dict.fromkeys(NEW, 10))
    blocks = blocks_now(subject(OPEN, OTHER), state_at(then, tmp_path))
    (row, *_) = table(blocks, "since")
    assert row[3] == "0 of 10 pages blocked; Clicks: not known"
    figures = {row[0]: row[1:] for row in table(blocks, "then_and_now")}
    assert figures["Clicks"] == ("100", "not known")
    assert figures["Blocked URLs for Googlebot"] == ("10 of 20 URLs", "0 of 10 URLs")


def test_live_file_decides_and_not_the_draft(tmp_path: Path) -> None:
    then = state_at(subject(BLOCKING, OTHER, sitemap=NEW), tmp_path)
    draft = replace(subject(OPEN, OTHER, sitemap=NEW), baseline=Baseline(LIVE, "live", BLOCKING))
    blocks = blocks_now(draft, then)
    assert {row[1] for row in table(blocks, "since")} == {"✕ not done"}
    assert "Decided by the live file" in said(blocks)
    assert "as the live one is not known" in said(blocks_now(subject(OPEN), then))


def test_line_with_a_finding_is_done_when_it_is_gone(tmp_path: Path) -> None:
    sitemap = b"Sitemap: /sitemap.xml\n"
    then, now = (subject(OPEN + line, OTHER) for line in (sitemap, b""))
    (title,) = fates(then, now, tmp_path)
    assert str(title).endswith("Sitemap: /sitemap.xml")
    assert fates(then, now, tmp_path)[title] == ("✓ done", "1 place", "0 places")
    assert fates(then, then, tmp_path)[title] == ("✕ not done", "1 place", "1 place")


def test_publishing_is_decided_by_the_bytes_that_are_live(tmp_path: Path) -> None:
    then = subject(OPEN, OTHER, before=BEFORE)
    for live, expected in ((OPEN, "✓ done"), (BEFORE, "✕ not done")):
        now = replace(then, baseline=Baseline(LIVE, "live", live))
        assert fates(then, now, tmp_path)["Publish this file"][0] == expected
    assert fates(then, then, tmp_path)["Publish this file"] == ("? not known", "not published", "not known")


def test_risky_file_that_was_not_published_is_done(tmp_path: Path) -> None:
    then = subject(BLOCKING, OTHER, sitemap=NEW, before=OPEN)
    title = "Check the blocked pages before you publish this file"
    for live, expected in ((OPEN, "✓ done"), (BLOCKING, "✕ not done")):
        now = replace(then, baseline=Baseline(LIVE, "live", live))
        assert fates(then, now, tmp_path)[title][0] == expected


def test_server_web_page_and_training(tmp_path: Path) -> None:
    missing = replace(evidence(b"", status=404), outcome=FetchOutcome.CLIENT_ERROR)
    closing = b"User-agent: GPTBot\nDisallow: /\n"
    then = replace(subject(closing), evidence=missing, catalogue=CATALOGUE)
    now = replace(then, evidence=evidence(OPEN))
    found = fates(then, now, tmp_path)
    assert found["Make the server send the file"] == ("✓ done", "no file with rules", "a file with rules")
    assert found["Decide about AI training"][0] == "✓ done"
    assert fates(then, then, tmp_path)["Make the server send the file"][0] == "✕ not done"
    page = subject(b"<!DOCTYPE html><html><body>Gone</body></html>\n")
    assert fates(page, subject(OPEN), tmp_path)["Replace the web page with a robots.txt file"][0] == "✓ done"
    assert fates(page, page, tmp_path)["Replace the web page with a robots.txt file"][0] == "✕ not done"


@pytest.mark.parametrize("outcome", [FetchOutcome.SERVER_ERROR, FetchOutcome.TIMEOUT, FetchOutcome.CLIENT_ERROR])
def test_nothing_is_done_by_a_server_that_gives_no_file(outcome: FetchOutcome, tmp_path: Path) -> None:
    closing = b"User-agent: GPTBot\nDisallow: /\n\n" + BLOCKING
    then = replace(subject(closing, OTHER, sitemap=NEW, before=OPEN), catalogue=CATALOGUE)
    now = replace(then, evidence=replace(evidence(b"", status=503), outcome=outcome))
    found = fates(then, now, tmp_path)
    assert len(found) >= 4
    assert {row[0] for row in found.values()} == {"? not known"}
    assert "Decided by" not in said(blocks_now(now, state_at(then, tmp_path)))


def test_crawler_is_not_refused_because_the_log_is_empty(tmp_path: Path) -> None:
    then = full_subject(tmp_path)
    assert then.compliance is not None
    empty = replace(then.compliance, records=(), first=None, last=None)
    assert fates(then, replace(then, compliance=empty), tmp_path)["Refuse GPTBot at the server"][0] == "? not known"


def test_crawler_that_was_to_be_refused_needs_a_log(tmp_path: Path) -> None:
    then = full_subject(tmp_path)
    found = fates(then, replace(then, compliance=None), tmp_path)["Refuse GPTBot at the server"]
    assert found == ("? not known", "1 of 1 request for blocked URLs in 1 day", "not known")
    assert fates(then, then, tmp_path)["Refuse GPTBot at the server"][0] == "✕ not done"


def log_of(about: Subject, **changes: int) -> Subject:
    """Return the subject with a log in which the record of its only crawler is another."""
    assert about.compliance is not None
    (record,) = about.compliance.records
    return replace(about, compliance=replace(about.compliance, records=(replace(record, **changes),)))


def test_crawler_that_gets_403_is_refused(tmp_path: Path) -> None:
    then = full_subject(tmp_path)
    now = log_of(then, judged=60, closed=60, refused=60)
    assert fates(then, now, tmp_path)["Refuse GPTBot at the server"] == (
        "✓ done",
        "1 of 1 request for blocked URLs in 1 day",
        "60 of 60 requests for blocked URLs in 1 day; 60 were refused by the server",
    )
    assert not [each for each in Findings(now).proposals.items if each.kind is ProposalKind.REFUSE]


def test_crawler_without_a_request_is_not_known_to_be_refused(tmp_path: Path) -> None:
    then = full_subject(tmp_path)
    now = log_of(then, judged=0, closed=0)
    assert fates(then, now, tmp_path)["Refuse GPTBot at the server"][0] == "? not known"


def test_new_recommendations_are_those_of_no_earlier_key(tmp_path: Path) -> None:
    then = state_at(subject(b"User-agent: *\nDisallow: /new/\n", sitemap=NEW), tmp_path)
    now = subject(b"User-agent: *\nDisallow: /new/\nDisallow: /other/\n", sitemap=(*NEW, *OTHER))
    assert table(blocks_now(now, then), "new_advice") == (("Remove the rule Disallow: /other/",),)


def test_json_names_recommendations_by_what_they_are_about() -> None:
    document = json.loads(FORMATS["json"].write(report_of(subject(BLOCKING, sitemap=NEW), WANTED)))
    keys = [each["key"] for block in document["sections"][1]["blocks"] for each in block.get("items", ())]
    assert "open:Disallow: /new/" in keys
    assert [f"{each['kind']}:{each['rule']}" for each in document["state"]["advice"][:1]] == keys[:1]


@pytest.mark.parametrize("body", [b"", b"[]", b"\xff", b'{"a": 1}', b'{"state": {"date": 3}}', b'{"sections": []}'])
def test_what_is_no_report_is_refused_in_a_sentence(body: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(body)
    with pytest.raises(FileContentError, match=r"“a\.json” is "):
        read_state(path)


def test_report_on_another_site_is_said_to_be_one(tmp_path: Path) -> None:
    then = replace(state_at(subject(OPEN), tmp_path), site="other.example")
    assert "about another site: other.example" in said(blocks_now(plain_subject(), then))


def test_nothing_to_compare_with_has_no_chapter() -> None:
    found = Findings(plain_subject())
    assert "since" not in {each.id for each in report_of(found.subject, WANTED, found).sections}
