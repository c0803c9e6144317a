"""Write the download links of the READMEs: `python packaging/readme.py`, after the address or the version has changed.

All addresses come from `product.py`. While the project has none, the links lead to docs/installing.md.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent))

import product

_FILES: Final = {
    "windows": ("nsis", "", "#windows"),
    "macos-intel": ("dmg", "x86_64", ""),
    "macos-arm": ("dmg", "arm64", ""),
    "deb-intel": ("deb", "amd64", "#debian-and-ubuntu"),
    "deb-arm": ("deb", "arm64", "#making-them"),
    "appimage-intel": ("appimage", "x86_64", "#other-linux"),
    "appimage-arm": ("appimage", "aarch64", "#other-linux"),
}
"""Kind of the file, processor and heading in docs/installing.md, by the label of the link."""
_UNTIL_RELEASED: Final = re.compile(r"<!-- until the first release -->\n.*?<!-- -->\n\n", re.DOTALL)


def with_downloads(text: str, version: str = product.VERSION) -> str:
    """Return a README whose download links lead to the files of a version."""
    for label, (kind, arch, heading) in _FILES.items():
        address = f"docs/installing.md{heading}"
        if not product.missing():
            address = product.address(product.file_name(kind, arch, version), version)
        text = re.sub(rf"^\[{label}\]: .*$", f"[{label}]: {address}", text, flags=re.MULTILINE)
    return text if product.missing() else _UNTIL_RELEASED.sub("", text)


def write(root: Path, version: str = product.VERSION) -> None:
    """Write the links into each README of a checkout."""
    for path in root.glob("README*.md"):
        path.write_text(with_downloads(path.read_text("utf-8"), version), "utf-8")


if __name__ == "__main__":
    write(product.ROOT)
