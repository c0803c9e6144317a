"""The pictures of the guide: what is to be seen in each, and a record by which a test knows that it is still so.

Fonts are drawn a little differently from computer to computer, so no test compares pixels. Beside each pair of pictures
(light and dark) stand the words that the window drew when they were taken; a test opens the same scene in the same
language and compares what is drawn now. `python3 dev.py pictures --guide` takes pictures and words together.
"""

from __future__ import annotations

import json
import re
import tempfile
from contextlib import contextmanager
from datetime import datetime
from functools import reduce
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest.mock import patch

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QElapsedTimer, QEventLoop, QIODevice, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QApplication

from docs.drawn_words import words_in
from robotstudio.draft.analysis import Cell
from robotstudio.engine.crawlers import DEFAULT_TOKENS, PRESETS, crawler_for
from robotstudio.policy.model import BLOCK
from robotstudio.project.templates import example, templates
from robotstudio.text.language import WORDS
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.panels.ai_policy import controller as ai_policy
from robotstudio.ui.panels.report import controller as reports
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import parse_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from PySide6.QtWidgets import QWidget

    from robotstudio.ui.app.studio import Studio

GUIDE: Final = Path(__file__).resolve().parent / "guide"
RECORDS: Final = GUIDE.parents[1] / "tests" / "data" / "guide_pictures"
LOOKS: Final = ("light", "dark")
"""A light picture would glare from a dark page, so there is one for each."""
_MOST_COLORS: Final = 256
_COARSE: Final = 0xF8F8F8
"""Colours that agree in this are taken for one where a picture has too many."""
_FENCED: Final = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TIME: Final = 2.0
"""The milliseconds that everything takes in a picture: it would be another one each time."""
_DAY: Final = datetime(2026, 11, 23)  # noqa: DTZ001  # the day of a report is a local one
"""Today, in a picture: it would be another one each day."""
_PATIENCE_MS: Final = 60_000
_EDITOR, _LOWER = 396, 210
_SITE: Final = (
    "/",
    "/about",
    "/blog/",
    "/blog/2025/1.html",
    "/help/returns",
    "/img/logo.gif",
    "/products/1",
    "/search?q=shoes",
)
_MANY: Final = {
    "/products/{}": 400,
    "/products?sort=price&page={}": 100,
    "/cart/items/{}": 50,
    "/blog/2025/{}.html": 200,
    "/search?q={}": 130,
}
"""The forms of invented URLs, and how many there are of each."""


class GuidePicture(NamedTuple):
    """A picture of parts of the window, in a window of a size."""

    name: str
    chapter: str
    size: tuple[int, int]
    prepare: Callable[[Studio], None]
    parts: Callable[[Studio], Sequence[QWidget]]
    """The widgets in the picture, whose words are recorded; the picture is their union."""

    def file(self, language: str, look: str) -> Path:
        """Return the file of a look; the light one, which the chapter names, has no look in its name."""
        name = self.name if look == LOOKS[0] else f"{self.name}-{look}"
        return GUIDE / language / "pictures" / f"{name}.png"

    def show(self, studio: Studio) -> None:
        """Let the window show it."""
        studio.window.resize(*self.size)
        self.prepare(studio)

    def arrange(self, studio: Studio) -> None:
        """Lay the window out alike whatever was shown before; to be done once it is at rest."""
        width, height = self.size
        shares = {"columns": (_EDITOR, width - _EDITOR), "lower": (height - _LOWER, _LOWER)}
        studio.page.work.restore(shares, studio.window.size())

    def image(self, studio: Studio) -> QImage:
        """Return a picture of its parts as they look now."""
        parts = self.parts(studio)
        window = parts[0].window()
        places = [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts]
        return window.grab(reduce(QRect.united, places)).toImage()

    def words(self, studio: Studio) -> str:
        """Return the words that its parts draw now."""
        return "\n".join(words_in(part) for part in self.parts(studio))


def begin(studio: Studio, body: bytes, urls: str, tokens: Sequence[str] = DEFAULT_TOKENS) -> None:
    """Open a file with test URLs for some crawlers."""
    studio.document.load(body, Origin.of_template())
    studio.session.set_urls(parse_list(urls).urls)
    studio.session.set_crawlers(tuple(map(crawler_for, tokens)))
    studio.window.show_tab("simulation")


def _begin_example(studio: Studio, more: Sequence[str] = ()) -> None:
    """Open the example, with more URLs of its shop."""
    urls = [url.written for url in example().url_list().urls]
    begin(studio, example().body(WORDS), "\n".join((*urls, *more)))


def _act(action: str, studio: Studio) -> None:
    studio.window.actions_by_id[action].trigger()


def _show_cell(studio: Studio) -> None:
    """Show a blocked cell of the example, its line and its explanation."""
    _begin_example(studio)
    studio.session.select(Cell("/cart/checkout?step=2", "Googlebot"))
    studio.editor.reveal_line(1)


