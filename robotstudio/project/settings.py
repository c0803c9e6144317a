"""Serialise settings to JSON or TOML: one small class for each kind of value, with its bounds.

`read` accepts anything that these formats can hold, and raises ValueError or TypeError for invalid values.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from robotstudio.text.language import Message

if TYPE_CHECKING:  # the start page is drawn before there are URLs
    from robotstudio.urls.url_set import Source

JsonIn: TypeAlias = object
JsonOut: TypeAlias = "str | int | list[str] | dict[str, list[int]] | list[dict[str, str | list[str]]]"

T = TypeVar("T")


class SettingKind(Protocol[T]):
    def read(self, value: JsonIn) -> T:
        """Return the value, clamped to its bounds."""
        ...

    def write(self, value: T) -> JsonOut:
        """Return what `read` accepts."""
        ...


class TextSetting(Struct, frozen=True):
    """A one-line text that is `allowed`, or empty; `wanted` describes it."""

    limit: int
    wanted: Message
    allowed: Callable[[str], bool]

    def read(self, value: JsonIn) -> str:
        """Return the text, stripped."""
        if not isinstance(value, str):
            raise TypeError("not a text")
        text = value.strip()
        if len(text) > self.limit or (text and not self.allowed(text)):
            raise ValueError("not such a text")
        return text

    def write(self, value: str) -> str:
        return value


class TextListSetting(Struct, frozen=True):
    """A list of texts without blanks and repeats, cut to `limit`."""

    limit: int | None = None
    wanted: Message = ""
    allowed: Callable[[str], bool] | None = None

    def read(self, value: JsonIn) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise TypeError("not a list of texts")
        if self.allowed is not None and not all(map(self.allowed, value)):
            raise ValueError("not such texts")
        return tuple(dict.fromkeys(item for item in value if item.strip()))[: self.limit]

    def write(self, value: Sequence[str]) -> list[str]:
        return list(value)


class NumberSetting(Struct, frozen=True):
    """An integer between two bounds."""

    low: int
    high: int

    def read(self, value: JsonIn) -> int:
        """Return the number, clamped."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError("not a whole number")
        return min(max(value, self.low), self.high)

    def write(self, value: int) -> int:
        return value


class FlagSetting(Struct, frozen=True):
    def read(self, value: JsonIn) -> bool:
        if not isinstance(value, bool):
            raise TypeError("neither true nor false")
        return value

    def write(self, value: bool) -> bool:
        return value


class ChoiceSetting(Struct, frozen=True):
    """One of a few words; `others_as` replaces words of other versions."""

    words: tuple[str, ...]
    others_as: str | None = None

    def read(self, value: JsonIn) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        if self.others_as is None:
            raise ValueError("not one of the words")
        return self.others_as

    def write(self, value: str) -> str:
        return value


class BytesSetting(Struct, frozen=True):
    """Bytes in the format of another library."""

    limit: int

    def read(self, value: JsonIn) -> bytes:
        """Decode base64."""
        if not isinstance(value, str):
            raise TypeError("not a text")
        raw = base64.b64decode(value, validate=True)
        if len(raw) > self.limit:
            raise ValueError("too long")
        return raw

    def write(self, value: bytes) -> str:
        return base64.b64encode(value).decode()


class BytesListSetting(Struct, frozen=True):
    """A list of such bytes, cut to `limit`."""

    item: BytesSetting
    limit: int

    def read(self, value: JsonIn) -> tuple[bytes, ...]:
        if not isinstance(value, list):
            raise TypeError("not a list")
        return tuple(map(self.item.read, value[: self.limit]))

    def write(self, value: Sequence[bytes]) -> list[str]:
        return list(map(self.item.write, value[: self.limit]))


class SizeTableSetting(Struct, frozen=True):
    """Named rows of sizes."""

    size: NumberSetting

    def read(self, value: JsonIn) -> Mapping[str, tuple[int, ...]]:
        if not isinstance(value, dict) or not all(isinstance(sizes, list) for sizes in value.values()):
            raise TypeError("not rows of sizes")
        return {name: tuple(map(self.size.read, sizes)) for name, sizes in value.items()}

    def write(self, value: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
        return {name: list(sizes) for name, sizes in value.items()}


class SourcesSetting(Struct, frozen=True):
    """Sources of URLs with their options, without their contents."""

    limit: int

    def read(self, value: JsonIn) -> "tuple[Source, ...]":
        """Return the sources that can be read again."""
        if not isinstance(value, list):
            raise TypeError("not a list of sources")
        return tuple(map(_source, value[: self.limit]))

    def write(self, value: "Sequence[Source]") -> list[dict[str, str | list[str]]]:
        return [
            {
                "id": source.id,
                "name": source.name,
                "kind": source.kind,
                "locations": list(source.locations),
                "column": source.column,
                "hits_column": source.hits_column,
                "columns": list(source.columns),
                "log_fields": source.log_fields,
                "base": source.base or "",
            }
            for source in value[: self.limit]
        ]


def _source(row: JsonIn) -> "Source":
    from robotstudio.urls.kinds import FileKind  # noqa: PLC0415  # most starts have no source to read again
    from robotstudio.urls.url_set import Source  # noqa: PLC0415  # as above

    if not isinstance(row, dict):
        raise TypeError("not a source")
    texts = {key: row.get(key, "") for key in ("id", "name", "kind", "column", "hits_column", "log_fields", "base")}
    locations = row.get("locations")
    if not all(isinstance(text, str) for text in texts.values()) or texts["kind"] not in set(FileKind):
        raise ValueError("not a source")
    if not isinstance(locations, list) or not locations or not all(isinstance(each, str) for each in locations):
        raise ValueError("not a source with a place")
    columns = row.get("columns", [])
    if not isinstance(columns, list) or not all(isinstance(each, str) for each in columns):
        raise ValueError("not a source with columns")
    base = texts.pop("base") or None
    return Source(locations=tuple(locations), base=base, columns=tuple(columns), **texts)
