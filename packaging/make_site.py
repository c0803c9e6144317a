"""The documentation as a site: `python3 dev.py site FOLDER` builds it, and `--check` only tries whether it holds.

What comes of it is files that a browser reads from a disk as well as from a server. Nothing in them is fetched from
anywhere else, which is read from what was built, as is that every link and every part it names is there.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from website.building import build
from website.faults import faults_of

ROOT = Path(__file__).resolve().parents[1]


def make(folder: Path, address: str = "") -> int:
    """Build into a folder, and say what is wrong with it; the exit status."""
    lost = build(folder, address)
    faults = [*(f"{each} leads nowhere" for each in lost), *faults_of(folder)]
    for fault in faults:
        print(f"site: {fault}", file=sys.stderr)
    return 1 if faults else 0


def main() -> int:
    """Build it where the command line says, or only try."""
    parser = argparse.ArgumentParser(prog="dev.py site", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist" / "site", help="made anew; dist/site")
    parser.add_argument("--address", default="", help="where it will be served, for search engines")
    parser.add_argument("--check", action="store_true", help="say what is wrong, and keep nothing")
    options = parser.parse_args()
    gc.disable()  # nearly all that is made is kept until the end: searches for garbage took a third of the time
    folder: Path = options.folder
    if options.check:
        with tempfile.TemporaryDirectory() as place:
            return make(Path(place), options.address)
    if folder.exists():
        if any(folder.iterdir()) and not (folder / "site.js").is_file():
            parser.error(f"{folder} holds something else")
        shutil.rmtree(folder)
    status = make(folder, options.address)
    print(folder / "index.html")
    return status


if __name__ == "__main__":
    sys.exit(main())
