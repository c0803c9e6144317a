"""Words for summaries, for lines other than rules, and for the reasons why dialects differ."""

from collections.abc import Iterator, Sequence
from math import ceil

from robotstudio.engine.access import Access, Exactness, Further
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directive_values import Address, Rate, Unreadable
from robotstudio.engine.directives import CrawlDelay, DelayEffect
from robotstudio.engine.disagreement import Divergence
from robotstudio.engine.groups import Rule
from robotstudio.engine.summary import MOST_PATTERNS, Card, FieldLine, Overview, Skipped, Summary
from robotstudio.engine.verdict import line_ranges
from robotstudio.explain import summary_templates as templates
from robotstudio.explain.words import STAR, crawler_name, line_piece, lines_words, rule_piece
from robotstudio.text.language import WORDS, ntr, tr
from robotstudio.text.phrases import (
    Argument,
    Phrase,
    Piece,
    PieceKind,
    as_markdown,
    as_text,
    printable,
    sentences,
)

_DAY = 86_400
_ACCESS = {  # by `is_control`
    False: (templates.ACCESS, templates.ACCESS_BY_RULES),
    True: (templates.USE, templates.USE_BY_RULES),
}
_MOST_NAMED, _MOST_SKIPPED, _LONGEST = 6, 8, 80


def card_words(card: Card) -> tuple[Phrase, ...]:
    """Describe crawlers with the same reading."""
    return (*summary_words(card.summary, card.tokens), *assumption_words(card.crawlers))


def assumption_words(crawlers: Sequence[Crawler]) -> Iterator[Phrase]:
    """List the crawlers whose reading is assumed, not published: a paragraph for each dialect."""
    silent = [crawler for crawler in crawlers if crawler.assumed]
    for dialect in dict.fromkeys(crawler.dialect for crawler in silent):
        named = [crawler for crawler in silent if crawler.dialect == dialect]
        known = DIALECTS.get(dialect)
        facts: dict[str, Argument] = {
            "crawlers": names_words(named),
            "dialect": known.title if known else dialect,
        }
        yield WORDS.phrase(templates.ASSUMED, **facts)


def summary_words(summary: Summary, tokens: Sequence[str] = ()) -> tuple[Phrase, ...]:
    """Describe a summary, a paragraph each: what may be fetched, the group, the pace, the rest.

    `tokens` are all tokens that lead to the group, if several crawlers share it.
    """
    paragraphs = (
        sentences((_access(summary), _further(summary), _exactly(summary))),
        sentences((group_words(summary, tokens), *crawler_words(summary))),
        delay_words(summary.delay) if summary.delay else (),
        preference_words(summary),
        sentences((_sitemaps(summary), cut_words(summary))),
        skipped_words(summary.skipped),
    )
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def _access(summary: Summary) -> Phrase:
    reach = summary.reach
    is_control = summary.crawler.is_control
    if reach.access is Access.NOTHING and summary.always_allowed and not is_control:
        return WORDS.phrase(templates.NOTHING_BUT_ROBOTS)
    plain, counted = _ACCESS[is_control]
    if reach.access in plain:
        return WORDS.phrase(plain[reach.access])
    return WORDS.counted_phrase(counted[reach.access], len(reach.rules), list=_rules(reach.rules))


def _further(summary: Summary) -> Phrase:
    reach = summary.reach
    if not reach.further:
        return ()
    is_exact = reach.exact is not Exactness.NOT_PROVEN
    forms = (templates.FURTHER_EXACTLY if is_exact else templates.FURTHER)[reach.access]
    items = [_further_rule(each, reach.access) for each in reach.further]
    listed = _some(items, [each.rule for each in reach.further])
    return WORDS.counted_phrase(forms, len(reach.further), list=listed)


def _further_rule(further: Further, access: Access) -> Phrase:
    rule, line = _rule(further.rule), line_piece(further.rule.line)
    if not further.lost_to:
        return WORDS.phrase(templates.RULE_WITH_LINE, rule=rule, line=line)
    form, lines = templates.LOST_TO[access], _lines(further.lost_to)
    return WORDS.counted_phrase(form, len(further.lost_to), rule=rule, line=line, lines=lines)


