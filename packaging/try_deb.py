"""Try the package as its users would, on fresh systems: `sudo python packaging/try_deb.py dist/*.deb`.

For each release of Debian (and of Ubuntu, where `--suite` names one) a bare system is made with
debootstrap and kept in `--cache`. All that follows happens in a copy, in namespaces of its own, as a user who is not
root: unpacked where nothing of what it needs is there, installed, started from its desktop entry, files opened by their
kind, upgraded from an older version (`--from`, else the same one with an older number), `robotstudio test`, `man`,
completion, each library taken away once, removed. Nothing of it is left but the cache.
"""

from __future__ import annotations

import argparse
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

NAME: Final = "robotstudio"
USER: Final = "webmaster"
HOME: Final = f"/home/{USER}"
SUITES: Final = ("bookworm", "trixie")
UBUNTU: Final = {"noble": "http://archive.ubuntu.com/ubuntu"}
"""Its releases, made as their forerunner is; `--keyring` takes the keys, of the package ubuntu-keyring of Debian 13."""
TOOLS: Final = (
    *("xvfb", "xdotool", "xdg-utils", "libglib2.0-bin", "man-db", "bash-completion", "shared-mime-info"),
    *("desktop-file-utils", "dbus-x11", "libfile-mimeinfo-perl", "zsh", "fish"),
)
PATIENCE: Final = 120.0
SETTINGS: Final = 'version = 1\\n\\n[simulation]\\ncrawlers = ["PetalBot"]\\n'
ROBOTS_TXT: Final = "User-agent: *\nDisallow: /private/\n"
_ZSH: Final = r"""
zmodload zsh/zpty && zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -D; PS1='at''rest '"
zpty -r -m shell said '*atrest *' && zpty -n -w shell $'robotstudio minim\t'
zpty -r -m shell said '*minim*ise*' && print -r -- ${said//$'\a'}
"""
"""A person who types: what the shell completes is only there on a terminal; it rings, too."""
_INSIDE: Final = "--inside"
_OF_THE_SHELL: Final = {"libgcc_s.so.1"}
"""What bash or `chroot` would lack, too."""
_OF_THE_LOADER: Final = {"libz.so.1"}
"""What the start program itself needs: the system's loader says so, not we."""
_NOT_OURS: Final = ("/var/", "/run/", "/etc/ld.so.cache", f"{HOME}/", "/root/")


class TryError(Exception):
    """The package does not do what its users expect; the message says what."""


class System:
    """A system in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._display = ":7"

    def run(self, *command: str, user: str = "root", may_fail: bool = False) -> tuple[int, str]:
        """Its status, and what a command prints, errors too."""
        home = HOME if user == USER else "/root"
        environment = {
            "HOME": home,
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "DISPLAY": self._display,
            "XDG_CURRENT_DESKTOP": "GNOME",  # who opens files with `gio`, as desktops do
        }
        inside = ["chroot", f"--userspec={user}", str(self.root), *command]
        done = subprocess.run(
            inside, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1800, check=False
        )
        said = done.stdout + done.stderr
        if done.returncode != 0 and not may_fail:
            raise TryError(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
        return done.returncode, said

    def as_user(self, line: str, *, status: int = 0) -> str:
        """Return what a line in the user's shell prints."""
        ended, said = self.run("bash", "-c", f"cd {HOME} && {line}", user=USER, may_fail=True)
        if ended != status:
            raise TryError(f"{line} ended with {ended} instead of {status}:\n{said}")
        return said

    def files(self) -> set[str]:
        """All that lies in it, but for what every system changes by itself."""
        found = set()
        for folder, folders, names in os.walk(self.root):
            place = "/" + os.path.relpath(folder, self.root) + "/"
            folders[:] = [
                each for each in folders if each not in {"proc", "dev", "sys", "tmp"} or folder != str(self.root)
            ]
            found |= {place.replace("/./", "/") + name for name in (*folders, *names)}
        return {path for path in found if not path.startswith(_NOT_OURS)}

    def wait(self, what: str, condition: Callable[[], bool]) -> None:
        """Until something is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise TryError(f"waited {PATIENCE:.0f} s in vain for {what}")
            time.sleep(0.2)

    def title(self) -> str:
        """Return the title of the program's window, empty if there is none."""
        line = f"xdotool search --onlyvisible --class {NAME} getwindowname"
        return self.run("bash", "-c", line, user=USER, may_fail=True)[1].strip()

    def close_window(self) -> None:
        """As a person does, with the keyboard."""
        self.as_user(f"xdotool search --onlyvisible --class {NAME} windowfocus --sync")
        self.as_user("xdotool key ctrl+q")
        self.wait("the window to close", lambda: not self.title())


