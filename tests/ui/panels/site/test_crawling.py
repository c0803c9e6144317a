"""A crawl in the window: started, running, stopped, resumed; its URLs are listed and become test URLs."""

import csv
import json
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.insight.reach_report import ReachReport
from robotstudio.crawl.model import CrawlState
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.rendering import crawled as rendered
from robotstudio.crawl.rendering.report import RenderChoice
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.panels.site import crawl_dialog
from robotstudio.ui.panels.site.actions import CRAWL, REACHABILITY, SEARCH, SOURCES
from robotstudio.ui.panels.site.crawl_tables import IN_LINKS
from robotstudio.ui.panels.site.crawling import Crawling
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.labels import EmptyHint
from robotstudio.ui.widgets.table import Table
from tests.crawl.rendering.conftest import HAS_SANDBOX, program
from tests.crawl.rendering.test_crawled import SHOP
from tests.crawl.site import Asked, Reply, Site, crawled, html, site
from tests.ui.panels.site.crawls import LONG, begin
from tests.ui.parts import part_of, texts
from tests.ui.studios import Studios, settle
from tests.ui.tables import texts_of

__all__ = ["program"]
ROBOTS = Reply("User-agent: *\nDisallow: /forbidden\n", content_type="text/plain")


def tree(asked: Asked) -> Reply:
    """Serve ten pages with ten links each."""
    path = asked.path
    if path == "/robots.txt":
        return ROBOTS
    if path == "/":
        return Reply(html("/private/a", "/forbidden", *(f"/{number}" for number in range(10))))
    if path.count("/") == 1 and path[1:].isdigit():
        return Reply(html(*(f"{path}/{number}" for number in range(10)), text=f"the page {path}"))
    return Reply(html(text=f"the page {path}"), 200 if path.startswith(("/private", "/1", "/2")) else 404)


@pytest.fixture
def place() -> Iterator[Site]:
    with site(tree) as found:
        yield found


def click(table: Table, cell: QModelIndex) -> None:
    """Click into the middle of a cell."""
    at = table.visualRect(cell).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def test_before_the_first_crawl_nothing_but_the_way_to_one_is_seen(studio: Studio) -> None:
    studio.window.open_work()
    studio.window.show_tab("site")
    studio.site.panel.show_part(CRAWL)
    page = studio.site.crawling.page
    assert [part for part in (page.urls, page.log, page.counts, page.use_button, page.search) if part.isVisible()] == []
    assert part_of(page, EmptyHint).isVisible()


def test_crawl_of_the_terminal_is_opened_before_there_is_another(
    studio: Studio, place: Site, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "terminal.crawl"
    crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0, max_pages=5)))
    monkeypatch.setattr(dialogs, "ask_open_crawl_path", lambda *_: path)
    studio.window.open_work()
    studio.window.show_tab("site")
    studio.site.panel.show_part(CRAWL)
    hint = part_of(studio.site.crawling.page, EmptyHint)
    (button,) = (each for each in hint.findChildren(QPushButton) if each.text() == "Open crawl…")
    button.click()
    qtbot.waitUntil(lambda: bool(texts_of(studio.site.crawling.page.urls)))
    assert studio.site.crawling.path == path
    assert not hint.isVisible()


def test_site_is_crawled_and_its_urls_are_listed_with_those_whom_the_draft_blocks(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site
) -> None:
    studio.site.sources.set_base(place.url)
    begin(qtbot, crawling, f"{place.url}/")
    progress = crawling.progress
    assert progress is not None
    assert (progress.state, progress.fetched, progress.forbidden) == (CrawlState.FINISHED, 112, 1)
    rows = {row[0]: row for row in texts_of(crawling.page.urls)}
    assert len(rows) == 113
    assert rows["/private/a"][1] == "/"
    assert rows["/private/a"][-1] == "Googlebot, GPTBot"
    assert "forbids it" in rows["/forbidden"][4]
    assert "Fetched: 32" in crawling.page.counts.accessibleName()
    assert "Errors: 80" in crawling.page.counts.accessibleName()


