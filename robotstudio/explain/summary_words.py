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
from robotstudio.text.language import ENGLISH, Words
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


def card_words(card: Card, words: Words = ENGLISH) -> tuple[Phrase, ...]:
    """Describe crawlers with the same reading."""
    return (*summary_words(card.summary, words, card.tokens), *_assumptions(card.crawlers, words))


def _assumptions(crawlers: Sequence[Crawler], words: Words) -> Iterator[Phrase]:
    """List the crawlers whose reading is assumed, not published: a paragraph for each dialect."""
    silent = [crawler for crawler in crawlers if crawler.assumed]
    for dialect in dict.fromkeys(crawler.dialect for crawler in silent):
        named = [crawler for crawler in silent if crawler.dialect == dialect]
        known = DIALECTS.get(dialect)
        facts: dict[str, Argument] = {
            "crawlers": names_words(named, words),
            "dialect": known.title if known else dialect,
        }
        yield words.phrase(templates.ASSUMED, **facts)


def summary_words(summary: Summary, words: Words = ENGLISH, tokens: Sequence[str] = ()) -> tuple[Phrase, ...]:
    """Describe a summary, a paragraph each: what may be fetched, the group, the pace, the rest.

    `tokens` are all tokens that lead to the group, if several crawlers share it.
    """
    paragraphs = (
        sentences((_access(summary, words), _further(summary, words), _exactly(summary, words))),
        sentences((_group(summary, tokens, words), *_notes(summary, words))),
        delay_words(summary.delay, words) if summary.delay else (),
        _preferences(summary, words),
        sentences((_sitemaps(summary, words), _cut(summary, words))),
        _skipped(summary.skipped, words),
    )
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def _access(summary: Summary, words: Words) -> Phrase:
    reach = summary.reach
    is_control = summary.crawler.is_control
    if reach.access is Access.NOTHING and summary.always_allowed and not is_control:
        return words.phrase(templates.NOTHING_BUT_ROBOTS)
    plain, counted = _ACCESS[is_control]
    if reach.access in plain:
        return words.phrase(plain[reach.access])
    return words.counted_phrase(counted[reach.access], len(reach.rules), list=_rules(reach.rules, words))


def _further(summary: Summary, words: Words) -> Phrase:
    reach = summary.reach
    if not reach.further:
        return ()
    is_exact = reach.exact is not Exactness.NOT_PROVEN
    forms = (templates.FURTHER_EXACTLY if is_exact else templates.FURTHER)[reach.access]
    items = [_further_rule(each, reach.access, words) for each in reach.further]
    listed = _some(items, [each.rule for each in reach.further], words)
    return words.counted_phrase(forms, len(reach.further), list=listed)


def _further_rule(further: Further, access: Access, words: Words) -> Phrase:
    rule, line = _rule(further.rule), line_piece(further.rule.line, words)
    if not further.lost_to:
        return words.phrase(templates.RULE_WITH_LINE, rule=rule, line=line)
    form, lines = templates.LOST_TO[access], _lines(further.lost_to, words)
    return words.counted_phrase(form, len(further.lost_to), rule=rule, line=line, lines=lines)


def _exactly(summary: Summary, words: Words) -> Phrase:
    said = templates.EXACT.get(summary.reach.exact)
    return words.phrase(said) if said and summary.reach.rules else ()


def _rules(rules: Sequence[Rule], words: Words) -> Phrase:
    items = [
        words.phrase(templates.RULE_WITH_LINE, rule=_rule(rule), line=line_piece(rule.line, words)) for rule in rules
    ]
    return _some(items, rules, words)


def _some(items: Sequence[Phrase], rules: Sequence[Rule], words: Words) -> Phrase:
    """List the first of some rules, and for the others their lines."""
    if len(items) <= MOST_PATTERNS:
        return words.listed(items, most=MOST_PATTERNS)
    rest = rules[MOST_PATTERNS - 1 :]
    lines = _lines(sorted({rule.line for rule in rest}), words)
    more = words.counted_phrase(templates.MORE_RULES, len(rest), lines=lines)
    return words.listed([*items[: MOST_PATTERNS - 1], more], most=MOST_PATTERNS)


def _lines(numbers: Sequence[int], words: Words) -> Phrase:
    """Format lines of the file, consecutive ones as a range."""
    return lines_words(line_ranges(numbers), words)


def _rule(rule: Rule) -> Piece:
    # An alternative reading is shown as the line it comes from.
    return rule_piece(rule._replace(rewritten=False))