def older(package: Path, folder: Path) -> Path:
    """Make an older version of a package, with a file that the new one no longer has."""
    tree = folder / "older"
    subprocess.run(["dpkg-deb", "--raw-extract", str(package), str(tree)], check=True)
    control = tree / "DEBIAN" / "control"
    lines = control.read_text("utf-8").splitlines()
    lines = ["Version: 0.0.1-1" if line.startswith("Version:") else line for line in lines]
    control.write_text("\n".join(lines) + "\n", "utf-8")
    (tree / "opt" / NAME / "_internal" / "of-the-older-version").touch()
    target = folder / f"{NAME}_0.0.1-1.deb"
    build = ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(tree), str(target)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return target


def lacks_libraries(system: System, package: str) -> None:
    """Unpacked where nothing of what it needs is there, it says what is missing."""
    system.run("dpkg", "--force-depends", "--install", package, may_fail=True)
    for command in ("--version", "", f"test {HOME}/robots.txt --url /private/"):
        status, said = system.run("bash", "-c", f"{NAME} {command}", user=USER, may_fail=True)
        is_told = status == 2 and "apt-get install" in said
        if "Traceback" in said or not (is_told or status in {0, 1}):
            raise TryError(f"without its libraries, {NAME} {command} ended with {status}:\n{said}")
        print(f"  without libraries, {NAME} {command}: {said.strip().splitlines()[0]}")
    system.run("dpkg", "--purge", NAME)


def is_used(system: System) -> None:
    """Do what a person does on the first day."""
    said = system.as_user(f"{NAME} test robots.txt --url https://example.com/private/a --format json")
    if '"allowed": false' not in said:
        raise TryError(f"a wrong verdict: {said}")
    if "Say which crawler may fetch" not in (page := system.as_user(f"man {NAME} | cat")):
        raise TryError(f"man {NAME} says: {page[:300]}")
    load = "source /usr/share/bash-completion/bash_completion; "
    load += f"if declare -F _comp_load > /dev/null; then _comp_load {NAME}; else _completion_loader {NAME}; fi"
    typed = f"COMP_WORDS=({NAME} minim); COMP_CWORD=1; _{NAME}; echo ${{COMPREPLY[@]}}"
    if "minimise" not in (said := system.as_user(f"{load}; {typed}")):
        raise TryError(f"completion proposes: {said}")
    for shell, asked in (("zsh", _ZSH), ("fish", f'complete -C "{NAME} minim"')):
        if "minimise" not in (said := system.run("timeout", "60", shell, "-c", asked, user=USER, may_fail=True)[1]):
            raise TryError(f"completion of {shell} proposes: {said}")
    kinds = {name: system.as_user(f"gio info -a standard::content-type {name}") for name in ("robots.txt", "other.txt")}
    if "text/x-robots-txt" not in kinds["robots.txt"] or "text/plain" not in kinds["other.txt"]:
        raise TryError(f"the kinds of files are {kinds}")
    print("  robotstudio test, man, completion of three shells, kinds of files: as they should be")


def is_opened(system: System) -> None:
    """From the menu, and by a double click on a file."""
    entry = f"/usr/share/applications/{NAME}.desktop"
    for how in (f"gio launch {entry}", "gio open robots.txt", "xdg-open robots.txt", "xdg-open shop.robotstudio"):
        system.as_user(f"({how} > {HOME}/window.log 2>&1 &)")
        try:
            system.wait(f"the window after {how}", lambda: bool(system.title()))
        except TryError as error:
            raise TryError(f"{error}\n{system.as_user('cat window.log')}") from error
        print(f"  {how}: {system.title()}")
        if not how.startswith("gio launch"):
            system.wait("robots.txt in its title", lambda: "robots.txt" in system.title())
        system.close_window()
        if "Traceback" in (said := system.as_user("cat window.log")):
            raise TryError(f"after {how}:\n{said}")


