"""Python modules as what they are made of, for tests that ask who uses a name."""

import ast
from collections.abc import Iterator
from pathlib import Path


def modules_with(root: Path, *names: str) -> Iterator[tuple[Path, ast.Module]]:
    """Return the modules below a folder that contain any of the names: only those are worth parsing."""
    for path in sorted(root.rglob("*.py")):
        text = path.read_text("utf-8")
        if any(name in text for name in names):
            yield path, ast.parse(text)
