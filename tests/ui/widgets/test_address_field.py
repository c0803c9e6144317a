"""The address line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.address_field import AddressField, host_span
from robotstudio.ui.widgets.tone import Tone
from tests.rows import each_row


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://www.example.com/robots.txt", "www.example.com"),
        ("example.com", "example.com"),
        ("example.com:8080/any/page", "example.com"),
        ("http://user:secret@example.com?x=//y", "example.com"),
        ("http://[::1]:8000/", "[::1]"),
        ("http://[::1]/", "[::1]"),
        ("/robots.txt", ""),
        ("", ""),
    ],
)
def test_host_is_found_in_an_address_as_typed(address: str, host: str) -> None:
    start, end = host_span(address)
    assert address[start:end] == host


@given(st.text())
def test_host_lies_inside_any_text(text: str) -> None:
    start, end = host_span(text)
    assert 0 <= start <= end <= len(text)


def caret_x(field: QLineEdit) -> float:
    """Return the position of the caret at the end of the text, whose width depends on the weight."""
    rectangle: QRectF = field.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
    return rectangle.x()


def test_host_is_heavier_than_the_rest(qtbot: QtBot) -> None:
    field, plain = AddressField(), QLineEdit()
    for line in (field, plain):
        qtbot.addWidget(line)
        line.resize(500, 30)
        line.setText("https://example.com/")
    plain.setFont(field.font())
    plain.setTextMargins(field.textMargins())
    qtbot.waitUntil(lambda: caret_x(field) > caret_x(plain) + 1)


def test_emphasis_changes_neither_text_nor_caret_nor_undo(qtbot: QtBot) -> None:
    field = AddressField()
    qtbot.addWidget(field)
    QTest.keyClicks(field, "https://example.com/x")
    field.setCursorPosition(3)
    theme.set_mode(Mode.DARK)
    assert (field.text(), field.cursorPosition()) == ("https://example.com/x", 3)
    field.undo()
    assert field.text() == ""


def test_enter_submits_without_spaces_around(qtbot: QtBot) -> None:
    field = AddressField()
    qtbot.addWidget(field)
    field.setText("  example.com ")
    with qtbot.waitSignal(field.submitted) as submitted:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert submitted.args == ["example.com"]


def test_escape_gives_up_and_keeps_the_text(qtbot: QtBot) -> None:
    field = AddressField()
    qtbot.addWidget(field)
    field.setText("example.com")
    with qtbot.waitSignal(field.dismissed):
        QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "example.com"


def test_text_stays_clear_of_the_chip(qtbot: QtBot) -> None:
    field = AddressField()
    qtbot.addWidget(field)
    field.resize(500, 30)
    assert field.chip.isHidden()
    field.chip.set_content("HTTP 200", Tone.ALLOWED)
    field.layout_chips()
    assert field.chip.geometry().right() <= field.width() - 4
    assert field.textMargins().right() >= field.chip.width() - 4


def narrow(qtbot: QtBot, text: str) -> AddressField:
    """Return a field with little space before its chip, without the keyboard focus."""
    field = AddressField()
    qtbot.addWidget(field)
    field.resize(260, 30)
    field.chip.set_content("HTTP 404", Tone.BLOCKED)
    field.layout_chips()
    field.setText(text)
    field.setCursorPosition(0)
    qtbot.waitUntil(lambda: field.toolTip() == (field.text() if field.shown_text != field.text() else ""))
    return field


@pytest.mark.parametrize("host", ["www.example.com", "пример.example", "a-very-long-name-of-a-host.example.com"])
def test_address_without_room_ends_in_an_ellipsis_and_not_in_half_a_letter(qtbot: QtBot, host: str) -> None:
    """It looks like an address that ends there: no letter is cut by the chip."""
    whole = f"https://{host}/w" + 30 * "w" + "/robots.txt"
    cut = narrow(qtbot, whole)
    assert cut.shown_text.endswith("…")
    assert whole.startswith(cut.shown_text[:-1])
    assert cut.toolTip() == whole
    chip, picture = cut.chip.geometry(), cut.grab().toImage()
    beside = {picture.pixelColor(chip.left() - 1, y).name() for y in range(4, picture.height() - 4)}
    assert len(beside) == 1


def test_address_with_room_is_whole_and_has_no_tooltip(qtbot: QtBot) -> None:
    field = narrow(qtbot, "https://a.eu/")
    assert field.shown_text == "https://a.eu/"
    assert field.toolTip() == ""


@each_row("text", ["\U0001f600" * 40, "//", "a@" * 60, "عنوان" * 20, "/" * 99])
def test_what_is_seen_of_any_address_is_its_beginning(text: str, qtbot: QtBot) -> None:
    field = AddressField()
    qtbot.addWidget(field)
    field.resize(160, 30)
    field.setText(text)
    assert field.text().startswith(field.shown_text.removesuffix("…"))
    assert len(field.shown_text) <= len(field.text()) + 1
