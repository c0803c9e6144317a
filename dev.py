#!/usr/bin/env python3
"""Set up, start, test and build Robot Studio, with the standard library only, on Linux, macOS and Windows.

Everything that is installed with pip goes into `.venv` beside this file, or, where that folder cannot be written, into
one among the user's caches; ROBOTSTUDIO_VENV names another place. Nothing is installed twice: a stamp in it says for
which dependencies it was made.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import importlib.util
import json
import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import IO

try:
    import tomllib
except ModuleNotFoundError:  # it came with Python 3.11
    print(
        f"Robot Studio needs Python 3.11 or newer; this is Python {sys.version.split()[0]}. python.org has one for "
        "every system; on Debian, Ubuntu and macOS a newer one may be installed under its own name: try python3.12.",
        file=sys.stderr,
    )
    sys.exit(2)

ROOT = Path(__file__).resolve().parent


def place_of_venv(root: Path, environ: Mapping[str, str]) -> Path:
    """Place of the virtual environment: a checkout may be read-only, or belong to somebody else."""
    if named := environ.get("ROBOTSTUDIO_VENV"):
        return Path(named).expanduser().absolute()
    beside = root / ".venv"
    if os.access(beside if beside.exists() else root, os.W_OK):
        return beside
    cache = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA") or str(Path.home() / ".cache")
    return Path(cache) / "robotstudio" / f"venv-{hashlib.sha256(os.fsencode(root)).hexdigest()[:12]}"


VENV = place_of_venv(ROOT, os.environ)
UNFINISHED = VENV / "unfinished"  # there while pip works: an environment that still has it was interrupted

COMMANDS = {
    "run": "run [FILE...]          open the window; a sub-command of robotstudio works too",
    "test": "test [PYTEST ARGS...]  run the tests, without a display; all of them on all cores",
    "check": "check                  formatting, lint, types, layers, workflows, recipes, licences, known faults",
    "bench": "bench                  measure the speed against other parsers",
    "pictures": "pictures [FOLDER...]   take pictures of the window; --help says which",
    "build": "build                  make the bundle in dist/ and try it",
    "package": "package [KIND...]      make what is installed of it: deb, appimage, archive, or all of them",
    "site": "site [FOLDER]          build the documentation as a site, in dist/site or a folder",
    "release": "release VERSION        give the changes since the last one a version, and say what is next",
}

# What Qt and the tests take from the system: a library or a program, and the Debian and Ubuntu package that has it.
_LIBRARIES = json.loads((ROOT / "resources" / "system-libraries.json").read_text("utf-8"))
QT: Mapping[str, str] = _LIBRARIES["window"]
QT_ON_X11: Mapping[str, str] = _LIBRARIES["x11"]
QT_ON_WAYLAND: Mapping[str, str] = _LIBRARIES["wayland"]
VIRTUAL_SCREEN = {"Xvfb": "xvfb", "xauth": "xauth", "xdotool": "xdotool"}
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
BUNDLING = {"objdump": "binutils", "chrpath": "chrpath", "icupkg": "icu-devtools"}
PACKING = {"dpkg-shlibdeps": "dpkg-dev", "mksquashfs": "squashfs-tools"}
PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"

COMMANDS_ONLY, WINDOW = "", "window"
"""Extras of pyproject.toml: an environment that was made for the terminal lacks Qt, until the window is wanted."""

ABOUT_THE_PROGRAM = (["--version"], ["--help"], ["-h"], ["help"])
"""Words of `run` that the standard library can say: nothing is installed for them."""

CHOOSES_ITSELF = (
    *("-n", "--numprocesses", "--dist", "--pdb", "--trace", "--collect-only", "--co", "--fixtures", "--markers"),
    *("--help", "-h", "--version", "-V"),
)
"""Options of pytest with which the tests run as typed, and not on all cores."""

MADE_WHERE_THE_USER_IS = {"pictures": "docs/make_pictures.py", "site": "packaging/make_site.py"}
"""The things that take a folder, and the script that fills it."""

CHECKS = {
    "ruff format": ("-m", "ruff", "format", "--check", "."),
    "ruff check": ("-m", "ruff", "check", "."),
    "mypy": ("-m", "mypy"),
    "import-linter": ("-c", "from importlinter.cli import lint_imports_command as check; check()"),
    "library": ("packaging/api.py", "--check"),
    "action": ("-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"),
    "workflows": (
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        ".github/workflows/site.yml",
    ),
    "recipes": ("packaging/recipes.py", "--check"),
    "site": ("packaging/make_site.py", "--check"),
    "licences": ("packaging/licences.py",),
    "known faults": ("packaging/audit.py",),
}


class SetupError(Exception):
    """Only the user can go on from here; the message says how."""


def system_needs(command: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the libraries and programs that a command needs from a Linux system, with their packages."""
    if command in {"check", "command line", "release", "site"}:
        return {}
    if command == "test":
        return {**QT, **QT_ON_X11, **VIRTUAL_SCREEN}
    if command in {"build", "package"}:
        shared_python = {f"lib{PYTHON}.so.1.0": f"lib{PYTHON}"}  # Debian's interpreter does without, the bundle cannot
        packing = PACKING if command == "package" else {}
        return {**QT, **QT_ON_X11, **QT_ON_WAYLAND, **BUNDLING, **packing, **shared_python}
    needs = dict(QT)
    if command == "run" and environ.get("DISPLAY"):
        needs |= QT_ON_X11
    if command == "run" and environ.get("WAYLAND_DISPLAY"):
        needs |= QT_ON_WAYLAND
    return needs


