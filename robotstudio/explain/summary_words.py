"""Words for summaries, for lines other than rules, and for the reasons why dialects differ."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from msgspec.structs import replace

from robotstudio.engine.access import Access, Exactness, Further
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directive_values import Address, Rate, Unreadable, ValueTrouble
from robotstudio.engine.directives import CrawlDelay, DelayEffect, Status
from robotstudio.engine.disagreement import Axis, Divergence
from robotstudio.engine.groups import Rule
from robotstudio.engine.summary import MOST_PATTERNS, Card, FieldLine, Overview, Skip, Skipped, Summary
from robotstudio.engine.verdict import line_ranges
from robotstudio.explain.words import STAR, crawler_name, line_piece, lines_words, rule_piece
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
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

ACCESS: Mapping[Access, Message] = {
    Access.EVERYTHING: "May fetch <b>everything</b>.",
    Access.NOTHING: "May fetch <b>nothing</b>.",
}
_ACCESS_BY_RULES: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "May fetch <b>everything except</b> what one rule disallows: {list}.",
        "May fetch <b>everything except</b> what {count} rules disallow: {list}.",
    ),
    Access.ONLY: Plural(
        "May fetch <b>only</b> what one rule allows: {list}.",
        "May fetch <b>only</b> what {count} rules allow: {list}.",
    ),
}
_USE: Mapping[Access, Message] = {
    Access.EVERYTHING: "<b>Everything</b> may be used.",
    Access.NOTHING: "<b>Nothing</b> may be used.",
}
"""The same for a control token."""
_USE_BY_RULES: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "<b>Everything except</b> what one rule disallows may be used: {list}.",
        "<b>Everything except</b> what {count} rules disallow may be used: {list}.",
    ),
    Access.ONLY: Plural(
        "<b>Only</b> what one rule allows may be used: {list}.",
        "<b>Only</b> what {count} rules allow may be used: {list}.",
    ),
}
_NOTHING_BUT_ROBOTS: Message = "May fetch <b>nothing</b> but /robots.txt itself."
FURTHER: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "One Allow line may open parts of it: {list}.",
        "{count} Allow lines may open parts of it: {list}.",
    ),
    Access.ONLY: Plural(
        "One Disallow line may block parts of it again: {list}.",
        "{count} Disallow lines may block parts of it again: {list}.",
    ),
}
_FURTHER_EXACTLY: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "One Allow line opens all that it matches: {list}.",
        "{count} Allow lines open all that they match: {list}.",
    ),
    Access.ONLY: Plural(
        "One Disallow line blocks all that it matches: {list}.",
        "{count} Disallow lines block all that they match: {list}.",
    ),
}
EXACT: Mapping[Exactness, Message] = {
    Exactness.PROVEN: "Proven for every URL: there are no other exceptions.",
    Exactness.BUT_ROBOTS: "Proven for every URL: there are no other exceptions; /robots.txt itself is always allowed.",
}
_RULE_WITH_LINE: Message = "{rule} ({line})"
_LOST_TO: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "{rule} ({line}, but not what {lines} disallows)", "{rule} ({line}, but not what {lines} disallow)"
    ),
    Access.ONLY: Plural("{rule} ({line}, but not what {lines} allows)", "{rule} ({line}, but not what {lines} allow)"),
}
_MORE_RULES = Plural("one more ({lines})", "{count} more ({lines})")

GROUP: Message = "Follows the group of {tokens} ({lines})."
_GROUP_OF_ALL: Message = "Follows the group of {token}, because none names it ({lines})."
_GROUP_OF_ALL_ONLY: Message = "Follows the group of {token} ({lines})."
_GROUP_MERGED = Plural(
    "Follows the {count} groups of {tokens}, merged ({lines}).",
    "Follows the {count} groups of {tokens}, merged ({lines}).",
)
NO_GROUP: Message = "No group names it, and there is none for {star}."
_NO_GROUP_NAMED_ONLY: Message = "No group names it, and it never follows {star}."
NAMED_ONLY: Message = "It never follows {star}."
_CONTROL: Message = (
    "A control token: no crawler fetches under this name; it controls how content that another crawler fetched may "
    "be used."
)
_OBEYS_NOT: Message = "Not documented to follow robots.txt."
_ASSUMED: Message = "Assumed: not documented for {crawlers}; read as {dialect}."
_OBEYS_PARTLY: Message = "Documented to follow robots.txt only in part."

_DELAYS: Mapping[DelayEffect, Message] = {
    DelayEffect.WAITS: "Waits {seconds} between two fetches ({line}): at most {pages} pages a day.",
    DelayEffect.IGNORES: "Not known to obey the Crawl-delay in {line}.",
    DelayEffect.CANNOT_READ: "Cannot read the Crawl-delay in {line}: {trouble}.",
    DelayEffect.OUT_OF_RANGE: "Its operator supports a Crawl-delay of {least} to {most} seconds; {line} has {seconds}.",
    DelayEffect.SKIPS: "Fetches nothing if the Crawl-delay is above {most} seconds; {line} has {seconds}.",
    DelayEffect.FORBIDS: "Treats a Crawl-delay above {most} seconds as a ban; {line} has {seconds}.",
}
_DELAYS_OF: Mapping[DelayEffect, Plural] = {
    DelayEffect.WAITS: Plural(
        "{names} waits {seconds} between two fetches: at most {pages} pages a day.",
        "{names} wait {seconds} between two fetches: at most {pages} pages a day each.",
    ),
    DelayEffect.IGNORES: Plural("{names} is not known to obey it.", "{names} are not known to obey it."),
    DelayEffect.CANNOT_READ: Plural("{names} cannot read it: {trouble}.", "{names} cannot read it: {trouble}."),
    DelayEffect.OUT_OF_RANGE: Plural(
        "The operator of {names} supports a Crawl-delay of {least} to {most} seconds; this one is {seconds}.",
        "The operators of {names} support a Crawl-delay of {least} to {most} seconds; this one is {seconds}.",
    ),
    DelayEffect.SKIPS: Plural(
        "{names} fetches nothing if the Crawl-delay is above {most} seconds; this one is {seconds}.",
        "{names} fetch nothing if the Crawl-delay is above {most} seconds; this one is {seconds}.",
    ),
    DelayEffect.FORBIDS: Plural(
        "{names} treats a Crawl-delay above {most} seconds as a ban; this one is {seconds}.",
        "{names} treat a Crawl-delay above {most} seconds as a ban; this one is {seconds}.",
    ),
}
"""The same about a line shown beside it, by crawlers with this effect."""
_NO_WAIT_OF = Plural("{names} does not wait.", "{names} do not wait.")
_NO_WAIT: Message = "A Crawl-delay of 0 in {line}: does not wait."
_INHERITED: Message = "It is in the group of {star}, but applies all the same."
_SITEMAPS = Plural("One sitemap: {line}.", "{count} sitemaps: {line}.")
_PREFERENCES: Message = "The site's preferences for it: {list}."
_PREFERENCE: Message = "{name}={value} ({line})"
_PREFERENCE_BELOW: Message = "{name}={value} below {path} ({line})"
_CUT = Plural("Stops reading in {line}, after {count} byte.", "Stops reading in {line}, after {count} bytes.")
_NOTHING_READ: Message = "Ignores files of this size."
_SKIPPED: Message = "Ignores {list}."
_SKIPS: Mapping[Skip, Message] = {
    Skip.UNSUPPORTED: "{name} ({line})",
    Skip.UNKNOWN: "{name} (unknown field, {line})",
    Skip.UNREADABLE: "text that it does not read as a field ({line})",
    Skip.NO_GROUP: "{name} before any user-agent line ({line})",
}
_SKIPPED_LINES = Plural("{line} and {count} more", "{line} and {count} more")
_SECONDS = Plural("1 second", "{count} seconds")

STATUSES: Mapping[Status, Message] = {
    Status.CURRENT: "in use",
    Status.PROPOSAL: "proposed",
    Status.DEAD: "no longer in use",
}

MEANINGS: Mapping[str, Message] = {
    "sitemap": "The URL of a list of the site's URLs; applies to the whole file, wherever it is.",
    "crawl-delay": "Seconds to wait between two fetches.",
    "request-rate": "How many requests are welcome per period.",
    "visit-time": "Hours of the day (UTC) in which visits are welcome.",
    "host": "The preferred host name of a site; Yandex dropped it in 2018.",
    "clean-param": "Query parameters that do not change a page: URLs that differ only in them are the same.",
    "noindex": "Meant to keep pages out of the index; Google dropped it on 1 September 2019.",
    "nofollow": "Meant to keep links from being followed; no known crawler reads it here.",
    "noarchive": "Meant to keep pages out of a cache; no known crawler reads it here.",
    "content-signal": (
        "Preferences about the use of fetched content: search, ai-input and ai-train are yes or no; use is "
        "immediate, reference or full, from least to most. It does not change what may be fetched. Cloudflare's own "
        "crawl service follows use; no crawler documents that it reads the rest."
    ),
    "content-usage": (
        "Preferences of the IETF's AIPREF draft about the use of content, for a path or all: train-ai, ai-use and "
        "search are y or n; other labels and parameters are ignored, and of several values any n wins. No crawler "
        "documents that it reads them."
    ),
    "license": (
        "The URL of the content's licence, as an RSL 1.0 file; it names no crawler and may be on another host. No "
        "crawler documents that it reads it."
    ),
    "disallowaitraining": (
        "From an expired Microsoft draft; nobody documents it. Google's parser reads the line as Disallow, because "
        "it starts with that word."
    ),
    "allowaitraining": "From an expired Microsoft draft; no known crawler obeys it.",
    "model-training": "A personal proposal; no known crawler obeys it.",
    "training-usage": "Seen in files, but documented nowhere.",
    "llm-policy": "The URL of a policy for language models; some parsers know it, no known crawler obeys it.",
    "llms": "The URL of an llms.txt; no known crawler looks here.",
    "llms-full": "The URL of an llms-full.txt; no known crawler looks here.",
    "llms-txt": "The URL of an llms.txt; no known crawler looks here.",
    "agentmap": "The URL of a catalogue for agents, proposed by one person; no known crawler looks here.",
    "schemamap": "The URL of structured data feeds (NLWeb, Yoast SEO); no known crawler looks here.",
    "canonical": "Seen in files; a canonical URL belongs in the page or its headers, not here.",
    "feed": "Seen in files; no known crawler looks here.",
    "domain": "Seen in files; Google lists it among the fields that it does not support.",
    "revisit-after": "Meant to say when to come back; no known crawler obeys it.",
    "robot-version": "The version of the 1996 proposal that the file follows.",
}

_TROUBLES: Mapping[ValueTrouble, Message] = {
    ValueTrouble.EMPTY: "it has no value",
    ValueTrouble.TOO_LONG: "its value is too long",
    ValueTrouble.NO_NUMBER: "its value is not a number of seconds",
    ValueTrouble.NO_WHOLE_NUMBER: "its value is not a whole number",
    ValueTrouble.NO_RATE: "its value is not a rate such as 1/10s",
    ValueTrouble.NO_TIME: "its value is not a time such as 0600-0845",
    ValueTrouble.NO_PARAMETER: "its value does not name a parameter such as sid&sort /path",
    ValueTrouble.NO_PREFERENCE: "its value is not a list such as search=yes, ai-train=no",
    ValueTrouble.NO_ADDRESS: "its value is not a URL",
    ValueTrouble.NO_HOST: "its value is not a host name",
}
UNREADABLE: Message = "Has no effect: {trouble}."
_RELATIVE: Message = "The URL is not absolute: many crawlers ignore it."
_OUTSIDE: Message = "It is outside any group."
OBEYED_BY: Message = "Obeyed by {crawlers}."
OBEYED_BY_NONE: Message = "None of your crawlers is known to obey it."
_RATE: Message = "{requests} in {seconds}, so {pages} pages a day."
_REQUESTS = Plural("1 request", "{count} requests")

READINGS: Mapping[tuple[Axis, str], tuple[Message, Message]] = {
    (Axis.NAMED_ONLY, ""): ("never *", "* for all"),
    (Axis.ALWAYS, ""): ("/robots.txt by rules", "/robots.txt always"),
    (Axis.LIMIT, ""): ("stops reading", "reads all"),
    (Axis.BYTES, ""): ("other characters", "UTF-8"),
    (Axis.LINES, "spelling"): ("accepts spelling", "exact names"),
    (Axis.LINES, "colon"): ("no colon needed", "colon needed"),
    (Axis.LINES, "no-allow"): ("no Allow", "Allow"),
    (Axis.LINES, "unknown"): ("unknown line", "known line"),
    (Axis.LINES, "member"): ("Crawl-delay counts", "Crawl-delay is ignored"),
    (Axis.LINES, "field"): ("other fields count", "other fields are ignored"),
    (Axis.LINES, "other"): ("other lines", "its lines"),
    (Axis.RECORDS, "blank"): ("blank line ends group", "blank lines are ignored"),
    (Axis.RECORDS, "names"): ("different group end", "rules end names"),
    (Axis.NAMES, "first"): ("first group only", "groups merged"),
    (Axis.NAMES, "fallback_tokens"): ("related name", "own name"),
    (Axis.NAMES, "other"): ("different name matching", "whole name"),
    (Axis.FURTHER, ""): ("index.html opens /", "as written"),
    (Axis.FURTHER, "dollar"): ("$ also for itself", "$ ends"),
    (Axis.DROPPED, ""): ("drops rules", "all rules"),
    (Axis.ESCAPES, "dropped"): ("drops a rule", "reads it"),
    (Axis.ESCAPES, ""): ("other escapes", "escapes alike"),
    (Axis.WILDCARDS, "none"): ("no wildcards", "wildcards"),
    (Axis.WILDCARDS, "no-anchor"): ("no $", "$ ends"),
    (Axis.WILDCARDS, "earliest"): ("first place of *", "any place of *"),
    (Axis.PRECEDENCE, "first"): ("first match", "longest match"),
    (Axis.PRECEDENCE, "any"): ("any match", "longest match"),
    (Axis.PRECEDENCE, "furthest"): ("furthest match", "longest match"),
}
"""Behaviour of the crawler and requirement of RFC 9309, for each reason."""
_BOTH_READINGS = "{ours} / {standard}"
_DIVERGES: Message = "{crawler}: {verdict}; by RFC 9309 {standard}: {reason}"
_MAY: Message = "may fetch"
_MAY_NOT: Message = "may not fetch"
_OTHER_LINES: Message = "Other lines of this file"
_FIELD_LINE: Message = "{line}, {written}:"


_DAY = 86_400
_ACCESS = {  # by `is_control`
    False: (ACCESS, _ACCESS_BY_RULES),
    True: (_USE, _USE_BY_RULES),
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
        yield WORDS.phrase(_ASSUMED, **facts)


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
        return WORDS.phrase(_NOTHING_BUT_ROBOTS)
    plain, counted = _ACCESS[is_control]
    if reach.access in plain:
        return WORDS.phrase(plain[reach.access])
    return WORDS.counted_phrase(counted[reach.access], len(reach.rules), list=_rules(reach.rules))


def _further(summary: Summary) -> Phrase:
    reach = summary.reach
    if not reach.further:
        return ()
    is_exact = reach.exact is not Exactness.NOT_PROVEN
    forms = (_FURTHER_EXACTLY if is_exact else FURTHER)[reach.access]
    items = [_further_rule(each, reach.access) for each in reach.further]
    listed = _some(items, [each.rule for each in reach.further])
    return WORDS.counted_phrase(forms, len(reach.further), list=listed)


def _further_rule(further: Further, access: Access) -> Phrase:
    rule, line = _rule(further.rule), line_piece(further.rule.line)
    if not further.lost_to:
        return WORDS.phrase(_RULE_WITH_LINE, rule=rule, line=line)
    form, lines = _LOST_TO[access], _lines(further.lost_to)
    return WORDS.counted_phrase(form, len(further.lost_to), rule=rule, line=line, lines=lines)


def _exactly(summary: Summary) -> Phrase:
    said = EXACT.get(summary.reach.exact)
    return WORDS.phrase(said) if said and summary.reach.rules else ()


def _rules(rules: Sequence[Rule]) -> Phrase:
    items = [WORDS.phrase(_RULE_WITH_LINE, rule=_rule(rule), line=line_piece(rule.line)) for rule in rules]
    return _some(items, rules)


def _some(items: Sequence[Phrase], rules: Sequence[Rule]) -> Phrase:
    """List the first of some rules, and for the others their lines."""
    if len(items) <= MOST_PATTERNS:
        return WORDS.listed(items, most=MOST_PATTERNS)
    rest = rules[MOST_PATTERNS - 1 :]
    lines = _lines(sorted({rule.line for rule in rest}))
    more = WORDS.counted_phrase(_MORE_RULES, len(rest), lines=lines)
    return WORDS.listed([*items[: MOST_PATTERNS - 1], more], most=MOST_PATTERNS)


def _lines(numbers: Sequence[int]) -> Phrase:
    """Format lines of the file, consecutive ones as a range."""
    return lines_words(line_ranges(numbers))


def _rule(rule: Rule) -> Piece:
    # An alternative reading is shown as the line it comes from.
    return rule_piece(replace(rule, rewritten=False))


def group_words(summary: Summary, tokens: Sequence[str] = ()) -> Phrase:
    """Name the group that a crawler follows, or say that there is none."""
    named_only = not summary.crawler.uses_global
    if summary.token is None:
        return WORDS.phrase(_NO_GROUP_NAMED_ONLY if named_only else NO_GROUP, star=STAR)
    facts: dict[str, Argument] = {
        "token": Piece(printable(summary.token), PieceKind.TOKEN),
        "tokens": _tokens(tokens or (summary.token,)),
        "lines": lines_words(summary.parts),
    }
    if len(summary.parts) > 1:
        return WORDS.counted_phrase(_GROUP_MERGED, len(summary.parts), **facts)
    if summary.token != "*":
        return WORDS.phrase(GROUP, **facts)
    template = _GROUP_OF_ALL_ONLY if summary.crawler.is_any_other else _GROUP_OF_ALL
    return WORDS.phrase(template, **facts)


def crawler_words(summary: Summary) -> Iterator[Phrase]:
    """Yield what is special about a crawler: what it follows, and how far."""
    crawler = summary.crawler
    if not crawler.uses_global and summary.token is not None:
        yield WORDS.phrase(NAMED_ONLY, star=STAR)
    if crawler.is_control:
        yield WORDS.phrase(_CONTROL)
    if crawler.obeys in {"no", "partial"}:
        yield WORDS.phrase(_OBEYS_NOT if crawler.obeys == "no" else _OBEYS_PARTLY)


def delay_words(delay: CrawlDelay) -> Phrase:
    """Describe the effect of a crawl-delay."""
    template = _NO_WAIT if _is_no_wait(delay) else _DELAYS[delay.effect]
    inherited = WORDS.phrase(_INHERITED, star=STAR) if delay.inherited else ()
    return sentences((WORDS.phrase(template, **_delay_facts(delay)), inherited))


def _is_no_wait(delay: CrawlDelay) -> bool:
    return delay.effect is DelayEffect.WAITS and not delay.seconds


def _delay_facts(delay: CrawlDelay) -> dict[str, Argument]:
    return {
        "line": line_piece(delay.line),
        "seconds": _seconds_words(delay.seconds),
        "pages": delay.per_day or 0,
        "trouble": tr(_TROUBLES[delay.trouble]) if delay.trouble else "",
        "least": _number(delay.reading.least),
        "most": _number(delay.reading.most),
    }


def _seconds_words(seconds: float | None) -> str:
    """Format a number of seconds."""
    return ntr(_SECONDS, _whole(seconds or 0), count=_number(seconds))


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
    return WORDS.counted_phrase(_SITEMAPS, len(found), line=lines)


def preference_words(summary: Summary) -> Phrase:
    """List the preferences about the use of what is fetched."""
    if not summary.preferences:
        return ()
    items = []
    for line, path, item in summary.preferences:
        template = _PREFERENCE_BELOW if path else _PREFERENCE
        facts: dict[str, Argument] = {
            "name": printable(item.name),
            "value": printable(item.value),
            "path": Piece(printable(path), PieceKind.URL),
        }
        items.append(WORDS.phrase(template, line=line_piece(line), **facts))
    return WORDS.phrase(_PREFERENCES, list=WORDS.listed(items, most=_MOST_NAMED))


def cut_words(summary: Summary) -> Phrase:
    """Say where a crawler stops reading, if it does."""
    if summary.cut is None:
        return ()
    if not summary.cut.byte:
        return WORDS.phrase(_NOTHING_READ)
    return WORDS.counted_phrase(_CUT, summary.cut.byte, line=line_piece(summary.cut.line))


def skipped_words(skipped: Sequence[Skipped]) -> Phrase:
    """List the lines that a crawler ignores."""
    if not skipped:
        return ()
    items = [WORDS.phrase(_SKIPS[one.why], name=_short(one.name), line=_first_line(one.lines)) for one in skipped]
    return WORDS.phrase(_SKIPPED, list=WORDS.listed(items, most=_MOST_SKIPPED))


def _first_line(lines: Sequence[int]) -> Phrase:
    first = (line_piece(lines[0]),)
    if len(lines) == 1:
        return first
    return WORDS.counted_phrase(_SKIPPED_LINES, len(lines) - 1, line=first)


def _tokens(tokens: Sequence[str]) -> Phrase:
    return WORDS.listed([(Piece(printable(token), PieceKind.TOKEN),) for token in tokens], most=_MOST_NAMED)


def _short(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


# Lines other than rules


def written_words(line: FieldLine) -> str:
    """Format a line as written, shortened."""
    return _short(f"{line.directive.facts.title}: {line.directive.written}".rstrip())


def field_words(line: FieldLine) -> Phrase:
    """Describe a line: its meaning, its value, and which crawlers obey it."""
    facts, value = line.directive.facts, line.directive.value
    said = [WORDS.phrase(MEANINGS[facts.id])]
    if isinstance(value, Unreadable) and not line.delays:
        said.append(WORDS.phrase(UNREADABLE, trouble=tr(_TROUBLES[value.trouble])))
    if isinstance(value, Address) and not value.is_absolute:
        said.append(WORDS.phrase(_RELATIVE))
    if isinstance(value, Rate):
        said.append(_rate_words(value))
    if facts.scope == "group" and line.directive.group is None:
        said.append(WORDS.phrase(_OUTSIDE))
    return sentences((*said, *_obeyed_words(line)))


def _rate_words(rate: Rate) -> Phrase:
    requests = ntr(_REQUESTS, rate.requests)
    hours = rate.hours
    span = _DAY if hours is None else (hours.end - hours.start) % (24 * 60) * 60 or _DAY
    pages = rate.requests * span // rate.seconds
    facts: dict[str, Argument] = {"requests": requests, "seconds": _seconds_words(rate.seconds)}
    return WORDS.phrase(_RATE, **facts, pages=pages)


def _obeyed_words(line: FieldLine) -> Iterator[Phrase]:
    if not line.obeyed_by:
        yield WORDS.phrase(OBEYED_BY_NONE)
        return
    if not line.delays:
        yield WORDS.phrase(OBEYED_BY, crawlers=names_words(line.obeyed_by))
        return
    alike: dict[object, list[tuple[Crawler, CrawlDelay]]] = {}
    for crawler, delay in line.delays:
        alike.setdefault(delay.merge_key, []).append((crawler, delay))
    for found in alike.values():
        names, delay = names_words([crawler for crawler, _ in found]), found[0][1]
        inherited = WORDS.phrase(_INHERITED, star=STAR) if delay.inherited else ()
        template = _NO_WAIT_OF if _is_no_wait(delay) else _DELAYS_OF[delay.effect]
        said = WORDS.counted_phrase(template, len(found), names=names, **_delay_facts(delay))
        yield sentences((said, inherited))


def names_words(crawlers: Sequence[Crawler], most: int = _MOST_NAMED) -> Phrase:
    """List the names; “any other” comes last."""
    order = sorted(crawlers, key=lambda crawler: crawler.is_any_other)
    return WORDS.listed([(Piece(crawler_name(one, first=not n)),) for n, one in enumerate(order)], most=most)


# Why dialects differ


def divergence_words(mismatch_clause: Divergence) -> str:
    """Contrast the crawler's reading with RFC 9309's in a few words: `first match / longest match`."""
    ours, standard = READINGS[mismatch_clause.axis, mismatch_clause.detail]
    return _BOTH_READINGS.format(ours=tr(ours), standard=tr(standard))


def reading_words(mismatch_clause: Divergence) -> str:
    """Describe the crawler's reading in a few words: `first match`."""
    return tr(READINGS[mismatch_clause.axis, mismatch_clause.detail][0])


def divergence_sentence(mismatch_clause: Divergence, crawler: Crawler) -> str:
    """Contrast both readings in a sentence that names the crawler and both verdicts."""
    verdicts = (tr(_MAY_NOT), tr(_MAY))
    return tr(
        _DIVERGES,
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
        blocks.append("\n".join((head + tr(_OTHER_LINES), *([""] if markdown else []), *rows)))
    return "\n\n".join(blocks) + "\n"


def _line_words(line: FieldLine) -> Phrase:
    written = Piece(written_words(line), PieceKind.URL)
    told = WORDS.phrase(_FIELD_LINE, line=line_piece(line.directive.line), written=written)
    return sentences((told, field_words(line)))
