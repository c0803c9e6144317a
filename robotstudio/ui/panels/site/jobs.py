"""What may be read: files, text, sitemaps by their address, and a source once more. Made here, run in the thread."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from robotstudio.engine import Field, Robots
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.user_agents import UserAgents
from robotstudio.io.fetching.address import origin_of
from robotstudio.io.sources.access_log import FindTokens
from robotstudio.io.sources.following import Harvest
from robotstudio.io.sources.reading import Reading, ReadOptions, read_octets, read_source, refresh
from robotstudio.io.sources.sitemap_fetch import fetch_sitemaps
from robotstudio.io.sources.task import Task
from robotstudio.io.url_set import Share, Source, UrlSet
from robotstudio.io.urls import RejectedLine
from robotstudio.ui.panels.site.loader import Job

_FETCHED = ("http://", "https://")


def tokens_finder(catalogue: Catalogue) -> FindTokens:
    """The crawler that sends a User-Agent header: the most telling of those that it names."""
    return partial(_token, UserAgents(catalogue))


def files_job(paths: Sequence[Path], options: ReadOptions) -> Job:
    """A file, or the files of one log."""
    return Job(paths[0].name, partial(read_source, tuple(paths), options))


def text_job(text: str, name: str, options: ReadOptions) -> Job:
    """What was pasted or dropped."""
    return Job(name, partial(_read_text, text, name, options))


def sitemaps_job(addresses: Sequence[str], site: str, name: str) -> Job:
    """Sitemaps that somebody asked to be fetched."""
    return Job(name, partial(_read_sitemaps, tuple(addresses), site))


def again_job(source: Source, options: ReadOptions) -> Job:
    """A known source, as it is now."""
    if is_fetched(source):
        return Job(source.name, partial(_read_sitemaps_again, source), source)
    return Job(source.name, partial(refresh, source, options), source)


def is_fetched(source: Source) -> bool:
    """Whether reading it again means to ask a server."""
    return bool(source.locations) and source.locations[0].startswith(_FETCHED)


def site_of(addresses: Sequence[str], known: str) -> str:
    """The site that sitemaps are of: the one that is known, else that of the first full address."""
    return known or next((origin_of(each) for each in addresses if each.startswith(_FETCHED)), "")


def sitemaps_of(robots: Robots) -> tuple[str, ...]:
    """The sitemaps that a file names, each once."""
    values = (line.value.decode("utf-8", "replace").strip() for line in robots.lines if line.field is Field.SITEMAP)
    return tuple(dict.fromkeys(filter(None, values)))


def sitemap_answers(reading: Reading) -> Mapping[str, str]:
    """What became of the sitemaps that were fetched: by address a sentence, empty where all was well."""
    addresses = [place for place in reading.source.locations if place.startswith(("http://", "https://"))]
    problems = {line.text: line.sentence for line in reading.rejected}
    return {address: problems.get(address, "") for address in addresses}


def _token(finder: UserAgents, header: str) -> tuple[str, ...]:
    return tuple(crawler.token for crawler in finder.find(header)[:1])


def _read_text(text: str, name: str, options: ReadOptions, task: Task) -> Reading:
    return read_octets(text.encode("utf-8", "replace"), name, options, task)


def _read_sitemaps(addresses: Sequence[str], site: str, task: Task) -> Reading:
    return _with_problems(fetch_sitemaps(addresses, site, task))


def _read_sitemaps_again(source: Source, task: Task) -> Reading:
    harvest = fetch_sitemaps(source.locations, site_of(source.locations, source.base or ""), task)
    reading = _with_problems(harvest)
    now = replace(source, loaded_at=reading.source.loaded_at)
    share = reading.urls.shares[0]
    return replace(reading, source=now, urls=UrlSet(reading.urls.columns, (Share(now, share.rows, share.hits),)))


def _with_problems(harvest: Harvest) -> Reading:
    """Sitemaps that were not fetched or not read stand among what was not read."""
    visits = enumerate(harvest.visits, start=1)
    problems = tuple(RejectedLine(number, visit.url, visit.problem) for number, visit in visits if visit.problem)
    reading = harvest.reading
    count = reading.rejected_count + len(problems)
    return replace(reading, rejected=(*problems, *reading.rejected), rejected_count=count)
