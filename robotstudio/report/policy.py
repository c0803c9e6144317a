"""Section about AI crawlers: named ones, their rules, what is open to each; and the other preferences."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from robotstudio.fetch.address import shown
from robotstudio.policy.meant import Answer, UseReport
from robotstudio.policy.meant_words import contradiction_words as clash_words
from robotstudio.policy.meant_words import effect_words, place_words, said_words, title_of, use_title
from robotstudio.policy.overview import OBEDIENCE_WORDS, PolicyRow, PurposeRow
from robotstudio.policy.signals import READERS
from robotstudio.policy.words import ACCESS, contradiction_words
from robotstudio.report.model import Audience, Block, Cell, CellKind, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

if TYPE_CHECKING:
    from robotstudio.engine.access import Access

AI_PURPOSES: Final = frozenset({"ai-training", "ai-search", "ai-assistant"})
_PURPOSE = Plural(
    "{title}: the file names {named} of {count} crawler and blocks {closed}.",
    "{title}: the file names {named} of {count} crawlers and blocks {closed}.",
)
_NONE_CLOSED: Message = "{title}: none of the {count} known crawlers is blocked."
_SOME_CLOSED = Plural(
    "{title}: {closed} of {count} known crawler blocked.",
    "{title}: {closed} of {count} known crawlers blocked.",
)
_ALL_CLOSED: Message = "{title}: all {count} known crawlers are blocked."
_UNNAMED = Plural(
    "Not named in the file, {access}: {count} crawler, {crawlers}.",
    "Not named in the file, {access}: {count} crawlers, {crawlers}.",
)
_MEANINGS: Final[Mapping[str, Message]] = {
    "ai-search": "Its answers have links to the pages that they are from.",
    "ai-assistant": "A page is fetched because a person asks about it.",
    "ai-training": "The texts become part of a model, which sends nobody to the pages.",
}
_BY_NAME: Message = "Blocked by name: {crawlers}."
_MOST_NAMED: Final = 12
_CRAWLERS: Message = "AI crawlers, named ones first"
_WISHES: Message = "Preferences of the file beside its rules"
_MEANT: Message = "What the site says about the use of {url}"
_NOTHING_MEANT: Message = "nothing beside the rules."
_NO_RANK: Message = "No specification ranks above another: what contradicts is decided by whoever reads it."
_READ_ON: Message = "Fetched on {day}."
_LIMITS: Message = "robots.txt asks; it does not stop crawlers that ignore it."


def build(found: Findings, wanted: ReportChoices) -> Iterator[Block]:
    """Build a sentence for each purpose, then the crawlers, then the wishes."""
    purposes = [row for row in found.policy if row.id in AI_PURPOSES]
    is_plain = wanted.audience is Audience.CLIENT
    for purpose in purposes:
        said, named, closed = tr(purpose.title), purpose.named, purpose.closed
        if is_plain:
            words = (_closed_words(purpose), tr(_MEANINGS[purpose.id]), blocked_by_name(purpose, _MOST_NAMED))
            yield Prose(plain(WORDS.sentences(filter(None, words))))
        else:
            yield Prose(plain(ntr(_PURPOSE, len(purpose.rows), title=said, named=named, closed=closed)))
    if not is_plain:
        yield from _unnamed(purposes)
    yield Prose(plain(tr(_LIMITS)), quiet=True)
    heads = (
        ReportColumn("purpose", tr("Purpose")),
        ReportColumn("crawler", tr("Crawler")),
        ReportColumn("operator", tr("Operator")),
        ReportColumn("obeys", tr("Obeys")),
        ReportColumn("named_in", tr("Named in line"), CellKind.NUMBER),
        ReportColumn("rule", tr("Rule in line"), CellKind.NUMBER),
        ReportColumn("access", tr("Allowed for it")),
    )
    rows = [(tr(purpose.title), row) for purpose in purposes for row in purpose.rows]
    rows.sort(key=lambda each: each[1].named_in is None)
    named = sum(row.named_in is not None for _, row in rows)
    cells = tuple(_row(title, row) for title, row in rows)
    yield ReportTable("ai_crawlers", tr(_CRAWLERS), heads, cells, named)
    yield from _wishes(found)
    if found.subject.meant is not None:
        yield from _meant(found.subject.meant)


def _meant(meant: UseReport) -> Iterator[Block]:
    """Say what the site says about the use of one page beside the rules; statements that do not count are left out."""
    at = min((evidence.fetched_at for evidence in meant.evidence), default=None)
    counting = [each for each in meant.statements if each.counts and each.answer is not Answer.SILENT]
    heads = (
        ReportColumn("use", tr("Use")),
        ReportColumn("statement", tr("Statement")),
        ReportColumn("where", tr("Where")),
        ReportColumn("says", tr("Says")),
        ReportColumn("beside", tr("Beside the rules")),
    )
    rows = tuple(
        (use_title(each.use), title_of(each), place_words(each), said_words(each), effect_words(each))
        for each in counting
    )
    title = tr(_MEANT, url=shown(meant.url))
    if rows:
        yield ReportTable("meant", title, heads, rows, _MOST_NAMED)
    else:
        yield Prose(plain(WORDS.about(title, tr(_NOTHING_MEANT))))
    yield from (Prose(plain(clash_words(clash))) for clash in meant.contradictions)
    day = tr(_READ_ON, day=WORDS.date(at)) if at else ""
    yield Prose(plain(WORDS.sentences(filter(None, (tr(_NO_RANK), day)))), quiet=True)


def _closed_words(purpose: PurposeRow) -> str:
    """Say how many crawlers of a purpose are blocked."""
    said, count = tr(purpose.title), len(purpose.rows)
    if purpose.closed and purpose.closed < count:
        return ntr(_SOME_CLOSED, count, title=said, closed=purpose.closed)
    return tr(_ALL_CLOSED if purpose.closed else _NONE_CLOSED, title=said, count=count)


def blocked_by_name(purpose: PurposeRow, most: int) -> str:
    """Name the crawlers of a purpose that the file blocks by name; "" if there are none."""
    titles = [row.crawler.title for row in purpose.rows if row.is_closed and row.named_in is not None]
    return tr(_BY_NAME, crawlers=WORDS.listed_text(titles, most=most)) if titles else ""


def _unnamed(purposes: Iterable[PurposeRow]) -> Iterator[Prose]:
    """Say what is open to those that the file does not name: there are many, and most have the same access."""
    alike: dict[Access, list[str]] = {}
    for row in (row for purpose in purposes for row in purpose.rows if row.named_in is None):
        alike.setdefault(row.reach.access, []).append(row.crawler.title)
    for access, titles in alike.items():
        said, names = tr(ACCESS[access]), WORDS.listed_text(titles, most=_MOST_NAMED)
        yield Prose(plain(ntr(_UNNAMED, len(titles), access=said, crawlers=names)))


def _row(purpose: str, row: PolicyRow) -> tuple[Cell, ...]:
    crawler, access = row.crawler, tr(ACCESS[row.reach.access])
    return (
        purpose,
        crawler.title,
        crawler.operator,
        tr(OBEDIENCE_WORDS[row.obedience]),
        row.named_in,
        row.rule,
        access,
    )


def _wishes(found: Findings) -> Iterator[Block]:
    wishes = found.wishes
    if not wishes.wishes:
        return
    heads = (
        ReportColumn("line", tr("Line"), CellKind.NUMBER),
        ReportColumn("field", tr("Field"), CellKind.CODE),
        ReportColumn("value", tr("Value"), CellKind.CODE),
        ReportColumn("read_by", tr("Read by")),
    )
    rows = tuple((each.line, each.title, each.written, tr(READERS[each.field])) for each in wishes.wishes)
    yield ReportTable("wishes", tr(_WISHES), heads, rows)
    for clash in wishes.contradictions:
        yield Prose(plain(contradiction_words(clash)))
