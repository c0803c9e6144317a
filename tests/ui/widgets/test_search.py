"""The filter field."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.search import SearchField


def test_escape_clears_and_then_leaves(qtbot: QtBot) -> None:
    field = SearchField("Filter URLs")
    qtbot.addWidget(field)
    QTest.keyClicks(field, "cart")
    with qtbot.assertNotEmitted(field.left):
        QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not field.text()
    with qtbot.waitSignal(field.left):
        QTest.keyClick(field, Qt.Key.Key_Escape)


def test_clear_is_offered_only_while_there_is_text(qtbot: QtBot) -> None:
    field = SearchField("Filter URLs")
    qtbot.addWidget(field)
    (clear,) = field.actions()
    assert not clear.isVisible()
    field.setText("cart")
    assert clear.isVisible()
    clear.trigger()
    assert not field.text()


def test_field_is_named_for_screen_readers(qtbot: QtBot) -> None:
    field = SearchField("Filter URLs")
    qtbot.addWidget(field)
    assert field.accessibleName() == "Filter URLs"
    assert not field.grab().isNull()


def test_words_that_have_no_room_are_not_begun(qtbot: QtBot) -> None:
    field = SearchField("Filter URLs")
    qtbot.addWidget(field)
    field.show()
    field.resize(60, field.height())
    narrow = field.palette().placeholderText().color().alpha()
    field.resize(200, field.height())
    assert (narrow, field.palette().placeholderText().color().alpha() > 0) == (0, True)
    assert field.placeholderText() == field.toolTip() == "Filter URLs"
