"""Make the pictures in `docs/pictures` from the running program; run it after a change of how the window looks.

In the environment that `python3 dev.py test` makes: `.venv/bin/python docs/make_pictures.py`. The same program gives
the same pictures, but for the times that evaluations and fetches took. No site is contacted: a server in this script
answers.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QElapsedTimer, QEventLoop, QLocale
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QApplication

from robotstudio.app.analysis import Cell
from robotstudio.io.places import Places
from robotstudio.io.state import State, StateStore
from robotstudio.io.templates import Example, example, templates
from robotstudio.ui.app import make_application
from robotstudio.ui.interpreter import Interpreter
from robotstudio.ui.studio import Studio
from robotstudio.ui.theme.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PICTURES = Path(__file__).resolve().parent / "pictures"
LARGE, SMALL = (1440, 900), (1024, 700)
PORT = 8088  # always the same, so that the picture is, too
HOPS = {"/robots.txt": (301, "/files/robots.txt"), "/files/robots.txt": (302, "/static/robots.txt")}
SETTLED_MS, PATIENCE_MS = 1_500, 60_000


class Picture(NamedTuple):
    """What is to be seen, and in which window."""

    name: str
    theme: str
    size: tuple[int, int]
    prepare: Callable[[Studio], None]


def show_selected_cell(studio: Studio) -> None:
    """The example with a blocked cell, its line and its explanation."""
    studio.show_example()
    studio.editor.place_caret(33)
    studio.session.select(Cell("/cart/checkout?step=2", "Googlebot"))
    studio.editor.reveal_line(1)


def show_fetched_file(studio: Studio) -> None:
    """What a server answered after two redirects, one line of it other than in the draft."""
    show_selected_cell(studio)
    studio.window.top_bar.set_address(f"http://127.0.0.1:{PORT}/robots.txt")
    studio.window.actions_by_id["fetch.fetch"].trigger()
    wait(lambda: studio.fetch.panel.evidence is not None)
    studio.editor.setFocus()


def show_start_page(studio: Studio) -> None:
    """The first run."""
    studio.window.show_start_page()


ALL = (
    Picture("main-light", "light", LARGE, show_selected_cell),
    Picture("main-dark", "dark", LARGE, show_selected_cell),
    Picture("fetch", "light", LARGE, show_fetched_file),
    Picture("empty", "light", LARGE, show_start_page),
    Picture("small", "light", SMALL, show_selected_cell),
)


class Handler(BaseHTTPRequestHandler):
    """The live site of the example: two redirects, then an older robots.txt."""

    server_version, sys_version, protocol_version = "example", "", "HTTP/1.1"
    example: Example

    def do_GET(self) -> None:
        """Answer by path."""
        status, place = HOPS.get(self.path, (200, ""))
        body = b"" if place else self.example.body().replace(b"Disallow: /cart/\n", b"Disallow: /cart/checkout\n")
        self.send_response(status)
        headers = {"Location": place} if place else {"Content-Type": "text/plain; charset=utf-8", "ETag": '"8f1c-62a4"'}
        for name, value in {**headers, "Cache-Control": "max-age=3600", "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def date_time_string(self, *_: object) -> str:
        """The same time in every picture."""
        return "Mon, 01 Sep 2025 09:12:00 GMT"

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def live_site() -> Iterator[None]:
    """A server on this computer while pictures are made."""
    Handler.example = example()
    with ThreadingHTTPServer(("127.0.0.1", PORT), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


def wait(is_done: Callable[[], bool]) -> None:
    """Let the window work until something has happened."""
    clock = QElapsedTimer()
    clock.start()
    while not is_done():
        if clock.elapsed() > PATIENCE_MS:
            raise TimeoutError("the window did not come to what was to be seen")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def come_to_rest() -> None:
    """Let the window work for a moment."""
    clock = QElapsedTimer()
    clock.start()
    wait(lambda: clock.elapsed() > SETTLED_MS)


def make(picture: Picture, directory: Path, application: QApplication) -> None:
    """Make one picture with a window of its own, which remembers nothing."""
    with tempfile.TemporaryDirectory() as home:
        places = Places.under(Path(home))
        StateStore(places.state).save(State(theme=picture.theme))
        theme = Theme(parent=application)
        theme.install(application)
        studio = Studio(theme, places, templates(), example())
        studio.window.resize(*picture.size)
        studio.window.show()
        studio.window.activateWindow()
        come_to_rest()
        picture.prepare(studio)
        come_to_rest()
        image = studio.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        studio.close()
        studio.window.hide()
        studio.window.deleteLater()
        theme.deleteLater()
    writer = QImageWriter(str(directory / f"{picture.name}.png"))
    writer.setCompression(100)
    if not writer.write(image):
        raise OSError(writer.errorString())


def main() -> None:
    """Make all pictures, in the named directory or where they belong."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    directory.mkdir(exist_ok=True)
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    application = make_application()
    interpreter = Interpreter(application)  # no window of a picture before may die in a thread of the next
    application.setCursorFlashTime(0)
    with live_site():
        for picture in ALL:
            make(picture, directory, application)
            print(directory / f"{picture.name}.png")
    interpreter.stop()


if __name__ == "__main__":
    main()
