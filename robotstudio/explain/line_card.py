"""Cards about a place in a line: a field, the product token of a crawler, or a rule."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.engine.dialects import DIALECTS, Dialect
from robotstudio.engine.directives import FIELDS, FieldFacts, Scope, field_name, honours
from robotstudio.engine.groups import Rule
from robotstudio.engine.paths import ASCII, encoded
from robotstudio.engine.samples import Sample, samples
from robotstudio.engine.tokens import Field, Line, LineFlag, parse_line
from robotstudio.explain.pattern_words import pattern_words
from robotstudio.explain.summary_words import MEANINGS, OBEYED_BY, OBEYED_BY_NONE, STATUSES, names_words
from robotstudio.explain.words import bytes_words, rule_piece, sample_words
from robotstudio.text.language import WORDS, Message, Plural, tr
from robotstudio.text.phrases import Argument, Phrase, Piece, PieceKind, printable, sentences

STANDARD = "https://www.rfc-editor.org/rfc/rfc9309"
STANDARD_DIALECT = "rfc9309"
_CHECKED_ON = "2026-11-20"
_MOST_SAMPLES = 3

BASICS: Mapping[Field, Message] = {
    Field.USER_AGENT: "Names a crawler that the rules below apply to; * stands for all that no group names.",
    Field.ALLOW: "Allows paths that match, even if a shorter Disallow blocks them.",
    Field.DISALLOW: "Blocks paths that match, unless a longer Allow opens them; an empty one blocks nothing.",
}
"""The meaning of the standard's fields; `MEANINGS` has the others."""

_SCOPES: Mapping[Scope, Message] = {
    Scope.GROUP: "Belongs to its group.",
    Scope.FILE: "Belongs to no group.",
}
_EVERYONE: Message = "Every crawler that follows RFC 9309 obeys it."
_STATUS: Message = "Status: {status}."
_TYPO: Message = "Spelled like this, only {readers} understand it; write {name}."
_PASSED_OVER: Message = "{title} ignores this line. Only {readers} read it as {name}."
_BY_PREFIX: Message = "{title} reads it as {name}, because it begins like that."
_UNKNOWN: Message = "Unknown field: crawlers ignore this line."
_SOURCE: Message = "{source}, checked on {date}"
_OPERATOR: Message = "{operator}. {purpose}."
_PURPOSE: Message = "{purpose}."
_READS_AS: Message = "Reads files in the {dialect} dialect."
_ASSUMES: Message = "Its operator has not documented how it reads files; assumed to read them as {dialect}."
_OBEYS: Mapping[str, Message] = {
    "yes": "Documented to follow robots.txt.",
    "partial": "Documented to follow robots.txt only in part.",
    "no": "Not documented to follow robots.txt.",
    "unknown": "Unknown if it follows robots.txt.",
}
_CONTROL: Message = "Control token: no crawler fetches under this name."
_FALLBACK: Message = "Without its own group, it follows that of {chain}."
_NAMED_ONLY: Message = "It never follows {star}: only a group that names it counts."
_STRANGER: Message = "Unknown crawler. A group for it takes effect if a crawler with this product token comes."
_ALL_OTHERS: Message = "All crawlers that no other group of this file names."
_LENGTH: Message = "{bytes} long: if rules compete, the longest match wins."
_SHOWN_BACKWARDS: Message = (
    "Right-to-left letters display the parts of this path in a different order. Crawlers compare it in this one: {path}"
)
_DROPPED: Message = "This crawler does not read it as a rule."
_DECIDES = Plural("Decides 1 of {total} URLs.", "Decides {count} of {total} URLs.")
_DECIDES_NONE: Message = "Decides none of {total} URLs."
_MATCHES = Plural("Matches 1 of {total} test URLs.", "Matches {count} of {total} test URLs.")
_AS: Message = "Read as {title}."
_ALSO: Message = "{title} also reads it as {rule}."
_SAMPLE: Message = "{url}  {why}"


class LineContext(Struct, frozen=True):
    """The context of the line: `reader` is the crawler as which the file is read, None for Google's reading.

    `decides` and `matches` are counts for the rule on the line, None if unknown.
    """

    crawlers: Sequence[Crawler] = ()
    reader: Crawler | None = None
    catalogue: Catalogue = CATALOGUE
    decides: int | None = None
    matches: int | None = None
    urls: int = 0

    @property
    def dialect(self) -> Dialect:
        """The dialect in which the file is read."""
        return DIALECTS[self.reader.dialect if self.reader else "google"]


class LineCard(Struct, frozen=True):
    """A title, paragraphs, samples (matching first), and the source."""

    title: Phrase
    paragraphs: tuple[Phrase, ...]
    matching: tuple[Phrase, ...] = ()
    missing: tuple[Phrase, ...] = ()
    source: str = ""


