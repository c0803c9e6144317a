"""Leave out of a report what an earlier one has: `robotstudio lint --baseline`."""

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from robotstudio.cli.lint_reports import FindingRow
from robotstudio.store.errors import FileContentError
from robotstudio.store.files import read
from robotstudio.text.language import Message

_NO_BASELINE: Message = (
    "“{path}” is not a report of lint: line {line} is no finding. Make one with: robotstudio lint FILE --format json "
    "-o known.jsonl"
)

_Known = Counter[tuple[str, str, str]]


def new_rows(rows: Iterable[FindingRow], path: Path) -> list[FindingRow]:
    """Return the findings that are not in an earlier report. Raises FileError if it cannot be read.

    A finding is the same if its file, its code and the text of its line are; lines may have moved.
    """
    known = _read(path)
    found = []
    for row in rows:
        key = _file(row.path), row.code, row.fingerprint
        if known[key]:
            known[key] -= 1
        else:
            found.append(row)
    return found


def _read(path: Path) -> _Known:
    known: _Known = Counter()
    for number, line in enumerate(read(path).splitlines(), 1):
        try:
            row = json.loads(line)
            known[_file(row["path"]), row["code"], row["fingerprint"]] += 1
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise FileContentError(_NO_BASELINE, path, line=str(number)) from error
    return known


def _file(name: str) -> str:
    return Path(os.path.normpath(name)).as_posix()
