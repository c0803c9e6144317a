"""Wrap the bundle into a package for Debian and Ubuntu: what a desktop, a shell and `man` look for is beside it.

The libraries that the bundle took from the system are taken out again: the package depends on those that have them, so
that they are mended with the system, and the program says which it misses where it was put there some other way.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING, Final

import completions
import freedesktop
import man_page
import payload as payloads

import robotstudio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT: Final = payloads.ROOT
NAME: Final = "robotstudio"
MOST_MEGABYTES: Final = 58
PROGRAMS: Final = {"dpkg-deb": "dpkg", "dpkg-shlibdeps": "dpkg-dev"}
_PLACE: Final = Path("opt") / NAME
_MAINTAINER: Final = "The Robot Studio developers <robotstudio@packages.invalid>"
_ICONS: Final = ROOT / "resources" / "icons"
_LIBRARIES: Final = Path("robotstudio") / "resources" / "system-libraries.json"
_COMMON: Final = (  # how texts begin that every Debian has in /usr/share/common-licenses
    ("GNU LESSER GENERAL PUBLIC LICENSE", "LGPL-3"),
    ("GNU GENERAL PUBLIC LICENSE", "GPL-3"),
    ("Apache License", "Apache-2.0"),
    ("Mozilla Public License Version 2.0", "MPL-2.0"),
)

_CONTROL: Final = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: ca-certificates, xdg-utils
Section: web
Priority: optional
Description: editor and simulator for robots.txt
 Robot Studio shows, while a robots.txt is written, for every test URL and
 every crawler which group wins, which rule applies, why the others lose, and
 what a change would do.
 .
 It knows hundreds of crawlers and how each of them reads the file, works with
 up to a million URLs, crawls a site at a polite rate, checks access logs, and
 proves for every URL what a draft changes. All of it is also there as commands
 for scripts, which need no screen.
"""


class DebError(Exception):
    """The package was not made; the message says why."""


