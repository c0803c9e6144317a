"""`robotstudio-cli`: the commands without the window, of the same sources, for CI and hooks."""

import importlib.util
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from robotstudio import __version__

ROOT = Path(__file__).parents[1]
WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LESS = tomllib.loads((ROOT / "packaging" / "cli" / "pyproject.toml").read_text("utf-8"))
SHIPPED: dict[str, str] = LESS["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
OF_THE_WINDOW = ("PySide6-Essentials", "Pygments")
ONLY_SEEN = {"icons"}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT / "packaging" / "cli", check=True, capture_output=True, timeout=300)
    wheel = folder / f"robotstudio_cli-{__version__}-py3-none-any.whl"
    zipfile.ZipFile(wheel).extractall(folder / "unpacked")
    return folder / "unpacked"


def run(unpacked: Path, *arguments: str, without: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """The program of the wheel, where some modules are not installed."""
    code = f"import sys; sys.path.insert(0, {str(unpacked)!r})\n"
    code += f"for name in {without!r}: sys.modules[name] = None\n"
    code += f"sys.argv = ['robotstudio', *{arguments!r}]\nfrom robotstudio.__main__ import main; sys.exit(main())"
    environ = os.environ | {
        "LANGUAGE": "en",
        "QT_QPA_PLATFORM": "offscreen",
        "ROBOTSTUDIO_HOME": str(unpacked / "home"),
    }
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, cwd=unpacked, env=environ, capture_output=True, text=True, check=False)


def test_it_has_all_of_the_package_but_the_window() -> None:
    parts = {path.name for path in (ROOT / "robotstudio").iterdir() if path.name != "__pycache__"}
    shipped = {Path(name).name for name in SHIPPED if name.startswith("../../robotstudio/")}
    assert parts - shipped == {"ui"}
    assert shipped <= parts


def test_it_has_all_resources_but_what_is_only_seen() -> None:
    there = {path.name for path in (ROOT / "resources").iterdir()}
    shipped = {Path(name).name for name in SHIPPED if name.startswith("../../resources/")}
    assert there - shipped == ONLY_SEEN


def test_it_needs_the_same_versions_of_the_same_libraries() -> None:
    whole = {row for row in WHOLE["project"]["dependencies"] if not row.startswith(OF_THE_WINDOW)}
    less = set(LESS["project"]["dependencies"]).union(*LESS["project"]["optional-dependencies"].values())
    assert less == whole
    assert LESS["build-system"] == WHOLE["build-system"]


def test_both_take_their_version_from_the_package() -> None:
    for project in (WHOLE, LESS):
        assert project["project"]["dynamic"] == ["version"]
        assert project["tool"]["hatch"]["version"]["path"].endswith("robotstudio/__init__.py")


def test_commands_for_ci_need_neither_qt_nor_tables(unpacked: Path) -> None:
    (unpacked / "robots.txt").write_text("User-agent: *\nDisalow: /private/\n", "utf-8")
    (unpacked / "robots.txt.expect").write_text("block Googlebot /private/\n", "utf-8")
    absent = ("numpy", "PySide6", "shiboken6", "pygments")
    found = run(unpacked, "lint", "robots.txt", "--format", "github", without=absent)
    assert (found.returncode, found.stderr) == (1, "")
    assert found.stdout.startswith("::")
    met = run(unpacked, "test", "robots.txt", "--expect", "robots.txt.expect", without=absent)
    assert (met.returncode, met.stderr) == (0, "")
    in_russian = run(unpacked, "--lang", "ru", "rule", "RS102", without=absent)
    assert "Что" in in_russian.stdout


@pytest.mark.parametrize("arguments", [(), ("./robots.txt",)])
def test_window_that_is_not_there_is_said(arguments: tuple[str, ...], unpacked: Path) -> None:
    done = run(unpacked, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "robotstudio: the window is no part of this installation, which has the commands only"
    )


def test_tables_that_are_not_there_are_said(unpacked: Path) -> None:
    (unpacked / "robots.txt").touch()
    done = run(unpacked, "diff", "robots.txt", "robots.txt", "--url", "/", without=("numpy",))
    assert (done.returncode, done.stdout) == (2, "")
    assert "`pip install numpy`" in done.stderr
