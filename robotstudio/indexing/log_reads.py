"""Fetches of the robots.txt by a crawler, and what it did then, by access logs."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from robotstudio.compliance.identity import SPOOFED, Identities
from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import LogRequests, is_robots
from robotstudio.compliance.model import CrawlerRecord
from robotstudio.engine.cancelling import never
from robotstudio.engine.crawlers import CATALOGUE, Catalogue
from robotstudio.indexing.answers import IndexingInput

_GOT_THE_FILE: Final = (200, 304)


def reads_of(question: IndexingInput, requests: LogRequests, lists: Sequence[RangeList]) -> IndexingInput:
    """Return the question with the fetches of the file by its crawler; spoofed ones do not count.

    A fetch that brought no file makes it unknown which copy the crawler had, so the log tells nothing then.
    """
    token = question.crawler.token
    if token not in requests.tokens:
        return question
    rows = np.flatnonzero(requests.crawler == requests.tokens.index(token))
    kinds = Identities(lists, requests.addresses).kinds(token, requests.address[rows], never)
    rows = rows[kinds != SPOOFED]
    robots = np.array([is_robots(url) for url in requests.urls], np.bool_)
    reads = rows[robots[requests.url[rows]]]
    if not len(reads) or not np.isin(requests.status[reads], _GOT_THE_FILE).all():
        return question
    moments = requests.moments[reads].astype(np.float64)
    return replace(question, reads=tuple(moments.tolist()), read_from=float(requests.moments[0]))


def record_of(
    question: IndexingInput,
    requests: LogRequests,
    lists: Sequence[RangeList],
    catalogue: Catalogue = CATALOGUE,
    is_cancelled: Callable[[], bool] = never,
) -> CrawlerRecord | None:
    """Return what the crawler did in the logs under these versions; None if it is not in them."""
    if question.crawler.token not in requests.tokens:
        return None
    found = compliance_of(ComplianceInput(requests, question.versions, catalogue, lists), is_cancelled)
    return next((record for record in found.records if record.crawler.token == question.crawler.token), None)