def test_one_click_on_the_in_links_of_a_page_lists_all_pages_that_link_to_it(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site
) -> None:
    studio.site.sources.set_base(place.url)
    begin(qtbot, crawling, f"{place.url}/")
    page = crawling.page
    page.resize(1400, 800)
    row = next(row for row, cells in enumerate(texts_of(page.urls)) if cells[0] == "/3/7")
    column = [each.id for each in page.urls.columns].index(IN_LINKS)
    cell = page.urls.model().index(row, column)
    page.urls.scrollTo(cell)
    assert not page.linking.isVisible()
    click(page.urls, cell)
    qtbot.waitUntil(lambda: bool(page.linking.rows), timeout=LONG)
    assert texts_of(page.linking) == [["/3", "to /3/7"]]
    other = next(row for row, cells in enumerate(texts_of(page.urls)) if cells[0] == "/3")
    page.urls.selectRow(other)
    qtbot.waitUntil(lambda: texts_of(page.linking) == [["/", "to /3"]], timeout=LONG)
    page.linking_close.click()
    assert not page.linking.isVisible()


def test_urls_of_a_crawl_become_test_urls_of_one_source(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site
) -> None:
    begin(qtbot, crawling, f"{place.url}/")
    crawling.page.use_button.click()
    settle(studio)
    source = studio.urls.urls.sources[-1]
    assert source.kind == "crawl"
    assert len(studio.urls.urls.rows_of(source)) == 113


def test_crawl_of_another_day_is_shown_with_its_hosts(qtbot: QtBot, studios: Studios, place: Site) -> None:
    studio = studios.start()
    begin(qtbot, studio.site.crawling, f"{place.url}/")
    path, before = studio.site.crawling.path, texts_of(studio.site.crawling.page.hosts)
    assert path is not None
    studios.end(studio)
    later = studios.start().site.crawling
    with qtbot.waitSignal(later.listing.answered, timeout=LONG):
        later.show_kept(path)
    assert texts_of(later.page.hosts) == before
    assert len(before) == 1


def test_pages_that_look_empty_without_javascript_are_listed_with_a_click(qtbot: QtBot, crawling: Crawling) -> None:
    pages = {"/": html("/app", text="text " * 100), "/app": "<body><div id=app></div><script src=/app.js></script>"}
    with site(lambda asked: Reply(pages.get(asked.path, ""), 200 if asked.path in pages else 404)) as place:
        begin(qtbot, crawling, f"{place.url}/")
    said = "JavaScript does not run: 1 page looks empty without it."
    qtbot.waitUntil(lambda: crawling.page.footer.text == said)  # the last list may still be pending
    with qtbot.waitSignal(crawling.listing.answered, timeout=LONG):
        crawling.page.kinds.set_current(2)
    assert [row[0] for row in texts_of(crawling.page.urls)] == ["/app"]


def shown_columns(crawling: Crawling) -> list[str]:
    table = crawling.page.urls
    return [column.id for place, column in enumerate(table.columns) if not table.isColumnHidden(place)]


def test_columns_of_the_urls_are_chosen_whatever_room_there_is_and_remembered(
    qtbot: QtBot, studios: Studios, place: Site
) -> None:
    studio = studios.start()
    crawling = studio.site.crawling
    begin(qtbot, crawling, f"{place.url}/")
    studio.site.panel.show_part(CRAWL)
    by_room, rows = shown_columns(crawling), {row.text: row for row in crawling.page.columns.actions()}
    assert "canonical" not in by_room
    assert rows["Canonical"].is_checked is False
    assert rows["Canonical"].slot is not None
    rows["Canonical"].slot()
    assert set(shown_columns(crawling)) == {*by_room, "canonical"}
    studios.end(studio)
    later = studios.start().site.crawling
    later.ask()
    assert set(later.page.columns.chosen) == {*by_room, "canonical"}
    later.page.columns.choose(())
    assert "canonical" not in shown_columns(later)


