"""Windows beside the main one are as large as they were left."""

import importlib
from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from robotstudio.io.state import State, StateStore
from robotstudio.ui import panels
from robotstudio.ui.studio import Studio
from robotstudio.ui.widgets.grounds import PanelWindow
from tests.ui.studios import Studios, act

SIZE = QSize(700, 510)


def windows_of(studio: Studio) -> list[PanelWindow]:
    owned = [getattr(controller, "panel", None) for controller in studio.controllers]
    owned.append(studio.site.crawling.dialog)
    return [panel for panel in owned if isinstance(panel, PanelWindow)]


def test_each_window_of_the_program_is_remembered_by_a_name_of_its_own(studio: Studio) -> None:
    for folder in Path(next(iter(panels.__path__))).iterdir():
        if (folder / "panel.py").exists():
            importlib.import_module(f"{panels.__name__}.{folder.name}.panel")
    windows = windows_of(studio)
    assert {type(window) for window in windows} == set(PanelWindow.__subclasses__())
    for window in windows:
        window.resize(window.minimumSizeHint().expandedTo(SIZE))
        window.show()
        window.hide()
    assert studio.tabs.window_sizes.kept == {window.kept_as: window.size().toTuple() for window in windows}
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
