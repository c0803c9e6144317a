"""The day of an auditor: two clients with three hosts each, in tabs and two windows, through a crash."""

import os
import re
import signal
import subprocess
import sys
from functools import partial
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from robotstudio import assets
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.project.file.model import Project
from robotstudio.project.file.project_file import save
from robotstudio.project.preferences import load
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.document_bar import told_apart
from robotstudio.ui.shell.main_window import MainWindow
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.parts import button
from tests.ui.studios import Studios, act, bring_forward, click_cell, keyboard, settle

CLIENTS = ("elm", "shop")
HOSTS = ("www", "staging", "blog")
UNSAVED = b"# not saved yet\nUser-agent: *\nDisallow: /\n"
DAY = """
import sys
from pathlib import Path
from robotstudio.store.places import Places
from robotstudio.ui.app.app import make_application
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.app.document_tabs import DocumentTabs

application = make_application()
interpreter = Interpreter(application)
studio = DocumentTabs(Places.under(Path(sys.argv[1]))).front
studio.window.show()
for path in sys.argv[2:]:
    studio.tabs.front.open(Path(path))
*_, fourth, changed, sixth = studio.tabs.studios
studio.tabs.move_to(fourth, studio.tabs.windows.open(studio.window))
for each in (changed, sixth):
    studio.tabs.move_to(each, studio.tabs.windows.of(fourth))
studio.tabs.bring_to_front(changed)
changed.settings.choose("most_flips", 25)
changed.editor.replace_body(sys.stdin.buffer.read())
application.exec()
"""


def address(client: str, host: str) -> str:
    return f"https://{host}.{client}.example"


def text(client: str, host: str) -> bytes:
    return f"User-agent: *\nDisallow: /{client}/{host}/\n".encode()


@pytest.fixture
def projects(tmp_path: Path) -> list[Path]:
    """Save a project for each host: its file, its address, and its own URLs and crawlers."""
    found = []
    for client in CLIENTS:
        for host in HOSTS:
            folder = tmp_path / client / host
            folder.mkdir(parents=True)
            (folder / "robots.txt").write_bytes(text(client, host))
            path = folder / f"{client}-{host}.robotstudio"
            urls = (f"/{client}/{host}/a", "/open")
            save(
                path,
                Project(site=address(client, host), file="robots.txt", urls=urls, crawlers=("Googlebot", f"{host}Bot")),
            )
            found.append(path)
    return found


def test_day_ends_by_force_and_goes_on_as_it_was(studios: Studios, tmp_path: Path, projects: list[Path]) -> None:
    code = [sys.executable, "-c", DAY, str(tmp_path / "home"), *map(str, projects)]
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(code, stdin=subprocess.PIPE, env=surroundings, cwd=Path.cwd()) as program:
        assert program.stdin is not None
        program.stdin.write(UNSAVED)
        program.stdin.close()
        while not _is_kept(studios):
            assert program.poll() is None
            QTest.qWait(20)
        program.send_signal(signal.SIGKILL)
    studio = studios.start()
    bar = studio.page.notices.bar
    assert bar.accessibleName().startswith("6 documents that were open at")
    QTest.mouseClick(button(bar, "Open them"), Qt.MouseButton.LeftButton)
    opened = studio.tabs.studios
    assert studio.tabs.front is opened[4]
    assert [each.projects.path for each in opened] == projects
    assert [len(home.studios) for home in studio.tabs.windows] == [3, 3]
    hosts = [(client, host) for client in CLIENTS for host in HOSTS]
    for place, (each, (client, host)) in enumerate(zip(opened, hosts, strict=True)):
        studio.tabs.bring_to_front(each)
        settle(each)
        assert each.editor.body() == (UNSAVED if place == 4 else text(client, host))
        assert each.editor.is_modified == (place == 4)
        assert each.document.path == projects[place].parent / "robots.txt"
        assert each.session.robots_url == f"{address(client, host)}/robots.txt"
        assert [url.written for url in each.session.urls] == [f"/{client}/{host}/a", "/open"]
        assert [crawler.token for crawler in each.session.crawlers] == ["Googlebot", f"{host}Bot"]
        assert each.settings.values()["most_flips"] == 25
    labels = [each.label() for each in opened]
    assert len({(label.name, aside) for label, aside in zip(labels, told_apart(labels), strict=True)}) == len(opened)
    _closed_and_opened_again(studio, projects)


CHAPTERS = sorted(assets.page("docs/guide/en/README.md").parent.glob("*.md"))
STEP = re.compile(r"\*\*(?P<path>\w+ → [^*]+)\*\*(?: \(\*\*(?P<key>[^*]+)\*\*\))?")


