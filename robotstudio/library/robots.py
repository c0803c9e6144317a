"""A robots.txt as programs use it: the engine's verdicts, each crawler read in its own dialect."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

from msgspec import Struct

from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directive_values import Address
from robotstudio.engine.directives import delay_of, directives_of
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.robots import Robots as Reading
from robotstudio.engine.user_agents import crawler_of
from robotstudio.engine.verdict import Verdict
from robotstudio.explain.words import crawler_name, sentence
from robotstudio.text.language import WORDS
from robotstudio.text.phrases import as_text
from robotstudio.urls.urls import Normaliser

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_CRAWLERS = 4096
"""User agents whose crawlers are kept: a log may contain any number."""


class Answer(Struct, frozen=True):
    """Answer whether a crawler may fetch a URL, and why. `str()` is the reason in a sentence.

    `url` is the request: path and query if no host was given. `line` is the 1-based line of the rule that decides and
    `rule` that rule as written, such as `Disallow: /cart/`; both are None if no rule decides. `group` is the product
    token whose group applies, `*` for the group of all others, None without a group. `reason` is one of
    `robotstudio.engine.Reason`, as text. `dialect` is an id of `robotstudio.engine.DIALECTS`.
    """

    allowed: bool
    url: str
    crawler: str
    line: int | None
    rule: str | None
    group: str | None
    reason: str
    dialect: str
    sentence: str

    def __str__(self) -> str:
        """Return the reason in a sentence."""
        return self.sentence


class Answers(TypedDict):
    """Columns of equal length: a data frame of pandas or polars is made of them as they are.

    `line` is 0 if no rule decides.
    """

    url: list[str]
    user_agent: list[str]
    allowed: "NDArray[np.bool_]"
    line: "NDArray[np.int32]"


class Rule(Struct, frozen=True):
    """An Allow or Disallow line: its 1-based line, and its path as written."""

    line: int
    allow: bool
    path: str


class Group(Struct, frozen=True):
    """The user agents of a group as written, and its rules in file order."""

    user_agents: tuple[str, ...]
    rules: tuple[Rule, ...]


class Robots:
    """A robots.txt. Make it with `parse`; it never changes.

    A user agent is a product token such as `Googlebot`, or a whole User-Agent header. It is looked up in the catalogue
    of crawlers (`robotstudio.engine.CRAWLERS`), which says whose group it falls back to and in which dialect it reads
    the file; an unknown one reads as RFC 9309 does. A URL may be a full URL, a host and path, or a path; it is
    requested as a browser would: `/café` as `/caf%C3%A9`.
    """

    def __init__(self, body: bytes, dialect: str | None = None) -> None:
        """Use `parse` instead."""
        self._version = FileVersion(body)
        self._dialect = dialect
        self._crawlers: dict[str, Crawler] = {}
        self._normalise = Normaliser()

    def __reduce__(self) -> tuple[type["Robots"], tuple[bytes, str | None]]:
        """Pickle the file alone, for other processes; what was found in it is found again."""
        return Robots, (self._version.body, self._dialect)

    @classmethod
    def parse(cls, text: str | bytes, *, dialect: str | None = None) -> "Robots":
        r"""Read a robots.txt from text, or from the bytes of the answer. Never raises on content.

        >>> robots = Robots.parse("User-agent: *\nDisallow: /*.pdf$\n")
        >>> as_in_1994 = Robots.parse("User-agent: *\nDisallow: /*.pdf$\n", dialect="original1994")
        >>> robots.allowed("/a.pdf", "Googlebot"), as_in_1994.allowed("/a.pdf", "Googlebot")
        (False, True)

        Args:
            text: the file; a `str` is taken as UTF-8.
            dialect: an id of `robotstudio.engine.DIALECTS`, to read the file alike for all crawlers.

        Raises:
            ValueError: there is no such dialect.
            TypeError: `text` is neither text nor bytes.
        """
        if dialect is not None and dialect not in DIALECTS:
            known = WORDS.side_by_side(sorted(DIALECTS))
            raise ValueError(f"Unknown dialect {dialect!r}. Available: {known}.")
        if not isinstance(text, str | bytes):
            raise TypeError(f"A robots.txt is text or bytes, not {type(text).__name__}.")
        return cls(bytes_of(text) if isinstance(text, str) else text, dialect)

    def allowed(self, url: str, user_agent: str) -> bool:
        r"""Return True if the crawler may fetch the URL.

        >>> robots = Robots.parse("User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nDisallow: /\n")
        >>> robots.allowed("https://shop.example/", "Googlebot")
        True
        >>> robots.allowed("https://shop.example/", "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)")
        False

        Raises:
            robotstudio.BadUrlError: `url` is no web address.
        """
        return self._decide(url, self._crawler(user_agent))[1].allowed

    def why(self, url: str, user_agent: str) -> Answer:
        r"""Return whether the crawler may fetch the URL, and why.

        >>> answer = Robots.parse("User-agent: *\nDisallow: /cart/\n").why("/cart/1", "Googlebot")
        >>> answer.allowed, answer.line, answer.rule, answer.group, answer.reason, answer.dialect
        (False, 2, 'Disallow: /cart/', '*', 'only-match', 'google')

        Raises:
            robotstudio.BadUrlError: `url` is no web address.
        """
        crawler = self._crawler(user_agent)
        request, verdict = self._decide(url, crawler)
        return Answer(
            allowed=verdict.allowed,
            url=request,
            crawler=crawler.token,
            line=verdict.line,
            rule=None if verdict.rule is None else str(verdict.rule),
            group=verdict.group.token,
            reason=verdict.reason.value,
            dialect=verdict.dialect.id,
            sentence=as_text(sentence(verdict, crawler_name(crawler), request)),
        )

    def decide_all(self, urls: Iterable[str], user_agents: Sequence[str]) -> Answers:
        r"""Decide every URL for every user agent, far faster than one by one.

        Rows are URL by URL, for each user agent in the order given: row `i * len(user_agents) + j`.

        >>> robots = Robots.parse("User-agent: GPTBot\nDisallow: /\n")
        >>> columns = robots.decide_all(["/", "/a"], ["Googlebot", "GPTBot"])
        >>> columns["url"], columns["allowed"].tolist(), columns["line"].tolist()
        (['/', '/', '/a', '/a'], [True, False, True, False], [0, 2, 0, 2])

        Raises:
            robotstudio.BadUrlError: a URL is no web address.
            TypeError: `urls` or `user_agents` is text, whose characters would be taken for a list.
        """
        for name, given in (("urls", urls), ("user_agents", user_agents)):
            if isinstance(given, str):
                raise TypeError(f"`{name}` must be a list, not text. Write [{given[:80]!r}].")
        import numpy as np  # noqa: PLC0415  # one verdict needs no numpy

        from robotstudio.engine.bulk import UrlTable  # noqa: PLC0415  # the same

        written = list(urls)
        table = UrlTable([self._normalise(url).url for url in written])
        shape = len(written), len(user_agents)
        allowed, line = np.ones(shape, np.bool_), np.zeros(shape, np.int32)
        for place, user_agent in enumerate(user_agents):
            crawler = self._crawler(user_agent)
            matrix = self._reading(crawler).decide_all(table, [crawler.agent])
            allowed[:, place], line[:, place] = matrix.column(crawler.agent)
        return Answers(
            url=[url for url in written for _ in user_agents],
            user_agent=list(user_agents) * len(written),
            allowed=allowed.ravel(),
            line=line.ravel(),
        )

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        r"""The groups of the file, in file order, as Google reads it or in the dialect given to `parse`.

        >>> Robots.parse("User-agent: a\nUser-agent: b\nDisallow: /x\n").groups
        (Group(user_agents=('a', 'b'), rules=(Rule(line=3, allow=False, path='/x'),)),)
        """
        return tuple(
            Group(
                tuple(_text(each.written) for each in group.agents),
                tuple(Rule(rule.line, rule.allow, _text(rule.written)) for rule in group.rules if rule.has_pattern),
            )
            for group in self._plain.groups
        )

    @cached_property
    def sitemaps(self) -> tuple[str, ...]:
        r"""The URLs of the Sitemap lines, in file order; those that are no full URLs are left out.

        >>> Robots.parse("Sitemap: https://a.example/s.xml\nSitemap: /other.xml\n").sitemaps
        ('https://a.example/s.xml',)
        """
        found = (each.value for each in directives_of(self._plain) if each.facts.id == "sitemap")
        return tuple(value.url for value in found if isinstance(value, Address) and value.is_absolute)

    def crawl_delay(self, user_agent: str) -> float | None:
        r"""Return the seconds of the Crawl-delay in the crawler's group; None without one, or if it is unreadable.

        >>> Robots.parse("User-agent: *\nCrawl-delay: 2.5\n").crawl_delay("bingbot")
        2.5

        Whether the crawler obeys it is another question: Google does not.
        """
        crawler = self._crawler(user_agent)
        reading = self._reading(crawler)
        delay = delay_of(crawler, reading.choose(crawler.agent), directives_of(reading), reading.choose("*").groups)
        return None if delay is None else delay.seconds

    @property
    def _plain(self) -> Reading:
        return self._version.read_as(self._dialect or "google")

    def _decide(self, url: str, crawler: Crawler) -> tuple[str, Verdict]:
        request = self._normalise(url).url
        return request, self._reading(crawler).decide(request, crawler.agent)

    def _reading(self, crawler: Crawler) -> Reading:
        return self._version.read_as(self._dialect or crawler.dialect)

    def _crawler(self, user_agent: str) -> Crawler:
        crawler = self._crawlers.get(user_agent)
        if crawler is None:
            if len(self._crawlers) >= _MOST_CRAWLERS:
                self._crawlers.clear()
            crawler = self._crawlers[user_agent] = crawler_of(user_agent, CATALOGUE)
        return crawler


def _text(written: bytes) -> str:
    return written.decode("utf-8", "replace")
