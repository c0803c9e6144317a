"""The list of responses: keyboard use and signals."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.fetch.http_scenario import FETCHED, SUPPOSED_ANSWERS, HttpScenario
from robotstudio.ui.panels.scenario.panel import ScenarioPopover


@pytest.fixture
def popover(qtbot: QtBot) -> Iterator[ScenarioPopover]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1024, 700)
    popover = ScenarioPopover(window)
    window.show()
    popover.show()
    yield popover
    popover.close()


def told(popover: ScenarioPopover) -> list[HttpScenario]:
    found: list[HttpScenario] = []
    popover.chosen.connect(found.append)
    return found


def test_every_supposition_can_be_chosen(popover: ScenarioPopover) -> None:
    found = told(popover)
    for button in popover.answers.buttons():
        button.click()
    popover.answers.buttons()[1].click()
    assert {now.choice for now in found} == set(SUPPOSED_ANSWERS)


def test_arrow_keys_choose_an_answer(popover: ScenarioPopover) -> None:
    found = told(popover)
    chosen: QAbstractButton | None = popover.answers.checkedButton()
    assert chosen
    chosen.setFocus()
    QTest.keyClick(chosen, Qt.Key.Key_Down)
    assert found


def test_what_is_shown_is_not_told(popover: ScenarioPopover) -> None:
    found = told(popover)
    popover.show_scenario(HttpScenario("503", elapsed=timedelta(days=3), has_copy=True, site_answers=False))
    assert found == []
    assert popover.bands.current == 1
    assert popover.copy.isChecked()
    assert not popover.site.isChecked()


def test_time_copy_and_site_are_told_together(popover: ScenarioPopover) -> None:
    popover.show_scenario(HttpScenario("503"))
    found = told(popover)
    popover.bands.set_current(1)
    popover.copy.click()
    popover.site.click()
    QTest.keyClick(popover.slider, Qt.Key.Key_Right)
    assert found[-1] == HttpScenario("503", None, timedelta(hours=24), has_copy=True, site_answers=False)
    assert [now.elapsed for now in found[:1]] == [timedelta(hours=13)]


@pytest.mark.parametrize("choice", ["200", "host", "html", FETCHED])
def test_time_matters_only_for_failures(popover: ScenarioPopover, choice: str) -> None:
    popover.show_scenario(HttpScenario(choice))
    for part in (popover.bands, popover.slider, popover.copy, popover.site):
        assert not part.isEnabled()


def test_as_fetched_waits_for_a_fetch(popover: ScenarioPopover) -> None:
    assert not popover.answers.buttons()[0].isEnabled()


def test_reset_is_asked_for(qtbot: QtBot, popover: ScenarioPopover) -> None:
    with qtbot.waitSignal(popover.reset_requested):
        popover.reset.click()


def test_every_part_has_a_name_for_a_screen_reader(popover: ScenarioPopover) -> None:
    for part in (*popover.answers.buttons(), popover.slider, popover.copy, popover.site, popover.reset):
        interface = QAccessible.queryAccessibleInterface(part)
        assert interface.text(QAccessible.Text.Name)
