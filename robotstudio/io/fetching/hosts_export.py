"""What many hosts answered, as CSV, TSV or JSON; a cell that a spreadsheet would run as a formula is made safe."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from robotstudio.io.delimited import delimited
from robotstudio.io.fetching.hosts import HostResult
from robotstudio.io.fetching.words import sentence
from robotstudio.io.files import write_atomic

Effects = Callable[[HostResult], Sequence[str]]

_TITLES: Final = (
    "host", "outcome", "status", "final_url", "redirects", "body_kind", "octets", "is_cut", "milliseconds", "sha256",
    "ip", "fetched_at", "problem",
)  # fmt: skip


def export_hosts(path: Path, results: Iterable[HostResult], crawlers: Sequence[str], effects: Effects) -> None:
    """Write the table; `effects` gives what each of the crawlers makes of an answer. Raises FileError."""
    write = _WRITERS.get(path.suffix.lower(), _csv)
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
