"""One fetch: request, follow redirects by hand, read within limits. The result is always an `Evidence`."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Final
from urllib.request import getproxies

import h2.events
import httpcore
import httpx
from httpcore import _synchronization
from httpcore._async import connection, http2, http_proxy
from msgspec import Struct

from robotstudio.fetch.address import FetchTarget, origin_of, robots_target, shown, without_credentials
from robotstudio.fetch.answers import HttpxAnswer, Send, Trace, keep_raw_headers, send_by
from robotstudio.fetch.coding import ACCEPTED
from robotstudio.fetch.connection import DirectConnection
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome, FetchProgress, nothing_fetched
from robotstudio.fetch.failures import NO_STATUS, Ending
from robotstudio.fetch.ftp import fetch_ftp
from robotstudio.fetch.limits import DEFAULT_LIMITS, Limits, Meter
from robotstudio.fetch.options import PLAIN, USER_AGENT, DefaultOptions, FetchOptions, problem_of
from robotstudio.fetch.redirects import RedirectWalk
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message
from robotstudio.urls.urls import origin_in


class Clients(Struct, frozen=True):
    """The HTTP clients of a fetch. Certificates are verified, except for the one origin that is trusted anyway."""

    usual: httpx.AsyncClient
    unverified: httpx.AsyncClient | None
    trusted_anyway: str  # an origin

    def of(self, url: str) -> httpx.AsyncClient:
        is_trusted = self.unverified is not None and origin_of(url) == self.trusted_anyway
        return self.unverified if is_trusted and self.unverified is not None else self.usual

    async def send(self, url: str, headers: Mapping[str, str], trace: Trace, meter: Meter) -> HttpxAnswer:
        """Request a URL."""
        return await send_by(self.of(url), url, headers, trace, meter)


@contextlib.asynccontextmanager
async def opened(clients: Clients) -> AsyncIterator[Clients]:
    """Open the clients for the duration of a fetch."""
    async with contextlib.AsyncExitStack() as stack:
        for client in (clients.usual, clients.unverified):
            if client is not None:
                await stack.enter_async_context(client)
        yield clients


_KEEPALIVE: Final = 4
"""Idle connections that a client keeps open at most: redirects may lead to other hosts, and back."""


def clients_for(options: FetchOptions, limits: Limits, tls: ssl.SSLContext) -> Clients:
    """Make the clients of one fetch. Raises ImportError and ValueError if the proxy setting cannot be used."""
    if not options.trusted_anyway:
        return Clients(_client(options, limits, tls), None, "")
    unverified = _client(options, limits, _not_verifying())
    return Clients(_client(options, limits, tls), unverified, origin_of(options.trusted_anyway))


def trusted_authorities() -> ssl.SSLContext:
    """Load the authorities of the system, of certifi, and those of SSL_CERT_FILE and SSL_CERT_DIR; always verifying."""
    context = httpx.create_ssl_context()
    context.load_default_certs()
    return context


def _not_verifying() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _client(options: FetchOptions, limits: Limits, tls: ssl.SSLContext) -> httpx.AsyncClient:
    read = limits.read_seconds
    return httpx.AsyncClient(
        http2=options.http2,
        verify=tls,
        trust_env=options.proxy is None,
        proxy=options.proxy or None,
        follow_redirects=False,
        limits=httpx.Limits(max_keepalive_connections=min(_KEEPALIVE, 1 + limits.redirects)),
        timeout=httpx.Timeout(connect=limits.connect_seconds, read=read, write=read, pool=read),
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # crawlers keep none between hops
        event_hooks={"response": [keep_raw_headers]},
        headers={"Accept-Encoding": ACCEPTED},
    )


_StreamEvent = h2.events.ResponseReceived | h2.events.DataReceived | h2.events.StreamEnded


class _StatusReader(httpcore.AsyncHTTP2Connection):
    """Enforces RFC 9113 §8.3.2: one `:status`. httpcore reads a missing one as 200, and `+2_00` too."""

    async def _receive_stream_event(self, request: httpcore.Request, stream_id: int) -> _StreamEvent:
        event = await super()._receive_stream_event(request, stream_id)
        if isinstance(event, h2.events.ResponseReceived):
            statuses = [bytes(value) for name, value in event.headers or () if name == b":status"]
            if len(statuses) != 1 or len(statuses[0]) != _DIGITS or not statuses[0].isdigit():
                raise httpcore.RemoteProtocolError(NO_STATUS)
        return event


class _WholeAnswers(httpcore.AsyncHTTP11Connection):
    """Closes the connection if bytes follow an answer, as curl does: they must not become the next answer."""

    async def _response_closed(self) -> None:
        if self._h11_state.trailing_data[0]:
            await self.aclose()
        else:
            await super()._response_closed()


# httpcore offers no place for a connection of one's own
_HTTP2, _HTTP11 = ("AsyncHTTP2Connection", _StatusReader), ("AsyncHTTP11Connection", _WholeAnswers)
for _module, (_name, _class) in ((http2, _HTTP2), (connection, _HTTP11), (http_proxy, _HTTP11)):
    setattr(_module, _name, _class)


# httpcore's own detection is slow, and runs again for each lock.
_synchronization.current_async_library = lambda: "asyncio"

__all__ = ["USER_AGENT", "Fetcher", "OnProgress", "fetch_now", "fetch_page", "fetch_robots", "trusted_authorities"]

_DIGITS: Final = 3
_SOCKS: Message = "a SOCKS proxy"
_FTP: Message = "FTP does not go through a proxy"
_NO_PROXY: Message = "they contain no proxy address"

OnProgress = Callable[[FetchProgress], None]
_NO_CONNECTIONS: Message = "Cannot connect with these proxy and certificate settings ({error})."


class ConnectionSettingsError(RobotStudioError):
    """The connection settings, such as the proxy, cannot be used."""


async def fetch_robots(
    address: str | FetchTarget,
    *,
    options: FetchOptions = PLAIN,
    limits: Limits = DEFAULT_LIMITS,
    on_progress: OnProgress | None = None,
    job_id: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Evidence:
    """Fetch the robots.txt of an input or a parsed target. Never raises on what a server or a name does."""
    target = target_of(address)
    if isinstance(target, Evidence):
        return target
    return await _fetch(target, options, limits, on_progress, job_id, tls)


def target_of(address: str | FetchTarget) -> FetchTarget | Evidence:
    """Return the target of an input, or evidence that it is not an address."""
    if isinstance(address, FetchTarget):
        return address
    target = robots_target(address)
    if isinstance(target, FetchTarget):
        return target
    return nothing_fetched(without_credentials(address), FetchOutcome.INVALID_ADDRESS, target, datetime.now(UTC))


async def fetch_page(
    url: str,
    *,
    options: FetchOptions = PLAIN,
    limits: Limits = DEFAULT_LIMITS,
    on_progress: OnProgress | None = None,
    job_id: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Evidence:
    """Fetch any http(s) URL as `normalise` returns it: a page, a sitemap. Never raises on what a server does."""
    return await _fetch(FetchTarget(url), options, limits, on_progress, job_id, tls)


def fetch_now(address: str, limits: Limits = DEFAULT_LIMITS, options: FetchOptions = PLAIN) -> Evidence:
    """Fetch a robots.txt; for callers without an event loop."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_robots(address, limits=limits, options=options))