def make(payload: payloads.Payload, folder: Path) -> Path:
    """Make the package in a folder; its path."""
    version = f"{robotstudio.__version__}-1"
    architecture = _said("dpkg", "--print-architecture").strip()
    with tempfile.TemporaryDirectory() as name:
        stage = Path(name) / "stage"
        _lay(payload, stage)
        control = stage / "DEBIAN"
        control.mkdir()
        files = sorted(path for path in stage.rglob("*") if not path.is_dir())
        text = _CONTROL.format(
            name=NAME,
            version=version,
            architecture=architecture,
            maintainer=_MAINTAINER,
            size=sum(1 if path.is_symlink() else -(-path.stat().st_size // 1024) for path in files),
            depends=_depends(stage),
        )
        (control / "control").write_text(text, "utf-8")
        (control / "md5sums").write_text("".join(_sums(stage, files)), "utf-8")
        _tidy(stage)
        target = folder / f"{NAME}_{version}_{architecture}.deb"
        build = ("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(stage), str(target))
        # One thread: how several part the work shows in the bytes.
        _said(*build, SOURCE_DATE_EPOCH=str(payloads.epoch()), DPKG_DEB_THREADS_MAX="1")
    if target.stat().st_size > MOST_MEGABYTES * 1e6:
        raise DebError(f"{target.name} has grown to more than {MOST_MEGABYTES} MB; find out what came in")
    return target


def _lay(payload: payloads.Payload, stage: Path) -> None:
    """Everything where the system looks for it."""
    place = stage / _PLACE
    shutil.copytree(payload.folder, place, symlinks=True)
    inside = place / "_internal"
    for library in payload.system_libraries:
        (inside / library).unlink()
    shutil.rmtree(inside / "licenses" / "system", ignore_errors=True)
    libraries = json.loads((inside / _LIBRARIES).read_text("utf-8"))
    libraries["bundle"] = {Path(name).name: package for name, package in payload.system_libraries.items()}
    (inside / _LIBRARIES).write_text(json.dumps(libraries, indent=2), "utf-8")
    link = stage / "usr" / "bin" / NAME
    link.parent.mkdir(parents=True)
    link.symlink_to(Path("/") / _PLACE / NAME)
    for where, content in _beside(inside / "licenses"):
        path = stage / "usr" / "share" / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _beside(licences: Path) -> Iterator[tuple[str, bytes]]:
    """What lies in /usr/share."""
    when = payloads.epoch()
    released = f"## {robotstudio.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    yield f"applications/{NAME}.desktop", (ROOT / "packaging" / f"{NAME}.desktop").read_bytes()
    yield f"mime/packages/{NAME}.xml", freedesktop.mime_types().encode()
    page = freedesktop.metainfo(robotstudio.__version__, when, is_released=released)
    yield f"metainfo/{NAME}.metainfo.xml", page.encode()
    yield f"icons/hicolor/scalable/apps/{NAME}.svg", (_ICONS / f"{NAME}.svg").read_bytes()
    for size, picture in icons():
        yield f"icons/hicolor/{size}x{size}/apps/{NAME}.png", picture
    yield f"man/man1/{NAME}.1.gz", _packed(man_page.page(when).encode())
    yield f"bash-completion/completions/{NAME}", completions.bash().encode()
    yield f"zsh/vendor-completions/_{NAME}", completions.zsh().encode()
    yield f"fish/vendor_completions.d/{NAME}.fish", completions.fish().encode()
    yield f"doc/{NAME}/copyright", copyright_text(licences).encode()
    yield f"doc/{NAME}/changelog.gz", _packed((ROOT / "CHANGELOG.md").read_bytes())
    yield f"doc/{NAME}/changelog.Debian.gz", _packed(_changelog(when).encode())
    for path in sorted((ROOT / "packaging" / "systemd").iterdir()):
        yield f"doc/{NAME}/examples/{path.name}", path.read_bytes()
    yield f"lintian/overrides/{NAME}", (ROOT / "packaging" / "lintian-overrides").read_bytes()


def icons() -> Iterator[tuple[int, bytes]]:
    """The pictures in the icon for Windows, by size: they are drawn of the same drawing."""
    data = (_ICONS / f"{NAME}.ico").read_bytes()
    (count,) = struct.unpack_from("<H", data, 4)
    for row in range(count):
        size, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * row)
        if size != 20:  # only Windows has icons of that size
            yield size or 256, data[offset : offset + length]


def copyright_text(licences: Path) -> str:
    """Whose work is inside, under which licences, with the text of each."""
    parts = ["Robot Studio, and the work of others that is in this package.", ""]
    for file in sorted(path for path in licences.rglob("*") if path.is_file()):
        title = file.relative_to(licences).as_posix()
        text = file.read_text("utf-8", "replace").strip()
        begin = " ".join(text[:200].split())
        common = next((name for words, name in _COMMON if begin.startswith(words)), "")
        if common:
            text = f"The text is in /usr/share/common-licenses/{common} and in /{_PLACE}/_internal/licenses."
        parts += ["-" * 78, title, "-" * 78, "", text, ""]
    return "\n".join(parts)


def _changelog(when: int) -> str:
    """What Debian wants to know of the package itself."""
    version, date = f"{robotstudio.__version__}-1", formatdate(when)
    news = "  * What changed is in changelog.gz, in the words of those who use it."
    return f"{NAME} ({version}) unstable; urgency=medium\n\n{news}\n\n -- {_MAINTAINER}  {date}\n"


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _depends(stage: Path) -> str:
    """The packages that the programs and libraries inside need, as dpkg works them out."""
    place = stage / _PLACE
    binaries = [path for path in sorted(place.rglob("*")) if path.is_file() and not path.is_symlink() and _is_elf(path)]
    own = sorted({str(path.parent) for path in binaries})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "debian").mkdir()
        (folder / "debian" / "control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n", "utf-8")
        command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0", f"-S{stage}"]
        said = _said(*command, *(f"-l{each}" for each in own), *map(str, binaries), cwd=folder)
    found = re.search(r"^shlibs:Depends=(.+)$", said, re.MULTILINE)
    if not found:
        raise DebError(f"dpkg-shlibdeps names no packages: {said}")
    return found[1]


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _sums(stage: Path, files: Sequence[Path]) -> Iterator[str]:
    for path in files:
        if not path.is_symlink():
            digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
            yield f"{digest}  {path.relative_to(stage).as_posix()}\n"


def _tidy(stage: Path) -> None:
    """The same rights and times whoever builds it."""
    program = stage / _PLACE / NAME
    when = payloads.epoch()
    for path in sorted([stage, *stage.rglob("*")], reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def _said(*command: str, cwd: Path = ROOT, **environment: str) -> str:
    """What a program prints."""
    if shutil.which(command[0]) is None:
        raise DebError(f"{command[0]} is missing; on Debian and Ubuntu it is in the package {PROGRAMS[command[0]]}")
    done = subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DebError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout
