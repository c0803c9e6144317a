"""The words of the chooser."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.phrases import printable
from robotstudio.engine.words import crawler_name
from robotstudio.ui.crawlers.choice import Preset, kinds_of
from robotstudio.ui.crawlers.token_entry import Entry, EntryKind

_SECTIONS: Mapping[str, str] = {
    "own": "Your own",
    "search": "Search engines",
    "ai-search": "AI search",
    "ai-assistant": "AI assistants, on a person’s request",
    "ai-training": "AI training",
    "seo": "SEO tools",
    "archive": "Archives",
    "social": "Link previews",
    "ads": "Ads",
    "other": "Other",
}
_PRESETS: Mapping[Preset, str] = {
    Preset.DEFAULT: "Default",
    Preset.SEARCH: "Search engines",
    Preset.AI: "AI",
    Preset.ALL: "All",
    Preset.NONE: "None",
}
_KINDS: Mapping[str, str] = {
    "search": "Search",
    "ai": "AI",
    "seo": "SEO",
}
_MOST_KINDS = 2
_KINDS_AND_COUNT = "{kinds} ({count})"
_COUNT = "{count} crawlers"
_NOBODY = "none"

_ENTRIES: Mapping[EntryKind, str] = {
    EntryKind.EMPTY: "",
    EntryKind.TOKEN: "{token} is read as RFC 9309 says.",
    EntryKind.KNOWN: "{token} is in the list.",
    EntryKind.HEADER: "That is a whole User-Agent header. Its product token is {token}.",
    EntryKind.HEADER_WITHOUT_TOKEN: "That is a User-Agent header of no crawler. Type the name of the crawler alone.",
    EntryKind.PARTLY: "A product token has only letters, - and _. Google’s parser reads “{read}” of “{token}”; "
    "others may read more.",
    EntryKind.NO_TOKEN: "A product token has only letters, - and _. No group may ever be found for “{token}”.",
}
_WARNINGS = frozenset({EntryKind.HEADER_WITHOUT_TOKEN, EntryKind.PARTLY, EntryKind.NO_TOKEN})


def _tr(text: str) -> str:
    return QCoreApplication.translate("crawlers", text)


def section_title(section_id: str) -> str:
    """The title of a section of the catalogue."""
    return _tr(_SECTIONS[section_id])


def preset_title(preset: Preset) -> str:
    """The name of a preset."""
    return _tr(_PRESETS[preset])


def chosen_label(crawlers: Sequence[Crawler]) -> str:
    """A set of crawlers in a few words: `Search + AI (8)`, `9 crawlers`, or the name of the only one."""
    if not crawlers:
        return _tr(_NOBODY)
    if len(crawlers) == 1:
        return crawler_name(crawlers[0], _tr)
    kinds = kinds_of(crawlers)
    if kinds is None or len(kinds) > _MOST_KINDS:
        return _tr(_COUNT).format(count=len(crawlers))
    return _tr(_KINDS_AND_COUNT).format(kinds=" + ".join(_tr(_KINDS[kind]) for kind in kinds), count=len(crawlers))


def chain_words(crawler: Crawler) -> str:
    """The tokens in the order in which a group is looked for: `Googlebot-Image → Googlebot → *`."""
    chain = [printable(token) for token in crawler.chain if token != "*"]  # noqa: S105 - a product token
    return " → ".join([*chain, "*"])


def entry_words(entry: Entry) -> str:
    """What is to be said about a typed token; empty where nothing is typed."""
    template = _ENTRIES[entry.kind]
    return _tr(template).format(token=printable(entry.token), read=entry.read) if template else ""


def is_warning(entry: Entry) -> bool:
    """Whether what is said about a token warns."""
    return entry.kind in _WARNINGS
