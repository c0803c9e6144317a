"""Facts about a file besides its rules: its bytes, its form, and when each crawler reads it again."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.fetch.caching import ChangeReach, reach_of
from robotstudio.fetch.evidence import Evidence
from robotstudio.store.text import TextForm


class CrawlerFacts(Struct, frozen=True):
    """Facts for one crawler: the bytes that it leaves unread, and when it has a change at the latest.

    `reach` is None if nothing is known about that.
    """

    crawler: Crawler
    unread: int
    reach: ChangeReach | None


class FileFacts(Struct, frozen=True):
    """One version of a file, as saving would write it at `now` (with a time zone)."""

    name: str
    place: str
    """The path of the file; empty if it is not saved."""
    size: int
    sha256: str
    lines: int
    form: TextForm
    now: datetime
    crawlers: tuple[CrawlerFacts, ...]


def facts_of_file(
    name: str,
    place: str,
    body: bytes,
    form: TextForm,
    crawlers: Sequence[Crawler],
    *,
    now: datetime,
    evidence: Evidence | None = None,
) -> FileFacts:
    """Return the facts; `evidence` is the last fetch of that robots.txt, whose caching headers some crawlers use."""
    from hashlib import sha256  # noqa: PLC0415  # brings OpenSSL; the window imports this module at the start

    facts = tuple(
        CrawlerFacts(crawler, _unread(crawler, len(body)), reach_of(crawler, now, evidence)) for crawler in crawlers
    )
    ends = body.count(b"\n") + body.count(b"\r") - body.count(b"\r\n")
    lines = ends + bool(body and not body.endswith((b"\n", b"\r")))
    return FileFacts(name, place, len(body), sha256(body).hexdigest(), lines, form, now, facts)


def _unread(crawler: Crawler, size: int) -> int:
    limit = DIALECTS[crawler.dialect].max_bytes
    return max(0, size - limit) if limit else 0
