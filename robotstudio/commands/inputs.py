"""What commands are given: files, URLs and crawlers, each read in one way for all commands."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from robotstudio.commands.outcome import MisuseError, complain
from robotstudio.engine import Robots
from robotstudio.engine.crawlers import DEFAULT_TOKENS, Catalogue
from robotstudio.engine.names import Agent
from robotstudio.io.crawler_file import CrawlerFile
from robotstudio.io.files import READ_LIMIT, read
from robotstudio.io.places import Places
from robotstudio.io.urls import UrlList, load_list, normalise

STREAM = "-"
_SHOWN_REJECTIONS = 10


@dataclass(frozen=True, slots=True)
class AskedCrawler:
    """A crawler that was asked for: the name given, and how it reads a file."""

    name: str
    agent: Agent
    dialect: str


def add_crawlers(parser: argparse.ArgumentParser) -> None:
    """The option that names crawlers."""
    parser.add_argument(
        "--crawler",
        action="append",
        metavar="TOKEN",
        help="a product token, such as Googlebot; may be repeated. Default: " + ", ".join(DEFAULT_TOKENS),
    )


def own_catalogue() -> Catalogue:
    """The crawlers of the program, with the person's own."""
    loaded = CrawlerFile(Places.default().crawlers).load()
    for complaint in loaded.complaints:
        complain(complaint)
    return loaded.catalogue


def asked_crawlers(names: Sequence[str] | None, dialect: str | None = None) -> list[AskedCrawler]:
    """The crawlers of some names; those of the catalogue bring their dialect and their fallback chain."""
    catalogue = own_catalogue()
    return [_asked_crawler(catalogue, name, dialect) for name in names or DEFAULT_TOKENS]


def _asked_crawler(catalogue: Catalogue, name: str, dialect: str | None) -> AskedCrawler:
    """The catalogue's crawler of that name, whatever its case, else the name as a bare product token."""
    if not name.strip():
        raise MisuseError("A crawler needs a name: give a product token such as Googlebot, or * for any other.")
    crawler = catalogue.crawler_for(name)
    return AskedCrawler(name, crawler.agent, dialect or crawler.dialect)


def read_input(name: str) -> bytes:
    """A file, or standard input where that is named."""
    if name != STREAM:
        return read(Path(name))
    body = sys.stdin.buffer.read(READ_LIMIT + 1)
    if len(body) > READ_LIMIT:
        raise MisuseError(f"Standard input holds more than {READ_LIMIT:,} octets, which no crawler reads.")
    return body


def parse_for(body: bytes, crawlers: Sequence[AskedCrawler]) -> dict[str, Robots]:
    """A file as each dialect that some crawlers read."""
    return {dialect: Robots.parse(body, dialect) for dialect in dict.fromkeys(each.dialect for each in crawlers)}


def add_urls(parser: argparse.ArgumentParser) -> "argparse._MutuallyExclusiveGroup":
    """The options that name URLs; one of them is needed."""
    urls = parser.add_mutually_exclusive_group(required=True)
    urls.add_argument("--url", action="extend", nargs="+", metavar="URL", help="a URL or a path; may be repeated")
    urls.add_argument("--urls", metavar="FILE", help="a text file with one URL a line")
    return urls


def read_urls(options: argparse.Namespace) -> UrlList:
    """The URLs of the command line, or of the list that it names."""
    if options.urls:
        return load_list(Path(options.urls))
    return UrlList(tuple(normalise(url) for url in options.url))


def complain_of_rejected(name: str, urls: UrlList) -> None:
    """Name the lines of a list that are no URLs."""
    for rejected in urls.rejected[:_SHOWN_REJECTIONS]:
        complain(f"{name}, line {rejected.number}: {rejected.sentence}")
    if more := len(urls.rejected[_SHOWN_REJECTIONS:]):
        complain(f"{name}: {more:,} more lines are no URLs.")
