"""Pages that are not indexed, in the window: from the export to the answer, the time line and the rule."""

import csv
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.actions import NOT_INDEXED, SOURCES
from robotstudio.ui.panels.site.not_indexed_page import NotIndexedPage
from robotstudio.ui.shell import dialogs
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.studios import act, settle
from tests.ui.tables import texts_of

OPEN = b"User-agent: *\nDisallow: /cart/\n"
CLOSED = b"User-agent: *\nDisallow: /cart/\nDisallow: /guides/\n"
BLOCKED = "Blocked by robots.txt"
LONG = 20_000
ROWS = {
    BLOCKED: (("/guides/wool", "2026-11-03"), ("/guides/felt", "2026-11-12"), ("/cart/a", "2026-11-20")),
    "Not found (404)": (("/gone", "2026-11-20"),),
}


def export_of(folder: Path, reason: str, rows: Sequence[tuple[str, str]], site: str = "https://shop.example") -> Path:
    path = folder / f"shop.example-Coverage-Drilldown-2026-11-24-{len(list(folder.glob('*.zip')))}.zip"
    with zipfile.ZipFile(path, "w") as packed:
        table = "".join(f"{site}{url},{day}\n" for url, day in rows)
        packed.writestr("Table.csv", f"URL,Last crawled\n{table}")
        packed.writestr("Metadata.csv", f"Property,Value\nSitemap,All known pages\nIssue,{reason}\n")
    return path


def add_version(studio: Studio, monkeypatch: pytest.MonkeyPatch, path: Path, body: bytes) -> None:
    path.write_bytes(body)
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: path)
    studio.site.not_indexed.add_versions()


def segments(studio: Studio) -> list[str]:
    return [
        button.accessibleName()
        for button in studio.site.panel.parts.findChildren(QAbstractButton)
        if not button.isHidden()
    ]


