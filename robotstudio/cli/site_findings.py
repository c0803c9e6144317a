"""Print what is wrong over a crawled site for `robotstudio crawl --findings`: the same as the window shows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from robotstudio.cli.crawlers import AskedCrawler
from robotstudio.cli.output import Output
from robotstudio.crawl.insight.export import NO_COLUMNS, SiteFindingRow, SourceColumns, as_cells, finding_rows
from robotstudio.crawl.insight.finding_kinds import EXPLAINED, FINDING_WORDS, FIXES, SEVERITY_WORDS
from robotstudio.crawl.insight.findings import FindingGroup, FindingReporter, FoundUrl
from robotstudio.crawl.insight.waste import WASTE_WORDS
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import markdown_text

_MOST_PRINTED = 20
_TITLE = Plural("{what}: {count} URL", "{what}: {count} URLs")
_LIVE = Plural("{count} under the live files", "{count} under the live files")
_STOPPED = Plural(
    "{rules} would block all of them, and one other URL", "{rules} would block all of them, and {count} other URLs"
)
_ALLOWED = Plural(
    "{rules} before line {lines} would allow them, and nothing else",
    "{rules} before each of the lines {lines} would allow them, and nothing else",
)
_PAGES = Plural("one page leads there or needs it", "{count} pages lead there or need it")
_FOR: Message = "for {crawlers}"
_LINES = Plural("line {lines}", "lines {lines}")
_MORE = Plural("one more", "{count} more")
_NOTHING: Message = "No problems found."


def write_findings(
    path: Path,
    crawlers: Sequence[AskedCrawler],
    draft: bytes | None,
    kind: str,
    out: Output,
    beside: SourceColumns = NO_COLUMNS,
) -> None:
    """Look for findings in a crawl, and print them in a format."""
    groups = FindingReporter().report(path, [crawler.view for crawler in crawlers], draft) or ()
    _FORMATS[kind]([group for group in groups if len(group.places)], out, beside)


def _write_text(groups: Sequence[FindingGroup], out: Output, _beside: SourceColumns) -> None:
    if not groups:
        out.line(tr(_NOTHING))
    for group in groups:
        what = tr(WASTE_WORDS[group.waste] if group.waste else FINDING_WORDS[group.kind])
        notes = [tr(SEVERITY_WORDS[group.severity])]
        notes += [ntr(_LIVE, group.live_count)] if group.live_count != len(group.places) else []
        if group.wasted:
            notes.append(ntr(_STOPPED, group.wasted.beyond, rules=WORDS.listed_text(group.rules)))
        elif group.rules:
            lines = WORDS.listed_text([str(line) for line in group.lines])
            notes.append(ntr(_ALLOWED, len(group.lines), rules=WORDS.listed_text(group.rules), lines=lines))
        title = ntr(_TITLE, len(group.places), what=what)
        out.line(WORDS.beside_column(title, WORDS.clauses(notes)))
        out.line(f"  {_advice(group)}")
        for found in islice(group.found(), _MOST_PRINTED):
            out.line(f"  {_found_words(found)}")
        if len(group.places) > _MOST_PRINTED:
            out.line(f"  … {ntr(_MORE, len(group.places) - _MOST_PRINTED)}")


def _advice(group: FindingGroup) -> str:
    """Say why it matters, and how to fix it."""
    return WORDS.sentences((tr(EXPLAINED[group.kind]), tr(FIXES[group.kind])))


def _found_words(found: FoundUrl) -> str:
    notes = [ntr(_PAGES, found.pages)] if found.pages else []
    if found.crawlers:
        notes.append(tr(_FOR, crawlers=WORDS.listed_text(found.crawlers)))
    if found.lines:
        notes.append(ntr(_LINES, len(found.lines), lines=WORDS.listed_text([str(line) for line in found.lines])))
    address = f"{found.url} → {found.other}" if found.other else found.url
    return WORDS.beside_column(address, WORDS.clauses(notes))


def _write_markdown(groups: Sequence[FindingGroup], out: Output, _beside: SourceColumns) -> None:
    if not groups:
        out.line(tr(_NOTHING))
    for group in groups:
        what = tr(WASTE_WORDS[group.waste] if group.waste else FINDING_WORDS[group.kind])
        title = ntr(_TITLE, len(group.places), what=what)
        out.document([f"- **{markdown_text(title)}**\n", f"  {markdown_text(_advice(group))}\n"])
        out.document(f"  - {markdown_text(_found_words(found))}\n" for found in islice(group.found(), _MOST_PRINTED))
        if len(group.places) > _MOST_PRINTED:
            out.document([f"  - … {markdown_text(ntr(_MORE, len(group.places) - _MOST_PRINTED))}\n"])


def _write_json(groups: Iterable[FindingGroup], out: Output, beside: SourceColumns) -> None:
    for row in finding_rows(groups):
        out.record({**row._asdict(), **beside.record(row.url)})


def _write_csv(groups: Iterable[FindingGroup], out: Output, beside: SourceColumns) -> None:
    rows = ((*as_cells(row), *beside.values(row.url)) for row in finding_rows(groups))
    out.table([(*SiteFindingRow._fields, *beside.names), *rows])


_FORMATS: Mapping[str, Callable[[Sequence[FindingGroup], Output, SourceColumns], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
    "markdown": _write_markdown,
}
