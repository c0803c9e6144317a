"""The kinds of values in a project file: how each is read, written and validated.

`read` accepts anything that JSON can hold. The first error raises one message with its place, and nothing is read.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from robotstudio.store.did_you_mean import nearest, shortened
from robotstudio.store.errors import FileError
from robotstudio.text.language import Fact, Message, Plural, told_list

_T = TypeVar("_T")
_D = TypeVar("_D", bound=Struct)

_NO_TEXT = Plural(
    "“{path}”: {key} must be a text in quotes, not blank and of at most {count} characters.",
    "“{path}”: {key} must be a text in quotes, not blank and of at most {count} characters.",
)
_NO_LINE: Message = "“{path}”: {key} must be one line of text, in quotes."
_NO_LIST: Message = "“{path}”: {key} must be a list, in square brackets."
_NO_OBJECT: Message = "“{path}”: {key} must be an object, in braces."
_NO_FLAG: Message = "“{path}”: {key} must be true or false."
_NO_NUMBER: Message = "“{path}”: {key} must be a whole number from {low} to {high}."
_NO_CHOICE: Message = "“{path}”: {key} must be one of {choices}."
_TOO_MANY = Plural(
    "“{path}”: {key} has {found} entries; the limit is {count}.",
    "“{path}”: {key} has {found} entries; the limit is {count}.",
)
_MISSING: Message = "“{path}”: {key} is missing."
_NO_KEY: Message = "“{path}”: unknown key {key}. Known keys: {known}."
_NEARLY_A_KEY: Message = "“{path}”: unknown key {key}. Did you mean {near}?"
_LIKENESS = 0.5


class ProjectFileError(FileError):
    """The file has no usable project; the message has the place, and what to do."""


class ValuePlace(NamedTuple):
    """The path of a value in a file: `environments 2 › overlay 1 › lines`."""

    path: Path
    keys: tuple[str, ...] = ()

    def at(self, key: str) -> "ValuePlace":
        return ValuePlace(self.path, (*self.keys, key))

    def item(self, number: int) -> "ValuePlace":
        """Return the place of an item of this list."""
        return ValuePlace(self.path, (*self.keys[:-1], f"{self.keys[-1]} {number}"))

    def wrong(self, message: Message | Plural, **facts: Fact) -> ProjectFileError:
        """Make an error about the value; `{key}` is its place."""
        return ProjectFileError(message, self.path, key=" › ".join(self.keys), **facts)


class ValueKind(Protocol[_T]):
    def read(self, value: object, place: ValuePlace) -> _T:
        """Validate and return the value. Raises ProjectFileError."""
        ...

    def write(self, value: _T) -> object:
        """Return what `read` accepts."""
        ...


class TextKind:
    """A text, not blank unless `may_be_empty`, and on one line if `is_line`."""

    def __init__(self, most: int, *, is_line: bool = False, may_be_empty: bool = True) -> None:
        self.most = most
        self._is_line = is_line
        self._may_be_empty = may_be_empty

    def read(self, value: object, place: ValuePlace) -> str:
        if not isinstance(value, str) or len(value) > self.most:
            raise self.refusal(place)
        if not value.strip() and (value or not self._may_be_empty):
            raise self.refusal(place)
        if "\0" in value or (self._is_line and not value.isprintable()):
            raise place.wrong(_NO_LINE)
        return value

    def write(self, value: str) -> str:
        return value

    def refusal(self, place: ValuePlace) -> ProjectFileError:
        """Make the error for an invalid text."""
        return place.wrong(_NO_TEXT, count=self.most)


class RobotsLineKind(TextKind):
    """A line of a robots.txt: any text that can be encoded (no lone surrogates), without line ends."""

    def read(self, value: object, place: ValuePlace) -> str:
        if not isinstance(value, str) or len(value) > self.most or not {"\n", "\r", "\0"}.isdisjoint(value):
            raise place.wrong(_NO_LINE)
        try:
            value.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as error:
            raise place.wrong(_NO_LINE) from error
        return value


class ItemsKind(Generic[_T]):
    """A list of values of one kind, with a limit."""

    def __init__(self, kind: ValueKind[_T], most: int, least: int = 0) -> None:
        self.kind = kind
        self.most = most
        self.least = least

    def read(self, value: object, place: ValuePlace) -> tuple[_T, ...]:
        if not isinstance(value, list):
            raise place.wrong(_NO_LIST)
        if len(value) > self.most:
            raise place.wrong(_TOO_MANY, count=self.most, found=len(value))
        if len(value) < self.least:
            raise place.wrong(_MISSING)
        return tuple(self.kind.read(each, place.item(number)) for number, each in enumerate(value, 1))

    def write(self, value: tuple[_T, ...]) -> list[object]:
        return list(map(self.kind.write, value))


class FlagKind:
    def read(self, value: object, place: ValuePlace) -> bool:
        if not isinstance(value, bool):
            raise place.wrong(_NO_FLAG)
        return value

    def write(self, value: bool) -> bool:
        return value


class NumberKind:
    """An integer between two bounds."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def read(self, value: object, place: ValuePlace) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise place.wrong(_NO_NUMBER, low=self.low, high=self.high)
        return value

    def write(self, value: int) -> int:
        return value


