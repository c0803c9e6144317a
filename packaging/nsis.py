"""Wrap the bundle of Windows into an installer: NSIS, per user, which removes just the files that it laid."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import payload as payloads
import product

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRIPT: Final = payloads.ROOT / "packaging" / "windows" / "robotstudio.nsi"
ICON: Final = payloads.ROOT / "resources" / "icons" / "robotstudio.ico"

FACTS: Final = {
    "VERSION": product.VERSION,
    "NAME": product.TITLE,
    "WINDOW": product.WINDOW_OF_WINDOWS,
    "KIND": product.PROJECT_KIND,
    "SUFFIX": product.PROJECT_SUFFIX,
    "DEVELOPERS": product.DEVELOPERS,
    "LICENCE": product.LICENCE,
}
"""What the script is told of the program."""


class NsisError(Exception):
    """The installer was not made; the message says why."""


def make(payload: payloads.Payload, folder: Path) -> Path:
    """Make the installer in a folder; its path. Any warning of makensis is a failure."""
    if not (payload.folder / product.WINDOW_OF_WINDOWS).is_file():
        raise NsisError(f"{payload.folder} is no bundle of Windows: {product.WINDOW_OF_WINDOWS} is missing")
    if shutil.which("makensis") is None:
        raise NsisError("makensis is missing; it comes with NSIS, on Debian and Ubuntu in the package nsis")
    target = folder / product.file_name("nsis")
    with tempfile.TemporaryDirectory() as name:
        listed = Path(name) / "files.nsh"
        listed.write_text("\n".join(_lines(payload.folder)) + "\n", "utf-8-sig")
        sign = "/" if sys.platform == "win32" else "-"
        defined = {**FACTS, "OUTPUT": target, "ICON": ICON, "LIST": listed}
        options = [f"{sign}WX", f"{sign}V2", f"{sign}INPUTCHARSET", "UTF8"]
        options += [f"{sign}D{key}={value}" for key, value in defined.items()]
        done = subprocess.run(["makensis", *options, str(SCRIPT)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NsisError(f"makensis failed: {done.stdout.strip()} {done.stderr.strip()}")
    return target


def _lines(bundle: Path) -> Iterator[str]:
    """Write what is installed, folder by folder, and what is removed, the deepest first."""
    folders = [bundle, *sorted(path for path in bundle.rglob("*") if path.is_dir())]
    yield "!macro InstallFiles"
    for folder in folders:
        yield f'  SetOutPath "{_place(folder, bundle)}"'
        yield from (f'  File "{file}"' for file in sorted(folder.iterdir()) if file.is_file())
    yield "!macroend"
    yield "!macro RemoveFiles"
    for folder in reversed(folders):
        yield from (f'  Delete "{_place(file, bundle)}"' for file in sorted(folder.iterdir()) if file.is_file())
        if folder != bundle:
            yield f'  RMDir "{_place(folder, bundle)}"'
    yield "!macroend"


def _place(path: Path, bundle: Path) -> str:
    relative = "\\".join(path.relative_to(bundle).parts).replace("$", "$$")
    return f"$INSTDIR\\{relative}".rstrip("\\")