def steps_of(chapter: Path) -> list[tuple[str, str]]:
    """Return the menu paths in a chapter, each with its shortcut if one follows it."""
    return [
        (" ".join(found["path"].split()), found["key"] or "")
        for found in STEP.finditer(chapter.read_text(encoding="utf-8"))
    ]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the questions, and choose nothing in any of them."""
    names: list[str] = []

    def answer(name: str, *_: object, **__: object) -> object:
        names.append(name)
        return [] if name.endswith("paths") else None

    for name in [name for name in vars(dialogs) if name.startswith("ask_")]:
        monkeypatch.setattr(dialogs, name, partial(answer, name))
    return names


@pytest.fixture
def audited(studio: Studio) -> Studio:
    """Open a document in its own window, with a selected cell and everything that a chapter mentions."""
    studio.show_example()
    audited = studio.tabs.front
    audited.fetcher.finished.emit(SUCCESS)
    act(audited, "view.own_window")
    bring_forward(audited)
    click_cell(audited, "/cart/checkout?step=2", "Googlebot")
    return audited


@pytest.mark.parametrize("chapter", [each for each in CHAPTERS if steps_of(each)], ids=attrgetter("stem"))
def test_chapter_is_followed_by_its_own_words(qtbot: QtBot, audited: Studio, asked: list[str], chapter: Path) -> None:
    """Each menu path is found by its names and has a visible effect."""
    for path, key in steps_of(chapter):
        action = _found(audited, path)
        assert action.isEnabled(), path
        if isinstance(action.menu(), QMenu):
            continue
        assert not key or QKeySequence(key) in action.shortcuts(), path
        before = _traces(audited, asked)
        action.trigger()
        qtbot.waitUntil(partial(_has_traces, audited, asked, before), timeout=300_000)
        _put_back(audited)


def _found(studio: Studio, path: str) -> QAction:
    """Return the action of a menu path in the window of a document."""
    actions, found = studio.window.menuBar().actions(), None
    for name in path.split(" → "):
        found = next((each for each in actions if _plain(each.text()) == name), None)
        assert found is not None, path
        menu = found.menu()
        actions = menu.actions() if isinstance(menu, QMenu) else []
    assert found is not None
    return found


def _traces(studio: Studio, asked: list[str]) -> object:
    """Return everything visible that a step may change."""
    windows = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    return (
        {(type(window).__name__, window.windowTitle()) for window in windows},
        len(asked),
        len(studio.tabs.studios),
        studio.editor.body(),
        studio.editor.zoom,
        studio.page.current_tab,
        studio.page.is_on_start_page,
        studio.page.status_bar.message.text(),
        studio.page.notices.bar.accessibleName(),
        studio.pages.page,
        QApplication.clipboard().text(),
        keyboard(),
        [action.isChecked() for action in studio.page.actions_by_id.values()],
        studio.session.scenario,
        studio.fetcher.busy,
    )


def _has_traces(studio: Studio, asked: list[str], before: object) -> bool:
    return _traces(studio, asked) != before


def _put_back(studio: Studio) -> None:
    """Close what a step opened, and restore the initial state of the chapter."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and not isinstance(window, MainWindow):
            window.close()
    studio.tabs.bring_to_front(studio)
    studio.page.show_work()
    studio.page.show_tab("simulation")
    studio.pages.show_first()
    studio.page.status_bar.show_message("")
    studio.session.set_scenario(HttpScenario("404"), is_own_choice=True)
    studio.editor.setFocus()
    settle(studio)


def _closed_and_opened_again(studio: Studio, projects: list[Path]) -> None:
    """Check that a closed document comes back with its project, and that an open one is brought to the front."""
    first = studio.tabs.studios[0]
    assert studio.tabs.close_tab(first)
    assert studio.tabs.reopen()
    assert studio.tabs.front.projects.path == projects[0]
    assert studio.tabs.front.open(projects[3])
    assert len(studio.tabs.studios) == len(projects)
    assert studio.tabs.front.projects.path == projects[3]


def _plain(words: str) -> str:
    return words.replace("&", "")


def _is_kept(studios: Studios) -> bool:
    """Return True if the journal has the list of all tabs and the unsaved text, and the settings file the setting."""
    kept = {path.name.partition("-")[2]: path for path in studios.places.journal.glob("*.journal")}
    settings = studios.places.state.with_name("settings.toml")
    if not {"draft_5.journal", "tabs.journal"} <= set(kept) or not settings.exists():
        return False
    try:
        return kept["tabs.journal"].read_bytes().count(b'"slot"') == 6 and load(settings)[0].get("most_flips") == 25
    except OSError:
        return False
