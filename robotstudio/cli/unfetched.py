"""Print what a crawl has not fetched, and why, for `robotstudio crawl --not-fetched`."""

from collections.abc import Iterator
from itertools import groupby, islice

from robotstudio.cli import formats
from robotstudio.cli.output import Output
from robotstudio.crawl.model import ENDED_WORDS, EndedBy
from robotstudio.crawl.records import UnfetchedUrl, not_fetched, unfetched_urls
from robotstudio.crawl.store import CrawlStore
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

_MOST_PRINTED = 20
_TITLE = Plural("{what}: {count} URL", "{what}: {count} URLs")
_SEEN = Plural("of {count} fetched, {new} had a new text", "of {count} fetched, {new} had a new text")
_LINE: Message = "line {line}"
_MORE = Plural("one more", "{count} more")
_NOTHING: Message = "Every URL that was found was fetched or is queued."


def write_not_fetched(store: CrawlStore, kind: str, out: Output) -> None:
    """Print the URLs that were not fetched, in a format: as text by reason and trap, some of each."""
    rows = unfetched_urls(store)
    if kind == "json":
        formats.write_json(rows, out)
    elif kind == "csv":
        out.table([UnfetchedUrl._fields, *rows])
    else:
        _write_text(store, rows, out)


def _write_text(store: CrawlStore, rows: Iterator[UnfetchedUrl], out: Output) -> None:
    evidence = {(one.rule.value, one.pattern or None): one for one in not_fetched(store)}
    is_empty = True
    for (reason, pattern), several in groupby(rows, lambda row: (row.reason, row.pattern)):
        is_empty = False
        urls = list(several)
        title = ntr(_TITLE, len(urls), what=tr(ENDED_WORDS[EndedBy(reason)]))
        notes = [pattern] if pattern else []
        known = evidence.get((reason, pattern))
        if known is not None and known.seen:
            notes.append(ntr(_SEEN, known.seen, new=known.new))
        out.line(WORDS.beside_column(title, WORDS.clauses(notes)))
        for row in islice(urls, _MOST_PRINTED):
            out.line(f"  {WORDS.beside_column(row.url, tr(_LINE, line=row.line) if row.line else '')}")
        if len(urls) > _MOST_PRINTED:
            out.line(f"  … {ntr(_MORE, len(urls) - _MOST_PRINTED)}")
    if is_empty:
        out.line(tr(_NOTHING))
