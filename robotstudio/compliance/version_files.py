"""Versions of a robots.txt from files: one with its day, a folder of dated ones, or what Git recorded of one."""

import os
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from robotstudio.compliance.model import ALWAYS, DatedVersion, moment_of
from robotstudio.store.errors import FileContentError, FileError
from robotstudio.store.files import READ_LIMIT, read
from robotstudio.text.language import Message, Plural, Told, told

_DAY_IN_NAME: Final = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?:[-_ .T]?(\d\d)[-_.:h]?(\d\d)(?:[-_.:]?(\d\d))?)?Z?(?!\d)",
    re.ASCII,
)
_CAPTURE: Final = re.compile(r"(?<!\d)(?:19|20)\d{12}(?!\d)", re.ASCII)
"""The time of a capture, as web archives write it: the file may have come earlier, and was there then."""
_NOT_YET: Message = "“{name}” starts on {day}, which is yet to come: it does not count."
_GIT_SECONDS: Final = 60
_LINK_MODE: Final = "120000"
_IS_LINK: Message = "In Git, “{name}” is a link to another file. Name that file."
_LEFT_OUT = Plural(
    "“{name}”: {count} file with a date in its name is no robots.txt and was left out: {example}.",
    "“{name}”: {count} files with a date in their names are no robots.txt and were left out, such as {example}.",
)
_MOST_TAGS: Final = 1_000
_GIT: Final = ("git", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
_GIT_ENVIRONMENT: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}


def versions_in_folder(folder: Path) -> tuple[DatedVersion, ...]:
    """Return the files of a folder, or of the folders in it, whose name has a day or a time (UTC), and is of a text.

    Raises FileError, also if there is none.
    """
    found = []
    for path, name, moment in _dated_files(folder):
        if _may_be_robots(path):
            is_capture = _CAPTURE.search(name) is not None
            found.append((DatedVersion(moment, read(path), name), is_capture))
    if not found:
        raise FileContentError("No file in “{name}” has a date in its name, such as 2026-10-01.txt.", folder)
    found.sort(key=lambda pair: pair[0].since)
    return tuple(_after_captures(found))


def left_out(folder: Path) -> Told | None:
    """Return the remark on dated files of a folder that are no robots.txt; None if there is none."""
    others = [name for path, name, _ in _dated_files(folder) if not _may_be_robots(path)]
    return told(_LEFT_OUT, count=len(others), name=folder.name, example=others[0]) if others else None


def _dated_files(folder: Path) -> Iterator[tuple[Path, str, datetime]]:
    for path in sorted(chain(folder.glob("*"), folder.glob("*/*"))):
        name = path.relative_to(folder).as_posix()
        moment = day_in_name(name)
        if moment is not None and not path.name.startswith(".") and path.is_file():
            yield path, name, moment


def _may_be_robots(path: Path) -> bool:
    """Return True for a text, a name without an extension (a day with dots has none), and one of a robots.txt."""
    extension = path.suffix.lower().removeprefix(".")
    return extension in {"", "txt"} or extension[0].isdigit() or "robots" in path.name.lower()


def _after_captures(found: list[tuple[DatedVersion, bool]]) -> Iterator[DatedVersion]:
    """Yield versions without repeated captures; a new one may have come any time after the capture before it."""
    last: datetime | None = None
    body: bytes | None = None
    for version, is_capture in found:
        if not is_capture:
            yield version
        elif version.body != body:
            yield replace(version, after=last or version.since)
        last, body = version.since, version.body


def not_yet_live(version: DatedVersion) -> Told:
    """Return the remark on a version that is yet to come."""
    return told(_NOT_YET, name=version.name, day=version.since.astimezone(UTC).date())


def day_in_name(name: str) -> datetime | None:
    """Return the first day, or time, in the name of a file (UTC); None if it has none."""
    for found in _DAY_IN_NAME.finditer(name):
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
        try:
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        except ValueError:
            continue
    return None


def versions_in_git(path: Path) -> tuple[DatedVersion, ...]:
    """Return what a repository recorded of a file, from the time of each commit; a deleted file is an empty one.

    What was before a link to another file is not known. Raises FileError, also for a link: its text is no rules.
    """
    log = _git(path, ["log", "--first-parent", "-m", "--raw", "--format=%H %cI", "--", path.name])
    commits: list[tuple[str, str, str]] = []
    is_link = False
    for line in log.decode("utf-8", "replace").split("\n"):
        if line.startswith(":"):  # modes before and after, the newest commit first
            is_link = line.split(" ")[1] == _LINK_MODE
            if is_link:
                commits.pop()
                break
        elif line:
            commits.append(line.partition(" "))
    if not commits:
        raise FileContentError(_IS_LINK if is_link else "Git has recorded no version of “{name}”.", path)
    commits.reverse()
    asked = "".join(f"{commit}:./{path.name}\n" for commit, _, _ in commits)
    bodies = _bodies(_git(path, ["cat-file", "--batch"], asked.encode()))
    found: list[DatedVersion] = []
    for (commit, _, when), body in zip(commits, bodies, strict=True):
        moment = _moment(when) or ALWAYS
        if found:  # a clock may have been wrong, but the order is known
            moment = max(moment, found[-1].since)
        if not found or found[-1].body != body:
            found.append(DatedVersion(moment, body, commit[:10]))
    latest = {version.since: version for version in found}
    return tuple(latest.values())


def tags_in_git(path: Path) -> tuple[tuple[datetime, str], ...]:
    """Return the tags of the current branch in the repository of a file, with their times. Raises FileError."""
    asked = ["for-each-ref", "--merged=HEAD", f"--count={_MOST_TAGS}", "--sort=-creatordate"]
    listed = _git(path, [*asked, "--format=%(creatordate:iso-strict) %(refname:strip=2)", "refs/tags"])
    found: list[tuple[datetime, str]] = []
    for line in listed.decode("utf-8", "replace").split("\n"):
        when, _, name = line.partition(" ")
        moment = _moment(when)  # a tag of something else than a commit may have no time
        if moment and name:
            found.append((moment, name))
    return tuple(reversed(found))


def _moment(when: str) -> datetime | None:
    """Parse a time of Git; None for a year that no time line shows: Git takes what a wrong clock says."""
    try:
        return moment_of(when)
    except ValueError:
        return None


def is_changed_in_git(path: Path) -> bool:
    """Return True if a file was changed since it was recorded. Raises FileError."""
    return bool(_git(path, ["status", "--porcelain", "--", path.name]))


def _bodies(answer: bytes) -> Iterator[bytes]:
    """Yield the contents that `git cat-file --batch` writes; empty for a missing one."""
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        head, at = answer[at:end].split(b" "), end + 1
        if head[-1] == b"missing" or len(head) < 3:
            yield b""
            continue
        size = int(head[2])
        yield answer[at : at + min(size, READ_LIMIT)]
        at += size + 1


def _git(path: Path, arguments: list[str], written: bytes = b"") -> bytes:
    """Run Git in the folder of a file, so that it neither asks, fetches nor writes anything."""
    folder = path.parent if str(path.parent) else Path()
    try:
        done = subprocess.run(
            [*_GIT, *arguments],
            cwd=folder,
            input=written,
            capture_output=True,
            timeout=_GIT_SECONDS,
            check=False,
            env={**os.environ, **_GIT_ENVIRONMENT},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FileError("Git could not be run for “{name}”.", path) from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0][:200]
        raise FileContentError("Git could not read the versions of “{name}”: {said}", path, said=said)
    return done.stdout
