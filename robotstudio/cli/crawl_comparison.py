"""Print what differs between two crawls for `robotstudio crawl --against`: the same as the window shows."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from robotstudio.cli import formats
from robotstudio.cli.crawlers import AskedCrawler
from robotstudio.cli.inputs import complain_of_rejected
from robotstudio.cli.output import MisuseError, Output
from robotstudio.crawl.comparison import (
    COMPARED,
    DIFFERENCE_WORDS,
    FACTS,
    ComparedUrl,
    Comparison,
    Presence,
    Verdict,
    compare,
    compare_with_list,
    compared_rows,
    note_words,
    read_crawl,
    value_words,
    worst_words,
)
from robotstudio.crawl.model import Difference
from robotstudio.crawl.runs import latest_run, runs_of
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.text.phrases import markdown_cell, markdown_text, markdown_words
from robotstudio.urls.kinds import FileKind, source_kind

_MOST_PRINTED = 100
_TITLE: Message = "“{before}” compared with “{after}”"
_ALLOWED: Message = "allowed"
_BLOCKED: Message = Meant("blocked", "verdict")
_BLOCKED_BY: Message = "blocked by line {line}"
_BECOMES: Message = "{what}: {before} → {after}"
_MORE = Plural("{count} more; --format csv lists all", "{count} more; --format csv lists all")
_NO_EARLIER: Message = "“{path}” has no earlier crawl to compare with."
_NO_URLS: Message = "“{path}” is neither a crawl nor a list of URLs."
_CHANGED: Message = Meant("changed", "of a URL")


def earlier_of(asked: Path, compared: Path | None = None) -> Path:
    """Return the crawl or list that is meant: of a crawl with several runs the newest other than the compared one."""
    path = latest_run(asked)
    if compared is None or path != compared:
        return path
    runs = runs_of(asked)
    place = runs.index(path) if path in runs else 0
    if not place:
        raise MisuseError(_NO_EARLIER, path=str(asked))
    return runs[place - 1]


def compared(before: Path, after: Path, crawlers: Sequence[AskedCrawler], draft: bytes | None) -> Comparison:
    """Compare a crawl, or a list of URLs, with a crawl. Raises CrawlFileError and FileError."""
    views = [CrawlerView(each.name, each.dialect, each.agent, each.crawler) for each in crawlers]
    now = read_crawl(after, draft)
    if source_kind(before) is FileKind.CRAWL:
        return compare(read_crawl(before), now, views)
    from robotstudio.cli.projects import read_url_files  # most compare two crawls

    listed = read_url_files([str(before)], "", {}, base=min(now.origins, default=None))
    complain_of_rejected(listed)
    if not listed.urls:
        raise MisuseError(_NO_URLS, path=str(before))
    return compare_with_list([each.url for each in listed.urls], now, views)


def write_comparison(found: Comparison, before: Path, wanted: Collection[Difference], kind: str, out: Output) -> int:
    """Print the rows with one of these differences, all if none is wanted; return their number."""
    rows = found.with_any(wanted)
    if kind == "text":
        _write_text(found, before, rows, out)
    elif kind == "markdown":
        _write_markdown(found, before, rows, out)
    elif kind == "json":
        formats.write_json(compared_rows(found, rows), out)
    else:
        out.table([COMPARED.fields, *map(COMPARED.cells, compared_rows(found, rows))])
    return len(rows)


def _heads(found: Comparison, before: Path) -> list[str]:
    """Return what is compared, the worst, what limits it, and the counts."""
    counts = [(found.counts[each], tr(DIFFERENCE_WORDS[each])) for each in Difference]
    said = [WORDS.about(word, WORDS.number(count)) for count, word in counts if count]
    title = tr(_TITLE, before=before.name, after=found.after.path.name)
    return [each for each in (title, worst_words(found), note_words(found), WORDS.side_by_side(said)) if each]


def _write_markdown(found: Comparison, before: Path, rows: Sequence[ComparedUrl], out: Output) -> None:
    out.document(f"{markdown_text(head)}\n\n" for head in _heads(found, before))
    if rows:
        out.document([f"| {tr('URL')} | {tr(Meant('Change', 'noun'))} | |\n", "|---|---|---|\n"])
    for row in rows[:_MOST_PRINTED]:
        notes = markdown_words(WORDS.clauses(_notes(row, found)))
        out.document([f"| {markdown_cell(row.url)} | {markdown_words(_kind_words(row))} | {notes} |\n"])
    if len(rows) > _MOST_PRINTED:
        out.document([f"\n… {markdown_text(ntr(_MORE, len(rows) - _MOST_PRINTED))}\n"])


def _write_text(found: Comparison, before: Path, rows: Sequence[ComparedUrl], out: Output) -> None:
    for head in _heads(found, before):
        out.line(head)
    if rows:
        out.line()
    for row in rows[:_MOST_PRINTED]:
        out.line(f"{_kind_words(row):<8} {WORDS.beside_column(row.url, WORDS.clauses(_notes(row, found)))}")
    if len(rows) > _MOST_PRINTED:
        out.line(f"… {ntr(_MORE, len(rows) - _MOST_PRINTED)}")


def _kind_words(row: ComparedUrl) -> str:
    kind = row.kind
    return tr(DIFFERENCE_WORDS[kind] if kind else _CHANGED)


def _notes(row: ComparedUrl, found: Comparison) -> Iterator[str]:
    """Say what differs, before and after; a list has nothing before."""
    for difference, name in FACTS.items():
        if difference in row.differences or (difference is Difference.STATUS and row.kind):
            one, other = (value_words(getattr(facts, name)) for facts in (row.before, row.after))
            has_before = row.before.presence is not Presence.UNKNOWN
            yield _becomes(tr(DIFFERENCE_WORDS[difference]), one if has_before else "", other)
    for tokens, pair in zip(found.crawlers, row.verdicts, strict=True):
        is_fault = found.before is None and pair.after is not None and not pair.after.allowed
        if (pair.differs or is_fault) and pair.after is not None:
            yield _becomes(WORDS.listed_text(tokens), _verdict_words(pair.before), _verdict_words(pair.after))


def _becomes(what: str, before: str, after: str) -> str:
    return tr(_BECOMES, what=what, before=before, after=after) if before else WORDS.about(what, after)


def _verdict_words(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    if verdict.allowed:
        return tr(_ALLOWED)
    return tr(_BLOCKED_BY, line=verdict.line) if verdict.line else tr(_BLOCKED)
