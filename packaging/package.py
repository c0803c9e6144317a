"""Make what is installed: the bundle once, each wrapping around it, and the sums of all. `dev.py package` runs it."""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import appimage
import deb
import licences
import msi
import nsis
import payload as payloads
import sbom

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

DIST: Final = payloads.ROOT / "dist"
_ALL: Final = "all"


class Kind(NamedTuple):
    """A wrapping: what makes it, in a folder; the system whose bundle it wraps, if not any; the program it takes."""

    make: Callable[[payloads.Payload, Path], Path]
    system: str = ""
    tool: str = ""


KINDS: Final[Mapping[str, Kind]] = {
    "deb": Kind(deb.make, "linux", "dpkg-deb"),
    "appimage": Kind(appimage.make, "linux", "mksquashfs"),
    "archive": Kind(appimage.archive, "linux"),
    "nsis": Kind(nsis.make, "win32", "makensis"),
    "msi": Kind(msi.make, "win32", "wixl"),
    "sbom": Kind(sbom.make),
}
FAILURES: Final = (
    *payloads.FAILURES,
    deb.DebError,
    appimage.AppImageError,
    nsis.NsisError,
    msi.MsiError,
    sbom.SbomError,
    licences.LicenceError,
)


def possible() -> list[str]:
    """Return what can be made on this machine."""
    return [
        name
        for name, kind in KINDS.items()
        if kind.system in {"", sys.platform} and (not kind.tool or shutil.which(kind.tool))
    ]


def write_sums(made: Iterable[Path]) -> None:
    """Name what was made with what tells whether it came over whole."""
    rows = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(made)]
    (DIST / "SHA256SUMS").write_text("".join(rows), "utf-8")


def main() -> int:
    """Make what was asked for, else all that can be made here; 1 with the reason where something fails."""
    parser = argparse.ArgumentParser(prog="dev.py package", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}, or {_ALL}")
    parser.add_argument("--keep-bundle", action="store_true", help="wrap the bundle that is there; make none")
    parser.add_argument("--runtime", type=Path, metavar="FILE", help="what an AppImage begins with, of that project")
    options = parser.parse_args()
    if unknown := set(options.kinds) - {*KINDS, _ALL}:
        parser.error(f"there is no {', '.join(sorted(unknown))}; choose from {', '.join(KINDS)}, {_ALL}")
    os.environ["SOURCE_DATE_EPOCH"] = str(payloads.epoch())  # one time for all of it, whatever is committed meanwhile
    makers = {name: kind.make for name, kind in KINDS.items()}
    makers["appimage"] = partial(appimage.make, runtime=options.runtime)
    kinds = possible() if not options.kinds or _ALL in options.kinds else options.kinds
    try:
        payload = payloads.there() if options.keep_bundle else payloads.make()
        payloads.report(payload)
        licences.of_bundle(payload)
        made = [makers[kind](payload, DIST) for kind in kinds]
    except FAILURES as error:
        print(f"package: {error}", file=sys.stderr)
        return 1
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}")
    write_sums(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
