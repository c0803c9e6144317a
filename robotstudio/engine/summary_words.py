"""Where summaries, lines beside the rules, and the reasons why readings part become words."""

from collections.abc import Iterator, Sequence

from robotstudio.engine import summary_templates as templates
from robotstudio.engine import templates as shared
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directive_values import Address, Hours, Rate, Unreadable
from robotstudio.engine.directives import CrawlDelay, DelayEffect
from robotstudio.engine.disagreement import Parting
from robotstudio.engine.groups import Rule
from robotstudio.engine.phrases import (
    Argument,
    Phrase,
    Piece,
    PieceKind,
    Translate,
    as_markdown,
    as_text,
    as_written,
    fill,
    listed,
    printable,
    sentences,
)
from robotstudio.engine.summary import MOST_PATTERNS, Access, Card, FieldLine, Overview, Skipped, Summary
from robotstudio.engine.verdict import LineRange
from robotstudio.engine.words import STAR, crawler_name, line_piece, rule_piece

_DAY = 86_400
_MOST_NAMED, _MOST_SKIPPED, _LONGEST = 6, 8, 80


def card_words(card: Card, translate: Translate = as_written) -> tuple[Phrase, ...]:
    """What is said of crawlers that read alike."""
    return (*summary_words(card.summary, translate, card.tokens), *_assumptions(card.crawlers, translate))


def _assumptions(crawlers: Sequence[Crawler], translate: Translate) -> Iterator[Phrase]:
    """Whose reading is not published but assumed: a paragraph for each dialect."""
    silent = [crawler for crawler in crawlers if crawler.assumed]
    for dialect in dict.fromkeys(crawler.dialect for crawler in silent):
        named = [crawler for crawler in silent if crawler.dialect == dialect]
        known = DIALECTS.get(dialect)
        words: dict[str, Argument] = {
            "crawlers": names_words(named, translate),
            "dialect": known.title if known else dialect,
        }
        yield fill(translate(templates.ASSUMED), **words)


def summary_words(
    summary: Summary, translate: Translate = as_written, tokens: Sequence[str] = ()
) -> tuple[Phrase, ...]:
    """A summary, a paragraph each: what may be fetched, the group, the pace, the rest.

    `tokens` are all by which the group is found, where crawlers share it.
    """
    paragraphs = (
        sentences((_access(summary, translate), _further(summary, translate))),
        sentences((_group(summary, tokens, translate), *_standing(summary, translate))),
        delay_words(summary.delay, translate) if summary.delay else (),
        _preferences(summary, translate),
        sentences((_sitemaps(summary, translate), _cut(summary, translate))),
        _skipped(summary.skipped, translate),
    )
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def _access(summary: Summary, translate: Translate) -> Phrase:
    reach = summary.reach
    is_control = summary.crawler.is_control
    if reach.access is Access.NOTHING and summary.always_allowed and not is_control:
        return fill(translate(templates.NOTHING_BUT_ROBOTS))
    count = len(reach.rules)
    rules = translate(templates.RULE_COUNT[count != 1]).format(count=f"{count:,}")
    template = translate((templates.USE if is_control else templates.ACCESS)[reach.access])
    return fill(template, rules=rules, s="s" if count == 1 else "", list=_rules(reach.rules, translate))


def _further(summary: Summary, translate: Translate) -> Phrase:
    reach = summary.reach
    if not reach.further:
        return ()
    template = translate(templates.FURTHER[reach.access][len(reach.further) > 1])
    return fill(template, count=len(reach.further), list=_rules(reach.further, translate))


def _rules(rules: Sequence[Rule], translate: Translate) -> Phrase:
    items = [
        fill(translate(templates.RULE_WITH_LINE), rule=_rule(rule), line=line_piece(rule.line, translate))
        for rule in rules
    ]
    return listed(items, translate, most=MOST_PATTERNS)


def _rule(rule: Rule) -> Piece:
    # A second reading is shown by the line that it comes from.
    return rule_piece(rule._replace(rewritten=False))


def _group(summary: Summary, tokens: Sequence[str], translate: Translate) -> Phrase:
    named_only = not summary.crawler.uses_global
    if summary.token is None:
        return fill(translate(templates.NO_GROUP_NAMED_ONLY if named_only else templates.NO_GROUP), star=STAR)
    words: dict[str, Argument] = {
        "token": Piece(printable(summary.token), PieceKind.TOKEN),
        "tokens": _tokens(tokens or (summary.token,), translate),
        "lines": _parts(summary.parts, translate),
        "count": len(summary.parts),
    }
    if len(summary.parts) > 1:
        return fill(translate(templates.GROUP_MERGED), **words)
    if summary.token != "*":
        return fill(translate(templates.GROUP), **words)
    template = templates.GROUP_OF_ALL_ONLY if summary.crawler.is_any_other else templates.GROUP_OF_ALL
    return fill(translate(template), **words)


