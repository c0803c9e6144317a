"""A browser of this computer, started for Robot Studio alone and steered over a pipe (Chrome DevTools Protocol).

It has a temporary profile and no way to the network: whatever a page requests is answered over the pipe, by what our
own fetcher got (`loader`). The browser ends when its pipe closes, also if this process is killed (docs/decisions/0039).
"""

import asyncio
import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message

_NAMES: Final = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    *("microsoft-edge", "microsoft-edge-stable"),
)
_MAC: Final = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS: Final = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_WINDOWS_FOLDERS: Final = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
_ARGUMENTS: Final = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",  # /dev/shm is small in containers
    "--disable-extensions",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
    "--disable-gpu",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--js-flags=--max-old-space-size=512",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-pings",
    "--password-store=basic",
    "--use-mock-keychain",
    # No way to the network: WebSockets and WebRTC never reach the DevTools protocol.
    "--proxy-server=socks5://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
_THROUGH_STANDARD_STREAMS: Final = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null'
"""Chromium reads commands from descriptor 3 and writes to 4; `subprocess` cannot pass descriptors by number."""
_PROFILE: Final = "robotstudio-browser-"
_LONGEST_FOLDER: Final = 50
"""The browser has a socket in the temporary folder, and the path of a socket has at most 104 bytes."""
_LEFTOVER_SECONDS: Final = 24 * 3600
_START_SECONDS: Final = 30.0
_CALL_SECONDS: Final = 30.0
_END_SECONDS: Final = 5.0
_LARGEST_MESSAGE: Final = 256 * 1024 * 1024
_PIECE: Final = 1 << 16

_NONE: Message = (
    "No browser was found. Install Chromium, Google Chrome or Microsoft Edge, or name its program file with --browser."
)
_NO_FILE: Message = "There is no program “{path}”."
_AS_ROOT: Message = (
    "The browser cannot protect this computer from the page if it runs as root. Use another account, or --no-sandbox "
    "in a container that holds nothing else."
)
_NOT_STARTED: Message = "The browser “{path}” did not start: {error}."
_NO_ANSWER: Message = "The browser “{path}” ended or did not answer. It may be too old, or forbidden by a policy."
_GONE: Message = "The browser ended, or stopped answering."

Arguments = Mapping[str, Any]
OnEvent = Callable[[str, str, Arguments], None]
"""Called with the session, the name of the event and its parameters."""


class BrowserError(RobotStudioError):
    """There is no browser, or it does not start."""


class BrowserGoneError(RobotStudioError):
    """The browser ended, or does not answer any more."""

    def __init__(self) -> None:
        super().__init__(_GONE)


class CallError(Exception):
    """The browser refused a call, such as one for a page that is gone."""


def find_browser() -> Path | None:
    """Return the program of a browser on this computer, None if there is none."""
    return next((path for path in _candidates() if path.is_file()), None)


def _candidates() -> Iterator[Path]:
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / name for name in _MAC)
    elif sys.platform == "win32":
        folders = [os.environ[name] for name in _WINDOWS_FOLDERS if os.environ.get(name)]
        yield from (Path(folder) / name for name in _WINDOWS for folder in folders)
    yield from (Path(found) for found in map(shutil.which, _NAMES) if found)


def program_of(named: Path | None, *, has_sandbox: bool) -> Path:
    """Return the browser to start: the named one, or the one of this computer. Raises BrowserError."""
    program = named or find_browser()
    if program is None:
        raise BrowserError(_NONE)
    if not program.is_file() or not os.access(program, os.X_OK):
        raise BrowserError(_NO_FILE, path=str(program))
    if has_sandbox and sys.platform == "linux" and os.geteuid() == 0:
        raise BrowserError(_AS_ROOT)
    return program


@contextlib.asynccontextmanager
async def open_browser(named: Path | None = None, *, has_sandbox: bool = True) -> "AsyncIterator[Browser]":
    """Start a browser for as long as the context lasts. Raises BrowserError."""
    program = program_of(named, has_sandbox=has_sandbox)
    remove_leftovers()
    with tempfile.TemporaryDirectory(prefix=_PROFILE, ignore_cleanup_errors=True) as profile:
        arguments = [*_ARGUMENTS, f"--user-data-dir={profile}", *(() if has_sandbox else ("--no-sandbox",))]
        try:
            process = _Process(program, [*arguments, "about:blank"])
        except OSError as error:
            raise BrowserError(_NOT_STARTED, path=str(program), error=error.strerror or str(error)) from None
        browser = Browser(process)
        try:
            try:
                async with asyncio.timeout(_START_SECONDS):
                    browser.product = str((await browser.call("Browser.getVersion"))["product"])
            except (TimeoutError, BrowserGoneError, CallError, KeyError):
                raise BrowserError(_NO_ANSWER, path=str(program)) from None
            yield browser
        finally:
            await browser.close()


def remove_leftovers() -> None:
    """Remove profiles of programs that were killed; a rendering takes minutes, not a day."""
    before = time.time() - _LEFTOVER_SECONDS
    for folder in Path(tempfile.gettempdir()).glob(f"{_PROFILE}*"):
        with contextlib.suppress(OSError):
            if folder.lstat().st_mtime < before:
                shutil.rmtree(folder, ignore_errors=True)


