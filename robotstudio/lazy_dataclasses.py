"""`dataclass` as in `dataclasses`, whose methods are made when they are first used, or not at all.

Python writes and compiles six functions for each frozen dataclass at import: 0.7 ms each, for hundreds of classes, more
than half of which no start of the program makes an object of. Here a class costs 0.05 ms until then. It is known to
`fields`, `replace`, `asdict` and to type checkers as any other; an object is made, compared and hashed as fast.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

__all__ = ["dataclass"]

_T = TypeVar("_T")


def _lazy_dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True) -> Callable[[type[_T]], type[_T]]:
    """Make a dataclass of a class. There is only what the program uses."""

    def made(cls: type[_T]) -> type[_T]:
        if cls.__doc__ is None:
            cls.__doc__ = cls.__name__  # else it is made of the signature, at some cost
        done = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
        own = vars(done)
        methods: dict[str, object] = {"__init__": _first_init(done, frozen=frozen)}
        if "__repr__" not in own:
            methods["__repr__"] = _repr
        if eq and "__eq__" not in own:
            methods |= _comparing(done, frozen=frozen)
        if frozen:
            methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
            if slots:  # what unpickles an object would set its fields
                methods |= {"__getstate__": _state, "__setstate__": _set_state}
        for name, method in methods.items():
            setattr(done, name, method)
        return done

    return made


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _lazy_dataclass


def _first_init(cls: type, *, frozen: bool) -> Callable[..., None]:
    def __init__(self: object, *arguments: object, **named: object) -> None:  # noqa: N807 - what errors call it
        init: Callable[..., None] = _init_of(cls, frozen=frozen)
        cls.__init__ = init  # type: ignore[misc]  # it takes the place of this one, for good
        init(self, *arguments, **named)

    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    return __init__


def _init_of(cls: type, *, frozen: bool) -> Callable[..., None]:
    """The method that takes the fields and sets them, written and compiled."""
    scope: dict[str, Any] = {"_set": object.__setattr__, "_missing": dataclasses.MISSING}
    parameters, body = ["self"], []
    for field in dataclasses.fields(cls):
        name, value = field.name, field.name
        if field.default_factory is not dataclasses.MISSING:
            scope[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}" if field.init else f"_make_{name}()"
            parameters += [f"{name}=_missing"] * field.init
        elif field.default is not dataclasses.MISSING:
            scope[f"_default_{name}"] = field.default
            parameters += [f"{name}=_default_{name}"] * field.init
            value = value if field.init else f"_default_{name}"
        elif field.init:
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


def _comparing(cls: type, *, frozen: bool) -> dict[str, object]:
    """Equality by the fields, and the hash of what never changes."""
    names = [field.name for field in dataclasses.fields(cls)]
    get = attrgetter(*names) if names else lambda _instance: ()
    values = get if len(names) != 1 else lambda instance: (get(instance),)

    def is_equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hash_of(self: object) -> int:
        return hash(values(self))

    return {"__eq__": is_equal, "__hash__": hash_of if frozen else None}


def _repr(self: Any) -> str:  # noqa: ANN401 - of any dataclass
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:  # noqa: ANN401 - of any dataclass
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:  # noqa: ANN401 - of any dataclass
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
