"""Which files and URLs are measured: real ones where they lie beside the checkout, generated ones elsewhere."""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.generated import SEED, Author
from robotstudio.engine import Robots

REAL = Path(__file__).parents[2] / "shared" / "corpus"

AGENT = "Googlebot"
_READ = 499 * 1024  # what Google reads of a file, less some room for edits; every competitor gets the same bytes
_AROUND = 9  # a quantile is represented by this many neighbours, not by the chance of one file
_LARGEST = 3
_SHORT = 10_000  # bytes that are enough to show that something runs
# What real files measure, for the generated ones: bytes, and the share of wildcard rules.
_QUANTILES = {"median": (607, 0.1), "95th percentile": (7_308, 0.1)}
_GENERATED_LARGEST = ((_READ, 0.0), (_READ, 0.02), (130_671, 0.02))
_GENERATED_WILDCARDS = ((73_095, 0.5), (66_249, 0.4), (17_834, 1.0))


@dataclass(frozen=True, slots=True)
class Sample:
    """Files that are measured together, and the name of their row."""

    name: str
    bodies: tuple[bytes, ...]
    is_wildcard_heavy: bool = False

    def in_short(self) -> "Sample":
        """Return the beginning of the first file."""
        body = self.bodies[0][:_SHORT]
        if body == self.bodies[0]:
            return replace(self, bodies=(body,))
        cut = body[: body.rfind(b"\n") + 1]
        return replace(self, name=f"{self.name}, of which {_size(len(cut))}", bodies=(cut,))


@dataclass(frozen=True, slots=True)
class Corpus:
    """What is measured, and in a sentence where it comes from."""

    origin: str
    samples: tuple[Sample, ...]
    urls: tuple[str, ...]
    more_urls: tuple[str, ...] = ()  # all there are, where there are more
    folder: Path | None = None  # where all its files lie, where they are real

    def sample(self, name: str) -> Sample:
        """Return the sample whose name starts like this."""
        return next(sample for sample in self.samples if sample.name.startswith(name))

    def in_short(self) -> "Corpus":
        """Of each kind only the beginning of one file."""
        first = {sample.name.split()[0]: sample.in_short() for sample in reversed(self.samples)}
        return replace(self, samples=tuple(reversed(first.values())))


def load(number: int, *, generated: bool = False) -> Corpus:
    """Load the real corpus if there is one and generated files are not wanted, with that many URLs."""
    return _generated(number) if generated or not (REAL / "index.jsonl").exists() else _real(number)


def text_of(body: bytes) -> str:
    """Return the text for competitors that do not read bytes."""
    return body.decode("utf-8", "replace")


def _real(number: int) -> Corpus:
    files = sorted(_real_files(), key=lambda file: len(file[1]))
    bodies = [body for _, body in files]
    around_median, around_p95 = (_neighbours(bodies, share) for share in (0.5, 0.95))
    heavy = sorted(files, key=lambda file: _searched_rules(file[1]), reverse=True)
    samples = (
        _quantile("median", around_median),
        _quantile("95th percentile", around_p95),
        *_largest(body for _, body in _one_a_site(reversed(files))),
        *_wildcard_heavy(body for _, body in _one_a_site(heavy)),
    )
    urls = _real_urls()
    taken = urls[:number]
    origin = f"chosen from {len(files):,} real files; {len(taken):,} of {len(urls):,} real URLs (seed {SEED})"
    return Corpus(origin, samples, tuple(taken), tuple(urls), REAL / "files")


def _generated(number: int) -> Corpus:
    author, one_group = Author(), 10_000
    samples = (
        *(
            _quantile(name, [author.robots_txt(size, share) for _ in range(_AROUND)])
            for name, (size, share) in _QUANTILES.items()
        ),
        *_largest(author.robots_txt(size, share) for size, share in _GENERATED_LARGEST),
        *_wildcard_heavy(author.robots_txt(size, share, one_group) for size, share in _GENERATED_WILDCARDS),
    )
    origin = f"generated files of the sizes of real ones; {number:,} generated URLs (seed {SEED})"
    return Corpus(origin, samples, author.urls(number))


def _real_urls() -> list[str]:
    """Links of real sites, in an order that the seed gives."""
    pages = (path.read_text("utf-8") for path in sorted((REAL / "site_links").glob("*.txt")))
    urls = list(dict.fromkeys(line for page in pages for line in page.split("\n") if line))
    random.Random(SEED).shuffle(urls)
    return urls


def _real_files() -> Iterator[tuple[str, bytes]]:
    """(site, bytes) of what is a robots.txt and not, say, an error page in HTML."""
    for line in (REAL / "index.jsonl").read_text("utf-8").split("\n"):
        row = json.loads(line) if line else {}
        if row.get("kind") == "robots":
            yield row["site"], (REAL / "files" / f"{row['id']}.txt").read_bytes()


def real_bodies() -> Iterator[bytes]:
    """Return the bytes of all real files, nothing if there are none."""
    if (REAL / "index.jsonl").exists():
        for _, body in _real_files():
            yield body


def _neighbours(bodies: list[bytes], share: float) -> list[bytes]:
    middle = int(len(bodies) * share)
    return bodies[middle - _AROUND // 2 : middle + _AROUND // 2 + 1]


def _one_a_site(files: Iterable[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Return the first few files, without versions of the same site from other years."""
    found: dict[str, bytes] = {}
    for site, body in files:
        found.setdefault(site, body)
        if len(found) == _LARGEST:
            break
    return list(found.items())


def _quantile(name: str, bodies: list[bytes]) -> Sample:
    return Sample(f"{name}, {_size(sorted(map(len, bodies))[len(bodies) // 2])}", tuple(bodies))


def _largest(bodies: Iterable[bytes]) -> Iterator[Sample]:
    for place, body in enumerate(bodies, 1):
        read = body[:_READ]
        yield Sample(f"largest {place}, {_size(len(read))}", (read[: read.rfind(b"\n") + 1],))


def _wildcard_heavy(bodies: Iterable[bytes]) -> Iterator[Sample]:
    for place, body in enumerate(bodies, 1):
        searched, rules = _searched_rules(body), Robots.parse(body).choose(AGENT).rule_count
        yield Sample(f"wildcards {place}, {searched:,} of {rules:,} rules", (body,), is_wildcard_heavy=True)


def _searched_rules(body: bytes) -> int:
    """How many rules of the measured crawler have a `*` with something behind it, so that a matcher has to search."""
    groups = Robots.parse(body).choose(AGENT).groups
    return sum(b"*" in rule.pattern.rstrip(b"*") for group in groups for rule in group.rules)


def _size(size: int) -> str:
    return f"{size:,} B" if size < 10_000 else f"{size / 1024:,.0f} KiB"