class Fetcher:
    """Several fetches that share one set of authorities, because loading those takes as long as a fetch."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS, usual: DefaultOptions | None = None) -> None:
        self._limits = limits
        self._usual = usual or DefaultOptions()
        self._tls: ssl.SSLContext | None = None

    @property
    def limits(self) -> Limits:
        """The limits of a fetch, with the person's own timeout."""
        return self._usual.options.limited(self._limits)

    async def unlock(self, urls: Iterable[str]) -> None:
        """Read the access to the sites of these URLs, so that the person is asked before many requests.

        Raises AccessError.
        """
        kept = self._usual.options.kept
        sites = [kept.site_for(url) for url in urls] if kept else []
        for site in dict.fromkeys(filter(None, sites)):
            if kept:
                await asyncio.to_thread(kept.read, site.origin)

    async def robots(
        self,
        address: str | FetchTarget,
        options: FetchOptions = PLAIN,
        *,
        limits: Limits | None = None,
        on_progress: OnProgress | None = None,
        job_id: int = 0,
    ) -> Evidence:
        """Fetch the robots.txt of an input."""
        options = options.over(self._usual.options)
        return await fetch_robots(
            address,
            options=options,
            limits=limits or self.limits,
            on_progress=on_progress,
            job_id=job_id,
            tls=self._authorities(options),
        )

    async def page(self, url: str, options: FetchOptions = PLAIN, *, limits: Limits | None = None) -> Evidence:
        """Fetch any http(s) URL, as `normalise` returns it."""
        options = options.over(self._usual.options)
        return await fetch_page(url, options=options, limits=limits or self.limits, tls=self._authorities(options))

    @contextlib.asynccontextmanager
    async def connected(
        self, options: FetchOptions = PLAIN, limits: Limits | None = None, most: int = 1
    ) -> "AsyncIterator[PageFetcher]":
        """Open a `PageFetcher` that keeps at most so many connections for reuse.

        Raises ConnectionSettingsError if the settings are unusable.
        """
        options = options.over(self._usual.options)
        limits = limits or self.limits
        limited = options.limited(limits)
        try:
            tls = self._authorities(options) or _authorities_of(options)
            clients_for(options, limited, tls)  # to check the settings
        except (ImportError, ValueError, httpx.InvalidURL, OSError) as error:
            raise ConnectionSettingsError(_NO_CONNECTIONS, error=shown(type(error).__name__)) from None
        is_direct = _is_direct(options)
        async with contextlib.AsyncExitStack() as stack:

            async def make() -> Send:
                if not is_direct:
                    return (await stack.enter_async_context(opened(clients_for(options, limited, tls)))).send
                connection = DirectConnection(limited, tls)
                stack.push_async_callback(connection.close)
                return connection.send

            yield PageFetcher(_PageConnections(make, most), options, limits)

    def _authorities(self, options: FetchOptions) -> ssl.SSLContext | None:
        """Load the authorities once; None if that fails, so that the fetch reports it, or if the fetch has its own."""
        if options.ca_file:
            return None
        if self._tls is None:
            try:
                self._tls = trusted_authorities()
            except OSError:
                return None
        return self._tls


