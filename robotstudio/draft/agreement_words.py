"""Say how the others read a file, for the window and the terminal."""

from collections.abc import Mapping

from robotstudio.draft.agreement import Agreement, DifferingCrawlers, UndecidedCrawlers
from robotstudio.explain.summary_words import reading_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

ANOTHER_GROUP: Message = "another group"
OF_FIRST: Message = "{crawler}: {reading}"
ONLY_ESCAPED: Message = "only if a URL is escaped"
ONLY_OWN: Message = "only /robots.txt among plain URLs, which every crawler fetches anyway"

UNDECIDED: Message = "undecided: neither a proof nor a counterexample within the limit"
PLAIN: Message = "proven for plain URLs; undecided if something is escaped"

ALL_AGREE = Plural(
    "Proven for every URL: the other crawler gets the verdict of {first}.",
    "Proven for every URL: all {count} others get the verdict of {first}.",
)
ALL_AGREE_BUT_OWN = Plural(
    "Proven for plain URLs except /robots.txt itself: the other crawler gets the verdict of {first}.",
    "Proven for plain URLs except /robots.txt itself: all {count} others get the verdict of {first}.",
)
ALL_AGREE_ON_PLAIN = Plural(
    "Proven for plain URLs: the other crawler gets the verdict of {first}.",
    "Proven for plain URLs: all {count} others get the verdict of {first}.",
)
SOME_PART = Plural(
    "One of {others} others gets a different verdict than {first}.",
    "{count} of {others} others get a different verdict than {first}.",
)
THE_OTHER_PARTS: Message = "The other crawler gets a different verdict than {first}."
MORE_OWN = Plural(
    "One more differs only for /robots.txt among plain URLs.",
    "{count} more differ only for /robots.txt among plain URLs.",
)
MORE_PART = Plural("One more only if a URL is escaped.", "{count} more only if a URL is escaped.")
ALIKE: Message = "Proven for every URL: {crawlers}."
NONE_PARTS: Message = "No URL with a different verdict than {first}'s was found; not everything is decided."
DECIDED = Plural("{decided} of {count} decided in {time}", "{decided} of {count} decided in {time}")


def outcome_words(known: Agreement, titles: Mapping[str, str]) -> str:
    """Return the result in a sentence."""
    first = titles[known.first]
    if known.is_agreed:
        return ntr(ALL_AGREE, known.count, first=first)
    if known.is_agreed_but_own:
        return ntr(ALL_AGREE_BUT_OWN, known.count, first=first)
    if known.is_agreed_on_plain:
        return ntr(ALL_AGREE_ON_PLAIN, known.count, first=first)
    parted = _parted(known, is_plain=False)
    if not parted:
        return tr(NONE_PARTS, first=first)
    if known.count == 1:
        return tr(THE_OTHER_PARTS, first=first)
    return ntr(SOME_PART, parted, others=WORDS.number(known.count), first=first)


def further_words(known: Agreement, titles: Mapping[str, str]) -> str:
    """Name those that differ only where a URL is escaped, and those that read alike."""
    escaped = 0 if known.is_agreed_on_plain else _parted(known, is_plain=True)
    own = 0 if known.is_agreed_but_own else sum(len(each.tokens) for each in known.parted if each.is_own)
    crawlers = WORDS.side_by_side(titles[token] for token in known.alike)
    if known.is_agreed:
        return crawlers
    alike = tr(ALIKE, crawlers=crawlers) if crawlers else ""
    more = ntr(MORE_PART, escaped) if escaped else "", ntr(MORE_OWN, own) if own else ""
    return WORDS.sentences(filter(None, (*more, alike)))


def _parted(known: Agreement, *, is_plain: bool) -> int:
    return sum(len(each.tokens) for each in known.parted if each.is_plain is is_plain and not each.is_own)


def decided_words(known: Agreement) -> str:
    """Say for how many crawlers it is decided, and how long that took."""
    return ntr(DECIDED, known.count, decided=known.decided, time=WORDS.duration(known.elapsed_ms))


def reason_words(row: DifferingCrawlers, first: str, titles: Mapping[str, str]) -> str:
    """Say why crawlers differ from the first: what their reading, or its own, does that RFC 9309 does not."""
    if row.is_own:
        return tr(ONLY_OWN)
    if row.is_plain:
        return tr(ONLY_ESCAPED)
    if row.parting is None:
        return tr(ANOTHER_GROUP)
    reading = reading_words(row.parting)
    return tr(OF_FIRST, crawler=titles[first], reading=reading) if row.parter == first else reading


def open_words(row: UndecidedCrawlers) -> str:
    """Say what is not known about crawlers."""
    return tr(PLAIN if row.is_plain else UNDECIDED)
