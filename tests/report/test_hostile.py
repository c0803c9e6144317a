"""What strangers wrote is text in every format: no mark-up, no formula, nothing that steers, and it never raises."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio import assets
from robotstudio.report.model import FileText, Logo
from robotstudio.report.sections import report_of
from robotstudio.report.subject import Findings, ReportChoices
from tests.report.subjects import DAY, evidence, plain_subject, reports

HOSTILE: Final = (
    b"# <script>alert(1)</script> <img src=x onerror=alert(1)> <!-- {{ 7*7 }} {% for %} & &amp; ]]>\n"
    b"User-agent: *\n"
    b"Disallow: /=cmd|' /C calc'!A0\n"
    b"Disallow: /<script>alert(2)</script>\n"
    b'=HYPERLINK("http://evil.example","x"): +1+1\n'
    b"@SUM(1): -2\n"
    b"Disallow: /\xe2\x80\xaegnp.exe\n"
    b"Disallow: /\x1b[31mred\x1b]0;title\x07\n"
    b"Disallow: /`code` **bold** [x](javascript:alert(1)) | a | b |\n"
    b"Sitemap: javascript:alert(1)\n"
    b"# \xff\xfe\x00\x01 \xe2\x80\xa8 \xef\xbf\xbf \xf0\x9f\x92\xa9\n"
)
NOTES: Final = "<script>x</script>\n=1+1\n# heading\n- list\n1. one\n![i](http://x)\n\x1b[2J\u202e"
STEERING: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
TAGS: Final = frozenset(
    {
        *(
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "header",
            "h1",
            "h2",
            "h3",
            "p",
            "nav",
            "ol",
            "li",
            "a",
            "main",
        ),
        *(
            "section",
            "span",
            "strong",
            "code",
            "table",
            "caption",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "footer",
            "div",
            "dl",
        ),
        "script",
        *("br", "ul", "dt", "dd", "figure", "figcaption", "svg", "rect", "wbr", "img"),
    }
)


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    handle_startendtag = handle_starttag


def tags_of(page: bytes) -> list[tuple[str, dict[str, str | None]]]:
    reader = Tags()
    reader.feed(page.decode())
    return reader.found


def is_harmless_page(page: bytes) -> None:
    for tag, attributes in tags_of(page):
        assert tag in TAGS
        assert not [name for name in attributes if name.startswith("on") or name in {"style", "srcset"}]
        for name in ("href", "src"):
            assert (attributes.get(name) or "#").startswith(("#", "data:image/"))
    assert not STEERING.search(page.decode())


@pytest.fixture(scope="module")
def hostile() -> dict[str, bytes]:
    paths = ("/", "/=cmd|' /C calc'!A0", "/<script>alert(2)</script>", "/admin\u202egnp.exe", "/`code`")
    about = replace(plain_subject(HOSTILE, paths), evidence=evidence(HOSTILE), name="=1+1 <b>\u202e.txt")
    wanted = ReportChoices(DAY, "=2+2 <i>title</i>\x1b", "<b>me</b>", NOTES, Logo("png", b"<svg onload=x>"))
    return dict(reports(about, wanted))


def test_page_has_only_the_tags_of_its_template(hostile: dict[str, bytes]) -> None:
    is_harmless_page(hostile["html"])
    (script,) = re.findall(rb"<script>(.*?)</script>", hostile["html"], re.DOTALL)
    assert script == assets.path("report/report.js").read_bytes()
    assert hostile["html"].count(b"<script") == 1
    assert b"{{ 7*7 }}" in hostile["html"]


def test_nothing_turns_the_order_of_letters_or_steers_a_terminal(hostile: dict[str, bytes]) -> None:
    for form in ("html", "md", "csv", "json"):
        assert not STEERING.search(hostile[form].decode()), form
    assert not STEERING.search(text_of_book(hostile["xlsx"]))


def test_workbook_has_no_formula_and_no_link(hostile: dict[str, bytes]) -> None:
    text = text_of_book(hostile["xlsx"])
    assert "=cmd|" in text
    for tag in ("<f>", "<f ", "<hyperlink", "externalLink"):
        assert tag not in text


def text_of_book(book: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist())


def test_no_cell_of_csv_is_a_formula(hostile: dict[str, bytes]) -> None:
    rows = list(csv.reader(io.StringIO(hostile["csv"].decode())))
    assert any("=cmd|" in cell for row in rows for cell in row)
    assert not [cell for row in rows for cell in row if cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t"))]


def test_json_gives_back_what_was_written(hostile: dict[str, bytes]) -> None:
    document = json.loads(hostile["json"])
    assert document["title"] == "=2+2 <i>title</i>\x1b"
    assert hostile["json"].isascii()


def test_markdown_has_no_tag_link_or_picture_but_in_code(hostile: dict[str, bytes]) -> None:
    prose = list(outside_of_code(hostile["md"].decode()))
    assert not [line for line in prose if re.search(r"(?<!\\)<\w|(?<!\\)\]\(|javascript:(?!alert)", line)]
    assert not [line for line in prose if re.match(r"1\. one|!\[|=1", line)]


def outside_of_code(text: str) -> Iterator[str]:
    is_code, fence = False, ""
    for line in text.splitlines():
        marks = re.match(r"`{3,}", line)
        if marks and (not is_code or marks[0] == fence):
            is_code, fence = not is_code, marks[0]
        elif not is_code:
            yield re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=300), st.text(max_size=60))
def test_any_bytes_are_a_report(body: bytes, title: str) -> None:
    made = reports(plain_subject(body, ("/", "/a")), ReportChoices(DAY, title, title, title))
    is_harmless_page(made["html"])
    assert "<f>" not in text_of_book(made["xlsx"])
    json.loads(made["json"])


def test_huge_line_and_many_lines_are_cut_and_said() -> None:
    body = b"User-agent: *\nDisallow: /" + b"a" * 10_000_000 + b"\n" + b"# x\n" * 5_000
    about = plain_subject(body, ("/",))
    found = Findings(about)
    report = report_of(about, ReportChoices(DAY, sections=("file",)), found)
    (text,) = (block for block in report.sections[0].blocks if isinstance(block, FileText))
    assert len(text.lines) == 4_000  # of the file
    assert max(len(line.text) for line in text.lines) == 1_001
    assert "The first 4,000 of 5,002 lines." in str(report.sections[0].blocks)
