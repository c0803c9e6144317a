"""The person's own file of crawlers: it changes fields of shipped crawlers, and adds crawlers and presets.

What is wrong in it costs no more than the field or the row that it is in: the rest counts, and a sentence for each says
what is wrong, where, and what to do. The program writes it only when the person saves a crawler.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from robotstudio.engine.crawlers import CATALOGUE, OBEYS, OWN, Catalogue, Crawler, Preset, crawler_of_row
from robotstudio.engine.dialects import DIALECTS
from robotstudio.io.errors import FileError, FileMissingError
from robotstudio.io.files import make_directory, read, write_atomic
from robotstudio.lazy_dataclasses import dataclass, field, replace

_SIZE_LIMIT = 4 * 1024 * 1024
_MOST_COMPLAINTS = 20
_MOST_CHARACTERS = 2000
_NO_TOKEN = re.compile(r"[#:*\x00-\x1f\x7f]|^\s|\s$|^$")

_EMPTY = b'{\n "crawlers": [],\n "presets": []\n}\n'


class CrawlerFileError(FileError):
    """The file could not be understood, so that nothing was written to it."""


@dataclass(frozen=True, slots=True)
class LoadedCatalogue:
    """The shipped catalogue with the person's changes; `changed` are the tokens that the file has a row for."""

    catalogue: Catalogue
    changed: frozenset[str] = frozenset()
    complaints: tuple[str, ...] = ()


class CrawlerFile:
    """The file at a path; it need not be there."""

    def __init__(self, path: Path, shipped: Catalogue = CATALOGUE) -> None:
        self.path = path
        self._shipped = shipped

    def load(self) -> LoadedCatalogue:
        """The catalogue as the person wants it. Never raises: what cannot be used is left out, and told."""
        try:
            reading = _Reading(self._shipped, self._rows())
        except FileMissingError:
            return LoadedCatalogue(self._shipped)
        except FileError as error:
            return LoadedCatalogue(self._shipped, complaints=(f"{error} Only the crawlers of the program are used.",))
        told = reading.complaints[:_MOST_COMPLAINTS]
        if more := len(reading.complaints) - len(told):
            told.append(f"There are {more:,} more such places.")
        named = tuple(f"“{self.path}”: {complaint}" for complaint in told)
        merged = self._shipped.with_changes(reading.crawlers.values(), reading.presets.values())
        return LoadedCatalogue(merged, frozenset(crawler.token for crawler in reading.crawlers.values()), named)

    def change(self, token: str, fields: Mapping[str, object]) -> None:
        """Save fields of a crawler, beside what the file says of it already. Raises FileError."""
        data, rows = self._for_writing()
        row = next((row for row in rows if _names(row, token)), None)
        if row is None:
            row = {"token": token}
            rows.append(row)
        row.update(fields)
        self._write(data)

    def take_back(self, token: str) -> None:
        """Forget what the file says of a crawler. Raises FileError."""
        data, rows = self._for_writing()
        rows[:] = [row for row in rows if not _names(row, token)]
        self._write(data)

    def make(self) -> None:
        """Make an empty file where there is none, for the person to write in. Raises FileError."""
        if not self.path.exists():
            make_directory(self.path.parent)
            write_atomic(self.path, _EMPTY)

    def _rows(self) -> dict[str, Any]:
        content = read(self.path, _SIZE_LIMIT)
        try:
            data = json.loads(content)
        except json.JSONDecodeError as error:
            where = f"line {error.lineno:,}, column {error.colno:,}"
            sentence = f"“{self.path}” is not JSON: {error.msg.lower()} ({where}). Correct it there."
            raise CrawlerFileError(sentence, self.path) from error
        except (ValueError, RecursionError) as error:
            sentence = f"“{self.path}” is not JSON in UTF-8. Correct it, or move it away."
            raise CrawlerFileError(sentence, self.path) from error
        if not isinstance(data, dict):
            sentence = f"“{self.path}” must be an object with “crawlers” and “presets”. Put braces around them."
            raise CrawlerFileError(sentence, self.path)
        return data

    def _for_writing(self) -> tuple[dict[str, Any], list[Any]]:
        try:
            data = self._rows()
        except FileMissingError:
            data = {}
        rows = data.setdefault("crawlers", [])
        if not isinstance(rows, list):
            sentence = f"“{self.path}”: “crawlers” must be a list. Correct it; nothing was saved."
            raise CrawlerFileError(sentence, self.path)
        return data, rows

    def _write(self, data: Mapping[str, object]) -> None:
        make_directory(self.path.parent)
        write_atomic(self.path, as_json(data).encode())


def as_json(data: Mapping[str, object]) -> str:
    """An object whose lists have one row a line."""
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


Check = Callable[[object], str]
"""What a value must be, empty where it is that."""


def _text(value: object) -> str:
    return "" if isinstance(value, str) and len(value) <= _MOST_CHARACTERS else "a text, in quotes"


def _truth(value: object) -> str:
    return "" if isinstance(value, bool) else "true or false"


