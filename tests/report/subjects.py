"""A small site of which everything is known, for the reports that are kept in `tests/data/report`.

`python -m tests.report.subjects` writes these anew: look at what changed before it is committed.
"""

import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final
from unittest import mock

from defusedxml import ElementTree
from msgspec.structs import replace

import robotstudio
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import read_log_requests
from robotstudio.compliance.model import Compliance, DatedVersion
from robotstudio.draft.changes.baseline import DISK, Baseline
from robotstudio.draft.expectations import parse
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.engine.user_agents import UserAgents
from robotstudio.fetch.evidence import Evidence, FetchOutcome, Hop, Timings
from robotstudio.fetch.history.model import Entry, EntryMark
from robotstudio.fetch.variants import compare_variants
from robotstudio.report.formats import FORMATS
from robotstudio.report.sections import report_of
from robotstudio.report.subject import Findings, Input, ReportChoices, Subject
from robotstudio.text.language import ENGLISH, spoken
from robotstudio.text.locale import LANGUAGES, words_of
from robotstudio.urls.url_builder import url_set
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import normalise

KEPT: Final = Path(__file__).parents[1] / "data" / "report"
SITE: Final = "https://www.example.com"
ADDRESS: Final = f"{SITE}/robots.txt"
DAY: Final = datetime(2026, 11, 23)  # noqa: DTZ001 - a day is the same everywhere
AT: Final = datetime(2026, 11, 23, 8, 30, tzinfo=UTC)
TOKENS: Final = ("Googlebot", "bingbot", "GPTBot", "PerplexityBot", "*")
WANTED: Final = ReportChoices(DAY, author="Anna Berg", notes="Looked at on Monday.\n\n<b>Two</b> *questions* are left.")

BODY: Final = b"""# robots.txt of the example
User-agent: *
Disallow: /admin/
Disalow: /temp/

User-agent: Googlebot
Disallow: /admin/
Disallow: /cart/
Disallow: /old/
Allow: /cart/help

User-agent: GPTBot
Disallow: /
Content-Signal: ai-train=no

Sitemap: /sitemap.xml
"""
BEFORE: Final = b"""User-agent: *
Disallow: /admin/

Sitemap: https://www.example.com/sitemap.xml
"""
PATHS: Final = ("/", "/admin/login", "/cart/1", "/cart/help", "/temp/a?b=1", "/blog/caf%C3%A9")
EXPECTED: Final = "allow Googlebot /cart/help\nblock bingbot /cart/1\nallow everybody\n"
LOG: Final = '192.0.2.1 - - [22/Nov/2026:10:00:00 +0000] "GET {target} HTTP/1.1" 200 5 "-" "GPTBot/1.0"\n'


def small_catalogue() -> Catalogue:
    """Few crawlers, so that what is kept does not change with each that is added."""
    crawlers = {token: replace(CATALOGUE.crawlers[token], checked_on="2026-11-20") for token in TOKENS}
    return Catalogue(MappingProxyType(crawlers), (), CATALOGUE.purposes, CATALOGUE.main_engines)


def evidence(body: bytes = BEFORE, status: int = 200) -> Evidence:
    """Return an answer that came with a redirect before it."""
    hops = (_hop(301, "http://www.example.com/robots.txt", ADDRESS), _hop(status, ADDRESS))
    return Evidence(
        requested="http://www.example.com/robots.txt",
        final_url=ADDRESS,
        outcome=FetchOutcome.SUCCESS,
        hops=hops,
        body=body,
        size=len(body),
        wire_size=len(body),
        truncated=False,
        content_type="text/plain; charset=utf-8",
        body_kind=Content.RULES,
        sha256="0" * 64,
        elapsed_ms=12.5,
        fetched_at=AT,
        error=None,
        user_agent="RobotStudio/0",
    )


def _hop(status: int, url: str, location: str | None = None) -> Hop:
    headers = (("content-type", "text/plain; charset=utf-8"), ("cache-control", "max-age=3600"))
    return Hop(url, status, "", "HTTP/1.1", location, headers, 10.0, 0.0, Timings(), "192.0.2.10")


def urls(paths: tuple[str, ...] = PATHS) -> UrlSet:
    """URLs of a sitemap, and one that was typed."""
    listed = url_set(map(normalise, [SITE + path for path in paths]), Source("1", "sitemap.xml", "sitemap"))
    return listed.with_added(url_set([normalise(f"{SITE}/old/page")], Source("2", "typed", "typed")))


