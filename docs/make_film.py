"""Make the animated picture of the README from the running program: `python docs/make_film.py`, in each language.

It is played: keys are typed, a verdict is chosen, a slip is mended by its button, the live file is fetched from a
server on this computer.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest.mock import patch

from guide_pictures import begin, steady_times
from make_pictures import AT_REST, Kind, come_to_rest, picture_with, save, shown_windows, window_of
from picture_record import keep
from picture_scenes import act, fetch
from picture_site import Handler, live_site
from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice, QLocale, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from robotstudio.draft.analysis import Cell
from robotstudio.text.locale import LANGUAGES, words_of
from robotstudio.ui.app.app import make_application
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.panels.problems.card import ProblemCard
from robotstudio.ui.theme.tokens import DARK
from robotstudio.ui.widgets.buttons import PrimaryButton

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from robotstudio.text.language import Message
    from robotstudio.ui.app.studio import Studio

PICTURES: Final = Path(__file__).resolve().parent / "pictures"
SIZE: Final = (960, 660)
_BAND: Final = 52
_LETTERS: Final = 20
_KEY_MS: Final = 110
_BETWEEN_KEYS: Final = 1
_EDITOR: Final = 330
_CROWD: Final = ("Googlebot", "Bingbot", "YandexBot", "GPTBot", "ClaudeBot")

LIVE: Final = b"""\
User-agent: *
Disallow: /search
Disallow: /cart/

Sitemap: https://www.example.com/sitemap.xml
"""
_DRAFT: Final = b"""\
User-agent: *
Disallow: /search

