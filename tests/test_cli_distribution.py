"""Without its extras the package has the commands and the library, for CI and hooks, and no window."""

import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from command_tree import commands
from packaging.requirements import Requirement

from robotstudio import __version__
from tests.cli.uses import NOT_HERE, PAGE, ROBOTS, USES, arguments_of, make_folder
from tests.fetch.server import response, serve

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OF_THE_WINDOW = "PySide6"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=300)
    wheel = folder / f"robotstudio-{__version__}-py3-none-any.whl"
    zipfile.ZipFile(wheel).extractall(folder / "unpacked")
    return folder / "unpacked"


def run(unpacked: Path, *arguments: str, without: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run the program of the wheel without some modules."""
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


def test_window_is_an_extra() -> None:
    assert [row for row in PROJECT["dependencies"] if row.startswith(OF_THE_WINDOW)] == []
    assert [row for row in PROJECT["optional-dependencies"]["window"] if row.startswith(OF_THE_WINDOW)]


def without_the_window() -> list[str]:
    """Return the modules that are not installed with the commands alone, which must not be needed."""
    wanted, found = [Requirement(row) for row in PROJECT["dependencies"]], set()
    while wanted:
        requirement = wanted.pop()
        extras = {"extra": next(iter(requirement.extras), "")}
        name = requirement.name.lower().replace("_", "-")
        if name not in found:
            found.add(name)
            for row in importlib.metadata.requires(requirement.name) or ():
                needed = Requirement(row)
                if not needed.marker or needed.marker.evaluate(extras):
                    wanted.append(needed)
    return [
        module
        for module, distributions in importlib.metadata.packages_distributions().items()
        if not found & {each.lower().replace("_", "-") for each in distributions}
        and module not in {"robotstudio", "pip"}
    ]


BLOCKED = """
import contextlib, io, json, sys
refused, asked, place = json.loads(sys.stdin.read())

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in refused:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refused())
sys.path.insert(0, place)
from robotstudio.__main__ import main

def run(arguments):
    sys.argv = ["robotstudio", *arguments]
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            status = main()
        except SystemExit as end:
            status = end.code
        except BaseException as error:
            status = repr(error)
    errors.flush()
    return [arguments, status, errors.buffer.getvalue().decode()]

json.dump([run(arguments) for arguments in asked], sys.stdout)
"""
"""Runs commands one after another where some modules cannot be imported."""


@pytest.mark.begins_first
def test_every_command_and_option_runs_without_the_window(unpacked: Path, tmp_path: Path) -> None:
    make_folder(tmp_path)
    with serve({"/robots.txt": response(200, ROBOTS), "*": response(200, PAGE)}) as server:
        (tmp_path / "sites.txt").write_text(f"{server.url}\n", "utf-8")
        asked = [arguments for command in USES for arguments in arguments_of(command, server.url)]
        done = subprocess.run(
            [sys.executable, "-P", "-c", BLOCKED],
            input=json.dumps([without_the_window(), asked, str(unpacked)]),
            cwd=tmp_path,
            env=os.environ | {"LANGUAGE": "en", "ROBOTSTUDIO_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=True,
        )
    ended = json.loads(done.stdout)
    assert len(ended) == len(asked)
    assert [each for each in ended if each[1] not in {0, 1}] == []


def test_uses_name_every_command_option_and_format() -> None:
    lacking: list[tuple[str, str]] = []
    for command in commands():
        words = {*" ".join(USES[command.name]).split(), *NOT_HERE, "--help", "--lang", "--color"}
        for option in command.options:
            if not words & set(option.names):
                lacking.append((command.name, option.names[-1]))
            if "--format" in option.names:
                lacking += [(command.name, choice) for choice in option.choices if choice not in words]
    assert lacking == []


@pytest.mark.parametrize("arguments", [(), ("./robots.txt",)])
def test_window_that_is_not_there_is_said(arguments: tuple[str, ...], unpacked: Path) -> None:
    done = run(unpacked, *arguments, without=("PySide6",))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("robotstudio: this installation has only the commands, without the window")
