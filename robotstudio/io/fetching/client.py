"""One fetch: ask, follow redirects by hand, read within limits. Whatever a server does, the answer is `Evidence`."""

import asyncio
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import httpx

from robotstudio.io.fetching.address import Target, robots_address, shown, without_credentials
from robotstudio.io.fetching.clients import clients_for, opened, trusted_authorities
from robotstudio.io.fetching.evidence import Evidence, Failure, FailureKind, Outcome, Progress, nothing_fetched
from robotstudio.io.fetching.failures import Ending
from robotstudio.io.fetching.ftp import fetch_ftp
from robotstudio.io.fetching.limits import DEFAULT_LIMITS, Limits
from robotstudio.io.fetching.options import PLAIN, USER_AGENT, FetchOptions, problem_of
from robotstudio.io.fetching.redirects import RedirectWalk
from robotstudio.io.fetching.resolving import FetchLoop

__all__ = ["USER_AGENT", "Fetcher", "OnProgress", "fetch_now", "fetch_page", "fetch_robots", "trusted_authorities"]

_SOCKS: Final = "a SOCKS proxy"
_NO_PROXY: Final = "they name no address of a proxy"

OnProgress = Callable[[Progress], None]


async def fetch_robots(
    address: str,
    *,
    options: FetchOptions = PLAIN,
    limits: Limits = DEFAULT_LIMITS,
    on_progress: OnProgress | None = None,
    job_id: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Evidence:
    """Fetch the robots.txt of what was typed. Never raises on what a server, a name or a setting does."""
    target = robots_address(address)
    if isinstance(target, Failure):
        return nothing_fetched(without_credentials(address), Outcome.INVALID_ADDRESS, target, datetime.now(UTC))
    return await _fetch(target, options, limits, on_progress, job_id, tls)


async def fetch_page(
    url: str,
    *,
    options: FetchOptions = PLAIN,
    limits: Limits = DEFAULT_LIMITS,
    on_progress: OnProgress | None = None,
    job_id: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Evidence:
    """Fetch any web address, as `normalise` gives it: a page, a sitemap. Never raises on what a server does."""
    return await _fetch(Target(url), options, limits, on_progress, job_id, tls)


def fetch_now(address: str, limits: Limits = DEFAULT_LIMITS, options: FetchOptions = PLAIN) -> Evidence:
    """Fetch a robots.txt for a program without an event loop."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_robots(address, limits=limits, options=options))


class Fetcher:
    """Several fetches one after another or side by side, with the authorities loaded once: it takes as long as one."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self._tls: ssl.SSLContext | None = None

    async def robots(
        self,
        address: str,
        options: FetchOptions = PLAIN,
        *,
        limits: Limits | None = None,
        on_progress: OnProgress | None = None,
        job_id: int = 0,
    ) -> Evidence:
        """The robots.txt of what was typed."""
        return await fetch_robots(
            address,
            options=options,
            limits=limits or self.limits,
            on_progress=on_progress,
            job_id=job_id,
            tls=self._authorities(options),
        )

    async def page(self, url: str, options: FetchOptions = PLAIN, *, limits: Limits | None = None) -> Evidence:
        """Any web address, as `normalise` gives it."""
        return await fetch_page(url, options=options, limits=limits or self.limits, tls=self._authorities(options))

    def _authorities(self, options: FetchOptions) -> ssl.SSLContext | None:
        """None where they cannot be loaded, or are this fetch's own; the fetch then loads them, or says why not."""
        if options.ca_file:
            return None
        if self._tls is None:
            try:
                self._tls = trusted_authorities()
            except OSError:
                return None
        return self._tls


async def _fetch(
    target: Target,
    options: FetchOptions,
    limits: Limits,
    on_progress: OnProgress | None,
    job_id: int,
    tls: ssl.SSLContext | None,
) -> Evidence:
    problem = problem_of(options)
    if problem is not None:
        return nothing_fetched(target.url, Outcome.INVALID_ADDRESS, problem, datetime.now(UTC))
    limits = options.limited(limits)
    if target.url.startswith("ftp:"):
        return await fetch_ftp(target.url, limits, on_progress, job_id)
    walk = RedirectWalk(target, options, limits, job_id, on_progress)
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
            return await walk.travel(clients.of)
    except Exception as error:  # noqa: BLE001  # a hostile server must not find the one exception that was forgotten
        return walk.timed_out() if deadline.expired() else walk.classified(error)


def _authorities_of(options: FetchOptions) -> ssl.SSLContext:
    context = trusted_authorities()
    if options.ca_file:
        context.load_verify_locations(cafile=options.ca_file)
    return context
