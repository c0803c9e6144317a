"""Fetch the files for AI of a site on request: llms.txt, and ai.txt in both places where it may be."""

import asyncio
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.fetch.address import FetchTarget, robots_target
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.evidence import Evidence, Failure
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.fetch.shared_deadline import SharedDeadline, run_limited

PATHS: Final = ("/llms.txt", "/ai.txt", "/.well-known/ai.txt")
_ROBOTS: Final = "/robots.txt"


class AiFiles(Struct, frozen=True):
    """The answers of a site by path; `failure` says why nothing was requested."""

    origin: str
    answers: Mapping[str, Evidence]
    failure: Failure | None = None


async def fetch_ai_files(fetcher: "Fetcher", typed: str, options: FetchOptions = PLAIN) -> AiFiles:
    """Fetch all of them within the time of one fetch. Never raises."""
    target = robots_target(typed)
    if not isinstance(target, FetchTarget):
        return AiFiles("", MappingProxyType({}), target)
    origin, time = target.url.removesuffix(_ROBOTS), SharedDeadline(fetcher)
    own = replace(options, cached=None)
    answers = await run_limited([partial(time.page, origin + path, own) for path in PATHS], len(PATHS))
    return AiFiles(origin, MappingProxyType(dict(zip(PATHS, answers, strict=True))))


def fetch_ai_files_now(typed: str, options: FetchOptions = PLAIN) -> AiFiles:
    """Like `fetch_ai_files`, for callers without an event loop."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_ai_files(Fetcher(), typed, options))
