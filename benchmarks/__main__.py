"""`python3 dev.py bench`: measure, and print the tables."""

import argparse
import gc
import sys
from collections.abc import Iterable

from benchmarks import (
    bulk_rows,
    column_rows,
    compliance_rows,
    corpus,
    crawl_rows,
    editor_rows,
    engine_rows,
    language_rows,
    lint_rows,
    log_rows,
    proof_rows,
    public_rows,
    report_rows,
    scaling_rows,
    source_rows,
    start_rows,
    survey_rows,
    window_rows,
)
from benchmarks.table import Table
from benchmarks.timing import FULL, QUICK

_PARTS = (
    engine_rows,
    lint_rows,
    proof_rows,
    public_rows,
    scaling_rows,
    bulk_rows,
    column_rows,
    source_rows,
    log_rows,
    compliance_rows,
    report_rows,
    crawl_rows,
    survey_rows,
    start_rows,
    language_rows,
    editor_rows,
    window_rows,
)
NAMES = tuple(name for part in _PARTS for name in part.MEASURES)


def main() -> int:
    """Measure what the command line asks for."""
    options = _options()
    names = options.only or NAMES
    effort = QUICK if options.quick else FULL
    files = corpus.load(effort.urls, generated=options.generated)
    if options.quick:
        files = files.in_short()
    gc.collect()
    gc.freeze()  # the collector shall not look at the files and URLs again and again while it is timed
    tables = [part.table(files, names, effort, _say) for part in _PARTS]
    _print(tables, markdown=options.markdown)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="dev.py bench", description="Measure speed and size. docs/benchmarks.md says how to read the tables."
    )
    parser.add_argument("--quick", action="store_true", help="each thing once: shows that it runs, not how fast")
    parser.add_argument("--only", action="append", choices=NAMES, metavar="NAME", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("--generated", action="store_true", help="generated files, also where real ones are there")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    return parser.parse_args()


def _say(what: str) -> None:
    print(f"measuring {what}", file=sys.stderr, flush=True)


def _print(tables: Iterable[Table], *, markdown: bool) -> None:
    for table in tables:
        if table.rows:
            print("\n" + (table.markdown() if markdown else table.text()))


if __name__ == "__main__":
    sys.exit(main())
