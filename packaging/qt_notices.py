"""Write down what Qt holds of others, with their licences, as its sources say: for each new minor version of Qt.

    python packaging/qt_notices.py FOLDER_OF_QTBASE FOLDER_OF_QTSVG

The packages of PySide6 hold Qt's libraries without these texts. Qt's sources name each part of somebody else's in a
`qt_attribution.json`, with its licence beside it; Debian's source packages qt6-base and qt6-svg have these files, too.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

TARGET: Final = Path(__file__).resolve().parent / "notices" / "Qt and PySide6" / "third-party.txt"
_MODULES: Final = {"qtcore", "qtdbus", "qtgui", "qtsvg", "qtwaylandcompositor"}
"""Of these are libraries in the bundle; qtwaylandcompositor is what Qt calls all protocols of Wayland."""
_ELSEWHERE: Final = {"android", "gradle", "wasm"}
"""Folders for systems on which the program does not run."""
_VERSION: Final = re.compile(r'QT_REPO_MODULE_VERSION "([\d.]+)"')
_HEAD: Final = """\
What Qt {version} holds of others

Robot Studio uses Qt under the LGPL 3. Qt's libraries hold the works below, under licences of their own; where a work
is offered under one of several, the first that is not the GPL is taken. packaging/qt_notices.py wrote this, from Qt's
sources.
"""


class NoticesError(Exception):
    """The sources do not say all that is needed; the message says what."""


class Work(NamedTuple):
    """Something of others."""

    title: str
    holders: tuple[str, ...]
    licence: str
    text: str


def works(source: Path) -> Iterator[Work]:
    """Find the works that a folder of Qt's sources names."""
    for file in sorted(source.rglob("qt_attribution.json")):
        if _ELSEWHERE & set(file.parts):
            continue
        said = json.loads(file.read_text("utf-8"), strict=False)
        for entry in said if isinstance(said, list) else [said]:
            if entry["QDocModule"] in _MODULES and "tools" not in entry.get("QtParts", ()):
                yield _work(entry, file.parent, source)


def _work(entry: dict[str, Any], folder: Path, source: Path) -> Work:
    held = entry.get("Copyright", ())
    holders = tuple(held.splitlines() if isinstance(held, str) else held)
    title = " ".join(filter(None, (entry["Name"], entry.get("Version"))))
    return Work(title, holders, entry["LicenseId"], "\n\n".join(_texts(entry, folder, source)))


def _texts(entry: dict[str, Any], folder: Path, source: Path) -> Iterator[str]:
    """Return the licence beside the work; if there is a choice, the first that is not the GPL."""
    named = entry.get("LicenseFiles") or entry.get("LicenseFile") or ()
    places = [folder / name for name in ([named] if isinstance(named, str) else named)]
    choice = [name for name in entry["LicenseId"].split(" OR ") if not name.startswith("GPL-")]
    if not places or " OR " in entry["LicenseId"]:
        places = [source / "LICENSES" / f"{name}.txt" for name in choice[:1]]
    if not places or not all(place.is_file() for place in places):
        raise NoticesError(f"there is no text of the licence of {entry['Name']}: {entry['LicenseId']}")
    for place in places:
        yield place.read_text("utf-8", "replace").strip()


def version_of(source: Path) -> str:
    """Return the version of the sources."""
    if not (found := _VERSION.search((source / ".cmake.conf").read_text("utf-8"))):
        raise NoticesError(f"{source} does not say of which version of Qt it is")
    return found[1]


def text(version: str, found: Iterable[Work]) -> str:
    """All of them, each licence once, with all that stands under it."""
    under: dict[str, list[Work]] = defaultdict(list)
    for work in found:
        under[work.text].append(work)
    parts = [_HEAD.format(version=version)]
    for licence, group in under.items():
        parts.append("-" * 78)
        parts += [
            "\n".join((work.title, f"  ({work.licence})", *(f"  {each}" for each in work.holders))) for work in group
        ]
        parts += ["", licence, ""]
    return "\n".join("\n".join(line.rstrip() for line in part.splitlines()) for part in parts) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write it; 1 with the reason where the sources lack something, 2 where no folder is named."""
    if not arguments:
        print("name the folders of Qt's sources, qtbase first", file=sys.stderr)
        return 2
    folders = [Path(name) for name in arguments]
    try:
        written = text(version_of(folders[0]), [work for folder in folders for work in works(folder)])
    except (NoticesError, OSError, KeyError, ValueError) as error:
        print(f"qt_notices: {error}", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(written, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
