"""How long the language server takes for a key in a large file, as an editor asks for it; processor time of the server.

An editor is played: it sends the whole text with one more letter, and waits for the findings.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from queue import Empty, Queue
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple, cast

import psutil

from benchmarks import corpus
from benchmarks.generated import SEED, Author
from benchmarks.start_rows import PROGRAM
from benchmarks.table import Cells, Table, seconds, verdict
from benchmarks.timing import QUICK, Effort

HEADINGS = ("what", "file", "findings", "processor, median", "worst", "clock, median", "worst", "target", "")

_SIZE, _SIZE_QUICK = 499 * 1024, 10 * 1024
_URLS = 1000  # of the project, for hints and lenses
_MOST_KEYS = 4
_SECONDS = 0.1  # for a key
_PAUSE = 0.15  # between two keys of a series
_IDLE_FOR, _IDLE_SHARE, _PATIENCE = 0.4, 0.05, 120.0  # seconds, of one processor, seconds
_LONGEST_REAL = 30_000  # bytes of a real file among many
_PUBLISH = "textDocument/publishDiagnostics"
_COLOURS, _CHANGED_COLOURS = "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta"
_MISTAKES = ("Disalow: /{}", "Disallow: /{}//a", "Disallow: {}", "Nofolow: /{}", "Crawl-delay: {}", "disallow : /{}*")

Message = Mapping[str, object]


class Arrived(NamedTuple):
    """A message of the server: when it came by the clock, what its process had worked by then, both in seconds."""

    at: float
    worked: float
    message: Message


class Took(NamedTuple):
    """Seconds of the processor, and on the clock."""

    worked: float
    waited: float


class Server:
    """A server in a process of its own, used as an editor does."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            (*PROGRAM, "lsp"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._arrived: Queue[Arrived] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self._asked = 0
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self.tell("initialized", {})

    def worked(self) -> float:
        """Return the processor seconds of the process so far."""
        if sys.platform != "linux":
            times = psutil.Process(self._process.pid).cpu_times()
            return float(times.user + times.system)
        return time.clock_gettime(~self._process.pid << 3 | 2)  # psutil counts in hundredths of a second

    def tell(self, method: str, params: object, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else {**message, "id": number}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._process.stdin.flush()

    def begin(self, method: str, params: object) -> int:
        """Ask without waiting; return the number of the question."""
        self._asked += 1
        self.tell(method, params, self._asked)
        return self._asked

    def ask(self, method: str, params: object) -> Arrived:
        number = self.begin(method, params)
        return self.until(lambda message: message.get("id") == number)

    def until(self, is_wanted: Callable[[Message], bool]) -> Arrived:
        while True:
            arrived = self._arrived.get(timeout=_PATIENCE)
            if is_wanted(arrived.message):
                return arrived

    def rest(self) -> Sequence[Arrived]:
        """Wait until the server has nothing more to do; return what it has sent meanwhile."""
        found = []
        while True:
            before = self.worked()
            time.sleep(_IDLE_FOR)
            try:
                while True:
                    found.append(self._arrived.get_nowait())
            except Empty:
                if self.worked() - before < _IDLE_FOR * _IDLE_SHARE:
                    return found

    def end(self) -> None:
        self.ask("shutdown", None)
        self.tell("exit", None)
        self._process.wait(_PATIENCE)
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream
        size = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length"):
                size = int(line.partition(b":")[2])
            elif not line.strip():
                self._arrived.put(Arrived(time.perf_counter(), self.worked(), json.loads(stream.read(size))))


class Typist:
    """Types letters at the end of a rule in the middle of a file that is open."""

    def __init__(self, server: Server, uri: str, text: str) -> None:
        self.server = server
        self.document = {"uri": uri}
        self._lines = text.split("\n")
        half = len(self._lines) // 2
        self._place = next(place for place in range(half, len(self._lines)) if self._lines[place].startswith("Disal"))
        self.version = 1
        opened = {"uri": uri, "languageId": "robotstxt", "version": self.version, "text": text}
        server.tell("textDocument/didOpen", {"textDocument": opened})
        self.findings = self.found_in(server.until(self._is_published))
        server.rest()
        self._colours = self._colours_in(server.ask(_COLOURS, {"textDocument": self.document}))

    def press(self) -> Took:
        """Type a letter; return what time it was when it was sent."""
        self.version += 1
        self._lines[self._place] += "abcdefghijklmnopqrstuvwxyz"[self.version % 26]
        start = Took(self.server.worked(), time.perf_counter())
        document = {**self.document, "version": self.version}
        text = {"text": "\n".join(self._lines)}
        self.server.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [text]})
        return start

    def key(self) -> Took:
        """Return how long it takes until the first findings."""
        start = self.press()
        return _since(start, self.server.until(self._is_published))

    def key_and_view(self) -> Took:
        """Return how long it takes until the findings, the colours, the hints in view and the lenses are there."""
        start = self.press()
        lines = {
            "start": {"line": max(self._place - 30, 0), "character": 0},
            "end": {"line": self._place + 30, "character": 0},
        }
        colours = self.server.begin(
            _CHANGED_COLOURS, {"textDocument": self.document, "previousResultId": self._colours}
        )
        left: set[object] = {
            colours,
            self.server.begin("textDocument/inlayHint", {"textDocument": self.document, "range": lines}),
            self.server.begin("textDocument/codeLens", {"textDocument": self.document}),
            _PUBLISH,
        }
        while True:
            arrived = self.server.until(lambda message: message.get("id") in left or self._is_published(message))
            if arrived.message.get("id") == colours:
                self._colours = self._colours_in(arrived)
            left.discard(arrived.message.get("id", _PUBLISH))
            if not left:
                return _since(start, arrived)

    def outline(self) -> Took:
        """Return how long the symbols take."""
        start = Took(self.server.worked(), time.perf_counter())
        return _since(start, self.server.ask("textDocument/documentSymbol", {"textDocument": self.document}))

    def series(self, keys: int) -> Sequence[Took]:
        """Type keys one soon after the other; return how long each waits for its findings."""
        starts = {}
        for _ in range(keys):
            start = self.press()
            starts[self.version] = start
            time.sleep(_PAUSE)
        found: dict[object, Arrived] = {}
        for arrived in self.server.rest():
            if arrived.message.get("method") == _PUBLISH:
                found.setdefault(_params(arrived)["version"], arrived)
        return [_since(start, found[version]) for version, start in starts.items() if version in found]

    def found_in(self, arrived: Arrived) -> int:
        return len(cast("Sequence[object]", _params(arrived)["diagnostics"]))

    def _is_published(self, message: Message) -> bool:
        params = cast("Message", message.get("params", {}))
        return message.get("method") == _PUBLISH and params.get("version") == self.version

    @staticmethod
    def _colours_in(arrived: Arrived) -> object:
        return cast("Message", arrived.message["result"])["resultId"]


