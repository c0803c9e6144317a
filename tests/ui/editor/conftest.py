"""An editor pane in a window."""

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.ui.editor.pane import EditorPane
from tests.ui.editor.parts import Parts


@pytest.fixture
def parts(qtbot: QtBot) -> Parts:
    """Show a pane with the focus."""
    pane = EditorPane()
    qtbot.addWidget(pane)
    pane.resize(510, 600)
    with qtbot.waitExposed(pane):
        pane.show()
    pane.activateWindow()
    pane.setFocus()
    return Parts(pane)
