"""Read the licence texts of the packages that the program is installed with, or that its bundle carries."""

import importlib.metadata
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

_IS_LICENCE = re.compile(r"(?:LICEN|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)
_PROGRAM = "robotstudio"
_MOST_BYTES = 400_000


class Licence(NamedTuple):
    """A text, and what it is the licence of."""

    title: str
    text: str


@cache
def licences_of_packages() -> tuple[Licence, ...]:
    """Return the licences of each package, by its name; installed packages stay the same while the program runs."""
    bundled = Path(__file__).parents[2] / "licenses"
    is_bundle = bool(getattr(sys, "frozen", False))
    texts: dict[str, list[str]] = {}
    for package, path in sorted(
        _in_bundle(bundled) if is_bundle else _of_installed(), key=lambda each: (each[0].lower(), str(each[1]))
    ):
        text = _text_of(path)
        if text.strip():
            texts.setdefault(package, []).append(f"{path.name}\n\n{text.strip()}\n")
    return tuple(Licence(package, "\n\n".join(parts)) for package, parts in texts.items())


@cache
def packages() -> tuple[tuple[str, str], ...]:
    """Return the names and versions of the packages that the program needs, as far as they are installed."""
    return tuple(_needed())


def _needed() -> Iterator[tuple[str, str]]:
    waiting, seen = [_PROGRAM], set[str]()
    while waiting:
        name = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            package = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        if key != _PROGRAM:
            yield package.metadata["Name"] or name, package.version
        needed = (row for row in package.requires or () if "extra ==" not in row or "http2" in row)
        waiting += [re.split(r"[^\w.-]", row, maxsplit=1)[0] for row in needed]


def _of_installed() -> Iterator[tuple[str, Path]]:
    for name, _ in packages():
        for file in importlib.metadata.files(name) or ():
            if "dist-info" in file.parts[0] and _IS_LICENCE.match(file.name):
                yield name, Path(str(file.locate()))


def _in_bundle(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.glob("*/*"):
        if path.parent.name != "Qt and PySide6":  # these are among the pages
            yield path.parent.name, path


def _text_of(path: Path) -> str:
    try:
        return path.read_bytes()[:_MOST_BYTES].decode("utf-8", "replace")
    except OSError:
        return ""
