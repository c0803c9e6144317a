"""Find the crawlers a command is asked about: by a product token, a line, or a whole User-Agent header."""

import argparse
from collections.abc import Iterable, Sequence
from functools import reduce

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import Config
from robotstudio.cli.output import MisuseError, complain
from robotstudio.engine import DIALECTS
from robotstudio.engine.crawlers import CATALOGUE, DEFAULT_TOKENS, Catalogue, Crawler, CrawlerView
from robotstudio.engine.names import Agent
from robotstudio.store.did_you_mean import nearest, shortened
from robotstudio.store.places import Places
from robotstudio.text.language import SENTENCES, WORDS, Message, Told, told, tr

_LIKENESS = 0.75


class AskedCrawler(Struct, frozen=True):
    """A crawler that was asked for: the name given, or the token found in it, and how it reads a file."""

    name: str
    agent: Agent
    dialect: str
    crawler: Crawler

    @property
    def view(self) -> CrawlerView:
        """Return the crawler as verdicts are worked out for it."""
        return CrawlerView(self.crawler.token, self.dialect, self.agent, self.crawler)


_CRAWLER: Message = "a product token, such as Googlebot, or a whole User-Agent header; repeatable. Default: {tokens}"
_DIALECT: Message = "read the file in this dialect instead of each crawler's own: {dialects}"


def add_crawlers(parser: argparse.ArgumentParser) -> None:
    """Add the options that name crawlers, and say how they read."""
    tokens = WORDS.side_by_side(DEFAULT_TOKENS)
    parser.add_argument("--crawler", action="append", metavar="TOKEN", help=tr(_CRAWLER, tokens=tokens))
    add_strictness(parser)
    ids = sorted(DIALECTS)
    reading = tr(_DIALECT, dialects=WORDS.side_by_side(ids))
    parser.add_argument("--dialect", choices=ids, metavar="ID", help=reading)


def add_strictness(parser: argparse.ArgumentParser) -> None:
    """Add the option that refuses unknown crawlers."""
    told_help = tr("treat an unknown crawler as an error, not a warning")
    parser.add_argument("--strict-crawlers", action="store_true", help=told_help)


def own_catalogue() -> Catalogue:
    """Return the crawlers of the program or of a newer list that was taken, with the person's own."""
    base = _catalogue_in_force()
    path = Places.default().crawlers
    try:
        path.lstat()
    except FileNotFoundError:
        return base
    except OSError:  # there is something, and what keeps it from being read is told below
        pass
    from robotstudio.project.crawler_file import CrawlerFile  # most people have no such file

    loaded = CrawlerFile(path, base).load()
    for complaint in loaded.complaints:
        complain(WORDS.tell(complaint))
    return loaded.catalogue


def _catalogue_in_force() -> Catalogue:
    """Return the list that was taken if there is one, else the shipped one; complain of one that is refused."""
    path = Places.default().crawler_list
    if not path.is_file():
        return CATALOGUE
    from robotstudio.project.crawler_list import list_in_force  # most people have taken none

    found = list_in_force(path)
    if found.refused is not None:
        complain(WORDS.tell(found.refused))
    return found.catalogue


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio crawlers`."""
    from robotstudio.cli import crawler_update

    crawler_update.add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Run `robotstudio crawlers`; return the exit status."""
    from robotstudio.cli import crawler_update

    return crawler_update.run(options)


def asked_crawlers(
    options: argparse.Namespace,
    config: Config,
    of_project: Sequence[str] = (),
    catalogue: Catalogue | None = None,
) -> list[AskedCrawler]:
    """Return the crawlers of the options, of the project, of the configuration, or the usual ones, each once.

    `catalogue` is the person's own, if it was read before.
    """
    catalogue, dialect = catalogue or own_catalogue(), options.dialect or config.dialect or None
    names: Sequence[str] = options.crawler or of_project or config.crawlers or DEFAULT_TOKENS
    found = named_crawlers(names, catalogue, strict=options.strict_crawlers)
    asked = (AskedCrawler(name, crawler.agent, dialect or crawler.dialect, crawler) for name, crawler in found.items())
    return list(asked)


def named_crawlers(names: Iterable[str], catalogue: Catalogue, *, strict: bool) -> dict[str, Crawler]:
    """Find crawlers by names, or by the token found in a name; complain if a name was interpreted."""
    found: dict[str, Crawler] = {}
    unknown: list[Told] = []
    for name in dict.fromkeys(names):
        token, remark = token_of(name, catalogue)
        if remark and catalogue.known(token) is None:
            unknown.append(remark)
        elif remark:
            complain(WORDS.tell(remark))
        found.setdefault(token, catalogue.crawler_for(token))
    if unknown and strict:
        raise MisuseError(reduce(lambda before, last: told(SENTENCES, before=before, last=last), unknown))
    for remark in unknown:
        complain(tr("{remark} It is looked up by its bare name, as in RFC 9309.", remark=remark))
    return found


def token_of(name: str, catalogue: Catalogue) -> tuple[str, Told | None]:
    """Return the token that a name stands for, and a remark on it."""
    if catalogue.known(name) is not None:
        return name.strip(), None
    from robotstudio.engine.user_agents import EntryKind, read_entry  # for names that are not known

    entry = read_entry(name, catalogue)
    if entry.kind is EntryKind.EMPTY:
        raise MisuseError("A crawler needs a name: enter a product token such as Googlebot, or * for any other.")
    if entry.kind is EntryKind.HEADER_WITHOUT_TOKEN:
        return name, told(_NAMES_NONE, name=shortened(name))
    if catalogue.known(entry.token) is not None:
        return entry.token, told("“{name}” is read as {token}.", name=shortened(name), token=entry.token)
    near = nearest_token(entry.token, catalogue)
    is_found = entry.token != name
    message = (
        (_NEARLY_KNOWN_WITHIN if is_found else NEARLY_KNOWN) if near else _UNKNOWN_WITHIN if is_found else _UNKNOWN
    )
    return entry.token, told(message, name=shortened(name), token=shortened(entry.token), near=near)


_NAMES_NONE: Message = "Unknown crawler “{name}”. Enter a product token such as Googlebot."
_UNKNOWN: Message = "Unknown crawler “{name}”."
_UNKNOWN_WITHIN: Message = "Unknown crawler “{name}”, read as {token}."
NEARLY_KNOWN: Message = "Unknown crawler “{name}”. Did you mean {near}?"
_NEARLY_KNOWN_WITHIN: Message = "Unknown crawler “{name}”, read as {token}. Did you mean {near}?"


def shown_token(token: str) -> str:
    """Return a token as people read it: "*" stands for any other crawler."""
    return tr("any other") if token == "*" else token


def nearest_token(token: str, catalogue: Catalogue) -> str:
    """Return the known crawler that is probably meant; "" if none is near."""
    by_lower = {known.lower(): known for known in catalogue.crawlers}
    return by_lower.get(nearest(token.lower(), by_lower, _LIKENESS), "")
