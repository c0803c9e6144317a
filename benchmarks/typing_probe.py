"""Types into the real window and measures each key until its letter is painted; a program of its own.

`python -m benchmarks.typing_probe FILE URLS CRAWLERS KEYS letters|lines [busy]` prints JSON: for each key the
milliseconds from when it was due until its letter was painted, on the clock and those that the window's thread worked;
`verdicts` until the verdicts of this text were painted; `whole` all that the window's thread works for a key, when it
then has time for what was put off; `bare` what the same keys took just before in a plain editor with the same
highlighter; `beside` how long all other threads of the process worked from one key to the next; and the resident bytes
in the end. `busy` types while a fetch runs and the draft is compared with another version; the linter checks it in any
case.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle, islice, pairwise
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time, sleep, thread_time

import psutil
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from benchmarks.real_window import real_window
from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.engine.crawlers import CRAWLERS, DEFAULT_TOKENS
from robotstudio.store.text import load
from robotstudio.ui.app.app import make_application
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.highlighter import Highlighter
from robotstudio.ui.theme.theme import theme
from robotstudio.urls.urls import parse_list

RULE = "Disallow: /private/*/print.pdf$"

_WARM_UP_KEYS = 10
_PAUSE_MS = 33  # a key that is held down comes as often; the fastest typist leaves 50
_LONG_PAUSE_MS = 400  # for all that the program puts off until the keys rest
_WHOLE_KEYS = 20
_TICK = 0.0005  # seconds
_PATIENCE = 300.0  # seconds for one key, on whatever machine
_BARE_SIZE = 640, 760
_LEFT_OUT = 7
"""Every so many-th line is not in the version that the draft is compared with."""

Press = Callable[[], None]


class Witness(QObject):
    """Sees frames painted: those that show text of the editor, and those behind each answer, by its revision.

    Only what an answer has changed is painted, and that may be nothing: it counts as painted once the window has
    painted all that was due when it had come: `shown` tells its revision and when.
    """

    shown = Signal(int, float)

    def __init__(self, studio: Studio) -> None:
        """Watch the painting of the window."""
        super().__init__(studio)
        self.answered = self.painted = self.letters = 0
        self.letters_at = self.letters_worked = 0.0
        self._has_text = False
        self._window, self._text = studio.window, editor_of(studio).viewport()
        self._behind = QTimer(self)
        self._behind.setSingleShot(True)
        self._behind.setInterval(0)
        self._behind.timeout.connect(self._on_behind)
        studio.session.analysis_changed.connect(self._on_analysis_changed)
        self._text.installEventFilter(self)
        self._window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note when the window is painted: one event paints all of it, and the text within."""
        if event.type() is QEvent.Type.Paint and watched is self._text:
            self._has_text = True
        elif event.type() is QEvent.Type.UpdateRequest and watched is self._window:
            self._has_text = False
            self._window.event(event)
            if self._has_text:
                self.letters += 1
                self.letters_at, self.letters_worked = perf_counter(), thread_time()
            return True
        return False

    def has_painted_since(self, revision: int) -> bool:
        """Whether a later answer is on the screen."""
        return self.painted > revision

    def _on_analysis_changed(self, analysis: Analysis) -> None:
        self.answered = analysis.revision
        self._behind.start()

    def _on_behind(self) -> None:
        self.painted = self.answered
        self.shown.emit(self.painted, perf_counter())


def main() -> int:
    """Measure as the command line says."""
    file, urls, crawlers, keys, kind, *manner = sys.argv[1:]
    with real_window(make_application()) as studio:
        bare = _type_bare(Path(file), int(keys), PRESSES[kind])
        open_in(studio, Path(file), Path(urls).read_text("utf-8"), int(crawlers))
        with _occupied(studio, Path(file)) if manner else nullcontext():
            measured = _type(studio, int(keys), PRESSES[kind])
        print(json.dumps(measured | bare))
    return 0


def open_in(studio: Studio, file: Path, urls: str, crawlers: int) -> None:
    """Show the window, with this file, these URLs and so many crawlers."""
    studio.window.show()
    studio.open(file)
    tokens = list(dict.fromkeys((*DEFAULT_TOKENS, *CRAWLERS)))[:crawlers]
    studio.session.set_crawlers(tuple(CRAWLERS[token] for token in tokens))
    studio.session.set_urls(parse_list(urls).urls)
    studio.window.show_tab("simulation")


