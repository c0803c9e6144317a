"""Recommendations: what each gains, what is proven of it, and in which order they stand."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from robotstudio.draft.changes.baseline import DISK, Baseline
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.report.model import Audience, AuditReport, FileText, Recommendation, Recommendations, ReportTable
from robotstudio.report.proposals import ProposalKind
from robotstudio.report.sections import SECTIONS, report_of
from robotstudio.report.subject import Findings, ReportChoices, Subject
from tests.draft.changes.comparisons import with_clicks
from tests.report.subjects import BEFORE, DAY, WANTED, evidence, plain_subject

SHOP = b"""User-agent: *
Disallow: /*?sort=
Disallow: /cart

Sitemap: /sitemap.xml
"""
PATHS = ("/", "/a?sort=new", "/b?sort=new", "/c?sort=price", "/cart", "/d")


def recommended(about: Subject, wanted: ReportChoices = WANTED) -> Recommendations:
    report = report_of(about, replace(wanted, sections=("recommendations",)))
    (block,) = (each for each in report.sections[0].blocks if isinstance(each, Recommendations))
    return block


def of_kind(items: Sequence[Recommendation], kind: str) -> Recommendation:
    (found,) = (each for each in items if each.id == kind)
    return found


def shop(paths: tuple[str, ...] = PATHS) -> Subject:
    return plain_subject(SHOP, paths)


def test_pages_of_a_sitemap_that_are_blocked_are_to_be_opened() -> None:
    opened = [each for each in recommended(shop()).items if each.id == "open"]
    assert {line.text for each in opened for line in each.lines if line.is_added} >= {"Allow: /cart$"}
    assert all(each.is_proven for each in opened)
    assert all("Proven: no other URL changes" in each.certainty for each in opened)


def test_same_query_is_opened_by_one_rule() -> None:
    (opened,) = [each for each in recommended(shop(("/", "/a?sort=new", "/b?sort=new"))).items if each.id == "open"]
    assert [line.text for line in opened.lines] == ["Allow: /*?sort=new$"]
    assert (opened.gain, opened.unit) == ("+2", "URLs become allowed")


def test_rule_that_mostly_blocks_pages_of_a_sitemap_is_to_be_removed() -> None:
    block = recommended(plain_subject(b"User-agent: *\nDisallow: /\n"))
    removal = of_kind(block.items, "open")
    assert removal.title == "Remove the rule Disallow: /"
    assert [(line.text, line.is_added) for line in removal.lines] == [("Disallow: /", False)]
    assert removal.gain == "+7"
    assert (removal.is_proven, removal.certainty) == (True, "Every URL that was blocked becomes allowed.")


def test_fix_that_changes_no_verdict_comes_last_and_says_so() -> None:
    last = recommended(shop()).items[-1]
    assert (last.id, last.gain, last.unit) == ("fix", "tidy", "changes no verdict")
    assert last.certainty.startswith("Proven: no verdict changes, whatever the URL.")
    assert [(line.text, line.is_added) for line in last.lines] == [
        ("Sitemap: /sitemap.xml", False),
        ("Sitemap: https://www.example.com/sitemap.xml", True),
    ]


def test_fix_that_blocks_a_page_of_a_sitemap_is_not_recommended() -> None:
    body = b"User-agent: *\nDisalow: /cart\n"
    assert not [each for each in Findings(plain_subject(body, ("/cart",))).proposals.items if each.findings]
    assert [each for each in Findings(plain_subject(body, ("/other",))).proposals.items if each.findings]


def test_all_changes_together_are_the_new_file() -> None:
    block = recommended(shop())
    text = block.new_file.decode()
    assert "Allow: /cart$\nDisallow: /cart\n" in text
    assert "Sitemap: https://www.example.com/sitemap.xml" in text
    assert Findings(replace(shop(), body=block.new_file)).analysis.columns[0].blocked_count == 0
    assert "lines added" in block.together


def test_server_without_rules_comes_first() -> None:
    about = replace(shop(), evidence=replace(evidence(b"", status=404), outcome=FetchOutcome.CLIENT_ERROR))
    assert recommended(about).items[0].id == "serve"


def test_new_file_that_loses_clicks_is_to_be_checked() -> None:
    about = plain_subject(b"User-agent: *\nDisallow: /\n", ())
    about = replace(about, urls=with_clicks(), baseline=Baseline(DISK, "b", b""))
    publish = of_kind(recommended(about).items, "publish")
    assert publish.title == "Check the blocked pages before you publish this file"
    assert publish.gain.startswith("−")


def test_partly_blocked_training_is_a_decision() -> None:
    decide = of_kind(recommended(replace(plain_subject(), catalogue=CATALOGUE)).items, "decide")
    assert not decide.is_proven
    assert decide.certainty == "Your decision: no gain or loss in search."


def test_every_kind_has_its_words() -> None:
    every = {"replace", "serve", "publish", "open", "fix", "refuse", "decide"}
    assert {kind.value for kind in ProposalKind} == every


@pytest.mark.parametrize("audience", Audience)
def test_audience_gets_its_sections(audience: Audience) -> None:
    report = report_of(plain_subject(BEFORE), replace(WANTED, audience=audience))
    there = {section.id for section in report.sections}
    assert {"answer", "recommendations", "method"} <= there
    assert ("glossary" in there) is (audience is not Audience.DEVELOPER)
    assert ("file" in there) is (audience is not Audience.CLIENT)
    assert there <= set(SECTIONS)


def blocks(report: AuditReport) -> list[object]:
    return [block for section in report.sections for block in section.blocks]


def test_client_gets_no_list_of_urls_and_no_line_of_the_file() -> None:
    report = report_of(shop(), replace(WANTED, audience=Audience.CLIENT))
    assert not [block for block in blocks(report) if isinstance(block, FileText)]
    tables = {block.id for block in blocks(report) if isinstance(block, ReportTable)}
    assert tables <= {"examples", "changed_lines", "conduct", "inputs", "reasons"}


def test_cover_names_client_author_and_figures() -> None:
    wanted = ReportChoices(DAY, author="Jane", client="Wool & Co.", agency="Northlight", audience=Audience.CLIENT)
    cover = report_of(shop(), wanted).cover
    assert (cover.name, cover.byline, cover.agency) == ("www.example.com", "For Wool & Co., by Jane", "Northlight")
    assert cover.lead == "Search engines can read the site, except 4 pages that they should find."
    assert len(cover.figures) == 4
    assert (cover.figures[1].value, cover.figures[1].title) == ("4", "of 7 URLs blocked")
