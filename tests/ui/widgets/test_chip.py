"""Chips and badges."""

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.chip import Chip
from robotstudio.ui.widgets.tone import TONES, Tone


def test_every_tone_has_its_look() -> None:
    assert set(TONES) == set(Tone)


@pytest.mark.parametrize("tone", list(Tone))
@pytest.mark.parametrize("quiet", [True, False])
def test_chip_paints_in_every_tone_and_both_themes(qtbot: QtBot, tone: Tone, quiet: bool) -> None:
    chip = Chip(quiet=quiet)
    qtbot.addWidget(chip)
    chip.set_content("HTTP 200 · 2.1 KiB", tone, emphasis="200")
    for mode in (Mode.LIGHT, Mode.DARK):
        theme.set_mode(mode)
        chip.resize(chip.sizeHint())
        assert not chip.grab().isNull()


def test_short_form_keeps_the_whole_text_for_screen_reader_and_tooltip(qtbot: QtBot) -> None:
    chip = Chip()
    qtbot.addWidget(chip)
    chip.set_content("HTTP 200 · 2.1 KiB · 143 ms", Tone.ALLOWED, "HTTP 200", "200")
    wide = chip.sizeHint().width()
    chip.set_short(True)
    assert chip.text == "HTTP 200"
    assert chip.sizeHint().width() < wide
    assert chip.accessibleName() == chip.toolTip() == "HTTP 200 · 2.1 KiB · 143 ms"


def test_chip_without_a_short_form_stays_whole(qtbot: QtBot) -> None:
    chip = Chip()
    qtbot.addWidget(chip)
    chip.set_content("timed out", Tone.BLOCKED)
    chip.set_short(True)
    assert (chip.text, chip.tone, chip.toolTip()) == ("timed out", Tone.BLOCKED, "")


def test_empty_chip_takes_no_room(qtbot: QtBot) -> None:
    chip = Chip()
    qtbot.addWidget(chip)
    assert chip.sizeHint().width() == 0
