"""The explanation as it opens in a window of the usual size: all of it is visible without scrolling."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.panels.why.body import WhyBody
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


@pytest.mark.usefixtures("language")
def test_all_four_steps_are_seen_at_once(studios: Studios) -> None:
    studio = studios.start((1440, 900))
    studio.show_example()
    settle(studio)
    click_cell(studio, "/cart/checkout?step=2", "Googlebot")
    settle(studio)
    body = part_of(studio.why, WhyBody)
    top = body.steps.mapTo(body.viewport(), body.steps.rect().topLeft()).y()
    assert top + body.steps.heightForWidth(body.steps.width()) <= body.viewport().height()
