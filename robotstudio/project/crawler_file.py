"""The person's own crawler file: changes fields of shipped crawlers, and adds crawlers and presets.

An error costs only the field or row it is in, and yields a message with its place and what to do. The program writes
the file only when the person saves a crawler.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, convert, field
from msgspec.structs import replace

from robotstudio.engine.crawlers import CATALOGUE, OBEYS, OWN, Catalogue, Crawler, Preset, is_day
from robotstudio.engine.dialects import DIALECTS
from robotstudio.fetch.policy import POLICIES
from robotstudio.store.errors import FileError, FileMissingError
from robotstudio.store.files import make_directory, read, write_atomic
from robotstudio.store.json_file import parsed
from robotstudio.text.language import Fact, Message, Plural, Told, told, told_list

_SIZE_LIMIT = 4 * 1024 * 1024
_MOST_COMPLAINTS = 20
_MOST_CHARACTERS = 2000
_LONGEST_TOKEN = 200
_TOKEN = re.compile(r"[A-Za-z0-9_.-]+(?: [A-Za-z0-9_.-]+)*")
"""RFC 9309 allows letters, `-` and `_`; tokens of real crawlers also have digits, dots and spaces."""

_EMPTY = b'{\n "crawlers": [],\n "presets": []\n}\n'

_MORE_PLACES = Plural("There is one more such place.", "There are {count} more such places.")
_NAMELESS_ROW: Message = "crawler {number}: “token” must be a product token, such as MyBot. The row is left out."
_EMPTY_PRESET: Message = "preset {number} ({title}): “tokens” must be a list of product tokens. It is left out."
_ODD_PRESET: Message = "preset {number} ({title}): some of “tokens” are not product tokens. They are left out."


class CrawlerFileError(FileError):
    """The file is malformed, so that nothing was written to it."""


class LoadedCatalogue(Struct, frozen=True):
    """The shipped catalogue with the person's changes; `changed` are the tokens with a row in the file."""

    catalogue: Catalogue
    changed: frozenset[str] = frozenset()
    complaints: tuple[Told, ...] = ()


class CrawlerFile:
    """The file at a path, which need not exist."""

    def __init__(self, path: Path, shipped: Catalogue = CATALOGUE, remark: Told | None = None) -> None:
        """Create it; `remark` is told besides what is wrong with the file."""
        self.path = path
        self._shipped = shipped
        self._remarks = (remark,) if remark is not None else ()

    def load(self) -> LoadedCatalogue:
        """Load the merged catalogue. Never raises: unusable parts are left out and reported."""
        try:
            reading = _Reading(self._shipped, self._rows())
        except FileMissingError:
            return LoadedCatalogue(self._shipped, complaints=self._remarks)
        except FileError as error:
            complaint = told("{error} Only the built-in crawlers are used.", error=error.told)
            return LoadedCatalogue(self._shipped, complaints=(*self._remarks, complaint))
        complaints = reading.complaints[:_MOST_COMPLAINTS]
        if more := len(reading.complaints) - len(complaints):
            complaints.append(told(_MORE_PLACES, count=more))
        named = tuple(told("“{path}”: {what}", path=str(self.path), what=complaint) for complaint in complaints)
        merged = self._shipped.with_changes(reading.crawlers.values(), reading.presets.values())
        return LoadedCatalogue(
            merged, frozenset(crawler.token for crawler in reading.crawlers.values()), (*self._remarks, *named)
        )

    def change(self, token: str, fields: Mapping[str, object]) -> None:
        """Save fields of a crawler; its other fields in the file stay. Raises FileError."""
        data, rows = self._for_writing()
        row = next((row for row in rows if _names(row, token)), None)
        if row is None:
            row = {"token": token}
            rows.append(row)
        row.update(fields)
        self._write(data)

    def take_back(self, token: str) -> None:
        """Delete a crawler's row. Raises FileError."""
        data, rows = self._for_writing()
        rows[:] = [row for row in rows if not _names(row, token)]
        self._write(data)

    def make(self) -> None:
        """Create an empty file if there is none, for editing by hand. Raises FileError."""
        if not self.path.exists():
            make_directory(self.path.parent)
            write_atomic(self.path, _EMPTY)

    def _rows(self) -> dict[str, Any]:
        data = parsed(read(self.path, _SIZE_LIMIT), self.path, CrawlerFileError)
        if not isinstance(data, dict):
            message: Message = "“{path}” must be an object with “crawlers” and “presets”. Put braces around them."
            raise CrawlerFileError(message, self.path)
        return data

    def _for_writing(self) -> tuple[dict[str, Any], list[Any]]:
        try:
            data = self._rows()
        except FileMissingError:
            data = {}
        rows = data.setdefault("crawlers", [])
        if not isinstance(rows, list):
            message: Message = "“{path}”: “crawlers” must be a list. Correct it; nothing was saved."
            raise CrawlerFileError(message, self.path)
        return data, rows

    def _write(self, data: Mapping[str, object]) -> None:
        make_directory(self.path.parent)
        write_atomic(self.path, as_json(data).encode())


