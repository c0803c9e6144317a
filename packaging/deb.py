"""Wrap the bundle into a package for Debian and Ubuntu: what a desktop, a shell and `man` look for is beside it.

The libraries that the bundle took from the system are taken out again: the package depends on those that have them, so
that they are mended with the system, and the program says which it misses where it was put there some other way.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING, Final

import payload as payloads
import product
import share

import robotstudio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT: Final = payloads.ROOT
NAME: Final = "robotstudio"
MOST_MEGABYTES: Final = 75
PROGRAMS: Final = {"dpkg-deb": "dpkg", "dpkg-shlibdeps": "dpkg-dev"}
_PLACE: Final = Path("opt") / NAME
_MAINTAINER: Final = "The Robot Studio developers <robotstudio@packages.invalid>"
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
        target = folder / product.file_name("deb", architecture)
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
    payloads.leave_to_the_system(inside, payload.system_libraries)
    shutil.rmtree(inside / "licenses" / "system", ignore_errors=True)
    link = stage / "usr" / "bin" / NAME
    link.parent.mkdir(parents=True)
    link.symlink_to(Path("/") / _PLACE / NAME)
    for where, content in _beside(inside / "licenses"):
        path = stage / "usr" / "share" / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _beside(licences: Path) -> Iterator[tuple[str, bytes]]:
    """Return the files in /usr/share."""
    when = payloads.epoch()
    yield from share.files(when, zsh="zsh/vendor-completions")
    yield f"doc/{NAME}/copyright", copyright_text(licences).encode()
    yield f"doc/{NAME}/changelog.Debian.gz", share.packed(_changelog(when).encode())
    yield f"lintian/overrides/{NAME}", (ROOT / "packaging" / "lintian-overrides").read_bytes()


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
    """Return the change log of the package itself, which Debian requires."""
    version, date = f"{robotstudio.__version__}-1", formatdate(when)
    news = "  * What changed is in changelog.gz, in the words of those who use it."
    return f"{NAME} ({version}) unstable; urgency=medium\n\n{news}\n\n -- {_MAINTAINER}  {date}\n"


def _depends(stage: Path) -> str:
    """Return the packages that the programs and libraries inside need, as dpkg computes them."""
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
    """Set the same permissions and times, whoever builds it."""
    program = stage / _PLACE / NAME
    when = payloads.epoch()
    for path in sorted([stage, *stage.rglob("*")], reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def _said(*command: str, cwd: Path = ROOT, **environment: str) -> str:
    """Return what a program prints."""
    if shutil.which(command[0]) is None:
        raise DebError(f"{command[0]} is missing; on Debian and Ubuntu it is in the package {PROGRAMS[command[0]]}")
    done = subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DebError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout
