"""The texts of the chooser."""

from collections.abc import Mapping, Sequence

from robotstudio.engine.crawlers import OWN, Catalogue, Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.user_agents import AgentEntry, EntryKind
from robotstudio.explain.words import crawler_name
from robotstudio.fetch.policy import POLICIES
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import side_by_side

_OWN_SECTION: Message = "Your own"
_ALL_PURPOSES: Message = "All purposes"
_COUNTED: Message = "{title} ({count})"
_OWN_CHOICE: Message = "Your selection"
_NOBODY: Message = "none"

_CHAIN_ONLY: Message = "{chain}, never *"
_CONTROL: Message = "control token"
_OUTDATED: Message = "outdated"
_OBEYS: Mapping[str, Message] = {
    "yes": "",
    "partial": "obeys in part",
    "no": "does not obey",
    "unknown": "",
}
_READS: Message = "Reads as {dialect}."
_READS_ASSUMED: Message = "How it reads the file is not documented. Assumed: {dialect}."
_NEVER_GLOBAL: Message = "Never follows *: only a group that names it counts."
_IS_OUTDATED: Message = "Outdated token: {why}."
_IS_CONTROL: Message = "Control token: no crawler fetches under this name."
_SAYS: Mapping[str, Message] = {
    "yes": "States that it obeys robots.txt.",
    "partial": "Obeys robots.txt in part.",
    "no": "Does not obey robots.txt.",
    "unknown": "Unknown whether it obeys robots.txt.",
}
_HONOURS: Message = "Honours {fields}."
_CHANGED: Message = "Changed in your file."
_CHECKED: Message = "{source} ({confidence}, {date})"
_NO_POLICY: Message = "Not documented"

_ENTRIES: Mapping[EntryKind, Message] = {
    EntryKind.EMPTY: "",
    EntryKind.TOKEN: "{token} is read as RFC 9309 says.",
    EntryKind.KNOWN: "{token} is already in the list.",
    EntryKind.HEADER: "That is a whole User-Agent header. Its product token is {token}.",
    EntryKind.HEADER_WITHOUT_TOKEN: "No known crawler sends this User-Agent header. Enter only the crawler’s name.",
    EntryKind.PARTLY: (
        "A product token has only letters, - and _. Google’s parser reads only “{read}” of “{token}”; others may "
        "read more."
    ),
    EntryKind.NO_TOKEN: "A product token has only letters, - and _. No crawler may ever match “{token}” to a group.",
}
_WARNINGS = frozenset({EntryKind.HEADER_WITHOUT_TOKEN, EntryKind.PARTLY, EntryKind.NO_TOKEN})


def purpose_title(purpose: str, catalogue: Catalogue) -> str:
    """Return the title of a purpose; the id itself if the catalogue does not know it."""
    return tr(_OWN_SECTION if purpose == OWN else catalogue.purposes.get(purpose, purpose))


def all_purposes() -> str:
    return tr(_ALL_PURPOSES)


def chosen_label(crawlers: Sequence[Crawler], catalogue: Catalogue) -> str:
    """Return a short name of a set: `Search + AI (9)`, `Own choice (5)`, or the title of its only crawler."""
    if not crawlers:
        return tr(_NOBODY)
    if not crawlers[1:]:
        return crawler_name(crawlers[0])
    preset = catalogue.preset_of(crawler.token for crawler in crawlers)
    return tr(_COUNTED, title=tr(preset.title if preset else _OWN_CHOICE), count=len(crawlers))


def chain_words(crawler: Crawler) -> str:
    """Return the tokens in the order of group matching: `Googlebot-Image → Googlebot → *`."""
    chain = [printable(token) for token in crawler.chain if token != "*"]
    if not crawler.uses_global:
        return tr(_CHAIN_ONLY, chain=" → ".join(chain))
    return " → ".join([*chain, "*"])


def dialect_title(crawler: Crawler) -> str:
    return DIALECTS[crawler.dialect].title if crawler.dialect in DIALECTS else crawler.dialect


def flag_words(crawler: Crawler) -> str:
    """Return what is special about a crawler in two or three words, "" for nothing."""
    if crawler.outdated:
        return tr(_OUTDATED)
    return tr(_CONTROL) if crawler.is_control else tr(_OBEYS.get(crawler.obeys, ""))


def facts_words(crawler: Crawler, *, is_changed: bool = False) -> str:
    """Return the facts about a crawler, in short sentences."""
    if crawler.is_any_other:
        return tr(_READS, dialect=dialect_title(crawler))
    honoured = side_by_side(sorted(name.capitalize() for name in crawler.honours))
    reads = tr(_READS_ASSUMED if crawler.assumed else _READS, dialect=dialect_title(crawler))
    said = (
        tr(_CHANGED) if is_changed else "",
        tr(_IS_OUTDATED, why=tr(crawler.outdated)) if crawler.outdated else "",
        reads,
        "" if crawler.uses_global else tr(_NEVER_GLOBAL),
        tr(_IS_CONTROL) if crawler.is_control else "",
        tr(_SAYS.get(crawler.obeys, "")),
        tr(_HONOURS, fields=honoured) if honoured else "",
    )
    return WORDS.sentences(said)


def source_words(crawler: Crawler) -> str:
    """Return source, confidence and date of the facts; "" if there is no source."""
    if not crawler.source:
        return ""
    facts = {"source": crawler.source, "confidence": crawler.confidence, "date": WORDS.day(crawler.checked_on)}
    return tr(_CHECKED, **facts)


def policy_titles() -> Mapping[str, str]:
    """Return policies on failed fetches and their titles; the empty one first."""
    return {"": tr(_NO_POLICY), **{family.id: family.name for family in POLICIES.values()}}


def entry_words(entry: AgentEntry) -> str:
    """Return the message about a typed token; "" if nothing is typed."""
    template = _ENTRIES[entry.kind]
    return tr(template, token=printable(entry.token), read=entry.read) if template else ""


def is_warning(entry: AgentEntry) -> bool:
    """Return True if the message about a token is a warning."""
    return entry.kind in _WARNINGS