def _since(start: Took, arrived: Arrived) -> Took:
    return Took(arrived.worked - start.worked, arrived.at - start.waited)


def _params(arrived: Arrived) -> Message:
    return cast("Message", arrived.message["params"])


def table(_corpus: corpus.Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure a key in each kind of file."""
    result = Table("Editors: a key in 500 KiB, processor time of the language server", HEADINGS)
    if NAME in names:
        files = [*_files(_SIZE_QUICK if effort is QUICK else _SIZE)]
        for name, text in files[: 1 if effort is QUICK else None]:  # one is enough to see that it runs
            say(f"{TITLE}: {name}")
            with TemporaryDirectory(prefix="robotstudio-bench-") as folder:
                result.rows += _rows(name, text, Path(folder), min(_MOST_KEYS, effort.keys))
    return result


def _rows(name: str, text: str, folder: Path, keys: int) -> Iterator[Cells]:
    urls = [f"/{each.split('/', 3)[3]}" for each in Author().urls(_URLS)]
    project = {"version": 1, "file": "robots.txt", "urls": urls}
    (folder / "shop.robotstudio").write_text(json.dumps(project), "utf-8")
    server = Server(folder)
    typist = Typist(server, (folder / "robots.txt").as_uri(), text)
    measured: Mapping[str, tuple[Sequence[Took], bool]] = {
        TITLE: (_each(typist.key, server, keys), True),
        "– with colours, hints and lenses": (_each(typist.key_and_view, server, keys), True),
        f"keys every {_PAUSE * 1000:.0f} ms": (typist.series(keys), False),
        "the outline": (_each(typist.outline, server, keys), False),
    }
    server.end()
    for what, (took, has_target) in measured.items():
        worked, waited = [each.worked for each in took], [each.waited for each in took]
        target = f"≤ {seconds(_SECONDS)}", verdict(is_met=median(worked) <= _SECONDS)
        times = (seconds(value) for values in (worked, waited) for value in (median(values), max(values)))
        yield (what, name, f"{typist.findings:,}", *times, *(target if has_target else ("–", "")))


def _each(measure: Callable[[], Took], server: Server, times: int) -> Sequence[Took]:
    found = []
    for _ in range(times):
        server.rest()
        found.append(measure())
    server.rest()
    return found


def _files(size: int) -> Iterator[tuple[str, str]]:
    yield "a shop", Author().robots_txt(size, 0.02).decode()
    yield "mixed mistakes", _with_mistakes(size)
    yield "one group", _cut(Author().rules(size // 25, 0.02).decode(), size)
    yield "many files in one", _many_in_one(size)


def _with_mistakes(size: int) -> str:
    """Return a file of groups of 40 lines in which every fourth line has something wrong, each time another."""
    chances, paths, lines, length = random.Random(SEED), Author(), list[str](), 0
    for place, url in enumerate(paths.urls(size // 25)):
        path = f"{url.split('/', 3)[3].partition('?')[0]}-{place}"
        if place % 40 == 0:
            lines += ["", f"User-agent: bot{place}" if place else "User-agent: *"]
        mistake = chances.choice(_MISTAKES) if chances.random() < 0.25 else "Disallow: /{}"
        lines.append(mistake.format(path))
        length += len(lines[-1]) + 1
        if length > size:
            break
    return _cut("\n".join(lines), size)


def _many_in_one(size: int) -> str:
    """Return real files one below the other, generated ones where there are none."""
    bodies = [body for body in corpus.real_bodies() if len(body) <= _LONGEST_REAL]
    random.Random(SEED).shuffle(bodies)
    author = Author()
    bodies = bodies or [author.robots_txt(3_000, 0.1) for _ in range(size // 3_000 + 1)]
    texts, length = list[str](), 0
    for body in bodies:
        texts.append(body.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n"))
        length += len(body)
        if length > size:
            break
    return _cut("\n\n".join(texts), size)


def _cut(text: str, size: int) -> str:
    return text[:size].rpartition("\n")[0] + "\n"


NAME, TITLE = "editor", "a key until its findings"
MEASURES: Mapping[str, str] = {NAME: TITLE}
