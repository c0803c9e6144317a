"""Completion proposals: fields, product tokens, paths, values."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from msgspec import Struct

from robotstudio.engine.crawlers import CATALOGUE, DEFAULT_TOKENS, Catalogue, Crawler
from robotstudio.engine.directives import FIELDS, Status
from robotstudio.engine.paths import STAR_ITSELF
from robotstudio.engine.tokens import Field
from robotstudio.explain.line_card import BASICS
from robotstudio.explain.summary_words import MEANINGS
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

MOST_PROPOSALS = 100
_FIELD = re.compile(r"\s*+([A-Za-z-]*+)\Z")
_VALUE = re.compile(r"\s*+([A-Za-z-]++)\s*+:\s*+([^#]*+)\Z")
_PATHS = frozenset({"allow", "disallow", "noindex"})
_NAMES = {"user-agent": "User-agent", "disallow": "Disallow", "allow": "Allow"}
_FIRST_FIELDS = ("user-agent", "disallow", "allow", "sitemap", "crawl-delay")
_WORTH_ITS_NAME = 3
"""Number of letters to type before an obsolete field is proposed."""

_ANY: Message = "all crawlers that no other group names"
_ALREADY: Message = "{words}; already named"
_OUTDATED: Message = "outdated; {tokens} instead"
_OUTDATED_ALONE: Message = "outdated"
_HOW_MANY = Plural("1 path", "{count} paths")
_VALUES: Mapping[str, Mapping[str, Message]] = {
    "content-signal": {
        "search=yes": "may be shown in search results",
        "ai-input=no": "not for AI answers",
        "ai-train=no": "not for AI training",
        "search=yes, ai-train=no": "search, but no training",
        "search=yes, ai-input=no, ai-train=no": "search, but no AI use",
        "search=yes, ai-train=no, use=reference": "as Cloudflare writes it",
        "use=immediate": "may be used for the current answer",
        "use=reference": "may also be used for references",
        "use=full": "may be used in full",
    },
    "content-usage": {
        "train-ai=n": "not for AI training",
        "search=y": "may be shown in search results",
        "ai-use=n": "not as input of a generative model",
        "train-ai=n, ai-use=n, search=y": "search, but no AI use",
    },
    "crawl-delay": {"1": "at most 86,400 pages a day", "10": "at most 8,640 pages a day"},
}


class SlotKind(StrEnum):
    """The kinds of text that can be completed."""

    FIELD = "field"
    AGENT = "agent"
    PATH = "path"
    VALUE = "value"
    TEMPLATE = "template"


class Slot(NamedTuple):
    """A place to be completed: the text typed so far, and, for a value, the field in lower case."""

    kind: SlotKind
    typed: str
    field: str = ""


class Proposal(NamedTuple):
    """A replacement for the typed text; `note` describes it in a few words."""

    kind: SlotKind
    text: str
    note: str = ""
    label: str = ""

    @property
    def title(self) -> str:
        return self.label or self.text


class KnownPaths(Protocol):
    """The part of `SortedPaths` that completion needs."""

    def __getitem__(self, row: int, /) -> bytes:
        """Return a path."""

    def range_of(self, prefix: bytes, /) -> tuple[int, int]:
        """Return the half-open range of rows that start with a prefix."""


class CompletionContext(Struct, frozen=True):
    """The sources of proposals: the tokens in the file, in lower case, and the available URLs.

    `site` is the address of the site without a path, "" if unknown.
    """

    catalogue: Catalogue = CATALOGUE
    named: Collection[str] = ()
    paths: KnownPaths | None = None
    site: str = ""


def slot_at(before: str) -> Slot | None:
    """Return the slot after the text of a line up to the caret; None if nothing can be proposed."""
    found = _FIELD.match(before)
    if found:
        return Slot(SlotKind.FIELD, found[1])
    value = _VALUE.match(before)
    if value is None:
        return None
    name, typed = value[1].lower(), value[2]
    if name in {"user-agent", "useragent"}:
        return Slot(SlotKind.AGENT, typed, name)
    return Slot(SlotKind.PATH if name in _PATHS else SlotKind.VALUE, typed, name)


def proposals(slot: Slot, around: CompletionContext) -> tuple[Proposal, ...]:
    """Return proposals, the most likely first, at most `MOST_PROPOSALS`."""
    makers: dict[SlotKind, Callable[[Slot, CompletionContext], Iterator[Proposal]]] = {
        SlotKind.FIELD: _fields,
        SlotKind.AGENT: _agents,
        SlotKind.PATH: _paths,
        SlotKind.VALUE: _values,
    }
    found = []
    for proposal in makers[slot.kind](slot, around):
        found.append(proposal)
        if len(found) == MOST_PROPOSALS:
            break
    return tuple(found)


def _fields(slot: Slot, _around: CompletionContext) -> Iterator[Proposal]:
    typed = slot.typed.lower()
    rows = {name: (title, BASICS[Field(name)]) for name, title in _NAMES.items()}
    rows |= {name: (facts.title, MEANINGS[name]) for name, facts in FIELDS.items()}
    order = [*_FIRST_FIELDS, *(name for name in FIELDS if name not in _FIRST_FIELDS)]
    dead = {name for name, facts in FIELDS.items() if facts.status is Status.DEAD}
    known = [name for name in order if name not in dead or len(typed) >= _WORTH_ITS_NAME]
    for name in _matching(known, typed):
        title, meaning = rows[name]
        yield Proposal(SlotKind.FIELD, f"{title}: ", tr(meaning), title)


def _agents(slot: Slot, around: CompletionContext) -> Iterator[Proposal]:
    crawlers = around.catalogue.crawlers
    usual = {token: place for place, token in enumerate(DEFAULT_TOKENS)}
    often = {token for preset in around.catalogue.presets for token in preset.tokens}

    def rank(token: str) -> tuple[bool, int, bool, str]:
        return not crawlers[token].is_any_other, usual.get(token, 99), token not in often, token.lower()

    order = sorted(crawlers, key=rank)
    by_name = {token.lower(): token for token in order}
    found = sorted(
        _matching(list(by_name), slot.typed.lower()), key=lambda name: bool(crawlers[by_name[name]].outdated)
    )
    for is_named in (False, True):
        for name in found:
            if (name in around.named) is is_named:
                facts = _crawler_words(crawlers[by_name[name]], around.catalogue)
                note = tr(_ALREADY, words=facts) if is_named else facts
                yield Proposal(SlotKind.AGENT, by_name[name], note)


def _crawler_words(crawler: Crawler, catalogue: Catalogue) -> str:
    if crawler.is_any_other:
        return tr(_ANY)
    if crawler.successors:
        return tr(_OUTDATED, tokens=WORDS.side_by_side(crawler.successors))
    if crawler.outdated:
        return tr(_OUTDATED_ALONE)
    purpose = tr(catalogue.purposes.get(crawler.purpose, crawler.purpose))
    return f"{crawler.operator} · {purpose}" if crawler.operator else purpose


def _paths(slot: Slot, around: CompletionContext) -> Iterator[Proposal]:
    typed = slot.typed or "/"
    if around.paths is None or not typed.startswith("/") or "*" in typed:
        return
    for path, count in path_steps(around.paths, typed.encode("utf-8", "replace")):
        text = path.replace(STAR_ITSELF, b"%2A").decode("utf-8", "replace")
        if text != typed:
            yield Proposal(SlotKind.PATH, text, ntr(_HOW_MANY, count))


def path_steps(paths: KnownPaths, prefix: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the directories and files directly below a prefix, in order, each with the number of paths under it.

    Each costs one bisection, however many paths are under it. A query ends a step, as a slash does.
    """
    row, last = paths.range_of(prefix)
    while row < last:
        path = paths[row]
        ends = [at for at in (path.find(b"/", len(prefix)), path.find(b"?", len(prefix))) if at >= 0]
        step = path[: min(ends) + 1] if ends else path
        following = paths.range_of(step)[1] if ends else row + 1
        yield step, following - row
        row = following


def _values(slot: Slot, around: CompletionContext) -> Iterator[Proposal]:
    rows: Mapping[str, Message] = _VALUES.get(slot.field, {})
    if slot.field == "sitemap" and around.site:
        rows = dict.fromkeys((f"{around.site}/sitemap.xml", f"{around.site}/sitemap_index.xml"), "")
    if slot.field == "host" and around.site:
        rows = {around.site.partition("://")[2]: ""}
    for text in _matching(list(rows), slot.typed.lower()):
        yield Proposal(SlotKind.VALUE, text, tr(rows[text]) if rows[text] else "")


def _matching(names: Sequence[str], typed: str) -> Iterator[str]:
    """Yield names that begin with the typed text, then those that contain it."""
    first = [name for name in names if name.lower().startswith(typed)]
    yield from first
    if typed:
        begins = frozenset(first)
        yield from (name for name in names if typed in name.lower() and name not in begins)