def _standing(summary: Summary, translate: Translate) -> Iterator[Phrase]:
    crawler = summary.crawler
    if not crawler.uses_global and summary.token is not None:
        yield fill(translate(templates.NAMED_ONLY), star=STAR)
    if crawler.is_control:
        yield fill(translate(templates.CONTROL))
    if crawler.obeys in {"no", "partial"}:
        yield fill(translate(templates.OBEYS_NOT if crawler.obeys == "no" else templates.OBEYS_PARTLY))


def delay_words(delay: CrawlDelay, translate: Translate = as_written) -> Phrase:
    """What comes of a crawl-delay."""
    no_wait = delay.effect is DelayEffect.WAITS and not delay.seconds
    template = templates.NO_WAIT if no_wait else templates.DELAYS[delay.effect]
    words: dict[str, Argument] = {
        "line": line_piece(delay.line, translate),
        "seconds": seconds_words(delay.seconds, translate),
        "pages": delay.per_day or 0,
        "trouble": translate(templates.TROUBLES[delay.trouble]) if delay.trouble else "",
        "least": _number(delay.reading.least),
        "most": _number(delay.reading.most),
    }
    inherited = fill(translate(templates.INHERITED), star=STAR) if delay.inherited else ()
    return sentences((fill(translate(template), **words), inherited))


def seconds_words(seconds: float | None, translate: Translate = as_written) -> str:
    return translate(templates.SECONDS[seconds != 1]).format(count=_number(seconds))


def _number(value: float | None) -> str:
    return f"{value or 0:,.9g}" if (value or 0) < 1e6 else f"{value or 0:,.0f}"


def _sitemaps(summary: Summary, translate: Translate) -> Phrase:
    found = summary.sitemaps
    if not found:
        return ()
    lines = listed([(line_piece(one.line, translate),) for one in found], translate, most=MOST_PATTERNS)
    return fill(translate(templates.SITEMAPS[len(found) > 1]), count=len(found), line=lines)


def _preferences(summary: Summary, translate: Translate) -> Phrase:
    if not summary.preferences:
        return ()
    items = []
    for line, path, item in summary.preferences:
        template = translate(templates.PREFERENCE_BELOW if path else templates.PREFERENCE)
        words: dict[str, Argument] = {
            "name": printable(item.name),
            "value": printable(item.value),
            "path": Piece(printable(path), PieceKind.URL),
        }
        items.append(fill(template, line=line_piece(line, translate), **words))
    return fill(translate(templates.PREFERENCES), list=listed(items, translate, most=_MOST_NAMED))


def _cut(summary: Summary, translate: Translate) -> Phrase:
    if summary.cut is None:
        return ()
    template = templates.CUT if summary.cut.byte else templates.NOTHING_READ
    return fill(translate(template), line=line_piece(summary.cut.line, translate), bytes=summary.cut.byte)


def _skipped(skipped: Sequence[Skipped], translate: Translate) -> Phrase:
    if not skipped:
        return ()
    items = [
        fill(translate(templates.SKIPS[one.why]), name=_short(one.name), line=_first_line(one.lines, translate))
        for one in skipped
    ]
    return fill(translate(templates.SKIPPED), list=listed(items, translate, most=_MOST_SKIPPED))


def _first_line(lines: Sequence[int], translate: Translate) -> Phrase:
    first = (line_piece(lines[0], translate),)
    if len(lines) == 1:
        return first
    return fill(translate(templates.SKIPPED_LINES), line=first, count=len(lines) - 1)


def _tokens(tokens: Sequence[str], translate: Translate) -> Phrase:
    return listed([(Piece(printable(token), PieceKind.TOKEN),) for token in tokens], translate, most=_MOST_NAMED)


def _parts(parts: Sequence[LineRange], translate: Translate) -> Phrase:
    ranges = [(_range(part),) for part in parts]
    several = len(parts) > 1 or parts[0].first != parts[0].last
    return fill(translate(shared.LINES[several]), ranges=listed(ranges, translate, most=_MOST_NAMED))


def _range(part: LineRange) -> Piece:
    text = f"{part.first}" if part.first == part.last else f"{part.first}–{part.last}"
    return Piece(text, PieceKind.LINE, part.first)


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


# Lines beside the rules


def written_words(line: FieldLine) -> str:
    """A line as it is written, in short."""
    return _short(f"{line.directive.facts.title}: {line.directive.written}".rstrip())


