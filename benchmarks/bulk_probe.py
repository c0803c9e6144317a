"""A process of its own that evaluates a file for many URLs and crawlers, and prints what it holds for each URL."""

import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

from benchmarks.bulk_work import Desk, crowd
from robotstudio.engine import DIALECTS, UrlTable


def main(urls: Path, body: Path) -> None:
    """Print bytes for each URL, of memory that is resident."""
    before, held = _resident(), {}
    table, readers = UrlTable(_lines(urls)), crowd()
    desk = Desk.opened(body.read_bytes(), table, readers)
    held[f"sorted and evaluated, {len(readers)} dialects"] = (_resident() - before) / len(table)
    for dialect in DIALECTS.values():
        table.view(dialect.path_of)
    held[f"the same, sorted for all {len(DIALECTS)} dialects"] = (_resident() - before) / len(table)
    classes = desk.evaluate()
    for verdicts in classes:
        _ = verdicts.column
    held[f"the same, with all {len(classes)} columns in order"] = (_resident() - before) / len(table)
    print(json.dumps(held))


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield line.removesuffix("\n")


def _resident() -> int:
    gc.collect()
    return int(psutil.Process().memory_info().rss)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