def all_packages() -> list[str]:
    """Every package that some command needs: who has to ask an administrator asks once."""
    groups = (QT, QT_ON_X11, QT_ON_WAYLAND, VIRTUAL_SCREEN)
    return sorted({package for group in groups for package in group.values()} | {f"{PYTHON}-venv"})


def is_present(name: str) -> bool:
    """Return True if the system has this library or program."""
    if ".so" not in name:
        return shutil.which(name) is not None
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def can_make_venv() -> bool:
    """Debian leaves out of Python what makes a virtual environment, unless python3-venv is installed."""
    return all(importlib.util.find_spec(module) for module in ("venv", "ensurepip"))


def may_install() -> bool:
    """Return True if apt-get works without a password."""
    if os.geteuid() == 0:
        return True
    sudo = shutil.which("sudo")
    return sudo is not None and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0


def install_from_system(packages: Sequence[str]) -> None:
    """Install Debian packages where that needs no password, else say what to type."""
    apt_install = "apt-get install --no-install-recommends"
    sudo = "" if os.geteuid() == 0 or not shutil.which("sudo") else "sudo "
    if may_install():
        say(f"installing {' '.join(packages)}")
        apt = f"{sudo}env DEBIAN_FRONTEND=noninteractive"
        set_up(*f"{apt} apt-get update".split())  # one dead source must not stop the others
        if set_up(*f"{apt} {apt_install} {' '.join(packages)} --yes".split()) == 0:
            return
    who = "Type this" if sudo else "Ask the administrator of this computer to type this"
    line = f"{sudo}apt-get update && {sudo}{apt_install} {' '.join(sorted({*packages, *all_packages()}))}"
    raise SetupError(
        f"the system lacks {', '.join(packages)}. {who}, then start again (it is all that any command needs):"
        f"\n\n    {line}\n"
    )


def wants_window(arguments: Sequence[str]) -> bool:
    """Return True if `run` with these arguments opens the window; the program itself decides."""
    namespace = runpy.run_path(str(ROOT / "robotstudio" / "__main__.py"))
    answer: bool = namespace["opens_window"](arguments)
    return answer


def see_to_a_screen(environ: Mapping[str, str]) -> None:
    """Nothing is downloaded for a window that cannot open."""
    if sys.platform == "linux" and not any(environ.get(name) for name in SCREENS):
        raise SetupError(
            "there is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); nothing was "
            "installed. Start it in a graphical session, or use a command that needs none: "
            "python3 dev.py run test FILE --url URL"
        )


def provide_system(command: str) -> None:
    """See to what pip cannot install."""
    missing: dict[str, str] = {}
    if sys.platform == "linux":
        missing = {n: package for n, package in system_needs(command, os.environ).items() if not is_present(n)}
    is_made = venv_python().exists() and stamp_file().exists()
    if not is_made and not can_make_venv():
        missing["the Python module ensurepip"] = f"{PYTHON}-venv"
    if not missing:
        return
    if shutil.which("apt-get"):
        install_from_system(sorted(set(missing.values())))
    elif can_make_venv():
        say(f"not found on this system, and perhaps needed by Qt: {', '.join(missing)}")
    else:
        raise SetupError("this Python cannot make virtual environments: its module ensurepip is missing.")