@pytest.fixture
def page(qtbot: QtBot, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NotIndexedPage:
    """Return the page with an export and the versions of the file."""
    studio.editor.revise_body(OPEN)
    act(studio, "view.site")
    studio.site.sources.add_files([export_of(tmp_path, reason, rows) for reason, rows in ROWS.items()])
    settle(studio)
    found = studio.site.not_indexed
    studio.site.panel.show_part(NOT_INDEXED)
    for day, body in (("2026-10-01", OPEN), ("2026-10-29", CLOSED), ("2026-11-09", OPEN)):
        add_version(studio, monkeypatch, tmp_path / f"{day}-robots.txt", body)
    qtbot.waitUntil(lambda: found.report is not None and len(found.report.versions) == 4, timeout=LONG)
    return found.page


@pytest.mark.usefixtures("page")
def test_part_is_there_with_an_export_only(studio: Studio) -> None:
    assert segments(studio)[-2:] == ["Not indexed, 4", "Timeline"]
    for source in studio.urls.urls.sources:
        if source.export:
            studio.urls.replace(studio.urls.urls.without(source))
    settle(studio)
    assert segments(studio)[-1] == "Logs"
    assert studio.site.panel.part == SOURCES


def test_reasons_urls_and_the_answer_are_told(page: NotIndexedPage) -> None:
    assert [row.reason for row in page.reasons.rows] == [BLOCKED, "Not found (404)"]
    assert page.validation.said == (
        "Not yet",
        "Blocked by robots.txt: 3, 1 URL is blocked; 1 was last crawled before the change",
        "Not a matter of robots.txt",
        "Not found (404): 1",
    )
    assert texts_of(page.urls) == [
        ["/guides/wool", "open since 9 Nov 2026", "3 Nov 2026", "ask for a recrawl"],
        ["/guides/felt", "open since 9 Nov 2026", "12 Nov 2026", "wait: already seen as open"],
        ["/cart/a", "blocked by line 2", "20 Nov 2026", "leave it if you meant it"],
    ]
    assert page.sentence.text() == (
        "Was blocked by line 3 when Googlebot last came (3 Nov 2026); open since 9 Nov 2026."
    )
    assert page.advice.text() == "Ask for a recrawl."
    assert page.line.said == (
        "First known version: 1 Oct 2026, open",
        "Rule appeared: 29 Oct 2026, line 3",
        "Last crawled: 3 Nov 2026, seen as blocked",
        "Rule removed: 9 Nov 2026, open",
        "Today: 24 Nov 2026, open",
    )


def test_version_that_is_yet_to_come_does_not_count(
    studio: Studio, page: NotIndexedPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(studio.window.notices, "show_notice", lambda _, said: told.append(said))
    add_version(studio, monkeypatch, tmp_path / "2098-01-01-robots.txt", CLOSED)
    settle(studio)
    assert told == ["“2098-01-01-robots.txt” starts on 1 Jan 2098, which is yet to come: it does not count."]
    assert texts_of(page.urls)[0][1] == "open since 9 Nov 2026"


def test_filter_and_copy(page: NotIndexedPage) -> None:
    assert page.copy.text() == "Copy the 2 that are open"
    page.copy.click()
    assert QGuiApplication.clipboard().text().split("\n") == [
        "https://shop.example/guides/wool",
        "https://shop.example/guides/felt",
    ]
    page.search.setText("FELT")
    assert [row[0] for row in texts_of(page.urls)] == ["/guides/felt"]
    page.reasons.choose("Not found (404)")
    assert texts_of(page.urls) == []


def test_url_is_copied_and_the_console_opened(page: NotIndexedPage, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(dialogs, "open_address", opened.append)
    page.inspect.click()
    assert QGuiApplication.clipboard().text() == "https://shop.example/guides/wool"
    assert opened == ["https://search.google.com/search-console"]


def test_rule_is_shown_in_the_draft_where_it_is_now(
    studio: Studio, page: NotIndexedPage, shown_lines: list[int]
) -> None:
    page.urls.select_row(page.urls.rows[2].place)
    assert page.rule.text() == "Show line 2"
    studio.editor.revise_body(b"# a head\n" + OPEN)
    settle(studio)
    page.rule.click()
    assert set(shown_lines) == {3}


def test_draft_is_the_file_of_now_if_nothing_else_is_known(qtbot: QtBot, studio: Studio, tmp_path: Path) -> None:
    studio.editor.revise_body(CLOSED)
    act(studio, "view.site")
    studio.site.sources.add_files([export_of(tmp_path, BLOCKED, ROWS[BLOCKED])])
    settle(studio)
    studio.site.panel.show_part(NOT_INDEXED)
    found = studio.site.not_indexed
    qtbot.waitUntil(lambda: found.report is not None, timeout=LONG)
    assert "No older version of the file is known" in found.page.source.text()
    assert [row[1] for row in texts_of(found.page.urls)] == [
        "blocked by line 3",
        "blocked by line 3",
        "blocked by line 2",
    ]
    studio.editor.revise_body(OPEN)
    qtbot.waitUntil(
        lambda: not any(row.answer.row.url.endswith("wool") and row.answer.line_now for row in found.page.urls.rows),
        timeout=LONG,
    )
    assert found.page.add_versions.isVisible()


def test_time_line_zooms_and_its_moments_are_read(page: NotIndexedPage) -> None:
    line = page.line
    begin, end = line.shown
    QTest.keyClick(line, Qt.Key.Key_Plus)
    assert line.shown[1] - line.shown[0] < end - begin
    line.show_all()
    assert line.shown[0] <= begin
    QTest.keyClick(line, Qt.Key.Key_Right)
    QTest.keyClick(line, Qt.Key.Key_Right)
    assert line.current == 1
    assert not line.grab().isNull()


def test_log_tells_when_the_crawler_read_the_file(
    qtbot: QtBot, studio: Studio, page: NotIndexedPage, tmp_path: Path
) -> None:
    row = '66.249.66.1 - - [{day:02}/Nov/2026:10:00:00 +0000] "GET /robots.txt HTTP/1.1" 200 9 "-" "Googlebot/2.1"\n'
    path = tmp_path / "access.log"
    path.write_text("".join(row.format(day=day) for day in (1, 2, 10, 11)), "utf-8")
    studio.site.sources.add_files([path])
    qtbot.waitUntil(lambda: any("Googlebot read it" in said for said in page.line.said), timeout=LONG)
    assert [said for said in page.line.said if "read it" in said] == [
        "Googlebot read it: 1 Nov 2026, 10:00",
        "Googlebot read it: 2 Nov 2026, 10:00",
        "Googlebot read it: 10 Nov 2026, 10:00",
    ]


def test_answers_are_exported_as_a_table_and_the_timeline_as_a_picture(
    page: NotIndexedPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("answers.csv", "timeline.png"):
        monkeypatch.setattr(dialogs, "ask_export_indexing_path", lambda *_, path=tmp_path / name: path)
        page.export.click()
    rows = list(csv.DictReader((tmp_path / "answers.csv").read_text("utf-8").splitlines()))
    assert [row["answer"] for row in rows] == ["was-blocked", "never-blocked", "still-blocked", "never-blocked"]
    image = QImage(str(tmp_path / "timeline.png"))
    assert (image.width(), image.height()) == (2 * page.line.width(), 2 * page.line.height())


def test_versions_are_those_of_the_history(qtbot: QtBot, studio: Studio, tmp_path: Path) -> None:
    for day, body in ((1, CLOSED), (9, OPEN)):
        with qtbot.waitSignal(studio.history.recorded, timeout=LONG):
            seen = datetime(2026, 11, day, 8, tzinfo=UTC)
            studio.history.record(replace(SUCCESS, body=body, size=len(body), fetched_at=seen))
    act(studio, "view.site")
    site = SUCCESS.final_url.removesuffix("/robots.txt")
    path = export_of(tmp_path, BLOCKED, [("/guides/wool", "2026-11-03")], site)
    studio.site.sources.add_files([path])
    studio.session.set_robots_url(SUCCESS.final_url)
    settle(studio)
    studio.site.panel.show_part(NOT_INDEXED)
    found = studio.site.not_indexed
    qtbot.waitUntil(lambda: found.report is not None and len(found.report.versions) == 2, timeout=LONG)
    assert found.page.sentence.text() == (
        "Was blocked by line 3 when Googlebot last came (3 Nov 2026); open since 9 Nov 2026, 08:00 or earlier."
    )
    with qtbot.waitSignal(studio.history.recorded, timeout=LONG):
        studio.history.record(replace(SUCCESS, body=CLOSED, fetched_at=datetime(2026, 11, 20, 8, tzinfo=UTC)))
    qtbot.waitUntil(lambda: found.report is not None and len(found.report.versions) == 3, timeout=LONG)
    assert found.page.sentence.text().startswith("Still blocked by line 3, as when Googlebot last came")
