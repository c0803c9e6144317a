"""Files and URLs of the sizes of real ones, made up from a fixed seed: for a clone that has no real ones beside it."""

import random
from collections.abc import Iterator

SEED = 9309

_WORDS = """
about account admin ajax archive article basket brand browse cart catalog category checkout color compare contact
customer deals detail download events feed filter gallery help home images index item javadoc jobs language
list login media member news order page photo price print private product profile promo rating review
sale search section session shop sitemap size sort static store tag team topic trackback user video
view watch widget wishlist
"""
_ENDINGS = ("", "", "/", "/", ".html", ".php", ".pdf", ".jsp")


class Author:
    """Writes robots.txt files and URLs that share their words, so that rules match some of the URLs."""

    def __init__(self, seed: int = SEED) -> None:
        """Start from a seed; the same seed writes the same."""
        self._random = random.Random(seed)
        self._words = _WORDS.split()

    def robots_txt(self, wanted: int, wildcards: float, rules_in_group: int = 24) -> bytes:
        """Return a file of that size: groups for `*` and for single crawlers, with that share of wildcard rules."""
        lines = ["# Generated for a benchmark.", "User-agent: *"]
        size = sum(map(len, lines))
        while size < wanted:
            start = len(lines)
            if len(lines) > rules_in_group and self._random.random() < 1 / rules_in_group:
                lines += ["", f"User-agent: {self._word().capitalize()}bot"]
            lines.append(self._rule(wildcards))
            size += sum(len(line) + 1 for line in lines[start:])
        return "\n".join([*lines, ""]).encode()

    def urls(self, number: int) -> tuple[str, ...]:
        """Distinct URLs with paths and queries."""
        found: dict[str, None] = {}
        while len(found) < number:
            found[f"https://www.example.com{self._path()}{self._query()}"] = None
        return tuple(found)

    def site(self, number: int) -> Iterator[str]:
        """Distinct URLs of a large shop: products, lists with queries, articles, pages of lists, a few with escapes."""
        for place in range(number):
            chance, first, second = self._random.random(), self._word(), self._word()
            if chance < 0.45:
                path = f"/{first}/{second}/{self._word()}-{self._word()}-{place}"
            elif chance < 0.75:
                path = f"/{first}/{second}?{self._word()}={place}&{self._word()}={self._random.randint(1, 99)}"
            elif chance < 0.90:
                path = f"/{first}/{second}/{place}.html"
            elif chance < 0.97:
                path = f"/{first}/{place}/?page={self._random.randint(1, 999)}"
            else:
                path = f"/{first}/caf%C3%A9-{second}%20{place}"
            yield f"https://www.example.com{path}"

    def rules(self, number: int, wildcards: float) -> bytes:
        """Return a file of one group with that many rules."""
        return "\n".join(["User-agent: *", *(self._rule(wildcards) for _ in range(number)), ""]).encode()

    def _word(self) -> str:
        return self._random.choice(self._words)

    def _path(self) -> str:
        parts = [self._word() for _ in range(self._random.randint(1, 4))]
        if self._random.random() < 0.5:
            parts.append(f"{self._word()}-{self._random.randint(1, 99999)}")
        return "/" + "/".join(parts) + self._random.choice(_ENDINGS)

    def _query(self) -> str:
        names = [self._word() for _ in range(self._random.choice((0, 0, 0, 1, 2)))]
        return "?" * bool(names) + "&".join(f"{name}={self._random.randint(1, 999)}" for name in names)

    def _rule(self, wildcards: float) -> str:
        field = "Allow" if self._random.random() < 0.08 else "Disallow"
        if self._random.random() >= wildcards:
            return f"{field}: {self._path()}"
        pattern = self._random.choice(("/*/{}/{}/", "/{}/*?{}=", "*/{}-{}", "/*{}*{}$", "/*&{}={}", "/{}/*/{}.html$"))
        return f"{field}: {pattern.format(self._word(), self._word())}"
