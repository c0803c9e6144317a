"""Shipped files: the wheel, the desktop entry, the icon, the fonts and their licences."""

from __future__ import annotations

import configparser
import gettext
import importlib.metadata
import importlib.util
import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import licences
import pytest

from robotstudio import __version__
from robotstudio.text.locale import DOMAIN, LANGUAGES
from tests.archives import unpack

ROOT = Path(__file__).parents[1]
RESOURCES = ROOT / "resources"
ENTRY = ROOT / "packaging" / "robotstudio.desktop"
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = CONFIGURED["project"]
SHIPPED: dict[str, str] = CONFIGURED["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=300)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_source_archive_carries_all_that_belongs_to_the_project() -> None:
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    included = set(configured["targets"]["sdist"]["include"])
    kept = {".ci", ".github", ".pre-commit-hooks.yaml", "action.yml", "docs", "packaging", "tests", "benchmarks"}
    kept |= {"robotstudio", "resources", "dev.py"}
    assert kept - included == set()
    assert all((ROOT / name).exists() for name in kept)


def test_links_and_pictures_of_the_readme_are_absolute_on_a_package_index(wheel: zipfile.ZipFile) -> None:
    (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    text = wheel.read(metadata).decode()
    targets = re.findall(r"\]\(([^)\s]+)\)|^\[[\w-]+\]: (\S+)$", text, re.MULTILINE)
    assert len(targets) > 20
    assert [target for pair in targets for target in pair if target and not target.startswith("https://")] == []
    assert f"]({PROJECT['urls']['Homepage']}/raw/main/docs/pictures/film-en.webp)" in text


def test_wheel_carries_every_resource_but_those_of_translators(wheel: zipfile.ZipFile) -> None:
    files = [file for file in RESOURCES.rglob("*") if file.is_file() and file.suffix not in {".po", ".pot"}]
    shipped = {f"robotstudio/{file.relative_to(ROOT).as_posix()}" for file in files}
    carried = {name for name in wheel.namelist() if name.startswith("robotstudio/resources/")}
    assert {name for name in carried if not name.startswith("robotstudio/resources/pages/")} == shipped


def test_wheel_carries_every_page_of_the_help(wheel: zipfile.ZipFile) -> None:
    for name, place in SHIPPED.items():
        files = [file for file in (ROOT / name).rglob("*") if file.is_file()] or [ROOT / name]
        carried = {f"{place}/{file.relative_to(ROOT / name).as_posix()}".removesuffix("/.") for file in files}
        assert carried - set(wheel.namelist()) == set(), name


def test_pages_lie_in_the_wheel_as_they_do_in_a_checkout() -> None:
    assert {name: f"robotstudio/resources/pages/{name}" for name in SHIPPED} == SHIPPED
    assert {"CHANGELOG.md", "LICENSE", "THIRD_PARTY_NOTICES.md", "docs/guide", "docs/rules"} <= set(SHIPPED)


def test_bundle_takes_what_the_wheel_takes() -> None:
    recipe = (ROOT / "packaging" / "robotstudio.spec").read_text("utf-8")
    assert "datas=resources()" in recipe
    assert '["force-include"]' in recipe


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_wheel_speaks_every_language(code: str, wheel: zipfile.ZipFile) -> None:
    built = wheel.read(f"robotstudio/resources/locale/{code}/LC_MESSAGES/{DOMAIN}.mo")
    assert gettext.GNUTranslations(io.BytesIO(built)).gettext("Save") not in {"", "Save"}


def test_wheel_from_the_source_archive_is_the_same_and_needs_no_program_of_the_system(
    wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path), "--target"]
    subprocess.run([*build, "sdist"], cwd=ROOT, check=True, capture_output=True, timeout=300)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        unpack(archive, tmp_path)
    source = tmp_path / f"robotstudio-{__version__}"
    for built in source.rglob("*.mo"):
        built.unlink()
    environment = os.environ | {"PATH": str(tmp_path)}
    subprocess.run([*build, "wheel"], cwd=source, env=environment, check=True, capture_output=True, timeout=300)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as second:
        assert sorted(second.namelist()) == sorted(wheel.namelist())
        assert [name for name in wheel.namelist() if second.read(name) != wheel.read(name)] == []


def test_wheel_carries_the_whole_package_and_nothing_beside_it(wheel: zipfile.ZipFile) -> None:
    modules = {file.relative_to(ROOT).as_posix() for file in (ROOT / "robotstudio").rglob("*.py")}
    assert modules - set(wheel.namelist()) == set()
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert tops == {"robotstudio", f"robotstudio-{__version__}.dist-info"}


def test_wheel_carries_its_licences(wheel: zipfile.ZipFile) -> None:
    names = {Path(name).name for name in wheel.namelist() if ".dist-info/licenses/" in name}
    assert names == {"LICENSE", "THIRD_PARTY_NOTICES.md"}


def test_wheel_registers_the_program_and_the_pygments_plugins(wheel: zipfile.ZipFile) -> None:
    name = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    entries = configparser.ConfigParser()
    entries.read_string(wheel.read(name).decode())
    assert {section: list(entries[section]) for section in entries.sections()} == {
        "console_scripts": ["robotstudio"],
        "gui_scripts": ["robotstudio-window"],
        "pygments.lexers": ["robotstxt"],
        "pygments.styles": ["robots-dark", "robots-light"],
    }


@pytest.mark.parametrize("font", sorted((RESOURCES / "fonts").glob("*.?tf")), ids=lambda path: path.name)
def test_font_is_a_font_with_its_licence_beside_it(font: Path) -> None:
    family = font.name.partition("-")[0]
    text = font.with_name(f"{family}-OFL.txt").read_text("utf-8")
    assert text.startswith("Copyright ")
    assert "SIL OPEN FONT LICENSE" in text
    assert font.read_bytes()[:4] in {b"OTTO", b"\0\1\0\0"}


@pytest.mark.parametrize("family", ["Inter", "JetBrainsMono"])
@pytest.mark.parametrize("face", ["Regular", "Italic", "Medium", "SemiBold", "Bold"])
def test_every_face_of_the_design_is_shipped(family: str, face: str) -> None:
    assert len(list((RESOURCES / "fonts").glob(f"{family}-{face}.?tf"))) == 1


def test_notices_name_every_package_that_is_installed_with_the_program() -> None:
    packages = licences.shipped()
    notices = (ROOT / "THIRD_PARTY_NOTICES.md").read_text("utf-8").lower().replace("_", "-")
    assert {package for package in packages if package.lower().replace("_", "-") not in notices} == set()


def test_nothing_under_the_gpl_alone_is_given_away() -> None:
    packages = licences.shipped()
    assert {"numpy", "h2", "hpack", "certifi"} <= packages
    assert licences.faults({package: licences.said_by(package) for package in packages}) == []
    recipe = (ROOT / "packaging" / "robotstudio.spec").read_text("utf-8")
    assert '"readline"' in recipe  # the library below that module of Python is under the GPL


class EntryParser(configparser.ConfigParser):
    """Keys of a desktop entry have capitals."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


@pytest.fixture(scope="module")
def entry() -> configparser.SectionProxy:
    parser = EntryParser(interpolation=None, delimiters="=")
    parser.read(ENTRY, "utf-8")
    return parser["Desktop Entry"]


def test_desktop_entry_starts_the_console_script(entry: configparser.SectionProxy) -> None:
    assert entry["Exec"].split()[0] in PROJECT["scripts"]
    assert (RESOURCES / "icons" / f"{entry['Icon']}.svg").exists()
    assert entry["Type"] == "Application"
    assert "text/plain" not in entry["MimeType"]


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_desktop_entry_is_in_every_language(code: str, entry: configparser.SectionProxy) -> None:
    for key in ("GenericName", "Comment", "Keywords"):
        assert entry[f"{key}[{code}]"] not in {"", entry[key]}
    words, english = entry[f"Keywords[{code}]"].split(";"), entry["Keywords"].split(";")
    assert (len(words), words[-1]) == (len(english), "")
    assert not entry[f"Comment[{code}]"].endswith((".", "。"))


def test_desktop_entry_is_a_valid_one() -> None:
    if shutil.which("desktop-file-validate") is None:
        pytest.skip("desktop-file-validate, of desktop-file-utils, is not installed")
    done = subprocess.run(["desktop-file-validate", str(ENTRY)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_icon_is_drawn_in_the_accent_colour() -> None:
    drawing = (RESOURCES / "icons" / "robotstudio.svg").read_text("utf-8")
    assert set(re.findall(r'fill="(#\w+)"', drawing)) == {"#3B55CF"}


def test_icon_of_macos_has_pictures_of_the_sizes_that_it_says() -> None:
    data = (RESOURCES / "icons" / "robotstudio.icns").read_bytes()
    assert (data[:4], struct.unpack_from(">I", data, 4)) == (b"icns", (len(data),))
    at, widths = 8, set()
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at + 4)
        assert data[at + 8 : at + 16] == b"\x89PNG\r\n\x1a\n"
        widths.add(struct.unpack_from(">I", data, at + 24)[0])
        at += length
    assert at == len(data)
    assert widths == {32, 64, 128, 256, 512, 1024}


def test_windows_icon_has_the_sizes_that_windows_asks_for() -> None:
    data = (RESOURCES / "icons" / "robotstudio.ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    rows = [struct.unpack_from("<BBBBHHII", data, 6 + 16 * row) for row in range(count)]
    assert {row[0] or 256 for row in rows} >= {16, 24, 32, 48, 256}
    for *_, length, offset in rows:
        assert data[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
        assert offset + length <= len(data)
