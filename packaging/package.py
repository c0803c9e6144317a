"""Make what is installed: the bundle once, each wrapping around it, and the sums of all. `dev.py package` runs it."""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
from typing import TYPE_CHECKING, Final

import deb
import nsis
import payload as payloads
import sbom

import robotstudio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

DIST: Final = payloads.ROOT / "dist"
_ALL: Final = "all"


def _deb(payload: payloads.Payload) -> Path:
    return deb.make(payload, DIST)


def _nsis(payload: payloads.Payload) -> Path:
    return nsis.make(payload, DIST)


KINDS: Final[Mapping[str, Callable[[payloads.Payload], Path]]] = {"deb": _deb, "nsis": _nsis}
_NEEDED: Final = {"deb": ("linux", "dpkg-deb"), "nsis": ("win32", "makensis")}
"""On which system a kind is made, and with what."""


def possible() -> list[str]:
    """What can be made on this machine."""
    return [kind for kind, (system, tool) in _NEEDED.items() if sys.platform == system and shutil.which(tool)]


def write_sums(made: Iterable[Path]) -> None:
    """Name what was made with what tells whether it came over whole."""
    rows = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(made)]
    (DIST / "SHA256SUMS").write_text("".join(rows), "utf-8")


def main() -> int:
    """Make what was asked for, else all that can be made here; 1 with the reason where something fails."""
    parser = argparse.ArgumentParser(prog="dev.py package", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}, or {_ALL}")
    parser.add_argument("--keep-bundle", action="store_true", help="wrap the bundle that is there; make none")
    options = parser.parse_args()
    if unknown := set(options.kinds) - {*KINDS, _ALL}:
        parser.error(f"there is no {', '.join(sorted(unknown))}; choose from {', '.join(KINDS)}, {_ALL}")
    os.environ["SOURCE_DATE_EPOCH"] = str(payloads.epoch())  # one time for all of it, whatever is committed meanwhile
    kinds = possible() if not options.kinds or _ALL in options.kinds else options.kinds
    try:
        payload = payloads.there() if options.keep_bundle else payloads.make()
        payloads.report(payload)
        made = [KINDS[kind](payload) for kind in kinds]
        listed = DIST / f"robotstudio-{robotstudio.__version__}.cdx.json"
        listed.write_text(sbom.text(payload), "utf-8")
    except (*payloads.FAILURES, deb.DebError, nsis.NsisError) as error:
        print(f"package: {error}", file=sys.stderr)
        return 1
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}")
    write_sums([*made, listed])
    return 0


if __name__ == "__main__":
    sys.exit(main())
