"""What the file says to crawlers of AI: who is named, by which rule, what is open to whom; and its other wishes."""

from collections.abc import Iterator
from typing import Final

from robotstudio.app.policy.overview import HEEDS, PolicyRow, PurposeRow
from robotstudio.app.policy.signals import READERS
from robotstudio.app.policy.words import ACCESS, contradiction_words
from robotstudio.app.report.model import Block, Cell, Column, Kind, Prose, Table, plain
from robotstudio.app.report.subject import Findings, Wanted
from robotstudio.engine.language import Message, Plural, Words

AI_PURPOSES: Final = frozenset({"ai-training", "ai-search", "ai-assistant"})
_PURPOSE = Plural(
    "{title}: the file names {named} of {count} crawler, and keeps {closed} out.",
    "{title}: the file names {named} of {count} crawlers, and keeps {closed} out.",
)
_CRAWLERS: Message = "Crawlers of AI"
_WISHES: Message = "What the file wishes beside its rules"
_LIMITS: Message = "robots.txt asks; it keeps nobody out who does not heed it."


def build(found: Findings, _wanted: Wanted, words: Words) -> Iterator[Block]:
    """The purposes in a sentence each, then the crawlers, then the wishes."""
    purposes = [row for row in found.policy if row.id in AI_PURPOSES]
    for purpose in purposes:
        said, named, closed = words.say(purpose.title), purpose.named, purpose.closed
        yield Prose(plain(words.count(_PURPOSE, len(purpose.rows), title=said, named=named, closed=closed)))
    yield Prose(plain(words.say(_LIMITS)), quiet=True)
    heads = (
        Column("purpose", words.say("Purpose")),
        Column("crawler", words.say("Crawler")),
        Column("operator", words.say("Operator")),
        Column("obeys", words.say("Obeys")),
        Column("named_in", words.say("Named in line"), Kind.NUMBER),
        Column("rule", words.say("Rule in line"), Kind.NUMBER),
        Column("access", words.say("What is open to it")),
    )
    yield Table("ai_crawlers", words.say(_CRAWLERS), heads, tuple(_rows(purposes, words)))
    yield from _wishes(found, words)


def _rows(purposes: list[PurposeRow], words: Words) -> Iterator[tuple[Cell, ...]]:
    """Those that the file names first: of the others there are many, and they are alike."""
    for purpose in purposes:
        for row in sorted(purpose.rows, key=lambda each: each.named_in is None):
            yield _row(words.say(purpose.title), row, words)


def _row(purpose: str, row: PolicyRow, words: Words) -> tuple[Cell, ...]:
    crawler, access = row.crawler, words.say(ACCESS[row.reach.access])
    return purpose, crawler.title, crawler.operator, words.say(HEEDS[row.heeds]), row.named_in, row.rule, access


def _wishes(found: Findings, words: Words) -> Iterator[Block]:
    wishes = found.wishes
    if not wishes.wishes:
        return
    heads = (
        Column("line", words.say("Line"), Kind.NUMBER),
        Column("field", words.say("Field"), Kind.CODE),
        Column("value", words.say("Value"), Kind.CODE),
        Column("read_by", words.say("Who reads it")),
    )
    rows = tuple((each.line, each.title, each.written, words.say(READERS[each.field])) for each in wishes.wishes)
    yield Table("wishes", words.say(_WISHES), heads, rows)
    for clash in wishes.contradictions:
        yield Prose(plain(contradiction_words(clash, words)))
