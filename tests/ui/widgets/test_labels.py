"""Labels and links."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.theme.tokens import DARK, LIGHT
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel


def colour(widget: QWidget) -> str:
    return widget.palette().color(QPalette.ColorRole.WindowText).name().upper()


def test_label_follows_the_theme(qtbot: QtBot) -> None:
    label = Label("draft", color="text3", mono=True)
    qtbot.addWidget(label)
    label.show()
    assert colour(label) == LIGHT.text3
    theme.set_mode(Mode.DARK)
    assert colour(label) == DARK.text3
    label.set_color("warning")
    assert colour(label) == DARK.warning


def test_hidden_label_takes_other_colours_when_it_is_shown(qtbot: QtBot) -> None:
    label = Label("draft", color="text3")
    qtbot.addWidget(label)
    changed: list[QEvent.Type] = []
    label.changeEvent = lambda event: changed.append(event.type())  # type: ignore[method-assign] # counted only
    theme.set_mode(Mode.DARK)
    theme.set_mode(Mode.LIGHT)
    assert QEvent.Type.PaletteChange not in changed
    theme.set_mode(Mode.DARK)
    label.show()
    assert colour(label) == DARK.text3


def test_label_keeps_its_colour_when_the_application_changes_its_own(qtbot: QtBot, qapp: QApplication) -> None:
    label, before = Label("draft", color="text3"), qapp.palette()
    qtbot.addWidget(label)
    qapp.setPalette(QPalette(Qt.GlobalColor.red))
    QApplication.sendEvent(label, QEvent(QEvent.Type.Polish))
    assert colour(label) == LIGHT.text3
    qapp.setPalette(before)


def test_label_shows_markup_as_text(qtbot: QtBot) -> None:
    label = Label("<b>robots</b>.txt")
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_elided_label_keeps_the_whole_in_its_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel("https://www.example.com/a/very/long/path")
    qtbot.addWidget(label)
    label.resize(80, 20)
    assert not label.grab().isNull()
    assert label.elided_text().endswith("…")
    assert label.toolTip() == label.text()
    label.resize(600, 20)
    assert not label.grab().isNull()
    assert label.toolTip() == ""


def test_elided_label_is_one_line(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("two\nlines")
    assert label.text() == "two lines"


def test_link_tells_whether_ctrl_was_held(qtbot: QtBot) -> None:
    link = LinkLabel("line 12")
    qtbot.addWidget(link)
    link.show()
    with qtbot.waitSignal(link.activated) as plain:
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(link.activated) as with_ctrl:
        QTest.mouseClick(link, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    assert (plain.args, with_ctrl.args) == ([False], [True])


def test_enter_follows_a_link(qtbot: QtBot) -> None:
    link = LinkLabel("line 12")
    qtbot.addWidget(link)
    with qtbot.waitSignal(link.activated):
        QTest.keyClick(link, Qt.Key.Key_Return)
    assert not link.grab().isNull()


def test_facts_without_room_are_left_out_whole(qtbot: QtBot) -> None:
    label = ElidedLabel("UTF-8 · LF · 821 B · 9 lines differ")
    qtbot.addWidget(label)
    whole = label.sizeHint().width()
    said = set()
    for width in range(whole, 0, -3):
        label.resize(width, 20)
        said.add(label.elided_text())
    assert said == {"UTF-8 · LF · 821 B · 9 lines differ", "UTF-8 · LF · 821 B", "UTF-8 · LF", "UTF-8", ""}
    assert not label.grab().isNull()
    assert label.toolTip() == label.text()