def _type(studio: Studio, keys: int, presses: Callable[[QPlainTextEdit], Iterator[Press]]) -> dict[str, list[float]]:
    edit = editor_of(studio)
    witness = Witness(studio)
    studio.session.evaluate()
    turn_until(partial(witness.has_painted_since, 0))
    place_caret(studio)
    pause = long_pause_ms(keys)
    rest(pause)
    series = presses(edit)
    typed = Typed()
    witness.shown.connect(typed.take_painted)
    for press in islice(series, warm_up_keys(keys) + keys):
        _press(press, witness, studio, typed)
    turn_until(lambda: not typed.started)
    whole = []
    for press in islice(series, min(_WHOLE_KEYS, keys)):
        QTest.qWait(pause)
        before = thread_time()
        press()
        QTest.qWait(pause)  # it looks every ten milliseconds: to look more often would be counted as well
        whole.append((thread_time() - before) * 1000)
    measured = typed.measured(warm_up_keys(keys)) | {"whole": whole}
    return measured | {"resident": [float(psutil.Process().memory_info().rss)]}


@dataclass
class Typed:
    """Milliseconds from keys to painted letters, on the clock and of the window's thread, and to painted verdicts.

    Those of verdicts are by the revision of the text. `others` is how long all other threads of the process had worked
    when a key was pressed.
    """

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    started: dict[int, float] = field(default_factory=dict)
    verdicts: dict[int, float] = field(default_factory=dict)
    others: list[float] = field(default_factory=list)

    def take_painted(self, revision: int, moment: float) -> None:
        """Note that the verdicts of a text, and of all before it, are on the screen."""
        for each in [each for each in self.started if each <= revision]:
            self.verdicts[each] = (moment - self.started.pop(each)) * 1000

    def measured(self, warm_up: int) -> dict[str, list[float]]:
        """Without the first keys."""
        beside = [after - before for before, after in pairwise(self.others)]
        verdicts = list(self.verdicts.values())
        found = {"clock": self.clock, "processor": self.processor, "verdicts": verdicts, "beside": beside}
        return {name: values[warm_up:] for name, values in found.items()}


def _press(press: Press, witness: Witness, studio: Studio, typed: Typed) -> None:
    """Press a key when its time has come. Where the window is busy then, that counts as well."""
    started = rest(_PAUSE_MS)
    before, worked = witness.letters, thread_time()
    typed.others.append((process_time() - worked) * 1000)
    press()
    typed.started[studio.session.revision] = started
    turn_until(lambda: witness.letters > before)
    typed.processor.append((witness.letters_worked - worked) * 1000)
    typed.clock.append((witness.letters_at - started) * 1000)


def rest(milliseconds: float) -> float:
    """Let the window do what it has put off; returns when the time was over, which may be a while ago."""
    end = perf_counter() + milliseconds / 1000
    while perf_counter() < end:
        QApplication.processEvents()
        sleep(_TICK)
    return end


def long_pause_ms(repeats: int) -> int:
    """How long the window may do what it has put off; what is done but a few times only shows that it runs."""
    return _LONG_PAUSE_MS if repeats >= _WARM_UP_KEYS else _PAUSE_MS


def warm_up_keys(keys: int) -> int:
    """How many keys are pressed before the first that counts."""
    return min(_WARM_UP_KEYS, keys)


