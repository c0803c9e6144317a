"""Tests use the program as others use it: what is private may change without a test that has to follow."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
MOST = 57
"""A ratchet: it may be lowered, and is never raised."""

OTHERS = {"_replace", "_asdict", "_fields", "_exit", "_getframe"}
"""Named so in Python's own library, and public there."""


_OF_ANOTHER = re.compile(r"(?<!\bself)(?<!\bcls)\._[^_]")
"""Without that in its text, a module touches nothing private of others."""


def touches(source: str) -> Iterator[tuple[int, str]]:
    """Return the line and the text of each private attribute of another object that a test uses."""
    tree = ast.parse(source) if _OF_ANOTHER.search(source) else ast.Module([], [])
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            is_own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
            if not is_own and node.attr not in OTHERS:
                yield node.lineno, ast.unparse(node)


def test_few_private_attributes_are_touched() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted(ROOT.rglob("*.py"))
        for line, text in touches(path.read_text("utf-8"))
    ]
    assert len(found) <= MOST, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("panel._list.clear()", ["panel._list"]),
        ("a._b._c = 1", ["a._b._c", "a._b"]),
        ("self._own + cls._own", []),
        ("self.panel._list", ["self.panel._list"]),
        ("type(x).__name__", []),
        ("point._replace(x=1)", []),
    ],
)
def test_touch_is_any_private_attribute_of_something_else(source: str, found: list[str]) -> None:
    assert [text for _, text in touches(source)] == found