def card_at(raw: bytes, byte: int, context: LineContext) -> LineCard | None:
    """Return the card for a place in a line, given without its line end; None if there is none."""
    line = parse_line(raw, context.dialect.lines)
    if not line.key or (line.comment_start >= 0 and byte >= line.comment_start):
        return None
    if byte <= line.key_span.end or not line.value:
        return _field_card(raw, line, context)
    if line.field is Field.USER_AGENT:
        return _agent_card(line, context)
    return rule_card(line, context) if line.is_rule else _field_card(raw, line, context)


def rule_of(line: Line, dialect: Dialect) -> Rule | None:
    """Return the rule that a line is in a dialect, None if it is not one."""
    pattern = dialect.pattern_of(line.value) if line.is_rule else None
    return None if pattern is None else Rule(0, line.field is Field.ALLOW, line.value, pattern)


def rule_card(line: Line, context: LineContext) -> LineCard:
    """Describe what a rule matches, its length, and its effect on the test URLs."""
    dialect = context.dialect
    rule = rule_of(line, dialect)
    read_as = WORDS.phrase(_AS, title=printable(context.reader.title if context.reader else dialect.title))
    if rule is None:
        written = Rule(0, line.field is Field.ALLOW, line.value, line.value)
        return LineCard((rule_piece(written),), (WORDS.phrase(_DROPPED), read_as))
    length = WORDS.phrase(_LENGTH, bytes=bytes_words(rule.priority))
    counted = dialect.precedence.id == "longest"
    said = [pattern_words(rule.pattern, dialect.wildcards, rule.written)]
    said.append(sentences((*((length,) if counted and not rule.is_empty else ()), read_as)))
    said.append(_also_read(rule, dialect))
    said.append(sentences(_counts(context)))
    if _runs_backwards(rule.written):
        in_order = printable(encoded(rule.written, ASCII).decode("ascii"))
        said.append(WORDS.phrase(_SHOWN_BACKWARDS, path=Piece(in_order, PieceKind.URL)))
    found = samples(rule, dialect)
    return LineCard(
        (rule_piece(rule),),
        tuple(filter(None, said)),
        _sample_words([each for each in found if each.matches]),
        _sample_words([each for each in found if not each.matches]),
    )


def _also_read(rule: Rule, dialect: Dialect) -> Phrase:
    """Describe the other readings of a rule, such as that of `/dir/index.html` as `/dir/$`."""
    further = dialect.alternatives(rule) if dialect.alternatives else ()
    title = printable(dialect.title)
    return sentences(WORDS.phrase(_ALSO, title=title, rule=(rule_piece(each),)) for each in further)


def _runs_backwards(path: bytes) -> bool:
    """Return True if letters of a path, and what is between them, are displayed from right to left."""
    return not path.isascii() and any(
        unicodedata.bidirectional(letter) in {"R", "AL"} for letter in path.decode("utf-8", "replace")
    )


def _sample_words(found: Sequence[Sample]) -> tuple[Phrase, ...]:
    return tuple(
        WORDS.phrase(_SAMPLE, url=Piece(sample.path, PieceKind.URL), why=sample_words(sample))
        for sample in found[:_MOST_SAMPLES]
    )


def _counts(context: LineContext) -> Iterator[Phrase]:
    if context.matches is not None and context.urls:
        yield WORDS.counted_phrase(_MATCHES, context.matches, total=context.urls)
    if context.decides is not None and context.urls:
        if context.decides:
            yield WORDS.counted_phrase(_DECIDES, context.decides, total=context.urls)
        else:
            yield WORDS.phrase(_DECIDES_NONE, total=context.urls)


def readers_of(raw: bytes, field: Field) -> tuple[Dialect, ...]:
    """Return the dialects in which a line has some field."""
    return tuple(dialect for dialect in DIALECTS.values() if parse_line(raw, dialect.lines).field is field)


def _only_some(raw: bytes, line: Line) -> Phrase:
    """List the dialects that read a line which the standard does not know in this form; empty if it does."""
    readers = readers_of(raw, line.field)
    if any(dialect.id == STANDARD_DIALECT for dialect in readers):
        return ()
    right = _spelled(line.field) + ":" * bool(line.flags & LineFlag.MISSING_COLON)
    return WORDS.phrase(_TYPO, readers=_titles(readers), name=Piece(right, PieceKind.STRONG))


def _titles(dialects: Sequence[Dialect]) -> Phrase:
    return WORDS.listed([(Piece(dialect.title),) for dialect in dialects], most=len(dialects))


