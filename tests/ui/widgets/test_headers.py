"""The bars above the panes."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.headers import FoldingHeader, SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, Label


def test_parts_stand_left_and_right_of_the_free_room(qtbot: QtBot) -> None:
    header = SectionHeader("robots.txt")
    qtbot.addWidget(header)
    draft, decides = Label("draft"), Label("decides")
    header.add_left(draft)
    header.add_right(decides)
    header.resize(500, header.sizeHint().height())
    header.show()
    assert header.height() == 36
    assert header.title.geometry().right() < draft.x() < 200
    assert decides.geometry().right() > 480


def test_stretched_part_takes_the_free_room(qtbot: QtBot) -> None:
    header = SectionHeader("Why")
    qtbot.addWidget(header)
    label = ElidedLabel("Googlebot / /cart/")
    header.add_left(label, stretch=1)
    header.resize(500, 36)
    header.show()
    assert label.width() > 400


def test_click_and_chevron_fold(qtbot: QtBot) -> None:
    header = FoldingHeader("Why")
    qtbot.addWidget(header)
    header.add_right(GhostButton("Copy", Glyph.COPY))
    header.resize(500, 34)
    header.show()
    with qtbot.waitSignal(header.folded_changed) as folded:
        QTest.mouseClick(header, Qt.MouseButton.LeftButton)
    assert folded.args == [True]
    chevron = header.findChildren(GhostButton)[0]
    assert chevron.accessibleName() == "Unfold Why"
    with qtbot.waitSignal(header.folded_changed):
        QTest.mouseClick(chevron, Qt.MouseButton.LeftButton)
    assert not header.folded


def test_folding_what_is_folded_is_not_announced(qtbot: QtBot) -> None:
    header = FoldingHeader("Why", folded=True)
    qtbot.addWidget(header)
    with qtbot.assertNotEmitted(header.folded_changed):
        header.set_folded(True)
    assert not header.grab().isNull()