def as_json(data: Mapping[str, object]) -> str:
    """Format an object whose lists have one row a line."""
    parts = []
    for name, value in data.items():
        rows = ",\n".join(f"  {_json(row)}" for row in value) if isinstance(value, list) and value else ""
        parts.append(f" {_json(name)}: " + (f"[\n{rows}\n ]" if rows else _json(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _names(row: object, token: str) -> bool:
    named = row.get("token") if isinstance(row, dict) else None
    return isinstance(named, str) and named.strip().lower() == token.lower()


class Check(NamedTuple):
    """A check of a value, with the complaint if it fails, in which “{field}” is its name."""

    is_met: Callable[[object], bool]
    complaint: Message
    words: tuple[str, ...] = ()


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MOST_CHARACTERS


def is_token(text: str) -> bool:
    """Return True if a text can be a product token in a user-agent line: letters, digits, `-`, `_`, `.` and spaces."""
    return len(text) <= _LONGEST_TOKEN and bool(_TOKEN.fullmatch(text))


def _is_token(value: object) -> bool:
    return isinstance(value, str) and is_token(value)


def _are_tokens(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_token, value))


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_real_day(value: object) -> bool:
    if not isinstance(value, str) or not (is_day(value) or not value):
        return False
    try:
        return not value or bool(date.fromisoformat(value))
    except ValueError:
        return False


def _one_of(*words: str) -> Check:
    return Check(words.__contains__, "{where}: “{field}” must be one of {words}. It is left out.", words)


def _is_policy(value: object) -> bool:
    return value in _policies()


def _policies() -> tuple[str, ...]:
    return (*POLICIES, "")


_TEXT = Check(_is_text, "{where}: “{field}” must be a text, in quotes. It is left out.")
_TRUTH = Check(lambda value: isinstance(value, bool), "{where}: “{field}” must be true or false. It is left out.")
_TOKENS = Check(
    _are_tokens, "{where}: “{field}” must be a list, each of it a product token, such as MyBot. It is left out."
)
_TEXTS = Check(_are_texts, "{where}: “{field}” must be a list, each of it a text, in quotes. It is left out.")
_POLICY = Check(_is_policy, "{where}: “{field}” must be one of {words}. It is left out.")


_FIELDS: Mapping[str, Check] = {
    "title": _TEXT,
    "operator": _TEXT,
    "purpose": _one_of(*CATALOGUE.purposes, OWN),
    "purpose_source": _TEXT,
    "fallback": _TOKENS,
    "uses_global": _TRUTH,
    "is_control": _TRUTH,
    "obeys": _one_of(*OBEYS),
    "dialect": _one_of(*DIALECTS),
    "assumed": _TRUTH,
    "policy": _POLICY,
    "honours": _TEXTS,
    "user_agent": _TEXT,
    "outdated": _TEXT,
    "successors": _TOKENS,
    "source": _TEXT,
    "confidence": _TEXT,
    "checked_on": Check(_is_real_day, "{where}: “{field}” must be a date, such as 2026-10-01. It is ignored."),
    "note": _TEXT,
}
FIELDS = frozenset(_FIELDS)
"""Fields of a row besides its token."""


class _Reading(Struct):
    """The parsed rows of a file."""

    shipped: Catalogue
    data: Mapping[str, object]
    complaints: list[Told] = field(default_factory=list)
    crawlers: dict[str, Crawler] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Parse all rows."""
        for name in self.data.keys() - {"crawlers", "presets", "format"}:
            self._complain("“{field}” has no meaning here. Use “crawlers” and “presets”.", field=name[:60])
        for number, row in self._rows_of("crawlers", "crawler {number} must be an object, in braces. It is left out."):
            self._read_crawler(number, row)
        for number, row in self._rows_of("presets", "preset {number} must be an object, in braces. It is left out."):
            self._read_preset(number, row)

    def _complain(self, message: Message, **facts: Fact) -> None:
        self.complaints.append(told(message, **facts))

    def _rows_of(self, name: str, no_object: Message) -> Iterator[tuple[int, Mapping[str, object]]]:
        rows = self.data.get(name, [])
        if not isinstance(rows, list):
            self._complain("“{field}” must be a list, in square brackets. It is left out.", field=name)
            return
        for number, row in enumerate(rows, 1):
            if isinstance(row, dict):
                yield number, row
            else:
                self._complain(no_object, number=number)

    def _read_crawler(self, number: int, row: Mapping[str, object]) -> None:
        token = row.get("token")
        if not isinstance(token, str) or not is_token(token):
            self._complain(_NAMELESS_ROW, number=number)
            return
        where = told("crawler {number} ({token})", number=number, token=token)
        if token.lower() in self.crawlers:
            self._complain("{where} appears twice. If they differ, the last one counts.", where=where)
        before = self.crawlers.get(token.lower()) or self.shipped.known(token) or Crawler(token, assumed=True)
        fields = self._good_fields(where, row)
        tokens = [each for each in fields.get("fallback", ()) if each.lower() != token.lower()]
        if len(tokens) != len(fields.get("fallback", ())):
            self._complain("{where}: falls back to itself. Remove {token} from “fallback”.", where=where, token=token)
        if "fallback" in fields:
            fields["fallback"] = tokens
        changes = convert({"token": before.token, **fields}, Crawler)
        self.crawlers[token.lower()] = replace(before, **{name: getattr(changes, name) for name in fields})

    def _good_fields(self, where: Told, row: Mapping[str, object]) -> dict[str, Any]:
        good: dict[str, Any] = {}
        for name, value in row.items():
            check = _FIELDS.get(name)
            if name == "token":
                continue
            if check is None:
                message: Message = "{where}: “{field}” is not a field of a crawler. It is left out."
                self._complain(message, where=where, field=name[:60])
            elif not check.is_met(value):
                words = _policies() if check is _POLICY else check.words
                self._complain(check.complaint, where=where, field=name, words=told_list(words))
            else:
                good[name] = value
        return good

    def _read_preset(self, number: int, row: Mapping[str, object]) -> None:
        title, tokens = row.get("title"), row.get("tokens")
        if not isinstance(title, str) or not title.strip() or not _is_text(title):
            self._complain("preset {number}: “title” must be a text, in quotes. The row is left out.", number=number)
            return
        if not isinstance(tokens, list) or not tokens:
            self._complain(_EMPTY_PRESET, number=number, title=title)
            return
        good = [token for token in tokens if token == "*" or _is_token(token)]
        if len(good) != len(tokens):
            self._complain(_ODD_PRESET, number=number, title=title)
        name = row.get("id", title)
        if good and isinstance(name, str):
            self.presets[name] = Preset(name, title, _distinct(good))


def _distinct(tokens: Sequence[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for token in tokens:
        first.setdefault(token.lower(), token)
    return tuple(first.values())
