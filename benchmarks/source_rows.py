"""How long it takes to read sources of URLs, beside only going through their lines, and what a URL takes then."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.corpus import Corpus
from benchmarks.generated import SEED
from benchmarks.table import Cells, Table, three_digits, verdict
from benchmarks.timing import Effort
from robotstudio.urls.sources.reading import read_source

HEADINGS = ("what", "file", "URLs", "time", "for 1,000,000", "÷ lines", "bytes a URL", "target", "")
TIME_LIMIT, BYTES_LIMIT = 6.0, 400.0

_PER_EFFORT = 100
_WHEN = "17/May/2015:10:05:03 +0000"


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, its words, a line of the file for a URL, and how the file begins and ends."""

    name: str
    title: str
    line: Callable[[str], str]
    share: float = 0.1
    begin: str = ""
    end: str = ""
    target: float | None = None


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Sources of URLs", HEADINGS)
    for measure in (MEASURES[name] for name in names if name in MEASURES):
        say(measure.title)
        result.rows.append(_row(measure, round(effort.urls * _PER_EFFORT * measure.share)))
    return result


def _row(measure: Measure, number: int) -> Cells:
    with TemporaryDirectory() as directory:
        path = Path(directory) / measure.name
        path.write_text(measure.begin + "".join(map(measure.line, _urls(number))) + measure.end, "utf-8")
        start = process_time()
        with path.open(encoding="utf-8") as lines:
            going_through = sum(1 for _ in lines)
        plain = max(process_time() - start, 1e-6)
        start = process_time()
        urls = read_source([path]).urls
        took = process_time() - start
    assert going_through >= len(urls) == number
    for_a_million, byte_count = took / number * 1_000_000, urls.memory / number
    wanted = ("–", "")
    if measure.target is not None:
        is_met = for_a_million <= measure.target and byte_count <= BYTES_LIMIT
        wanted = (f"≤ {three_digits(measure.target)} s, ≤ {three_digits(BYTES_LIMIT)}", verdict(is_met=is_met))
    shown = (f"{took:.2f} s", f"{for_a_million:.1f} s", f"{three_digits(took / plain)}×", three_digits(byte_count))
    return (measure.title, measure.name, f"{number:,}", *shown, *wanted)


def _urls(number: int) -> Iterable[str]:
    """Addresses as shops have them, each once."""
    author = random.Random(SEED)
    for place in range(number):
        kind, colour = author.choice(("product", "category", "review", "blog")), author.randrange(40)
        yield f"https://www.example.com/{kind}/{author.randrange(5_000)}/item-{place}?colour={colour}"


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("load-list", "load a list", "{}\n".format, 1.0, target=TIME_LIMIT),
        Measure("load-letters", "load a list, letters beyond ASCII", lambda url: f"{url}&größe=ü\n"),
        Measure("load-odd", "load a list, each URL through the parser", lambda url: f"{url}#top\n"),
        Measure("load-table", "load a table", "{},17,3.2\n".format, begin="URL,Clicks,Position\n"),
        Measure(
            "load-sitemap",
            "load a sitemap",
            lambda url: f"<url><loc>{url}</loc><lastmod>2024-05-01</lastmod></url>\n",
            begin="<urlset>",
            end="</urlset>",
        ),
        Measure(
            "load-log",
            "load an access log",
            lambda url: f'192.0.2.1 - - [{_WHEN}] "GET {url[23:]} HTTP/1.1" 200 12 "-" "Googlebot/2.1"\n',
        ),
    )
}
