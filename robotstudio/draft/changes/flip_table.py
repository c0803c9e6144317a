"""Export the verdicts that flip as a table or as data: at most `MOST_FLIPS` of them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.engine.changes import Changes
from robotstudio.engine.rule_classes import ClassVerdicts
from robotstudio.store.delimited import delimited
from robotstudio.store.files import replacing
from robotstudio.store.spreadsheet import URL_WIDTH, WIDTH, SheetColumn, workbook
from robotstudio.text.language import Words
from robotstudio.text.phrases import markdown_cell, markdown_text, printable
from robotstudio.urls.set_columns import SetColumn, full_titles
from robotstudio.urls.value_columns import plain

MOST_FLIPS = 100_000

_TITLES = ("URL", "Crawler", "Before", "After")

Side = tuple[bool, int | None]
"""True if a URL may be fetched, and the line that decides, None if none does."""

Say = Callable[[bool, int | None], str]
"""A side in words."""


class VerdictFlip(NamedTuple):
    """One verdict that flips: the verdicts before and after."""

    url: str
    crawler: str
    before: Side
    after: Side
    row: int = -1
    """The place of the URL in the table."""

    def record(self) -> Mapping[str, object]:
        """Return the flip as an object of JSON, the same in the window and in the terminal."""
        sides = {"before": self.before, "after": self.after}
        verdicts = {name: {"allowed": allowed, "line": line} for name, (allowed, line) in sides.items()}
        return {"url": self.url, "crawler": self.crawler, **verdicts}

    def markdown_row(self, say: Say) -> str:
        """Return the flip as a row of a table; code spans keep the columns apart whatever the URL holds."""
        code = (markdown_cell(printable(text)) for text in (self.url, self.crawler))
        return f"| {' | '.join((*code, say(*self.before), say(*self.after)))} |"


def flips_of(changes: Changes, url_at: Callable[[int], str]) -> Iterator[VerdictFlip]:
    """Return the verdicts that flip: URL by URL in the order of the list, for each crawler in the order asked about."""
    columns = [(each.token, changes.of(each.token)) for each in changes.crawlers if each.blocked or each.allowed]
    for row in changes.flipped_rows().tolist():
        for token, each in columns:
            before, after = _side(each.before, row), _side(each.after, row)
            if before[0] != after[0]:
                yield VerdictFlip(url_at(row), token, before, after, row)


def _side(verdicts: ClassVerdicts, row: int) -> Side:
    return bool(verdicts.allowed[row]), int(verdicts.lines[row]) or None


def exported(compared: DraftComparison, form: str, say: Say) -> tuple[str, int]:
    """Return the text in one of `FORMS`, and how many flips are in it; `say` puts a side into words."""
    if compared.changes is None:
        return FORMS[form]([], say), 0
    urls = compared.analysis.urls
    flips = list(islice(flips_of(compared.changes, lambda row: urls[row].url), MOST_FLIPS))
    return FORMS[form](flips, say), len(flips)


def write(path: Path, compared: DraftComparison, form: str, say: Say, words: Words) -> int:
    """Write all flips as CSV, XLSX or Markdown, with what the URLs bring; return how many. Raises FileError."""
    changes, urls = compared.changes, compared.analysis.urls
    columns = [stake.column for stake in compared.stakes]
    titles = (*_TITLES, *full_titles(columns, words))
    count = changes.flips if changes else 0
    found = flips_of(changes, lambda row: urls[row].url) if changes else iter(())
    with replacing(path) as file:
        if form == "xlsx":
            widths = (URL_WIDTH, *(WIDTH for _ in titles[1:]))
            with workbook(file) as book:
                heads = [SheetColumn(title, width) for title, width in zip(titles, widths, strict=True)]
                book.add_table("Changes", heads, (_values(flip, columns, say) for flip in found))
        else:
            rows = (_values(flip, columns, say) for flip in found)
            for text in _markdown_lines(titles, rows) if form == "markdown" else delimited(chain((titles,), rows)):
                file.write(text.encode("utf-8", "surrogateescape"))
    return count


def _values(flip: VerdictFlip, columns: Sequence[SetColumn], say: Say) -> Sequence[object]:
    brings = (column.values.value(flip.row) for column in columns)
    return (
        flip.url,
        flip.crawler,
        say(*flip.before),
        say(*flip.after),
        *("" if each is None else plain(each) for each in brings),
    )


def _markdown_lines(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(map(markdown_text, titles))} |\n|{' --- |' * len(titles)}\n"
    for url, crawler, *others in rows:
        code = (markdown_cell(printable(str(text))) for text in (url, crawler))
        yield f"| {' | '.join((*code, *(markdown_text(str(each)) for each in others)))} |\n"


def _rows(flips: Sequence[VerdictFlip], say: Say) -> Iterator[tuple[str, ...]]:
    yield _TITLES
    for flip in flips:
        yield flip.url, flip.crawler, say(*flip.before), say(*flip.after)


def _csv(flips: Sequence[VerdictFlip], say: Say) -> str:
    return "".join(delimited(_rows(flips, say)))


def _tsv(flips: Sequence[VerdictFlip], say: Say) -> str:
    return "".join(delimited(_rows(flips, say), "\t"))


def _json(flips: Sequence[VerdictFlip], _say: Say) -> str:
    """Return the same form as `robotstudio diff --format json` prints: an object on each line."""
    return "".join(f"{json.dumps(flip.record())}\n" for flip in flips)


def _markdown(flips: Sequence[VerdictFlip], say: Say) -> str:
    rows = ("| " + " | ".join(_TITLES) + " |", "|---|---|---|---|", *(flip.markdown_row(say) for flip in flips))
    return "\n".join(rows) + "\n"


FORMS: Mapping[str, Callable[[Sequence[VerdictFlip], Say], str]] = {
    "csv": _csv,
    "tsv": _tsv,
    "json": _json,
    "markdown": _markdown,
}
"""The forms by their ids."""
