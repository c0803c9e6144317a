"""Signals are for what more than one object may hear; for everything else one object calls another."""

import ast
from collections.abc import Iterator
from pathlib import Path

UI = Path(__file__).parents[1] / "robotstudio" / "ui"
MOST = 214
"""A ratchet: it may be lowered, and is never raised."""


def declared(source: str) -> Iterator[str]:
    """Return the call of each signal that a class declares."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Signal":
            yield ast.unparse(node)


def test_few_signals_are_declared() -> None:
    sources = [path.read_text("utf-8") for path in UI.rglob("*.py")]
    found = [call for source in sources if "Signal(" in source for call in declared(source)]
    assert len(found) <= MOST
