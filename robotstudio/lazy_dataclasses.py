"""`dataclass`, `field` and `replace` as in `dataclasses`; a method is made when it is first used, or not at all.

Python writes and compiles six functions for each frozen dataclass at import: 0.7 ms each, for hundreds of classes, more
than half of which no start of the program makes an object of; and `dataclasses` itself brings `inspect`, which takes a
command as long as all that it works out. Here a class costs 0.03 ms until then. It is known to `dataclasses.fields`,
`asdict` and `astuple` and to type checkers as any other; an object is made, compared and hashed as fast.
"""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

__all__ = ["dataclass", "field", "replace"]

_T = TypeVar("_T")

_MISSING: Any = object()
_FIELDS = "__dataclass_fields__"
"""By this name `dataclasses` asks for the fields of a class."""


class _Field:
    """A field: what its class says of it."""

    __slots__ = ("compare", "default", "default_factory", "init", "kind", "name", "repr")
    name: str
    kind: object

    def __init__(
        self,
        *,
        default: object = _MISSING,
        default_factory: Callable[[], object] = _MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - as Python calls it
        compare: bool = True,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare


class _Fields:
    """The fields of a class by their names; those of `dataclasses` are made when that asks for them."""

    def __init__(self, fields: Mapping[str, _Field]) -> None:
        self.fields = fields
        self._public: object = None

    def __get__(self, _instance: object, _owner: type) -> object:
        if self._public is None:
            self._public = self._made()
        return self._public

    def _made(self) -> object:
        import dataclasses  # noqa: PLC0415  # this module is there for programs to start without

        names = ("default", "default_factory", "init", "repr", "compare")
        twin: dict[str, Any] = {"__annotations__": {name: each.kind for name, each in self.fields.items()}}
        for name, each in self.fields.items():
            said = {one: value for one in names if (value := getattr(each, one)) is not _MISSING}
            twin[name] = dataclasses.field(**said)
        done: Any = dataclasses.dataclass(init=False, repr=False, eq=False)(type("Twin", (), twin))
        return done.__dataclass_fields__


def _lazy_dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True) -> Callable[[type[_T]], type[_T]]:
    """Make a dataclass of a class. There is only what the program uses."""

    def made(cls: type[_T]) -> type[_T]:
        fields = _fields_of_bases(cls)
        for name, kind in cls.__annotations__.items():
            if not _is_of_class(kind):
                fields[name] = _own_field(cls, name, kind)
        done = _with_slots(cls, fields) if slots else cls
        own = vars(done)
        methods: dict[str, object] = {
            _FIELDS: _Fields(fields),
            "__match_args__": tuple(name for name, each in fields.items() if each.init),
            "__init__": _first_init(done, frozen=frozen),
        }
        if "__repr__" not in own:
            methods["__repr__"] = _repr
        if eq and "__eq__" not in own:
            methods |= _comparing([name for name, each in fields.items() if each.compare], frozen=frozen)
        if frozen:
            methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
            if slots:  # what unpickles an object would set its fields
                methods |= {"__getstate__": _state, "__setstate__": _set_state}
        for name, method in methods.items():
            setattr(done, name, method)
        return done

    return made


def _replace(instance: _T, /, **changes: object) -> _T:
    """An object like another, but for some fields."""
    for name, each in _fields(type(instance)).items():
        if each.init and name not in changes:
            changes[name] = getattr(instance, name)
    return type(instance)(**changes)


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    dataclass, field, replace = _lazy_dataclass, _Field, _replace


def _fields(cls: type) -> Mapping[str, _Field]:
    known: _Fields = next(vars(base)[_FIELDS] for base in cls.__mro__ if _FIELDS in vars(base))
    return known.fields


def _fields_of_bases(cls: type) -> dict[str, _Field]:
    fields: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        if _FIELDS in vars(base):
            fields |= _fields(base)
    return fields


def _is_of_class(kind: object) -> bool:
    return kind.startswith("ClassVar") if isinstance(kind, str) else getattr(kind, "__origin__", kind) is ClassVar


def _own_field(cls: type, name: str, kind: object) -> _Field:
    """What a class says of a field; a default is then what the class itself has by that name, as in Python."""
    said = vars(cls).get(name, _MISSING)
    found = said if isinstance(said, _Field) else _Field(default=said)
    found.name, found.kind = name, kind
    if found.default is not _MISSING:
        if found.default.__class__.__hash__ is None:
            raise ValueError(f"{cls.__name__}.{name} would be shared by all objects: use a default_factory")
        setattr(cls, name, found.default)
    elif said is found:
        delattr(cls, name)
    return found


def _with_slots(cls: type[_T], names: Iterable[str]) -> type[_T]:
    """The class again, with a place for each field instead of a dictionary."""
    inherited = {slot for base in cls.__mro__[1:-1] for slot in getattr(base, "__slots__", ())}
    without = {*names, "__dict__", "__weakref__"}
    own = {name: value for name, value in vars(cls).items() if name not in without}
    own["__slots__"] = tuple(name for name in names if name not in inherited)
    make: Any = type(cls)
    again: type[_T] = make(cls.__name__, cls.__bases__, own)
    again.__qualname__ = cls.__qualname__
    return again


def _first_init(cls: type, *, frozen: bool) -> Callable[..., None]:
    def __init__(self: object, *arguments: object, **named: object) -> None:  # noqa: N807 - what errors call it
        init: Callable[..., None] = _init_of(cls, frozen=frozen)
        cls.__init__ = init  # type: ignore[misc]  # it takes the place of this one, for good
        init(self, *arguments, **named)

    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    return __init__


def _init_of(cls: type, *, frozen: bool) -> Callable[..., None]:
    """The method that takes the fields and sets them, written and compiled."""
    scope: dict[str, Any] = {"_set": object.__setattr__, "_missing": _MISSING}
    parameters, body = ["self"], []
    for name, each in _fields(cls).items():
        value = name
        if each.default_factory is not _MISSING:
            scope[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}" if each.init else f"_make_{name}()"
            parameters += [f"{name}=_missing"] * each.init
        elif each.default is not _MISSING:
            scope[f"_default_{name}"] = each.default
            parameters += [f"{name}=_default_{name}"] * each.init
            value = value if each.init else f"_default_{name}"
        elif each.init:
            parameters.append(name)
        else:
            continue
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body or ["pass"]), scope)  # noqa: S102 - field names
    init: Callable[..., None] = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _comparing(names: list[str], *, frozen: bool) -> dict[str, object]:
    """Equality by the fields, and the hash of what never changes.

    Fields are compared as one tuple, so that an object with a NaN equals its copy. Python's own do so up to 3.12.
    """
    get = attrgetter(*names) if names else lambda _instance: ()
    values = get if len(names) != 1 else lambda instance: (get(instance),)

    def is_equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hash_of(self: object) -> int:
        return hash(values(self))

    return {"__eq__": is_equal, "__hash__": hash_of if frozen else None}


def _repr(self: Any) -> str:  # noqa: ANN401 - of any dataclass
    shown = (f"{name}={getattr(self, name)!r}" for name, each in _fields(type(self)).items() if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  # only a mistake in the program needs it

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  # as above

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:  # noqa: ANN401 - of any dataclass
    return [getattr(self, name) for name in _fields(type(self))]


def _set_state(self: Any, state: list[object]) -> None:  # noqa: ANN401 - of any dataclass
    for name, value in zip(_fields(type(self)), state, strict=True):
        object.__setattr__(self, name, value)
