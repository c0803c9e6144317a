"""Content of a report: a section for each known subject, and an answer of five lines that leads to them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.compliance.model import version_of_file
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.draft.changes.baseline import DISK, Baseline
from robotstudio.draft.expectations import parse
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.changed_urls import FIELDS_CHANGE
from robotstudio.engine.crawlers import crawler_for
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.indexing.answers import IndexingInput, index_answers
from robotstudio.indexing.export import ExportedUrl
from robotstudio.report.model import (
    SECTION_IDS,
    AnswerLine,
    Answers,
    AnswerTone,
    Audience,
    AuditReport,
    BarChart,
    FileText,
    PatternChart,
    Picture,
    Prose,
    ReportTable,
)
from robotstudio.report.sections import SECTIONS, available_sections, report_of
from robotstudio.report.state import ReportState
from robotstudio.report.subject import Findings, Input, ReportChoices, Subject
from robotstudio.text.phrases import as_text
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import normalise
from tests.crawl.site import Answer, Reply, crawled, html, site
from tests.draft.changes.comparisons import URLS as URLS_WITH_CLICKS
from tests.draft.changes.comparisons import with_clicks
from tests.policy.test_meant import asked
from tests.report.subjects import BEFORE, BODY, DAY, WANTED, evidence, plain_subject, subject

VERSIONS = [version_of_file(BODY, "", "robots.txt")]
GOOGLEBOT = crawler_for("Googlebot")
FIGURES = (BarChart, PatternChart, Picture)
ALWAYS = {"answer", "recommendations", "file", "crawlers", "ai-policy", "assumed", "glossary", "method"}


def without_urls(body: bytes = BODY) -> Subject:
    return replace(plain_subject(body), urls=UrlSet())


def answers_of(report: AuditReport) -> tuple[AnswerLine, ...]:
    (block,) = (block for block in report.sections[0].blocks if isinstance(block, Answers))
    return block.lines


def table_of(report: AuditReport, name: str) -> ReportTable:
    (table,) = (
        each for part in report.sections for each in part.blocks if isinstance(each, ReportTable) and each.id == name
    )
    return table


def test_figures_are_numbered_and_name_their_sources(tmp_path: Path) -> None:
    about = subject(tmp_path)
    report = report_of(replace(about, inputs=(*about.inputs, Input.of("log", "access.log", b""))), WANTED)
    figures = [each for part in report.sections for each in part.blocks if isinstance(each, FIGURES)]
    assert {type(each) for each in figures} == set(FIGURES)
    for number, figure in enumerate(figures, 1):
        files = "access.log" if isinstance(figure, Picture) else "sitemap.xml, typed"
        assert figure.note == f"Figure {number}. Source: {files}"


def test_file_alone_has_what_is_always_known() -> None:
    assert set(available_sections(Findings(without_urls()))) == ALWAYS


def test_each_thing_that_is_known_brings_its_section(tmp_path: Path) -> None:
    about = without_urls()
    baseline = Baseline(DISK, "before.txt", BEFORE)
    for section, more in (
        ("server", replace(about, evidence=evidence())),
        ("blocked", plain_subject()),
        ("patterns", plain_subject()),
        ("rules", plain_subject()),
        ("changes", replace(about, baseline=baseline)),
        ("expectations", replace(about, expectations=parse("allow Googlebot /\n"))),
        ("logs", replace(about, compliance=subject(tmp_path).compliance)),
        ("indexing", replace(about, indexing=index_answers(IndexingInput([ExportedUrl("/")], VERSIONS, GOOGLEBOT)))),
        ("since", replace(about, earlier=ReportState("2026-10-01", "0" * 64))),
        ("history", replace(about, history=subject(tmp_path).history)),
        ("site", replace(about, crawl=tmp_path / "x.crawl")),
    ):
        assert section in available_sections(Findings(more))
    beside = {
        "server",
        "blocked",
        "patterns",
        "rules",
        "changes",
        "expectations",
        "logs",
        "indexing",
        "history",
        "since",
        "site",
    }
    assert ALWAYS | beside == set(SECTIONS)


def test_ids_are_known_without_the_sections_in_the_same_order() -> None:
    assert tuple(SECTIONS) == SECTION_IDS


def test_sections_stand_in_their_order_whatever_the_order_of_the_wish() -> None:
    report = report_of(plain_subject(), replace(WANTED, sections=("method", "blocked", "answer")))
    assert [section.id for section in report.sections] == ["answer", "blocked", "method"]


def test_answer_has_five_lines_and_leads_only_to_what_is_there(tmp_path: Path) -> None:
    for about in (without_urls(), without_urls(b""), plain_subject(), subject(tmp_path)):
        for sections in (None, ("answer", "file")):
            report = report_of(about, replace(WANTED, sections=sections))
            lines = answers_of(report)
            assert len(lines) == 5
            assert {line.section for line in lines} <= {"", *(section.id for section in report.sections)}


def test_server_that_gives_another_file_is_not_said_to_serve_this_one() -> None:
    about = plain_subject()
    served = [replace(about, evidence=evidence(body)) for body in (BODY, BEFORE)]
    same, other = (answers_of(report_of(each, WANTED))[0] for each in served)
    assert (same.tone, same.lead) == (AnswerTone.FINE, "The file is served, and its rules apply.")
    assert (other.tone, other.lead[:36]) == (AnswerTone.CHANGE, "The server sends a different file, w")


def test_without_urls_the_comparison_says_what_is_proven_and_counts_nothing() -> None:
    for body, expected in (
        (BEFORE + b"# note\n", "Proven: no verdict changes against before.txt, whatever the URL."),
        (b"User-agent: *\nDisallow: /new/\n", "Verdicts change against before.txt."),
    ):
        about = replace(without_urls(body), baseline=Baseline(DISK, "before.txt", BEFORE))
        assert answers_of(report_of(about, WANTED))[4].lead == expected


def test_danger_comes_before_what_is_known_of_every_url() -> None:
    about = replace(without_urls(b"User-agent: *\nDisallow: /\n"), baseline=Baseline(DISK, "before.txt", BEFORE))
    first = answers_of(report_of(about, WANTED))[0]
    assert first.lead == "If published, this file closes the whole site to search engines."
    assert first.rest.startswith("Verdicts change against before.txt.")


def test_proof_tells_of_a_field_that_changes() -> None:
    about = replace(without_urls(BEFORE + b"Sitemap: https://e.com/new.xml\n"), baseline=Baseline(DISK, "b", BEFORE))
    report = report_of(about, WANTED)
    assert answers_of(report)[4].lead.endswith("whatever the URL. " + FIELDS_CHANGE)
    assert all(str(row[4]).endswith(FIELDS_CHANGE) for row in table_of(report, "changes").rows)


def test_block_of_one_crawler_names_the_crawler_in_the_report() -> None:
    about = without_urls(BEFORE + b"\nUser-agent: Bingbot\nDisallow: /\n")
    report = report_of(replace(about, baseline=Baseline(DISK, "b", BEFORE)), WANTED)
    (changes,) = (section for section in report.sections if section.id == "changes")
    said = [as_text(block.phrase) for block in changes.blocks if isinstance(block, Prose)]
    assert said[-1].startswith("For bingbot: Every URL that was allowed becomes blocked")
    about = without_urls(BEFORE.replace(b"Disallow: /", b"Disallow: /x/", 1) + b"\nUser-agent: Bingbot\nDisallow: /\n")
    report = report_of(replace(about, baseline=Baseline(DISK, "b", BEFORE)), WANTED)
    (changes,) = (section for section in report.sections if section.id == "changes")
    said = [as_text(block.phrase) for block in changes.blocks if isinstance(block, Prose)]
    assert said[-1].startswith("For bingbot: Every URL")
    assert " Proven for " in said[-1]


def test_change_beyond_the_urls_is_no_proof_that_nothing_changes() -> None:
    about = replace(plain_subject(b"User-agent: *\nDisallow: /admin/\nDisallow: /elsewhere/\n", ("/",)))
    report = report_of(replace(about, baseline=Baseline(DISK, "before.txt", BEFORE)), WANTED)
    assert answers_of(report)[4].lead == "No verdict on these URLs changes against before.txt."
    assert {row[0] for row in table_of(report, "beyond").rows} == {"/elsewhere/"}
    assert {row[4] for row in table_of(report, "changes").rows} == {"verdicts change"}


def test_blocked_url_is_there_once_for_each_line_that_blocks_it() -> None:
    rows = table_of(report_of(plain_subject(), WANTED), "blocked").rows
    admin = [row[1:4] for row in rows if str(row[0]).endswith("/admin/login")]
    assert admin == [
        ("Googlebot", 7, "Disallow: /admin/"),
        ("bingbot, PerplexityBot, *", 3, "Disallow: /admin/"),
        ("GPTBot", 13, "Disallow: /"),
    ]


def test_answer_that_is_supposed_decides_and_is_named_among_what_is_assumed() -> None:
    about = replace(plain_subject(), scenario=HttpScenario("404"))
    report = report_of(about, WANTED)
    assert {row[4] for row in table_of(report, "crawlers").rows if row[1] == "Googlebot"} == {0}
    (assumed,) = (section for section in report.sections if section.id == "assumed")
    assert "the robots.txt answers 404" in str(assumed.blocks[0])


@pytest.mark.usefixtures("plain_http")
def test_crawl_tells_links_to_blocked_urls_and_noindex_that_nobody_reads(tmp_path: Path) -> None:
    path = tmp_path / "site.crawl"
    with site({}) as place:
        place.answers = {
            "/robots.txt": Reply("", 404),
            "/": html("/admin/a", "/b"),
            "/admin/a": html(head="<meta name=robots content=noindex>"),
            "/b": html("/admin/a"),
        }
        crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0, probes=False)))
        urls = as_set([normalise(f"{place.url}/admin/a")])
    about = replace(plain_subject(), address="", urls=urls, crawl=path)
    report = report_of(about, WANTED)
    table = table_of(report, "blocked")
    assert [column.id for column in table.columns[4:]] == ["in_sitemap", "in_links", "noindex"]
    assert {row[4:] for row in table.rows} == {(False, 2, True)}
    assert table_of(report, "reach").rows
    assert any("noindex" in str(row[0]) for row in table_of(report, "site_findings").rows)
    problems = table_of(report, "site_problems").rows
    assert problems[0][0] == "Error"
    assert sum(int(str(row[2])) for row in problems) == len(table_of(report, "site_findings").rows)


@pytest.mark.usefixtures("plain_http")
def test_crawl_is_compared_with_the_one_before(tmp_path: Path) -> None:
    first, second = tmp_path / "site.crawl", tmp_path / "site-2026-11-24-1512.crawl"
    answers: dict[str, Answer] = {"/robots.txt": Reply("", 404), "/": html("/a", "/b"), "/a": html(), "/b": html()}
    with site(answers) as place:
        plan = CrawlPlan(starts=(f"{place.url}/",), rate=0, probes=False)
        crawled(Crawl(first, plan))
        place.answers = {**answers, "/a": Reply("", 404)}
        crawled(Crawl(second, plan))
        urls = as_set([normalise(f"{place.url}/b")])

    def said(path: Path) -> str:
        report = report_of(replace(plain_subject(b""), address="", urls=urls, crawl=path), WANTED)
        (section,) = (section for section in report.sections if section.id == "site")
        return " ".join(as_text(block.phrase) for block in section.blocks if isinstance(block, Prose))

    assert "1 page is gone." in said(second)
    assert "Since the crawl of" not in said(first)


def test_every_input_has_its_hash(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_bytes(b"/a\n")
    given = Input.of_file("urls", tmp_path / "urls.txt")
    assert given == Input.of("urls", "urls.txt", b"/a\n")
    rows = table_of(report_of(replace(plain_subject(), inputs=(given,)), WANTED), "inputs").rows
    assert [row[1] for row in rows] == ["robots.txt", "urls.txt"]
    assert rows[1][3] == given.sha256


def test_what_nobody_wants_any_more_is_given_up() -> None:
    found = Findings(plain_subject())
    found.is_cancelled = lambda: True
    with pytest.raises(Cancelled):
        report_of(found.subject, ReportChoices(DAY), found=found)
    found.is_cancelled = lambda: False
    assert report_of(found.subject, ReportChoices(DAY), found=found).sections


def test_lines_and_rules_count_the_urls_that_a_line_decides_alike() -> None:
    report = report_of(plain_subject(), WANTED)
    (file,) = (block for part in report.sections for block in part.blocks if isinstance(block, FileText))
    of_lines = {line.number: line.decides for line in file.lines if line.decides is not None}
    table = table_of(report, "rules")
    heads = [column.id for column in table.columns]
    of_rules = {row[heads.index("line")]: row[heads.index("decides")] for row in table.rows}
    assert of_lines == of_rules
    assert max(filter(None, of_lines.values())) <= len(plain_subject().urls)


def test_rules_say_what_they_keep_out_and_which_costs_more_than_it_saves() -> None:
    clicks, requests = (None, 120, 40, 7, 5, 3), (1, 1, 1, 1, 1, 1)
    urls = with_clicks().with_added(with_clicks("log", "crawler_requests", requests))
    about = replace(
        plain_subject(), body=b"User-agent: *\nDisallow: /cart/\nDisallow: /docs/api/\n", urls=urls, table=None
    )
    report = report_of(about, WANTED)
    table = table_of(report, "rules")
    heads = [column.title for column in table.columns]
    kept_out = {row[0]: row[heads.index("Clicks (clicks.csv)")] for row in table.rows}
    by_url = dict(zip(URLS_WITH_CLICKS, clicks, strict=True))
    assert kept_out == {
        line: sum(by_url[url] or 0 for url in URLS_WITH_CLICKS if url.startswith(folder))
        for line, folder in ((2, "/cart/"), (3, "/docs/api/"))
    }
    proses = (block for part in report.sections for block in part.blocks if isinstance(block, Prose))
    costs = "Line 2 costs more than it saves. It keeps out: Clicks (clicks.csv): 167"
    assert any(as_text(prose.phrase).startswith(costs) for prose in proses)
    group = table_of(report, "groups")
    assert [column.title for column in group.columns][2:] == heads[-2:]
    totals = [sum(int(row[place] or 0) for row in table.rows) for place in (-2, -1)]
    assert group.rows == ((1, "*", *totals),)


def test_client_reads_in_short_what_the_site_says_about_a_page() -> None:
    """A statement that does not count is left out; what contradicts is told."""
    robots = "User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=y\nContent-Usage: /a train-ai=y\n"
    meant = asked(robots)
    report = report_of(replace(plain_subject(), meant=meant), replace(WANTED, audience=Audience.CLIENT))
    table = table_of(report, "meant")
    assert [row[1:4] for row in table.rows] == [
        ("Content-Signal", "robots.txt, line 2", "refuses it"),
        ("Content-Usage", "robots.txt, line 4", "permits it"),
    ]
    (section,) = (each for each in report.sections if each.id == "ai-policy")
    said = [as_text(block.phrase) for block in section.blocks if isinstance(block, Prose)]
    assert "Content-Signal (robots.txt, line 2) refuses it, but Content-Usage (robots.txt, line 4) permits it." in said
    assert any(each.startswith("No specification ranks above another") for each in said)


def test_site_that_says_nothing_about_a_page_is_told_in_a_line() -> None:
    report = report_of(replace(plain_subject(), meant=asked("User-agent: *\nAllow: /\n")), WANTED)
    (section,) = (each for each in report.sections if each.id == "ai-policy")
    said = [as_text(block.phrase) for block in section.blocks if isinstance(block, Prose)]
    assert any(each.endswith(": nothing beside the rules.") for each in said)
