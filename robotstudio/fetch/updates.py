"""Check for a newer version in a static file, only if the person wants that.

The request carries no version, language or name. The answer is untrusted: bounded, parsed strictly, and shown as plain
text. Nothing is ever downloaded or started because of it.
"""

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct, field

from robotstudio.fetch import words
from robotstudio.fetch.client import fetch_page
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import ENGLISH, Message, told

if TYPE_CHECKING:
    import ssl

    from robotstudio.fetch.evidence import Evidence

ADDRESS: Final[str] = ""
"""The https address of the file; this build has none and never asks."""

_USER_AGENT: Final = "RobotStudio"
_MOST_BYTES: Final = 64 * 1024
_MOST_SECONDS: Final = 10.0
_MOST_NEWS: Final = 20
_LONGEST_NEWS: Final = 500
_VERSION: Final = r"^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\Z"

_NOT_HTTPS: Message = "Updates are checked over https only."
_STATUS: Message = "Could not check for updates: the server answered {status}."
_NOT_FETCHED: Message = "Could not check for updates: {why}"
_UNREADABLE: Message = "Could not check for updates: the server's answer is malformed."


class UpdateError(RobotStudioError):
    """The newest version is unknown; the message says why."""


class Release(Struct, frozen=True):
    """A published version with its news by language."""

    version: str
    day: date
    news: Mapping[str, tuple[str, ...]]

    def news_in(self, code: str) -> tuple[str, ...]:
        """Return the news, in English if the language has none."""
        return self.news.get(code) or self.news.get(ENGLISH.code, ())

    def is_newer_than(self, version: str) -> bool:
        return _numbers(self.version) > _numbers(version)


class _Published(Struct):
    """The file at `ADDRESS`."""

    version: Annotated[str, Meta(pattern=_VERSION)]
    day: date = field(name="date")
    news: dict[str, list[str]]


def read_release(body: bytes) -> Release:
    """Parse the file. Raises UpdateError on anything malformed."""
    try:
        found = msgspec.json.decode(body, type=_Published)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:  # ValueError: no UTF-8
        raise UpdateError(_UNREADABLE) from error
    return Release(found.version, found.day, {code: _lines(rows) for code, rows in found.news.items()})


def ask(usual: "FetchOptions", address: str = "", tls: "ssl.SSLContext | None" = None) -> Release:
    """Fetch the newest release; `usual` has proxy and authorities. Raises UpdateError."""
    address = address or ADDRESS
    if not address.startswith("https://"):
        raise UpdateError(_NOT_HTTPS)
    evidence = _fetched(address, usual, tls)
    if evidence.error:
        raise UpdateError(told(_NOT_FETCHED, why=words.told_failure(evidence.error)))
    if evidence.outcome is not FetchOutcome.SUCCESS:
        raise UpdateError(told(_STATUS, status=str(evidence.status)))
    if evidence.truncated:
        raise UpdateError(_UNREADABLE)
    return read_release(evidence.body)


def _fetched(address: str, usual: "FetchOptions", tls: "ssl.SSLContext | None") -> "Evidence":
    options = FetchOptions(
        user_agent=_USER_AGENT, accept="application/json", redirects=0, proxy=usual.proxy, ca_file=usual.ca_file
    )
    limits = Limits(redirects=0, body=_MOST_BYTES, wire=_MOST_BYTES, total_seconds=_MOST_SECONDS)
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_page(address, options=options, limits=limits, tls=tls))


def _lines(rows: list[str]) -> tuple[str, ...]:
    """Return lines of plain text: printable, bounded in length and number."""
    shown = ("".join(letter if letter.isprintable() else " " for letter in row) for row in rows[:_MOST_NEWS])
    return tuple(row[:_LONGEST_NEWS] for row in shown)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
