"""A newer list of crawlers, without a newer program: a signed file, taken only if the person wants it.

The file is a line with a signature (Ed25519), then `crawlers.json` as the program ships it, with a date. It is refused
if it is damaged, not signed by the project, older than the list in force, or made for another program. What is saved is
checked again each time that it is read.
"""

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from robotstudio import assets
from robotstudio.engine.cancelling import Cancelled, IsCancelled, never
from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler, catalogue_of
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch import words
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.policy import POLICIES
from robotstudio.store.errors import FileContentError, FileError
from robotstudio.store.files import exists, make_directory, read, write_atomic
from robotstudio.text.language import WORDS, Message, Plural, Told, ntr, told, tr

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ADDRESS: Final[str] = ""
"""The address of the list; "" as long as the project publishes none."""
KEY_FILE: Final = "crawler-list-key.txt"
"""The public key, in `resources`: 32 bytes in base64."""
HEAD: Final = b"robotstudio-crawlers 1 "
_FORMAT: Final = 2
_MOST_BYTES: Final = 16 * 1024 * 1024
_USER_AGENT: Final = "RobotStudio"
_ROOT: Final = "/"
_WHERE: Final = ("https://", "http://")
_CANCEL_SECONDS: Final = 0.1

_DAMAGED: Message = "“{name}” is not a list of crawlers, or it is damaged."
_UNSIGNED: Message = "“{name}” was refused: it is not signed by the project."
_OLDER: Message = "“{name}” was refused: it is from {day}, and the list in use is from {now}."
_OTHER_FORMAT: Message = "“{name}” was refused: it is for another version of the program."
_NO_KEY: Message = "This program has no key by which lists of crawlers are signed, so none can be taken."
_STATUS: Message = "The list could not be fetched: the server answered {status}."
_NOT_FETCHED: Message = "The list could not be fetched: {why}"
_NEW = Plural("{count} new crawler for {purpose}: {crawlers}", "{count} new crawlers for {purpose}: {crawlers}")
_MISSED = Plural("the block of the file misses {count}: {crawlers}", "the block of the file misses {count}: {crawlers}")
_COVERED: Message = "the block of the file covers them"
_GONE: Message = "No longer in the list: {crawlers}."
_NOW_ALLOWED: Message = "By the new list the file no longer keeps out {crawlers}."
_NOW_BLOCKED: Message = "By the new list the file keeps out {crawlers}, too."
_CHANGED = Plural("{count} known crawler has other facts.", "{count} known crawlers have other facts.")
ALIKE: Message = "It differs in no crawler."
NO_ADDRESS: Message = "The project publishes no list yet."
SAME: Message = "The list is the one in use."
USED_NOW: Message = "The list of {day} is used from now on."


class CrawlerListError(FileError):
    """The list was refused; the message says why."""


class CrawlerList(Struct, frozen=True):
    """A list that the project signed."""

    day: date
    catalogue: Catalogue
    body: bytes


class NewCrawlers(Struct, frozen=True):
    """Crawlers of a purpose that are new; if a file blocks those known so far, the ones that it misses."""

    purpose: str
    tokens: tuple[str, ...]
    is_blocking: bool
    missed: tuple[str, ...] = ()


class ListChange(Struct, frozen=True):
    """Differences of two lists, and what they change in the verdicts of a file."""

    new: tuple[NewCrawlers, ...]
    gone: tuple[str, ...]
    now_allowed: tuple[str, ...]
    """Known crawlers that the file kept out, and does not by the new list: they read it in another way."""
    now_blocked: tuple[str, ...]
    changed: int
    """Number of known crawlers with other facts."""


class Update(Struct, frozen=True):
    """A list that may be taken, and what it changes."""

    found: CrawlerList
    now: date
    """The day of the list in use."""
    change: ListChange

    @property
    def is_newer(self) -> bool:
        """True if the list can be taken; otherwise it is the one in use."""
        return self.found.day > self.now


class ListInUse(Struct, frozen=True):
    """The list that was taken if it is newer than the shipped one, else that; `refused` says why a taken one is not."""

    catalogue: Catalogue
    day: date
    is_shipped: bool
    refused: Told | None = None


class _Dated(Struct):
    format: int
    dated: date


def signed(body: bytes, key: "Ed25519PrivateKey") -> bytes:
    """Return a list with its signature."""
    return HEAD + b64encode(key.sign(body)) + b"\n" + body


