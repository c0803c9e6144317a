"""An access log of twelve invented crawlers over three versions of a file, with what each of them is known to do."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from benchmarks.generated import SEED
from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.model import Conduct, DatedVersion, NoVerdictReason
from robotstudio.engine.crawlers import CATALOGUE, Crawler

START = datetime(2026, 9, 1, tzinfo=UTC)
DAYS = 30
CHANGES = (10, 20)
_OWN = "\nUser-agent: Openbot\nAllow: /\n"
_CLOSED = ("/admin/", "/private/", "/shop/")
VERSIONS = tuple(
    DatedVersion(
        START - timedelta(days=5) if not number else START + timedelta(days=CHANGES[number - 1]),
        ("User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in _CLOSED[: number + 1]) + _OWN).encode(),
    )
    for number in range(3)
)
LISTS = tuple(
    RangeList(
        token,
        "Invented",
        (token,),
        "https://crawler.invalid/ranges.json",
        "2026-08-30",
        "invented",
        is_authoritative=True,
        rdns=(),
        networks=("198.51.100.0/24", "2001:db8:1::/48"),
    )
    for token in ("Borrowedbot", "Fakebot")
)


@dataclass(frozen=True)
class Behaviour:
    """What a crawler does: the days on which it reads the file and how that is answered, and what is to be found.

    It asks for `path` from one day up to another, and for open pages all the time, unless it asks for none at all.
    """

    token: str
    conduct: Conduct
    why: NoVerdictReason | None = None
    reads: tuple[float, ...] = tuple(range(DAYS))
    answer: int = 200
    path: str = ""
    first: float = 0
    last: float = DAYS
    older_version: int | None = None
    asks: bool = True
    spoofed: float = 0.0


BEHAVIOURS = (
    Behaviour("Keeperbot", Conduct.KEPT),
    Behaviour("Ignorebot", Conduct.DID_NOT, path="/admin/"),
    Behaviour("Blindbot", Conduct.DID_NOT, reads=(), path="/admin/"),
    Behaviour("Slowbot", Conduct.OLDER, reads=(0, 15), path="/private/", last=15, older_version=0),
    Behaviour("Stalebot", Conduct.OLDER, reads=(0,), path="/shop/", older_version=0),
    Behaviour("Neverreadbot", Conduct.OLDER, reads=(), path="/private/", last=12, older_version=0),
    Behaviour("Openbot", Conduct.CANNOT_SAY, NoVerdictReason.NOTHING_CLOSED, path="/admin/"),
    Behaviour("Onlyrobotsbot", Conduct.CANNOT_SAY, NoVerdictReason.NO_REQUESTS, asks=False),
    Behaviour("Borrowedbot", Conduct.KEPT, path="/admin/", spoofed=0.3),
    Behaviour("Fakebot", Conduct.CANNOT_SAY, NoVerdictReason.NO_REQUESTS, path="/admin/", spoofed=1.0),
    Behaviour("Missingbot", Conduct.CANNOT_SAY, NoVerdictReason.NO_FILE, answer=404, path="/admin/"),
    Behaviour("Relapsebot", Conduct.DID_NOT, reads=(0, 11), path="/private/", first=13, last=14),
)
TOKENS = tuple(behaviour.token for behaviour in BEHAVIOURS)
KNOWN = CATALOGUE.with_changes(Crawler(token, purpose="other") for token in TOKENS)


def lines(count: int) -> Iterator[str]:
    """So many lines and those of the reads, by time."""
    author = random.Random(SEED)
    reads = sorted((day, number) for number, each in enumerate(BEHAVIOURS) for day in each.reads)
    waiting = iter(reads)
    following = next(waiting, None)
    for place in range(count):
        day = place * DAYS / count
        while following and following[0] <= day:
            yield _read(BEHAVIOURS[following[1]], following[0])
            following = next(waiting, None)
        number = author.randrange(len(BEHAVIOURS) + 4)
        if number < len(BEHAVIOURS) and BEHAVIOURS[number].asks:
            yield _request(BEHAVIOURS[number], day, author)
        else:
            target = "/.git/config" if author.randrange(100) == 0 else f"/page/{author.randrange(20_000)}"
            yield _line(f"203.0.113.{author.randrange(256)}", day, target, 200, "Mozilla/5.0 (X11) Firefox/140.0")


def _request(behaviour: Behaviour, day: float, author: random.Random) -> str:
    is_spoofed = author.random() < behaviour.spoofed
    asks_closed = behaviour.path and behaviour.first <= day < behaviour.last and author.randrange(5) == 0
    if behaviour.spoofed and not is_spoofed:
        asks_closed = False
    target = f"{behaviour.path if asks_closed else '/page/'}{author.randrange(5_000)}"
    host = author.randrange(256)
    real = f"198.51.100.{host}" if host % 2 else f"2001:db8:1::{host:x}"
    return _line(f"192.0.2.{host}" if is_spoofed else real, day, target, 200, f"{behaviour.token}/1.0")


def _read(behaviour: Behaviour, day: float) -> str:
    address = "192.0.2.7" if behaviour.spoofed == 1.0 else "198.51.100.7"
    return _line(address, day, "/robots.txt", behaviour.answer, f"Mozilla/5.0 (compatible; {behaviour.token}/1.0)")


def _line(address: str, day: float, target: str, status: int, agent: str) -> str:
    moment = START + timedelta(days=day)
    return f'{address} - - [{moment:%d/%b/%Y:%H:%M:%S} +0000] "GET {target} HTTP/1.1" {status} 512 "-" "{agent}"\n'
