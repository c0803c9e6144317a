"""The set-up script: what it decides, without installing anything."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[1]
PYPROJECT = """
[build-system]
requires = ["hatchling"]
[project]
name = "robotstudio"
version = "1.0"
dependencies = ["httpx"]
[project.optional-dependencies]
dev = ["pytest"]
[tool.ruff]
line-length = 120
"""


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load the script for an empty folder instead of the checkout."""
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "UNFINISHED", tmp_path / ".venv" / "unfinished")
    return module


class Calls:
    """Stands for the commands that the script starts; makes the files that a virtual environment has."""

    def __init__(self, dev: ModuleType) -> None:
        self.dev = dev
        self.commands: list[tuple[str, ...]] = []
        self.failing = "nothing"
        self.status = 1

    def __call__(self, *command: str, stdout: object = None) -> int:
        assert stdout is None or stdout is sys.stderr
        self.commands.append(command)
        if self.failing in command:
            return self.status
        if "venv" in command:
            self.dev.venv_python().parent.mkdir(parents=True, exist_ok=True)
            self.dev.venv_python().touch()
            self.dev.stamp_file().with_name("pip").mkdir(parents=True, exist_ok=True)
        return 0

    def did(self, word: str) -> bool:
        return any(word in command for command in self.commands)


@pytest.fixture
def calls(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Calls:
    calls = Calls(dev)
    monkeypatch.setattr(dev, "call", calls)
    return calls


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "dev.py", *arguments], capture_output=True, text=True, timeout=600, check=False
    )


def test_help_names_every_command(dev: ModuleType) -> None:
    done = run_script("--help")
    assert done.returncode == 0
    for command in dev.COMMANDS:
        assert f"  {command}" in done.stdout


@pytest.mark.parametrize("arguments", [(), ("fly",), ("check", "more"), ("build", "more")])
def test_misuse_is_one_line_of_error_and_status_2(arguments: tuple[str, ...]) -> None:
    done = run_script(*arguments)
    assert done.returncode == 2
    assert "dev.py: error: " in done.stderr