Sitemap: https://www.example.com/sitemap.xml
"""
_URLS: Final = "\n".join(
    (
        *("/", "/products/1", "/products/2", "/search?q=shoes", "/cart/", "/cart/checkout", "/cart/help"),
        *("/blog/care", "/img/logo.gif", "/old/export.csv"),
    )
)

_BOTH_SIDES: Message = "On the left a robots.txt. On the right, who may fetch what."
_WHILE_TYPING: Message = "While you type, every verdict follows."
_EXCEPTION: Message = "An exception: one page of the cart stays open."
_WHY: Message = "Why? The group, every rule, and the byte that decides."
_TRAINING: Message = "Two crawlers that train AI get a group of their own."
_SLIP: Message = "A typo is found at once …"
_MENDED: Message = "… and fixed with one click."
_FETCHED: Message = "What the site answers today: status, redirects, headers."
_CHANGES: Message = "Before you publish: what changes, proven for every URL."
_END: Message = "Robot Studio: know what every crawler may fetch, and why."


class Frame(NamedTuple):
    """A picture, and the time that it stays."""

    image: QImage
    milliseconds: int


class Film:
    """Plays in a window, and keeps what was to be seen."""

    def __init__(self, studio: Studio, language: str) -> None:
        self._studio = studio
        self._words = words_of(language)
        self._caption: Message = ""
        self._before = shown_windows()
        self.frames: list[Frame] = []

    def say(self, caption: Message) -> None:
        """Set the caption below the window."""
        self._caption = caption

    def hold(self, seconds: float, at_rest: int = AT_REST) -> None:
        """Look at the window as it is, once it is at rest."""
        come_to_rest(self._studio.window, at_rest)
        over = [widget for widget in shown_windows() - self._before if widget.width() > 1]
        self._keep(picture_with(over, self._studio), round(seconds * 1000))

    def type_text(self, text: str) -> None:
        """Type into the editor, key by key; a proposal that comes up meanwhile is declined, as by Escape."""
        for letter in text:
            target = QApplication.focusWidget()
            if letter == "\n":
                self._studio.editor.assistance.completer.close()
                QTest.keyClick(target, Qt.Key.Key_Return)
            else:
                QTest.keyClicks(target, letter)
            self.hold(_KEY_MS / 1000, _BETWEEN_KEYS)
        self._studio.editor.assistance.completer.close()

    def _keep(self, window: QImage, milliseconds: int) -> None:
        image = QImage(window.width(), window.height() + _BAND, QImage.Format.Format_RGB888)
        painter = QPainter(image)
        painter.drawImage(0, 0, window)
        band = QRect(0, window.height(), window.width(), _BAND)
        painter.fillRect(band, QColor(DARK.window))
        font = QFont(QApplication.font())
        font.setPixelSize(_LETTERS)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(DARK.text))
        painter.drawText(band, Qt.AlignmentFlag.AlignCenter, self._words.say(self._caption))
        painter.end()
        if self.frames and self.frames[-1].image == image:
            last = self.frames.pop()
            milliseconds += last.milliseconds
        self.frames.append(Frame(image, milliseconds))


def play(studio: Studio, film: Film) -> None:
    """Play a file from its first rule to the day on which it goes live."""
    begin(studio, _DRAFT, _URLS, _CROWD)
    studio.page.work.restore({"columns": (_EDITOR, SIZE[0] - _EDITOR)}, studio.window.size())
    studio.editor.place_caret(2, len("Disallow: /search"))
    studio.editor.setFocus()
    film.say(_BOTH_SIDES)
    film.hold(4.5)
    film.say(_WHILE_TYPING)
    film.type_text("\nDisallow: /cart/")
    film.hold(3)
    film.say(_EXCEPTION)
    film.type_text("\nAllow: /cart/help")
    film.hold(2.5)
    film.say(_WHY)
    studio.session.select(Cell("/cart/help", "Googlebot"))
    studio.why.set_folded(False)
    film.hold(6)
    _slip(studio, film)
    film.say(_TRAINING)
    film.type_text("\n\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /")
    film.hold(4)
    film.say(_FETCHED)
    with patch.object(Handler, "text", lambda _handler: LIVE):
        fetch(studio)
    studio.window.show_tab("fetch")
    film.hold(6)
    film.say(_CHANGES)
    act("simulate.changes", studio)
    film.hold(6)
    act("view.simulation", studio)
    film.say(_END)
    film.hold(5)


def _slip(studio: Studio, film: Film) -> None:
    """Show a misspelled field, its finding, and the fix."""
    film.say(_SLIP)
    studio.editor.setFocus()
    film.type_text("\nDisalow: /old/")
    act("view.problems", studio)
    film.hold(2)
    panel = studio.problems.panel
    panel.select(panel.listed[0])
    film.hold(3)
    film.say(_MENDED)
    cards = [card for card in panel.findChildren(ProblemCard) if card.isVisible()]
    button = next(each for card in cards for each in card.findChildren(PrimaryButton) if each.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    film.hold(2)
    studio.window.show_tab("simulation")
    studio.editor.setFocus()
    film.hold(2.5)


def pillow(image: QImage) -> Image.Image:
    """Convert a picture for Pillow."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "BMP")
    return Image.open(io.BytesIO(buffer.data().data())).convert("RGB")


def write(frames: Sequence[Frame], path: Path) -> None:
    """Write a lossless animated WebP that plays once and stops at its end: GIF has too few colours for letters."""
    images = [pillow(frame.image) for frame in frames]
    times = [frame.milliseconds for frame in frames]
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=times, loop=1, lossless=True, quality=80, method=4
    )
    print(f"{path}: {len(frames)} pictures, {sum(times) / 1000:.1f} s, {path.stat().st_size:,} bytes", flush=True)


def films(languages: Sequence[str], application: QApplication) -> Iterator[tuple[str, Sequence[Frame]]]:
    """Make the film in each language."""
    for language in languages:
        with steady_times(), window_of(Kind(language, "light", SIZE), application) as studio:
            film = Film(studio, language)
            play(studio, film)
        yield language, film.frames


def main() -> int:
    """Make it in the languages that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=PICTURES, help="where to put them; docs/pictures")
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--frames", action="store_true", help="keep what stands for a second or longer, as PNG")
    options = parser.parse_args()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    application = make_application()
    interpreter = Interpreter(application)
    application.setCursorFlashTime(0)
    options.folder.mkdir(parents=True, exist_ok=True)
    with live_site():
        for language, frames in films(options.language, application):
            path = (options.folder / f"film-{language}.webp").resolve()
            write(frames, path)
            keep(path)
            for number, frame in enumerate(frames):
                if options.frames and frame.milliseconds >= 1000:
                    save(frame.image, options.folder / f"film-{language}-{number:03}.png")
    interpreter.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