def is_token(text: str) -> bool:
    """Whether a text can stand in a user-agent line and name one crawler."""
    return len(text) <= _MOST_CHARACTERS and not _NO_TOKEN.search(text)


def _token(value: object) -> str:
    return "" if isinstance(value, str) and is_token(value) else "a product token, such as MyBot"


def _list_of(check: Check) -> Check:
    def of_list(value: object) -> str:
        return "" if isinstance(value, list) and not any(map(check, value)) else f"a list, each of it {check(None)}"

    return of_list


def _one_of(*words: str) -> Check:
    def of_words(value: object) -> str:
        return "" if value in words else f"one of {', '.join(words)}"

    return of_words


def _policy(value: object) -> str:
    from robotstudio.io.fetching.policy import POLICIES  # noqa: PLC0415  # most people have no such file

    return _one_of(*POLICIES, "")(value)


_FIELDS: Mapping[str, Check] = {
    "title": _text,
    "operator": _text,
    "purpose": _one_of(*CATALOGUE.purposes, OWN),
    "fallback": _list_of(_token),
    "uses_global": _truth,
    "is_control": _truth,
    "obeys": _one_of(*OBEYS),
    "dialect": _one_of(*DIALECTS),
    "assumed": _truth,
    "policy": _policy,
    "honours": _list_of(_text),
    "user_agent": _text,
    "outdated": _text,
    "successors": _list_of(_token),
    "source": _text,
    "confidence": _text,
    "checked_on": _text,
    "note": _text,
}
FIELDS = frozenset(_FIELDS)
"""What a row may say of a crawler beside its token."""


@dataclass()
class _Reading:
    """One look at the rows of a file."""

    shipped: Catalogue
    data: Mapping[str, object]
    complaints: list[str] = field(default_factory=list)
    crawlers: dict[str, Crawler] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read all of it."""
        for name in self.data.keys() - {"crawlers", "presets", "format"}:
            self.complaints.append(f"“{name[:60]}” means nothing here. Use “crawlers” and “presets”.")
        for where, row in self._rows_of("crawlers", "crawler"):
            self._read_crawler(where, row)
        for where, row in self._rows_of("presets", "preset"):
            self._read_preset(where, row)

    def _rows_of(self, name: str, one: str) -> Iterator[tuple[str, Mapping[str, object]]]:
        rows = self.data.get(name, [])
        if not isinstance(rows, list):
            self.complaints.append(f"“{name}” must be a list, in square brackets. It is left out.")
            return
        for number, row in enumerate(rows, 1):
            if isinstance(row, dict):
                yield f"{one} {number:,}", row
            else:
                self.complaints.append(f"{one} {number:,} must be an object, in braces. It is left out.")

    def _read_crawler(self, where: str, row: Mapping[str, object]) -> None:
        token = row.get("token")
        if not isinstance(token, str) or _token(token):
            self.complaints.append(f"{where}: “token” must be {_token(None)}. The row is left out.")
            return
        where = f"{where} ({token})"
        if token.lower() in self.crawlers:
            self.complaints.append(f"{where}: stands there twice. What both say of one field, the last says.")
        before = self.crawlers.get(token.lower()) or self.shipped.known(token) or Crawler(token, assumed=True)
        fields = self._good_fields(where, row)
        tokens = [each for each in fields.get("fallback", ()) if each.lower() != token.lower()]
        if len(tokens) != len(fields.get("fallback", ())):
            self.complaints.append(f"{where}: falls back to itself. Take {token} out of “fallback”.")
        if "fallback" in fields:
            fields["fallback"] = tokens
        changes = crawler_of_row({"token": before.token, **fields})
        self.crawlers[token.lower()] = replace(before, **{name: getattr(changes, name) for name in fields})

    def _good_fields(self, where: str, row: Mapping[str, object]) -> dict[str, Any]:
        good: dict[str, Any] = {}
        for name, value in row.items():
            check = _FIELDS.get(name)
            if name == "token":
                continue
            if check is None:
                self.complaints.append(f"{where}: “{name[:60]}” is no field of a crawler. It is left out.")
            elif wanted := check(value):
                self.complaints.append(f"{where}: “{name}” must be {wanted}. It is left out.")
            else:
                good[name] = value
        return good

    def _read_preset(self, where: str, row: Mapping[str, object]) -> None:
        title, tokens = row.get("title"), row.get("tokens")
        if not isinstance(title, str) or not title.strip() or _text(title):
            self.complaints.append(f"{where}: “title” must be {_text(None)}. The row is left out.")
            return
        if not isinstance(tokens, list) or not tokens:
            self.complaints.append(f"{where} ({title}): “tokens” must be a list of product tokens. It is left out.")
            return
        good = [token for token in tokens if token == "*" or not _token(token)]
        if len(good) != len(tokens):
            self.complaints.append(f"{where} ({title}): some of “tokens” are no product tokens. They are left out.")
        name = row.get("id", title)
        if good and isinstance(name, str):
            self.presets[name] = Preset(name, title, _distinct(good))


def _distinct(tokens: Sequence[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for token in tokens:
        first.setdefault(token.lower(), token)
    return tuple(first.values())
