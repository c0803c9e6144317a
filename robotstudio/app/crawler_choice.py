"""The chosen crawlers in order, and the tokens that the user added."""

from collections.abc import Iterable

from robotstudio.engine.crawlers import ANY_OTHER, CATALOGUE, OWN, Catalogue, Crawler, Preset


class CrawlerChoice:
    """The crawlers chosen, in the order of the matrix; every crawler is known by its token."""

    def __init__(self, catalogue: Catalogue = CATALOGUE) -> None:
        self._catalogue = catalogue
        self._chosen: list[Crawler] = []
        self._own: list[Crawler] = []
        self._replaced: tuple[Crawler, ...] = ()

    @property
    def catalogue(self) -> Catalogue:
        """What can be chosen, but for tokens that the user added here."""
        return self._catalogue

    @property
    def chosen(self) -> tuple[Crawler, ...]:
        """The crawlers chosen, in order."""
        return tuple(self._chosen)

    @property
    def own(self) -> tuple[Crawler, ...]:
        """The crawlers that the user added by a token."""
        return tuple(self._own)

    @property
    def crawlers(self) -> tuple[Crawler, ...]:
        """Everything that can be chosen: own ones first, any other last."""
        known = (crawler for crawler in self._catalogue.crawlers.values() if not crawler.is_any_other)
        return (*self._own, *known, ANY_OTHER)

    @property
    def purposes(self) -> tuple[str, ...]:
        """The sections of the list: the user's own crawlers, then what the others are for."""
        return (OWN, *self._catalogue.purposes)

    @property
    def preset(self) -> Preset | None:
        """The preset that is chosen, None where the user chose otherwise."""
        return self._catalogue.preset_of(crawler.token for crawler in self._chosen)

    @property
    def replaced(self) -> tuple[Crawler, ...]:
        """The user's own choice that a set took the place of, until it is taken back or another one is made."""
        return self._replaced

    def take_back(self) -> None:
        """Choose again what a set took the place of."""
        replaced, self._replaced = self._replaced, ()
        if replaced:
            self._chosen = list(replaced)
            self._keep_own(self._chosen)

    def holds(self, crawler: Crawler) -> bool:
        return _key(crawler) in map(_key, self._chosen)

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Choose from another catalogue; what is chosen stays so, as the new one has it."""
        self._catalogue = catalogue
        self._chosen = [catalogue.crawler_for(crawler.token) for crawler in self._chosen]
        self._own = [crawler for crawler in self._own if catalogue.known(crawler.token) is None]

    def set_chosen(self, crawlers: Iterable[Crawler]) -> None:
        """Choose exactly these; tokens that the catalogue does not know become own ones.

        What the user put together is kept to be taken back, `replaced`.
        """
        before, is_own = self.chosen, self.preset is None
        self._chosen = list({_key(crawler): crawler for crawler in crawlers}.values())
        if is_own and before and set(map(_key, before)) != set(map(_key, self._chosen)):
            self._replaced = before
        self._keep_own(self._chosen)

    def add_own(self, tokens: Iterable[str]) -> None:
        """Take tokens into the list without choosing them."""
        self._keep_own(map(self._catalogue.crawler_for, tokens))

    def toggle(self, crawler: Crawler) -> None:
        """Choose a crawler or no longer; a new one comes before `any other` if that is the last."""
        self._replaced = ()
        if self.holds(crawler):
            self._chosen = [chosen for chosen in self._chosen if _key(chosen) != _key(crawler)]
        elif self._chosen and self._chosen[-1].is_any_other:
            self._chosen.insert(len(self._chosen) - 1, crawler)
        else:
            self._chosen.append(crawler)

    def add(self, token: str) -> Crawler:
        """Choose the crawler of a token, known or not."""
        crawler = self._catalogue.crawler_for(token)
        self._keep_own([crawler])
        if not self.holds(crawler):
            self.toggle(crawler)
        return crawler

    def remove_own(self, crawler: Crawler) -> None:
        """Forget a token that the user added."""
        self._own = [own for own in self._own if _key(own) != _key(crawler)]
        self._chosen = [chosen for chosen in self._chosen if _key(chosen) != _key(crawler)]

    def order(self, tokens: Iterable[str]) -> None:
        """Put the chosen crawlers into the order of their tokens."""
        place = {token: at for at, token in enumerate(tokens)}
        self._chosen.sort(key=lambda crawler: place.get(crawler.token, len(place)))

    def apply(self, preset: Preset) -> None:
        """Choose a set, in its order."""
        self.set_chosen(map(self._catalogue.crawler_for, preset.tokens))

    def _keep_own(self, crawlers: Iterable[Crawler]) -> None:
        known = {_key(crawler) for crawler in self._own}
        for crawler in crawlers:
            if _key(crawler) not in known and self._catalogue.known(crawler.token) is None:
                known.add(_key(crawler))
                self._own.append(crawler)


def _key(crawler: Crawler) -> str:
    """Product tokens are the same in any case."""
    return crawler.token.lower()
