"""The timeline of a site in the window: from export and log to chart, tables and files."""

import csv
import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.actions import NOT_INDEXED, SOURCES, TIMELINE
from robotstudio.ui.panels.site.site_line_page import EVENTS, SiteLinePage
from robotstudio.ui.shell import dialogs
from tests.compliance.test_version_files import HAS_GIT, git
from tests.ui.panels.site.test_not_indexed import CLOSED, LONG, OPEN, ROWS, add_version, export_of, segments
from tests.ui.studios import act, settle
from tests.ui.tables import texts_of

REQUESTS = (
    ("StractBot", "20/Oct/2026:09:00:00", "/robots.txt"),
    ("StractBot", "28/Oct/2026:09:00:00", "/guides/wool"),
    ("StractBot", "29/Oct/2026:18:00:00", "/guides/wool"),
    ("StractBot", "29/Oct/2026:19:00:00", "/robots.txt"),
    ("StractBot", "30/Oct/2026:18:00:00", "/shop"),
    ("Timpibot", "30/Oct/2026:19:00:00", "/guides/felt"),
)


def log_of(folder: Path) -> Path:
    path = folder / "access.log"
    lines = (
        f'192.0.2.1 - - [{at} +0000] "GET {url} HTTP/1.1" 200 9 "-" "Mozilla/5.0 (compatible; {token}/1.0)"\n'
        for token, at, url in REQUESTS
    )
    path.write_text("".join(lines), "utf-8")
    return path


def statistics_of(folder: Path) -> Path:
    path = folder / "shop.example-Crawl-stats-2026-11-24.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("chart.csv", "Date,Total crawl requests,Size,Time\n2026-10-20,120,2400000,130\n")
    return path