class BareEdit(QPlainTextEdit):
    """What Qt has, with our colours: nothing is evaluated, explained or checked."""

    def __init__(self, text: str) -> None:
        """Open a plain editor with a text, in a window as wide as our column."""
        super().__init__()
        self.painted, self._is_painting = 0, False
        self.painted_at = self.worked = 0.0
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(theme.fonts.mono(13))
        self._highlighter = Highlighter(self.document(), theme.tokens, self)
        self.setPlainText(text)
        self.resize(*_BARE_SIZE)

    def has_painted_since(self, count: int) -> bool:
        """Whether it was painted once more than so often."""
        return self.painted > count

    def paintEvent(self, event: QPaintEvent) -> None:
        """Colour what is to be seen, as our editor does."""
        blocks, block = [], self.firstVisibleBlock()
        for _ in range(self.viewport().height() // self.fontMetrics().height() + 2):
            blocks.append(block)
            block = block.next()
        self._highlighter.lex_blocks(block for block in blocks if block.isValid())
        super().paintEvent(event)
        self._is_painting = True

    def event(self, event: QEvent) -> bool:
        """Note when the window is painted, which one event does."""
        is_done = super().event(event)
        if event.type() is QEvent.Type.UpdateRequest and self._is_painting:
            self._is_painting = False
            self.painted += 1
            self.painted_at, self.worked = perf_counter(), thread_time()
        return is_done


def _type_bare(file: Path, keys: int, presses: Callable[[QPlainTextEdit], Iterator[Press]]) -> dict[str, list[float]]:
    edit = BareEdit(load(file.read_bytes()).text)
    edit.show()
    caret = QTextCursor(edit.document().findBlockByNumber(edit.blockCount() // 2))
    caret.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    edit.setTextCursor(caret)
    clock, processor = [], []
    warm_up = warm_up_keys(keys)
    for press in islice(presses(edit), warm_up + keys):
        started = rest(_PAUSE_MS)
        before, worked = edit.painted, thread_time()
        press()
        turn_until(partial(edit.has_painted_since, before))
        processor.append((edit.worked - worked) * 1000)
        clock.append((edit.painted_at - started) * 1000)
    edit.close()
    edit.deleteLater()
    return {"bare": clock[warm_up:], "bare processor": processor[warm_up:]}


@contextmanager
def _occupied(studio: Studio, file: Path) -> Iterator[None]:
    """Keep a fetch running, and compare with another version of the file."""
    lines = file.read_bytes().split(b"\n")
    del lines[::_LEFT_OUT]
    studio.changes.offer_history((Baseline("bench", "another version", b"\n".join(lines)),))
    studio.changes.choose("bench")
    with _slow_site() as address:

        def begin(*_: object) -> None:
            """Fetch again and return to the matrix: a fetch that took too long ends, and its tab comes forward."""
            studio.window.show_tab("simulation")
            studio.fetcher.fetch(address)

        studio.fetcher.finished.connect(begin)
        begin()
        yield
        studio.fetcher.finished.disconnect(begin)


@contextmanager
def _slow_site() -> Iterator[str]:
    """Serve a robots.txt that never ends, a line every few milliseconds, and return its address."""
    is_over = Event()

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):
                while not is_over.wait(0.02):
                    self.wfile.write(b"Disallow: /slow\n")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        is_over.set()
        server.shutdown()
        thread.join()


def editor_of(studio: Studio) -> QPlainTextEdit:
    """Return the editor that is typed into."""
    edit = studio.editor.findChild(QPlainTextEdit)
    assert isinstance(edit, QPlainTextEdit)
    return edit


def place_caret(studio: Studio) -> None:
    """Explain a verdict of the first crawler, and put the caret behind the middle rule of its group."""
    analysis = studio.session.analysis
    assert analysis is not None
    column = analysis.columns[0]
    studio.session.select(Cell(analysis.urls[0].url, column.crawler.token))
    rules = [rule for group in column.choice.groups for rule in group.rules]
    studio.editor.place_caret(rules[len(rules) // 2].line if rules else 1)
    QTest.keyClick(editor_of(studio), Qt.Key.Key_End)


def turn_until(is_done: Callable[[], bool]) -> None:
    """Let the event loop turn as it does in the program, until something is so."""
    give_up = perf_counter() + _PATIENCE
    while not is_done():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if perf_counter() > give_up:
            raise TimeoutError("nothing was painted after a key")


def _letters(edit: QPlainTextEdit) -> Iterator[Press]:
    """Type a rule on a line of its own and take it back, again and again."""
    enter, back = (partial(QTest.keyClick, edit, key) for key in (Qt.Key.Key_Return, Qt.Key.Key_Backspace))
    letters = [partial(QTest.keyClicks, edit, letter) for letter in RULE]
    return cycle([enter, *letters, *[back] * len(letters), back])


def _lines(edit: QPlainTextEdit) -> Iterator[Press]:
    """Make a line and take it back, so that with each key all later lines have another number."""
    return cycle(partial(QTest.keyClick, edit, key) for key in (Qt.Key.Key_Return, Qt.Key.Key_Backspace))


PRESSES = {"letters": _letters, "lines": _lines}


if __name__ == "__main__":
    sys.exit(main())
