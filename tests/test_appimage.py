"""What runs on any Linux: the folder of an AppImage is whole, the same twice, begins with the known runtime only."""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import appimage
import payload
import product
import pytest

from tests.archives import unpack

LEFT, KEPT = "libX11.so.6", "libxcb-cursor.so.0"
PROGRAM = '#!/bin/sh\necho "$(basename "$(dirname "$(readlink -f "$0")")"): $*"\n'

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="an AppImage is made on Linux")
squashing = pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="mksquashfs is not installed")


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> payload.Payload:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    folder = tmp_path / "bundle"
    resources = folder / "_internal" / "robotstudio" / "resources"
    resources.mkdir(parents=True)
    (resources / "system-libraries.json").write_text('{"window": {}}', "utf-8")
    for library in (LEFT, KEPT):
        (folder / "_internal" / library).write_bytes(b"\x7fELF")
    (folder / "robotstudio").write_text(PROGRAM, "utf-8")
    return payload.Payload(folder, {LEFT: "libx11-6", KEPT: "libxcb-cursor0"})


def test_folder_has_what_an_appimage_is_asked_for(bundle: payload.Payload, tmp_path: Path) -> None:
    folder = tmp_path / "AppDir"
    appimage.lay(bundle, folder)
    entry = (folder / "robotstudio.desktop").read_text("utf-8")
    assert "\nIcon=robotstudio\n" in entry
    assert (folder / "robotstudio.svg").read_text("utf-8").startswith("<svg")
    assert (folder / ".DirIcon").read_bytes().startswith(b"\x89PNG")
    assert (folder / "usr/share/metainfo" / f"{product.ID}.metainfo.xml").is_file()
    links = [path for path in folder.rglob("*") if path.is_symlink()]
    assert all(not link.readlink().is_absolute() and link.exists() for link in links)


def test_program_starts_from_the_folder_wherever_it_is(bundle: payload.Payload, tmp_path: Path) -> None:
    appimage.lay(bundle, tmp_path / "AppDir")
    moved = (tmp_path / "AppDir").rename(tmp_path / "another place")
    done = subprocess.run([moved / "AppRun", "test", "a b"], capture_output=True, text=True, check=True)
    assert done.stdout == "robotstudio: test a b\n"


def test_libraries_of_every_desktop_are_the_systems_and_named_where_they_are_missing(
    bundle: payload.Payload, tmp_path: Path
) -> None:
    appimage.lay(bundle, tmp_path / "AppDir")
    inside = tmp_path / "AppDir" / "usr/lib/robotstudio/_internal"
    assert not (inside / LEFT).exists()
    assert (inside / KEPT).exists()
    said = json.loads((inside / "robotstudio/resources/system-libraries.json").read_text("utf-8"))
    assert said == {"window": {}, "bundle": {LEFT: "libx11-6"}}
    assert (bundle.folder / "_internal" / LEFT).exists(), "the bundle is wrapped in other ways, too"


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_a_software_centre_finds_it_valid(bundle: payload.Payload, tmp_path: Path) -> None:
    appimage.lay(bundle, tmp_path / "AppDir")
    validate = ["appstreamcli", "validate-tree", "--no-net", str(tmp_path / "AppDir")]
    done = subprocess.run(validate, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@squashing
def test_without_a_runtime_there_is_what_comes_behind_it_the_same_twice(
    bundle: payload.Payload, tmp_path: Path
) -> None:
    made = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        made.append(appimage.make(bundle, tmp_path / name))
    assert made[0].suffix == ".squashfs"
    assert made[0].read_bytes() == made[1].read_bytes()
    unpacked = tmp_path / "unpacked"
    subprocess.run(["unsquashfs", "-quiet", "-no-progress", "-dest", unpacked, made[0]], check=True)
    done = subprocess.run([unpacked / "AppRun", "lint"], capture_output=True, text=True, check=True)
    assert done.stdout == "robotstudio: lint\n"


@squashing
def test_with_the_known_runtime_it_is_one_file_that_runs(
    bundle: payload.Payload, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"\x7fELF and more")
    known = appimage.Runtime("https://example.com/runtime", hashlib.sha256(runtime.read_bytes()).hexdigest())
    monkeypatch.setattr(appimage, "RUNTIMES", {platform.machine(): known})
    made = appimage.make(bundle, tmp_path, runtime)
    assert made.name == f"RobotStudio-{product.VERSION}-{platform.machine()}.AppImage"
    assert made.read_bytes().startswith(b"\x7fELF and morehsqs")  # the squashfs begins where the runtime ends
    assert os.access(made, os.X_OK)


def test_another_runtime_is_refused(bundle: payload.Payload, tmp_path: Path) -> None:
    (tmp_path / "runtime").write_bytes(b"\x7fELF of somebody else")
    with pytest.raises(appimage.AppImageError, match="is not the runtime that is known"):
        appimage.make(bundle, tmp_path, tmp_path / "runtime")
    assert not list(tmp_path.glob("*.AppImage"))


def test_runtime_is_known_by_release_and_hash_for_both_processors() -> None:
    assert set(appimage.RUNTIMES) == {"x86_64", "aarch64"}
    for arch, runtime in appimage.RUNTIMES.items():
        assert runtime.address.endswith(f"-{arch}")
        assert "/continuous/" not in runtime.address
        assert len(bytes.fromhex(runtime.sha256)) == 32


def test_archive_is_the_same_twice_and_starts_where_it_was_unpacked(bundle: payload.Payload, tmp_path: Path) -> None:
    made = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        made.append(appimage.archive(bundle, tmp_path / name))
    assert made[0].read_bytes() == made[1].read_bytes()
    with tarfile.open(made[0]) as tar:
        assert {(member.uid, member.uname, member.mtime) for member in tar} == {(0, "root", 1_700_000_000)}
        unpack(tar, tmp_path / "unpacked")
    program = tmp_path / "unpacked" / f"robotstudio-{product.VERSION}" / "bin" / "robotstudio"
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == "robotstudio: --version\n"
