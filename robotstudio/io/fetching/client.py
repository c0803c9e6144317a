"""One fetch: ask, follow redirects by hand, read within limits. Whatever a server does, the answer is `Evidence`."""

import asyncio
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

import robotstudio
from robotstudio.io.fetching.address import Target, robots_address, without_credentials
from robotstudio.io.fetching.coding import ACCEPTED
from robotstudio.io.fetching.evidence import Evidence, Failure, FailureKind, Outcome, Progress, nothing_fetched
from robotstudio.io.fetching.failures import Ending
from robotstudio.io.fetching.journey import Journey, take_headers
from robotstudio.io.fetching.limits import DEFAULT_LIMITS, Limits
from robotstudio.io.fetching.resolving import FetchLoop

USER_AGENT = f"RobotStudio/{robotstudio.__version__} (robots.txt editor)"
OnProgress = Callable[[Progress], None]


async def fetch_robots(
    address: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    on_progress: OnProgress | None = None,
    job_id: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Evidence:
    """Fetch the robots.txt of what was typed. Never raises on what a server, a name or a setting does."""
    target = robots_address(address)
    if isinstance(target, Failure):
        return nothing_fetched(without_credentials(address), Outcome.INVALID_ADDRESS, target, datetime.now(UTC))
    return await _fetch(target, limits, on_progress, job_id, tls)


async def fetch_page(
    url: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    on_progress: OnProgress | None = None,
    job_id: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Evidence:
    """Fetch any address, as `normalise` gives it: a sitemap. Never raises on what a server does."""
    return await _fetch(Target(url), limits, on_progress, job_id, tls)


async def _fetch(
    target: Target, limits: Limits, on_progress: OnProgress | None, job_id: int, tls: ssl.SSLContext | None
) -> Evidence:
    journey = Journey(target, limits, job_id, on_progress)
    ending = await _within_limits(journey, limits, tls)
    return journey.evidence(ending, USER_AGENT)


def fetch_now(address: str, limits: Limits = DEFAULT_LIMITS) -> Evidence:
    """The same for a program without an event loop."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_robots(address, limits=limits))


def trusted_authorities() -> ssl.SSLContext:
    """The authorities of the system and of certifi, and those of SSL_CERT_FILE and SSL_CERT_DIR; always verifying."""
    context = httpx.create_ssl_context()
    context.load_default_certs()
    return context


async def _within_limits(journey: Journey, limits: Limits, tls: ssl.SSLContext | None) -> Ending | None:
    deadline = asyncio.timeout(limits.total_seconds)
    try:
        client = _client(limits, tls or trusted_authorities())
    except (ImportError, ValueError) as error:  # a SOCKS proxy, or a proxy setting that is no address
        return journey.settings_failure(FailureKind.PROXY_UNSUPPORTED, error)
    except OSError as error:
        return journey.settings_failure(FailureKind.TLS_SETTINGS, error)
    try:
        async with deadline, client:
            return await journey.travel(client)
    except Exception as error:  # noqa: BLE001  # a hostile server must not find the one exception that was forgotten
        return journey.timed_out() if deadline.expired() else journey.classified(error)


def _client(limits: Limits, tls: ssl.SSLContext) -> httpx.AsyncClient:
    read = limits.read_seconds
    return httpx.AsyncClient(
        http2=True,
        verify=tls,
        follow_redirects=False,
        timeout=httpx.Timeout(connect=limits.connect_seconds, read=read, write=read, pool=read),
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # crawlers keep none between hops
        event_hooks={"response": [take_headers]},
        headers={"User-Agent": USER_AGENT, "Accept": "text/plain, */*;q=0.8", "Accept-Encoding": ACCEPTED},
    )
