"""Fetch the robots.txt of many hosts, with rate limits; can be stopped, saved and resumed.

A `HostResult` holds no body: five hundred hosts must not fill the memory. Callers who want bodies, such as a history,
get each `Evidence` once, on arrival.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.fetch.address import robots_target
from robotstudio.fetch.evidence import Evidence, Failure, FetchOutcome
from robotstudio.fetch.words import sentence, told_failure
from robotstudio.store.delimited import delimited
from robotstudio.store.files import write_atomic
from robotstudio.text.language import ENGLISH, Plural, Told, spoken, told

MOST_HOSTS: Final = 100_000
_LONGEST_LINE: Final = 8_192


class HostLimits(Struct, frozen=True):
    """Limits on the load of the servers and of this computer."""

    at_once: int = 20
    per_host: int = 2
    per_second: float = 20.0  # new fetches; 0: unlimited
    body: int = 512 * 1024 + 1  # bytes of each, so that the cut at 500 KiB still shows


class HostResult(Struct, frozen=True):
    """The answer of one host: a row of a table."""

    address: str  # as given
    requested: str
    final_url: str
    outcome: FetchOutcome
    status: int | None
    redirects: int
    body_kind: Content
    size: int
    truncated: bool
    sha256: str
    elapsed_ms: float
    fetched_at: datetime
    error: Failure | None
    ip: str | None


class HostsState(Struct, frozen=True, dict=True):
    """A list of hosts with the results so far. It can be saved and resumed."""

    addresses: tuple[str, ...]
    results: tuple[HostResult, ...] = ()

    @cached_property
    def remaining(self) -> tuple[str, ...]:
        """Addresses without a result; a cancelled fetch counts as none."""
        done = {result.address for result in self.results if result.outcome is not FetchOutcome.CANCELLED}
        return tuple(address for address in self.addresses if address not in done)

    def with_results(self, results: Iterable[HostResult]) -> "HostsState":
        """Merge in results; later ones replace earlier ones."""
        by_address = {result.address: result for result in (*self.results, *results)}
        return HostsState(self.addresses, tuple(by_address.values()))


_ONLY_THE_FIRST = Plural("Only one host is read.", "Only {count} hosts are read.")


class RejectedHost(Struct, frozen=True):
    """A line without a valid host."""

    line: int
    text: str
    why: Told


class HostsProgress(Struct, frozen=True):
    """One host is done."""

    done: int
    total: int
    result: HostResult


def parse_hosts(text: str) -> tuple[HostsState, tuple[RejectedHost, ...]]:
    """Parse one host or address a line; skip blank lines and `#` lines, fetch the same robots.txt once."""
    found: dict[str, str] = {}
    rejected = []
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        written = line[:_LONGEST_LINE].strip().partition("\t")[0].strip(" ,;")
        if not written or written.startswith("#"):
            continue
        target = robots_target(written)
        if isinstance(target, Failure):
            rejected.append(RejectedHost(number, written, told_failure(target)))
        elif len(found) < MOST_HOSTS:
            found.setdefault(target.url, target.url)
        else:
            rejected.append(RejectedHost(number, written, told(_ONLY_THE_FIRST, count=MOST_HOSTS)))
            break
    return HostsState(tuple(found)), tuple(rejected)


def result_of(address: str, evidence: Evidence) -> HostResult:
    return HostResult(
        address=address,
        requested=evidence.requested,
        final_url=evidence.final_url,
        outcome=evidence.outcome,
        status=evidence.status,
        redirects=evidence.redirects,
        body_kind=evidence.body_kind,
        size=evidence.size,
        truncated=evidence.truncated,
        sha256=evidence.sha256,
        elapsed_ms=evidence.elapsed_ms,
        fetched_at=evidence.fetched_at,
        error=evidence.error,
        ip=evidence.hops[-1].ip if evidence.hops else None,
    )


Effects = Callable[[HostResult], Sequence[str]]

_TITLES: Final = (
    "host", "outcome", "status", "final_url", "redirects", "body_kind", "octets", "is_cut", "milliseconds", "sha256",
    "ip", "fetched_at", "problem",
)  # fmt: skip


def export_hosts(path: Path, results: Iterable[HostResult], crawlers: Sequence[str], effects: Effects) -> None:
    """Write the table; `effects` returns what each of the crawlers makes of an answer. Raises FileError.

    The table is for programs, so in English.
    """
    write = _WRITERS.get(path.suffix.lower(), _csv)
    with spoken(ENGLISH):
        rows = [(*_facts(result), *effects(result)) for result in results]
    write_atomic(path, write((*_TITLES, *crawlers), rows).encode("utf-8", "surrogateescape"))


def _facts(result: HostResult) -> tuple[object, ...]:
    return (
        result.requested,
        result.outcome.value,
        result.status,
        result.final_url,
        result.redirects,
        result.body_kind.value,
        result.size,
        result.truncated,
        round(result.elapsed_ms),
        result.sha256,
        result.ip,
        result.fetched_at.isoformat(),
        sentence(result.error) if result.error else "",
    )


def _csv(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return "".join(delimited((titles, *rows), line_end="\r\n"))


def _tsv(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return "".join(delimited((titles, *rows), "\t", "\r\n"))


def _json(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    objects = (json.dumps(dict(zip(titles, row, strict=True)), ensure_ascii=False) for row in rows)
    return "[\n" + ",\n".join(objects) + "\n]\n"


_WRITERS: Final[Mapping[str, Callable[[Sequence[str], Iterable[Sequence[object]]], str]]] = MappingProxyType(
    {".csv": _csv, ".tsv": _tsv, ".json": _json}
)