def read_list(body: bytes, path: Path, key: bytes | None = None) -> CrawlerList:
    """Check and parse a list; the key is that of the project by default. Raises CrawlerListError."""
    head, newline, content = body.partition(b"\n")
    if not head.startswith(HEAD) or not newline:
        raise CrawlerListError(_UNSIGNED if b'"crawlers"' in body else _DAMAGED, path)
    try:
        signature = b64decode(head.removeprefix(HEAD), validate=True)
    except Base64Error as error:
        raise CrawlerListError(_DAMAGED, path) from error
    if not _is_signed(content, signature, key or project_key()):
        raise CrawlerListError(_UNSIGNED, path)
    try:
        facts = msgspec.json.decode(content, type=_Dated)
        if facts.format != _FORMAT:
            raise CrawlerListError(_OTHER_FORMAT, path)
        catalogue = catalogue_of(content)
    except (msgspec.DecodeError, ValueError) as error:
        raise CrawlerListError(_DAMAGED, path) from error
    return CrawlerList(facts.dated, _readable(catalogue), body)


def project_key() -> bytes:
    """Return the public key of the project. Raises CrawlerListError if it has none."""
    written = assets.path(KEY_FILE).read_text("ascii").split("\n")[-2].strip()
    if not written or written.startswith("#"):
        raise CrawlerListError(_NO_KEY, Path(KEY_FILE))
    return b64decode(written)


def _is_signed(content: bytes, signature: bytes, key: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  # few take a list
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, content)
    except (InvalidSignature, ValueError):
        return False
    return True


def _readable(catalogue: Catalogue) -> Catalogue:
    """Return a list without dialects and policies that this version does not have: then RFC 9309 is assumed."""
    rows = []
    for crawler in catalogue.crawlers.values():
        row = crawler
        if row.dialect not in DIALECTS:
            row = replace(row, dialect="rfc9309", assumed=True)
        if row.policy and row.policy not in POLICIES:
            row = replace(row, policy="")
        rows.append(row)
    return catalogue.with_changes(rows)


def shipped_day() -> date:
    """Return the day of the list that the program ships."""
    return date.fromisoformat(CATALOGUE.as_of)


def saved_list(path: Path, key: bytes | None = None) -> CrawlerList | None:
    """Return the list that was taken, if it is newer than the shipped one. Raises CrawlerListError, FileError."""
    if not exists(path):
        return None
    found = read_list(read(path, _MOST_BYTES), path, key)
    return found if found.day > shipped_day() else None


def list_in_force(path: Path) -> ListInUse:
    """Return the list in use. Never raises: a damaged one is not used, so that a good one may replace it."""
    try:
        taken = saved_list(path)
    except FileError as error:
        return ListInUse(CATALOGUE, shipped_day(), is_shipped=True, refused=error.told)
    if taken is None:
        return ListInUse(CATALOGUE, shipped_day(), is_shipped=True)
    return ListInUse(taken.catalogue, taken.day, is_shipped=False)


def require_newer(found: CrawlerList, now: date, path: Path) -> None:
    """Raise CrawlerListError if a list is older than the one in use."""
    if found.day < now:
        raise CrawlerListError(told(_OLDER, name=path.name, day=found.day, now=now), path)


def take(found: CrawlerList, path: Path) -> None:
    """Save a list, so that it is used from now on. Raises FileError."""
    make_directory(path.parent)
    write_atomic(path, found.body)


def is_address(place: str) -> bool:
    """Return True if a list is fetched, False if it is read from a file."""
    return place.startswith(_WHERE)


def path_of(place: str) -> Path:
    """Return what messages call the list at a place: a file, or the last part of an address."""
    return Path((place.rpartition("/")[2] if is_address(place) else "") or place)


def look_for_update(
    place: str, usual: FetchOptions, saved: Path, file: FileVersion | None, is_cancelled: IsCancelled
) -> Update:
    """Read a list from a file or an address, check it, and compare it with the one in use. Raises FileError."""
    body = fetch_list(place, usual, is_cancelled) if is_address(place) else read(Path(place), _MOST_BYTES)
    return update_by(body, path_of(place), list_in_force(saved), file)


def update_by(body: bytes, path: Path, now: ListInUse, file: FileVersion | None) -> Update:
    """Check a list, and compare it with the one in use. Raises CrawlerListError."""
    found = read_list(body, path)
    require_newer(found, now.day, path)
    return Update(found, now.day, change_of(now.catalogue, found.catalogue, file))


