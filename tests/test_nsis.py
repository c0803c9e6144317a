"""The installer for Windows: its script is without a warning, and it removes just what it laid."""

import re
import shutil
from pathlib import Path

import nsis
import payload
import product
import pytest

from robotstudio import __version__

ROOT = Path(__file__).parents[1]


@pytest.fixture
def bundle(tmp_path: Path) -> payload.Payload:
    folder = tmp_path / "robotstudio"
    for name in (
        product.WINDOW_OF_WINDOWS,
        "robotstudio.exe",
        "_internal/a$b/one.dll",
        "_internal/中文/two.txt",
        "_internal/licenses/L",
    ):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"MZ")
    return payload.Payload(folder, {})


def test_all_that_is_laid_is_removed_and_nothing_else(bundle: payload.Payload) -> None:
    text = "\n".join(nsis._lines(bundle.folder))
    laying, removing = (
        re.findall(pattern, text, re.MULTILINE) for pattern in (r'^  File "(.*)"$', r'^  Delete "(.*)"$')
    )
    files = [file for file in bundle.folder.rglob("*") if file.is_file()]
    assert set(laying) == set(map(str, files))
    assert {name.removeprefix("$INSTDIR\\").replace("$$", "$").replace("\\", "/") for name in removing} == {
        file.relative_to(bundle.folder).as_posix() for file in files
    }
    assert "RMDir /r" not in text + nsis.SCRIPT.read_text("utf-8")


def test_folder_is_removed_after_what_is_in_it(bundle: payload.Payload) -> None:
    lines = list(nsis._lines(bundle.folder))
    assert lines.index(r'  RMDir "$INSTDIR\_internal"') > lines.index(r'  RMDir "$INSTDIR\_internal\a$$b"')
    assert lines.index(r'  RMDir "$INSTDIR\_internal\a$$b"') > lines.index(
        r'  Delete "$INSTDIR\_internal\a$$b\one.dll"'
    )


@pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis, of NSIS, is not installed")
def test_script_is_compiled_without_a_warning(bundle: payload.Payload, tmp_path: Path) -> None:
    made = nsis.make(bundle, tmp_path)
    assert made.name == f"RobotStudio-{__version__}-setup.exe"
    assert made.read_bytes()[:2] == b"MZ"


def test_bundle_of_another_system_is_refused(tmp_path: Path) -> None:
    (tmp_path / "robotstudio").touch()
    with pytest.raises(nsis.NsisError, match="no bundle of Windows"):
        nsis.make(payload.Payload(tmp_path, {}), tmp_path)


def test_script_is_told_of_the_programs_that_the_recipe_makes() -> None:
    recipe = (ROOT / "packaging" / "robotstudio.spec").read_text("utf-8")
    assert f'started("{Path(product.WINDOW_OF_WINDOWS).stem}", console=False)' in recipe
    script = nsis.SCRIPT.read_text("utf-8")
    assert [name for name in nsis.FACTS if f"${{{name}}}" not in script] == []
    told = {name: value for name, value in nsis.FACTS.items() if value in script.replace(f'"{value} project"', "")}
    assert set(told) <= {"NAME", "LICENCE"}, "the script says again what it is told"