def _exactly(summary: Summary) -> Phrase:
    said = templates.EXACT.get(summary.reach.exact)
    return WORDS.phrase(said) if said and summary.reach.rules else ()


def _rules(rules: Sequence[Rule]) -> Phrase:
    items = [WORDS.phrase(templates.RULE_WITH_LINE, rule=_rule(rule), line=line_piece(rule.line)) for rule in rules]
    return _some(items, rules)


def _some(items: Sequence[Phrase], rules: Sequence[Rule]) -> Phrase:
    """List the first of some rules, and for the others their lines."""
    if len(items) <= MOST_PATTERNS:
        return WORDS.listed(items, most=MOST_PATTERNS)
    rest = rules[MOST_PATTERNS - 1 :]
    lines = _lines(sorted({rule.line for rule in rest}))
    more = WORDS.counted_phrase(templates.MORE_RULES, len(rest), lines=lines)
    return WORDS.listed([*items[: MOST_PATTERNS - 1], more], most=MOST_PATTERNS)


def _lines(numbers: Sequence[int]) -> Phrase:
    """Format lines of the file, consecutive ones as a range."""
    return lines_words(line_ranges(numbers))


def _rule(rule: Rule) -> Piece:
    # An alternative reading is shown as the line it comes from.
    return rule_piece(rule._replace(rewritten=False))


def group_words(summary: Summary, tokens: Sequence[str] = ()) -> Phrase:
    """Name the group that a crawler follows, or say that there is none."""
    named_only = not summary.crawler.uses_global
    if summary.token is None:
        return WORDS.phrase(templates.NO_GROUP_NAMED_ONLY if named_only else templates.NO_GROUP, star=STAR)
    facts: dict[str, Argument] = {
        "token": Piece(printable(summary.token), PieceKind.TOKEN),
        "tokens": _tokens(tokens or (summary.token,)),
        "lines": lines_words(summary.parts),
    }
    if len(summary.parts) > 1:
        return WORDS.counted_phrase(templates.GROUP_MERGED, len(summary.parts), **facts)
    if summary.token != "*":
        return WORDS.phrase(templates.GROUP, **facts)
    template = templates.GROUP_OF_ALL_ONLY if summary.crawler.is_any_other else templates.GROUP_OF_ALL
    return WORDS.phrase(template, **facts)


def crawler_words(summary: Summary) -> Iterator[Phrase]:
    """Yield what is special about a crawler: what it follows, and how far."""
    crawler = summary.crawler
    if not crawler.uses_global and summary.token is not None:
        yield WORDS.phrase(templates.NAMED_ONLY, star=STAR)
    if crawler.is_control:
        yield WORDS.phrase(templates.CONTROL)
    if crawler.obeys in {"no", "partial"}:
        yield WORDS.phrase(templates.OBEYS_NOT if crawler.obeys == "no" else templates.OBEYS_PARTLY)


def delay_words(delay: CrawlDelay) -> Phrase:
    """Describe the effect of a crawl-delay."""
    template = templates.NO_WAIT if _is_no_wait(delay) else templates.DELAYS[delay.effect]
    inherited = WORDS.phrase(templates.INHERITED, star=STAR) if delay.inherited else ()
    return sentences((WORDS.phrase(template, **_delay_facts(delay)), inherited))


def _is_no_wait(delay: CrawlDelay) -> bool:
    return delay.effect is DelayEffect.WAITS and not delay.seconds


def _delay_facts(delay: CrawlDelay) -> dict[str, Argument]:
    return {
        "line": line_piece(delay.line),
        "seconds": seconds_words(delay.seconds),
        "pages": delay.per_day or 0,
        "trouble": tr(templates.TROUBLES[delay.trouble]) if delay.trouble else "",
        "least": _number(delay.reading.least),
        "most": _number(delay.reading.most),
    }


