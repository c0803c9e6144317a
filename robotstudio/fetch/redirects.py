"""Follow the redirects of one fetch hop by hop, and record what was seen."""

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

import httpx
from msgspec.structs import replace

from robotstudio.engine.content import Content, content_of
from robotstudio.fetch import failures
from robotstudio.fetch.address import FetchTarget, host_of, origin_of, redirect_target, shown, without_credentials
from robotstudio.fetch.address_policy import ADMITS, AddressPolicy
from robotstudio.fetch.answers import Answer, Send
from robotstudio.fetch.coding import CodingBrokenError, CodingUnsupportedError, Decoder, decoder_for
from robotstudio.fetch.evidence import (
    AccessKind,
    Argument,
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    FetchProgress,
    Headers,
    Hop,
    Phase,
)
from robotstudio.fetch.failures import Ending, ErrorContext
from robotstudio.fetch.hop_clock import HopClock
from robotstudio.fetch.limits import METER, Limits, Meter
from robotstudio.fetch.options import CachedCopy, FetchOptions
from robotstudio.fetch.resolving import LOOK_UPS
from robotstudio.fetch.site_access import AccessError
from robotstudio.store.userinfo import without_any_userinfo, without_userinfo
from robotstudio.text.language import Message, told
from robotstudio.urls.urls import site_in

_FOLLOWED = frozenset({301, 302, 303, 307, 308})
_PROGRESS_EVERY_MS = 50.0
_FAILED_REDIRECTS = {
    FailureKind.REDIRECT_MISSING: FetchOutcome.NOT_A_REDIRECT,
    FailureKind.REDIRECT_SCHEME: FetchOutcome.REDIRECT_REFUSED,
    FailureKind.REDIRECT_INVALID: FetchOutcome.REDIRECT_REFUSED,
}


