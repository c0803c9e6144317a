"""Where the conformance cases lie, and how a row becomes bytes and text."""

import base64
import gzip
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
    """Return the rows of a suite of this repository: a clone without them is broken, and its tests fail."""
    packed = OWN / f"{name}.jsonl.gz"
    if packed.exists():
        return _rows(gzip.decompress(packed.read_bytes()))
    return _rows((OWN / f"{name}.jsonl").read_bytes())


def shared_rows(name: str) -> list[Row]:
    """Return the rows of a suite from another project, which is not part of this repository."""
    return _rows(shared(f"conformance/{name}.jsonl").read_bytes())


def shared_rows_but(name: str, own: str) -> list[Row]:
    """Return the rows of a shared suite that are not in one of our own, which is a part of it."""
    known = {json.dumps(row, sort_keys=True) for row in own_rows(own)}
    return [row for row in shared_rows(name) if json.dumps(row, sort_keys=True) not in known]


def shared(name: str) -> Path:
    """Return a path beside this checkout; a clone that has none skips the test."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} of other projects' suites and real files is not beside this clone")
    return path


def corpus_files() -> Iterator[bytes]:
    """Return the bodies of all real files."""
    for path in sorted(shared("corpus/files").iterdir()):
        yield path.read_bytes()


def field_bytes(row: Row, key: str) -> bytes:
    """Return the bytes of a field, which is in base64 if it is not UTF-8."""
    coded = row.get(f"{key}_b64")
    return base64.b64decode(coded) if coded is not None else row[key].encode()


def text(row: Row, key: str) -> str:
    """Return the text of a field, with surrogate escapes for bytes that are not UTF-8."""
    return field_bytes(row, key).decode("utf-8", "surrogateescape")


def _rows(lines: bytes) -> list[Row]:
    return [json.loads(line) for line in lines.decode().split("\n") if line]