def seconds_words(seconds: float | None) -> str:
    """Format a number of seconds."""
    return ntr(templates.SECONDS, _whole(seconds or 0), count=_number(seconds))


def _whole(value: float) -> int:
    """Return the integer that selects the plural form: a fraction counts as the next greater one, but never as one."""
    return int(value) if value == int(value) else max(2, ceil(value))


def _number(value: float | None) -> str:
    """Format with as many decimals as needed, at most nine digits in all."""
    value = value or 0
    decimals = len(f"{value:.9g}".partition(".")[2]) if value < 1e6 else 0
    return WORDS.number(value, decimals)


def _sitemaps(summary: Summary) -> Phrase:
    found = summary.sitemaps
    if not found:
        return ()
    lines = WORDS.listed([(line_piece(one.line),) for one in found], most=MOST_PATTERNS)
    return WORDS.counted_phrase(templates.SITEMAPS, len(found), line=lines)


def preference_words(summary: Summary) -> Phrase:
    """List the preferences about the use of what is fetched."""
    if not summary.preferences:
        return ()
    items = []
    for line, path, item in summary.preferences:
        template = templates.PREFERENCE_BELOW if path else templates.PREFERENCE
        facts: dict[str, Argument] = {
            "name": printable(item.name),
            "value": printable(item.value),
            "path": Piece(printable(path), PieceKind.URL),
        }
        items.append(WORDS.phrase(template, line=line_piece(line), **facts))
    return WORDS.phrase(templates.PREFERENCES, list=WORDS.listed(items, most=_MOST_NAMED))


def cut_words(summary: Summary) -> Phrase:
    """Say where a crawler stops reading, if it does."""
    if summary.cut is None:
        return ()
    if not summary.cut.byte:
        return WORDS.phrase(templates.NOTHING_READ)
    return WORDS.counted_phrase(templates.CUT, summary.cut.byte, line=line_piece(summary.cut.line))


def skipped_words(skipped: Sequence[Skipped]) -> Phrase:
    """List the lines that a crawler ignores."""
    if not skipped:
        return ()
    items = [
        WORDS.phrase(templates.SKIPS[one.why], name=_short(one.name), line=_first_line(one.lines)) for one in skipped
    ]
    return WORDS.phrase(templates.SKIPPED, list=WORDS.listed(items, most=_MOST_SKIPPED))


def _first_line(lines: Sequence[int]) -> Phrase:
    first = (line_piece(lines[0]),)
    if len(lines) == 1:
        return first
    return WORDS.counted_phrase(templates.SKIPPED_LINES, len(lines) - 1, line=first)


def _tokens(tokens: Sequence[str]) -> Phrase:
    return WORDS.listed([(Piece(printable(token), PieceKind.TOKEN),) for token in tokens], most=_MOST_NAMED)


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


# Lines other than rules


def written_words(line: FieldLine) -> str:
    """Format a line as written, shortened."""
    return _short(f"{line.directive.facts.title}: {line.directive.written}".rstrip())


def status_words(line: FieldLine) -> str:
    """Describe the status of a field."""
    return tr(templates.STATUSES[line.directive.facts.status])


def field_words(line: FieldLine) -> Phrase:
    """Describe a line: its meaning, its value, and which crawlers obey it."""
    facts, value = line.directive.facts, line.directive.value
    said = [WORDS.phrase(templates.MEANINGS[facts.id])]
    if isinstance(value, Unreadable) and not line.delays:
        said.append(WORDS.phrase(templates.UNREADABLE, trouble=tr(templates.TROUBLES[value.trouble])))
    if isinstance(value, Address) and not value.is_absolute:
        said.append(WORDS.phrase(templates.RELATIVE))
    if isinstance(value, Rate):
        said.append(_rate_words(value))
    if facts.scope == "group" and line.directive.group is None:
        said.append(WORDS.phrase(templates.OUTSIDE))
    return sentences((*said, *_obeyed_words(line)))


