"""Every format in every language is as it was looked at; the same report is the same bytes."""

import csv
import json
import re
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from openpyxl import load_workbook

from robotstudio.report.formats import FORMATS
from robotstudio.report.model import AuditReport, Picture, ReportSection
from robotstudio.report.sections import SECTIONS, report_of
from robotstudio.report.subject import Findings
from robotstudio.survey.charts.items import ChartBox, Drawing
from robotstudio.text.language import spoken
from robotstudio.text.locale import LANGUAGES, words_of
from robotstudio.urls.sources.reading import read_source
from tests.report.subjects import DAY, KEPT, KEPT_FORMATS, WANTED, made, plain_subject, reports, subject, urls
from tests.rows import each_row


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return dict(made(tmp_path_factory.mktemp("report")))


def test_every_kept_report_is_made_and_none_beside() -> None:
    people = [form for form in KEPT_FORMATS if FORMATS[form].is_for_people]
    assert len(list(KEPT.iterdir())) == len(people) * len(LANGUAGES) + len(KEPT_FORMATS) - len(people)


@each_row("name", sorted(path.name for path in KEPT.iterdir()))
def test_report_is_as_it_was_looked_at(name: str, now: dict[str, bytes]) -> None:
    """`python -m tests.report.subjects` writes them anew."""
    assert now[name].decode().splitlines() == (KEPT / name).read_bytes().decode().splitlines()


def test_same_report_is_the_same_bytes(tmp_path: Path) -> None:
    about = subject(tmp_path)
    assert reports(about) == reports(about)


def test_what_is_for_programs_is_the_same_in_every_language(tmp_path: Path) -> None:
    about = subject(tmp_path)
    found = Findings(about)
    for row in FORMATS.values():
        if not row.is_for_people:
            bodies = set()
            for code in LANGUAGES:
                with spoken(words_of(code)), row.spoken():
                    bodies.add(row.write(report_of(about, WANTED, found)))
            assert len(bodies) == 1


def test_json_has_every_section_and_row(tmp_path: Path) -> None:
    about = subject(tmp_path)
    found = Findings(about)
    document = json.loads(FORMATS["json"].write(report_of(about, WANTED, found)))
    expected = [name for name in SECTIONS if name not in {"since", "site", "indexing"}]
    assert [section["id"] for section in document["sections"]] == expected
    tables = {block["id"]: block["rows"] for each in document["sections"] for block in each["blocks"] if "id" in block}
    assert len(tables["blocked"]) == len(found.blocked)
    assert tables["blocked"][1] == {
        "url": "https://www.example.com/admin/login",
        "crawlers": "Googlebot",
        "line": 7,
        "rule": "Disallow: /admin/",
        "in_sitemap": True,
    }


def test_tickets_have_why_the_lines_and_a_key(tmp_path: Path) -> None:
    report = report_of(subject(tmp_path), WANTED)
    text = FORMATS["tickets"].write(report).decode()
    tickets = text.split("\n\n---\n\n")
    items = [item for block in report.sections[1].blocks for item in getattr(block, "items", ())]
    assert len(tickets) == len(items) == 5
    assert tickets[1].startswith("# www\\.example.com: Open /admin/login\\$ to search engines\n")
    assert "```diff\n+ Allow: /admin/login$\n" in tickets[1]
    assert tickets[1].rstrip().endswith("- Key in the report: `open:Disallow: /admin/`")
    nothing = report_of(subject(tmp_path), replace(WANTED, sections=("answer",)))
    assert FORMATS["tickets"].write(nothing).decode() == "Nothing is recommended.\n"


def test_tickets_for_jira_are_its_columns_and_no_markup_of_strangers() -> None:
    about = plain_subject(b"User-agent: *\nDisalow: /{code}!x.png!\nDisallow: /\n", ("/a", "/b"))
    heads, *rows = csv.reader(FORMATS["jira"].write(report_of(about, WANTED)).decode().splitlines(keepends=True))
    assert heads == ["Summary", "Issue Type", "Priority", "Labels", "Description", "External ID"]
    assert {row[2] for row in rows} >= {"High", "Low"}
    for row in rows:
        assert (row[1], row[3]) == ("Task", "robots.txt")
        assert row[4].count("{code}") in {0, 2}
        assert "␊" not in row[4]
        assert row[4].splitlines()[-1].startswith("* ")
        before, *_, after = row[4].split("{code}")
        assert "!x.png!" not in (before + after).replace("\\!", "")