class _PageConnections:
    """Connections for concurrent page fetches, one each meanwhile."""

    def __init__(self, make: Callable[[], Awaitable[Send]], most: int) -> None:
        self._make = make
        self._to_make = most
        self._free: list[tuple[str, Send]] = []  # with the origin last requested

    async def lend(self, origin: str) -> Send:
        """Lend one for a page: one with a connection to its origin, or a new one, or the one unused longest."""
        place = next((place for place, (known, _) in enumerate(self._free) if known == origin), None)
        if place is None and self._free and self._to_make <= 0:
            place = 0
        if place is not None:
            return self._free.pop(place)[1]
        self._to_make -= 1
        return await self._make()

    def give_back(self, origin: str, send: Send) -> None:
        """Take back one that was lent for a page of the origin."""
        self._free.append((origin, send))


def _is_direct(options: FetchOptions) -> bool:
    """Return True if requests need no more than HTTP/1.1 without a proxy, so that httpx is not needed for them."""
    proxies = getproxies() if options.proxy is None else {"all": options.proxy}
    exempt = {host.strip() for host in proxies.pop("no", "").split(",")}
    is_proxied = any(proxies.values()) and "*" not in exempt
    return not (is_proxied or options.http2 or options.trusted_anyway)


class PageFetcher:
    """Fetches pages over the connections of one `Fetcher.connected`; each fetch has its own limits."""

    def __init__(self, connections: _PageConnections, options: FetchOptions, limits: Limits) -> None:
        self._connections = connections
        self._limits = limits
        self.options = options

    async def page(self, url: str, options: FetchOptions | None = None) -> Evidence:
        """Fetch any http(s) URL, as `normalise` returns it. Never raises on a server.

        Base `options` on `self.options`.
        """
        options = options or self.options
        problem = problem_of(options)
        if problem is not None:
            return nothing_fetched(url, FetchOutcome.INVALID_ADDRESS, problem, datetime.now(UTC))
        limits = options.limited(self._limits)
        walk = RedirectWalk(FetchTarget(url), options, limits, 0, None)
        deadline = asyncio.timeout(limits.total_seconds)
        origin = origin_in(url)
        send = await self._connections.lend(origin)
        try:
            async with deadline:
                ending = await walk.travel(send)
        except Exception as error:  # noqa: BLE001  # as below
            ending = walk.timed_out() if deadline.expired() else walk.classified(error)
        finally:
            self._connections.give_back(origin, send)
        return walk.evidence(ending, is_crawled=True)


async def _fetch(
    target: FetchTarget,
    options: FetchOptions,
    limits: Limits,
    on_progress: OnProgress | None,
    job_id: int,
    tls: ssl.SSLContext | None,
) -> Evidence:
    problem = problem_of(options)
    if problem is not None:
        return nothing_fetched(target.url, FetchOutcome.INVALID_ADDRESS, problem, datetime.now(UTC))
    limits = options.limited(limits)
    walk = RedirectWalk(target, options, limits, job_id, on_progress)
    if target.url.startswith("ftp:"):
        if options.proxy:  # maybe an administrator set it: nothing goes around it
            return walk.evidence(walk.settings_failure(FailureKind.PROXY_UNSUPPORTED, _FTP))
        return await fetch_ftp(target.url, limits, on_progress, job_id)
    return walk.evidence(await _within_limits(walk, options, limits, tls))


async def _within_limits(
    walk: RedirectWalk, options: FetchOptions, limits: Limits, tls: ssl.SSLContext | None
) -> Ending | None:
    deadline = asyncio.timeout(limits.total_seconds)
    try:
        clients = clients_for(options, limits, tls or _authorities_of(options))
    except ImportError:
        return walk.settings_failure(FailureKind.PROXY_UNSUPPORTED, _SOCKS)
    except (ValueError, httpx.InvalidURL):  # what they say may hold the password
        return walk.settings_failure(FailureKind.PROXY_UNSUPPORTED, _NO_PROXY)
    except OSError as error:
        return walk.settings_failure(FailureKind.TLS_SETTINGS, shown(str(error)))
    try:
        async with deadline, opened(clients):
            return await walk.travel(clients.send)
    except Exception as error:  # noqa: BLE001  # a hostile server must not find the one exception that we forgot
        return walk.timed_out() if deadline.expired() else walk.classified(error)


def _authorities_of(options: FetchOptions) -> ssl.SSLContext:
    context = trusted_authorities()
    if options.ca_file:
        context.load_verify_locations(cafile=options.ca_file)
    return context