class RedirectWalk:
    """Collects hops and body on the way, so that nothing is lost if it ends early."""

    def __init__(
        self,
        target: FetchTarget,
        options: FetchOptions,
        limits: Limits,
        job_id: int,
        on_progress: Callable[[FetchProgress], None] | None,
    ) -> None:
        self._target = target
        self._options = options
        self._limits = limits
        self._job_id = job_id
        self._on_progress = on_progress
        self._at = datetime.now(UTC)
        self._epoch = time.perf_counter()
        self._url = _with_cache_buster(target.url) if options.cache_bust else target.url
        self._reach = options.reach or AddressPolicy((site_in(target.url),))
        self._asked: Headers = ()
        self._access: AccessKind | None = None
        self._hops: list[Hop] = []
        self._clock = HopClock(self._now)
        self.meter = Meter(limits)
        self._answer: Answer | None = None
        self._body = bytearray()
        self._wire = 0
        self._reading = False
        self._truncated = False
        self._reported = self._asked_at = 0.0

    async def travel(self, send: Send) -> Ending | None:
        """Follow redirects until there is a final response; None if only its status may be wrong."""
        if self._reach.refuses(self._url):
            return FetchOutcome.NETWORK_ERROR, self._error_context().failure(FailureKind.NOT_PUBLIC)
        while True:
            following = await self._visit(send)
            if not isinstance(following, str):
                return following
            if self._reach.refuses(following):
                location = ("location", shown(following))
                failure = Failure(FailureKind.REDIRECT_REACH, (("host", host_of(self._url)), location))
                return FetchOutcome.REDIRECT_REFUSED, failure
            if len(self._hops) > self._limits.redirects:
                return self._too_many(following)
            self._url = following

    async def _visit(self, send: Send) -> str | Ending | None:
        """Send one request; return the next address, or how the fetch ended."""
        self._clock, self._answer = HopClock(self._now), None
        self.meter.begin_hop()
        LOOK_UPS.set(self._clock)
        METER.set(self.meter)
        ADMITS.set(None)
        self._report(Phase.REDIRECT if self._hops else Phase.CONNECTING)
        answer = None
        try:
            headers = await self._headers()
        except AccessError as error:
            return FetchOutcome.INVALID_ADDRESS, Failure(FailureKind.KEY_RING, (("reason", error.told),))
        try:
            answer = self._answer = await send(self._url, headers, self._trace, self.meter)
            if answer.status in _FOLLOWED:
                return self._follow(answer)
            return await self._read(answer)
        finally:
            self._hops.append(self._hop(answer))
            if answer is not None:
                with contextlib.suppress(httpx.HTTPError, OSError):
                    await answer.close()

    async def _headers(self) -> Mapping[str, str]:
        """Return the headers of the next request, with the access to its origin. Raises AccessError."""
        headers = dict(self._options.headers(self._url))
        self._asked = self._asked or tuple(headers.items())
        headers |= await self._kept_headers()
        typed = self._target.authorization
        if typed and origin_of(self._url) == origin_of(self._target.url):
            headers["authorization"] = typed
        return headers | dict(self._options.own_headers(self._url))

    async def _kept_headers(self) -> Mapping[str, str]:
        kept = self._options.kept
        site = kept.site_for(self._url) if kept else None
        if kept is None or site is None:
            return {}
        # The key ring may ask the person to unlock it.
        access = kept.at_hand(site.origin) or await asyncio.to_thread(kept.read, site.origin)
        if access is None:
            return {}
        self._access = site.kind
        return dict(access.credentials.headers(self._url))

    async def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        await self._clock.trace(event, info)
        if event.endswith("connect_tcp.started") and self._proxy() is None:
            ADMITS.set(partial(self._reach.admit, self._url))
        if event.endswith(".receive_response_headers.started") and not self._hops:
            self._report(Phase.WAITING)

    def _follow(self, answer: Answer) -> str | Ending:
        following = redirect_target(_location(answer), self._url, answer.status)
        if isinstance(following, Failure):
            return _FAILED_REDIRECTS[following.kind], following
        return following

    def _too_many(self, following: str) -> Ending:
        host = ("host", host_of(self._url))
        if any(hop.url == following for hop in self._hops):
            return FetchOutcome.TOO_MANY_REDIRECTS, Failure(
                FailureKind.REDIRECT_LOOP, (host, ("location", shown(following)))
            )
        limit = ("limit", self._limits.redirects)
        return FetchOutcome.TOO_MANY_REDIRECTS, Failure(FailureKind.REDIRECT_LIMIT, (host, limit))

    async def _read(self, answer: Answer) -> Ending | None:
        self._reading = True
        self._clock.body_started()
        self.meter.begin_body()
        try:
            await self._read_decoded(answer, decoder_for(_header(answer, "content-encoding")))
        except CodingUnsupportedError as error:
            return self._invalid(FailureKind.CODING_UNSUPPORTED, coding=shown(error.coding))
        except CodingBrokenError as error:
            return self._invalid(FailureKind.CODING_BROKEN, coding=error.coding)
        if not 200 <= answer.status < 600:
            return self._invalid(FailureKind.STATUS_UNKNOWN, status=answer.status)
        return None

    async def _read_decoded(self, answer: Answer, decoder: Decoder) -> None:
        limits = self._limits
        async for data in answer.pieces():
            self._wire += len(data)
            self.meter.add_body(len(data))
            self._body += decoder.decode(data, limits.body + 1 - len(self._body))
            if len(self._body) > limits.body or self._wire > limits.wire:
                self._truncated = True
                del self._body[limits.body :]
                return
            self._report(Phase.READING)
        decoder.finish()

    def _invalid(self, kind: FailureKind, **more: Argument) -> Ending:
        return FetchOutcome.INVALID_RESPONSE, self._error_context().failure(kind, **more)

    def classified(self, error: BaseException) -> Ending:
        """Return the ending for an exception."""
        return failures.classify(error, self._error_context())

    def timed_out(self) -> Ending:
        """Return the ending for the total timeout."""
        seconds = self._limits.total_seconds
        return FetchOutcome.TIMEOUT, self._error_context().failure(FailureKind.TOTAL_TIMEOUT, seconds=seconds)

    def settings_failure(self, kind: FailureKind, detail: Message) -> Ending:
        """Return the ending for unusable settings of this computer."""
        outcome = FetchOutcome.TLS_ERROR if kind is FailureKind.TLS_SETTINGS else FetchOutcome.NETWORK_ERROR
        return outcome, self._error_context().failure(kind, detail=told(detail))

    def evidence(self, ending: Ending | None, *, is_crawled: bool = False) -> Evidence:
        """Make the evidence of everything seen; nobody looks for rules in the pages of a crawl."""
        outcome, error = ending or (FetchOutcome.SUCCESS, None)
        if ending is None or self._is_status_enough(ending):
            outcome = _outcome_of(self._hops[-1].status)
        found = self._evidence(outcome, error, is_crawled=is_crawled)
        cached = self._options.cached
        if cached is None or found.status != 304 or not cached.asks(self._url, self._options):
            return found
        return _unchanged(found, cached)

    def _evidence(self, outcome: FetchOutcome, error: Failure | None, *, is_crawled: bool) -> Evidence:
        body = bytes(self._body)
        self._body.clear()  # free it now: garbage collection of cycles may come after many more fetches
        content_type = "" if self._answer is None else _header(self._answer, "content-type")
        by_type = Content.HTML if "html" in content_type.lower() else Content.BINARY
        return Evidence(
            requested=self._target.url,
            final_url=self._url,
            outcome=outcome,
            hops=tuple(self._hops),
            body=body,
            size=len(body),
            wire_size=self._wire,
            truncated=self._truncated,
            content_type=content_type,
            body_kind=by_type if is_crawled else content_of(body, content_type),
            sha256=hashlib.sha256(body).hexdigest() if self._reading else "",
            elapsed_ms=self._now() - self._asked_at,
            fetched_at=self._at,
            error=error,
            user_agent=self._options.user_agent,
            pretending=self._options.pretending,
            asked=self._asked,
            access=self._access,
        )

    def _is_status_enough(self, ending: Ending) -> bool:
        """Return True if the status counts although the body failed: a 404 is a 404, however its page ends."""
        status = self._answer.status if self._reading and self._answer is not None else 0
        return 400 <= status < 600 and ending[1].kind is not FailureKind.STATUS_UNKNOWN

    def _hop(self, answer: Answer | None) -> Hop:
        elapsed = self._clock.ended()
        if not self._hops:
            self._asked_at = self._clock.started  # excludes loading certificates and libraries
        location = None if answer is None else _location(answer)
        peer = answer.peer() if answer is not None and not self._clock.connected_to else self._clock.peer
        tls = answer.tls() if answer is not None and self._clock.tls is None else self._clock.tls
        return Hop(
            url=self._url,
            status=None if answer is None else answer.status,
            reason="" if answer is None else answer.reason,
            http_version="" if answer is None else answer.http_version,
            location=None if location is None else without_credentials(location),
            headers=() if answer is None else _headers(answer),
            elapsed_ms=elapsed,
            started_ms=self._clock.started - self._asked_at,
            timings=self._clock.timings(),
            ip=None if self._proxy() else peer,
            tls=tls,
        )

    def _error_context(self) -> ErrorContext:
        return ErrorContext(
            url=self._url,
            limits=self._limits,
            connecting=self._clock.connecting,
            in_tls=self._clock.in_tls,
            is_connected=not self._clock.connecting and not self._clock.in_tls,
            answered=self._answer is not None,
            size=len(self._body),
            proxy=self._proxy(),
        )

    def _proxy(self) -> str | None:
        """Return the host of the proxy, which is known by connecting to another host."""
        other = self._clock.connected_to
        asked = httpx.URL(self._url).raw_host.decode("ascii") if other is not None else None
        return None if other == asked else other

    def _report(self, phase: Phase) -> None:
        now = self._now()
        if self._on_progress is None or (phase is Phase.READING and now - self._reported < _PROGRESS_EVERY_MS):
            return
        self._reported = now
        self._on_progress(FetchProgress(self._job_id, phase, len(self._hops), self._limits.redirects, len(self._body)))

    def _now(self) -> float:
        """Milliseconds since the start of the fetch."""
        return (time.perf_counter() - self._epoch) * 1000


