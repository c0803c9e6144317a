"""Fetch a robots.txt over FTP: anonymously, with the standard library, in a daemon thread that is never joined.

`ftplib` blocks. Cancelling shuts its sockets down and returns at once; the thread ends by itself a moment later.
"""

import asyncio
import contextlib
import ftplib
import hashlib
import re
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from robotstudio.engine.content import content_of
from robotstudio.fetch.address import host_of, port_of, shown
from robotstudio.fetch.evidence import (
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    FetchProgress,
    Hop,
    Phase,
    Timings,
)
from robotstudio.fetch.failures import Ending, ErrorContext, classify, classify_socket
from robotstudio.fetch.limits import LimitReachedError, Limits
from robotstudio.text.language import Message, Told, told

_ODD_REPLY: Message = "a reply is malformed"
_MOST_LINES: Final = 200
_BLOCK: Final = 65_536
_TOLD_EVERY_MS: Final = 50.0
_DIRECTORY: Final = re.compile(r"director|not a (?:plain|regular) file|is a folder", re.IGNORECASE)
_LISTING: Final = re.compile(rb"(?:total \d+|[-dl](?:[r-][w-][-xsStT]){3}[ .+@].*)\r?")


class _Client(ftplib.FTP):
    """ftplib with two limits: on the lines of a reply, and the read timeout also for the first reply."""

    read_seconds: float

    def getmultiline(self) -> str:
        if self.sock is not None:
            self.sock.settimeout(self.read_seconds)
        line = self.getline()
        if line[3:4] != "-" or not line[:3].isdigit():
            return line
        code, lines = line[:3], [line]
        while not (lines[-1][:3] == code and lines[-1][3:4] != "-"):
            if len(lines) > _MOST_LINES:
                raise ftplib.error_proto("a reply without end")  # noqa: S321  # it is FTP that was asked for
            lines.append(self.getline())
        return "\n".join(lines)


class _Visit:
    """One download; runs in its own thread. `abort` stops it from another thread."""

    def __init__(self, url: str, limits: Limits, on_bytes: Callable[[int], None]) -> None:
        self._url = url
        self._limits = limits
        self._on_bytes = on_bytes
        self._client = _Client(encoding="latin-1")
        self._data: socket.socket | None = None
        self._logged_in = False
        self._begun = time.perf_counter()
        self.aborted = False
        self.connected = self.answered = 0.0  # ms
        self.body = bytearray()
        self.truncated = False
        self.peer: str | None = None
        self.reply = ""

    def run(self) -> Ending | None:
        """Connect, log in, read; None if a file was received."""
        try:
            self._connect()
            self._read()
            ending = self._listed()
        except ftplib.Error as error:
            ending = self._refused(error)
        except EOFError:
            ending = FetchOutcome.NETWORK_ERROR, self._failure(FailureKind.CONNECTION_CLOSED)
        except (OSError, UnicodeError) as error:
            ending = classify_socket(error, self._error_context())
        except LimitReachedError as error:
            ending = classify(error, self._error_context())
        except Exception:  # noqa: BLE001  # ftplib trusts the numbers in a reply; this thread must always answer
            ending = FetchOutcome.INVALID_RESPONSE, self._failure(FailureKind.FTP_PROTOCOL, told(_ODD_REPLY))
        finally:
            self._client.close()
            if self._data is not None:
                self._data.close()
        return ending

    def abort(self) -> None:
        """Wake the thread wherever it is blocked."""
        self.aborted = True
        for wire in (self._client.sock, self._data):
            if wire is not None:
                with contextlib.suppress(OSError):
                    wire.shutdown(socket.SHUT_RDWR)

    def _connect(self) -> None:
        client, limits = self._client, self._limits
        client.read_seconds = limits.read_seconds
        client.connect(host_of(self._url), port_of(self._url), timeout=limits.connect_seconds)
        self.connected = self._now()
        if self.aborted:
            raise EOFError
        self.peer = str(client.sock.getpeername()[0]) if client.sock is not None else None
        client.timeout = limits.read_seconds
        self._note(client.welcome or "")
        self._note(client.login())
        self._logged_in = True
        client.voidcmd("TYPE I")

    def _read(self) -> None:
        self._data = self._client.transfercmd("RETR robots.txt")
        self.answered = self._now()
        told, limits, pieces = self.answered, self._limits, 0
        while data := self._data.recv(_BLOCK):
            self.body += data
            pieces += 1
            if pieces > limits.pieces:
                raise LimitReachedError(FailureKind.PIECES_LIMIT, limits.pieces)
            if self._now() - told >= _TOLD_EVERY_MS:
                told = self._now()
                self._on_bytes(len(self.body))
            if len(self.body) > limits.body or self.aborted:
                self.truncated = True
                del self.body[limits.body :]
                return
        self._data.close()
        self._note(self._client.voidresp())

    def _listed(self) -> Ending | None:
        """Detect a directory listing, which some servers send instead of an error."""
        lines = [line for line in bytes(self.body[:_BLOCK]).split(b"\n") if line.strip()]
        if lines and all(map(_LISTING.fullmatch, lines[:20])):
            return FetchOutcome.CLIENT_ERROR, self._failure(FailureKind.FTP_DIRECTORY)
        return None

    def _refused(self, error: ftplib.Error) -> Ending:
        reply = str(error)
        self._note(reply)
        detail = shown(reply)
        if not isinstance(error, (ftplib.error_temp, ftplib.error_perm)):
            return FetchOutcome.INVALID_RESPONSE, self._failure(FailureKind.FTP_PROTOCOL, detail)
        if self.body or (self._data is not None and reply[:1] == "4"):
            return FetchOutcome.NETWORK_ERROR, self._failure(FailureKind.BODY_INCOMPLETE, detail)
        if reply.startswith("4"):
            return FetchOutcome.SERVER_ERROR, self._failure(FailureKind.FTP_REFUSED, detail)
        if not self._logged_in:
            return FetchOutcome.CLIENT_ERROR, self._failure(FailureKind.FTP_LOGIN, detail)
        kind = FailureKind.FTP_DIRECTORY if _DIRECTORY.search(reply[4:]) else FailureKind.FTP_NO_FILE
        if "no such" in reply.lower():
            kind = FailureKind.FTP_NO_FILE
        return FetchOutcome.CLIENT_ERROR, self._failure(kind, detail)

    def _error_context(self) -> ErrorContext:
        connecting, has_body = self._client.sock is None, bool(self.body)
        return ErrorContext(self._url, self._limits, connecting, answered=has_body, size=len(self.body))

    def _failure(self, kind: FailureKind, detail: str | Told = "") -> Failure:
        return ErrorContext(self._url, self._limits, size=len(self.body)).failure(kind, detail=detail)

    def _note(self, reply: str) -> None:
        self.reply = reply or self.reply

    def _now(self) -> float:
        return (time.perf_counter() - self._begun) * 1000


