"""Danger of publishing the file: it closes the site, or much of it, to search engines that may read it so far."""

from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from robotstudio.draft.at_risk import stake_of, telling_stakes
from robotstudio.engine.bulk import Bools
from robotstudio.engine.changes import Change, Changes
from robotstudio.engine.crawlers import names_of
from robotstudio.engine.risk import RiskId, main_engines, risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.urls.set_columns import REQUESTS, SetColumn

if TYPE_CHECKING:
    from robotstudio.report.subject import Findings

SEARCH: Final = "search"
_MUCH: Final = 0.1
"""Share of the clicks, or of the pages that search engines should find, from which their loss is a danger."""
_MOST: Final = 0.5
"""The same of URLs whose worth is not known."""
_FEWEST: Final = 2
"""Fewest URLs of which a share says anything."""
_ALL: Message = "If published, this file closes the whole site to {crawlers}."
_NEARLY_ALL: Message = "If published, this file closes the site to {crawlers}, except what it allows by name."
_ALL_ENGINES: Message = "If published, this file closes the whole site to search engines."
_NEARLY_ALL_ENGINES: Message = (
    "If published, this file closes the site to search engines, except what it allows by name."
)
_CLICKS: Message = "If published, this file closes pages that bring {percent} of the clicks from search engines."
_KNOWN_CLICKS: Message = (
    "If published, this file closes pages that bring {percent} of the known clicks from search engines."
)
_PAGES = Plural(
    "If published, this file closes {closed} of {count} page that search engines should find.",
    "If published, this file closes {closed} of {count} pages that search engines should find.",
)
_URLS = Plural(
    "If published, this file closes {closed} of {count} URL to search engines.",
    "If published, this file closes {closed} of {count} URLs to search engines.",
)


class Danger(Struct, frozen=True):
    """Closure of the site to the `engines`, of a share of the `clicks`, or of `closed` of `count` pages."""

    engines: tuple[str, ...] = ()
    """Names of the search engines that are shut out."""
    is_all: bool = False
    """True if no Allow rule leaves them a page."""
    clicks: float = 0.0
    are_all_known: bool = True
    """False if the clicks of some URLs are not known."""
    closed: int = 0
    count: int = 0
    are_wanted: bool = False
    """True if the pages are in a sitemap or had clicks."""


def danger_of(found: "Findings") -> Danger | None:
    """Return what is dangerous about publishing the file; None if nothing is, or if there is no baseline."""
    baseline, changes = found.subject.baseline, found.changes
    if baseline is None or changes is None:
        return None
    for risk in risks_of(FileVersion(baseline.body), FileVersion(found.subject.body)):
        return Danger(names_of(risk.tokens), is_all=risk.id is RiskId.BLOCKS_ALL)
    visits = next((each for each in telling_stakes(found.subject.urls) if each.info.role not in REQUESTS), None)
    if visits is not None and (share := _share_of_clicks(visits, changes)) >= _MUCH:
        return Danger(clicks=share, are_all_known=bool(visits.values.is_known.all()))
    closed, wanted = _closed_to_search(found, changes), wanted_pages(found, visits)
    for rows, least, are_wanted in ((wanted, _MUCH, True), (np.ones(len(closed), np.bool_), _MOST, False)):
        count, some = int(rows.sum()), int((rows & closed).sum())
        if count >= _FEWEST:
            return Danger(closed=some, count=count, are_wanted=are_wanted) if some >= least * count else None
    return None


def wanted_pages(found: "Findings", visits: SetColumn | None) -> Bools:
    """Return which URLs are in a sitemap or had visits."""
    wanted = (found.sources.bits & 1).astype(np.bool_)
    if visits is not None:
        wanted |= np.nan_to_num(visits.values.values) > 0
    return wanted


def _share_of_clicks(visits: SetColumn, changes: Changes) -> float:
    """Return the share of the known clicks that the URLs bring that become blocked; 0 if none is known."""
    if visits.info.role != "clicks":
        return 0.0
    lost, every = stake_of(visits, changes).at_risk, float(np.nansum(visits.values.values))
    return 0.0 if lost.is_unknown or not every else lost.total / every


def _closed_to_search(found: "Findings", changes: Changes) -> Bools:
    """Return which URLs become blocked for a search engine of the report."""
    tokens = {each.token for each in found.subject.crawlers if each.purpose == SEARCH or each.is_any_other}
    closed = np.zeros(changes.urls, np.bool_)
    for each in changes.compared:
        if tokens.intersection(each.tokens):
            closed |= each.changes == Change.BLOCKED
    return closed


def danger_words(danger: Danger) -> str:
    """Return the danger in one sentence."""
    if len(danger.engines) == len(main_engines()):
        return tr(_ALL_ENGINES if danger.is_all else _NEARLY_ALL_ENGINES)
    if danger.engines:
        return tr(_ALL if danger.is_all else _NEARLY_ALL, crawlers=WORDS.listed_text(danger.engines))
    if danger.clicks:
        said = _CLICKS if danger.are_all_known else _KNOWN_CLICKS
        return tr(said, percent=WORDS.percent(danger.clicks))
    return ntr(_PAGES if danger.are_wanted else _URLS, danger.count, closed=danger.closed)