def fetch_list(address: str, usual: FetchOptions, is_cancelled: IsCancelled = never) -> bytes:
    """Fetch a list, with the proxy and the authorities of `usual`. Raises FileContentError if that fails."""
    import asyncio  # noqa: PLC0415  # the window reads the list in force at its start, and fetches none

    from robotstudio.fetch.resolving import FetchLoop  # noqa: PLC0415  # as above

    options = FetchOptions(user_agent=_USER_AGENT, proxy=usual.proxy, ca_file=usual.ca_file)
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        evidence = runner.run(_evidence(address, options, is_cancelled))
    place = path_of(address)
    if evidence.error:
        raise FileContentError(told(_NOT_FETCHED, why=words.told_failure(evidence.error)), place)
    if evidence.outcome is not FetchOutcome.SUCCESS or evidence.truncated:
        raise FileContentError(told(_STATUS, status=str(evidence.status)), place)
    return evidence.body


async def _evidence(address: str, options: FetchOptions, is_cancelled: IsCancelled) -> Evidence:
    import asyncio  # noqa: PLC0415  # as in `fetch_list`

    from robotstudio.fetch.client import fetch_page  # noqa: PLC0415  # as above

    fetching = asyncio.ensure_future(fetch_page(address, options=options))
    while not fetching.done():
        await asyncio.wait((fetching,), timeout=_CANCEL_SECONDS)
        if is_cancelled():
            fetching.cancel()
            await asyncio.wait((fetching,))
            raise Cancelled
    return await fetching


def change_of(before: Catalogue, after: Catalogue, file: FileVersion | None = None) -> ListChange:
    """Return what differs, and in the verdicts of a file on the whole site if there is one."""
    fresh = [crawler for token, crawler in after.crawlers.items() if before.known(token) is None]
    kept = [(crawler, after.known(token)) for token, crawler in before.crawlers.items()]
    both = [(old, new) for old, new in kept if new is not None]
    flips = [(new.token, _is_open(file, old), _is_open(file, new)) for old, new in both if old != new] if file else []
    by_purpose: dict[str, list[Crawler]] = {}
    for crawler in fresh:
        by_purpose.setdefault(crawler.purpose, []).append(crawler)
    return ListChange(
        tuple(_new(purpose, rows, before, file) for purpose, rows in by_purpose.items()),
        tuple(old.token for old, new in kept if new is None),
        tuple(token for token, was, now in flips if now and not was),
        tuple(token for token, was, now in flips if was and not now),
        sum(old != new for old, new in both),
    )


def change_words(change: ListChange, purposes: Mapping[str, str]) -> Iterator[str]:
    """Yield what differs, a sentence each."""
    for new in change.new:
        purpose = tr(purposes.get(new.purpose, new.purpose))
        said = [ntr(_NEW, len(new.tokens), purpose=purpose, crawlers=WORDS.listed_text(new.tokens))]
        if new.missed:
            said.append(ntr(_MISSED, len(new.missed), crawlers=WORDS.listed_text(new.missed)))
        elif new.is_blocking:
            said.append(tr(_COVERED))
        yield WORDS.sentence(WORDS.clauses(said))
    for message, tokens in (
        (_NOW_ALLOWED, change.now_allowed),
        (_NOW_BLOCKED, change.now_blocked),
        (_GONE, change.gone),
    ):
        if tokens:
            yield tr(message, crawlers=WORDS.listed_text(tokens))
    if change.changed:
        yield ntr(_CHANGED, change.changed)


def _new(purpose: str, rows: Sequence[Crawler], before: Catalogue, file: FileVersion | None) -> NewCrawlers:
    tokens = tuple(crawler.token for crawler in rows)
    known = [crawler for crawler in before.crawlers.values() if crawler.purpose == purpose]
    is_blocking = file is not None and any(not _is_open(file, crawler) for crawler in known)
    missed = tuple(crawler.token for crawler in rows if _is_open(file, crawler)) if is_blocking else ()
    return NewCrawlers(purpose, tokens, is_blocking, missed)


def _is_open(file: FileVersion | None, crawler: Crawler) -> bool:
    return file is None or file.read_as(crawler.dialect).decide(_ROOT, crawler.agent).allowed
