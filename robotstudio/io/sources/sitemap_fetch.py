"""Sitemaps fetched and followed for a thread that waits: one event loop for the time that it takes."""

import asyncio
from collections.abc import Sequence
from functools import partial

from robotstudio.io.fetching.resolving import FetchLoop
from robotstudio.io.sources.following import SITEMAP_LIMITS, Fetch, Harvest, follow_sitemaps
from robotstudio.io.sources.task import UNWATCHED, Task

_LOOK_SECONDS = 0.1


def fetch_sitemaps(addresses: Sequence[str], site: str, task: Task = UNWATCHED, fetch: Fetch | None = None) -> Harvest:
    """The URLs of these sitemaps, and of those that they name. Raises Cancelled soon after `task` is cancelled."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(_followed(addresses, site, task, fetch or _web()))


def _web() -> Fetch:
    """The way to the web, loaded when it is wanted: its library is a good part of what the program loads."""
    from robotstudio.io.fetching.client import fetch_page  # noqa: PLC0415 - brings httpx, which the start can spare

    return partial(fetch_page, limits=SITEMAP_LIMITS)


async def _followed(addresses: Sequence[str], site: str, task: Task, fetch: Fetch) -> Harvest:
    following = asyncio.ensure_future(follow_sitemaps(addresses, fetch, site, task=task))
    try:
        while not following.done():
            await asyncio.wait((following,), timeout=_LOOK_SECONDS)
            if task.is_cancelled():
                task.step(0.0, 0)  # raises what a reader raises
    except BaseException:
        following.cancel()
        await asyncio.wait((following,))
        raise
    return following.result()
