"""The row of responses to each crawler."""

from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.fetch.batch_rows import AgentsRow


def test_nothing_is_ruled_where_there_is_nothing_to_compare(qtbot: QtBot) -> None:
    page = AgentsRow()
    qtbot.addWidget(page)
    page.show()
    assert not page.text.isVisible()
    page.close_threads()
