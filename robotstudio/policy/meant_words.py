"""Messages about what was said on the use of a URL."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from robotstudio.fetch.address import shown
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.words import chip
from robotstudio.policy.ai_files.model import AiFileKind
from robotstudio.policy.ai_files.words import READERS as READERS_OF_FILES
from robotstudio.policy.meant import (
    MOST_STATEMENTS,
    USAGE_TOKEN,
    Answer,
    Contradiction,
    Effect,
    Place,
    RuleAnswer,
    Source,
    Statement,
    UseReport,
)
from robotstudio.policy.signals import READERS, Purpose
from robotstudio.policy.words import use_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import capitalised

TITLES: Final[Mapping[Source, str]] = MappingProxyType(
    {
        Source.CONTENT_USAGE: "Content-Usage",
        Source.CONTENT_SIGNAL: "Content-Signal",
        Source.AI_TRAINING: "DisallowAITraining",
        Source.USAGE_TOKEN: USAGE_TOKEN,
        Source.RSL: "RSL",
        Source.TDMREP: "TDMRep",
        Source.PAGE_TAGS: "X-Robots-Tag",
        Source.AI_TXT: "ai.txt",
        Source.LLMS: "llms.txt",
    }
)
"""Names of specifications, the same in every language."""

_TITLES_OF_TAGS: Final = {(Source.PAGE_TAGS, Place.META): "meta robots"}

ANSWERS: Final[Mapping[Answer, Message]] = MappingProxyType(
    {
        Answer.YES: "permits it",
        Answer.NO: "refuses it",
        Answer.TERMS: "permits it on terms",
        Answer.SILENT: "says nothing",
    }
)
_PLACES: Final[Mapping[Place, Message]] = {
    Place.HEADER: "header of the page",
    Place.META: "tag or link of the page",
}
_IN_ROBOTS: Message = "robots.txt, line {line}"
_IN_FILE: Message = "{address}, line {line}"
_EFFECTS: Final[Mapping[Effect, Plural]] = {
    Effect.STRICTER: Plural(
        "Stricter than the rules, which let in {count} crawler for it.",
        "Stricter than the rules, which let in {count} crawlers for it.",
    ),
    Effect.BLOCKED: Plural(
        "No effect: the rules block the only crawler that it concerns.",
        "No effect: the rules block all {count} crawlers that it concerns.",
    ),
    Effect.PARTLY: Plural(
        "The rules block {count} of the crawlers that it concerns.",
        "The rules block {count} of the crawlers that it concerns.",
    ),
    Effect.UNSEEN: Plural(
        "Not seen: the rules block the page for the only crawler that it concerns.",
        "Not seen: the rules block the page for all {count} crawlers that it concerns.",
    ),
}
_AGREES: Message = "The rules agree."
_IDLE: Message = "Another statement of the same specification takes precedence."
_LISTED: Message = "lists the URL"
_UNLISTED: Message = "does not list the URL"
_RULES: Final = Plural(
    "{use}: the rules let in {allowed} of {count} crawler.", "{use}: the rules let in {allowed} of {count} crawlers."
)
_LINES: Message = "Deciding lines: {lines}."
_CUT = Plural(
    "Only the first {count} statement of each kind is listed.",
    "Only the first {count} statements of each kind are listed.",
)
_NO_STATEMENT: Message = "Nothing else says anything about it."
_CONTRADICTION: Message = "{one} ({place}) {said}, but {other} ({other_place}) {other_said}."
_SECONDARY: Message = "By a secondary source."
_FETCHED: Message = "{url}: {answer}, fetched {time}"

BASES: Final[Mapping[Source, Message]] = MappingProxyType(
    {
        Source.CONTENT_USAGE: (
            "In a group the longest path counts; of several statements, file and header, any “n” counts. It holds "
            "only for what may be fetched."
        ),
        Source.CONTENT_SIGNAL: (
            "It says how content may be used after it was fetched. Its text knows the robots.txt only; sites also "
            "send it as a header. Nothing ranks the two."
        ),
        Source.AI_TRAINING: "Rules for paths, as Disallow and Allow.",
        Source.USAGE_TOKEN: (
            "A group for a purpose instead of a crawler (draft-kelley-aipref-training-preference-signal-00 of "
            "2026-10-30). The token is known from one secondary source only. Google intends to support such a signal; "
            "no crawler operator documents that it reads it."
        ),
        Source.RSL: (
            "A licence of the page counts before those of the site; those of a crawler’s group replace the global "
            "ones; of several, the most restrictive counts."
        ),
        Source.TDMREP: (
            "A tag of the page counts before a header, and both before the file, where the first rule that matches "
            "counts. It is about text and data mining, which includes AI training."
        ),
        Source.PAGE_TAGS: (
            "The most restrictive tag counts, and only for crawlers that may fetch the page. All large search engines "
            "document noindex; Google documents nosnippet for AI Overviews, Amazon noarchive for training. Nobody "
            "documents noai."
        ),
        Source.AI_TXT: "Each of its two formats has groups for crawlers.",
        Source.LLMS: "It says which pages are useful for answers. It permits nothing and forbids nothing.",
    }
)
"""What counts by each specification's own text, as of 28 November 2026."""

