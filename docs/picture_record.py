"""A record of the pictures of the README: the version that each shows, its words, and the file that was made with them.

A test compares it with the program and with the files, so that none shows another version. `python3 dev.py pictures`
and `docs/make_film.py` write what they took.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import robotstudio

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = ROOT / "docs" / "pictures"
RECORD: Final = ROOT / "tests" / "data" / "pictures.json"


class Taken(NamedTuple):
    """What was taken: of a film the words are not kept."""

    version: str
    file: str
    words: Sequence[str] = ()


def taken() -> Mapping[str, Taken]:
    """Read the records, by file name."""
    kept = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return {name: Taken(**fields) for name, fields in kept.items()}


def digest(path: Path) -> str:
    """By which a picture is known for the one that was taken."""
    return sha256(path.read_bytes()).hexdigest()


def keep(path: Path, words: str = "") -> None:
    """Record a picture of the documentation that was just taken; of those made elsewhere nothing is kept."""
    if path.parent != PICTURES:
        return
    record = {**taken(), path.name: Taken(robotstudio.__version__, digest(path), words.splitlines())}
    text = {name: record[name]._asdict() for name in sorted(record) if (PICTURES / name).exists()}
    RECORD.write_text(json.dumps(text, ensure_ascii=False, indent=1) + "\n", "utf-8")
