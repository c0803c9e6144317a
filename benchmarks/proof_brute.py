"""Hold proofs against every short URL: `python -m benchmarks.proof_brute`. Prints what is missed, for each dialect.

The full size is 5,000 pairs of files in each dialect and all URLs up to seven letters, of three letters, `/` and `$`.
"""

import argparse
import sys

from robotstudio.engine import DIALECTS, UrlTable
from tests.engine.proof.pairs import short_urls, what_is_missed


def main() -> int:
    """Do what the command line asks for; 1 if anything is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.proof_brute", description=__doc__)
    parser.add_argument("--pairs", type=int, default=5_000, help="files in each dialect; default: %(default)s")
    parser.add_argument("--length", type=int, default=7, help="letters of the longest URL; default: %(default)s")
    parser.add_argument("--letters", default="abc", help="what rules and URLs are made of; default: %(default)s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--dialect", action="append", choices=sorted(DIALECTS))
    options = parser.parse_args()
    table, faults = UrlTable(short_urls(options.length, options.letters + "/$")), []
    for dialect in options.dialect or DIALECTS:
        found = what_is_missed(dialect, table, options.seed, options.pairs, options.letters)
        print(f"{dialect}: {options.pairs:,} pairs against {len(table):,} URLs, {len(found)} faults", flush=True)
        faults += found
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
