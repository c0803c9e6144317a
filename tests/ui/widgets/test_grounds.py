"""Separate windows keep their last size."""

import importlib
import pkgutil

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.project.state import State, StateStore
from robotstudio.ui import panels
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from tests.ui.studios import Studios, act

SIZE = QSize(700, 510)


def windows_of(studio: Studio) -> list[PanelWindow]:
    late = studio.ai_policy, studio.compliance, studio.survey, studio.report, studio.siblings, studio.agreement
    later = studio.rendered_pages, studio.access, studio.newer_list
    owned = [getattr(controller, "panel", None) for controller in {*studio.controllers, *late, *later}]
    owned.append(studio.site.crawling.dialog)
    return [panel for panel in owned if isinstance(panel, PanelWindow)]


def test_each_window_of_the_program_is_remembered_by_a_name_of_its_own(studio: Studio) -> None:
    for module in pkgutil.walk_packages(panels.__path__, f"{panels.__name__}."):
        importlib.import_module(module.name)  # as far as no test has done so: a window counts wherever it stands
    windows = windows_of(studio)
    assert {type(window) for window in windows} == set(PanelWindow.__subclasses__())
    for window in windows:
        window.resize(window.minimumSizeHint().expandedTo(SIZE))
        window.show()
        window.hide()
    assert studio.tabs.window_sizes.kept == {window.size_key: window.size().toTuple() for window in windows}
    assert len(studio.tabs.window_sizes.kept) == len(windows)


def test_window_is_as_large_as_it_was_left_in_another_tab_and_after_a_restart(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "file.settings")
    studio.settings.panel.resize(SIZE)
    studio.settings.panel.close()
    other = studio.tabs.begin()
    act(other, "file.settings")
    assert other.settings.panel.size() == SIZE
    studios.end_all()
    again = studios.start()
    act(again, "file.settings")
    assert again.settings.panel.size() == SIZE


@pytest.mark.parametrize("sizes", [(), (900,), (900, 1, 1)])
def test_what_is_no_size_is_not_taken(studios: Studios, sizes: tuple[int, ...]) -> None:
    usual = studios.start().settings.panel.size()
    studios.end_all()
    StateStore(studios.places.state).save(State(windows={"settings": sizes}))
    assert studios.start().settings.panel.size() == usual


@pytest.mark.parametrize("takes_enter", [True, False])
def test_enter_in_a_field_that_takes_it_presses_no_button_of_the_window(qtbot: QtBot, takes_enter: bool) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = PanelWindow(parent)
    field, button = QLineEdit(window), SecondaryButton("Remove all", parent=window)
    rows = QVBoxLayout()
    rows.addWidget(field)
    window.frame(rows, DialogFooter(window, (button,)))
    pressed: list[str] = []
    button.clicked.connect(lambda: pressed.append("button"))
    if takes_enter:
        field.returnPressed.connect(lambda: pressed.append("field"))
    window.show()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert pressed == ["field" if takes_enter else "button"]
    window.close()


def test_window_opens_in_the_centre_of_the_one_below_unless_it_was_moved(studio: Studio) -> None:
    below, panel = studio.window, studio.settings.panel
    below.resize(700, 620)

    def distance() -> QPoint:
        act(studio, "file.settings")
        between = panel.frameGeometry().center() - below.frameGeometry().center()
        panel.close()
        return between

    assert distance().manhattanLength() <= 4
    below.move(below.pos() + QPoint(40, 30))
    assert distance().manhattanLength() <= 4
    act(studio, "file.settings")
    panel.move(panel.pos() + QPoint(50, 0))
    panel.close()
    assert abs(distance().x() - 50) <= 4
    act(studio, "file.settings")
    panel.move(-9000, -9000)  # a screen that is gone
    panel.close()
    assert distance().manhattanLength() <= 4


def test_window_is_within_the_one_below_and_as_large_as_usual_once_that_has_room(studio: Studio) -> None:
    panel = studio.settings.panel
    usual = panel.size()
    studio.window.resize(800, 620)
    act(studio, "file.settings")
    assert panel.size() == QSize(752, 572)
    panel.close()
    studio.window.resize(1440, 900)
    act(studio, "file.settings")
    assert panel.size() == usual.boundedTo(panel.screen().availableSize() - QSize(24, 60))
    panel.close()
    assert "settings" not in studio.tabs.window_sizes.kept


def test_size_that_a_small_screen_forced_is_not_remembered(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window opened once on a small screen used to stay that small on every other."""
    panel = studio.settings.panel
    usual = panel.size()

    class Small:
        def availableSize(self) -> QSize:  # Qt's name
            return QSize(720, 450)

    monkeypatch.setattr(type(panel), "screen", lambda _self: Small())
    act(studio, "file.settings")
    assert panel.size() == QSize(696, 390) != usual
    panel.close()
    assert "settings" not in studio.tabs.window_sizes.kept
