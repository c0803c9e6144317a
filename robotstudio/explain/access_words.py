"""Word what one crawler may fetch: two lists of rules, and the parts of the file that it does not read."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from robotstudio.engine.access import Access, Exactness, Further
from robotstudio.engine.groups import Rule
from robotstudio.engine.ruleset import RuleSet
from robotstudio.engine.summary import Summary
from robotstudio.engine.verdict import GroupChoice, line_ranges
from robotstudio.explain.pattern_words import shape_words
from robotstudio.explain.summary_words import (
    ACCESS,
    EXACT,
    assumption_words,
    crawler_words,
    cut_words,
    delay_words,
    group_words,
    preference_words,
    skipped_words,
)
from robotstudio.explain.words import STAR, crawler_name, line_piece, lines_words, rule_piece
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_markdown, as_text, printable, sentences

MOST_RULES = 12

NO_RULE: Mapping[bool, Message] = {  # by `is_control`, as all below
    False: "May fetch <b>everything</b>: the file has no rule for it.",
    True: "May be used for <b>everything</b>: the file has no rule for it.",
}
NOTHING_BLOCKED: Mapping[bool, Message] = {
    False: "May fetch <b>everything</b>: no rule blocks anything.",
    True: "<b>Everything</b> may be used: no rule blocks anything.",
}
NOTHING: Mapping[bool, Message] = {
    False: "May fetch <b>nothing</b>: {rule} ({line}).",
    True: "<b>Nothing</b> may be used: {rule} ({line}).",
}
EXCEPT: Mapping[bool, Plural] = {
    False: Plural(
        "<b>May fetch everything except one kind of URL.</b>",
        "<b>May fetch everything except {count} kinds of URL.</b>",
    ),
    True: Plural(
        "<b>Everything may be used except one kind of URL.</b>",
        "<b>Everything may be used except {count} kinds of URL.</b>",
    ),
}
ONLY: Mapping[bool, Plural] = {
    False: Plural("<b>May fetch only one kind of URL.</b>", "<b>May fetch only {count} kinds of URL.</b>"),
    True: Plural("<b>Only one kind of URL may be used.</b>", "<b>Only {count} kinds of URL may be used.</b>"),
}
BLOCKED_URLS = Plural("{count} of {urls} URLs is blocked.", "{count} of {urls} URLs are blocked.")
BLOCKED_STAKE: Message = "{column} of the blocked URLs: {total}."
TITLES: Mapping[tuple[Access, bool], tuple[Message, Message]] = {
    (Access.EXCEPT, False): ("May not fetch", "But may fetch"),
    (Access.EXCEPT, True): ("May not be used", "But may be used"),
    (Access.ONLY, False): ("May fetch", "But may not fetch"),
    (Access.ONLY, True): ("May be used", "But may not be used"),
}
UNLESS = Plural("{which}, unless {lines} matches", "{which}, unless {lines} match")
AS_PHRASE: Message = "{url} {which} ({line})"
INEXACT: Message = "If rules of both lists match a URL, select that URL to see which one decides."
NOT_READ = Plural(
    "Not read: the rule of group {star} ({lines}), because {crawler} has a group of its own.",
    "Not read: the {count} rules of group {star} ({lines}), because {crawler} has a group of its own.",
)
NOT_READ_BY_RELATED = Plural(
    "Not read: the rule of group {star} ({lines}), because {crawler} follows the group of {token}.",
    "Not read: the {count} rules of group {star} ({lines}), because {crawler} follows the group of {token}.",
)


class PlainRule(NamedTuple):
    """A rule in plain words: the URL that it is about, which URLs that means, and its line."""

    shape: str
    which: Phrase
    line: int
    decides: int
    """The number of listed URLs that it decides."""

    @property
    def phrase(self) -> Phrase:
        """The rule as one phrase: `/admin/ and everything below (line 10)`."""
        url = Piece(self.shape, PieceKind.URL)
        return WORDS.phrase(AS_PHRASE, url=url, which=self.which, line=line_piece(self.line))


class PlainList(Struct, frozen=True):
    """Rules of one kind, in file order."""

    title: str
    allows: bool
    rules: tuple[PlainRule, ...]


class PlainAccess(Struct, frozen=True):
    """Access of a crawler: a sentence, the count of blocked URLs, two lists or none, and notes."""

    sentence: Phrase
    counts: str = ""
    lists: tuple[PlainList, ...] = ()
    notes: tuple[Phrase, ...] = ()

    @property
    def rule_count(self) -> int:
        return sum(len(each.rules) for each in self.lists)

    def deciding_most(self) -> tuple[PlainList, ...]:
        """Return the lists with the rules that decide most URLs: at most so many, and at least one of each list."""
        rules = sorted(
            (rule for each in self.lists for rule in each.rules), key=lambda rule: (-rule.decides, rule.line)
        )
        firsts = (next(rule for rule in rules if rule in each.rules) for each in self.lists if each.rules)
        lines = {rule.line for rule in (*rules[:MOST_RULES], *firsts)}
        return tuple(
            PlainList(each.title, each.allows, tuple(rule for rule in each.rules if rule.line in lines))
            for each in self.lists
        )

    def text(self, *, markdown: bool = False) -> str:
        """Format as plain text, or as Markdown."""
        told, head, gap, bullet = (as_markdown, "### ", "\n\n", "- ") if markdown else (as_text, "", "\n", "  ")
        blocks = [WORDS.sentences(filter(None, (told(self.sentence), self.counts)))]
        for each in self.lists:
            rows = [f"{bullet}{told(rule.phrase)}" for rule in each.rules]
            blocks.append(f"{head}{each.title}{gap}" + "\n".join(rows))
        return "\n\n".join((*blocks, *map(told, self.notes))) + "\n"


def blocked_words(blocked: int, urls: int, column: str = "", total: str = "") -> str:
    """Say how many URLs are blocked, and how many clicks or the like they have: `total`, counted in `column`."""
    if not urls:
        return ""
    said = ntr(BLOCKED_URLS, blocked, urls=WORDS.number(urls))
    return WORDS.sentences((said, tr(BLOCKED_STAKE, column=column, total=total))) if total else said


def plain_access(summary: Summary, choice: GroupChoice, decided: Mapping[int, int], counts: str = "") -> PlainAccess:
    """Describe what a crawler may fetch.

    `decided` maps a line to the number of listed URLs that it decides; `counts` says how many URLs are blocked.
    """
    return PlainAccess(
        _sentence(summary, choice),
        counts,
        tuple(_lists(summary, choice.rules, decided)),
        tuple(filter(None, _notes(summary, choice))),
    )


def _sentence(summary: Summary, choice: GroupChoice) -> Phrase:
    reach, is_control = summary.reach, summary.crawler.is_control
    if reach.access is Access.EVERYTHING:
        return WORDS.phrase((NOTHING_BLOCKED if choice.rule_count else NO_RULE)[is_control])
    if reach.access is Access.NOTHING:
        rule = choice.rules.winner(b"/")
        if rule is None:
            return WORDS.phrase(ACCESS[Access.NOTHING])
        return WORDS.phrase(NOTHING[is_control], rule=rule_piece(rule), line=line_piece(rule.line))
    forms = EXCEPT if reach.access is Access.EXCEPT else ONLY
    return WORDS.counted_phrase(forms[is_control], len(reach.rules))


def _lists(summary: Summary, rules: RuleSet, decided: Mapping[int, int]) -> Iterator[PlainList]:
    reach = summary.reach
    titles = TITLES.get((reach.access, summary.crawler.is_control))
    if titles is None:
        return
    allows = reach.access is Access.ONLY
    further = [Further(rule) for rule in reach.rules], reach.further
    for title, some, allowing in zip(titles, further, (allows, not allows), strict=True):
        listed = sorted((_plain_rule(each, rules, decided) for each in some), key=lambda rule: rule.line)
        if listed:
            yield PlainList(tr(title), allowing, tuple(listed))


def _plain_rule(further: Further, rules: RuleSet, decided: Mapping[int, int]) -> PlainRule:
    rule = further.rule
    shape, words = shape_words(_pattern(rule), rules.wildcards)
    which: Phrase = (Piece(words),)
    if further.lost_to:
        lines = lines_words(line_ranges(further.lost_to))
        which = WORDS.counted_phrase(UNLESS, len(further.lost_to), which=words, lines=lines)
    return PlainRule(shape, which, rule.line, decided.get(rule.line, 0))


def _pattern(rule: Rule) -> bytes:
    """Return the pattern as written, unless the crawler reads another one."""
    is_as_written = rule.written.startswith((b"/", b"*")) and not rule.rewritten
    return rule.written if is_as_written else rule.pattern


def _notes(summary: Summary, choice: GroupChoice) -> Iterator[Phrase]:
    """Yield what else concerns the crawler, and last what it does not read."""
    crawler, exact = summary.crawler, summary.reach.exact
    is_own = summary.is_named and len(summary.parts) == 1
    yield sentences((() if is_own else group_words(summary), *crawler_words(summary)))
    yield delay_words(summary.delay) if summary.delay else ()
    yield preference_words(summary)
    yield from assumption_words((crawler,))
    if exact is not Exactness.NOT_PROVEN and summary.reach.rules:
        yield WORDS.phrase(EXACT[exact])
    elif summary.reach.further:
        yield WORDS.phrase(INEXACT)
    yield cut_words(summary)
    yield skipped_words(summary.skipped)
    yield _not_read(summary, choice)


def _not_read(summary: Summary, choice: GroupChoice) -> Phrase:
    lines = sorted({rule.line for group in choice.ignored for rule in group.rules})
    if not lines or choice.token is None:
        return ()
    return WORDS.counted_phrase(
        NOT_READ_BY_RELATED if choice.tried else NOT_READ,
        len(lines),
        star=STAR,
        lines=lines_words(line_ranges(lines)),
        crawler=crawler_name(summary.crawler),
        token=Piece(printable(choice.token), PieceKind.TOKEN),
    )