def says_what_lacks(system: System) -> None:
    """Each library of the system that it may load, taken away: a sentence names it, or nothing needs it."""
    place = system.root / "opt" / NAME / "_internal" / NAME / "resources" / "system-libraries.json"
    groups = json.loads(place.read_text("utf-8"))
    packages = {
        name: package for group in groups.values() if isinstance(group, dict) for name, package in group.items()
    }
    paths = dict(re.findall(r"^\s*(\S+) \(libc6.*\) => (\S+)$", system.run("ldconfig", "-p")[1], re.MULTILINE))
    if not paths:
        raise TryError("ldconfig names no library")
    told = []
    for name in sorted(packages.keys() & paths.keys() - _OF_THE_SHELL):
        path = (system.root / paths[name][1:]).parent.resolve() / name
        away = path.with_name(f"{name}.away")
        path.rename(away)
        try:
            for command in (f"test {HOME}/robots.txt --url /private/", "--smoke-test"):
                status, said = system.run("bash", "-c", f"{NAME} {command}", user=USER, may_fail=True)
                if status == 0:
                    continue
                told.append(name)
                if name not in said or "Traceback" in said or "Aborted" in said or "dumped" in said:
                    raise TryError(f"without {name}, {NAME} {command} ended with {status}:\n{said}")
                if "apt-get install" not in said and name not in _OF_THE_LOADER:
                    raise TryError(f"without {name}, no package is named:\n{said}")
        finally:
            away.rename(path)
    print(
        f"  without one of {len(set(told))} libraries, it says which, and the package: {', '.join(sorted(set(told)))}"
    )


def make_own(system: System, address: str) -> None:
    """Make what a person makes: settings, a history of fetches, recent files."""
    system.as_user(f"printf '{SETTINGS}' > {HOME}/.config/{NAME}/settings.toml")
    system.as_user(f"{NAME} watch {address}")


def is_kept(system: System, address: str) -> None:
    """Check that all of it is still there, and still used."""
    watched = system.as_user(f"{NAME} watch {address} --all --format json")
    if '"what": "same"' not in watched:
        raise TryError(f"the history is not known: {watched}")
    verdicts = system.as_user(f"{NAME} test robots.txt --url /private/ --format json").splitlines()
    if len(verdicts) != 1 or "PetalBot" not in verdicts[0]:
        raise TryError(f"the settings are not heeded: {verdicts}")
    remembered = system.as_user(f"cat {HOME}/.config/{NAME}/state.json")
    if not all(name in remembered for name in ("robots.txt", "shop.robotstudio")):
        raise TryError(f"what was opened is not known: {remembered}")
    print("  settings, history and what was opened are as they were")


