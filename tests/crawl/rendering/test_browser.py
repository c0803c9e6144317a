"""The browser as a process: found, started apart from everything, and gone when it is no longer needed."""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from robotstudio.crawl.rendering import browser
from robotstudio.crawl.rendering.browser import BrowserError, BrowserGoneError, find_browser, open_browser, program_of
from tests.crawl.rendering.conftest import HAS_SANDBOX, Rendering

_HOLDS_A_BROWSER = """
import asyncio, sys
from pathlib import Path
from robotstudio.crawl.rendering.browser import open_browser
async def main():
    async with open_browser(Path(sys.argv[1]), has_sandbox=sys.argv[2] == "True") as browser:
        print(browser.pid, flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""


def test_browser_says_what_it_is(rendering: Rendering) -> None:
    assert "/" in rendering.browser.product


def test_profile_is_removed_and_process_ended(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def profiles() -> int:
        return len(list(tmp_path.glob("robotstudio-browser-*")))

    async def use() -> None:
        async with open_browser(program, has_sandbox=HAS_SANDBOX):
            assert profiles() == 1

    asyncio.run(use())
    assert profiles() == 0


def test_browser_ends_when_our_process_is_killed(program: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", _HOLDS_A_BROWSER, str(program), str(HAS_SANDBOX)]
    here = os.environ | {"TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}  # where the profile is left
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3], env=here) as holder:
        assert holder.stdout is not None
        pid = int(holder.stdout.readline())
        holder.kill()
    with contextlib.suppress(psutil.NoSuchProcess):
        left = psutil.Process(pid)
        while left.status() != psutil.STATUS_ZOMBIE:  # the suite's own timeout ends this if it fails
            asyncio.run(asyncio.sleep(0.05))


def test_killed_browser_fails_the_call(program: Path) -> None:
    async def use() -> None:
        async with open_browser(program, has_sandbox=HAS_SANDBOX) as opened:
            psutil.Process(opened.pid).kill()
            with pytest.raises(BrowserGoneError):
                await opened.call("Browser.getVersion")

    asyncio.run(use())


def test_program_that_is_no_browser_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "_END_SECONDS", 0.1)

    async def use() -> None:
        async with open_browser(Path(sys.executable), has_sandbox=False):
            """Never reached."""

    with pytest.raises(BrowserError, match="ended or did not answer"):
        asyncio.run(use())
    with pytest.raises(BrowserError, match="There is no program"):
        program_of(tmp_path / "none", has_sandbox=False)


def test_missing_browser_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "_candidates", lambda: iter(()))
    assert find_browser() is None
    with pytest.raises(BrowserError, match="Install Chromium, Google Chrome or Microsoft Edge"):
        program_of(None, has_sandbox=True)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux refuses")
def test_root_needs_to_say_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (tmp_path / "chromium").write_bytes(b"")
    (tmp_path / "chromium").chmod(0o755)
    with pytest.raises(BrowserError, match="as root"):
        program_of(tmp_path / "chromium", has_sandbox=True)
    assert program_of(tmp_path / "chromium", has_sandbox=False) == tmp_path / "chromium"


def test_leftovers_of_killed_programs_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old, new = tmp_path / "robotstudio-browser-old", tmp_path / "robotstudio-browser-new"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))
    browser.remove_leftovers()
    assert not old.exists()
    assert new.exists()