def test_python_without_tomllib_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tomllib.py").write_text("raise ModuleNotFoundError", "utf-8")
    done = subprocess.run(
        [sys.executable, ROOT / "dev.py", "run"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Robot Studio needs Python 3.11 or newer; this is Python 3.")


def test_script_needs_nothing_outside_the_standard_library() -> None:
    code = "import sys, runpy; runpy.run_path('dev.py'); print(*{m.partition('.')[0] for m in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=600, check=True
    )
    assert set(done.stdout.split()) <= sys.stdlib_module_names | {"__main__"}


def test_window_needs_x_libraries_only_where_there_is_a_display(dev: ModuleType) -> None:
    assert dev.system_needs("run", {}) == dev.QT
    assert dev.system_needs("run", {"DISPLAY": ":0"}) == dev.QT | dev.QT_ON_X11
    assert dev.system_needs("command line", {"DISPLAY": ":0"}) == {}
    assert dev.system_needs("run", {"WAYLAND_DISPLAY": "wayland-0"}) == dev.QT | dev.QT_ON_WAYLAND


def test_tests_need_a_virtual_screen_and_checks_need_nothing(dev: ModuleType) -> None:
    assert set(dev.system_needs("test", {}).values()) >= {"xvfb", "xauth", "xdotool", "libxcb-cursor0", "libegl1"}
    assert dev.system_needs("check", {"DISPLAY": ":0"}) == {}


def test_library_and_program_that_do_not_exist_are_not_present(dev: ModuleType) -> None:
    assert not dev.is_present("librobotstudio-none.so.7")
    assert not dev.is_present("robotstudio-none")


@pytest.mark.skipif(sys.platform != "linux", reason="names of Linux libraries")
def test_c_library_and_shell_are_present(dev: ModuleType) -> None:
    assert dev.is_present("libc.so.6")
    assert dev.is_present("sh")


def test_fingerprint_changes_with_dependencies_only(dev: ModuleType) -> None:
    before = dev.fingerprint(PYPROJECT)
    assert dev.fingerprint(PYPROJECT.replace("120", "100").replace("1.0", "2.0")) == before
    assert dev.fingerprint(PYPROJECT.replace("httpx", "httpx>=1")) != before
    assert dev.fingerprint(PYPROJECT.replace("pytest", "nose")) != before


def test_moved_checkout_needs_neither_pip_nor_the_network(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dev.provide_environment("")
    link = dev.stamp_file().with_name("_editable_impl_robotstudio.pth")
    link.write_text(str(dev.ROOT), "utf-8")
    calls.commands.clear()
    moved = tmp_path / "moved here"
    moved.mkdir()
    shutil.move(dev.ROOT / "pyproject.toml", moved)
    shutil.move(dev.VENV, moved / ".venv")
    monkeypatch.setattr(dev, "ROOT", moved)
    monkeypatch.setattr(dev, "VENV", moved / ".venv")
    monkeypatch.setattr(dev, "UNFINISHED", moved / ".venv" / "unfinished")
    dev.provide_environment("")
    assert calls.commands == []
    assert dev.stamp_file().with_name(link.name).read_text("utf-8") == str(moved)


def test_environment_lies_beside_the_program_where_that_can_be_written(dev: ModuleType, tmp_path: Path) -> None:
    assert dev.place_of_venv(tmp_path, {}) == tmp_path / ".venv"


def test_environment_of_a_read_only_checkout_lies_among_the_users_caches(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev.os, "access", lambda _path, _mode: False)  # root may write anywhere
    place = dev.place_of_venv(tmp_path / "one", {"XDG_CACHE_HOME": str(tmp_path / "cache")})
    other = dev.place_of_venv(tmp_path / "two", {"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert place.parent == other.parent == tmp_path / "cache" / "robotstudio"
    assert place != other


def test_environment_can_be_put_anywhere(dev: ModuleType, tmp_path: Path) -> None:
    assert dev.place_of_venv(tmp_path, {"ROBOTSTUDIO_VENV": str(tmp_path / "mine")}) == tmp_path / "mine"


def test_place_that_cannot_be_written_is_named_with_the_way_out(
    dev: ModuleType, calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(dev, "VENV", tmp_path / "file" / "venv")
    with pytest.raises(dev.SetupError, match="ROBOTSTUDIO_VENV") as refused:
        dev.provide_environment("")
    assert str(tmp_path / "file" / "venv") in str(refused.value)
    assert calls.commands == []


def test_without_a_screen_nothing_is_installed(
    bare_debian: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in bare_debian.SCREENS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(bare_debian, "wants_window", lambda _arguments: True)
    monkeypatch.setattr(sys, "argv", ["dev.py", "run"])
    assert bare_debian.main() == 2
    assert calls.commands == []
    assert "no screen" in capsys.readouterr().err


def test_command_of_the_terminal_needs_no_library_of_qt(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(dev, "is_present", lambda _name: False)

    def become_python(*arguments: str) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(dev, "become_python", become_python)
    monkeypatch.setattr(dev, "wants_window", lambda arguments: "test" not in arguments)
    monkeypatch.setattr(sys, "argv", ["dev.py", "run", "test", "robots.txt"])
    assert dev.main() == 0
    assert not calls.did("apt-get")
    assert started == [("-P", "-m", "robotstudio", "test", "robots.txt")]
    assert calls.commands[-1][-2:] == ("--editable", str(dev.ROOT))


def test_window_completes_an_environment_of_the_terminal(dev: ModuleType, calls: Calls) -> None:
    dev.provide_environment(dev.COMMANDS_ONLY)
    calls.commands.clear()
    dev.provide_environment(dev.COMMANDS_ONLY)
    assert calls.commands == []
    dev.provide_environment(dev.WINDOW)
    assert calls.commands[-1][-2:] == ("--editable", f"{dev.ROOT}[window]")
    assert not calls.did("venv")
    calls.commands.clear()
    dev.provide_environment(dev.COMMANDS_ONLY)
    assert calls.commands == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--version",), "Robot Studio "),
        (("--help",), "usage: robotstudio"),
        (("help",), "usage: robotstudio"),
    ],
)
def test_help_and_version_of_the_program_install_nothing(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-S", ROOT / "dev.py", "run", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"ROBOTSTUDIO_VENV": str(tmp_path / "venv")},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "are_spread"),
    [
        ((), True),
        (("-x", "--durations=20"), True),
        (("-m", "versions"), True),
        (("-k", "matrix"), True),
        (("tests/test_dev.py",), False),
        (("tests/test_dev.py::test_help_names_every_command",), False),
        (("-n", "4"), False),
        (("-n4",), False),
        (("--numprocesses=3", "--dist=load"), False),
        (("--pdb",), False),
        (("--version",), False),
    ],
)
def test_all_tests_run_on_all_cores_unless_something_else_was_typed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, ...], *, are_spread: bool
) -> None:
    monkeypatch.setattr(dev, "ROOT", ROOT)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    spread = ["--numprocesses=5", "--dist=worksteal"] if are_spread else []
    assert dev.on_all_cores(typed) == [*spread, *typed]


@pytest.mark.parametrize(
    ("arguments", "wants"),
    [([], True), (["robots.txt"], True), (["test", "robots.txt"], False), (["--version"], False)],
)
def test_program_says_itself_whether_it_opens_a_window(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, arguments: list[str], *, wants: bool
) -> None:
    monkeypatch.setattr(dev, "ROOT", ROOT)
    assert dev.wants_window(arguments) is wants


def test_who_asks_an_administrator_asks_once(dev: ModuleType) -> None:
    packages = set(dev.all_packages())
    for command in ("run", "test", "check"):
        needs = dev.system_needs(command, {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"})
        assert packages >= set(needs.values())


def test_environment_is_made_once(dev: ModuleType, calls: Calls) -> None:
    dev.provide_environment("")
    assert calls.did("venv")
    assert calls.did("pip")
    calls.commands.clear()
    dev.provide_environment("")
    assert calls.commands == []


def test_developers_environment_also_runs_the_program(dev: ModuleType, calls: Calls) -> None:
    dev.provide_environment("dev")
    assert calls.commands[-1][-1] == f"{dev.ROOT}[dev]"
    calls.commands.clear()
    dev.provide_environment("")
    assert calls.commands == []


def test_developers_tools_are_added_to_an_environment_that_runs(dev: ModuleType, calls: Calls) -> None:
    dev.provide_environment("")
    calls.commands.clear()
    dev.provide_environment("dev")
    assert calls.did("pip")
    assert not calls.did("venv")


def test_changed_dependencies_are_installed_again(dev: ModuleType, calls: Calls) -> None:
    dev.provide_environment("")
    calls.commands.clear()
    (dev.ROOT / "pyproject.toml").write_text(PYPROJECT.replace("httpx", "httpx>=1"), "utf-8")
    dev.provide_environment("")
    assert calls.did("pip")
    assert not calls.did("venv")


@pytest.mark.parametrize("lost", ["interpreter", "packages"])
def test_broken_environment_is_made_anew(dev: ModuleType, calls: Calls, lost: str) -> None:
    dev.provide_environment("")
    calls.commands.clear()
    if lost == "interpreter":
        dev.venv_python().unlink()
    else:
        shutil.rmtree(dev.stamp_file().parent)
    dev.provide_environment("")
    assert calls.did("venv")
    assert dev.stamp_file().exists()


@pytest.mark.parametrize(
    ("extra", "is_kept", "is_compiled"), [("", True, True), ("dev", True, False), ("dev", False, True)]
)
def test_what_developers_never_import_is_not_compiled(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, extra: str, *, is_kept: bool, is_compiled: bool
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", not is_kept)
    dev.provide_environment(extra)
    assert calls.did("--no-compile") is not is_compiled


def test_a_new_environment_gets_the_newest_pip(dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "has_pip", lambda: True)
    dev.provide_environment("")
    assert [command[-1] for command in calls.commands] == [str(dev.VENV), "pip", str(dev.ROOT)]
    calls.commands.clear()
    dev.provide_environment("dev")
    assert [command[-1] for command in calls.commands] == [f"{dev.ROOT}[dev]"]


@pytest.mark.parametrize("is_there", [True, False])
def test_the_pip_that_python_brings_will_do(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    monkeypatch.setattr(dev, "has_pip", lambda: is_there)
    calls.failing = "--python"
    dev.provide_environment("")
    assert calls.did("--python") is is_there
    assert calls.did("ensurepip")
    assert calls.commands[-1][-1] == str(dev.ROOT)
    assert not dev.UNFINISHED.exists()


@pytest.mark.parametrize("killed", ["--python", "ensurepip"])
def test_with_half_a_pip_nothing_is_installed(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, killed: str
) -> None:
    monkeypatch.setattr(dev, "has_pip", lambda: killed == "--python")
    calls.failing, calls.status = killed, -9
    with pytest.raises(dev.SetupError):
        dev.provide_environment("")
    assert not calls.did("--editable")
    assert dev.UNFINISHED.exists()


def test_interrupted_installation_is_made_anew(dev: ModuleType, calls: Calls) -> None:
    calls.failing, calls.status = "pip", -9
    with pytest.raises(dev.SetupError):
        dev.provide_environment("")
    assert dev.UNFINISHED.exists()
    calls.failing = "nothing"
    calls.commands.clear()
    dev.provide_environment("")
    assert calls.did("venv")
    assert not dev.UNFINISHED.exists()


def test_failed_installation_leaves_a_working_environment_alone(dev: ModuleType, calls: Calls) -> None:
    dev.provide_environment("")
    calls.failing = "pip"
    with pytest.raises(dev.SetupError, match="could not be installed"):
        dev.provide_environment("dev")
    calls.commands.clear()
    dev.provide_environment("")
    assert calls.commands == []


@pytest.fixture
def bare_debian(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Simulate a system with apt-get and nothing that Qt or a virtual environment needs, for an ordinary user."""
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev, "is_present", lambda _name: False)
    monkeypatch.setattr(dev, "can_make_venv", lambda: False)
    monkeypatch.setattr(dev, "may_install", lambda: False)
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    return dev


def test_without_sudo_the_exact_apt_line_is_printed(bare_debian: ModuleType, calls: Calls) -> None:
    with pytest.raises(bare_debian.SetupError) as stop:
        bare_debian.provide_system("check")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert "sudo apt-get update && sudo apt-get install --no-install-recommends" in str(stop.value)
    assert f" python{version}-venv" in str(stop.value)
    assert set(bare_debian.all_packages()) <= set(str(stop.value).split())
    assert calls.commands == []


def test_where_there_is_no_sudo_the_line_is_for_root(
    bare_debian: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare_debian.shutil, "which", lambda name: None if name == "sudo" else name)
    with pytest.raises(bare_debian.SetupError, match=r"administrator(.|\n)* apt-get update && apt-get install"):
        bare_debian.provide_system("run")
    assert calls.commands == []


def test_with_sudo_all_missing_packages_are_installed_at_once(
    bare_debian: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare_debian, "may_install", lambda: True)
    bare_debian.provide_system("test")
    wanted = bare_debian.system_needs("test", {}).values()
    assert calls.commands[-1][:2] == ("sudo", "env")
    assert set(calls.commands[-1]) >= {*wanted, "--yes"}


def test_root_needs_no_sudo(bare_debian: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bare_debian, "may_install", lambda: True)
    monkeypatch.setattr(bare_debian.os, "geteuid", lambda: 0)
    bare_debian.provide_system("run")
    assert calls.did("apt-get")
    assert not calls.did("sudo")


def test_failed_apt_ends_in_the_exact_line_too(
    bare_debian: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare_debian, "may_install", lambda: True)
    calls.failing = "--yes"
    with pytest.raises(bare_debian.SetupError, match="sudo apt-get install"):
        bare_debian.provide_system("run")


def test_other_linux_is_told_what_may_be_missing_and_goes_on(
    bare_debian: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bare_debian.shutil, "which", lambda _name: None)
    monkeypatch.setattr(bare_debian, "can_make_venv", lambda: True)
    bare_debian.provide_system("run")
    assert "libEGL.so.1" in capsys.readouterr().err


def test_every_check_runs_and_every_failure_is_named(
    dev: ModuleType, calls: Calls, capsys: pytest.CaptureFixture[str]
) -> None:
    calls.failing = "ruff"
    assert dev.check() == 1
    assert len(calls.commands) == len(dev.CHECKS)
    assert "failed: ruff format, ruff check\n" in capsys.readouterr().err
    calls.failing = "nothing"
    assert dev.check() == 0


def test_bundle_that_was_not_built_is_not_tried(dev: ModuleType, calls: Calls) -> None:
    calls.failing = "packaging/payload.py"
    assert dev.build() == 1
    assert len(calls.commands) == 1


def test_page_about_installing_names_every_package_that_any_command_needs(dev: ModuleType) -> None:
    page = (ROOT / "docs" / "installing.md").read_text("utf-8")
    line = page.split("sudo apt-get install --no-install-recommends", 1)[1].split("```", 1)[0]
    wanted = {"python3-venv" if name.endswith("-venv") else name for name in dev.all_packages()}
    assert {word for word in line.split() if word != "\\"} == wanted


def test_pictures_are_taken_by_the_script_of_the_documentation(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, ...]] = []

    def become_python(*arguments: str) -> int:
        started.append(arguments)
        return 0

    monkeypatch.setattr(dev, "become_python", become_python)
    assert dev.start("pictures", ["out", "--theme", "dark"]) == 0
    assert started == [(str(dev.ROOT / "docs" / "make_pictures.py"), "out", "--theme", "dark")]


def test_ci_tries_all_that_is_marked_as_depending_on_the_version() -> None:
    command = (ROOT / ".ci" / "run").read_text("utf-8").partition("with $(")[2]
    tried = re.findall(r"\btests/[\w/.]+", command)
    assert len(tried) > 3
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if "pytest.mark.versions" in path.read_text("utf-8") and path != Path(__file__):
            assert name.startswith(tuple(tried)), f"{name} is marked `versions`, and .ci/run does not name it"
