"""The licence texts of the packages that the program is installed with, or that its bundle carries."""

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
    """A text, and whose it is."""

    title: str
    text: str


@cache
def licences_of_packages() -> tuple[Licence, ...]:
    """All that came with each package, by the names of these; what is installed stays so while the program runs."""
    bundled = Path(__file__).parents[2] / "licenses"
    is_bundle = bool(getattr(sys, "frozen", False))
    texts: dict[str, list[str]] = {}
    for package, path in sorted(_in_bundle(bundled) if is_bundle else _of_installed(), key=_by_name):
        text = _text_of(path)
        if text.strip():
            texts.setdefault(package, []).append(f"{path.name}\n\n{text.strip()}\n")
    return tuple(Licence(package, "\n\n".join(parts)) for package, parts in texts.items())


def _by_name(found: tuple[str, Path]) -> tuple[str, str]:
    return found[0].lower(), str(found[1])


@cache
def packages() -> tuple[tuple[str, str], ...]:
    """The names and versions of the packages that the program needs, as far as they are installed."""
    return tuple(_needed())


def _needed() -> Iterator[tuple[str, str]]:
    waiting, seen = [_PROGRAM], set[str]()
    while waiting:
        name = waiting.pop()
        key = _key(name)
        if key in seen:
            continue
        seen.add(key)
        try:
            package = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        if key != _PROGRAM:
            yield package.metadata["Name"] or name, package.version
        waiting += [_name_in(row) for row in package.requires or () if "extra ==" not in row or "http2" in row]


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


def _name_in(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