def test_columns_of_the_sources_are_beside_the_urls_and_in_the_export(
    qtbot: QtBot, crawling: Crawling, place: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, studio: Studio
) -> None:
    studio.site.sources.set_base(place.url)
    begin(qtbot, crawling, f"{place.url}/")
    pages = [row.page.url for row in crawling.page.urls.rows]
    clicks = {url: (7, 300)[number % 2] for number, url in enumerate(pages[1:])}
    path = tmp_path / "clicks.csv"
    path.write_text("Page,Clicks\n" + "".join(f"{url},{count}\n" for url, count in clicks.items()), "utf-8")
    studio.site.sources.add_files([path])
    qtbot.waitUntil(lambda: bool(studio.session.urls.sources) and not studio.site.sources.loader.is_busy, timeout=LONG)
    settle(studio)
    table = crawling.page.urls
    qtbot.waitUntil(lambda: any(column.title == "Clicks" for column in table.columns), timeout=LONG)
    [column] = [column for column in table.columns if column.title == "Clicks"]
    assert column.cell is not None
    assert {row.page.url: column.cell(row).text for row in table.rows} == {
        url: str(clicks.get(url, "–")) for url in pages
    }
    table.sort_by(column.id, descending=True)
    shown = [clicks.get(row.page.url, -1) for row in table.rows]
    assert shown == sorted(shown, reverse=True)
    for suffix in (".csv", ".json"):
        saved = tmp_path / f"urls{suffix}"
        monkeypatch.setattr(dialogs, "ask_export_urls_path", lambda _parent, saved=saved: saved)
        crawling.export_urls()
        qtbot.waitUntil(saved.exists, timeout=LONG)
        text = saved.read_text("utf-8")
        rows = json.loads(text) if suffix == ".json" else list(csv.DictReader(text.splitlines()))
        written = {row["url"]: row["Clicks (clicks.csv)"] for row in rows}
        assert {url: int(value) for url, value in written.items() if value not in {"", None}} == clicks


def test_urls_of_a_crawl_are_exported_with_what_is_known_of_each(
    qtbot: QtBot, crawling: Crawling, place: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, studio: Studio
) -> None:
    studio.editor.revise_body(b"User-agent: *\nDisallow: /private\n")
    settle(studio)
    begin(qtbot, crawling, f"{place.url}/")
    path = tmp_path / "urls.csv"
    monkeypatch.setattr(dialogs, "ask_export_urls_path", lambda _parent: path)
    crawling.page.search.setText("/private")
    crawling.page.export_button.click()
    qtbot.waitUntil(path.exists, timeout=LONG)
    table = [*csv.DictReader(path.read_text().splitlines())]
    assert [(row["url"], row["status"], row["depth"], row["found_on"], row["blocked_for"]) for row in table] == [
        (f"{place.url}/private/a", "200", "1", f"{place.url}/", "Googlebot GPTBot")
    ]
    path = tmp_path / "nowhere" / "urls.csv"
    crawling.page.export_button.click()
    qtbot.waitUntil(lambda: "nowhere" in studio.window.notices.bar.accessibleName(), timeout=LONG)


def test_what_was_not_fetched_is_counted_by_reason_and_listed(qtbot: QtBot, crawling: Crawling, place: Site) -> None:
    begin(qtbot, crawling, f"{place.url}/")
    page = crawling.page
    assert texts_of(page.unfetched) == [["the live robots.txt forbids it for Robot Studio", "/forbidden", "1"]]
    with qtbot.waitSignal(crawling.listing.answered, timeout=LONG):
        click(page.unfetched, page.unfetched.model().index(0, 0))
    assert [row[0] for row in texts_of(page.urls)] == ["/forbidden"]
    assert not page.follow_button.isEnabled()
    with qtbot.waitSignal(crawling.listing.answered, timeout=LONG):
        page.kinds.set_current(0)
    assert len(page.urls.rows) == 113


