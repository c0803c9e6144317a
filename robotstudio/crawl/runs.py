"""The runs of a crawl: each has its own file, so that none overwrites or moves another.

`site.crawl` is the first; later ones are beside it with the time at which they began, `site-2026-11-24-1512.crawl`.
Versions up to 1.0.0 moved the previous run to `site.crawl.before`, which then is the oldest.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from robotstudio.crawl.model import CrawlState
from robotstudio.crawl.store import CrawlDamagedError, CrawlFileError, CrawlStore, is_crawl, locked
from robotstudio.store.files import status_of

BEFORE: Final = ".before"
_TIME: Final = r"-(\d{4}-\d\d-\d\d-\d{4})(?:-(\d{1,6}))?"
_DATED: Final = re.compile(rf"(.{{1,255}}){_TIME}")


class Run(NamedTuple):
    """The files of a new run."""

    path: Path
    before: Path | None
    """The run with which conditional requests are made."""
    last: Path | None
    """The newest existing run; it must not be running."""

    def wait_for_last(self) -> None:
        """Wait until the last run has ended. Raises CrawlFileError if it is running."""
        if self.last is not None:
            locked(self.last).release(remove=True)


def runs_of(path: Path) -> list[Path]:
    """Return the existing files of a crawl, oldest first, whichever of them is given."""
    root = _root_of(path)
    dated: list[tuple[tuple[str, int], Path]] = []
    with suppress(OSError):
        dated += ((when, file) for file in root.parent.iterdir() if (when := _when(root, file.name)))
    old = (root.with_name(root.name + BEFORE), root)
    return [*(run for run in old if status_of(run) is not None), *(run for _, run in sorted(dated))]


def latest_run(path: Path) -> Path:
    """Return the newest run with pages, for reading. A path with a date stands for itself."""
    if _root_of(path) != path:
        return path
    return _newest(path, _has_pages)


def resumable_run(path: Path) -> Path:
    """Return the newest run, even without pages. A path with a date stands for itself."""
    if _root_of(path) != path:
        return path
    return _newest(path, is_crawl)


def next_run(path: Path, now: datetime) -> Run:
    """Return the files of the next run: a new file, or one without pages. Raises CrawlFileError."""
    runs = runs_of(path)
    if not runs or (path not in runs and _root_of(path) != path):
        return Run(path, _earlier(runs), runs[-1] if runs else None)
    last = runs[-1]
    try:
        is_kept = _has_pages(last)
    except CrawlDamagedError:
        is_kept = True
    except CrawlFileError:
        if last == path:
            raise
        is_kept = True
    if not is_kept and last.name != _root_of(path).name + BEFORE:
        return Run(last, _earlier(runs[:-1]), last)
    return Run(new_name(path, now), _earlier(runs), last)


def new_name(path: Path, now: datetime) -> Path:
    """Return a name for another run, which sorts last even if the clock was set back."""
    root, runs = _root_of(path), runs_of(path)
    when = now.strftime("%Y-%m-%d-%H%M"), 1
    last = _when(root, runs[-1].name) if runs else None
    if last is not None and when <= last:
        when = last[0], last[1] + 1
    number = f"-{when[1]}" if when[1] > 1 else ""
    return root.with_name(f"{root.stem}-{when[0]}{number}{root.suffix}")


def _newest(path: Path, is_meant: Callable[[Path], bool]) -> Path:
    for run in reversed(runs_of(path)):
        try:
            if is_meant(run):
                return run
        except CrawlDamagedError:
            return run  # reading it reports what is wrong, and what to do
        except CrawlFileError:  # another program's file with such a name
            continue
    return path


def _root_of(path: Path) -> Path:
    found = _DATED.fullmatch(path.stem)
    return path if found is None else path.with_name(found[1] + path.suffix)


def _when(root: Path, name: str) -> tuple[str, int] | None:
    """Parse when a run began from its name; None if it is not of this crawl."""
    found = re.fullmatch(re.escape(root.stem) + _TIME + re.escape(root.suffix), name)
    return None if found is None else (found[1], int(found[2] or 1))


def _has_pages(path: Path) -> bool:
    if not is_crawl(path):
        return False
    with CrawlStore.reading(path) as store:
        return store.has_pages


def _earlier(runs: list[Path]) -> Path | None:
    """Return the newest finished run, else the newest with pages: it knows most of the site."""
    found = None
    for run in reversed(runs):
        with suppress(CrawlFileError):
            if _has_pages(run):
                with CrawlStore.reading(run) as store:
                    if store.fact("state") == CrawlState.FINISHED:
                        return run
                found = found or run
    return found
