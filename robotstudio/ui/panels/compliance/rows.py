"""The rows of compliance: crawlers with their verdicts, and separately the spoofed ones."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from robotstudio.compliance.model import Compliance, Conduct, CrawlerRecord, Day, Identity, LoggedLine, OpenPath
from robotstudio.compliance.words import short_words, time_words
from robotstudio.engine.crawlers import title_of
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_LOOK: dict[Conduct, tuple[Glyph, str]] = {
    Conduct.KEPT: (Glyph.CHECK, "allowed"),
    Conduct.OLDER: (Glyph.CLOCK, "warning"),
    Conduct.DID_NOT: (Glyph.CROSS, "blocked"),
    Conduct.CANNOT_SAY: (Glyph.QUESTION, "unknown"),
}
_ORDER = (Conduct.DID_NOT, Conduct.OLDER, Conduct.CANNOT_SAY, Conduct.KEPT)
_BY_RANGES: Message = "ranges of {day}"
_BY_OLD_RANGES: Message = "outdated ranges of {day}"
_BY_NAMES: Message = "host names"
_BY_HEADER: Message = "User-Agent only"
_IN_PART = Plural("{count} unknown", "{count} unknown")
_SPOOFED: Message = "spoofed"
_SPOOFED_BY_OLD: Message = "spoofed, old ranges"
_NOT_IT: Message = "not {crawler}: not counted"
_QUOTED: Message = "“{crawler}”"
_NEVER: Message = "never in these logs"
_NOTHING: Message = "–"
_CLOSED_BY: Message = "blocked by line {line}"
_DAY: Final = "2026-11-28"
_VERSION: Message = "version {number}"


class ComplianceRow(Struct, frozen=True, eq=False):
    """A crawler, or if `is_spoofed` the clients that used its name."""

    record: CrawlerRecord
    is_spoofed: bool = False

    @property
    def identity(self) -> tuple[str, bool]:
        return self.record.crawler.token, self.is_spoofed

    @property
    def title(self) -> str:
        title = title_of(self.record.crawler)
        return tr(_QUOTED, crawler=title) if self.is_spoofed else title

    @property
    def before(self) -> int:
        """Requests before the last change of the file."""
        return self.record.spoofed.before if self.is_spoofed else self.record.before

    @property
    def since(self) -> int:
        """Requests since the last change of the file."""
        return self.record.spoofed.since if self.is_spoofed else self.record.since

    @property
    def days(self) -> tuple[Day, ...]:
        return self.record.spoofed.days if self.is_spoofed else self.record.days

    @property
    def own(self) -> CrawlerRecord | None:
        """Record of the crawler itself; None in a row of spoofed requests."""
        return None if self.is_spoofed else self.record


def rows_of(found: Compliance, *, did_not: bool = False, spoofed: bool = False) -> tuple[ComplianceRow, ...]:
    """Return all rows, or only violations, spoofed ones, or both."""
    own = [ComplianceRow(each) for each in found.records if each.requests or not each.spoofed.count]
    borrowed = [ComplianceRow(each, is_spoofed=True) for each in found.records if each.spoofed.count]
    if did_not:
        own = [row for row in own if row.record.conduct is Conduct.DID_NOT]
    if spoofed or did_not:
        return (*(own if did_not else ()), *(borrowed if spoofed else ()))
    return (*own, *borrowed)


def identity_of(row: ComplianceRow) -> tuple[str, bool]:
    """Return the row key."""
    return row.identity


def group_of(row: ComplianceRow) -> bool:
    """Return the sort group: spoofed rows come last."""
    return row.is_spoofed


def times_as_long_as_they_get() -> tuple[str, ...]:
    """Return a time in each month, because the width of month names differs by language."""
    return tuple(time_words(datetime(2026, month, 28, 20, 58, tzinfo=UTC)) for month in range(1, 13))


def columns() -> tuple[TableColumn, ...]:
    """Return the columns of the table of crawlers."""
    return (
        TableColumn("crawler", tr("Crawler"), _name, _name_key, 170),
        TableColumn("verified", tr("Verified by"), _verified, _verified_key, 120, hidden_below=760, has_sign=True,
                    words=(tr(_BY_HEADER), tr(_BY_NAMES), tr(_SPOOFED_BY_OLD), tr(_BY_RANGES, day=_DAY))),
        TableColumn("before", tr("Before"), _before, _before_key, 84, is_number=True, hidden_below=640,
                    tip=tr("Requests before the last change of the file")),
        TableColumn("since", tr("Since"), _since, _since_key, 84, is_number=True,
                    tip=tr("Requests since the last change of the file")),
        TableColumn("closed", tr("Blocked for it"), _closed, _closed_key, 104, is_number=True),
        TableColumn("reads", tr("Reads"), _reads, _reads_key, 74, is_number=True, hidden_below=820),
        TableColumn("last_read", tr("Read the file last"), _last_read, _last_read_key, 120, hidden_below=900,
                    words=(tr(_NEVER), *times_as_long_as_they_get())),
        TableColumn("verdict", tr("Verdict"), _verdict, _verdict_key, least=200),
    )  # fmt: skip


def _name_key(row: ComplianceRow) -> str:
    return title_of(row.record.crawler).casefold()


def _verified_key(row: ComplianceRow) -> tuple[int, str]:
    return (row.own.identities.get(Identity.REAL, 0), row.own.ranges_dated) if row.own else (0, "")


def _before_key(row: ComplianceRow) -> int:
    return row.before


def _since_key(row: ComplianceRow) -> int:
    return row.since


def _closed_key(row: ComplianceRow) -> int:
    return row.own.closed if row.own else 0


def _reads_key(row: ComplianceRow) -> int:
    return row.own.reads.count if row.own else 0


def _last_read_key(row: ComplianceRow) -> float:
    last = row.own and row.own.reads.last
    return last.timestamp() if last else 0.0


def _verdict_key(row: ComplianceRow) -> tuple[int, float]:
    if row.own is None:
        return len(_ORDER), 0.0
    return _ORDER.index(row.own.conduct), row.own.until.timestamp() if row.own.until else 0.0


def _name(row: ComplianceRow) -> TableCell:
    return TableCell(row.title, weight=500)


def _verified(row: ComplianceRow) -> TableCell:
    record = row.own
    day = WORDS.day(row.record.ranges_dated) if row.record.ranges_dated else ""
    if record is None:
        said = tr(_SPOOFED_BY_OLD if row.record.ranges_are_old else _SPOOFED)
        return TableCell(said, glyph=Glyph.WARNING, glyph_color="warning")
    if not record.identities.get(Identity.REAL):
        return TableCell(tr(_BY_HEADER), "text3", Glyph.QUESTION, glyph_color="unknown")
    unknown = record.identities.get(Identity.UNKNOWN, 0)
    in_part = (ntr(_IN_PART, unknown),) if unknown else ()
    by = tr(_BY_RANGES, day=day) if day else tr(_BY_NAMES)
    said = WORDS.side_by_side((by, *in_part))
    if record.ranges_are_old:
        spoken = WORDS.side_by_side((tr(_BY_OLD_RANGES, day=day), *in_part))
        return TableCell(said, "warning", Glyph.WARNING, glyph_color="warning", spoken=spoken)
    return TableCell(said, glyph=Glyph.PROVEN, glyph_color="allowed")


def _before(row: ComplianceRow) -> TableCell:
    return _number(row.before)


def _since(row: ComplianceRow) -> TableCell:
    return _number(row.since)


def _number(number: int) -> TableCell:
    return TableCell(WORDS.number(number), "text" if number else "text3")


def _closed(row: ComplianceRow) -> TableCell:
    if row.own is None:
        return TableCell()
    if not row.own.closed:
        return TableCell(WORDS.number(0), "text3")
    return TableCell(WORDS.number(row.own.closed), "blocked", Glyph.CROSS, 600)


def _reads(row: ComplianceRow) -> TableCell:
    return _number(row.own.reads.count) if row.own else TableCell()


def _last_read(row: ComplianceRow) -> TableCell:
    if row.own is None:
        return TableCell()
    last = row.own.reads.last
    return TableCell(time_words(last), "text2") if last else TableCell(tr(_NEVER), "text3")


def _verdict(row: ComplianceRow) -> TableCell:
    if row.own is None:
        return TableCell(tr(_NOT_IT, crawler=title_of(row.record.crawler)), "text2", Glyph.DASH)
    glyph, color = _LOOK[row.own.conduct]
    is_known = row.own.conduct is not Conduct.CANNOT_SAY
    return TableCell(short_words(row.own), color if is_known else "text2", glyph, 500, glyph_color=color)


def evidence_columns() -> tuple[TableColumn, ...]:
    """Return the columns of the requests that prove a verdict."""
    return (
        TableColumn("time", tr("Time"), _time, _time_of, 120, words=times_as_long_as_they_get()),
        TableColumn("target", tr("Target"), _target, _target_of, is_code=True, least=100),
        TableColumn("status", tr("Answer"), _status, _status_of, 64),
        TableColumn("rule", tr("Rule"), _rule, _rule_of, 80, words=(tr(_CLOSED_BY, line="9999"),)),
        TableColumn("place", tr("Line of the log"), _place, _place_of, 150, color="text2", hidden_below=620),
    )


def _time_of(line: LoggedLine) -> float:
    return line.moment.timestamp()


def _target_of(line: LoggedLine) -> str:
    return line.target


def _status_of(line: LoggedLine) -> int:
    return line.status


def _rule_of(line: LoggedLine) -> tuple[int, int]:
    return line.version, line.rule_line


def _place_of(line: LoggedLine) -> tuple[str, int]:
    return line.file, line.line


def _time(line: LoggedLine) -> TableCell:
    return TableCell(time_words(line.moment), "text2")


def _target(line: LoggedLine) -> TableCell:
    return TableCell(line.target)


def _status(line: LoggedLine) -> TableCell:
    return TableCell(str(line.status) if line.status else tr(_NOTHING))


def _rule(line: LoggedLine) -> TableCell:
    said = tr(_CLOSED_BY, line=str(line.rule_line))
    version = tr(_VERSION, number=line.version + 1)
    return TableCell(said, "blocked", spoken=WORDS.side_by_side((said, version)))


def _place(line: LoggedLine) -> TableCell:
    said = tr("{file}, line {line}, {address}", file=line.file, line=str(line.line), address=line.address)
    return TableCell(said)


def open_columns() -> tuple[TableColumn, ...]:
    """Return the columns of blocked paths that everybody can fetch."""
    return (
        TableColumn("open_target", tr("Path"), _open_target, _open_target_of, is_code=True),
        TableColumn("open_kind", tr("Looks like"), _open_kind, _open_kind_of, 260),
        TableColumn("open_rule", tr("Rule"), _open_rule, _open_rule_of, 80, words=(tr(_CLOSED_BY, line="9999"),)),
    )


def _open_target_of(path: OpenPath) -> str:
    return path.target


def _open_kind_of(path: OpenPath) -> Sequence[str]:
    return path.kinds


def _open_rule_of(path: OpenPath) -> int:
    return path.rule_line


def _open_target(path: OpenPath) -> TableCell:
    return TableCell(path.target)


def _open_kind(path: OpenPath) -> TableCell:
    return TableCell(WORDS.side_by_side(path.kinds), glyph=Glyph.WARNING, glyph_color="warning")


def _open_rule(path: OpenPath) -> TableCell:
    return TableCell(tr(_CLOSED_BY, line=str(path.rule_line)))