def _group(summary: Summary, tokens: Sequence[str], words: Words) -> Phrase:
    named_only = not summary.crawler.uses_global
    if summary.token is None:
        return words.phrase(templates.NO_GROUP_NAMED_ONLY if named_only else templates.NO_GROUP, star=STAR)
    facts: dict[str, Argument] = {
        "token": Piece(printable(summary.token), PieceKind.TOKEN),
        "tokens": _tokens(tokens or (summary.token,), words),
        "lines": lines_words(summary.parts, words),
    }
    if len(summary.parts) > 1:
        return words.counted_phrase(templates.GROUP_MERGED, len(summary.parts), **facts)
    if summary.token != "*":
        return words.phrase(templates.GROUP, **facts)
    template = templates.GROUP_OF_ALL_ONLY if summary.crawler.is_any_other else templates.GROUP_OF_ALL
    return words.phrase(template, **facts)


def _notes(summary: Summary, words: Words) -> Iterator[Phrase]:
    crawler = summary.crawler
    if not crawler.uses_global and summary.token is not None:
        yield words.phrase(templates.NAMED_ONLY, star=STAR)
    if crawler.is_control:
        yield words.phrase(templates.CONTROL)
    if crawler.obeys in {"no", "partial"}:
        yield words.phrase(templates.OBEYS_NOT if crawler.obeys == "no" else templates.OBEYS_PARTLY)


def delay_words(delay: CrawlDelay, words: Words = ENGLISH) -> Phrase:
    """Describe the effect of a crawl-delay."""
    template = templates.NO_WAIT if _is_no_wait(delay) else templates.DELAYS[delay.effect]
    inherited = words.phrase(templates.INHERITED, star=STAR) if delay.inherited else ()
    return sentences((words.phrase(template, **_delay_facts(delay, words)), inherited))


def _is_no_wait(delay: CrawlDelay) -> bool:
    return delay.effect is DelayEffect.WAITS and not delay.seconds


def _delay_facts(delay: CrawlDelay, words: Words) -> dict[str, Argument]:
    return {
        "line": line_piece(delay.line, words),
        "seconds": seconds_words(delay.seconds, words),
        "pages": delay.per_day or 0,
        "trouble": words.say(templates.TROUBLES[delay.trouble]) if delay.trouble else "",
        "least": _number(delay.reading.least, words),
        "most": _number(delay.reading.most, words),
    }


def seconds_words(seconds: float | None, words: Words = ENGLISH) -> str:
    """Format a number of seconds."""
    return words.count(templates.SECONDS, _whole(seconds or 0), count=_number(seconds, words))


def _whole(value: float) -> int:
    """Return the integer that selects the plural form: a fraction counts as the next greater one, but never as one."""
    return int(value) if value == int(value) else max(2, ceil(value))


def _number(value: float | None, words: Words) -> str:
    """Format with as many decimals as needed, at most nine digits in all."""
    value = value or 0
    decimals = len(f"{value:.9g}".partition(".")[2]) if value < 1e6 else 0
    return words.number(value, decimals)


def _sitemaps(summary: Summary, words: Words) -> Phrase:
    found = summary.sitemaps
    if not found:
        return ()
    lines = words.listed([(line_piece(one.line, words),) for one in found], most=MOST_PATTERNS)
    return words.counted_phrase(templates.SITEMAPS, len(found), line=lines)


def _preferences(summary: Summary, words: Words) -> Phrase:
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
        items.append(words.phrase(template, line=line_piece(line, words), **facts))
    return words.phrase(templates.PREFERENCES, list=words.listed(items, most=_MOST_NAMED))


def _cut(summary: Summary, words: Words) -> Phrase:
    if summary.cut is None:
        return ()
    if not summary.cut.byte:
        return words.phrase(templates.NOTHING_READ)
    return words.counted_phrase(templates.CUT, summary.cut.byte, line=line_piece(summary.cut.line, words))


def _skipped(skipped: Sequence[Skipped], words: Words) -> Phrase:
    if not skipped:
        return ()
    items = [
        words.phrase(templates.SKIPS[one.why], name=_short(one.name), line=_first_line(one.lines, words))
        for one in skipped
    ]
    return words.phrase(templates.SKIPPED, list=words.listed(items, most=_MOST_SKIPPED))


def _first_line(lines: Sequence[int], words: Words) -> Phrase:
    first = (line_piece(lines[0], words),)
    if len(lines) == 1:
        return first
    return words.counted_phrase(templates.SKIPPED_LINES, len(lines) - 1, line=first)


def _tokens(tokens: Sequence[str], words: Words) -> Phrase:
    return words.listed([(Piece(printable(token), PieceKind.TOKEN),) for token in tokens], most=_MOST_NAMED)


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


# Lines other than rules


def written_words(line: FieldLine) -> str:
    """Format a line as written, shortened."""
    return _short(f"{line.directive.facts.title}: {line.directive.written}".rstrip())


def status_words(line: FieldLine, words: Words = ENGLISH) -> str:
    """Describe the status of a field."""
    return words.say(templates.STATUSES[line.directive.facts.status])