@pytest.fixture
def page(qtbot: QtBot, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SiteLinePage:
    """Return the page with an export, a log and the versions of the file."""
    studio.editor.revise_body(OPEN)
    act(studio, "view.site")
    files = [*(export_of(tmp_path, reason, rows) for reason, rows in ROWS.items()), log_of(tmp_path)]
    studio.site.sources.add_files(files)
    settle(studio)
    studio.site.panel.show_part(TIMELINE)
    for day, body in (("2026-10-01", OPEN), ("2026-10-29", CLOSED), ("2026-11-09", OPEN)):
        add_version(studio, monkeypatch, tmp_path / f"{day}-robots.txt", body)
    page = studio.site.not_indexed.line_page
    qtbot.waitUntil(lambda: page.line is not None and len(page.line.versions) == 4, timeout=LONG)
    return page


@pytest.mark.usefixtures("page")
def test_part_is_there_with_an_export_or_a_log(studio: Studio) -> None:
    assert segments(studio)[-2:] == ["Not indexed, 4", "Timeline"]
    for source in studio.urls.urls.sources:
        if source.export:
            studio.urls.replace(studio.urls.urls.without(source))
    settle(studio)
    assert segments(studio)[-2:] == ["Logs", "Timeline"]
    assert studio.site.panel.part == TIMELINE
    for source in studio.urls.urls.sources:
        studio.urls.replace(studio.urls.urls.without(source))
    settle(studio)
    assert segments(studio)[-1] == "Logs"
    assert studio.site.panel.part == SOURCES


def test_chart_and_tables_tell_the_same(page: SiteLinePage) -> None:
    assert page.summary.text().startswith("4 versions, 2 crawlers, ")
    said = page.chart.said
    assert any(each.startswith("29 Oct 2026: The file changed. It blocks 2 known URLs for") for each in said)
    assert "29 Oct 2026, 19:00: StractBot: read the file (19 hours after the file changed)" in said
    rows = texts_of(page.events)
    assert ["29 Oct 2026, 19:00", "StractBot", "read the file", "19 hours after the file changed"] in rows
    assert [row[:3] for row in texts_of(page.reactions)] == [["StractBot", "19 hours (n = 1)", "18 hours (n = 1)"]]


def test_crawlers_and_events_are_filtered(page: SiteLinePage) -> None:
    page.views.set_current(EVENTS)
    page.search.setText("timpi")
    assert {row[1] for row in texts_of(page.events)} == {"", "Timpibot"}  # versions change something for it
    page.search.setText("")
    menu = page.crawlers.menu()
    next(action for action in menu.actions() if action.text() == "Timpibot").trigger()
    assert "Timpibot" not in {row[1] for row in texts_of(page.events)}
    assert page.crawlers.text() == "1 of 2 crawlers"
    next(action for action in menu.actions() if action.text() == "All crawlers").trigger()
    assert "Timpibot" in {row[1] for row in texts_of(page.events)}


def test_keyboard_zooms_and_moves_the_chart(page: SiteLinePage) -> None:
    line = page.line
    assert line is not None
    assert page.chart.shown == (line.begin, line.end)
    QTest.keyClick(page.chart, Qt.Key.Key_Plus)
    begin, end = page.chart.shown
    assert line.begin < begin < end < line.end
    QTest.keyClick(page.chart, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert page.chart.shown[0] > begin
    assert page.chart.shown[1] - page.chart.shown[0] == pytest.approx(end - begin)
    QTest.keyClick(page.chart, Qt.Key.Key_Right)
    assert page.chart.accessibleDescription() == page.chart.said[0]
    QTest.keyClick(page.chart, Qt.Key.Key_0)
    assert page.chart.shown == (line.begin, line.end)
    page.zoom_in.click()
    page.all.click()
    assert page.chart.shown == (line.begin, line.end)


def test_counts_and_releases_are_added(
    qtbot: QtBot, studio: Studio, page: SiteLinePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_source_paths", lambda *_: [statistics_of(tmp_path)])
    studio.site.not_indexed.add_counts()
    days = iter(["soon", "2026-10-15"])
    monkeypatch.setattr(dialogs, "ask_release_name", lambda *_: "Shop 4.2")
    monkeypatch.setattr(dialogs, "ask_version_day", lambda *_: next(days))
    studio.site.not_indexed.add_release()
    qtbot.waitUntil(lambda: page.line is not None and bool(page.line.releases), timeout=LONG)
    line = page.line
    assert line is not None
    assert [(each.since, each.name) for each in line.releases] == [(datetime(2026, 10, 15, tzinfo=UTC), "Shop 4.2")]
    assert [count.days[0][1] for count in line.counts] == [120]
    told: list[str] = []
    monkeypatch.setattr(studio.window.notices, "show_notice", lambda _, said: told.append(said))
    monkeypatch.setattr(dialogs, "ask_source_paths", lambda *_: [log_of(tmp_path)])
    studio.site.not_indexed.add_counts()
    assert told == ["No counts by day: access.log."]


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
def test_versions_and_tags_are_taken_from_git(
    qtbot: QtBot, studio: Studio, page: SiteLinePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "repository"
    folder.mkdir()
    path = folder / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /from-git/\n")
    git(folder, "init", "-q")
    git(folder, "add", "-A", day="2026-10-01")
    git(folder, "commit", "-q", "-m", "x", day="2026-10-01")
    git(folder, "tag", "v1")
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: path)
    studio.site.not_indexed.add_git()
    qtbot.waitUntil(lambda: page.line is not None and bool(page.line.releases), timeout=LONG)
    line = page.line
    assert line is not None
    assert [each.name for each in line.releases] == ["v1"]
    assert any(version.body == path.read_bytes() for version in line.versions)
    told: list[str] = []
    monkeypatch.setattr(studio.window.notices, "show_notice", lambda _, said: told.append(said))
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: tmp_path / "robots.txt")
    studio.site.not_indexed.add_git()
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert "Git could not read the versions" in told[0]


def test_folder_of_dated_files_is_added(
    qtbot: QtBot, studio: Studio, page: SiteLinePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "older"
    folder.mkdir()
    (folder / "robots-2026-09-01.txt").write_bytes(b"User-agent: *\nDisallow: /older/\n")
    monkeypatch.setattr(dialogs, "ask_versions_folder", lambda *_: folder)
    studio.site.not_indexed.add_folder()
    qtbot.waitUntil(lambda: page.line is not None and b"/older/" in page.line.versions[0].body, timeout=LONG)


def test_timeline_is_written_as_a_picture_or_a_table(
    studio: Studio, page: SiteLinePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("line.png", "line.svg", "line.csv"):
        monkeypatch.setattr(dialogs, "ask_export_timeline_path", lambda *_, path=tmp_path / name: path)
        page.export.click()
    assert not QImage(str(tmp_path / "line.png")).isNull()
    assert (tmp_path / "line.svg").read_text("utf-8").startswith("<svg ")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "line.csv").read_text("utf-8"))))
    assert {row["kind"] for row in rows} >= {"version", "effect", "read", "first", "last", "stopped"}
    assert studio.window.status_bar is not None


def test_other_part_has_the_answers(qtbot: QtBot, studio: Studio, page: SiteLinePage) -> None:
    studio.site.panel.show_part(NOT_INDEXED)
    qtbot.waitUntil(lambda: bool(studio.site.not_indexed.page.reasons.rows), timeout=LONG)
    assert page.line is not None
