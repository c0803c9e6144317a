"""The pictures of the guide show the current program.

Each scene is opened again, and draws the recorded texts. Pixels are not compared, since they differ with the fonts of a
computer. If a test here fails, the window has changed: `python3 dev.py pictures --guide` takes the pictures again.
"""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from docs.drawn_words import unsaid
from docs.guide_pictures import (
    GUIDE,
    LOOKS,
    PICTURES,
    GuidePicture,
    digest,
    read_record,
    small_png,
    steady_times,
)
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.language.language import WindowLanguage
from tests.ui.studios import Studios, settle

_PATIENCE_MS = 60_000
"""Shorter than elsewhere: an outdated picture waits until the end."""
_MOST_BYTES = 2_500_000
"""Most bytes that the pictures may add to an installation."""
_NAMED = re.compile(r"^!\[([^\]]*)\]\(pictures/([a-z-]+)\.png\)$", re.MULTILINE)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """Speak a language of the window."""
    speaker = WindowLanguage(qapp)
    speaker.speak(request.param)
    with steady_times():
        yield request.param
    speaker.speak("en")


@pytest.mark.usefixtures("installed_theme")  # what has room depends on the width of scroll bars
def test_window_still_says_what_the_pictures_show(language: str, studios: Studios, qtbot: QtBot) -> None:
    record = read_record(language)
    studio = studios.start()
    for picture in PICTURES:
        kept = "\n".join(record[picture.name].words)
        picture.show(studio)
        settle(studio)
        picture.arrange(studio)
        QtBot.waitUntil(qtbot, partial(_check, picture, studio, kept), timeout=_PATIENCE_MS)


def _check(picture: GuidePicture, studio: Studio, kept: str) -> None:
    now = picture.words(studio)
    assert (unsaid(kept, now), unsaid(now, kept)) == ([], []), picture.name


@pytest.mark.parametrize("code", LANGUAGES)
def test_pictures_are_those_that_were_taken_with_the_words(code: str) -> None:
    record = read_record(code)
    assert set(record) == {picture.name for picture in PICTURES}
    for picture in PICTURES:
        assert record[picture.name].files == {look: digest(picture.file(code, look)) for look in LOOKS}, picture.name


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_is_named_once_where_it_belongs_and_none_is_left_over(code: str) -> None:
    named = {
        (name, page.stem) for page in (GUIDE / code).glob("*.md") for _, name in _NAMED.findall(page.read_text("utf-8"))
    }
    assert named == {(picture.name, picture.chapter) for picture in PICTURES}
    files = {picture.file(code, look) for picture in PICTURES for look in LOOKS}
    assert set((GUIDE / code / "pictures").iterdir()) == files


def test_words_of_a_picture_are_a_sentence_of_the_language_of_the_chapter() -> None:
    english = _words_of("en")
    for code in LANGUAGES:
        for name, words in _words_of(code).items():
            assert words.endswith("." if code != "zh_CN" else "。"), (code, name)
            assert 20 <= len(words) <= 160, (code, name)
            assert (words == english[name]) is (code == "en"), (code, name)


def test_pictures_are_small_files_of_few_colours() -> None:
    files = [picture.file(code, look) for picture in PICTURES for code in LANGUAGES for look in LOOKS]
    assert sum(file.stat().st_size for file in files) < _MOST_BYTES
    assert all(QImage(str(file)).colorCount() for file in files)


def test_light_and_dark_picture_are_of_one_size() -> None:
    for picture in PICTURES:
        for code in LANGUAGES:
            assert len({QImage(str(picture.file(code, look))).size() for look in LOOKS}) == 1, (code, picture.name)


@pytest.mark.parametrize(
    ("words", "now", "lost"),
    [
        ("Filter URLs\n/cart/\n12\nGooglebot,", "Filter\nURLs", []),
        ("Filter URLs", "Filter addresses", ["URLs"]),
        ("Filter prob…", "Filter problems", []),
        ("Filter problems", "Filter prob…", []),
        ("Filter URLs\nUser-agent: *\nDisallow: /a", "Filter URLs", []),
        ("测试网址", "测试\n网址", []),
        ("测试网址", "测试", ["测试网址"]),
    ],
)
def test_word_that_is_not_said_any_more_is_found(words: str, now: str, lost: list[str]) -> None:
    assert unsaid(words, now) == lost


def test_picture_of_few_colours_loses_none() -> None:
    image = QImage(64, 4, QImage.Format.Format_RGB32)
    for x in range(64):
        for y in range(4):
            image.setPixel(x, y, 0xFF000000 | (x * 4 << 16) | (y * 60))
    assert QImage.fromData(small_png(image)).convertToFormat(QImage.Format.Format_RGB32) == image


def _words_of(code: str) -> dict[str, str]:
    pages = (page.read_text("utf-8") for page in (GUIDE / code).glob("*.md"))
    return {name: words for page in pages for words, name in _NAMED.findall(page)}