def _unknown_words(raw: bytes, context: LineContext) -> Phrase:
    """Describe a field that the reader does not know, and which dialects know it."""
    for field in (*BASICS, Field.SITEMAP):
        readers = readers_of(raw, field)
        if readers:
            name = Piece(_spelled(field), PieceKind.STRONG)
            title = context.dialect.title
            return WORDS.phrase(_PASSED_OVER, title=title, name=name, readers=_titles(readers))
    return WORDS.phrase(_UNKNOWN)


def _field_card(raw: bytes, line: Line, context: LineContext) -> LineCard:
    written = printable(line.key.decode("utf-8", "replace"))
    title: Phrase = (Piece(written, PieceKind.STRONG),)
    facts = FIELDS.get(written.lower()) or FIELDS.get(field_name(line))
    if line.field in BASICS and facts is None:
        some = _only_some(raw, line) or WORDS.phrase(_EVERYONE)
        said = [WORDS.phrase(BASICS[line.field]), some]
        return LineCard(title, tuple(said), source=_dated(STANDARD, _CHECKED_ON))
    if facts is None:
        return LineCard(title, (_unknown_words(raw, context),))
    read_as: Phrase = ()
    if line.field in BASICS:
        name = Piece(_spelled(line.field), PieceKind.STRONG)
        read_as = WORDS.phrase(_BY_PREFIX, title=context.dialect.title, name=name)
    elif line.field is Field.SITEMAP:
        read_as = _only_some(raw, line)
    return LineCard(
        (Piece(facts.title, PieceKind.STRONG),),
        tuple(filter(None, (*_field_words(facts, context), read_as))),
        source=_dated(facts.source, facts.checked_on),
    )


def _spelled(meaning: Field) -> str:
    return meaning.value.capitalize()


def _field_words(facts: FieldFacts, context: LineContext) -> Iterator[Phrase]:
    yield WORDS.phrase(MEANINGS[facts.id])
    status = WORDS.phrase(_STATUS, status=tr(STATUSES[facts.status]))
    yield sentences((WORDS.phrase(_SCOPES[facts.scope]), status))
    obeying = [crawler for crawler in context.crawlers if honours(crawler, facts.id)]
    if obeying:
        yield WORDS.phrase(OBEYED_BY, crawlers=names_words(obeying))
    else:
        yield WORDS.phrase(OBEYED_BY_NONE)


def _agent_card(line: Line, context: LineContext) -> LineCard:
    written = line.value.decode("utf-8", "replace")
    tokens = context.dialect.tokens_of(line.value)
    token = tokens[0].decode("utf-8", "replace") if tokens else written
    title: Phrase = (Piece(printable(written), PieceKind.STRONG),)
    if token == "*":
        return LineCard(title, (WORDS.phrase(_ALL_OTHERS),), source=_dated(STANDARD, _CHECKED_ON))
    crawler = context.catalogue.known(token) or context.catalogue.known(written)
    if crawler is None:
        return LineCard(title, (WORDS.phrase(_STRANGER),))
    said = tuple(filter(None, _crawler_words(crawler, context.catalogue)))
    title = (Piece(printable(crawler.title), PieceKind.STRONG),)
    return LineCard(title, said, source=_dated(crawler.source, crawler.checked_on))


def _crawler_words(crawler: Crawler, catalogue: Catalogue) -> Iterator[Phrase]:
    purpose = tr(catalogue.purposes.get(crawler.purpose, crawler.purpose))
    facts: dict[str, Argument] = {"operator": printable(crawler.operator), "purpose": purpose}
    yield WORDS.phrase(_OPERATOR if crawler.operator else _PURPOSE, **facts)
    reads = WORDS.phrase(_ASSUMES if crawler.assumed else _READS_AS, dialect=DIALECTS[crawler.dialect].title)
    obeys = WORDS.phrase(_OBEYS[crawler.obeys])
    control = WORDS.phrase(_CONTROL) if crawler.is_control else ()
    yield sentences((control, obeys, reads))
    yield sentences(_chain_words(crawler))
    if crawler.note:
        yield (Piece(printable(crawler.note)),)


def _chain_words(crawler: Crawler) -> Iterator[Phrase]:
    star: Phrase = (Piece("*", PieceKind.TOKEN),)
    chain: list[Phrase] = [(Piece(printable(token), PieceKind.TOKEN),) for token in crawler.fallback]
    if chain or crawler.uses_global:
        named = [*chain, star] if crawler.uses_global else chain
        yield WORDS.phrase(_FALLBACK, chain=WORDS.listed(named, tr("{before}, else {last}"), len(named)))
    if not crawler.uses_global:
        yield WORDS.phrase(_NAMED_ONLY, star=star)


def _dated(source: str, date: str) -> str:
    if not source or not date:
        return source
    return tr(_SOURCE, source=source, date=WORDS.day(date))
