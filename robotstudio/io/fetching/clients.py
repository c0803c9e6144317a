"""The httpx clients of one fetch: whom they trust, through which proxy they go, what they keep."""

import contextlib
import ssl
from collections.abc import AsyncIterator
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from robotstudio.io.fetching.address import origin_of
from robotstudio.io.fetching.coding import ACCEPTED
from robotstudio.io.fetching.journey import take_headers
from robotstudio.io.fetching.limits import Limits
from robotstudio.io.fetching.options import FetchOptions
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clients:
    """The client for each address: certificates are verified, but for the one origin that is trusted anyway."""

    usual: httpx.AsyncClient
    unverified: httpx.AsyncClient | None
    trusted_anyway: str  # an origin

    def of(self, url: str) -> httpx.AsyncClient:
        """The client that asks for this address."""
        is_trusted = self.unverified is not None and origin_of(url) == self.trusted_anyway
        return self.unverified if is_trusted and self.unverified is not None else self.usual


@contextlib.asynccontextmanager
async def opened(clients: Clients) -> AsyncIterator[Clients]:
    """The clients for the time of a fetch."""
    async with contextlib.AsyncExitStack() as stack:
        for client in (clients.usual, clients.unverified):
            if client is not None:
                await stack.enter_async_context(client)
        yield clients


def clients_for(options: FetchOptions, limits: Limits, tls: ssl.SSLContext) -> Clients:
    """The clients of one fetch. Raises ImportError and ValueError where the proxy setting cannot be used."""
    if not options.trusted_anyway:
        return Clients(_client(options, limits, tls), None, "")
    unverified = _client(options, limits, _not_verifying())
    return Clients(_client(options, limits, tls), unverified, origin_of(options.trusted_anyway))


def trusted_authorities() -> ssl.SSLContext:
    """The authorities of the system and of certifi, and those of SSL_CERT_FILE and SSL_CERT_DIR; always verifying."""
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
        timeout=httpx.Timeout(connect=limits.connect_seconds, read=read, write=read, pool=read),
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # crawlers keep none between hops
        event_hooks={"response": [take_headers]},
        headers={"Accept-Encoding": ACCEPTED},
    )