def status_words(line: FieldLine, translate: Translate = as_written) -> str:
    """What became of a field."""
    return translate(templates.STATUSES[line.directive.facts.status])


def field_words(line: FieldLine, translate: Translate = as_written) -> Phrase:
    """What a line is and says, and who heeds it."""
    facts, value = line.directive.facts, line.directive.value
    said = [fill(translate(templates.MEANINGS[facts.id]))]
    if isinstance(value, Unreadable) and not line.delays:
        said.append(fill(translate(templates.UNREADABLE), trouble=translate(templates.TROUBLES[value.trouble])))
    if isinstance(value, Address) and not value.is_absolute:
        said.append(fill(translate(templates.RELATIVE)))
    if isinstance(value, Rate):
        said.append(_rate_words(value, translate))
    if facts.scope == "group" and line.directive.group is None:
        said.append(fill(translate(templates.OUTSIDE)))
    return sentences((*said, *_heeded_words(line, translate)))


def _rate_words(rate: Rate, translate: Translate) -> Phrase:
    requests = translate(templates.REQUESTS[rate.requests != 1]).format(count=f"{rate.requests:,}")
    pages = rate.requests * (_DAY if rate.hours is None else _span(rate.hours)) // rate.seconds
    words: dict[str, Argument] = {"requests": requests, "seconds": seconds_words(rate.seconds, translate)}
    return fill(translate(templates.RATE), **words, pages=pages)


def _span(hours: Hours) -> int:
    return (hours.end - hours.start) % (24 * 60) * 60 or _DAY


def _heeded_words(line: FieldLine, translate: Translate) -> Iterator[Phrase]:
    if not line.heeded_by:
        yield fill(translate(templates.HEEDED_BY_NONE))
        return
    if not line.delays:
        yield fill(translate(templates.HEEDED_BY), crawlers=names_words(line.heeded_by, translate))
        return
    alike: dict[object, list[tuple[Crawler, CrawlDelay]]] = {}
    for crawler, delay in line.delays:
        alike.setdefault(delay.likeness, []).append((crawler, delay))
    for found in alike.values():
        names, delay = names_words([crawler for crawler, _ in found], translate), found[0][1]
        yield fill("{names}: {delay}", names=names, delay=_lower_first(delay_words(delay, translate)))


def _lower_first(phrase: Phrase) -> Phrase:
    first = phrase[0]
    return (first._replace(text=first.text[:1].lower() + first.text[1:]), *phrase[1:])


def names_words(crawlers: Sequence[Crawler], translate: Translate = as_written, most: int = _MOST_NAMED) -> Phrase:
    return listed(
        [(Piece(crawler_name(one, translate, first=not n)),) for n, one in enumerate(crawlers)], translate, most=most
    )


# Why readings part


def parting_words(parting: Parting, translate: Translate = as_written) -> str:
    """In a few words what the crawler does where RFC 9309 says otherwise: `first match / longest match`."""
    ours, standard = templates.READINGS[parting.axis, parting.detail]
    return translate(templates.BOTH_READINGS).format(ours=translate(ours), standard=translate(standard))


def parted_words(parting: Parting, crawler: Crawler, translate: Translate = as_written) -> str:
    """The same as a sentence that names the crawler and both verdicts."""
    verdicts = (translate(templates.MAY_NOT), translate(templates.MAY))
    return translate(templates.PARTED).format(
        crawler=crawler_name(crawler, translate),
        verdict=verdicts[parting.allowed],
        standard=verdicts[not parting.allowed],
        reason=parting_words(parting, translate),
    )


# To be copied


def overview_text(overview: Overview, translate: Translate = as_written, *, markdown: bool = False) -> str:
    """All of it as plain text, or as Markdown."""
    told = as_markdown if markdown else as_text
    head, gap = ("## ", "\n\n") if markdown else ("", "\n")
    blocks = []
    for card in overview.cards:
        title = head + told(names_words(card.crawlers, translate, len(card.crawlers)))
        blocks.append(gap.join((title, *map(told, card_words(card, translate)))))
    if overview.lines:
        rows = [f"- {told(_line_words(line, translate))}" for line in overview.lines]
        blocks.append("\n".join((head + translate(templates.OTHER_LINES), *([""] if markdown else []), *rows)))
    return "\n\n".join(blocks) + "\n"


def _line_words(line: FieldLine, translate: Translate) -> Phrase:
    written = Piece(written_words(line), PieceKind.URL)
    told = fill(translate(templates.FIELD_LINE), line=line_piece(line.directive.line, translate), written=written)
    return sentences((told, field_words(line, translate)))


def more_lines_words(count: int, translate: Translate = as_written) -> Phrase:
    """That some lines are not listed."""
    return fill(translate(templates.MORE_LINES), count=count)
