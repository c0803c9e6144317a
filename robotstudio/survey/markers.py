"""Detect what wrote a file, and what it discloses, by markers from `resources` that are searched all at once."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

import re2
from msgspec import Struct

from robotstudio import assets

_LOOKED_THROUGH: Final = 1 << 17  # bytes; markers are at the top or in a block
_ORDER = ("strong", "medium", "weak")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_AROUND_COLON = re.compile(r"[ \t]*:[ \t]*")


class SiteSystem(Struct, frozen=True):
    """A system that writes files with markers: id, title, and how reliable the markers are."""

    id: str
    title: str
    strength: str


class _Texts:
    """A set of regular expressions, matched in one linear pass."""

    def __init__(self, patterns: Iterable[str], prefix: str = "") -> None:
        options = re2.Options()
        options.log_errors = False
        options.case_sensitive = False
        self._set = re2.Set.SearchSet(options)
        self.places: dict[str, int] = {}
        for pattern in patterns:
            if pattern not in self.places:
                self.places[pattern] = len(self.places)
                self._set.Add(prefix + pattern)
        self._set.Compile()

    def found(self, text: str) -> frozenset[int]:
        return frozenset(self._set.Match(text) or ())


class _Templates:
    """The known systems with their markers."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        ordered = sorted(rows, key=lambda row: _ORDER.index(row["strength"]))
        patterns = [_pattern_of(mark) for row in ordered for mark in row["all_of"]]
        self._texts = _Texts(patterns, "(?m)")
        self._rows = [
            (
                SiteSystem(row["id"], row["title"], row["strength"]),
                frozenset(self._texts.places[_pattern_of(mark)] for mark in row["all_of"]),
            )
            for row in ordered
        ]
        self.titles = {template.id: template.title for template, _ in self._rows}

    def of(self, text: str) -> SiteSystem | None:
        found = self._texts.found(text)
        return next((template for template, needed in self._rows if needed <= found), None)


def _pattern_of(mark: Mapping[str, str]) -> str:
    value = mark["value"]
    if mark["kind"] == "pattern":
        return value
    if mark["kind"] == "text":
        return str(re2.escape(value))
    parts = map(re2.escape, _AROUND_COLON.split(value.strip(), maxsplit=1))
    return r"^[ \t]*" + r"[ \t]*:[ \t]*".join(parts) + r"[ \t]*\r?$"


class _Markers:
    """All markers, loaded on first use."""

    @cached_property
    def templates(self) -> _Templates:
        return _Templates(_rows("managed-templates.json"))

    @cached_property
    def sensitive(self) -> tuple[_Texts, tuple[str, ...]]:
        rows = [row for row in _rows("sensitive-paths.json") if row["severity"] != "none"]
        return _Texts((row["pattern"] for row in rows), "(?m)"), tuple(row["id"] for row in rows)


_MARKERS = _Markers()


def _rows(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(assets.path(name).read_bytes())["markers"]
    return rows


def template_of(body: bytes) -> SiteSystem | None:
    """Return the system that wrote a file or its template; None if unknown."""
    return _MARKERS.templates.of(body[:_LOOKED_THROUGH].decode("utf-8", "replace"))


def template_titles() -> Mapping[str, str]:
    """Return the titles of the systems by id."""
    return _MARKERS.templates.titles


def disclosed_in(paths: Iterable[bytes]) -> tuple[str, ...]:
    """Return the kinds of sensitive places named by a file's paths, sorted; all paths are searched at once."""
    joined = b"\n".join(paths)[:_LOOKED_THROUGH]
    if b"%" in joined:
        joined = _ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode("ascii")), joined)
    texts, ids = _MARKERS.sensitive
    return tuple(sorted(ids[place] for place in texts.found(joined.decode("utf-8", "replace"))))
