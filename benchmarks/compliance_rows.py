"""How long it takes to say who kept to a file, by a log, and to tell addresses apart."""

import random
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks import kept_log
from benchmarks.corpus import Corpus
from benchmarks.generated import SEED
from benchmarks.table import Cells, Table, verdict
from benchmarks.timing import Effort
from robotstudio.compliance.ip_ranges import AddressSet, pack_addresses
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import read_log_requests
from robotstudio.engine.user_agents import UserAgents

HEADINGS = ("what", "number", "time", "for 1,000,000", "target", "")
LOG_LIMIT, ADDRESS_LIMIT = 15.0, 1.0
_PER_EFFORT = 100
_NETWORKS = 10_000
_FEWEST = 15_000
"""Lines in which each of the crawlers does what it is known for."""


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Who kept to it", HEADINGS)
    for name in names:
        if name in MEASURES:
            say(name)
            result.rows.append(MEASURES[name](max(effort.urls * _PER_EFFORT, _FEWEST)))
    return result


def _log(number: int) -> Cells:
    """Twelve crawlers over three versions, each verdict right."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "access.log"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(kept_log.lines(number))
        find = UserAgents(kept_log.KNOWN).find
        start = process_time()
        requests = read_log_requests([path], lambda header: tuple(crawler.token for crawler in find(header)))
        found = compliance_of(ComplianceInput(requests, kept_log.VERSIONS, kept_log.KNOWN, kept_log.LISTS))
        took = process_time() - start
    conducts = {record.crawler.token: record.conduct for record in found.records}
    assert conducts == {each.token: each.conduct for each in kept_log.BEHAVIOURS}
    return _cells("who kept to it, by a log", number, took, LOG_LIMIT, "s")


def _addresses(number: int) -> Cells:
    """Addresses of both versions, as a log has them, against ten thousand networks."""
    author = random.Random(SEED)
    v4 = (f"{author.randrange(1, 224)}.{author.randrange(256)}.{author.randrange(256)}.0/24" for _ in range(_NETWORKS))
    networks = [each if place % 2 else f"2001:{place:x}::/48" for place, each in enumerate(v4)]
    known = AddressSet(networks)
    written = [
        f"{author.randrange(224)}.{author.randrange(256)}.7.9" if place % 2 else f"2001:{author.randrange(9999):x}::1"
        for place in range(number)
    ]
    start = process_time()
    known.contains(pack_addresses(written))
    return _cells("addresses in 10,000 networks", number, process_time() - start, ADDRESS_LIMIT, "s")


def _cells(title: str, number: int, took: float, limit: float, unit: str) -> Cells:
    for_a_million = took / number * 1_000_000
    shown = (f"{number:,}", f"{took:.2f} s", f"{for_a_million:.2f} s", f"≤ {limit:g} {unit}")
    return (title, *shown, verdict(is_met=for_a_million <= limit))


MEASURES: Mapping[str, Callable[[int], Cells]] = {"kept-log": _log, "addresses": _addresses}
