"""The chosen crawlers in order, and the tokens that the user added."""

from collections.abc import Iterable
from typing import NamedTuple

from robotstudio.engine.crawlers import ANY_OTHER, CATALOGUE, OWN, Catalogue, Crawler, Preset


class _Step(NamedTuple):
    """The choice before a preset, or before another choice replaced it."""

    preset: Preset | None
    before: tuple[Crawler, ...]


class CrawlerChoice:
    """The crawlers chosen, in the order of the matrix; every crawler is known by its token."""

    def __init__(self, catalogue: Catalogue = CATALOGUE) -> None:
        self.catalogue = catalogue
        """The crawlers to choose from, except for tokens that the user added here."""
        self._chosen: list[Crawler] = []
        self._own: list[Crawler] = []
        self._steps: list[_Step] = []

    @property
    def chosen(self) -> tuple[Crawler, ...]:
        """Return the crawlers chosen, in order."""
        return tuple(self._chosen)

    @property
    def own(self) -> tuple[Crawler, ...]:
        """Return the crawlers that the user added by a token."""
        return tuple(self._own)

    @property
    def crawlers(self) -> tuple[Crawler, ...]:
        """Return everything that can be chosen: own ones first, any other last."""
        known = (crawler for crawler in self.catalogue.crawlers.values() if not crawler.is_any_other)
        return (*self._own, *known, ANY_OTHER)

    @property
    def purposes(self) -> tuple[str, ...]:
        """Return the sections of the list: the user's own crawlers, then the purposes of the others."""
        return (OWN, *self.catalogue.purposes)

    @property
    def preset(self) -> Preset | None:
        """Return the preset that is chosen, None if the user chose otherwise."""
        return self.catalogue.preset_of(crawler.token for crawler in self._chosen)

    @property
    def can_be_taken_back(self) -> bool:
        """Return True if a preset or a whole new choice replaced the choice, and none was made by hand since."""
        return bool(self._steps)

    @property
    def last_preset(self) -> Preset | None:
        """Return the preset that would be taken back; None for a choice that replaced the person's own."""
        return self._steps[-1].preset if self._steps else None

    def take_back(self) -> None:
        """Choose again what was chosen before the last step."""
        if self._steps:
            self._chosen = list(self._steps.pop().before)
            self._keep_own(self._chosen)

    def holds(self, crawler: Crawler) -> bool:
        return _key(crawler) in map(_key, self._chosen)

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Choose from another catalogue; what is chosen stays so, as the new one has it."""
        self.catalogue = catalogue
        self._chosen = [catalogue.crawler_for(crawler.token) for crawler in self._chosen]
        self._own = [crawler for crawler in self._own if catalogue.known(crawler.token) is None]

    def set_chosen(self, crawlers: Iterable[Crawler]) -> None:
        """Choose exactly these; tokens that the catalogue does not know become own ones.

        The user's own choice can be taken back.
        """
        before, is_own = self.chosen, self.preset is None
        self._chosen = list({_key(crawler): crawler for crawler in crawlers}.values())
        if set(map(_key, before)) != set(map(_key, self._chosen)):
            self._steps = [_Step(None, before)] if is_own and before else []
        self._keep_own(self._chosen)

    def add_own(self, tokens: Iterable[str]) -> None:
        """Add tokens to the list without choosing them."""
        self._keep_own(map(self.catalogue.crawler_for, tokens))

    def toggle(self, crawler: Crawler) -> None:
        """Choose a crawler or no longer; a new one comes before `any other` if that is the last."""
        self._steps = []
        if self.holds(crawler):
            self._chosen = [chosen for chosen in self._chosen if _key(chosen) != _key(crawler)]
        else:
            self._append(crawler)

    def add(self, token: str) -> Crawler:
        """Choose the crawler of a token, known or not."""
        crawler = self.catalogue.crawler_for(token)
        self._keep_own([crawler])
        if not self.holds(crawler):
            self.toggle(crawler)
        return crawler

    def remove_own(self, crawler: Crawler) -> None:
        """Remove a token that the user added."""
        self._own = [own for own in self._own if _key(own) != _key(crawler)]
        self._chosen = [chosen for chosen in self._chosen if _key(chosen) != _key(crawler)]

    def order(self, tokens: Iterable[str]) -> None:
        """Put the chosen crawlers into the order of their tokens."""
        place = {token: at for at, token in enumerate(tokens)}
        self._chosen.sort(key=lambda crawler: place.get(crawler.token, len(place)))

    def has_all(self, preset: Preset) -> bool:
        """Return True if every crawler of a preset is chosen."""
        return set(map(str.lower, preset.tokens)) <= set(map(_key, self._chosen))

    def apply(self, preset: Preset) -> None:
        """Add the crawlers of a preset in its order; if all are chosen, remove those that no other such preset has."""
        before = self.chosen
        if self.has_all(preset):
            others = [other for other in self.catalogue.presets if other != preset and self.has_all(other)]
            kept = {token.lower() for other in others for token in other.tokens}
            leaving = set(map(str.lower, preset.tokens)) - kept
            self._chosen = [crawler for crawler in self._chosen if _key(crawler) not in leaving]
        else:
            for crawler in map(self.catalogue.crawler_for, preset.tokens):
                if not self.holds(crawler):
                    self._append(crawler)
            self._keep_own(self._chosen)
        if self.chosen != before:
            self._steps.append(_Step(preset, before))

    def _append(self, crawler: Crawler) -> None:
        """Append a crawler; any other crawler stays the last."""
        has_rest = bool(self._chosen) and self._chosen[-1].is_any_other
        self._chosen.insert(len(self._chosen) - has_rest, crawler)

    def _keep_own(self, crawlers: Iterable[Crawler]) -> None:
        known = {_key(crawler) for crawler in self._own}
        for crawler in crawlers:
            if _key(crawler) not in known and self.catalogue.known(crawler.token) is None:
                known.add(_key(crawler))
                self._own.append(crawler)


def _key(crawler: Crawler) -> str:
    """Return the token in lower case: product tokens are case-insensitive."""
    return crawler.token.lower()
