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
from robotstudio.io.kinds import Kind
from robotstudio.io.places import Places
from robotstudio.io.sources.reading import Reading, ReadOptions, grouped, read_source
from robotstudio.io.url_set import UrlSet
from robotstudio.io.urls import TestUrl, normalise

STREAM = "-"
_SHOWN_REJECTIONS = 10
_MADE_TO_BE_READ = frozenset({Kind.LIST, Kind.TABLE})


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
    return Robots.parse_each(body, (each.dialect for each in crawlers))


def add_urls(parser: argparse.ArgumentParser) -> "argparse._MutuallyExclusiveGroup":
    """The options that name URLs; one of them is needed."""
    urls = parser.add_mutually_exclusive_group(required=True)
    urls.add_argument("--url", action="extend", nargs="+", metavar="URL", help="a URL or a path; may be repeated")
    urls.add_argument(
        "--urls",
        action="append",
        metavar="FILE",
        help="a list with one URL a line, a table (CSV, TSV), a sitemap or an access log, also .gz; may be repeated",
    )
    parser.add_argument("--urls-column", metavar="NAME", help="the column of the table with the URLs, or its number")
    return urls


@dataclass(frozen=True, slots=True)
class AskedUrls:
    """The URLs that were asked for, and the files from which they were read."""

    urls: Sequence[TestUrl]
    readings: tuple[Reading, ...] = ()

    @property
    def is_misuse(self) -> bool:
        """Whether there is no URL, or a list or table has lines that are none; a log, or what a site publishes, may."""
        made = (reading for reading in self.readings if reading.source.kind in _MADE_TO_BE_READ)
        return not self.urls or any(reading.rejected_count for reading in made)


def read_urls(options: argparse.Namespace) -> AskedUrls:
    """The URLs of the command line, or of the files that it names; those of a rotated log are one source."""
    if not options.urls:
        if options.urls_column:
            raise MisuseError("--urls-column chooses a column of the file given with --urls.")
        return AskedUrls(tuple(normalise(url) for url in options.url))
    chosen = ReadOptions(column=options.urls_column or "")
    readings = tuple(read_source(group, chosen) for group in grouped([Path(name) for name in options.urls]))
    return AskedUrls(UrlSet.combined(reading.urls for reading in readings), readings)


def complain_of_rejected(asked: AskedUrls) -> None:
    """Name the lines of the files that are no URLs, and what else was not read."""
    for reading in asked.readings:
        name = reading.source.name
        for note in reading.notes:
            complain(note)
        for rejected in reading.rejected[:_SHOWN_REJECTIONS]:
            complain(f"{name}, line {rejected.number}: {rejected.sentence}")
        if (more := reading.rejected_count - _SHOWN_REJECTIONS) > 0:
            complain(f"{name}: {more:,} more lines are no URLs.")
        if reading.sitemaps:
            complain(f"{name} is an index of {len(reading.sitemaps):,} sitemaps; fetch them and give their files.")
        elif not reading.urls:
            complain(f"“{name}” holds no URLs: there is nothing to test in it.")
