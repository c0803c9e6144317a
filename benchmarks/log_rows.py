"""How many lines of a log a second are read by one core, how memory grows with its length, and GoAccess beside it."""

import json
import random
import resource
import shutil
import subprocess
import tracemalloc
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.corpus import Corpus
from benchmarks.generated import SEED
from benchmarks.table import Cells, Table, verdict
from benchmarks.timing import Effort
from robotstudio.compliance.log_requests import read_log_requests
from robotstudio.urls.logs.formats import LogLines
from robotstudio.urls.sources.streams import open_source

HEADINGS = ("what", "lines", "lines a second", "without counting", "GoAccess", "memory ×4 lines", "target", "")
_PER_EFFORT = 50
_AGENTS = (
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36",
)
_START = datetime(2026, 9, 10, tzinfo=UTC)
_URLS = 20_000


@dataclass(frozen=True, slots=True)
class Measure:
    """A format: its words, how it writes a request, its name in GoAccess, and the least lines a second."""

    title: str
    write: Callable[[datetime, str, str, str], str]
    of_goaccess: str
    least: int


def _combined(moment: datetime, address: str, target: str, agent: str) -> str:
    when = f"{moment:%d/%b/%Y:%H:%M:%S +0000}"
    return f'{address} - - [{when}] "GET {target} HTTP/1.1" 200 5120 "https://shop.example/" "{agent}"\n'


def _caddy(moment: datetime, address: str, target: str, agent: str) -> str:
    asked = {"remote_ip": address, "remote_port": "64985", "client_ip": address, "proto": "HTTP/2.0", "method": "GET"}
    asked |= {"host": "shop.example", "uri": target}
    headers = {"User-Agent": [agent], "Accept": ["*/*"], "Referer": ["https://shop.example/"]}
    row = {"level": "info", "ts": moment.timestamp() + 0.25, "logger": "http.log.access", "msg": "handled request"}
    row |= {"request": {**asked, "headers": headers}, "duration": 0.01, "size": 5120, "status": 200}
    return json.dumps(row, separators=(",", ":")) + "\n"


MEASURES: Mapping[str, Measure] = {
    "log-combined": Measure("combined format", _combined, "COMBINED", 150_000),
    "log-json": Measure("JSON of Caddy", _caddy, "CADDY", 80_000),
}


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the formats that are named."""
    result = Table("Reading logs (one core, processor time)", HEADINGS)
    for name in names:
        if name in MEASURES:
            say(name)
            result.rows.append(_row(MEASURES[name], effort.urls * _PER_EFFORT))
    return result


def _lines(measure: Measure, number: int) -> Iterable[str]:
    author = random.Random(SEED)
    targets = [f"/product/{author.randrange(5_000)}/item-{place}?colour={place % 40}" for place in range(_URLS)]
    for place in range(number):
        address = f"198.51.{author.randrange(256)}.{author.randrange(256)}"
        moment = _START + timedelta(seconds=place // 5)
        yield measure.write(moment, address, author.choice(targets), author.choice(_AGENTS))


def _row(measure: Measure, number: int) -> Cells:
    with TemporaryDirectory() as directory:
        path, quarter = Path(directory) / "access.log", Path(directory) / "quarter.log"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(_lines(measure, number))
        with path.open(encoding="utf-8") as file, quarter.open("w", encoding="utf-8") as some:
            some.writelines(islice(file, number // 4))
        start = process_time()
        with open_source(path) as source:
            requests = sum(record is not None for *_, record in LogLines(source))
        reading = process_time() - start
        start = process_time()
        read = read_log_requests([path], _tokens)
        took = process_time() - start
        beside = _goaccess(path, measure.of_goaccess)
        growth = _memory(path) / _memory(quarter)
    assert requests == number
    assert not read.unread
    speed = number / took
    shown = (f"{number:,}", f"{speed:,.0f}", f"{number / reading:,.0f}", f"{number / beside:,.0f}" if beside else "–")
    target = f"≥ {measure.least:,}"
    return (measure.title, *shown, f"{growth:.2f}×", target, verdict(is_met=speed >= measure.least))


def _tokens(header: str) -> tuple[str, ...]:
    return ("Googlebot",) if "Googlebot" in header else ("bingbot",) if "bingbot" in header else ()


def _memory(path: Path) -> int:
    """Return the most bytes that are held while the lines of a log are gone through."""
    tracemalloc.start()
    with open_source(path) as source:
        for _ in LogLines(source):
            pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def _goaccess(path: Path, log_format: str) -> float:
    """Return the processor time that GoAccess takes for all its panels; 0 if it is not installed."""
    program = shutil.which("goaccess")
    if program is None:
        return 0.0
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    report = path.with_name("report.json")
    command = [program, str(path), f"--log-format={log_format}", "--no-progress", "-o", str(report)]
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