class _Process:
    """The browser's process, with its ends of the pipe."""

    def __init__(self, program: Path, arguments: list[str]) -> None:
        self.commands: IO[bytes]
        self.answers: IO[bytes]
        self._process: subprocess.Popen[bytes]
        if sys.platform == "win32":
            self._start_on_windows(program, arguments)
            return
        is_short = len(tempfile.gettempdir()) <= _LONGEST_FOLDER
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", _THROUGH_STANDARD_STREAMS, str(program), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=None if is_short else os.environ | {"TMPDIR": "/tmp"},  # noqa: S108  # as on every system with `sh`
            start_new_session=True,  # so that the whole group can be killed, and Ctrl+C does not reach it
        )
        assert self._process.stdin is not None  # noqa: S101  # for mypy
        assert self._process.stdout is not None  # noqa: S101
        self.commands, self.answers = self._process.stdin, self._process.stdout

    if sys.platform == "win32":

        def _start_on_windows(self, program: Path, arguments: list[str]) -> None:
            """Pass the two handles by number, and let the process inherit nothing else."""
            import msvcrt  # noqa: PLC0415  # Windows only

            read, write = os.pipe()
            answers_read, answers_write = os.pipe()
            try:
                handles = [msvcrt.get_osfhandle(read), msvcrt.get_osfhandle(answers_write)]
                for handle in handles:
                    os.set_handle_inheritable(handle, True)  # noqa: FBT003
                start = subprocess.STARTUPINFO(lpAttributeList={"handle_list": handles})
                pipes = "--remote-debugging-io-pipes={},{}".format(*handles)
                self._process = subprocess.Popen([str(program), pipes, *arguments], startupinfo=start)
            except OSError:
                os.close(write)
                os.close(answers_read)
                raise
            finally:
                os.close(read)
                os.close(answers_write)
            self.commands = os.fdopen(write, "wb")
            self.answers = os.fdopen(answers_read, "rb")

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self, patience: float) -> None:
        """Wait until the browser has ended, then kill what is left of it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        if sys.platform == "win32":
            self._process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Browser:
    """A running browser; used in one event loop. Two threads do what may block: reading and writing the pipe."""

    def __init__(self, process: _Process) -> None:
        self.product = ""
        self._loop = asyncio.get_running_loop()
        self._process = process
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._calls: dict[int, asyncio.Future[Arguments]] = {}
        self._listeners: dict[str, OnEvent] = {}
        self._last = 0
        self._is_gone = False
        self._threads = [
            threading.Thread(target=work, name=f"browser {work.__name__}", daemon=True)
            for work in (self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    async def call(self, method: str, session: str = "", **parameters: Any) -> Arguments:  # noqa: ANN401  # JSON
        """Call a method of the protocol; return its result. Raises BrowserGoneError and CallError.

        A page that does not answer, as in an endless loop, fails the call; the browser itself may be well.
        """
        answer = self.send(method, session, **parameters)
        try:
            async with asyncio.timeout(_CALL_SECONDS):
                return await answer
        except TimeoutError:
            raise CallError(method) if session else BrowserGoneError from None

    def send(self, method: str, session: str = "", **parameters: Any) -> "asyncio.Future[Arguments]":  # noqa: ANN401  # JSON
        """Call a method without waiting; its failure is nobody's unless the future is awaited."""
        answer: asyncio.Future[Arguments] = self._loop.create_future()
        answer.add_done_callback(_retrieved)
        if self._is_gone:
            answer.set_exception(BrowserGoneError())
            return answer
        self._last += 1
        self._calls[self._last] = answer
        message = {"id": self._last, "method": method, "params": parameters}
        self._to_write.put(msgspec.json.encode(message | ({"sessionId": session} if session else {})) + b"\0")
        return answer

    def listen(self, session: str, on_event: OnEvent | None) -> None:
        """Call back for each event of a session; None: no longer."""
        if on_event is None:
            self._listeners.pop(session, None)
        else:
            self._listeners[session] = on_event

    async def close(self, patience: float = _END_SECONDS) -> None:
        """Close the pipe, which ends the browser; kill it if it does not."""
        self._gone()
        self._to_write.put(None)
        await asyncio.to_thread(self._process.end, patience)
        for thread in self._threads:
            await asyncio.to_thread(thread.join, patience)

    # in threads of their own

    def _write(self) -> None:
        with contextlib.suppress(OSError, ValueError), self._process.commands as commands:
            while (message := self._to_write.get()) is not None:
                commands.write(message)
                commands.flush()

    def _read(self) -> None:
        rest = bytearray()
        with contextlib.suppress(OSError, ValueError), self._process.answers as answers:
            while piece := os.read(answers.fileno(), _PIECE):
                rest += piece
                if b"\0" in piece:
                    *messages, rest = rest.split(b"\0")
                    self._deliver(messages)
                elif len(rest) > _LARGEST_MESSAGE:
                    break
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            self._loop.call_soon_threadsafe(self._gone)

    def _deliver(self, messages: list[bytearray]) -> None:
        for message in messages:
            try:
                read = msgspec.json.decode(message)
            except msgspec.DecodeError:  # a page's text may have lone surrogates, which only `json` takes
                read = json.loads(message)
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._received, read)

    # in the loop

    def _received(self, message: Arguments) -> None:
        answer = self._calls.pop(message.get("id", 0), None)
        if answer is not None:
            if answer.done():
                return
            if "error" in message:
                answer.set_exception(CallError(str(message["error"].get("message", ""))))
            else:
                answer.set_result(message.get("result", {}))
        elif "method" in message:
            session = message.get("sessionId", "")
            listener = self._listeners.get(session)
            if listener is not None:
                listener(session, message["method"], message.get("params", {}))

    def _gone(self) -> None:
        self._is_gone = True
        for answer in self._calls.values():
            if not answer.done():
                answer.set_exception(BrowserGoneError())
        self._calls.clear()
        for listener in tuple(self._listeners.values()):
            listener("", GONE, {})


GONE: Final = "gone"
"""The event of a browser that has ended."""


def _retrieved(answer: "asyncio.Future[Arguments]") -> None:
    if not answer.cancelled():
        answer.exception()