_READERS: Final[Mapping[Source, Message]] = {
    Source.CONTENT_USAGE: READERS["content-usage"],
    Source.CONTENT_SIGNAL: READERS["content-signal"],
    Source.AI_TRAINING: READERS["disallowaitraining"],
    Source.RSL: READERS_OF_FILES[AiFileKind.RSL],
    Source.TDMREP: READERS_OF_FILES[AiFileKind.TDMREP],
    Source.AI_TXT: READERS_OF_FILES[AiFileKind.AI],
    Source.LLMS: READERS_OF_FILES[AiFileKind.LLMS],
}


def heading_words(rules: RuleAnswer) -> str:
    """Say how many crawlers for a use the rules let in."""
    count = len(rules.allowed) + len(rules.blocked) + rules.unknown
    facts = {"use": capitalised(use_words(rules.use)), "allowed": WORDS.number(len(rules.allowed))}
    said = ntr(_RULES, count, **facts)
    if not rules.lines:
        return said
    return WORDS.sentences((said, tr(_LINES, lines=WORDS.side_by_side(map(str, rules.lines)))))


def title_of(one: Statement) -> str:
    """Return the name of what makes a statement, the same in every language."""
    return _TITLES_OF_TAGS.get((one.source, one.place), TITLES[one.source])


def place_words(one: Statement) -> str:
    """Name the place of a statement."""
    if one.place in _PLACES and one.source is not Source.RSL:
        return tr(_PLACES[one.place])
    if one.place is Place.ROBOTS:
        return tr(_IN_ROBOTS, line=str(one.line))
    return tr(_IN_FILE, address=shown(one.at), line=str(one.line)) if one.line else shown(one.at)


def said_words(one: Statement) -> str:
    """Name what a statement says."""
    if one.source is Source.LLMS:
        return tr(_LISTED if one.line else _UNLISTED)
    return tr(ANSWERS[one.answer])


def effect_words(one: Statement) -> str:
    """Compare a statement with the rules, or say that another one counts instead."""
    if not one.counts:
        return tr(_IDLE)
    if one.effect not in _EFFECTS:
        return tr(_AGREES) if one.effect is Effect.AGREES else ""
    counts = {Effect.STRICTER: one.allowed, Effect.PARTLY: len(one.crawlers) - one.allowed}
    return ntr(_EFFECTS[one.effect], counts.get(one.effect, len(one.crawlers)))


def audience_words(one: Statement, rules: Sequence[RuleAnswer]) -> str:
    """Name the crawlers that a statement concerns; "" for all crawlers for the use."""
    for each in rules:
        if each.use is one.use and len(one.crawlers) == len(each.allowed) + len(each.blocked) + each.unknown:
            return ""
    return WORDS.listed_text([crawler.title for crawler in one.crawlers], most=_MOST_NAMED)


_MOST_NAMED: Final = 4


def statement_words(one: Statement) -> str:
    """Put a statement into one line, without its comparison with the rules."""
    facts = (place_words(one), shown(one.written))
    return WORDS.about(f"{title_of(one)} {said_words(one)}", WORDS.side_by_side(filter(None, facts)))


def contradiction_words(found: Contradiction) -> str:
    """Describe two statements that cannot both be followed."""
    one, other = found.one, found.other
    return tr(
        _CONTRADICTION,
        one=title_of(one),
        place=place_words(one),
        said=said_words(one),
        other=title_of(other),
        other_place=place_words(other),
        other_said=said_words(other),
    )


def basis_words(source: Source) -> str:
    """Say what counts by the text of a specification, and who documents that it reads it."""
    readers = _READERS.get(source)
    return WORDS.sentences((tr(BASES[source]), tr(readers) if readers else ""))


def note_words(one: Statement) -> str:
    return tr(_SECONDARY) if one.is_secondary else ""


def report_lines(meant: UseReport) -> Iterator[str]:
    """Iterate over the lines of a report about a URL, indented by their depth."""
    yield meant.url
    yield from (f"  {note}" for note in cut_words(meant))
    for rules in meant.rules:
        yield f"  {heading_words(rules)}"
        found = [each for each in meant.statements if each.use is rules.use]
        for each in found:
            yield f"    {statement_words(each)}"
            whom = audience_words(each, meant.rules)
            notes = (effect_words(each), tr("For: {crawlers}.", crawlers=whom) if whom else "", note_words(each))
            said = WORDS.sentences(filter(None, notes))
            if said:
                yield f"      {said}"
        if not found:
            yield f"    {tr(_NO_STATEMENT)}"
        opposed = (pair for pair in meant.contradictions if pair.one.use is rules.use)
        yield from (f"    {contradiction_words(pair)}" for pair in opposed)
    for source in dict.fromkeys(each.source for each in meant.statements):
        yield f"  {WORDS.about(TITLES[source], basis_words(source))}"
    for evidence in meant.evidence:
        yield f"  {evidence_words(evidence)}"


def cut_words(meant: UseReport) -> Iterator[str]:
    """Say that there are too many statements, if so."""
    if meant.is_cut:
        yield ntr(_CUT, MOST_STATEMENTS)


def evidence_words(evidence: Evidence) -> str:
    """Name an answer, with its time and its hash."""
    when = evidence.fetched_at.isoformat(timespec="seconds")
    said = tr(_FETCHED, url=shown(evidence.requested), answer=chip(evidence), time=when)
    return f"{said} · sha256 {evidence.sha256}" if evidence.sha256 else said


def use_title(use: Purpose) -> str:
    """Name a use at the begin of a line."""
    return capitalised(use_words(use))
