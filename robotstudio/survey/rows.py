"""The answers of a survey as columns, a row each of a few dozen bytes: for who is behind a number, farms and trends."""

import io
import zipfile
from array import array
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.facts import FileFacts, Outcome
from robotstudio.survey.markers import template_titles

Column: TypeAlias = np.ndarray[Any, np.dtype[Any]]

OUTCOMES: Final = tuple(Outcome)
_LONGEST_HOST = 255
_WORDS = ("outcomes", "templates", "exact", "normal", "states")


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Columns of equal length; `states` has a column for each crawler. `sketches` are the digests of the different
    lines of each normal form.
    """

    hosts: tuple[str, ...]
    outcomes: Column
    templates: Column
    exact: Column
    normal: Column
    states: Column
    sketches: Mapping[int, Column]

    def __len__(self) -> int:
        return len(self.hosts)

    @property
    def distinct(self) -> int:
        """How many different bodies there are, empty ones left out."""
        return len(np.unique(self.exact[self.exact != 0]))

    def as_bytes(self) -> bytes:
        """The rows as a file of numpy's."""
        keys = sorted(self.sketches)
        packed = [self.sketches[key] for key in keys]
        columns: dict[str, Column] = {name: getattr(self, name) for name in _WORDS}
        columns["hosts"] = np.frombuffer("\n".join(self.hosts).encode("utf-8", "replace"), np.uint8)
        columns["sketched"] = np.array(keys, np.uint64)
        columns["lengths"] = np.array([len(each) for each in packed], np.uint32)
        columns["lines"] = np.concatenate(packed) if packed else np.empty(0, np.uint32)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:  # as numpy reads it; savez would write the time into it
            for name, column in sorted(columns.items()):
                with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w") as member:
                    np.lib.format.write_array(member, column, allow_pickle=False)
        return out.getvalue()

    @classmethod
    def of_bytes(cls, body: bytes) -> "Rows":
        """The rows that `as_bytes` wrote. Raises ValueError or KeyError where they are something else."""
        try:
            with np.load(io.BytesIO(body), allow_pickle=False) as data:
                columns = {name: data[name] for name in data.files}
        except (zipfile.BadZipFile, EOFError, OSError) as error:
            raise ValueError("these are no rows") from error
        hosts = columns.pop("hosts").tobytes().decode("utf-8")
        keys, lengths, lines = (columns.pop(name) for name in ("sketched", "lengths", "lines"))
        pieces = np.split(lines, np.cumsum(lengths)[:-1])  # one piece too many where there is none
        sketches = dict(zip(keys.tolist(), pieces, strict=False))
        count = len(columns["exact"])
        return cls(tuple(hosts.split("\n")) if count else (), sketches=sketches, **columns)


class RowsBuilder:
    """Takes answers one by one."""

    def __init__(self, width: int) -> None:
        """Rows with the bits of so many crawlers."""
        self._width = width
        self._hosts: list[str] = []
        self._outcomes = bytearray()
        self._templates = bytearray()
        self._exact, self._normal = array("Q"), array("Q")
        self._states = bytearray()
        self._sketches: dict[int, Column] = {}
        self._places = {name: place for place, name in enumerate(template_ids())}

    def add(self, host: str, facts: FileFacts) -> None:
        self._hosts.append(" ".join(host.split())[:_LONGEST_HOST])
        self._outcomes.append(OUTCOMES.index(facts.outcome))
        self._templates.append(self._places[facts.template])
        self._exact.append(facts.exact)
        self._normal.append(facts.normal)
        self._states += facts.states
        if facts.shingles and facts.normal not in self._sketches:
            self._sketches[facts.normal] = np.frombuffer(facts.shingles, ">u4").astype(np.uint32)

    def rows(self) -> Rows:
        states = np.frombuffer(bytes(self._states), np.uint8).reshape(len(self._hosts), self._width)
        return Rows(
            tuple(self._hosts),
            np.frombuffer(bytes(self._outcomes), np.uint8),
            np.frombuffer(bytes(self._templates), np.uint8),
            np.array(self._exact, np.uint64),
            np.array(self._normal, np.uint64),
            states,
            dict(self._sketches),
        )


def template_ids() -> tuple[str, ...]:
    """The ids of the templates by the numbers that stand for them; the first is that of none."""
    return ("", *sorted(template_titles()))


def joined(parts: Iterable[Rows], width: int) -> Rows:
    """The rows of all parts."""
    found = [part for part in parts if len(part)]
    if not found:
        return RowsBuilder(width).rows()
    sketches = {key: sketch for part in found for key, sketch in part.sketches.items()}
    columns = {name: np.concatenate([getattr(part, name) for part in found]) for name in _WORDS}
    return Rows(tuple(host for part in found for host in part.hosts), sketches=sketches, **columns)