def _show_first_file(studio: Studio) -> None:
    """Type what the chapter about the first file types, and paste its URLs."""
    robots, urls = _FENCED.findall((GUIDE / "en" / "first-file.md").read_text("utf-8"))[:2]
    begin(studio, robots.encode(), urls)
    studio.session.select(Cell("/search/help", "Googlebot"))


def _show_training(studio: Studio) -> None:
    """Show the template against AI training, with the crawlers that collect for it."""
    preset = next(preset for preset in PRESETS if preset.id == "ai-training")
    template = next(template for template in templates() if template.id == "keep-ai-training-out")
    begin(studio, template.body(WORDS), "\n".join(_SITE), preset.tokens)


def _show_patterns(studio: Studio) -> None:
    """Show the URLs of a shop as patterns."""
    made = [form.format(number) for form, many in _MANY.items() for number in range(many)]
    _begin_example(studio, made)
    _act("simulate.group", studio)


def _show_problems(studio: Studio) -> None:
    """Show what the linter finds in the example."""
    _begin_example(studio)
    _act("view.problems", studio)
    panel = studio.problems.panel
    wait(lambda: bool(panel.listed))
    panel.select(panel.listed[0])


def _show_changes(studio: Studio) -> None:
    """Show the effect of a rule that became too wide."""
    _begin_example(studio)
    studio.editor.revise_body(studio.editor.body().replace(b"Disallow: /search\n", b"Disallow: /products\n"))
    _act("simulate.changes", studio)


def wait(is_done: Callable[[], bool]) -> None:
    """Let the window work until something has happened."""
    clock = QElapsedTimer()
    clock.start()
    while not is_done():
        if clock.elapsed() > _PATIENCE_MS:
            raise TimeoutError("the window did not come to what was to be seen")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def _show_policy(studio: Studio) -> None:
    """Training blocked in the example, before that is written."""
    _begin_example(studio)
    choose_training(studio)
    studio.ai_policy.panel.resize(1020, 600)


def choose_training(studio: Studio) -> None:
    """Show the AI policy with a choice for a purpose."""
    _act("crawlers.policy", studio)
    panel = studio.ai_policy.panel
    wait(lambda: _is_studied(studio))
    studio.ai_policy.choose("ai-training", BLOCK)
    wait(lambda: _is_studied(studio) and panel.write_button.isEnabled())


def _is_studied(studio: Studio) -> bool:
    study = studio.ai_policy.panel.choices.study
    return study is not None and study.body == studio.editor.body() and not studio.ai_policy.is_busy


def _show_report(studio: Studio) -> None:
    """Show the first page of a report on the example."""
    _begin_example(studio)
    wait(lambda: studio.session.is_answered)
    _act("file.report", studio)
    panel = studio.report.panel
    panel.resize(940, 560)
    wait(lambda: panel.report is not None and panel.save_button.isEnabled())


def _show_kept(studio: Studio) -> None:
    _begin_example(studio)
    show_compliance(studio)


def show_compliance(studio: Studio) -> None:
    """Four crawlers that nobody has, in a log of a month in which the file changed once."""
    folder = Path(tempfile.mkdtemp())
    for token in _INVENTED:
        studio.own_crawlers.file.change(token, {"operator": "Example", "user_agent": f"{token}/1.0"})
    studio.own_crawlers.reload()
    log = folder / "access.log"
    log.write_text("".join(map(_logged, _visits())), "utf-8")
    _act("crawlers.compliance", studio)
    panel = studio.compliance.panel
    for name, body in _KEPT_VERSIONS.items():
        (folder / name).write_text(body, "utf-8")
        with patch.object(dialogs, "ask_open_path", lambda _parent, path=folder / name: path):
            panel.versions.file_button.click()
    panel.versions.table.select_row(id(panel.versions.table.rows[-1]))
    studio.compliance.date_version(panel.versions.table.rows[-1], f"{_MONTH}-{_CHANGED:02}")
    with patch.object(dialogs, "ask_log_paths", lambda _parent: [log]):
        panel.add_button.click()
    wait(lambda: not studio.compliance.job.is_busy and bool(panel.crawlers.table.rows))
    panel.view.set_current(0)
    panel.crawlers.table.select_row(("Harborbot", False))


_INVENTED: Final = ("Fernbot", "Harborbot", "Tidebot", "Mossbot")
_MONTH, _CHANGED, _LAST = "2026-09", 14, 28
_KEPT_VERSIONS: Final = {
    "robots-before.txt": "User-agent: *\nDisallow: /cart/\n",
    "robots-since.txt": "User-agent: *\nDisallow: /cart/\nDisallow: /drafts/\n",
}