def work_inside(package: Path, before: Path, base: Path, address: str) -> None:
    """All of it on one system."""
    root = base.with_name(f"{base.name}-tried")
    system = System(root)
    for kind, where in (("proc", "proc"), ("tmpfs", "tmp"), ("tmpfs", "run")):
        subprocess.run(["mount", "-t", kind, kind, str(root / where)], check=True)
    subprocess.run(["mount", "--rbind", "/dev", str(root / "dev")], check=True)
    (root / "tmp").chmod(0o1777)
    system.run("useradd", "--create-home", "--shell", "/bin/bash", USER)
    for name, text in (("robots.txt", ROBOTS_TXT), ("other.txt", "Hello\n")):
        (root / HOME[1:] / name).write_text(text, "utf-8")
    project = '{"version": 1, "site": "https://www.example.com", "file": "robots.txt"}'
    (root / HOME[1:] / "shop.robotstudio").write_text(project, "utf-8")
    system.run("chown", "-R", USER, HOME)
    packages = root / "root"
    shutil.copy(package, packages)
    new, old = f"/root/{package.name}", f"/root/{older(before, packages).name}"
    lacks_libraries(system, new)
    system.run("apt-get", "update")
    system.run("apt-get", "install", "--yes", "--no-install-recommends", *TOOLS)
    for field in ("Depends", "Recommends"):
        asked = ["dpkg-deb", "--field", str(package), field]
        needs = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        system.run("apt-get", "satisfy", "--yes", "--no-install-recommends", needs)
    present = system.files()
    screen = subprocess.Popen(["chroot", str(root), "Xvfb", ":7", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
    try:
        system.wait("a screen", (root / "tmp" / ".X11-unix" / "X7").exists)
        system.run("apt-get", "install", "--yes", old)
        is_opened(system)
        make_own(system, address)
        system.run("apt-get", "install", "--yes", new)
        if list((root / "opt" / NAME).rglob("of-the-older-version")):
            raise TryError("a file of the older version is still there")
        print("  upgraded")
        is_kept(system, address)
        is_opened(system)
        is_kept(system, address)
        (root / HOME[1:] / ".config" / NAME / "settings.toml").unlink()
        is_used(system)
        says_what_lacks(system)
    finally:
        screen.terminate()
        screen.wait()
    system.run("apt-get", "purge", "--yes", NAME)
    if left := sorted(system.files() - present):
        raise TryError(f"removed, but left {len(left)} files: {left[:20]}")
    print("  purged: nothing is left but what is the user's")


def serve(folder: Path) -> http.server.ThreadingHTTPServer:
    """Serve a site on this machine."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(folder))  # type: ignore[arg-type]  # as the server calls it

        def log_message(self, *_arguments: object) -> None:
            """Nobody asks."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def make_system(suite: str, base: Path, mirror: str, keyring: Path | None) -> None:
    """Make a bare system of a release with debootstrap."""
    print(f"{suite}: making a system; this takes a minute or two", flush=True)
    command = ["debootstrap", "--variant=minbase", *([f"--keyring={keyring}"] if keyring else [])]
    if suite in UBUNTU:
        command += ["--components=main,universe", suite, str(base), mirror or UBUNTU[suite], "gutsy"]
    else:
        command += [suite, str(base), *filter(None, [mirror])]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def try_on(suite: str, package: Path, before: Path, cache: Path) -> None:
    """Try the package on a copy of a fresh system."""
    base = cache / suite
    root = cache / f"{suite}-tried"
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "--archive", "--reflink=auto", str(base), str(root)], check=True)
    print(f"{suite}: {(root / 'etc' / 'debian_version').read_text('utf-8').strip()}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "robots.txt").write_text(ROBOTS_TXT, "utf-8")
        server = serve(Path(name))
        try:
            address = f"http://127.0.0.1:{server.server_port}"
            again = [sys.executable, __file__, str(package), "--from", str(before), _INSIDE, str(base), address]
            done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", *again], check=False)
        finally:
            server.shutdown()
    shutil.rmtree(root)
    if done.returncode != 0:
        raise TryError(f"{suite}: the package is not as it should be")


def main() -> int:
    """Try it on each system; 1 with the reason where one is not content."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--from", dest="before", type=Path, metavar="DEB", help="the package of the version before")
    parser.add_argument("--suite", action="append", help=f"a release; default: {', '.join(SUITES)}")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "robotstudio-systems")
    parser.add_argument(
        "--keyring", type=Path, metavar="FILE", help="the keys of that release, if not this system's own"
    )
    parser.add_argument("--mirror", default="", help="where debootstrap finds the packages, if not at its usual place")
    parser.add_argument(_INSIDE, nargs=2, metavar=("BASE", "ADDRESS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    package: Path = options.package.resolve()
    before: Path = (options.before or package).resolve()
    try:
        if options.inside:
            work_inside(package, before, Path(options.inside[0]), options.inside[1])
        else:
            options.cache.mkdir(parents=True, exist_ok=True)
            for suite in options.suite or SUITES:
                if not (options.cache / suite / "etc" / "debian_version").exists():
                    make_system(suite, options.cache / suite, options.mirror, options.keyring)
                try_on(suite, package, before, options.cache)
    except (TryError, subprocess.CalledProcessError, OSError) as error:
        print(f"try_deb: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