def test_trap_is_followed_after_all(qtbot: QtBot, studio: Studio, crawling: Crawling) -> None:
    def answer(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply("", 404)
        return Reply(html("a/" if len(asked.path) < 20 else "/", text=f"in {asked.path}"))

    studio.window.show_tab("site")
    studio.site.panel.show_part(CRAWL)
    with site(answer) as place:
        begin(qtbot, crawling, f"{place.url}/")
        page = crawling.page
        assert [row[0] for row in texts_of(page.unfetched)] == ["parts of the path repeat"]
        page.unfetched.select_row(("repeated-path", place.url, ""))
        assert page.follow_button.isEnabled()
        with qtbot.waitSignal(
            crawling.listing.answered, timeout=LONG, check_params_cb=lambda _listing: not crawling.is_running
        ):
            page.follow_button.click()
    assert texts_of(page.unfetched) == []
    assert crawling.progress is not None
    assert crawling.progress.traps == 0


def test_crawl_that_was_stopped_is_offered_and_gone_on_with(qtbot: QtBot, crawling: Crawling, place: Site) -> None:
    crawling.ask()
    crawling.dialog.start.setText(f"{place.url}/")
    crawling.dialog.pages.setValue(20)
    crawling.dialog.rate.setValue(0)
    assert not crawling.dialog.resume_button.isVisibleTo(crawling.dialog)
    with qtbot.waitSignal(crawling.job.ended, timeout=LONG):
        crawling.dialog.crawl_button.click()
    crawling.dialog.start.setText("")
    crawling.dialog.rate.setValue(1)
    crawling.ask()
    assert crawling.dialog.start.text() == f"{place.url}/"
    assert (crawling.dialog.pages.value(), crawling.dialog.rate.value()) == (20, 0)
    assert crawling.dialog.resume_button.isVisibleTo(crawling.dialog)
    assert "of them queued" in " ".join(texts(crawling.dialog))
    crawling.dialog.pages.setValue(0)
    with qtbot.waitSignal(crawling.job.ended, timeout=LONG) as ended:
        crawling.dialog.resume_button.click()
    assert ended.args is not None
    assert ended.args[0].progress.fetched == 112
    assert max(place.counts.values()) == 1


def test_crawl_is_paused_goes_on_and_is_stopped(qtbot: QtBot, studio: Studio, crawling: Crawling) -> None:
    with site(lambda asked: Reply(html(f"{asked.path}x", text=asked.path))) as endless:
        crawling.ask()
        crawling.dialog.start.setText(f"{endless.url}/a")
        crawling.dialog.rate.setValue(0)
        with qtbot.waitSignal(crawling.job.progressed, timeout=LONG):
            crawling.dialog.crawl_button.click()
        panel = studio.site.panel
        panel.pause_button.click()
        assert panel.pause_button.text() == "Resume"
        said = studio.window.status_bar.crawl
        assert said.isVisible()
        assert said.text().startswith("crawl paused, ")
        studio.window.show_tab("simulation")
        said.click()
        assert (studio.window.current_tab, panel.part) == ("site", CRAWL)
        with qtbot.waitSignal(
            crawling.job.progressed, timeout=LONG, check_params_cb=lambda news: news.progress.state == "paused"
        ):
            pass
        panel.pause_button.click()
        assert panel.pause_button.text() == "Pause"
        with qtbot.waitSignal(crawling.job.ended, timeout=LONG):
            panel.stop_button.click()
    assert crawling.progress is not None
    assert crawling.progress.state is CrawlState.STOPPED
    assert not studio.window.status_bar.crawl.isVisible()
    assert not crawling.is_running


def test_window_that_is_closed_ends_a_crawl(qtbot: QtBot, studios: Studios, place: Site) -> None:
    studio = studios.start()
    crawling = studio.site.crawling
    crawling.ask()
    crawling.dialog.start.setText(f"{place.url}/")
    with qtbot.waitSignal(crawling.job.progressed, timeout=LONG):
        crawling.dialog.crawl_button.click()
    studios.end(studio)
    assert not crawling.is_running


def orphaning(asked: Asked) -> Reply:
    """Serve a page with a single link to it, from a folder."""
    links = {"/": ("/outlet/", "/open"), "/outlet/": ("/tent",)}
    return Reply(html(*links.get(asked.path, ()), text=asked.path))


def test_page_that_the_draft_orphans_is_shown_with_the_line_that_breaks_the_path(
    qtbot: QtBot, studio: Studio, crawling: Crawling, shown_lines: list[int]
) -> None:
    with site(orphaning) as place:
        begin(qtbot, crawling, f"{place.url}/")
    with qtbot.waitSignal(crawling.reach.background.answered, timeout=LONG):
        studio.site.panel.show_part(REACHABILITY)
    assert "changes no crawled page" not in crawling.reach.sentence.text()  # GPTBot is blocked from all
    draft = b"User-agent: *\nDisallow: /outlet/\n"

    def is_of_draft(report: ReachReport | None) -> bool:
        return report is not None and report.rows[0].orphaned == 1

    with qtbot.waitSignal(crawling.reach.background.answered, timeout=LONG, check_params_cb=is_of_draft):
        studio.editor.revise_body(draft)
    assert texts_of(crawling.reach.crawlers)[0] == ["Googlebot, GPTBot", "4", "2  −2", "+1  1", "1", "2"]
    assert crawling.reach.sentence.text() == "Googlebot, GPTBot: 2 of 4 pages can no longer be reached."
    assert "no link leads to" in crawling.reach.more.text()
    assert texts_of(crawling.reach.orphans) == [["/tent", "1 → 0", "/outlet/", "2"]]
    assert "blocked by line 2" in crawling.reach.path.accessibleDescription()
    assert notes_of(studio) == {2: "orphans 1 page"}
    studio.site.panel.show_part(CRAWL)
    assert notes_of(studio) == {}
    studio.site.panel.show_part(REACHABILITY)
    assert notes_of(studio) == {2: "orphans 1 page"}
    crawling.reach.orphans.row_activated.emit(crawling.reach.orphans.current_row)
    assert shown_lines == [2]


def notes_of(studio: Studio) -> dict[int, str]:
    """Return the notes after the lines of the editor."""
    edit = studio.window.findChildren(RobotsEdit)[0]
    notes = {line: edit.notes.at(line) for line in range(1, edit.blockCount() + 1)}
    return {line: note.words for line, note in notes.items() if note is not None}


def library(asked: Asked) -> Reply:
    """Serve pages with texts."""
    texts = {
        "/": html("/wool/a", "/b"),
        "/wool/a": html(text="How to wash merino wool", head="<title>Washing</title>"),
        "/b": html(text="Merino shirts", head="<title>Shirts</title><meta name=robots content=nosnippet>"),
    }
    return Reply(texts[asked.path]) if asked.path in texts else Reply("", 404)


def test_pages_are_found_as_two_crawlers_and_hidden_as_soon_as_the_draft_blocks_them(
    qtbot: QtBot, studio: Studio, crawling: Crawling, shown_lines: list[int]
) -> None:
    studio.editor.revise_body(b"User-agent: *\nAllow: /\n")
    with site(library) as place:
        begin(qtbot, crawling, f"{place.url}/")
    page = crawling.finder
    studio.site.panel.show_part(SEARCH)
    with qtbot.waitSignal(page.background.answered, timeout=LONG) as first:
        page.field.setText("shirts")
    assert first.args is not None
    assert [one.hit.title for one in first.args[0].pages] == ["Shirts"]
    with qtbot.waitSignal(page.background.answered, timeout=LONG) as second:
        page.field.setText("merino")
    assert second.args is not None
    found = second.args[0]
    assert ([page.hit.title for page in found.pages], found.may_find(0), found.may_find(1)) == (
        ["Shirts", "Washing"],
        2,
        2,
    )
    draft = b"User-agent: *\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /wool/\n"
    with qtbot.waitSignal(
        page.background.answered,
        timeout=LONG,
        check_params_cb=lambda found: [found.may_find(0), found.may_find(1)] == [2, 1],
    ):
        studio.editor.revise_body(draft)
    said = [page.found.words(row).spoken for row in page.found.rows]
    assert "Washing, Googlebot: can be found, GPTBot: hidden by line 5" in said
    assert page.counts[1].text() == "can find 1, 1 hidden"
    assert notes_of(studio) == {5: "hides 1 hit"}
    studio.site.panel.show_part(REACHABILITY)
    assert notes_of(studio) == {}
    studio.site.panel.show_part(SEARCH)
    assert notes_of(studio) == {5: "hides 1 hit"}
    studio.editor.insert_lines(0, ["# one more line"])
    assert notes_of(studio) == {6: "hides 1 hit"}
    studio.editor.undo()
    page.found.set_current_row(next(row for row, text in enumerate(said) if "Washing" in text))
    assert not page.found.grab().isNull()
    page.found.activated.emit(page.found.currentIndex())
    assert shown_lines == [5]


def test_no_crawl_begins_where_no_site_is_named(crawling: Crawling) -> None:
    crawling.ask()
    for text in ("", "   ", "/path"):
        crawling.dialog.start.setText(text)
        assert crawling.dialog.plan is None
        assert not crawling.dialog.crawl_button.isEnabled()


def test_what_was_crawled_is_forgotten_with_everything_else(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site
) -> None:
    begin(qtbot, crawling, f"{place.url}/")
    studio.site.panel.show_part(REACHABILITY)
    studio.site.panel.show_part(CRAWL)
    assert list(studio.context.crawls.iterdir())
    studio.forget_all()
    assert list(studio.context.crawls.iterdir()) == []
    assert crawling.path is None
    assert studio.site.panel.part == SOURCES
    studio.site.panel.show_part(CRAWL)
    assert not crawling.page.urls.rows


def test_a_crawl_that_is_under_way_ends_before_it_is_forgotten(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site
) -> None:
    crawling.ask()
    crawling.dialog.start.setText(f"{place.url}/")
    crawling.dialog.crawl_button.click()
    with qtbot.waitSignal(crawling.forgotten, timeout=LONG):
        studio.forget_all()
    assert not crawling.is_running
    assert list(studio.context.crawls.iterdir()) == []


def test_crawl_begun_anew_keeps_the_first_which_is_offered_beside_it(
    qtbot: QtBot, crawling: Crawling, place: Site
) -> None:
    begin(qtbot, crawling, f"{place.url}/")
    first = crawling.path
    assert first is not None
    content = first.read_bytes()
    crawling.reach.show_crawl(first, (), b"")  # it is being read meanwhile
    begin(qtbot, crawling, f"{place.url}/")
    second = crawling.path
    assert second is not None
    assert second != first
    assert first.read_bytes() == content
    crawling.ask()
    runs = crawling.dialog.runs
    assert runs.isVisibleTo(crawling.dialog)
    assert runs.count() == 2
    runs.setCurrentIndex(1)
    with qtbot.waitSignal(crawling.listing.answered, timeout=LONG):
        crawling.dialog.show_button.click()
    assert crawling.path == first


def test_crawl_that_an_earlier_version_moved_aside_is_offered(qtbot: QtBot, crawling: Crawling, place: Site) -> None:
    begin(qtbot, crawling, f"{place.url}/")
    path = crawling.path
    assert path is not None
    before = path.rename(path.with_name(f"{path.name}.before"))
    crawling.ask()
    with qtbot.waitSignal(crawling.listing.answered, timeout=LONG):
        crawling.dialog.show_button.click()
    assert crawling.path == before


def test_start_that_failed_does_not_keep_the_next_from_beginning(
    qtbot: QtBot, crawling: Crawling, place: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr("robotstudio.crawl.frontier.Frontier._count", fail)
        crawling.ask()
        crawling.dialog.start.setText(f"{place.url}/")
        with qtbot.waitSignal(crawling.job.ended, timeout=LONG):
            crawling.dialog.crawl_button.click()
    begin(qtbot, crawling, f"{place.url}/")
    assert crawling.progress is not None
    assert crawling.progress.fetched == 112


def test_whose_the_site_is_stays_known_for_the_next_crawl(qtbot: QtBot, crawling: Crawling, place: Site) -> None:
    crawling.ask()
    crawling.dialog.start.setText(f"{place.url}/")
    crawling.dialog.rate.setValue(0)
    crawling.dialog.mine.setChecked(True)
    with qtbot.waitSignal(crawling.job.ended, timeout=LONG):
        crawling.dialog.crawl_button.click()
    crawling.ask()
    assert crawling.dialog.mine.isChecked()
    crawling.dialog.start.setText("example.com")
    assert not crawling.dialog.mine.isChecked()
    crawling.dialog.start.setText(f"{place.url}/some/page")
    assert crawling.dialog.mine.isChecked()
    crawling.dialog.mine.setChecked(False)
    crawling.dialog.start.setText(f"{place.url}/")
    assert not crawling.dialog.mine.isChecked()


@pytest.mark.parametrize("way", ["open", "drop"])
def test_file_of_a_crawl_that_is_opened_or_dropped_is_shown(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site, tmp_path: Path, way: str
) -> None:
    path = tmp_path / "of the command line"
    crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0)))
    with qtbot.waitSignal(crawling.listing.answered, timeout=LONG):
        if way == "open":
            assert studio.open(path)
        else:
            studio.page.files_dropped.emit([path])
    assert crawling.path == path
    assert len(crawling.page.urls.rows) == 113
    assert studio.window.current_tab == "site"
    assert studio.session.robots_url == f"{place.url}/robots.txt"
    assert "crawl" not in {source.kind for source in studio.urls.urls.sources}


