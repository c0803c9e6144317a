"""The recipes of others: each says what was released and is taken by the tool that reads it."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import arch
import flatpak
import freedesktop
import homebrew
import product
import pytest
import recipes
import winget
from ruamel.yaml import YAML

from robotstudio.text.locale import LANGUAGES, words_of

RUBY = """
class Facts
  def arch(**by) = by.empty? ? "arm64" : nil
  def version(v = nil) = v ? @v = v : @v
  def on(*) = self
  def appdir = "/Applications"
  %i[sha256 url name desc homepage depends_on app binary zap].each do |word|
    define_method(word) { |*values, **named| puts [word, *values, named].map(&:to_s).join("|") }
  end
end
def cask(token, &block)
  puts token
  Facts.new.instance_eval(&block)
end
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipes")
    recipes.write(recipes.made_up(), folder)
    return folder


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def manifests(written: Path) -> dict[str, dict[str, Any]]:
    yaml = YAML(typ="safe", pure=True)
    return {path.name: yaml.load(path.read_text("utf-8")) for path in (written / "winget").iterdir()}


def test_nothing_is_wrong_with_any_of_them(written: Path) -> None:
    assert list(recipes.refused(written)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (f"winget/{winget.PACKAGE}.installer.yaml", "Architecture: x64", "Architecture: z80", "Architecture"),
        (f"winget/{winget.PACKAGE}.installer.yaml", "InstallerSha256: ", "InstallerSha256: 0", "InstallerSha256"),
        (f"winget/{winget.PACKAGE}.locale.ru-RU.yaml", "PackageLocale: ru-RU", "PackageLocale: ''", "PackageLocale"),
        ("arch/PKGBUILD", "package() {", "package() {{(", "PKGBUILD"),
    ],
)
def test_what_a_reader_would_refuse_is_said(
    file: str, old: str, new: str, said: str, written: Path, tmp_path: Path
) -> None:
    shutil.copytree(written, tmp_path / "recipes")
    path = tmp_path / "recipes" / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    assert any(said in fault for fault in recipes.refused(tmp_path / "recipes"))


def test_every_file_that_is_released_is_named_with_its_sum_by_some_recipe(written: Path) -> None:
    text = "\n".join(path.read_text("utf-8") for path in written.rglob("*") if path.is_file()).lower()
    for name, digest in recipes.made_up().items():
        assert digest in text, name


def test_winget_reads_of_it_in_every_language(written: Path) -> None:
    said = {m["PackageLocale"]: m["ShortDescription"] for m in manifests(written).values() if "PackageLocale" in m}
    assert set(said.values()) == {words_of(code).say(freedesktop.SUMMARY) for code in LANGUAGES}
    versions = {(manifest["PackageIdentifier"], manifest["PackageVersion"]) for manifest in manifests(written).values()}
    assert versions == {(winget.PACKAGE, product.VERSION)}


def test_installer_is_known_to_winget_by_what_its_script_registers(written: Path) -> None:
    setup, _ = manifests(written)[f"{winget.PACKAGE}.installer.yaml"]["Installers"]
    script = (product.ROOT / "packaging" / "windows" / "robotstudio.nsi").read_text("utf-8")
    assert rf'CurrentVersion\Uninstall\{setup["ProductCode"]}"' in script


@needs("ruby")
def test_cask_says_what_homebrew_asks_for(written: Path, tmp_path: Path) -> None:
    reader = tmp_path / "reader.rb"
    reader.write_text(RUBY, "utf-8")
    command = ["ruby", "-r", str(reader), str(written / "homebrew" / homebrew.FILE)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.startswith("robot-studio\n")
    assert f"url|{product.address(product.file_name('dmg', 'arm64'))}|" in said
    assert "app|Robot Studio.app|" in said
    assert "binary|/Applications/Robot Studio.app/Contents/MacOS/robotstudio|" in said
    assert recipes.made_up()[product.file_name("dmg", "arm64")] in said


@needs("makepkg")
def test_what_arch_reads_is_what_makepkg_makes_of_the_recipe(written: Path) -> None:
    with TemporaryDirectory() as folder:  # others may enter it, once they are let in; not the one of pytest
        _read_by_makepkg(shutil.copytree(written / "arch", Path(folder) / "arch"))


def _read_by_makepkg(place: Path) -> None:
    as_nobody: list[str] = []
    if sys.platform == "linux" and os.geteuid() == 0:  # makepkg runs for nobody who could break something
        if shutil.which("setpriv") is None:
            pytest.skip("setpriv, by which root runs makepkg, is not installed")
        as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for path in (place.parent, place):
            path.chmod(0o755)
        os.chown(place, 65534, 65534)
    environment = os.environ | {"PACMAN": "true", "HOME": str(place)}
    done = subprocess.run(
        [*as_nobody, "makepkg", "--printsrcinfo"],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == (place / ".SRCINFO").read_text("utf-8")


def test_arch_depends_on_what_the_archive_leaves_to_the_system(written: Path) -> None:
    recipe = (written / "arch" / "PKGBUILD").read_text("utf-8")
    depends = re.search(r"^depends=\((.*)\)$", recipe, re.MULTILINE)
    assert depends
    assert set(re.findall(r"'([^']+)'", depends[1])) == set(arch.DEPENDS)
    assert {"libx11", "fontconfig", "freetype2", "gcc-libs", "expat", "zlib"} <= set(arch.DEPENDS)


@needs("flatpak-builder")
def test_flatpak_builder_reads_the_manifest_whole(written: Path, tmp_path: Path) -> None:
    path = written / "flatpak" / flatpak.FILE
    show = ["flatpak-builder", "--show-manifest", str(path)]
    done = subprocess.run(
        show, cwd=tmp_path, capture_output=True, text=True, check=True
    )  # it keeps a cache where it is
    assert done.stderr == ""
    ours, read = json.loads(path.read_text("utf-8")), json.loads(done.stdout)
    assert {key: read[key] for key in ours if key != "modules"} == {key: ours[key] for key in ours if key != "modules"}
    assert read["modules"][0]["sources"] == ours["modules"][0]["sources"]


def test_no_recipe_is_written_of_what_has_no_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in recipes.RELEASED:
        (tmp_path / name).write_bytes(name.encode())
    monkeypatch.setattr("sys.argv", ["recipes.py", str(tmp_path), "--to", str(tmp_path / "made")])
    monkeypatch.setattr(product, "ID", "invalid.robotstudio.RobotStudio")
    assert recipes.main() == 1
    assert "the project has no" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_recipes_are_written_of_a_whole_release_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(product, "missing", list)
    first, *others = recipes.RELEASED
    for name in others:
        (tmp_path / name).write_bytes(name.encode())
    with pytest.raises(recipes.RecipeError, match=re.escape(first)):
        recipes.sums_of(tmp_path)
    (tmp_path / first).write_bytes(b"it")
    monkeypatch.setattr("sys.argv", ["recipes.py", str(tmp_path), "--to", str(tmp_path / "made")])
    assert recipes.main() == 0
    cask = (tmp_path / "made" / "homebrew" / homebrew.FILE).read_text("utf-8")
    assert hashlib.sha256(product.file_name("dmg", "arm64").encode()).hexdigest() in cask
