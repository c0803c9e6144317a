"""The explanation as it opens in a window of the usual size: all of it is visible without scrolling."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.panels.why.body import WhyBody
from robotstudio.ui.panels.why.summary_view import SummaryView
from tests.ui.parts import part_of
from tests.ui.studios import Studios, click_cell, settle


@pytest.fixture(params=["en", "es", "ru", "zh_CN"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """Speak a language of the window."""
    language = WindowLanguage(qapp)
    language.speak(request.param)
    try:
        yield request.param
    finally:
        language.speak("en")


@pytest.fixture
def studio(studios: Studios, language: str) -> Studio:
    """Show the example in a window of the usual size."""
    assert language
    studio = studios.start((1440, 900))
    studio.show_example()
    settle(studio)
    return studio


def test_all_of_an_explanation_is_seen_at_once(studio: Studio) -> None:
    click_cell(studio, "/cart/checkout?step=2", "Googlebot")
    settle(studio)
    body = part_of(studio.why, WhyBody)
    assert body.samples.isVisible()
    assert body.verticalScrollBar().maximum() == 0
    for step in body.steps.buttons.values():
        assert step.width() >= step.sizeHint().width()


def test_all_of_a_summary_is_seen_at_once(studio: Studio) -> None:
    assert part_of(studio.why, SummaryView).verticalScrollBar().maximum() == 0


def test_sentence_has_all_its_lines_whatever_the_width(studio: Studio) -> None:
    """A scroll bar that appears beside the sentence makes it narrower, and may need one line more."""
    click_cell(studio, "/cart/checkout?step=2", "Googlebot")
    sentence = part_of(studio.why, WhyBody).sentence
    for width in range(1000, 1060, 6):
        studio.window.resize(width, 700)
        settle(studio)
        assert sentence.height() >= sentence.heightForWidth(sentence.width()), width