def test_kept_crawl_of_the_site_of_a_draft_is_shown_without_being_asked_for(
    qtbot: QtBot, studios: Studios, place: Site
) -> None:
    studio = studios.start()
    begin(qtbot, studio.site.crawling, f"{place.url}/")
    path = studio.site.crawling.path
    studios.end(studio)
    later = studios.start()
    later.window.open_work()
    later.site.sources.set_base(place.url)
    with qtbot.waitSignal(later.site.crawling.listing.answered, timeout=LONG):
        later.window.show_tab("site")
    assert later.site.crawling.path == path
    assert later.site.panel.part == SOURCES


def test_damaged_crawl_is_told_and_the_window_lives(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site
) -> None:
    begin(qtbot, crawling, f"{place.url}/")
    path = crawling.path
    assert path is not None
    _ = crawling.reach, crawling.finder
    path.write_bytes(path.read_bytes()[:20_000])
    crawling.list_urls()
    qtbot.waitUntil(lambda: "is damaged" in " ".join(texts(studio.window)), timeout=LONG)
    assert "--repair" in " ".join(texts(studio.window))
    crawling.ask()
    assert crawling.dialog.crawl_button.isEnabled()
    assert "is damaged" in crawling.dialog.said.text()
    begin(qtbot, crawling, f"{place.url}/")
    assert crawling.path != path
    assert len(crawling.page.urls.rows) == 113


@pytest.mark.usefixtures("program")
def test_box_of_the_dialog_renders_the_crawl(qtbot: QtBot, crawling: Crawling, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendered, "RenderChoice", partial(RenderChoice, has_sandbox=HAS_SANDBOX))
    with site(SHOP) as shop:
        crawling.dialog.rendering.setChecked(True)
        begin(qtbot, crawling, f"{shop.url}/")
        assert "/deep" in {row.page.url.removeprefix(shop.url) for row in crawling.page.urls.rows}
        qtbot.waitUntil(lambda: "rendered" in crawling.page.footer.text)  # the last list may still be pending
        crawling.ask()
        assert crawling.dialog.rendering.isChecked()  # as the last crawl of the site


def test_rendering_needs_a_browser(crawling: Crawling, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_dialog, "find_browser", lambda: None)
    box = crawling.dialog.rendering
    assert not box.isEnabled()
    assert box.toolTip() == "Needs Chromium, Google Chrome or Microsoft Edge on this computer."
