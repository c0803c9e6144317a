"""What the file says to AI crawlers: who is named, by which rule, what is open to whom; and its other wishes."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from robotstudio.policy.overview import OBEDIENCE_WORDS, PolicyRow, PurposeRow
from robotstudio.policy.signals import READERS
from robotstudio.policy.words import ACCESS, contradiction_words
from robotstudio.report.model import Block, Cell, CellKind, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import Message, Plural, Words

if TYPE_CHECKING:
    from robotstudio.engine.access import Access

AI_PURPOSES: Final = frozenset({"ai-training", "ai-search", "ai-assistant"})
_PURPOSE = Plural(
    "{title}: the file names {named} of {count} crawler, and keeps {closed} out.",
    "{title}: the file names {named} of {count} crawlers, and keeps {closed} out.",
)
_UNNAMED = Plural(
    "For {count} crawler that the file does not name, {access}: {crawlers}.",
    "For {count} crawlers that the file does not name, {access}: {crawlers}.",
)
_MOST_NAMED: Final = 12
_CRAWLERS: Message = "Crawlers of AI, those first that the file names"
_WISHES: Message = "What the file wishes beside its rules"
_LIMITS: Message = "robots.txt asks; it keeps nobody out who does not heed it."


def build(found: Findings, _wanted: ReportChoices, words: Words) -> Iterator[Block]:
    """Build a sentence for each purpose, then the crawlers, then the wishes."""
    purposes = [row for row in found.policy if row.id in AI_PURPOSES]
    for purpose in purposes:
        said, named, closed = words.say(purpose.title), purpose.named, purpose.closed
        yield Prose(plain(words.count(_PURPOSE, len(purpose.rows), title=said, named=named, closed=closed)))
    yield from _unnamed(purposes, words)
    yield Prose(plain(words.say(_LIMITS)), quiet=True)
    heads = (
        ReportColumn("purpose", words.say("Purpose")),
        ReportColumn("crawler", words.say("Crawler")),
        ReportColumn("operator", words.say("Operator")),
        ReportColumn("obeys", words.say("Obeys")),
        ReportColumn("named_in", words.say("Named in line"), CellKind.NUMBER),
        ReportColumn("rule", words.say("Rule in line"), CellKind.NUMBER),
        ReportColumn("access", words.say("What is open to it")),
    )
    rows = [(words.say(purpose.title), row) for purpose in purposes for row in purpose.rows]
    rows.sort(key=lambda each: each[1].named_in is None)
    named = sum(row.named_in is not None for _, row in rows)
    cells = tuple(_row(title, row, words) for title, row in rows)
    yield ReportTable("ai_crawlers", words.say(_CRAWLERS), heads, cells, named)
    yield from _wishes(found, words)


def _unnamed(purposes: Iterable[PurposeRow], words: Words) -> Iterator[Prose]:
    """Say what is open to those that the file does not name: there are many, and most have the same access."""
    alike: dict[Access, list[str]] = {}
    for row in (row for purpose in purposes for row in purpose.rows if row.named_in is None):
        alike.setdefault(row.reach.access, []).append(row.crawler.title)
    for access, titles in alike.items():
        said, names = words.say(ACCESS[access]), words.listed_text(titles, most=_MOST_NAMED)
        yield Prose(plain(words.count(_UNNAMED, len(titles), access=said, crawlers=names)))


def _row(purpose: str, row: PolicyRow, words: Words) -> tuple[Cell, ...]:
    crawler, access = row.crawler, words.say(ACCESS[row.reach.access])
    return (
        purpose,
        crawler.title,
        crawler.operator,
        words.say(OBEDIENCE_WORDS[row.obedience]),
        row.named_in,
        row.rule,
        access,
    )


def _wishes(found: Findings, words: Words) -> Iterator[Block]:
    wishes = found.wishes
    if not wishes.wishes:
        return
    heads = (
        ReportColumn("line", words.say("Line"), CellKind.NUMBER),
        ReportColumn("field", words.say("Field"), CellKind.CODE),
        ReportColumn("value", words.say("Value"), CellKind.CODE),
        ReportColumn("read_by", words.say("Who reads it")),
    )
    rows = tuple((each.line, each.title, each.written, words.say(READERS[each.field])) for each in wishes.wishes)
    yield ReportTable("wishes", words.say(_WISHES), heads, rows)
    for clash in wishes.contradictions:
        yield Prose(plain(contradiction_words(clash, words)))
