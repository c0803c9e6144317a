"""How a setting is written to JSON or TOML and read back: one small class for each kind of value, with its bounds.

`read` takes anything that these can hold and raises ValueError or TypeError where it is not of the kind.
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
        """The value, brought into its bounds."""
        ...

    def write(self, value: T) -> JsonOut:
        """What `read` reads."""
        ...


class TextSetting(Struct, frozen=True):
    """A text of one line that is `allowed`, or none; `wanted` says what it may be."""

    limit: int
    wanted: Message
    allowed: Callable[[str], bool]

    def read(self, value: JsonIn) -> str:
        """The text, without spaces around it."""
        if not isinstance(value, str):
            raise TypeError("not a text")
        text = value.strip()
        if len(text) > self.limit or (text and not self.allowed(text)):
            raise ValueError("not such a text")
        return text

    def write(self, value: str) -> str:
        return value


class TextListSetting(Struct, frozen=True):
    """Texts, none blank and none twice; only the first `limit` are kept."""

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
    """A whole number between two bounds."""

    low: int
    high: int

    def read(self, value: JsonIn) -> int:
        """The number, or the bound that it passes."""
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
    """One of a few words; `others_as` is what a word means that another version may know."""

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
    """Bytes that mean something to another library."""

    limit: int

    def read(self, value: JsonIn) -> bytes:
        """The bytes of a base64 text."""
        if not isinstance(value, str):
            raise TypeError("not a text")
        raw = base64.b64decode(value, validate=True)
        if len(raw) > self.limit:
            raise ValueError("too long")
        return raw

    def write(self, value: bytes) -> str:
        return base64.b64encode(value).decode()


class BytesListSetting(Struct, frozen=True):
    """Several of such bytes; only the first `limit` are kept."""

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
        """Each row under its name."""
        if not isinstance(value, dict) or not all(isinstance(sizes, list) for sizes in value.values()):
            raise TypeError("not rows of sizes")
        return {name: tuple(map(self.size.read, sizes)) for name, sizes in value.items()}

    def write(self, value: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
        return {name: list(sizes) for name, sizes in value.items()}


class SourcesSetting(Struct, frozen=True):
    """Sources of URLs: where they are and how they were read, not what was in them."""

    limit: int

    def read(self, value: JsonIn) -> "tuple[Source, ...]":
        """Those that have a place to be read from again."""
        if not isinstance(value, list):
            raise TypeError("not a list of sources")
        return tuple(map(_source, value[: self.limit]))

    def write(self, value: "Sequence[Source]") -> list[dict[str, str | list[str]]]:
        """As rows of texts."""
        return [
            {
                "id": source.id,
                "name": source.name,
                "kind": source.kind,
                "locations": list(source.locations),
                "column": source.column,
                "hits_column": source.hits_column,
                "base": source.base or "",
            }
            for source in value[: self.limit]
        ]


def _source(row: JsonIn) -> "Source":
    from robotstudio.urls.kinds import FileKind  # noqa: PLC0415  # most starts have no source to read again
    from robotstudio.urls.url_set import Source  # noqa: PLC0415  # as above

    if not isinstance(row, dict):
        raise TypeError("not a source")
    texts = {key: row.get(key, "") for key in ("id", "name", "kind", "column", "hits_column", "base")}
    locations = row.get("locations")
    if not all(isinstance(text, str) for text in texts.values()) or texts["kind"] not in set(FileKind):
        raise ValueError("not a source")
    if not isinstance(locations, list) or not locations or not all(isinstance(each, str) for each in locations):
        raise ValueError("not a source with a place")
    base = texts.pop("base") or None
    return Source(locations=tuple(locations), base=base, **texts)