def test_one_section_with_one_table_is_a_plain_table(tmp_path: Path) -> None:
    about = subject(tmp_path)
    body = FORMATS["csv"].write(report_of(about, replace(WANTED, sections=("blocked",)))).decode()
    heads, *rows = body.splitlines()
    assert heads == "section,table,url,crawlers,line,rule,in_sitemap"
    assert all(row.startswith("blocked,blocked,https://") for row in rows)


def test_workbook_has_every_url_with_each_verdict_and_the_values_of_its_sources(tmp_path: Path) -> None:
    exported = tmp_path / "clicks.csv"
    exported.write_text("URL,Clicks,Seen\nhttps://www.example.com/cart/1,41,2026-10-02\n", "utf-8")
    loaded = urls().with_added(read_source([exported]).urls)
    about = replace(subject(tmp_path), urls=loaded)
    book = load_workbook(BytesIO(FORMATS["xlsx"].write(report_of(about, WANTED))))
    sheet = book["Verdicts"]
    heads, *rows = sheet.iter_rows(values_only=True)
    assert heads == (
        *("URL", "Googlebot", "Bingbot, PerplexityBot, any other", "GPTBot"),
        *("Clicks (clicks.csv)", "Seen (clicks.csv)"),
    )
    assert [row[0] for row in rows] == [url.url for url in loaded]
    assert rows[2] == (
        *("https://www.example.com/cart/1", "✕ blocked by line 8", "✓ allowed", "✕ blocked by line 13"),
        *(41, datetime(2026, 10, 2)),  # noqa: DTZ001 - cells have no zone
    )
    assert rows[3][1] == "✓ allowed by line 10"
    assert rows[0][4:] == (None, None)
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("B2", "A1:F8")
    rules = {str(each.sqref): each.rules[0].type for each in sheet.conditional_formatting}
    assert rules == {"B2:B8": "beginsWith", "C2:C8": "beginsWith", "D2:D8": "beginsWith", "E2:E8": "dataBar"}


def test_workbook_of_other_sections_has_no_verdicts(tmp_path: Path) -> None:
    only = report_of(subject(tmp_path), replace(WANTED, sections=("blocked",)))
    assert "Verdicts" not in load_workbook(BytesIO(FORMATS["xlsx"].write(only))).sheetnames


@pytest.mark.parametrize("code", LANGUAGES)
def test_page_says_in_which_language_it_is(code: str, now: dict[str, bytes]) -> None:
    expected = {"zh_CN": "zh-Hans"}.get(code, code)
    assert f'<html lang="{expected}">' in now[f"report.{code}.html"].decode()


def test_charts_of_a_page_share_no_name() -> None:
    drawing = Drawing(40, 20, "Days", "", (ChartBox(0, 0, 9, 9, 4, "4 closed"),))
    picture = Picture("Days", "4 of 9", drawing)
    page = AuditReport("R", "", "", DAY, "", (ReportSection("logs", "Logs", (picture, picture)),))
    body = FORMATS["html"].write(page).decode()
    names = re.findall(r'\bid="([^"]+)"', body)
    used = re.findall(r"url\(#([^)]+)\)", body)
    assert len(names) == len(set(names))
    assert len(set(used)) == 2
    assert set(used) <= set(names)
    assert body.count("<desc>4 of 9</desc>") == 2


def test_chart_is_said_where_it_cannot_be_drawn() -> None:
    picture = Picture("Days", "4 of 9", Drawing(40, 20, "Days", "", ()))
    page = AuditReport("R", "", "", DAY, "", (ReportSection("logs", "Logs", (picture,)),))
    assert "**Days** 4 of 9" in FORMATS["md"].write(page).decode()
    (section,) = json.loads(FORMATS["json"].write(page))["sections"]
    assert section["blocks"] == [{"kind": "picture", "caption": "Days", "says": "4 of 9"}]
