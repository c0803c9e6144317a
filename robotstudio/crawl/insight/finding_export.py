"""Findings over a site as rows for files and the command line: English, as programs read them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from robotstudio.crawl.insight.findings import FindingGroup
from robotstudio.store.row_files import RowKind


class SiteFindingRow(NamedTuple):
    """A URL with a finding; the fields, in this order, are the keys of JSON and the columns of tables."""

    finding: str
    waste: str | None
    url: str
    crawlers: tuple[str, ...]
    lines: tuple[int, ...]
    pages: int | None  # that link to it or need it, None if the finding is not about that
    other: str | None  # the page at the other end
    new: bool  # under the draft, but not under the live file
    rules: tuple[str, ...]  # that would stop all of the waste
    stops_others: int | None


def finding_rows(groups: Iterable[FindingGroup]) -> Iterator[SiteFindingRow]:
    """Iterate over all URLs of all groups."""
    for group in groups:
        for found in group.found():
            yield SiteFindingRow(
                group.kind.value,
                group.waste and group.waste.value,
                found.url,
                found.crawlers,
                found.lines,
                found.pages or None,
                found.other or None,
                found.is_new,
                group.rules,
                group.wasted.beyond if group.wasted else None,
            )


def as_cells(row: SiteFindingRow) -> tuple[object, ...]:
    """Flatten a row for a table: values in one cell are separated by spaces, rules by a bar."""
    lines, rules = " ".join(map(str, row.lines)), " | ".join(row.rules)
    cells = row._asdict() | {"crawlers": " ".join(row.crawlers), "lines": lines, "rules": rules}
    return tuple(cells.values())


def write_findings(path: Path, groups: Iterable[FindingGroup]) -> None:
    """Write them in the format of the suffix, else as CSV. Raises FileError."""
    FINDINGS.write(path, tuple(finding_rows(groups)))


FINDINGS = RowKind("Findings", SiteFindingRow._fields, as_cells, frozenset({"url", "other"}))
