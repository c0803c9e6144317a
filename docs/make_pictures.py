"""Take pictures of the running program; run it after a change of how the window looks.

`python3 dev.py pictures` makes those of the documentation. `python3 dev.py pictures FOLDER` takes every tab and the
main dialogs, in each language, theme, size and scale, or in those that are named (`--help` lists them), so
that they can be looked at one by one. The same program gives the same pictures, but for the times that evaluations and
fetches took. No site is contacted: a server in this script answers.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

# A screen on which every window has room; without this one, Qt makes it 800 by 800.
os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={Path(__file__).with_name('picture_screen.json')}"

from drawn_words import unsaid, words_in
from guide_pictures import LOOKS, small_png, steady_times, write_record
from guide_pictures import PICTURES as OF_THE_GUIDE
from picture_record import keep, taken
from picture_scenes import SCENES, Scene, pause, show_fetched_file, show_selected_cell, show_start_page
from picture_site import live_site
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from robotstudio.project.state import State, StateStore
from robotstudio.store.places import Places
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.app.app import make_application
from robotstudio.ui.app.document_tabs import DocumentTabs
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.shell.status_bar import StatusBar
from robotstudio.ui.theme.theme import Mode, theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from robotstudio.ui.app.studio import Studio

DOCS = Path(__file__).resolve().parent
PICTURES, GUIDE = DOCS / "pictures", DOCS / "guide"
LARGE, MEDIUM, SMALL = (1440, 900), (1024, 700), (800, 600)
SIZES = {f"{width}x{height}": (width, height) for width, height in (LARGE, MEDIUM, SMALL)}
SCALES = ("1", "1.5", "2")
THEMES = ("light", "dark", "high-contrast", "high-contrast-dark")
AT_REST = 4
OVER_THE_WINDOW = (Qt.WindowType.Popup, Qt.WindowType.ToolTip, Qt.WindowType.Tool)


class Kind(NamedTuple):
    """Language, theme, size and scale of a window."""

    language: str = "en"
    theme: str = "light"
    size: tuple[int, int] = LARGE

    @property
    def name(self) -> str:
        """Name of the folder with these pictures."""
        return f"{self.language}-{self.theme}-{self.size[0]}x{self.size[1]}"


class Picture(NamedTuple):
    """A picture of the documentation."""

    name: str
    kind: Kind
    prepare: Callable[[Studio], None]


OF_THE_README = (
    Picture("main-light", Kind(), show_selected_cell),
    Picture("main-dark", Kind(theme="dark"), show_selected_cell),
    Picture("fetch", Kind(), show_fetched_file),
    Picture("empty", Kind(), show_start_page),
    Picture("small", Kind(size=MEDIUM), show_selected_cell),
)


def picture_of(widget: QWidget) -> QImage:
    """Return a picture of a window as it looks now."""
    return widget.grab().toImage()  # a popup has clear corners


def come_to_rest(widget: QWidget, at_rest: int = AT_REST) -> QImage:
    """Let the window work until it has looked the same for a while; what it then looks like."""
    before, same = picture_of(widget), 0
    while same < at_rest:
        pause()
        now = picture_of(widget)
        same = same + 1 if now == before else 0
        before = now
    return before


def wear(name: str) -> None:
    """Look as a theme of `THEMES` does, as if the system were dark or light; applied at once."""
    patch.object(theme, "_is_system_dark", lambda: name.endswith("dark")).start()
    theme.set_mode(mode_of(name))
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Unknown)


def mode_of(name: str) -> Mode:
    """Return the choice in the menu for a theme of `THEMES`."""
    return Mode(name.removesuffix("-dark"))


@contextmanager
def window_of(kind: Kind, application: QApplication) -> Iterator[Studio]:
    """Open a window that remembers nothing."""
    with tempfile.TemporaryDirectory() as home:
        places = Places.under(Path(home))
        StateStore(places.state).save(
            State(
                theme=mode_of(kind.theme).value,
                language=kind.language,
            )
        )
        wear(kind.theme)
        theme.install(application)
        studio = DocumentTabs(places).front
        studio.window.resize(*kind.size)
        studio.window.show()
        studio.window.activateWindow()
        come_to_rest(studio.window)
        try:
            yield studio
        finally:
            studio.tabs.close()
            studio.window.hide()
            studio.window.deleteLater()


def shown_windows() -> set[QWidget]:
    """All windows, popups and dialogs that are there."""
    return {widget for widget in QApplication.topLevelWidgets() if widget.isVisible()}


def take(scene: Scene, studio: Studio, themes: Sequence[str]) -> Iterator[tuple[str, QImage]]:
    """Take pictures of a scene in each theme: of the window, with a popup over it, or of the dialog that opens."""
    before = shown_windows()
    scene.prepare(studio)
    come_to_rest(studio.window)
    new = [widget for widget in shown_windows() - before if widget.width() > 1]
    for name in themes:
        wear(name)
        yield name, picture_with(new, studio)
    for widget in new:
        widget.close()
    scene.leave(studio)


def picture_with(new: Sequence[QWidget], studio: Studio) -> QImage:
    """Return a picture of the window as it looks now, with a popup over it, or of the dialog that opened instead."""
    image = come_to_rest(studio.window)
    for widget in new:
        over = come_to_rest(widget)
        if widget.windowType() in OVER_THE_WINDOW:
            painter = QPainter(image)
            painter.drawImage(place_of(widget, studio), over)
            painter.end()
        else:
            image = over
    return image


def place_of(widget: QWidget, studio: Studio) -> QPoint:
    """Return the place of a popup in the picture of the window."""
    return widget.mapToGlobal(QPoint()) - studio.window.mapToGlobal(QPoint())


def save(image: QImage, path: Path) -> None:
    """Write a PNG, as small as it gets."""
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = QImageWriter(str(path))
    writer.setCompression(100)
    if not writer.write(image.convertToFormat(QImage.Format.Format_RGB888)):
        raise OSError(writer.errorString())
    print(path, flush=True)


@contextmanager
def window_of_readme(picture: Picture, application: QApplication) -> Iterator[Studio]:
    """Open a window with the content of a picture, without temporary messages."""
    with (
        steady_times(),
        patch.object(StatusBar, "show_message"),
        window_of(picture.kind, application) as studio,
    ):
        picture.prepare(studio)
        yield studio


def make_documentation(application: QApplication) -> None:
    """Make the pictures of the README."""
    for picture in OF_THE_README:
        with window_of_readme(picture, application) as studio:
            image, path = come_to_rest(studio.window), PICTURES / f"{picture.name}.png"
            save(image, path)
            keep(path, words_in(studio.window))


def check_documentation(application: QApplication) -> int:
    """Say which pictures of the README show other words than the window does now; 1 if any does."""
    record, stale = taken(), 0
    for picture in OF_THE_README:
        name = f"{picture.name}.png"
        with window_of_readme(picture, application) as studio:
            come_to_rest(studio.window)
            now, kept = words_in(studio.window), "\n".join(record[name].words)
        if gone := [*unsaid(kept, now), *unsaid(now, kept)]:
            print(f"{name} is out of date: {', '.join(gone)}", file=sys.stderr)
            stale = 1
    return stale


def make_guide(languages: Sequence[str], application: QApplication) -> None:
    """Make the pictures of the guide, and a record of the words in them."""
    for language in languages:
        words: dict[str, str] = {}
        for look in LOOKS:
            with steady_times(), window_of(Kind(language, look), application) as studio:
                for picture in OF_THE_GUIDE:
                    picture.show(studio)
                    come_to_rest(studio.window)
                    picture.arrange(studio)
                    come_to_rest(studio.window)
                    path = picture.file(language, look)
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(small_png(picture.image(studio)))
                    print(path, flush=True)
                    words[picture.name] = picture.words(studio)
        write_record(language, words)


def take_all(options: argparse.Namespace, application: QApplication) -> None:
    """Every scene in every kind of window that is wanted, at the scale of this process; once for all themes."""
    wanted = [scene for scene in SCENES if not options.only or scene.name in options.only]
    ratio = os.environ.get("QT_SCALE_FACTOR", "1")
    for language, size in product(options.language, options.size):
        kind = Kind(language, options.theme[0], SIZES[size])
        with window_of(kind, application) as studio:
            if all(scene.name != "simulation" for scene in wanted):
                show_selected_cell(studio)
            for scene in wanted:
                for look, image in take(scene, studio, options.theme):
                    name = kind._replace(theme=look).name + (f"@{ratio}" if ratio != "1" else "")
                    save(image, options.folder / name / f"{SCENES.index(scene):02}-{scene.name}.png")


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="dev.py pictures", description="Take pictures of the running program.")
    parser.add_argument("folder", nargs="?", type=Path, help="where to put them; none: those of the documentation")
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--theme", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--scale", nargs="+", choices=SCALES, default=list(SCALES), help="pixels a point")
    parser.add_argument("--check", action="store_true", help="say which pictures of the README are out of date")
    parser.add_argument("--guide", action="store_true", help="take those of the guide, in the languages that are named")
    parser.add_argument("--only", nargs="+", choices=[scene.name for scene in SCENES], metavar="SCENE")
    return parser.parse_args(arguments)


def main() -> int:
    """Take what the command line wants; each scale in a process of its own, since Qt reads it when it starts."""
    options = read_options(sys.argv[1:])
    if options.folder and len(options.scale) > 1:
        return max(call_with_scale(scale) for scale in options.scale)
    if options.folder and options.scale != [os.environ.get("QT_SCALE_FACTOR", "1")]:
        return call_with_scale(options.scale[0])
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    application = make_application()
    interpreter = Interpreter(application)  # no window of a picture before may die in a thread of the next
    application.setCursorFlashTime(0)
    status = 0
    with live_site():
        if options.check:
            status = check_documentation(application)
        elif options.folder:
            take_all(options, application)
        elif not options.guide:
            make_documentation(application)
        if options.guide and not options.check:
            make_guide(options.language, application)
    interpreter.stop()
    return status


def call_with_scale(scale: str) -> int:
    """Take the same in a process whose screen has this scale; its exit status."""
    command = [sys.executable, *sys.argv, "--scale", scale]
    return subprocess.run(command, env={**os.environ, "QT_SCALE_FACTOR": scale}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
