"""Sites with a known history: versions of a file, a crawler that caches it for up to a day, pages, and what it saw.

The rules are plain prefixes and the file has one group, so that the truth needs no parser.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from robotstudio.compliance.model import DatedVersion
from robotstudio.indexing.export import ExportedUrl
from robotstudio.indexing.page_facts import PageFacts

SITE = "https://made.example"
BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
_FOLDERS = ("shop", "blog", "cart", "search", "guides", "tmp", "help", "img")
_PAGES = {
    "noindex": "Excluded by ‘noindex’ tag",
    "gone": "Not found (404)",
    "moved": "Page with redirect",
    "thin": "Crawled - currently not indexed",
}
BLOCKED = "Blocked by robots.txt"


@dataclass
class Page:
    """A page, and what the crawler saw of it when it last came."""

    path: str
    kind: str
    crawled: datetime | None = None
    reason: str = ""
    then: int = -1
    """The version by which the crawler went."""


@dataclass
class Site:
    """A history that is known in full."""

    versions: list[tuple[datetime, bytes]]
    pages: list[Page]
    reads: list[datetime] = field(default_factory=list)
    """When the crawler fetched the file."""

    def rows(self) -> list[ExportedUrl]:
        """Return the export: the day of each crawl, without the hour."""
        return [
            ExportedUrl(f"{SITE}{page.path}", page.reason, _day(page.crawled)) for page in self.pages if page.crawled
        ]

    def dated(self, *, by_day: bool) -> list[DatedVersion]:
        """Return the versions with their time, or with their day alone."""
        return [DatedVersion(_day(since) if by_day else since, body) for since, body in self.versions]

    def captured(self, random: Random) -> list[DatedVersion]:
        """Return what a web archive has: each version was seen at some time after it came, and some were missed."""
        found: list[DatedVersion] = []
        last = None
        for place, (since, body) in enumerate(self.versions):
            until = self.versions[place + 1][0] if place + 1 < len(self.versions) else since + timedelta(days=1)
            if 0 < place < len(self.versions) - 1 and random.random() < 0.3:
                continue
            seen = since + random.random() * (until - since)
            if not found or found[-1].body != body:
                found.append(DatedVersion(seen, body, after=last))
            last = seen
        return found

    def facts(self, random: Random) -> dict[str, PageFacts]:
        """Return what a crawl found: pages that lead on to others, and some with a noindex."""
        paths = [page.path for page in self.pages]
        return {
            f"{SITE}{path}": PageFacts(301, f"{SITE}{random.choice(paths)}")
            if random.random() < 0.5
            else PageFacts(200, has_noindex=True)
            for path in random.sample(paths, len(paths) // 6)
        }

    def line(self, version: int, path: str) -> int:
        """Return the line that blocks a path, 0 if it is open: the longest prefix wins, and Allow in a tie."""
        best, found = (-1, False), 0
        for number, line in enumerate(self.versions[version][1].decode().split("\n"), 1):
            name, _, prefix = line.partition(": ")
            rank = (len(prefix), name == "Allow")
            if name in {"Allow", "Disallow"} and path.startswith(prefix) and rank > best:
                best, found = rank, 0 if name == "Allow" else number
        return found

    def truth(self, page: Page) -> str:
        """Return the answer that is right."""
        if self.line(-1, page.path):
            return "noindex-unseen" if "noindex" in page.reason else "still-blocked"
        return "was-blocked" if self.line(page.then, page.path) else "never-blocked"

    def is_near_change(self, page: Page) -> bool:
        """Return True if a version came within two days of the day of the last crawl."""
        day = _day(page.crawled or BEGIN)
        return any(abs(since - day - timedelta(hours=12)) <= timedelta(days=2.5) for since, _ in self.versions)

    def log(self) -> Iterator[str]:
        """Yield the lines of an access log with the crawler's reads, and a request before them all."""
        for moment in sorted((BEGIN - timedelta(days=9), *self.reads)):
            when = moment.strftime("%d/%b/%Y:%H:%M:%S +0000")
            agent = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
            yield f'66.249.66.1 - - [{when}] "GET /robots.txt HTTP/1.1" 200 99 "-" "{agent}"'


def _day(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def made_site(seed: int) -> Site:
    """Make a site: some versions over half a year, and pages that the crawler comes to now and then."""
    random = Random(seed)
    since = BEGIN
    versions = []
    for _ in range(random.randint(1, 9)):
        versions.append((since, _file(random)))
        since += timedelta(hours=random.choice((7, 40, 24 * 9, 24 * 31)), minutes=random.randint(1, 900))
    end = since + timedelta(days=random.choice((1, 4, 40)))
    pages = [
        Page(f"/{folder}/{random.choice(('a', 'sale/', 'old/'))}{number}", random.choice(list(_PAGES)))
        for folder in _FOLDERS
        for number in range(random.randint(1, 9))
    ]
    site = Site(versions, pages)
    _crawl(site, end, random)
    return site


def _file(random: Random) -> bytes:
    lines = ["# made", *([""] * random.randint(0, 3)), "User-agent: *"]
    for folder in random.sample(_FOLDERS, random.randint(0, 6)):
        lines.append(f"Disallow: /{folder}/")
        if random.random() < 0.4:
            lines.append(f"Allow: /{folder}/sale/")
    return "\n".join(lines).encode()


def _crawl(site: Site, end: datetime, random: Random) -> None:
    """Let the crawler come to each page at random times, by a copy of the file that is at most a day old."""
    visits = sorted(
        (BEGIN + random.random() * (end - BEGIN) * 0.99 + timedelta(hours=25), number)
        for number in range(len(site.pages))
        for _ in range(random.randint(1, 4))
    )
    read_at = BEGIN + timedelta(minutes=random.randint(0, 600))
    site.reads.append(read_at)
    for moment, number in visits:
        if moment > end:
            break
        if moment - read_at > timedelta(hours=random.randint(1, 24)):
            read_at = moment - timedelta(minutes=random.randint(0, 50))
            site.reads.append(read_at)
        page = site.pages[number]
        page.then = max(place for place, (since, _) in enumerate(site.versions) if since <= read_at)
        page.crawled = moment
        page.reason = BLOCKED if site.line(page.then, page.path) else _PAGES[page.kind]
