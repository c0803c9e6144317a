"""The standard library's `urllib.robotparser` with the verdicts of each crawler: import `RobotFileParser` from here."""

import urllib.robotparser
from collections.abc import Iterable

from robotstudio.library.robots import Robots
from robotstudio.store.errors import BadUrlError


class RobotFileParser(urllib.robotparser.RobotFileParser):
    """Fetches, parses and answers as the standard library's class, but as the user agent itself reads the file.

    >>> parser = RobotFileParser()
    >>> parser.parse(["User-agent: *", "Disallow: /cart/", "Allow: /cart/help"])
    >>> parser.can_fetch("Googlebot", "https://shop.example/cart/help")
    True
    """

    disallow_all: bool  # set by `read`: 401 and 403 forbid everything, other errors of the client allow it
    allow_all: bool
    _robots: Robots | None = None

    def parse(self, lines: Iterable[str]) -> None:
        """Read the lines of a file."""
        lines = list(lines)
        super().parse(lines)
        self._robots = Robots.parse("\n".join(line.rstrip("\r\n") for line in lines))

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Return True if the user agent may fetch the URL; False as long as nothing was read."""
        if self.disallow_all or self.allow_all or self._robots is None:
            return self.allow_all and not self.disallow_all
        try:
            return self._robots.allowed(url, useragent)
        except BadUrlError:
            return False

    def crawl_delay(self, useragent: str) -> float | None:  # type: ignore[override]  # whole numbers there
        """Return the seconds of the user agent's Crawl-delay, None without one."""
        return None if self._robots is None else self._robots.crawl_delay(useragent)
