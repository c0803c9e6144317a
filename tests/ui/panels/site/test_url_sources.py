"""Test URLs that are typed or loaded from files."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.shell import dialogs
from tests.ui.dragging import drop
from tests.ui.parts import part_of
from tests.ui.studios import ROBOTS, act, drop_files, press, settle, type_text, verdicts
from tests.ui.tables import texts_of


@pytest.fixture
def urls(tmp_path: Path) -> Path:
    """Save a list of URLs."""
    path = tmp_path / "list.txt"
    path.write_text("# my list\n/private/b\nhttps://example.com/private/c\n/\n", "utf-8")
    return path


def written(studio: Studio) -> list[str]:
    return [url.written for url in studio.session.urls]


def choose_offer(studio: Studio, words: str) -> None:
    next(button for button in studio.window.notices.bar.findChildren(QPushButton) if button.text() == words).click()


def parts(studio: Studio) -> tuple[QWidget, ...]:
    """Return the widgets that accept drops."""
    return (
        part_of(studio.editor, RobotsEdit).viewport(),
        studio.simulation.view.viewport(),
        studio.why,
        studio.window.top_bar,
    )


@pytest.mark.parametrize("part", range(4))
def test_list_dropped_anywhere_adds_its_urls_once(studio: Studio, urls: Path, part: int) -> None:
    drop_files(parts(studio)[part], [urls])
    settle(studio)
    assert written(studio) == ["/", "/private/a", "/private/open", "/private/b", "https://example.com/private/c"]
    assert verdicts(studio, "Googlebot")["https://example.com/private/c"] == (False, 2)
    assert studio.editor.body() == ROBOTS


@pytest.mark.parametrize("part", range(4))
def test_robots_txt_dropped_anywhere_is_opened(studio: Studio, tmp_path: Path, part: int) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(b"User-agent: *\nDisallow: /\n")
    drop_files(parts(studio)[part], [other])
    assert studio.editor.body() == ROBOTS
    studio = studio.tabs.front
    settle(studio)
    assert studio.document.path == other
    assert studio.editor.body() == other.read_bytes()
    assert len(studio.session.urls) == 0


def test_files_dropped_together_are_each_taken_for_what_they_are(studio: Studio, urls: Path, tmp_path: Path) -> None:
    other = tmp_path / "robots-2.txt"
    other.write_bytes(b"# empty\n")
    drop_files(studio.window.top_bar, [urls, other])
    assert len(studio.session.urls) == 3
    studio = studio.tabs.front
    settle(studio)
    assert studio.document.path == other
    assert len(studio.session.urls) == 3


def test_text_dropped_on_the_matrix_adds_urls(studio: Studio) -> None:
    data = QMimeData()
    data.setText("/dropped\n/private/dropped\n")
    drop(studio.simulation.view.viewport(), data)
    assert written(studio)[3:] == ["/dropped", "/private/dropped"]


def test_lines_that_are_no_urls_are_told_with_their_number(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("/fine\nhttp://[bad\nmailto:someone@example.com\n", "utf-8")
    drop_files(studio.window.top_bar, [path])
    settle(studio)
    assert "/fine" in written(studio)
    assert studio.window.notices.bar.accessibleName() == "list.txt: 1 URL added, 2 lines not read."
    choose_offer(studio, "Show the lines")
    assert studio.window.current_tab == "site"
    assert studio.site.panel.rejected.isVisible()
    assert [row[0] for row in texts_of(studio.site.panel.rejected)] == ["2", "3"]
    assert "http://[bad" in studio.site.panel.rejected.text_of(studio.site.panel.rejected.rows)


def test_list_that_is_gone_is_told_and_changes_nothing(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_source_paths", lambda *_: [tmp_path / "gone.txt"])
    act(studio, "simulate.load")
    settle(studio)
    assert "gone.txt" in studio.window.notices.bar.accessibleName()
    assert len(studio.session.urls) == 3


def test_list_is_loaded_from_the_menu(studio: Studio, urls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_source_paths", lambda *_: [urls])
    act(studio, "simulate.load")
    settle(studio)
    assert len(studio.session.urls) == 5
    assert "2 URLs added, 1 already" in studio.window.status_bar.message.text()


def test_urls_are_typed_in_the_entry(studio: Studio) -> None:
    act(studio, "simulate.add")
    type_text("/typed\nhttp://[bad")
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert written(studio)[-1] == "/typed"
    assert studio.simulation.entry.isVisible()
    assert "[bad" in studio.simulation.entry.reasons


def test_urls_of_a_fetched_site_are_read_as_its_paths(studio: Studio) -> None:
    studio.simulation.set_base("https://example.com")
    act(studio, "simulate.add")
    type_text("/typed")
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert studio.session.urls[-1].url == "https://example.com/typed"


def test_all_urls_are_removed_and_brought_back(studio: Studio) -> None:
    act(studio, "simulate.clear")
    assert not studio.session.urls
    settle(studio)
    assert studio.simulation.hint.isVisible()
    studio.simulation.view.setFocus()
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert written(studio) == ["/", "/private/a", "/private/open"]
    assert studio.editor.body() == ROBOTS
