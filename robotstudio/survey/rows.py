"""The answers of a survey as columns, a few dozen bytes each: for the hosts behind a number, clusters and trends."""

import io
import struct
import zipfile
from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.fetch.agreement import Agreement
from robotstudio.survey.facts import AnswerFacts, AnswerOutcome
from robotstudio.survey.lines import Mistake
from robotstudio.survey.markers import template_titles
from robotstudio.survey.tally import HostAnswer, country_of, period_of

Column: TypeAlias = np.ndarray[Any, np.dtype[Any]]

OUTCOMES: Final = tuple(AnswerOutcome)
ENCODINGS: Final = ("", "ASCII", "UTF-8", "UTF-8 with BOM", "UTF-16", "other")
MISTAKES: Final = tuple(Mistake)
AGREEMENTS: Final = tuple(Agreement)
_BITS: Final = {slip.value: 1 << place for place, slip in enumerate(MISTAKES)}
_LONGEST_HOST, _LONGEST_LABEL = 255, 4_000
_MOST = (1 << 32) - 1
_WORDS = ("outcomes", "templates", "exact", "normal", "states", "facts")
_FACTS: Final = {
    **dict.fromkeys(("size", "lines", "comments", "rules", "allows", "agents", "rank", "period", "slips"), "I"),
    **dict.fromkeys(("sector", "codes"), "I"),
    **dict.fromkeys(("status", "country"), "H"),
    **dict.fromkeys(("says", "encoding", "practice"), "B"),
}
"""The numbers of each answer, with their types. `period` is year * 100 + month, `country` two letters, `slips`,
`says` and `practice` are bits, `sector` and `codes` are indexes of labels.
"""
_PACK = struct.Struct("<" + "".join(_FACTS.values()))
_DTYPE = np.dtype([(name, f"<u{struct.calcsize(size)}") for name, size in _FACTS.items()])


class AnswerRows(Struct, frozen=True, eq=False):
    """Columns of equal length.

    `states` has a column for each crawler, `facts` a field for each number. `labels` are the texts for indexes, the
    first is "". `sketches` are the digests of the distinct lines of each normal form.
    """

    hosts: tuple[str, ...]
    outcomes: Column
    templates: Column
    exact: Column
    normal: Column
    states: Column
    facts: Column
    labels: tuple[str, ...]
    sketches: Mapping[int, Column]

    def __len__(self) -> int:
        return len(self.hosts)

    @property
    def distinct(self) -> int:
        """Number of different bodies, except empty ones."""
        return len(np.unique(self.exact[self.exact != 0]))

    def as_bytes(self) -> bytes:
        """Serialise as a numpy file."""
        keys = sorted(self.sketches)
        packed = [self.sketches[key] for key in keys]
        columns: dict[str, Column] = {name: getattr(self, name) for name in _WORDS}
        columns["hosts"] = np.frombuffer("\n".join(self.hosts).encode("utf-8", "replace"), np.uint8)
        columns["labels"] = np.frombuffer("\n".join(self.labels).encode("utf-8", "replace"), np.uint8)
        columns["sketched"] = np.array(keys, np.uint64)
        columns["lengths"] = np.array([len(each) for each in packed], np.uint32)
        columns["lines"] = np.concatenate(packed) if packed else np.empty(0, np.uint32)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:  # readable by numpy; savez would add timestamps
            for name, column in sorted(columns.items()):
                with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w") as member:
                    np.lib.format.write_array(member, column, allow_pickle=False)
        return out.getvalue()

    @classmethod
    def of_bytes(cls, body: bytes) -> "AnswerRows":
        """Parse the output of `as_bytes`. Raises ValueError or KeyError for other bytes."""
        try:
            with np.load(io.BytesIO(body), allow_pickle=False) as data:
                columns = {name: data[name] for name in data.files}
        except (zipfile.BadZipFile, EOFError, OSError) as error:
            raise ValueError("these are no rows") from error
        hosts = columns.pop("hosts").tobytes().decode("utf-8")
        labels = tuple(columns.pop("labels").tobytes().decode("utf-8").split("\n"))
        keys, lengths, lines = (columns.pop(name) for name in ("sketched", "lengths", "lines"))
        pieces = np.split(lines, np.cumsum(lengths)[:-1])  # one piece too many if there are none
        sketches = dict(zip(keys.tolist(), pieces, strict=False))
        count = len(columns["exact"])
        return cls(tuple(hosts.split("\n")) if count else (), labels=labels, sketches=sketches, **columns)