def venv_python() -> Path:
    """Return the interpreter of the virtual environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp_file() -> Path:
    """Return the file that records what the environment was made for; among its packages, so that it goes with them."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV)})) / "robotstudio-dev.stamp"


def fingerprint(pyproject: str) -> str:
    """Return a hash of all dependencies and entry points: if it changes, there is something to install."""
    tables = tomllib.loads(pyproject)
    project = tables["project"]
    names = ("dependencies", "optional-dependencies", "scripts", "gui-scripts", "entry-points")
    facts = [tables["build-system"], *(project.get(name) for name in names)]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def is_current(stamp: str, wanted: str, extra: str) -> bool:
    """Return True if an environment with this stamp is enough; one with more packages is, too."""
    kinds = (COMMANDS_ONLY, WINDOW, "dev")
    return stamp in {f"{wanted} {kind}".strip() for kind in kinds[kinds.index(extra) :]}


def are_catalogues_built() -> bool:
    """Return True if each catalogue is up to date, or cannot be built here; installing builds them."""
    locale = ROOT / "resources" / "locale"
    if not os.access(locale, os.W_OK):
        return True
    for path in locale.glob("*/LC_MESSAGES/*.po"):
        built = path.with_suffix(".mo")
        if not built.exists() or built.stat().st_mtime < path.stat().st_mtime:
            return False
    return True


def follow_the_checkout() -> None:
    """Let the environment find the program where the checkout is now: it may have been moved since."""
    for path in stamp_file().parent.glob("_editable_impl_robotstudio*.pth"):
        if path.read_text("utf-8") != str(ROOT):
            path.write_text(str(ROOT), "utf-8")


def make_venv() -> None:
    """Make an empty environment, in place of what is left of another."""
    say(f"making a place for what Robot Studio needs, apart from the system: {VENV}")
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        VENV.mkdir(parents=True, exist_ok=True)
        UNFINISHED.touch()
    except OSError as error:
        raise SetupError(
            f"the folder {VENV} cannot be written ({error.strerror}). "
            "Name another in ROBOTSTUDIO_VENV, or copy Robot Studio to a place of your own."
        ) from error
    if set_up(sys.executable, "-m", "venv", "--without-pip", str(VENV)) != 0:
        raise SetupError(f"the virtual environment {VENV} could not be made; the reason is above.")


def has_pip() -> bool:
    """Return True if this Python can install packages, also into an environment without pip."""
    return importlib.util.find_spec("pip") is not None


def install(extra: str, *, is_new: bool) -> int:
    """Install the program and what it needs; pip's exit status, below zero if it was killed."""
    pip, inside = ["-m", "pip"], str(venv_python())
    how = ["install", "--quiet", "--disable-pip-version-check"]
    if extra == "dev" and not sys.dont_write_bytecode:
        how.append("--no-compile")  # tools use a tenth of their modules, and Python keeps what it compiles of them
    if is_new:
        # The newest, as that of Python 3.11 works twice as long to choose a release; but that one will do, too.
        status = set_up(sys.executable, *pip, "--python", inside, *how, "pip") if has_pip() else 1
        if status > 0:
            status = set_up(inside, "-m", "ensurepip", "--default-pip")
        if status != 0:
            return status
    return set_up(inside, *pip, *how, "--editable", f"{ROOT}[{extra}]" if extra else str(ROOT))


def provide_environment(extra: str) -> None:
    """Make or mend the virtual environment; without network and at once where nothing changed."""
    wanted = fingerprint((ROOT / "pyproject.toml").read_text("utf-8"))
    stamp = stamp_file().read_text("utf-8") if stamp_file().exists() else ""
    is_whole = venv_python().exists() and not UNFINISHED.exists()
    if is_whole and is_current(stamp, wanted, extra) and are_catalogues_built():
        follow_the_checkout()
        return
    is_new = not (is_whole and stamp_file().with_name("pip").is_dir())
    if is_new:
        make_venv()
    say("installing what Robot Studio needs; this takes a minute or two the first time")
    UNFINISHED.touch()
    status = install(extra, is_new=is_new)
    if status >= 0:  # pip ended by itself, not killed in the middle of a package
        UNFINISHED.unlink()
    if status != 0:
        raise SetupError(
            "what Robot Studio needs could not be installed; the reason is above. Is the network there? "
            "What is already there is kept: start again to go on."
        )
    stamp_file().write_text(f"{wanted} {extra}".strip(), "utf-8")