def _rate_words(rate: Rate) -> Phrase:
    requests = ntr(templates.REQUESTS, rate.requests)
    hours = rate.hours
    span = _DAY if hours is None else (hours.end - hours.start) % (24 * 60) * 60 or _DAY
    pages = rate.requests * span // rate.seconds
    facts: dict[str, Argument] = {"requests": requests, "seconds": seconds_words(rate.seconds)}
    return WORDS.phrase(templates.RATE, **facts, pages=pages)


def _obeyed_words(line: FieldLine) -> Iterator[Phrase]:
    if not line.obeyed_by:
        yield WORDS.phrase(templates.OBEYED_BY_NONE)
        return
    if not line.delays:
        yield WORDS.phrase(templates.OBEYED_BY, crawlers=names_words(line.obeyed_by))
        return
    alike: dict[object, list[tuple[Crawler, CrawlDelay]]] = {}
    for crawler, delay in line.delays:
        alike.setdefault(delay.merge_key, []).append((crawler, delay))
    for found in alike.values():
        names, delay = names_words([crawler for crawler, _ in found]), found[0][1]
        inherited = WORDS.phrase(templates.INHERITED, star=STAR) if delay.inherited else ()
        template = templates.NO_WAIT_OF if _is_no_wait(delay) else templates.DELAYS_OF[delay.effect]
        said = WORDS.counted_phrase(template, len(found), names=names, **_delay_facts(delay))
        yield sentences((said, inherited))


def names_words(crawlers: Sequence[Crawler], most: int = _MOST_NAMED) -> Phrase:
    """List the names; “any other” comes last."""
    order = sorted(crawlers, key=lambda crawler: crawler.is_any_other)
    return WORDS.listed([(Piece(crawler_name(one, first=not n)),) for n, one in enumerate(order)], most=most)


# Why dialects differ


def divergence_words(mismatch_clause: Divergence) -> str:
    """Contrast the crawler's reading with RFC 9309's in a few words: `first match / longest match`."""
    ours, standard = templates.READINGS[mismatch_clause.axis, mismatch_clause.detail]
    return templates.BOTH_READINGS.format(ours=tr(ours), standard=tr(standard))


def reading_words(mismatch_clause: Divergence) -> str:
    """Describe the crawler's reading in a few words: `first match`."""
    return tr(templates.READINGS[mismatch_clause.axis, mismatch_clause.detail][0])


def divergence_sentence(mismatch_clause: Divergence, crawler: Crawler) -> str:
    """Contrast both readings in a sentence that names the crawler and both verdicts."""
    verdicts = (tr(templates.MAY_NOT), tr(templates.MAY))
    return tr(
        templates.DIVERGES,
        crawler=crawler_name(crawler),
        verdict=verdicts[mismatch_clause.allowed],
        standard=verdicts[not mismatch_clause.allowed],
        reason=divergence_words(mismatch_clause),
    )


# For copying


def overview_text(overview: Overview, *, markdown: bool = False) -> str:
    """Format everything as plain text, or as Markdown."""
    told = as_markdown if markdown else as_text
    head, gap = ("## ", "\n\n") if markdown else ("", "\n")
    blocks = []
    for card in overview.cards:
        title = head + told(names_words(card.crawlers, len(card.crawlers)))
        blocks.append(gap.join((title, *map(told, card_words(card)))))
    if overview.lines:
        rows = [f"- {told(_line_words(line))}" for line in overview.lines]
        blocks.append("\n".join((head + tr(templates.OTHER_LINES), *([""] if markdown else []), *rows)))
    return "\n\n".join(blocks) + "\n"


def _line_words(line: FieldLine) -> Phrase:
    written = Piece(written_words(line), PieceKind.URL)
    told = WORDS.phrase(templates.FIELD_LINE, line=line_piece(line.directive.line), written=written)
    return sentences((told, field_words(line)))


def more_lines_words(count: int) -> Phrase:
    """Describe how many lines are not listed."""
    return WORDS.counted_phrase(templates.MORE_LINES, count)
