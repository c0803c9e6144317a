"""The dialog: searched, used with keyboard and mouse; invalid input is marked and not emitted."""

from collections import Counter
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.lint.rules import RULES
from robotstudio.project.preferences import NO_POLICY, PREFERENCES
from robotstudio.ui.panels.settings.panel import SettingsPanel
from robotstudio.ui.panels.settings.rows import ROWS, SettingsSection, rows_of
from tests.ui.asked import Asked

DELIVERED: dict[str, Any] = {name: row.default for name, row in PREFERENCES.items()}


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked) -> SettingsPanel:
    panel = SettingsPanel(asked.settings())
    qtbot.addWidget(panel)
    panel.show_settings(DELIVERED, NO_POLICY)
    panel.bring_up()
    return panel


def listed(panel: SettingsPanel) -> list[str]:
    return [row.id for row in ROWS if row.id in panel.lines and panel.lines[row.id].isVisible()]


def heads(panel: SettingsPanel) -> list[SettingsSection]:
    return [section for section, body in panel.bodies.items() if body.isVisible()]


def test_every_setting_has_a_row_and_every_check_one_of_its_own() -> None:
    assert {row.name for row in ROWS} == set(PREFERENCES)
    assert {row.part for row in ROWS if row.part} == set(RULES)
    assert len({row.id for row in ROWS}) == len(ROWS)
    assert {row.section for row in ROWS} == set(SettingsSection)


@pytest.mark.parametrize("section", SettingsSection)
def test_section_lists_its_rows(panel: SettingsPanel, section: SettingsSection) -> None:
    panel.nav[section].click()
    assert listed(panel) == [row.id for row in rows_of(section)]
    assert heads(panel) == [section]


def test_search_counts_what_it_finds_in_each_section(panel: SettingsPanel) -> None:
    before = {section: button.count for section, button in panel.nav.items()}
    panel.search.setText("proxy")
    found = Counter(row.section for row in ROWS if row.id in listed(panel))
    assert {section: button.count for section, button in panel.nav.items()} == {
        section: str(found[section]) for section in SettingsSection
    }
    panel.search.clear()
    assert {section: button.count for section, button in panel.nav.items()} == before


def test_section_that_is_listed_is_marked_from_the_start(panel: SettingsPanel) -> None:
    assert [section for section, button in panel.nav.items() if button.isChecked()] == [SettingsSection.GENERAL]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("proxy", ["uses_proxy", "proxy"]),
        ("fetching.redirects", ["redirects"]),
        ("RS303", ["checks_off.RS303"]),
        ("  FONT   for ", ["code_font"]),
        ("verdicts flip", ["most_flips"]),
    ],
)
def test_rows_are_found_by_name_and_key(panel: SettingsPanel, text: str, found: list[str]) -> None:
    panel.search.setText(text)
    assert [row for row in listed(panel) if row in found] == found
    if text != "proxy":
        assert listed(panel) == found


def test_rows_are_found_by_value(panel: SettingsPanel) -> None:
    panel.show_settings(DELIVERED | {"sender": "me@example.com"}, NO_POLICY)
    panel.search.setText("me@exa")
    assert listed(panel) == ["sender"]
    panel.search.clear()
    panel.changed_pill.click()
    assert listed(panel) == ["sender"]


def test_nothing_found_is_said_and_cleared(panel: SettingsPanel) -> None:
    panel.search.setText("zzzz")
    assert listed(panel) == []
    assert panel.nothing.isVisible()
    panel.nothing_clear.click()
    assert not panel.nothing.isVisible()
    assert heads(panel) == [SettingsSection.GENERAL]


def test_esc_leaves_the_search_then_the_dialog(panel: SettingsPanel) -> None:
    panel.search.setText("zzzz")
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.search.text() == ""
    assert panel.isVisible()
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_what_may_not_be_had_is_said_and_not_announced(panel: SettingsPanel, asked: Asked) -> None:
    panel.show_section(SettingsSection.FETCHING)
    line = panel.lines["proxy"]
    QTest.keyClicks(line.control, "http://me:pw@p.example")
    assert ("choose", "proxy", "http://me:pw@p.example") not in asked.calls
    assert line.hint.text().startswith("Enter the address of a proxy without a password")
    line.control.clear()
    QTest.keyClicks(line.control, "http://p.example")
    assert asked.calls[-1] == ("choose", "proxy", "http://p.example")
    assert line.hint.text().startswith("Its address.")


def test_controls_announce_what_is_chosen(panel: SettingsPanel, asked: Asked) -> None:
    for section in SettingsSection:
        panel.show_section(section)
    lines = panel.lines
    lines["theme"].control.segments.set_current(2)
    lines["language"].control.setCurrentIndex(4)
    lines["scale"].control.setValue(120)
    lines["shows_reading"].control.click()
    lines["default_crawlers"].control.setFocus()
    lines["default_crawlers"].control.setText("")
    QTest.keyClicks(lines["default_crawlers"].control, "GPTBot, bingbot GPTBot")
    assert asked.calls[:4] == [
        ("choose", "theme", "dark"),
        ("choose", "language", "ru"),
        ("choose", "scale", 120),
        ("choose", "shows_reading", False),
    ]
    assert asked.calls[-1] == ("choose", "default_crawlers", ("GPTBot", "bingbot"))


def test_row_that_is_changed_can_be_reset(panel: SettingsPanel, asked: Asked) -> None:
    panel.show_settings(DELIVERED | {"theme": "dark", "checks_off": ("RS101",)}, NO_POLICY)
    panel.show_section(SettingsSection.CHECKS)
    assert not panel.lines["checks_off.RS102"].reset_button.isVisible()
    panel.lines["checks_off.RS101"].reset_button.click()
    panel.show_section(SettingsSection.GENERAL)
    panel.lines["theme"].reset_button.click()
    assert asked.calls == [("reset", "checks_off", "RS101"), ("reset", "theme", "")]
    assert panel.reset_all_button.text() == "Reset all 2…"
    panel.show_settings(DELIVERED, NO_POLICY)
    assert not panel.reset_all_button.isVisible()


def test_wheel_scrolls_and_sets_nothing(panel: SettingsPanel) -> None:
    control = panel.lines["scale"].control
    panel.search.setFocus()
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(control.mapToGlobal(QPoint(5, 5))),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003  # PySide takes it by place alone
    )
    QApplication.sendEvent(control, turn)
    assert control.value() == 100


def test_every_control_and_button_has_a_name(panel: SettingsPanel) -> None:
    for section in SettingsSection:
        panel.show_section(section)
    for line in panel.lines.values():
        named = getattr(line.control, "segments", line.control)
        assert named.accessibleName() == line.title.text()
        assert line.control.accessibleDescription()
        assert line.title.text() in line.reset_button.accessibleName()
