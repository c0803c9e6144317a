"""robots.txt for Scrapy: `ROBOTSTXT_PARSER = "robotstudio.library.scrapy.RobotParser"` in the settings of a project.

The interface is that of `scrapy.robotstxt.RobotParser`; nothing of Scrapy is needed for it.
"""

from robotstudio.library.robots import Robots
from robotstudio.store.errors import BadUrlError


class RobotParser:
    r"""Answers Scrapy's middleware for robots.txt.

    >>> parser = RobotParser.from_crawler(None, b"User-agent: *\nDisallow: /cart/")
    >>> parser.allowed("https://shop.example/cart/1", "shopbot")
    False
    """

    def __init__(self, robots: Robots) -> None:
        """Use `from_crawler` instead, as Scrapy does."""
        self._robots = robots

    @classmethod
    def from_crawler(cls, crawler: object, robotstxt_body: bytes) -> "RobotParser":  # noqa: ARG003  # Scrapy passes it
        """Read the body of an answer."""
        return cls(Robots.parse(robotstxt_body))

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Return True if the user agent may fetch the URL, or if no crawler could request it."""
        try:
            return self._robots.allowed(_text(url), _text(user_agent))
        except BadUrlError:
            return True


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
