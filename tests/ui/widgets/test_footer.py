"""The last line of a tab."""

from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.labels import ElidedLabel


def test_remark_gives_way_where_the_tab_is_narrow(qtbot: QtBot) -> None:
    footer = Footer(remark="Ctrl+R fetch again", remark_from=500)
    qtbot.addWidget(footer)
    footer.say("Fetched.", "at noon")
    footer.resize(600, footer.height())
    footer.show()
    assert footer.height() == SIZES.footer
    assert (footer.text, footer.remark) == ("Fetched.", "Ctrl+R fetch again")
    wide = footer.grab().toImage()
    footer.resize(499, footer.height())
    assert footer.grab().toImage() != wide.copy(footer.rect())


def test_widgets_stand_at_the_edge_where_nothing_is_said(qtbot: QtBot) -> None:
    footer = Footer()
    qtbot.addWidget(footer)
    box = QCheckBox("Keep", footer)
    footer.add_left(box)
    footer.set_remark("in a file")
    footer.resize(400, footer.height())
    footer.show()
    assert box.x() == SIZES.panel_inset
    assert box.font().pixelSize() == theme.fonts.ui(11).pixelSize()
    footer.say("Something")
    qtbot.waitUntil(lambda: box.x() > SIZES.panel_inset)


def remark_of(footer: Footer) -> ElidedLabel:
    return next(label for label in footer.findChildren(ElidedLabel) if label.text() == footer.remark)


def test_remark_that_may_be_left_out_is_never_cut(qtbot: QtBot) -> None:
    footer = Footer(remark="Ctrl+R fetch again", remark_from=300)
    qtbot.addWidget(footer)
    footer.resize(400, footer.height())
    footer.say("Fetched.")
    footer.show()
    assert remark_of(footer).isVisible()
    footer.say("Fetched at noon by somebody who has a very long name · 3 requests")
    assert not remark_of(footer).isVisible()
