"""Which crawlers are chosen, in which order, and which tokens the person added. No Qt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from robotstudio.engine.crawlers import ANY_OTHER, CRAWLERS, DEFAULT_TOKENS, Crawler, crawler_for

OWN = "own"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the catalogue: the purposes in it, and the kind that a label names it by, if any."""

    id: str
    purposes: tuple[str, ...]
    kind: str = ""


SECTIONS: tuple[Section, ...] = (
    Section("own", (OWN,)),
    Section("search", ("search",), "search"),
    Section("ai-search", ("ai-search",), "ai"),
    Section("ai-assistant", ("ai-assistant/user-fetch",), "ai"),
    Section("ai-training", ("ai-training",), "ai"),
    Section("seo", ("seo-tool",), "seo"),
    Section("archive", ("archive",)),
    Section("social", ("social-preview",)),
    Section("ads", ("ads",)),
    Section("other", ("other",)),
)
_SECTION_OF: Mapping[str, Section] = {purpose: section for section in SECTIONS for purpose in section.purposes}


class Preset(Enum):
    """A set that is chosen at once."""

    DEFAULT = "default"
    SEARCH = "search"
    AI = "ai"
    ALL = "all"
    NONE = "none"


def section_of(crawler: Crawler) -> Section:
    """The section that a crawler stands in; an unknown purpose is among the others."""
    return _SECTION_OF.get(crawler.purpose, SECTIONS[-1])


def kinds_of(crawlers: Iterable[Crawler]) -> tuple[str, ...] | None:
    """The kinds that name a set of crawlers, None where one of them belongs to no kind; any other belongs to all."""
    kinds = {section_of(crawler).kind for crawler in crawlers if not crawler.is_any_other}
    return tuple(kind for kind in ("search", "ai", "seo") if kind in kinds) if kinds and "" not in kinds else None


class Choice:
    """The crawlers chosen, in the order of the matrix; every crawler is known by its token."""

    def __init__(self) -> None:
        """Nothing is chosen."""
        self._chosen: list[Crawler] = []
        self._own: list[Crawler] = []

    @property
    def chosen(self) -> tuple[Crawler, ...]:
        """The crawlers chosen, in order."""
        return tuple(self._chosen)

    @property
    def own(self) -> tuple[Crawler, ...]:
        """The crawlers that the person added by a token."""
        return tuple(self._own)

    @property
    def catalogue(self) -> tuple[Crawler, ...]:
        """Everything that can be chosen: own ones first, any other last."""
        known = (crawler for crawler in CRAWLERS.values() if crawler != ANY_OTHER)
        return (*self._own, *known, ANY_OTHER)

    def holds(self, crawler: Crawler) -> bool:
        """Whether a crawler is chosen."""
        return _key(crawler) in map(_key, self._chosen)

    def set_chosen(self, crawlers: Iterable[Crawler]) -> None:
        """Choose exactly these; tokens that the catalogue does not know become own ones."""
        self._chosen = list({_key(crawler): crawler for crawler in crawlers}.values())
        self._keep_own(self._chosen)

    def add_own(self, tokens: Iterable[str]) -> None:
        """Take tokens into the list without choosing them."""
        self._keep_own(map(crawler_for, tokens))

    def toggle(self, crawler: Crawler) -> None:
        """Choose a crawler or no longer; a new one comes before `any other` if that is the last."""
        if self.holds(crawler):
            self._chosen = [chosen for chosen in self._chosen if _key(chosen) != _key(crawler)]
        elif self._chosen and self._chosen[-1].is_any_other:
            self._chosen.insert(len(self._chosen) - 1, crawler)
        else:
            self._chosen.append(crawler)

    def add(self, token: str) -> Crawler:
        """Choose the crawler of a token, known or not."""
        crawler = crawler_for(token)
        self._keep_own([crawler])
        if not self.holds(crawler):
            self.toggle(crawler)
        return crawler

    def remove_own(self, crawler: Crawler) -> None:
        """Forget a token that the person added."""
        self._own = [own for own in self._own if _key(own) != _key(crawler)]
        self._chosen = [chosen for chosen in self._chosen if _key(chosen) != _key(crawler)]

    def order(self, tokens: Iterable[str]) -> None:
        """Put the chosen crawlers into the order of their tokens."""
        place = {token: at for at, token in enumerate(tokens)}
        self._chosen.sort(key=lambda crawler: place.get(crawler.token, len(place)))

    def apply(self, preset: Preset) -> None:
        """Choose a set; those that are chosen already keep their order."""
        if preset is Preset.DEFAULT:
            self._chosen = [crawler_for(token) for token in DEFAULT_TOKENS]
            return
        wanted = {crawler.token for crawler in self.catalogue if _belongs(crawler, preset)}
        kept = [crawler for crawler in self._chosen if crawler.token in wanted and not crawler.is_any_other]
        held = {crawler.token for crawler in kept}
        added = [crawler for crawler in self.catalogue if crawler.token in wanted - held]
        self._chosen = kept + added

    def _keep_own(self, crawlers: Iterable[Crawler]) -> None:
        found = {_key(crawler): crawler for crawler in crawlers if crawler.purpose == OWN}
        known = {_key(crawler): crawler for crawler in self._own}
        self._own = list({**known, **{key: crawler for key, crawler in found.items() if key not in known}}.values())


def _key(crawler: Crawler) -> str:
    """Product tokens are the same in any case."""
    return crawler.token.lower()


def _belongs(crawler: Crawler, preset: Preset) -> bool:
    if preset in {Preset.ALL, Preset.NONE}:
        return preset is Preset.ALL
    return crawler.is_any_other or section_of(crawler).kind == preset.value
