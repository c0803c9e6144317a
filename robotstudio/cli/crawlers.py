"""Which crawlers a command is asked about: a product token, a line, or a whole User-Agent header leads to one."""

import argparse
from collections.abc import Iterable, Sequence

from robotstudio.cli.config import Config
from robotstudio.cli.output import MisuseError, complain
from robotstudio.engine import DIALECTS
from robotstudio.engine.crawlers import CATALOGUE, DEFAULT_TOKENS, Catalogue, Crawler
from robotstudio.engine.names import Agent
from robotstudio.io.places import Places
from robotstudio.lazy_dataclasses import dataclass

_LONGEST_SHOWN = 80
_ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class AskedCrawler:
    """A crawler that was asked for: the name given, or the token found in it, and how it reads a file."""

    name: str
    agent: Agent
    dialect: str


def add_crawlers(parser: argparse.ArgumentParser) -> None:
    """The options that name crawlers, and say how they read."""
    parser.add_argument(
        "--crawler",
        action="append",
        metavar="TOKEN",
        help="a product token, such as Googlebot, or a whole User-Agent header; may be repeated. Default: "
        + ", ".join(DEFAULT_TOKENS),
    )
    parser.add_argument(
        "--strict-crawlers", action="store_true", help="a crawler that is not known is misuse, not only told"
    )
    parser.add_argument(
        "--dialect",
        choices=sorted(DIALECTS),
        metavar="ID",
        help=f"read the file as this dialect, not as each crawler does: {', '.join(sorted(DIALECTS))}",
    )


def own_catalogue() -> Catalogue:
    """The crawlers of the program, with the person's own."""
    path = Places.default().crawlers
    try:
        path.lstat()
    except FileNotFoundError:
        return CATALOGUE
    except OSError:  # there is something, and what keeps it from being read is told below
        pass
    from robotstudio.io.crawler_file import CrawlerFile  # noqa: PLC0415  # most people have no such file

    loaded = CrawlerFile(path).load()
    for complaint in loaded.complaints:
        complain(complaint)
    return loaded.catalogue


def asked_crawlers(options: argparse.Namespace, config: Config) -> list[AskedCrawler]:
    """The crawlers of the options, of the configuration, or the usual ones, each once."""
    catalogue, dialect = own_catalogue(), options.dialect or config.dialect or None
    names: Sequence[str] = options.crawler or config.crawlers or DEFAULT_TOKENS
    found = named_crawlers(names, catalogue, strict=options.strict_crawlers)
    asked = (AskedCrawler(name, crawler.agent, dialect or crawler.dialect) for name, crawler in found.items())
    return list(asked)


def named_crawlers(names: Iterable[str], catalogue: Catalogue, *, strict: bool) -> dict[str, Crawler]:
    """The crawlers of some names, by the name or by the token found in it; what was taken for what is told."""
    found: dict[str, Crawler] = {}
    unknown = []
    for name in dict.fromkeys(names):
        token, remark = token_of(name, catalogue)
        if catalogue.known(token) is None:
            unknown.append(remark)
        elif remark:
            complain(remark)
        found.setdefault(token, catalogue.crawler_for(token))
    if unknown and strict:
        raise MisuseError(" ".join(unknown))
    for remark in unknown:
        complain(f"{remark} It is read by its bare name, as RFC 9309 says.")
    return found


def token_of(name: str, catalogue: Catalogue) -> tuple[str, str]:
    """The token that a name stands for, and what is to be said of that."""
    if catalogue.known(name) is not None:
        return name.strip(), ""
    from robotstudio.engine.user_agents import EntryKind, read_entry  # noqa: PLC0415  # for names that are not known

    entry = read_entry(name, catalogue)
    if entry.kind is EntryKind.EMPTY:
        raise MisuseError("A crawler needs a name: give a product token such as Googlebot, or * for any other.")
    if entry.kind is EntryKind.HEADER_WITHOUT_TOKEN:
        return name, f"“{_short(name)}” names no crawler that is known: give a product token such as Googlebot."
    if catalogue.known(entry.token) is not None:
        return entry.token, f"“{_short(name)}” is read as {entry.token}."
    taken = "" if entry.token == name else f", read as {_short(entry.token)},"
    return entry.token, f"“{_short(name)}”{taken} is no crawler that is known.{suggestion(entry.token, catalogue)}"


def suggestion(token: str, catalogue: Catalogue) -> str:
    """The known crawler that is probably meant, as a question; nothing where none is near."""
    by_lower = {known.lower(): known for known in catalogue.crawlers}
    from difflib import get_close_matches  # noqa: PLC0415  # for slips of the finger only

    near = get_close_matches(token.lower()[:_LONGEST_SHOWN], by_lower, n=1, cutoff=_ALIKE)
    return f" Is {by_lower[near[0]]} meant?" if near else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
