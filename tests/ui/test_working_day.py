"""The day of an auditor: two clients with three hosts each, all open in tabs, through a crash to the next start."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from robotstudio import assets
from robotstudio.io.fetching.http_scenario import HttpScenario
from robotstudio.io.preferences import load
from robotstudio.io.projects.model import Project
from robotstudio.io.projects.project_file import save
from robotstudio.ui.document_bar import told_apart
from robotstudio.ui.studio import Studio
from tests.ui.parts import button
from tests.ui.studios import Studios, settle

CLIENTS = ("elm", "shop")
HOSTS = ("www", "staging", "blog")
UNSAVED = b"# not saved yet\nUser-agent: *\nDisallow: /\n"
DAY = """
import sys
from pathlib import Path
from robotstudio.io.places import Places
from robotstudio.io.templates import example, templates
from robotstudio.ui.app import make_application
from robotstudio.ui.interpreter import Interpreter
from robotstudio.ui.studio import Studio
from robotstudio.ui.theme.theme import Theme

application = make_application()
interpreter = Interpreter(application)
studio = Studio(Theme(), Places.under(Path(sys.argv[1])), templates(), example())
studio.window.show()
for path in sys.argv[2:]:
    studio.tabs.front.open(Path(path))
changed = studio.tabs.studios[4]
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
    """A project for each host: its file, its address, and URLs and crawlers of its own."""
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


def test_chapter_before_going_live_is_followed_by_its_own_words(studio: Studio) -> None:
    chapter = assets.page("docs/guide/en/before-going-live.md").read_text(encoding="utf-8")
    paths = re.findall(r"\*\*(\w+) → ([^*…?]+)\*\*", chapter)
    assert paths == [("Simulate", "What changes"), ("Simulate", "Reset to as fetched")]
    studio.session.set_scenario(HttpScenario("404"), is_own_choice=True)
    for menu, action in paths:
        _choose(studio, menu, action)
        settle(studio)
    assert studio.changes.page == "changes"
    assert not studio.session.is_own_choice


def _closed_and_opened_again(studio: Studio, projects: list[Path]) -> None:
    """A document that was closed comes back with its project; one that is open already is gone to."""
    first = studio.tabs.studios[0]
    assert studio.tabs.close_tab(first)
    assert studio.tabs.reopen()
    assert studio.tabs.front.projects.path == projects[0]
    assert studio.tabs.front.open(projects[3])
    assert len(studio.tabs.studios) == len(projects)
    assert studio.tabs.front.projects.path == projects[3]


def _choose(studio: Studio, menu: str, action: str) -> None:
    (opened,) = (each.menu() for each in studio.window.menuBar().actions() if _plain(each.text()) == menu)
    assert isinstance(opened, QMenu)
    next(each for each in opened.actions() if _plain(each.text()) == action).trigger()


def _plain(words: str) -> str:
    return words.replace("&", "")


def _is_kept(studios: Studios) -> bool:
    """Whether the journal has the list of all tabs and what is unsaved, and the settings what was set."""
    kept = {path.name.partition("-")[2]: path for path in studios.places.journal.glob("*.journal")}
    settings = studios.places.state.with_name("settings.toml")
    if not {"draft_5.journal", "tabs.journal"} <= set(kept) or not settings.exists():
        return False
    try:
        return kept["tabs.journal"].read_bytes().count(b'"slot"') == 6 and load(settings)[0].get("most_flips") == 25
    except OSError:
        return False
