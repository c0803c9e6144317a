"""The package for administrators: its source lays every file of the bundle once, and a compiler takes it."""

import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import msi
import payload
import product
import pytest

WIX = "{http://schemas.microsoft.com/wix/2006/wi}"


@pytest.fixture
def bundle(tmp_path: Path) -> payload.Payload:
    folder = tmp_path / "robotstudio"
    for name in (
        product.WINDOW_OF_WINDOWS,
        product.PROGRAM_OF_WINDOWS,
        "_internal/a & b/one.dll",
        "_internal/中文/two.txt",
    ):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"MZ")
    return payload.Payload(folder, {})


def source(bundle: payload.Payload, near: Path) -> ET.Element:
    return ET.fromstring(msi.source(bundle, near))


def test_every_file_is_laid_once_and_named_in_the_feature(bundle: payload.Payload, tmp_path: Path) -> None:
    tree = source(bundle, tmp_path)
    laid = [(tmp_path / file.attrib["Source"]).resolve() for file in tree.iter(f"{WIX}File")]
    assert sorted(laid) == sorted(file for file in bundle.folder.rglob("*") if file.is_file())
    components = [component.attrib["Id"] for component in tree.iter(f"{WIX}Component")]
    assert [reference.attrib["Id"] for reference in tree.iter(f"{WIX}ComponentRef")] == components
    codes = [element.attrib["Guid"] for element in tree.iter(f"{WIX}Component")]
    assert len(set(codes)) == len(codes)


def test_newer_version_takes_the_place_of_an_older_one(
    bundle: payload.Payload, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = source(bundle, tmp_path).find(f"{WIX}Product")
    monkeypatch.setattr(product, "VERSION", "99.0.0")
    new = source(bundle, tmp_path).find(f"{WIX}Product")
    assert old is not None
    assert new is not None
    assert new.find(f"{WIX}MajorUpgrade") is not None
    assert (old.attrib["UpgradeCode"], old.attrib["Name"]) == (new.attrib["UpgradeCode"], new.attrib["Name"])
    assert old.attrib["Id"] != new.attrib["Id"]


@pytest.mark.skipif(shutil.which("wixl") is None, reason="wixl is not installed")
def test_it_is_compiled_and_has_what_the_source_says(bundle: payload.Payload, tmp_path: Path) -> None:
    made = msi.make(bundle, tmp_path)
    assert made.name == f"RobotStudio-{product.VERSION}.msi"
    if shutil.which("msiinfo") is None:
        return
    tables = {
        name: subprocess.run(["msiinfo", "export", made, name], capture_output=True, text=True, check=True).stdout
        for name in ("Property", "Registry", "Shortcut", "File")
    }
    assert f"ProductVersion\t{product.VERSION}" in tables["Property"]
    assert "ALLUSERS\t1" in tables["Property"]
    assert f'"[INSTALLDIR]{product.WINDOW_OF_WINDOWS}" "%1"' in tables["Registry"]
    assert f"[INSTALLDIR]{product.WINDOW_OF_WINDOWS}" in tables["Shortcut"]
    assert len(tables["File"].splitlines()) == 3 + 4


def test_bundle_of_another_system_is_refused(tmp_path: Path) -> None:
    (tmp_path / "robotstudio").touch()
    with pytest.raises(msi.MsiError, match="no bundle of Windows"):
        msi.make(payload.Payload(tmp_path, {}), tmp_path)
