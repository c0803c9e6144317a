"""What each column of a source is read as, what a person may choose instead, and the source after that choice."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from robotstudio.urls.kinds import FileKind
from robotstudio.urls.logs.fields import NO_FIELD, LogFields, Role, fields_text, names_a_url
from robotstudio.urls.sources.exports import NONE, ColumnUse, SeenColumn
from robotstudio.urls.url_set import Source

URL: Final = ColumnUse.URL.value
VALUE: Final = ColumnUse.VALUE.value
LEFT: Final = ColumnUse.LEFT.value
HITS: Final = "hits"
"""Kept, and its numbers count as hits."""

_OF_TABLES: Final = (URL, VALUE, HITS, LEFT)
_OF_LOGS: Final = (*(role.value for role in Role), LEFT)
_CHOOSABLE: Final = {FileKind.TABLE.value, FileKind.ARCHIVE.value, FileKind.LOG.value}


def uses_of(seen: Sequence[SeenColumn]) -> tuple[str, ...]:
    """Return what each column is read as: `url`, `value`, `hits`, `left`, or the role of a log's field."""
    return tuple(
        column.role if column.use is ColumnUse.FIELD else HITS if column.is_hits else column.use.value
        for column in seen
    )


def choices_of(source: Source, column: SeenColumn) -> tuple[str, ...]:
    """Return what a column can be read as; none if only its format says so."""
    if column.is_fixed or source.kind not in _CHOOSABLE:
        return ()
    return _OF_LOGS if _is_log(source) else _OF_TABLES


def with_use(source: Source, seen: Sequence[SeenColumn], uses: Sequence[str], place: int, use: str) -> tuple[str, ...]:
    """Return the uses after a choice; it holds for columns of this name in all tables of the source.

    One column of a table has the URLs and one the hits, and each part of a request is one field.
    """
    changed = list(uses)
    chosen = seen[place]
    alike = {at for at, column in enumerate(seen) if column.name == chosen.name and column.table != chosen.table}
    for at in {place, *alike}:
        changed[at] = use
        for other, column in enumerate(seen):
            if other != at and column.table == seen[at].table and changed[other] == use:
                changed[other] = _after(source, use)
    return tuple(changed)


def _after(source: Source, use: str) -> str:
    """Return the use of a column whose own was given to another."""
    if _is_log(source) or use == URL:
        return LEFT
    return VALUE if use == HITS else use


def has_url(source: Source, uses: Sequence[str]) -> bool:
    """Return True if a choice leads to URLs."""
    return names_a_url({Role(use): "" for use in uses if use in set(Role)}) if _is_log(source) else URL in uses


def chosen_source(source: Source, seen: Sequence[SeenColumn], uses: Sequence[str], *, is_asked: bool) -> Source:
    """Return the source with what was chosen otherwise than it was read; with its URL column, too, if it was asked."""
    before = uses_of(seen)
    if _is_log(source):
        fields: LogFields = {Role(use): column.name for column, use in zip(seen, uses, strict=True) if use in set(Role)}
        gone = {Role(use): NO_FIELD for use in before if use in set(Role) and Role(use) not in fields}
        return replace(source, log_fields=fields_text({**fields, **gone}))
    urls, hits, kept = (
        _names(seen, uses, {URL}),
        _names(seen, uses, {HITS}),
        _names(seen, uses, {VALUE, HITS}, by_role=True),
    )
    if is_asked or urls != _names(seen, before, {URL}):
        source = replace(source, column=urls[0])
    if hits != _names(seen, before, {HITS}):
        source = replace(source, hits_column=hits[0] if hits else NONE)
    if kept != _names(seen, before, {VALUE, HITS}, by_role=True):
        source = replace(source, columns=kept or (NONE,))
    return source


def _names(
    seen: Sequence[SeenColumn], uses: Sequence[str], wanted: set[str], *, by_role: bool = False
) -> tuple[str, ...]:
    """Return the names of columns by which they are found again, each once: a number for one that is not unique."""
    found = [
        (column.role if by_role and column.role else _name(seen, place))
        for place, (column, use) in enumerate(zip(seen, uses, strict=True))
        if use in wanted
    ]
    return tuple(dict.fromkeys(found))


def _name(seen: Sequence[SeenColumn], place: int) -> str:
    beside = [column.name.strip().casefold() for column in seen if column.table == seen[place].table]
    first = next(at for at, column in enumerate(seen) if column.table == seen[place].table)
    name = seen[place].name.strip()
    return name if name and beside.count(name.casefold()) == 1 else str(place - first + 1)


def _is_log(source: Source) -> bool:
    return source.kind == FileKind.LOG.value
