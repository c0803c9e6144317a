"""Try the bundle that PyInstaller made: the window evaluates, the command line answers, the licences are there."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ("en", *sorted(path.name for path in (ROOT / "resources" / "locale").iterdir() if path.is_dir()))
BUNDLE = ROOT / "dist" / "robotstudio"
PROGRAM = BUNDLE / ("robotstudio.exe" if os.name == "nt" else "robotstudio")
LIMIT = 60  # seconds for one start, on the slowest machine
ROBOTS_TXT = "User-agent: *\nDisallow: /private/\n"


class SmokeTestError(Exception):
    """The bundle does not work; the message says what."""


def run(*command: str, home: str, platform: str = "offscreen") -> tuple[str, float]:
    """Return what a command prints and the seconds it took, in its own home, without the settings of the user."""
    places = dict.fromkeys(
        ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"), home
    )
    start = perf_counter()
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LIMIT,
            check=False,
            env=os.environ | places | {"QT_QPA_PLATFORM": platform},
        )
    except subprocess.TimeoutExpired as error:
        raise SmokeTestError(f"{' '.join(command)} did not end within {LIMIT} s") from error
    if done.returncode != 0:
        raise SmokeTestError(f"{' '.join(command)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout, perf_counter() - start


def check_window(home: str) -> None:
    """Open the window, load and evaluate the example; also on a real X server if one can be started."""
    smoke = (str(PROGRAM), "--smoke-test")
    starts: dict[str, tuple[tuple[str, ...], str]] = {"first": (smoke, "offscreen"), "second": (smoke, "offscreen")}
    if xvfb := shutil.which("xvfb-run"):
        starts["on X"] = ((xvfb, "--auto-servernum", *smoke), "xcb")
    for name, (command, platform) in starts.items():
        output, seconds = run(*command, home=home, platform=platform)
        if "smoke test passed" not in output:
            raise SmokeTestError(f"the window did not say that it passed:\n{output}")
        print(f"start, evaluate and quit, {name}: {seconds:.2f} s: {output.strip()}")


def check_command_line(home: str) -> None:
    """`robotstudio test` answers without a window."""
    file = Path(home) / "robots.txt"
    file.write_text(ROBOTS_TXT, "utf-8")
    url = "https://example.com/private/page"
    output, seconds = run(str(PROGRAM), "test", str(file), "--url", url, "--format", "json", home=home)
    verdicts = [json.loads(line) for line in output.splitlines()]
    if not verdicts or any((verdict["allowed"], verdict["line"]) != (False, 2) for verdict in verdicts):
        raise SmokeTestError(f"robotstudio test gave a wrong verdict:\n{output}")
    print(f"robotstudio test: {seconds:.2f} s")


def check_survey(home: str) -> None:
    """`robotstudio survey` reads WARC files, in processes of its own."""
    folder = Path(home) / "archives"
    folder.mkdir()
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + ROBOTS_TXT.encode()
    for name in ("a", "b"):
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://{name}.example/robots.txt\r\n"
            "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        (folder / f"{name}.warc.gz").write_bytes(gzip.compress(head.encode() + block + b"\r\n\r\n"))
    output, seconds = run(str(PROGRAM), "survey", str(folder), "--workers", "2", "--format", "json", home=home)
    if (files := json.loads(output)["files"]) != 2:
        raise SmokeTestError(f"robotstudio survey counted {files} files, not 2")
    print(f"robotstudio survey: {seconds:.2f} s")


def check_reports(home: str) -> None:
    """`robotstudio report` writes each of its formats, whose modules it looks for by their names."""
    file = Path(home) / "robots.txt"
    file.write_text(ROBOTS_TXT, "utf-8")
    starts = {"html": b"<!doctype html>", "md": b"# ", "xlsx": b"pk", "json": b"{", "csv": b""}
    for kind, start in starts.items():
        target = Path(home) / f"report.{kind}"
        run(str(PROGRAM), "report", str(file), "--url", "/private/", "-o", str(target), home=home)
        if not (body := target.read_bytes()) or not body.lower().startswith(start):
            raise SmokeTestError(f"the report as {kind} is none: {body[:80]!r}")
    print(f"robotstudio report: {', '.join(starts)}")


def check_languages(home: str) -> None:
    """Each language has its catalogue, and the window the translations of Qt and letters for all of it."""
    file = Path(home) / "robots.txt"
    file.write_text("Disalow: /\n", "utf-8")
    said = {}
    for code in LANGUAGES:
        help_text, _ = run(str(PROGRAM), "--lang", code, "--help", home=home)
        findings, _ = run(str(PROGRAM), "--lang", code, "lint", "--fail-on", "never", str(file), home=home)
        page, _ = run(str(PROGRAM), "--lang", code, "rule", "RS102", home=home)
        said[code] = {help_text, findings, page}
        if code != "en" and said[code] & said["en"]:
            raise SmokeTestError(f"something is said in English instead of {code}")
        if code != "en" and not any(BUNDLE.rglob(f"qtbase_{code}.qm")):
            raise SmokeTestError(f"the bundle lacks Qt's own words in {code}")
    print(f"languages: {', '.join(said)}")


def check_licences() -> None:
    """Check that the licence texts of the libraries are in the bundle."""
    folder = next(BUNDLE.rglob("licenses"))
    names = {file.name for file in folder.rglob("*")}
    wanted = {"LICENSE", "THIRD_PARTY_NOTICES.md", "LGPL-3.0.txt", "GPL-3.0.txt", "third-party.txt", "incorporated.txt"}
    if missing := wanted - names:
        raise SmokeTestError(f"the bundle lacks {', '.join(sorted(missing))}")


def check_bytecode() -> None:
    """All modules are compiled: a folder that can only be read starts as fast."""
    if sources := [file.name for file in BUNDLE.rglob("*.py*") if file.suffix in {".py", ".pyc"}]:
        raise SmokeTestError(f"the bundle has modules beside its archive: {', '.join(sources[:5])}")


def check_pages() -> None:
    """Check that the pages of the help are in the bundle, in every language."""
    folder = next(BUNDLE.rglob("pages"))
    for name in ("CHANGELOG.md", "docs/lint.md", "docs/rules/RS101.md", *(f"docs/guide/{code}" for code in LANGUAGES)):
        if not (folder / name).exists():
            raise SmokeTestError(f"the bundle lacks {name}, which the help shows")


def main() -> int:
    """Run every part; 1 with the reason where one fails."""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            check_licences()
            check_bytecode()
            check_pages()
            check_command_line(home)
            check_survey(home)
            check_reports(home)
            check_languages(home)
            check_window(home)
    except (SmokeTestError, OSError, StopIteration) as error:
        print(f"smoke test failed: {error}", file=sys.stderr)
        return 1
    size = sum(file.lstat().st_size for file in BUNDLE.rglob("*") if file.is_file() and not file.is_symlink())
    print(f"bundle: {size / 1e6:.0f} MB in {BUNDLE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