def _visits() -> Iterator[tuple[int, int, str, str]]:
    """Day, hour, crawler and target of each request."""
    for day in range(1, _LAST + 1):
        yield day, 3, "Fernbot", "/robots.txt"
        yield from ((day, 4 + place, "Fernbot", f"/products/{day}-{place}") for place in range(3 + day % 4))
        if day % 6 == 1:
            yield day, 5, "Harborbot", "/robots.txt"
        yield from ((day, 6 + place, "Harborbot", f"/drafts/{day}-{place}") for place in range(2 + day % 3))
        yield from ((day, 9 + place, "Harborbot", f"/products/{place}") for place in range(4))
        if day % 13 == 0:
            yield day, 23, "Tidebot", "/robots.txt"
        if day <= _CHANGED:
            yield from ((day, 8 + place, "Tidebot", f"/drafts/{place}") for place in range(3))
        yield day, 12, "Tidebot", "/products/1"
        if day % 4 == 0:
            yield day, 15, "Mossbot", "/robots.txt"


def _logged(visit: tuple[int, int, str, str]) -> str:
    day, hour, crawler, target = visit
    address = f"192.0.2.{_INVENTED.index(crawler) + 1}"
    moment = f"{day:02}/Sep/2026:{hour:02}:15:00 +0000"
    return f'{address} - - [{moment}] "GET {target} HTTP/1.1" 200 512 "-" "{crawler}/1.0"\n'


PICTURES: Final = (
    GuidePicture(
        "window",
        "start",
        (1024, 700),
        _show_cell,
        lambda s: (s.page.menuBar(), s.page.top_bar, s.editor, s.simulation, s.why),
    ),
    GuidePicture("matrix", "first-file", (1100, 600), _show_first_file, lambda s: (s.simulation,)),
    GuidePicture("why", "why", (1200, 800), _show_cell, lambda s: (s.why,)),
    GuidePicture("training", "ai-crawlers", (1100, 600), _show_training, lambda s: (s.simulation,)),
    GuidePicture("patterns", "many-urls", (1100, 640), _show_patterns, lambda s: (s.url_patterns.panel,)),
    GuidePicture("problems", "problems", (1100, 690), _show_problems, lambda s: (s.problems.panel,)),
    GuidePicture("report", "report", (1100, 640), _show_report, lambda s: (s.report.panel.preview,)),
    GuidePicture("policy", "policy", (1100, 640), _show_policy, lambda s: (s.ai_policy.panel,)),
    GuidePicture("kept", "who-kept-to-it", (1500, 800), _show_kept, lambda s: (s.site.panel,)),
    GuidePicture("changes", "before-going-live", (1100, 640), _show_changes, lambda s: (s.changes.panel,)),
)
"""All pictures; the order matters, so that none leaves a changed draft to the next."""


@contextmanager
def steady_times() -> Iterator[None]:
    """Meanwhile nothing says how long it took, and it is always the same day."""
    say = WORDS.duration
    with (
        patch.object(WORDS, "duration", lambda _milliseconds: say(_TIME)),
        patch.object(ai_policy, "_today", lambda: _DAY.date().isoformat()),
        patch.object(reports, "_today", lambda: _DAY),
    ):
        yield


def small_png(image: QImage) -> bytes:
    """Encode a picture as a PNG of at most 256 colours: for a window as good, and a third of the size."""
    few = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(few.constBits(), np.uint32).reshape(few.height(), -1)[:, : few.width()]
    colors, counts = np.unique(pixels, return_counts=True)
    most_first = colors[np.argsort(-counts, kind="stable")]
    if len(colors) > _MOST_COLORS:
        _, firsts = np.unique(most_first & _COARSE, return_index=True)
        most_first = most_first[np.sort(firsts)]
    table = most_first[:_MOST_COLORS].tolist()
    few = few.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png")
    writer.setCompression(100)
    if not writer.write(few):
        raise OSError(writer.errorString())
    return bytes(data.data())


def record_of(language: str) -> Path:
    """Return the record of the words in the pictures of a language, and the files made with them."""
    return RECORDS / f"{language}.json"


class Record(NamedTuple):
    """The words of a picture, and the files that were made with them by their looks, as digests."""

    words: Sequence[str]
    files: Mapping[str, str]


def read_record(language: str) -> Mapping[str, Record]:
    """Read the record of each picture."""
    kept = json.loads(record_of(language).read_text("utf-8"))
    return {name: Record(**fields) for name, fields in kept.items()}


def write_record(language: str, words: Mapping[str, str]) -> None:
    """Keep the words of pictures that were just taken."""
    taken = {
        each.name: Record(
            words[each.name].splitlines(), {look: digest(each.file(language, look)) for look in LOOKS}
        )._asdict()
        for each in PICTURES
    }
    record_of(language).parent.mkdir(parents=True, exist_ok=True)
    record_of(language).write_text(json.dumps(taken, ensure_ascii=False, indent=1) + "\n", "utf-8")


def digest(file: Path) -> str:
    """Return the digest by which a picture is compared with its record."""
    return sha256(file.read_bytes()).hexdigest()
