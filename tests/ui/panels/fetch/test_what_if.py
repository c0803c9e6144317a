"""The bar that supposes another answer: keyboard use and signals."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.http_scenario import DRAFT, FETCHED, SUPPOSED_ANSWERS, HttpScenario
from robotstudio.ui.panels.fetch.what_if import WhatIfBar
from tests.ui.panels.fetch.evidences import OUTCOMES, SUCCESS


@pytest.fixture
def bar(qtbot: QtBot) -> Iterator[WhatIfBar]:
    bar = WhatIfBar()
    qtbot.addWidget(bar)
    bar.resize(930, 44)
    bar.show()
    yield bar
    bar.close()


def told(bar: WhatIfBar) -> list[HttpScenario]:
    found: list[HttpScenario] = []
    bar.chosen.connect(found.append)
    return found


def shown(bar: WhatIfBar) -> list[str]:
    return [button.text() for button in bar.answers.findChildren(QAbstractButton) if button.isVisible()]


def choose(bar: WhatIfBar, text: str) -> None:
    """Choose a row of the menu of other answers or durations."""
    rows = (*bar.other_rows(), *bar.duration_rows())
    slot = next(row.slot for row in rows if row.text == text)
    assert slot
    slot()


def test_every_supposition_can_be_chosen(bar: WhatIfBar) -> None:
    bar.show_scenario(HttpScenario(FETCHED, OUTCOMES[FetchOutcome.SERVER_ERROR]))
    found = told(bar)
    for segment in range(1, 6):
        bar.answers.set_current(segment)
    for answer in SUPPOSED_ANSWERS.values():
        if answer.id not in {"404", "403", "429", "503", "timeout"}:
            choose(bar, answer.title)
    assert {now.choice for now in found} == set(SUPPOSED_ANSWERS)


def test_arrow_keys_choose_an_answer(bar: WhatIfBar) -> None:
    found = told(bar)
    bar.activateWindow()
    bar.take_keyboard()
    focused = QApplication.focusWidget()
    assert focused
    QTest.keyClick(focused, Qt.Key.Key_Right)
    assert [now.choice for now in found] == ["404"]


def test_what_is_shown_is_not_told(bar: WhatIfBar) -> None:
    found = told(bar)
    bar.show_scenario(HttpScenario("503", elapsed=timedelta(days=3), has_copy=True, site_answers=False))
    bar.show_scenario(HttpScenario())
    assert found == []


def test_time_copy_and_site_are_told_together(bar: WhatIfBar) -> None:
    bar.show_scenario(HttpScenario("503"))
    found = told(bar)
    for text in ("13 h", "Crawlers have an earlier, valid copy", "The rest of the site answers"):
        choose(bar, text)
    assert found[-1] == HttpScenario("503", None, timedelta(hours=13), has_copy=True, site_answers=False)
    assert bar.duration.text() == "13 h"


@pytest.mark.parametrize("choice", ["200", "host", "html", FETCHED])
def test_time_matters_only_for_failures(bar: WhatIfBar, choice: str) -> None:
    bar.show_scenario(HttpScenario(choice))
    assert not bar.duration.isVisible()
    bar.show_scenario(HttpScenario("503"))
    assert bar.duration.isVisible()


def test_first_answer_is_the_real_one_once_there_is_one(bar: WhatIfBar) -> None:
    assert shown(bar)[0] == "200, with this file"
    bar.show_scenario(HttpScenario(FETCHED, OUTCOMES[FetchOutcome.SERVER_ERROR]))
    assert shown(bar)[0] == "as it did (503)"


def test_rarer_answer_is_shown_while_it_is_chosen(bar: WhatIfBar) -> None:
    bar.show_scenario(HttpScenario("dns"))
    assert shown(bar)[-1] == "DNS failure"
    bar.show_scenario(HttpScenario("404"))
    assert shown(bar)[-1] == "timeout"


def test_draft_beside_a_failure_is_a_supposition_too(bar: WhatIfBar) -> None:
    bar.show_scenario(HttpScenario(DRAFT, OUTCOMES[FetchOutcome.SERVER_ERROR]))
    assert shown(bar)[-1] == "200 (draft)"


def test_first_answer_ends_the_supposition(qtbot: QtBot, bar: WhatIfBar) -> None:
    bar.show_scenario(HttpScenario("503"))
    with qtbot.waitSignal(bar.ended):
        bar.answers.set_current(0)


def test_fetched_file_is_the_copy_that_crawlers_have(bar: WhatIfBar) -> None:
    copied = HttpScenario(FETCHED, SUCCESS)
    bar.show_scenario(copied)
    found = told(bar)
    bar.answers.set_current(4)
    assert (found[-1].choice, found[-1].has_copy) == ("503", False), "none was kept"


def test_every_part_has_a_name_for_a_screen_reader(bar: WhatIfBar) -> None:
    bar.show_scenario(HttpScenario("503"))
    for part in (*bar.answers.findChildren(QAbstractButton), bar.other, bar.duration):
        if part.isVisible():
            interface = QAccessible.queryAccessibleInterface(part)
            assert interface.text(QAccessible.Text.Name)