def _with_cache_buster(url: str) -> str:
    """Add a unique query, so that no cache can answer."""
    return f"{url}{'&' if '?' in url else '?'}robotstudio={secrets.token_hex(6)}"


def _unchanged(found: Evidence, cached: CachedCopy) -> Evidence:
    """Turn a 304 into the cached copy."""
    return replace(
        found,
        outcome=FetchOutcome.SUCCESS,
        body=cached.body,
        size=len(cached.body),
        truncated=cached.truncated,
        content_type=cached.content_type,
        body_kind=content_of(cached.body, cached.content_type),
        sha256=hashlib.sha256(cached.body).hexdigest(),
        unchanged=True,
    )


def _outcome_of(status: int | None) -> FetchOutcome:
    match status:
        case 429:
            return FetchOutcome.TOO_MANY_REQUESTS
        case int() if status >= 500:
            return FetchOutcome.SERVER_ERROR
        case int() if status >= 400:
            return FetchOutcome.CLIENT_ERROR
        case int() if status >= 300:
            return FetchOutcome.NOT_A_REDIRECT
    return FetchOutcome.SUCCESS


def _headers(answer: Answer) -> Headers:
    pairs = ((name.lower(), value) for name, value in answer.headers)
    return tuple((name, without_any_userinfo(without_userinfo(value))) for name, value in pairs)


def _header(answer: Answer, wanted: str) -> str:
    return ", ".join(value for name, value in answer.headers if name.lower() == wanted)


def _location(answer: Answer) -> str | None:
    """Return the first Location; browsers and crawlers treat several differently."""
    return next((value for name, value in answer.headers if name.lower() == "location"), None)