async def fetch_ftp(
    url: str, limits: Limits, on_progress: Callable[[FetchProgress], None] | None = None, job_id: int = 0
) -> Evidence:
    """Fetch `robots.txt` from the start directory of an anonymous login. Never raises."""
    at, begun = datetime.now(UTC), time.perf_counter()
    loop = asyncio.get_running_loop()

    def tell(phase: Phase, size: int = 0) -> None:
        if on_progress is not None:
            on_progress(FetchProgress(job_id, phase, 0, limits.redirects, size))

    def on_bytes(count: int) -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(tell, Phase.READING, count)

    tell(Phase.CONNECTING)
    visit = _Visit(url, limits, on_bytes)
    try:
        async with asyncio.timeout(limits.total_seconds):
            ending = await _in_thread(visit)
    except TimeoutError:
        failure = ErrorContext(url, limits).failure(FailureKind.TOTAL_TIMEOUT, seconds=limits.total_seconds)
        ending = FetchOutcome.TIMEOUT, failure
    finally:
        visit.abort()
    return _evidence(url, visit, ending, at, (time.perf_counter() - begun) * 1000)


async def _in_thread(visit: _Visit) -> Ending | None:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Ending | None] = loop.create_future()

    def deliver(ending: Ending | None) -> None:
        if not answer.done():
            answer.set_result(ending)

    def work() -> None:
        ending = visit.run()
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(deliver, ending)

    threading.Thread(target=work, name="ftp", daemon=True).start()
    return await answer


def _evidence(url: str, visit: _Visit, ending: Ending | None, at: datetime, elapsed: float) -> Evidence:
    outcome, error = ending or (FetchOutcome.SUCCESS, None)
    body = bytes(visit.body)
    code = visit.reply[:3]
    body_at = visit.answered or None
    timings = Timings(
        connect=visit.connected or None,
        wait=None if not visit.connected else (body_at or elapsed) - visit.connected,
        body=None if body_at is None else elapsed - body_at,
    )
    hop = Hop(
        url=url,
        status=int(code) if re.fullmatch("[1-5][0-9][0-9]", code) else None,
        reason=shown(visit.reply[4:].split("\n")[0]),
        http_version="FTP" if visit.reply else "",
        location=None,
        headers=(),
        elapsed_ms=elapsed,
        started_ms=0.0,
        timings=timings,
        ip=visit.peer,
    )
    return Evidence(
        requested=url,
        final_url=url,
        outcome=outcome,
        hops=(hop,),
        body=body,
        size=len(body),
        wire_size=len(body),
        truncated=visit.truncated,
        content_type="",
        body_kind=content_of(body, ""),
        sha256=hashlib.sha256(body).hexdigest() if visit.answered else "",
        elapsed_ms=elapsed,
        fetched_at=at,
        error=error,
        user_agent="",
    )
