"""Wrap the bundle for any Linux: the folder of an AppImage, and of an archive that is unpacked wherever one likes.

An AppImage is that folder as a squashfs behind a small program that mounts it, the runtime. The runtime is not built
here: it is a file of the AppImage project, known by its hash, which the release workflow fetches and hands over
(`dev.py package appimage --runtime FILE`). Without it the squashfs is made, and can be tried, as it will be inside.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import platform
import shutil
import subprocess
import tarfile
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import payload as payloads
import product
import share

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_MEGABYTES: Final = 85


class Runtime(NamedTuple):
    """What every AppImage begins with, as the AppImage project gives it away."""

    address: str
    sha256: str


_RELEASE: Final = "https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-"
RUNTIMES: Final = {
    "x86_64": Runtime(f"{_RELEASE}x86_64", "2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d"),
    "aarch64": Runtime(f"{_RELEASE}aarch64", "00cbdfcf917cc6c0ff6d3347d59e0ca1f7f45a6df1a428a0d6d8a78664d87444"),
}
"""By processor, of one release of theirs that is not replaced."""

_OF_EVERY_DESKTOP: Final = frozenset(
    {
        *("libX11.so.6", "libX11-xcb.so.1", "libxcb.so.1", "libICE.so.6", "libSM.so.6", "libuuid.so.1"),
        *("libfontconfig.so.1", "libfreetype.so.6", "libexpat.so.1", "libz.so.1", "libgpg-error.so.0"),
        *("libstdc++.so.6", "libgcc_s.so.1", "libwayland-client.so.0", "libdrm.so.2"),
    }
)
"""Those of the system are taken: AppImage's excludelist says that they are on every desktop, and that older ones of
another system keep its drivers and fonts from working."""


class AppImageError(Exception):
    """The AppImage was not made; the message says why."""


def lay(payload: payloads.Payload, folder: Path) -> None:
    """Fill the folder: the program in `usr/lib`, files for a desktop in `usr/share`, the start script on top."""
    program = folder / "usr" / "lib" / product.NAME
    shutil.copytree(payload.folder, program, symlinks=True)
    theirs = {
        name: package for name, package in payload.system_libraries.items() if Path(name).name in _OF_EVERY_DESKTOP
    }
    payloads.leave_to_the_system(program / "_internal", theirs)
    for where, content in share.files(payloads.epoch()):
        path = folder / "usr" / "share" / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    links = {
        f"usr/bin/{product.NAME}": f"../lib/{product.NAME}/{product.NAME}",
        "AppRun": f"usr/bin/{product.NAME}",
        f"{product.NAME}.desktop": f"usr/share/{share.ENTRY}",
        f"{product.NAME}.svg": f"usr/share/{share.DRAWING}",
        ".DirIcon": f"usr/share/{share.picture_place(256)}",
    }
    for name, target in links.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(target)
    _tidy(folder, program / product.NAME)


def make(payload: payloads.Payload, folder: Path, runtime: Path | None = None) -> Path:
    """Make the AppImage, or without a runtime the squashfs that comes behind it; its path."""
    target = folder / product.file_name("appimage", platform.machine())
    head = _checked(runtime) if runtime else b""
    with _laid(payload) as laid:
        squashed = laid.with_suffix(".squashfs")
        _squash(laid, squashed)
        if head:
            target.write_bytes(head + squashed.read_bytes())
            target.chmod(0o755)
        else:
            target = target.with_suffix(".squashfs")
            shutil.move(squashed, target)
    if target.stat().st_size > MOST_MEGABYTES * 1e6:
        raise AppImageError(f"{target.name} has grown to more than {MOST_MEGABYTES} MB; find out what came in")
    return target


def archive(payload: payloads.Payload, folder: Path) -> Path:
    """Make the archive, in which `bin/robotstudio` starts the program wherever it was unpacked; its path."""
    target = folder / product.file_name("archive", platform.machine())
    when = payloads.epoch()

    def of_nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = when
        return member

    with (
        _laid(payload) as laid,
        lzma.open(target, "wb", preset=6) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        tar.add(laid / "usr", f"{product.NAME}-{product.VERSION}", filter=of_nobody)  # in the order of names
    return target


@contextmanager
def _laid(payload: payloads.Payload) -> Iterator[Path]:
    """Unpack into a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "AppDir"
        lay(payload, folder)
        yield folder


def _squash(folder: Path, target: Path) -> None:
    """Make the file system that is mounted, of the folder; the times of its files are the ones that it has."""
    if shutil.which("mksquashfs") is None:
        raise AppImageError("mksquashfs is missing; on Debian and Ubuntu it is in the package squashfs-tools")
    command = [
        "mksquashfs",
        str(folder),
        str(target),
        "-noappend",
        "-root-owned",
        "-no-xattrs",
        "-no-progress",
        "-quiet",
    ]
    command += ["-comp", "zstd", "-Xcompression-level", "19"]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(payloads.epoch())}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AppImageError(f"mksquashfs failed: {done.stderr.strip()}")


def _checked(runtime: Path) -> bytes:
    """Return the runtime if its hash is the known one."""
    known = RUNTIMES.get(platform.machine())
    if known is None:
        raise AppImageError(f"no runtime is known for the processor {platform.machine()}")
    content = runtime.read_bytes()
    if hashlib.sha256(content).hexdigest() != known.sha256:
        raise AppImageError(f"{runtime} is not the runtime that is known; that is {known.address}")
    return content


def _tidy(folder: Path, program: Path) -> None:
    """Set the same permissions and times, whoever builds it."""
    when = payloads.epoch()
    for path in sorted([folder, *folder.rglob("*")], reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


if __name__ == "__main__":
    print(RUNTIMES[platform.machine()].address)  # of what `--runtime` asks for