class ChoiceKind:
    """One of some words, which are loaded when needed; `make` converts a word."""

    def __init__(self, words: Callable[[], tuple[str, ...]], make: Callable[[str], str] = str) -> None:
        self.words = words
        self._make = make

    def read(self, value: object, place: ValuePlace) -> str:
        words = self.words()
        if not isinstance(value, str) or value not in words:
            raise place.wrong(_NO_CHOICE, choices=told_list(words))
        return self._make(value)

    def write(self, value: str) -> str:
        return str(value)


class NumberListsKind:
    """An object with a list of numbers for each name."""

    def __init__(self, names: TextKind, numbers: ItemsKind[int], most: int) -> None:
        self.names, self.numbers, self.most = names, numbers, most

    def read(self, value: object, place: ValuePlace) -> Mapping[str, tuple[int, ...]]:
        if not isinstance(value, dict):
            raise place.wrong(_NO_OBJECT)
        if len(value) > self.most:
            raise place.wrong(_TOO_MANY, count=self.most, found=len(value))
        return {self.names.read(name, place): self.numbers.read(row, place.at(name)) for name, row in value.items()}

    def write(self, value: Mapping[str, tuple[int, ...]]) -> object:
        return {name: list(row) for name, row in sorted(value.items())}


class RecordKind(Generic[_D]):
    """An object with the fields of a class; defaults are not written, unknown keys are refused."""

    def __init__(
        self,
        make: type[_D],
        kinds: Mapping[str, ValueKind[Any]],
        required: frozenset[str] = frozenset(),
        check: Callable[[_D, ValuePlace], None] | None = None,
        **keys: str,
    ) -> None:
        """`kinds` is in the order of writing; `keys` maps fields to other names in the file."""
        self._make = make
        self._check = check
        self.required = required
        self.kinds = {keys.get(name, name): kind for name, kind in kinds.items()}
        self._names = {keys.get(name, name): name for name in kinds}

    def read(self, value: object, place: ValuePlace) -> _D:
        if not isinstance(value, dict):
            raise place.wrong(_NO_OBJECT)
        for key in value:
            if key not in self.kinds:
                raise self._unknown(key, place)
        for key in self.kinds:
            if key in self.required and key not in value:
                raise place.at(key).wrong(_MISSING)
        found = {self._names[key]: self.kinds[key].read(each, place.at(key)) for key, each in value.items()}
        made = self._make(**found)
        if self._check:
            self._check(made, place)
        return made

    def write(self, value: _D) -> dict[str, object]:
        said = {key: getattr(value, name) for key, name in self._names.items()}
        return {
            key: self.kinds[key].write(each)
            for key, each in said.items()
            if key in self.required or each != self._usual[self._names[key]]
        }

    @cached_property
    def _usual(self) -> Mapping[str, object]:
        found: dict[str, object] = {}
        for each in fields(self._make):
            found[each.name] = each.default if each.default_factory is NODEFAULT else each.default_factory()
        return found

    def _unknown(self, key: str, place: ValuePlace) -> ProjectFileError:
        where = place.at(shortened(key))
        if near := nearest(key, self.kinds, _LIKENESS):
            return where.wrong(_NEARLY_A_KEY, near=near)
        return where.wrong(_NO_KEY, known=told_list(list(self.kinds)))
