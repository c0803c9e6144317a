"""The crawler catalogue: which product tokens a crawler looks for, in which order, and which dialect it reads."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

import msgspec
from msgspec import Struct, field
from msgspec.structs import force_setattr

from robotstudio import assets
from robotstudio.engine.names import Agent, NamedOnly
from robotstudio.text.language import Message, tr

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
OWN = "own"
"""The purpose of a token that only the user knows."""


class CrawlerView(Struct, frozen=True):
    """The facts about a crawler on which verdicts depend: its name, its dialect, and the tokens that lead to its group.

    `crawler` has the other facts, if they differ from the shipped catalogue's.
    """

    token: str
    dialect: str
    agent: Agent
    crawler: "Crawler | None" = None


OBEYS = ("yes", "partial", "no", "unknown")
"""What an operator states about obeying robots.txt."""


class Crawler(Struct, frozen=True, dict=True):
    """A crawler: facts from resources/crawlers.json, each row with its source and the date it was checked on.

    `fallback` are the tokens it looks for when no group names its own, and after them `*`, unless it never
    `uses_global`. `is_control` marks a token that crawls nothing: another crawler obeys its rules. `assumed` means that
    its operator has not published how it reads a file, so that the dialect is an assumption. `policy` is the id of the
    fetch policy that it follows, empty if none is documented; `honours` are the fields other than rules that it obeys,
    in lower case. `outdated` says why its operator's crawlers no longer look for the token, as part of a sentence, and
    is empty for all others; `successors` are the tokens to name instead. `purpose_source` documents the purpose if
    `source` does not.
    """

    token: str
    title: str = ""
    operator: str = ""
    purpose: str = OWN
    purpose_source: str = ""
    fallback: tuple[str, ...] = ()
    uses_global: bool = True
    is_control: bool = False
    obeys: str = "unknown"
    dialect: str = "rfc9309"
    assumed: bool = False
    policy: str = ""
    honours: frozenset[str] = frozenset()
    user_agent: str = ""
    outdated: str = ""
    successors: tuple[str, ...] = ()
    source: str = ""
    confidence: str = ""
    checked_on: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        """Use the token as the default title."""
        if not self.title:
            force_setattr(self, "title", self.token)

    @cached_property
    def chain(self) -> tuple[str, ...]:
        """The tokens in the order in which a group for them is looked for; `*` always comes last and is left out."""
        return (self.token, *self.fallback)

    @cached_property
    def agent(self) -> tuple[str, ...]:
        """The chain as `Robots` takes it: a `NamedOnly` if the crawler never follows `*`."""
        return self.chain if self.uses_global else NamedOnly(self.chain)

    @cached_property
    def reader(self) -> CrawlerView:
        return CrawlerView(self.token, self.dialect, self.agent, self)

    @property
    def is_any_other(self) -> bool:
        """True for the entry that represents every crawler that no group names."""
        return self.token == "*"


class Preset(Struct, frozen=True):
    """A set of crawlers that can be chosen at once, in this order."""

    id: str
    title: str
    tokens: tuple[str, ...]


_ANY_OTHER: Message = "any other"
ANY_OTHER = Crawler(
    token="*",
    title=_ANY_OTHER,
    purpose="other",
    source="https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
    confidence="documented",
    checked_on="2026-11-20",
)


def is_day(text: str) -> bool:
    """Return True for a date such as `2026-11-20`; no other text may be written into files as a date."""
    return bool(_DAY.fullmatch(text))


def title_of(crawler: Crawler) -> str:
    """Return the display name of a crawler; only “any other” is translated."""
    return tr(_ANY_OTHER) if crawler.is_any_other else crawler.title


def called(token: str, titles: Mapping[str, str]) -> str:
    """Return the display name for a token, given the known titles."""
    return tr(_ANY_OTHER) if token == ANY_OTHER.token else titles.get(token, token)


def names_of(tokens: Iterable[str], crawlers: Iterable[Crawler] = ()) -> tuple[str, ...]:
    """Return the display names for tokens; those missing in `crawlers` are taken from the catalogue."""
    known = {crawler.token: crawler for crawler in crawlers}
    return tuple(title_of(known.get(token) or CATALOGUE.crawler_for(token)) for token in tokens)


class Catalogue(Struct, frozen=True, dict=True):
    """Crawlers by their tokens, and sets of them; `purposes` maps ids of purposes to titles.

    `main_engines` are crawlers of search engines that many sites live by: for the `lint` rules about a blocked site
    (more severe if one of the `largest` is blocked), and for the `risk` of a change, each the main search engine of a
    country or of a system.
    """

    crawlers: Mapping[str, Crawler]
    presets: tuple[Preset, ...]
    purposes: Mapping[str, str]
    main_engines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def _by_lower_token(self) -> Mapping[str, str]:
        return {token.lower(): token for token in self.crawlers}

    @cached_property
    def size(self) -> int:
        """Number of crawlers, without “any other”."""
        return len(self.crawlers.keys() - {ANY_OTHER.token})

    @cached_property
    def as_of(self) -> str:
        """The latest day on which a row was checked."""
        return max((each.checked_on for each in self.crawlers.values() if is_day(each.checked_on)), default="")

    def known(self, token: str) -> Crawler | None:
        """Return the crawler of a token, ignoring case."""
        found = self._by_lower_token.get(token.strip().lower())
        return self.crawlers[found] if found else None

    def crawler_for(self, token: str) -> Crawler:
        """Return the crawler of a token, ignoring case; an unknown one is read by RFC 9309."""
        return self.known(token) or Crawler(token.strip(), assumed=True)

    def preset_of(self, tokens: Iterable[str]) -> Preset | None:
        """Return the set that has exactly these crawlers, in any order."""
        wanted = frozenset(token.lower() for token in tokens)
        return next((one for one in self.presets if frozenset(map(str.lower, one.tokens)) == wanted), None)

    def with_changes(self, crawlers: Iterable[Crawler], presets: Iterable[Preset] = ()) -> "Catalogue":
        """Return a catalogue with these crawlers and sets replacing those of the same token or id, or appended."""
        rows = dict(self.crawlers)
        for crawler in crawlers:
            known = self.known(crawler.token)
            rows[known.token if known else crawler.token] = crawler
        sets = {preset.id: preset for preset in (*self.presets, *presets)}
        return Catalogue(MappingProxyType(rows), tuple(sets.values()), self.purposes, self.main_engines)


class _Data(Struct):
    """The content of resources/crawlers.json."""

    crawlers: list[Crawler]
    presets: tuple[Preset, ...]
    purposes: dict[str, str]
    main_engines: dict[str, tuple[str, ...]]


def catalogue_of(body: bytes) -> Catalogue:
    """Parse the content of a crawlers.json. Raises msgspec.DecodeError."""
    data = msgspec.json.decode(body, type=_Data)
    crawlers = {crawler.token: crawler for crawler in (*data.crawlers, ANY_OTHER)}
    purposes, engines = MappingProxyType(data.purposes), MappingProxyType(data.main_engines)
    return Catalogue(MappingProxyType(crawlers), data.presets, purposes, engines)


CATALOGUE = catalogue_of(assets.path("crawlers.json").read_bytes())
"""The shipped crawlers; a catalogue with the user's own ones is passed as an argument."""

CRAWLERS = CATALOGUE.crawlers
PRESETS = CATALOGUE.presets
DEFAULT_TOKENS = PRESETS[0].tokens


def crawler_for(token: str) -> Crawler:
    """Return the shipped catalogue's crawler of a token, ignoring case; an unknown one is read by RFC 9309."""
    return CATALOGUE.crawler_for(token)
