"""How long a report takes to write that has many rows."""

import zipfile
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from io import BytesIO
from time import process_time

from benchmarks.corpus import Corpus
from benchmarks.table import Cells, Table, verdict
from benchmarks.timing import Effort
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.report.formats import FORMATS
from robotstudio.report.sections import report_of
from robotstudio.report.subject import Findings, ReportChoices, Subject
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import normalise

HEADINGS = ("what", "rows", "time", "bytes", "target", "")
XLSX_LIMIT = 6.0
_ROWS = 100_000
_PER_URL = 100
_BODY = b"User-agent: *\nDisallow: /private/\n"
_DAY = datetime(2026, 11, 23)  # noqa: DTZ001 - a day is the same everywhere


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("A report", HEADINGS)
    for name in names:
        if name in MEASURES:
            say(name)
            result.rows.append(MEASURES[name](min(_ROWS, effort.urls * _PER_URL)))
    return result


def _report(form: str, rows: int, limit: float) -> Cells:
    """As many blocked URLs as rows, each with its line; what is worked out before is timed by other rows."""
    urls = as_set([normalise(f"https://www.example.com/private/page-{number}?id={number}") for number in range(rows)])
    about = Subject("robots.txt", _BODY, (CRAWLERS["Googlebot"],), urls)
    report = report_of(about, ReportChoices(_DAY, sections=("blocked",)), found=Findings(about))
    start = process_time()
    body = FORMATS[form].write(report)
    took = process_time() - start
    if form == "xlsx":
        with zipfile.ZipFile(BytesIO(body)) as parts:
            assert b"<f>" not in parts.read("xl/worksheets/sheet2.xml")
    shown = (f"written as {form}", f"{rows:,}", f"{took:.2f} s", f"{len(body):,}")
    if not limit:
        return (*shown, "", "")
    return (*shown, f"≤ {limit:g} s for {_ROWS:,}", verdict(is_met=took <= limit))


def _xlsx(rows: int) -> Cells:
    return _report("xlsx", rows, XLSX_LIMIT)


def _csv(rows: int) -> Cells:
    return _report("csv", rows, 0)


def _html(rows: int) -> Cells:
    return _report("html", rows, 0)


MEASURES: Mapping[str, Callable[[int], Cells]] = {"report-xlsx": _xlsx, "report-csv": _csv, "report-html": _html}