def say(text: str) -> None:
    """Tell what goes on, apart from what the started program prints."""
    print(f"dev.py: {text}", file=sys.stderr, flush=True)


def call(*command: str, stdout: IO[str] | None = None) -> int:
    """Run a command in the project's folder; its exit status."""
    return subprocess.run(command, cwd=ROOT, check=False, stdout=stdout).returncode


def set_up(*command: str) -> int:
    """Run a command whose words must not mix with what the started program prints; its exit status."""
    return call(*command, stdout=sys.stderr)


def python(*arguments: str) -> int:
    """Run the environment's interpreter in the project's folder; its exit status."""
    return call(str(venv_python()), *arguments)


def become_python(*arguments: str, interpreter: str = "") -> int:
    """Go on as the environment's interpreter, or another. Windows cannot: there it is waited for."""
    command = [interpreter or str(venv_python()), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def check() -> int:
    """Run every check, also after one failed, and sum up."""
    failed = []
    for name, arguments in CHECKS.items():
        say(name)
        if python(*arguments) != 0:
            failed.append(name)
    say(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def build() -> int:
    """Make the bundle, then start it."""
    return python("packaging/payload.py") or python("packaging/smoke_test.py")


def tell_of_program(arguments: Sequence[str]) -> int:
    """Print the help or the version of the program with this Python: neither needs anything else."""
    os.environ["PYTHONPATH"] = str(ROOT)
    return become_python("-P", "-m", "robotstudio", *arguments, interpreter=sys.executable)


def on_all_cores(arguments: Sequence[str]) -> list[str]:
    """Return the arguments for pytest: the whole suite gets one process more than cores, as tests often wait.

    Whoever names a file or a folder, or says how many processes there shall be, gets what they typed.
    """
    names_a_path = any((ROOT / argument.partition("::")[0]).exists() for argument in arguments if argument)
    options = {argument.partition("=")[0].rstrip("0123456789") for argument in arguments}
    if names_a_path or options.intersection(CHOOSES_ITSELF):
        return list(arguments)
    return [f"--numprocesses={(os.cpu_count() or 1) + 1}", "--dist=worksteal", *arguments]


def start(command: str, arguments: Sequence[str]) -> int:
    """Do a command, everything that it needs being there."""
    if command == "run":
        return become_python("-P", "-m", "robotstudio", *arguments)  # -P: modules in the user's folder are not ours
    if command == "check":
        return check()
    if command == "build":
        return build()
    if command == "package":
        return python("packaging/package.py", *arguments)
    if command == "release":
        return python("packaging/release.py", *arguments)
    if command in MADE_WHERE_THE_USER_IS:
        return become_python(str(ROOT / MADE_WHERE_THE_USER_IS[command]), *arguments)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.chdir(ROOT)
    if command == "test":
        return become_python("-m", "pytest", *on_all_cores(arguments))
    return become_python("-m", "benchmarks", *arguments)


def main() -> int:
    """Read the command line; 2 where it is wrong or where only the user can go on."""
    parser = argparse.ArgumentParser(
        prog="dev.py",
        description="Set up, start, test and build Robot Studio.",
        epilog="commands:\n  " + "\n  ".join(COMMANDS.values()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="passed on")
    options = parser.parse_args()
    if options.arguments and options.command in {"check", "build"}:
        parser.error(f"{options.command} takes no arguments")
    try:
        needs, extra = options.command, "dev"
        if needs == "run" and options.arguments in ABOUT_THE_PROGRAM:
            return tell_of_program(options.arguments)
        if needs == "run" and not wants_window(options.arguments):
            needs, extra = "command line", COMMANDS_ONLY
        elif needs == "run":
            see_to_a_screen(os.environ)
            extra = WINDOW
        provide_system(needs)
        provide_environment(extra)
        return start(options.command, options.arguments)
    except (SetupError, OSError) as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