def field_words(line: FieldLine, words: Words = ENGLISH) -> Phrase:
    """Describe a line: its meaning, its value, and which crawlers obey it."""
    facts, value = line.directive.facts, line.directive.value
    said = [words.phrase(templates.MEANINGS[facts.id])]
    if isinstance(value, Unreadable) and not line.delays:
        said.append(words.phrase(templates.UNREADABLE, trouble=words.say(templates.TROUBLES[value.trouble])))
    if isinstance(value, Address) and not value.is_absolute:
        said.append(words.phrase(templates.RELATIVE))
    if isinstance(value, Rate):
        said.append(_rate_words(value, words))
    if facts.scope == "group" and line.directive.group is None:
        said.append(words.phrase(templates.OUTSIDE))
    return sentences((*said, *_obeyed_words(line, words)))


def _rate_words(rate: Rate, words: Words) -> Phrase:
    requests = words.count(templates.REQUESTS, rate.requests)
    hours = rate.hours
    span = _DAY if hours is None else (hours.end - hours.start) % (24 * 60) * 60 or _DAY
    pages = rate.requests * span // rate.seconds
    facts: dict[str, Argument] = {"requests": requests, "seconds": seconds_words(rate.seconds, words)}
    return words.phrase(templates.RATE, **facts, pages=pages)


def _obeyed_words(line: FieldLine, words: Words) -> Iterator[Phrase]:
    if not line.obeyed_by:
        yield words.phrase(templates.OBEYED_BY_NONE)
        return
    if not line.delays:
        yield words.phrase(templates.OBEYED_BY, crawlers=names_words(line.obeyed_by, words))
        return
    alike: dict[object, list[tuple[Crawler, CrawlDelay]]] = {}
    for crawler, delay in line.delays:
        alike.setdefault(delay.merge_key, []).append((crawler, delay))
    for found in alike.values():
        names, delay = names_words([crawler for crawler, _ in found], words), found[0][1]
        inherited = words.phrase(templates.INHERITED, star=STAR) if delay.inherited else ()
        template = templates.NO_WAIT_OF if _is_no_wait(delay) else templates.DELAYS_OF[delay.effect]
        said = words.counted_phrase(template, len(found), names=names, **_delay_facts(delay, words))
        yield sentences((said, inherited))


def names_words(crawlers: Sequence[Crawler], words: Words = ENGLISH, most: int = _MOST_NAMED) -> Phrase:
    """List the names; “any other” comes last."""
    order = sorted(crawlers, key=lambda crawler: crawler.is_any_other)
    return words.listed([(Piece(crawler_name(one, words, first=not n)),) for n, one in enumerate(order)], most=most)


# Why dialects differ


def divergence_words(mismatch_clause: Divergence, words: Words = ENGLISH) -> str:
    """Contrast the crawler's reading with RFC 9309's in a few words: `first match / longest match`."""
    ours, standard = templates.READINGS[mismatch_clause.axis, mismatch_clause.detail]
    return templates.BOTH_READINGS.format(ours=words.say(ours), standard=words.say(standard))


def reading_words(mismatch_clause: Divergence, words: Words = ENGLISH) -> str:
    """Describe the crawler's reading in a few words: `first match`."""
    return words.say(templates.READINGS[mismatch_clause.axis, mismatch_clause.detail][0])


def divergence_sentence(mismatch_clause: Divergence, crawler: Crawler, words: Words = ENGLISH) -> str:
    """Contrast both readings in a sentence that names the crawler and both verdicts."""
    verdicts = (words.say(templates.MAY_NOT), words.say(templates.MAY))
    return words.say(
        templates.DIVERGES,
        crawler=crawler_name(crawler, words),
        verdict=verdicts[mismatch_clause.allowed],
        standard=verdicts[not mismatch_clause.allowed],
        reason=divergence_words(mismatch_clause, words),
    )


# For copying


def overview_text(overview: Overview, words: Words = ENGLISH, *, markdown: bool = False) -> str:
    """Format everything as plain text, or as Markdown."""
    told = as_markdown if markdown else as_text
    head, gap = ("## ", "\n\n") if markdown else ("", "\n")
    blocks = []
    for card in overview.cards:
        title = head + told(names_words(card.crawlers, words, len(card.crawlers)))
        blocks.append(gap.join((title, *map(told, card_words(card, words)))))
    if overview.lines:
        rows = [f"- {told(_line_words(line, words))}" for line in overview.lines]
        blocks.append("\n".join((head + words.say(templates.OTHER_LINES), *([""] if markdown else []), *rows)))
    return "\n\n".join(blocks) + "\n"


def _line_words(line: FieldLine, words: Words) -> Phrase:
    written = Piece(written_words(line), PieceKind.URL)
    told = words.phrase(templates.FIELD_LINE, line=line_piece(line.directive.line, words), written=written)
    return sentences((told, field_words(line, words)))


def more_lines_words(count: int, words: Words = ENGLISH) -> Phrase:
    """Describe how many lines are not listed."""
    return words.counted_phrase(templates.MORE_LINES, count)