def history() -> tuple[Entry, ...]:
    """Two fetches of the site."""
    first = Entry(
        id=1,
        host=SITE,
        requested=ADDRESS,
        final_url=ADDRESS,
        outcome=FetchOutcome.SUCCESS,
        status=200,
        failure=None,
        redirects=0,
        content_type="text/plain",
        body_kind=Content.RULES,
        size=70,
        truncated=False,
        sha256="a" * 64,
        is_unmodified=False,
        headers=(),
        elapsed_ms=9.0,
        fetched_at=AT - timedelta(days=2),
        user_agent="RobotStudio/0",
        marks=EntryMark.FIRST,
    )
    return first, replace(first, id=2, sha256="b" * 64, size=90, fetched_at=AT, marks=EntryMark.CONTENT)


def compliance(folder: Path, catalogue: Catalogue) -> Compliance:
    """Judge a log of two requests."""
    path = folder / "access.log"
    path.write_text("".join(LOG.format(target=target) for target in ("/robots.txt", "/blog/1")), "utf-8")
    find = UserAgents(catalogue).find
    requests = read_log_requests([path], lambda header: tuple(crawler.token for crawler in find(header)))
    versions = (DatedVersion(AT - timedelta(days=9), BODY, "robots.txt"),)
    return compliance_of(ComplianceInput(requests, versions, catalogue, (), None))


def subject(folder: Path) -> Subject:
    """Everything that can be known, but for a crawl: that has addresses which change."""
    catalogue = small_catalogue()
    crawlers = tuple(catalogue.crawlers.values())
    return Subject(
        "robots.txt",
        BODY,
        crawlers,
        urls(),
        None,
        ADDRESS,
        evidence=evidence(),
        variants=compare_variants(
            (evidence(), replace(evidence(b"# other\n"), requested="https://example.com/robots.txt"))
        ),
        baseline=Baseline(DISK, "before.txt", BEFORE),
        expectations=parse(EXPECTED),
        compliance=compliance(folder, catalogue),
        history=history(),
        inputs=(Input.of("baseline", "before.txt", BEFORE),),
        catalogue=catalogue,
    )


def plain_subject(body: bytes = BODY, paths: tuple[str, ...] = PATHS, crawlers: tuple[Crawler, ...] = ()) -> Subject:
    """Return a file and URLs, and nothing else."""
    catalogue = small_catalogue()
    return Subject(
        "robots.txt",
        body,
        crawlers or tuple(catalogue.crawlers.values()),
        urls(paths),
        None,
        ADDRESS,
        catalogue=catalogue,
    )


KEPT_FORMATS: Final = tuple(form for form in FORMATS if form not in {"pdf", "tickets", "jira"})
"""A PDF is compressed; `test_pdf.py` reads it. Tickets are in no file of their own."""


def kept_name(form: str, code: str) -> str:
    """Return the name of a kept report; what is for programs is the same in every language."""
    row = FORMATS[form]
    ending = ".xlsx.txt" if form == "xlsx" else row.suffix
    return f"report.{code}{ending}" if row.is_for_people else f"report{ending}"


def made(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every kept report as it is made now, by its name."""
    about = subject(folder)
    with mock.patch.object(robotstudio, "__version__", "0"):
        for form in KEPT_FORMATS:
            row = FORMATS[form]
            for code in LANGUAGES if row.is_for_people else (ENGLISH.code,):
                with spoken(words_of(code)), row.spoken():
                    body = row.write(report_of(about, WANTED, Findings(about)))
                yield kept_name(form, code), as_lines(body) if form == "xlsx" else body


def as_lines(book: bytes) -> bytes:
    """Return the cells of a workbook, a line each, and what else could be in one."""
    return "".join(f"{line}\n" for line in _cells(book)).encode()


def _cells(book: bytes) -> Iterator[str]:
    with zipfile.ZipFile(BytesIO(book)) as parts:
        names = dict(_sheet_names(parts))
        for number, name in names.items():
            yield f"== {name}"
            sheet = ElementTree.fromstring(parts.read(f"xl/worksheets/sheet{number}.xml"))
            for cell in sheet.iterfind(".//{*}c"):
                texts = "".join(part.text or "" for part in cell.iter() if part.tag.endswith(("}t", "}v", "}f")))
                formula = " FORMULA" if cell.find("{*}f") is not None else ""
                yield f"{cell.get('r')} {cell.get('t', 'n')}{formula}: {texts!r}"


def _sheet_names(parts: zipfile.ZipFile) -> Iterator[tuple[int, str]]:
    book = ElementTree.fromstring(parts.read("xl/workbook.xml"))
    for number, sheet in enumerate(book.iterfind(".//{*}sheet"), 1):
        yield number, sheet.get("name") or ""


def reports(about: Subject, wanted: ReportChoices = WANTED, code: str = "en") -> Mapping[str, bytes]:
    """Write a report in every format."""
    found = Findings(about)
    written = {}
    for form, row in FORMATS.items():
        with spoken(words_of(code)), row.spoken():
            written[form] = row.write(report_of(about, wanted, found))
    return written


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    with TemporaryDirectory() as place:
        for kept, content in made(Path(place)):
            (KEPT / kept).write_bytes(content)