class RowsBuilder:
    """Collects answers one by one."""

    def __init__(self, width: int) -> None:
        """Prepare rows with the bits of `width` crawlers."""
        self._width = width
        self._hosts: list[str] = []
        self._outcomes = bytearray()
        self._templates = bytearray()
        self._exact, self._normal = array("Q"), array("Q")
        self._states = bytearray()
        self._facts = bytearray()
        self._labels = {"": 0}
        self._sketches: dict[int, Column] = {}
        self._places = {name: place for place, name in enumerate(template_ids())}

    def add(self, answer: HostAnswer, facts: AnswerFacts) -> None:
        self._hosts.append(" ".join(answer.host.split())[:_LONGEST_HOST])
        self._outcomes.append(OUTCOMES.index(facts.outcome))
        self._templates.append(self._places[facts.template])
        self._exact.append(facts.exact)
        self._normal.append(facts.normal)
        self._states += facts.states
        self._facts += self._packed(answer, facts)
        if facts.shingles and facts.normal not in self._sketches:
            self._sketches[facts.normal] = np.frombuffer(facts.shingles, ">u4").astype(np.uint32)

    def _packed(self, answer: HostAnswer, facts: AnswerFacts) -> bytes:
        status = answer.status or 0
        bits = 0
        for slip, _ in facts.slips:
            bits |= _BITS[slip]
        return _PACK.pack(
            min(facts.size, _MOST),
            facts.lines,
            facts.comments,
            facts.rules,
            facts.allows,
            len(facts.agents),
            min(max(answer.rank, 0), _MOST),
            _number_of_month(answer.date.strip()[:7]),
            bits,
            self._place_of(answer.sector) if answer.sector else 0,
            self._place_of(" ".join(facts.codes)) if facts.codes else 0,
            status if 0 < status < 1_000 else 0,
            int.from_bytes(country_of(answer.host, answer.country).encode()),
            facts.says,
            ENCODINGS.index(facts.encoding),
            sum({1 << AGREEMENTS.index(agreement) for _, agreement in answer.practice}),
        )

    def _place_of(self, label: str) -> int:
        """Return the index of a label."""
        return self._labels.setdefault(" ".join(label.split())[:_LONGEST_LABEL], len(self._labels))

    def rows(self) -> AnswerRows:
        states = np.frombuffer(bytes(self._states), np.uint8).reshape(len(self._hosts), self._width)
        return AnswerRows(
            tuple(self._hosts),
            np.frombuffer(bytes(self._outcomes), np.uint8),
            np.frombuffer(bytes(self._templates), np.uint8),
            np.array(self._exact, np.uint64),
            np.array(self._normal, np.uint64),
            states,
            np.frombuffer(bytes(self._facts), _DTYPE),
            tuple(self._labels),
            dict(self._sketches),
        )


@lru_cache(maxsize=1 << 10)
def _number_of_month(date: str) -> int:
    year, _, month = period_of(date).partition("-")
    return int(year) * 100 + int(month or 0) if year else 0


def template_ids() -> tuple[str, ...]:
    """Return the ids of the templates by their number; the first is "" for none."""
    return ("", *sorted(template_titles()))


def joined(parts: Iterable[AnswerRows], width: int) -> AnswerRows:
    """Concatenate the rows of all parts."""
    found = [part for part in parts if len(part)]
    if not found:
        return RowsBuilder(width).rows()
    sketches = {key: sketch for part in found for key, sketch in part.sketches.items()}
    labels = ("", *sorted({label for part in found for label in part.labels} - {""}))
    places = {label: place for place, label in enumerate(labels)}
    found = [_relabelled(part, labels, places) for part in found]
    columns = {name: np.concatenate([getattr(part, name) for part in found]) for name in _WORDS}
    hosts = tuple(host for part in found for host in part.hosts)
    return AnswerRows(hosts, labels=labels, sketches=sketches, **columns)


def _relabelled(part: AnswerRows, labels: tuple[str, ...], places: Mapping[str, int]) -> AnswerRows:
    if part.labels == labels:
        return part
    turned = np.array([places[label] for label in part.labels], np.uint32)
    facts = part.facts.copy()
    for name in ("sector", "codes"):
        facts[name] = turned[facts[name]]
    return replace(part, facts=facts, labels=labels)
