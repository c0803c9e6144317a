"""Where the conformance cases lie, and how a row becomes octets and text."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
OWN = ROOT / "tests" / "data" / "conformance"
SHARED = ROOT.parent / "shared"

Row = dict[str, Any]


def own_rows(name: str) -> list[Row]:
    """The rows of one of our own suites."""
    return _rows(OWN / f"{name}.jsonl")


def shared_rows(name: str) -> list[Row]:
    """The rows of a suite that was taken from another project, which is not part of this repository."""
    return _rows(shared(f"conformance/{name}.jsonl"))


def shared(name: str) -> Path:
    """A path beside this checkout; a clone that has none skips the test."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} of other projects' suites and real files is not beside this clone")
    return path


def corpus_files() -> Iterator[bytes]:
    """The bodies of all real files."""
    for path in sorted(shared("corpus/files").iterdir()):
        yield path.read_bytes()


def octets(row: Row, key: str) -> bytes:
    """The octets of a field, which stand in base64 where they are no UTF-8."""
    coded = row.get(f"{key}_b64")
    return base64.b64decode(coded) if coded is not None else row[key].encode()


def text(row: Row, key: str) -> str:
    """The text of a field, with surrogate escapes where it is no UTF-8."""
    return octets(row, key).decode("utf-8", "surrogateescape")


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
