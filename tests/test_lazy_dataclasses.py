"""A lazy dataclass is to its users what a dataclass of Python is; only its methods are made later."""

import ast
import copy
import dataclasses
import pickle
from collections.abc import Hashable
from dataclasses import FrozenInstanceError, asdict, astuple, fields
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import pytest

from robotstudio import lazy_dataclasses
from robotstudio.lazy_dataclasses import dataclass as lazy
from robotstudio.lazy_dataclasses import field, replace
from tests.modules import modules_with

pytestmark = pytest.mark.versions

PACKAGE = Path(__file__).parents[1] / "robotstudio"


@lazy(frozen=True, slots=True)
class Point:
    """With a default, and one that is made for each."""

    x: int
    y: int = 2
    labels: list[str] = field(default_factory=list, repr=False)


@lazy(frozen=True)
class Derived:
    """Works out a field, and keeps what was asked for."""

    x: int
    half: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "half", self.x / 2)

    @cached_property
    def double(self) -> int:
        return self.x * 2


@lazy(slots=True)
class Counter:
    """May change."""

    count: int = 0


@lazy(frozen=True, slots=True, eq=False)
class Unlike:
    """Equal to itself only."""

    x: int


@lazy(frozen=True, slots=True)
class Nothing:
    """Has no fields."""


def twins() -> list[tuple[type[Any], type[Any]]]:
    """The same class, made by both."""

    def make(module: Any) -> list[type[Any]]:
        decorate, field = module.dataclass, module.field

        @decorate(frozen=True, slots=True)
        class A:
            a: int
            b: str = "b"

            def __repr__(self) -> str:
                return "own"

        @decorate(frozen=True)
        class B:
            only: float

        @decorate(slots=True)
        class C:
            made: list[int] = field(default_factory=lambda: [1])
            hidden: int = field(default=3, repr=False)

        @decorate(frozen=True, slots=True)
        class D(A):
            shared: ClassVar[int] = 5
            c: float = field(default=2.5, compare=False)
            kept: str = field(default="k", init=False)

        return [A, B, C, D]

    return list(zip(make(lazy_dataclasses), make(dataclasses), strict=True))


TWINS = [pytest.param(pair, id=pair[0].__name__) for pair in twins()]


@pytest.mark.parametrize("pair", TWINS)
def test_classes_are_those_of_python(pair: tuple[type[Any], type[Any]]) -> None:
    def facts(cls: type[Any]) -> list[object]:
        missing = dataclasses.MISSING
        made = [each.default_factory is not missing for each in fields(cls)]
        said = [(e.name, e.type, e.default, e.init, e.repr, e.compare) for e in fields(cls)]
        own = {name: getattr(cls, name) for name in vars(cls) if name in {"shared", "__slots__", "__match_args__"}}
        return [made, said, own, cls.__qualname__.rpartition(".")[2], dataclasses.is_dataclass(cls)]

    assert facts(pair[0]) == facts(pair[1])


@pytest.mark.parametrize("pair", TWINS)
@pytest.mark.parametrize("given", [(), (1,), (1, "c"), (1, "c", 3)])
def test_objects_are_those_of_python(pair: tuple[type[Any], type[Any]], given: tuple[Any, ...]) -> None:
    found: list[object] = []
    for cls in pair:
        try:
            one, other = cls(*given), cls(*given)
        except TypeError as error:
            found.append(str(error).partition(".")[2].rpartition(".")[2])
            continue
        hashes = hash(one) == hash(other) if isinstance(one, Hashable) else None
        found.append((repr(one).rpartition(".")[2], one == other, one == 1, hashes, asdict(one), cls.__match_args__))
    assert found[0] == found[1]


@pytest.mark.parametrize("ours", [pair[0] for pair in twins()], ids=lambda cls: cls.__name__)
def test_object_equals_its_copy_on_every_python(ours: type[Any]) -> None:
    """Of two objects that share a NaN, Python's are equal up to 3.12 and differ since: it no longer compares tuples."""
    one = ours(float("nan"))
    assert one == copy.copy(one)


def test_objects_differ_by_what_is_compared() -> None:
    *_, (ours, pythons) = twins()
    for cls in (ours, pythons):
        assert cls(1, c=1.0) == cls(1, c=2.0)
        assert cls(1, c=1.0) != cls(2, c=1.0)
        assert hash(cls(1, c=1.0)) == hash(cls(1, c=2.0))


def test_default_that_all_objects_would_share_is_refused() -> None:
    for decorate in (lazy, dataclasses.dataclass):
        with pytest.raises(ValueError, match="default_factory"):
            decorate(frozen=True)(type("Shared", (), {"__annotations__": {"x": list}, "x": []}))


def test_fields_have_their_defaults() -> None:
    assert (Point(1).y, Point(1).labels, Point(y=3, x=1).y) == (2, [], 3)
    assert Point(1).labels is not Point(1).labels
    assert [each.name for each in fields(Point)] == ["x", "y", "labels"]
    assert (Derived(3).half, Derived(3).double) == (1.5, 6)
    assert Nothing() == Nothing()
    assert Unlike(1) != Unlike(1)


def test_what_is_frozen_does_not_change() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2  # type: ignore[misc]  # it is what is tried
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x
    counter = Counter()
    counter.count += 1
    assert counter == Counter(1)
    with pytest.raises(TypeError):
        hash(counter)


def test_objects_are_replaced_copied_and_pickled() -> None:
    point = Point(1, labels=["a"])
    assert replace(point, y=5) == dataclasses.replace(point, y=5) == Point(1, 5, ["a"])
    assert replace(Derived(3), x=4).half == 2
    with pytest.raises(TypeError, match="half"):
        replace(Derived(3), half=1.0)
    assert astuple(point) == (1, 2, ["a"])
    for again in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert again == point
    assert pickle.loads(pickle.dumps(Derived(3))).half == 1.5


def test_wrong_arguments_are_told_by_name() -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\) missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]  # it is what is tried
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=1)  # type: ignore[call-arg]  # it is what is tried


def test_program_makes_no_other_dataclass() -> None:
    others = set()
    for path, module in modules_with(PACKAGE, "dataclasses"):
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and node.module == "dataclasses":
                others |= {path.name for name in node.names if name.name in lazy_dataclasses.__all__}
    assert others == {"lazy_dataclasses.py"}
