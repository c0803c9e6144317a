"""Two crawls compared in the window: chosen, counted, filtered, taken further; and the list of kept crawls."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from robotstudio.crawl.store import is_crawl
from robotstudio.project.project import OpenSite, project_of, state_of
from robotstudio.project.state import State
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.actions import COMPARE, CRAWL
from robotstudio.ui.panels.site.crawling import Crawling
from robotstudio.ui.shell import dialogs
from tests.crawl.site import Site, html, site
from tests.fetch.conftest import authorities, plain_http
from tests.ui.panels.site.crawls import LONG, begin

__all__ = ["authorities", "plain_http"]
pytestmark = pytest.mark.usefixtures("plain_http")


def page(title: str, *links: str, head: str = "") -> str:
    return html(*links, head=f"<title>{title}</title>{head}", text=title)


SITE = {"/": page("Home", "/a", "/b", "/c"), "/a": page("A"), "/b": page("B"), "/c": page("C")}


@pytest.fixture
def place() -> Iterator[Site]:
    with site(dict(SITE)) as found:
        yield found


@pytest.fixture
def compared(qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site) -> Studio:
    """Crawl the site twice, with changes in between, and show what differs."""
    studio.editor.revise_body(b"User-agent: *\nAllow: /\n")
    begin(qtbot, crawling, place.url)
    answers = dict(SITE)
    del answers["/b"]
    answers |= {
        "/": page("Home", "/a", "/b", "/c", "/d"),
        "/a": page("Another A"),
        "/c": page("C", head="<meta name=robots content=noindex>"),
        "/d": page("D"),
    }
    place.answers = answers
    begin(qtbot, crawling, place.url)
    qtbot.waitUntil(lambda: len(crawling.kept.readable) == 2, timeout=LONG)
    show(qtbot, studio)
    return studio


def show(qtbot: QtBot, studio: Studio) -> None:
    comparing = studio.site.comparing
    with qtbot.waitSignal(comparing.background.answered, timeout=LONG):
        studio.site.panel.show_part(COMPARE)


def shown(studio: Studio) -> dict[str, str]:
    """Return the kind of change of each listed URL."""
    rows = studio.site.comparing.page.table.rows
    return {row.url[row.url.index("/", 8) :]: (row.kind.value if row.kind else "changed") for row in rows}


def test_second_crawl_is_compared_with_the_first(compared: Studio) -> None:
    page = compared.site.comparing.page
    assert shown(compared) == {"/d": "new", "/b": "gone", "/a": "changed", "/c": "changed"}
    assert page.said.text() == "1 page is gone. 1 page is no longer indexable. 1 page is new."
    page.tiles.tile("title").click()
    assert shown(compared) == {"/a": "changed"}
    assert [column.title for column in page.table.columns] == ["Change", "URL", "Title"]
    assert page.table.cell(0, 2).text == "A → Another A"
    page.tiles.tile("").click()
    page.search.setText("/b")
    assert shown(compared) == {"/b": "gone"}
    assert page.listed.text() == "1 of 4 rows"


def test_verdict_after_is_that_of_the_draft(qtbot: QtBot, compared: Studio) -> None:
    comparing = compared.site.comparing
    with qtbot.waitSignal(comparing.background.answered, timeout=LONG):
        compared.editor.revise_body(b"User-agent: *\nDisallow: /a\n")
    page = comparing.page
    page.tiles.tile("verdict").click()
    assert shown(compared) == {"/a": "changed"}
    assert page.table.cell(0, len(page.table.columns) - 1).text == "line 2"
    assert "1 page is newly blocked, by line 2." in page.said.text()


def test_swapped_comparison_is_the_other_way_round(qtbot: QtBot, compared: Studio) -> None:
    comparing = compared.site.comparing
    with qtbot.waitSignal(comparing.background.answered, timeout=LONG):
        comparing.page.swap_button.click()
    assert shown(compared) == {"/b": "new", "/d": "gone", "/a": "changed", "/c": "changed"}


def test_rows_are_exported(qtbot: QtBot, compared: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, comparing = tmp_path / "out.csv", compared.site.comparing
    monkeypatch.setattr(dialogs, "ask_export_comparison_path", lambda *_: path)
    comparing.page.export_button.click()
    qtbot.waitUntil(path.exists, timeout=LONG)
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    assert [(row["kind"], row["status_before"], row["status_after"]) for row in rows] == [
        ("new", "", "200"),
        ("gone", "200", "404"),
        ("changed", "200", "200"),
        ("changed", "200", "200"),
    ]


def test_list_of_urls_is_compared_too(qtbot: QtBot, compared: Studio, place: Site, tmp_path: Path) -> None:
    listed = tmp_path / "listed.txt"
    listed.write_text(f"{place.url}/a\n{place.url}/b\n{place.url}/nowhere\n")
    with qtbot.waitSignal(compared.session.analysis_settled, timeout=LONG):
        compared.site.sources.add_files([listed])
    comparing = compared.site.comparing
    source = compared.urls.urls.sources[-1]
    after = comparing.after
    assert after is not None
    with qtbot.waitSignal(comparing.background.answered, timeout=LONG):
        comparing.choose(source.id, after)
    assert shown(compared) == {"/": "new", "/d": "new", "/nowhere": "gone", "/b": "changed"}
    assert comparing.page.before.text() == "listed.txt"


def test_one_crawl_has_nothing_to_be_compared_with(
    qtbot: QtBot, studio: Studio, crawling: Crawling, place: Site
) -> None:
    begin(qtbot, crawling, place.url)
    qtbot.waitUntil(lambda: len(crawling.kept.readable) == 1, timeout=LONG)
    studio.site.panel.show_part(COMPARE)
    assert studio.site.comparing.page.hint.sentence == "Crawl again later to compare."


def test_crawl_gets_a_name_and_is_exported_and_deleted(
    qtbot: QtBot, compared: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawling, copy = compared.site.crawling, tmp_path / "copy.crawl"
    monkeypatch.setattr(dialogs, "ask_crawl_name", lambda *_: "After  relaunch ")
    monkeypatch.setattr(dialogs, "ask_export_crawl_path", lambda *_: copy)
    monkeypatch.setattr(dialogs, "ask_delete_crawl", lambda *_: True)
    shown_path, earlier = crawling.path, crawling.kept.crawls[1].path
    assert shown_path is not None

    def do(text: str) -> None:
        next(row for row in crawling.choice()[1] if row.text == text).slot()  # type: ignore[misc]

    do("Rename…")
    qtbot.waitUntil(lambda: crawling.choice()[0].startswith("After relaunch · "), timeout=LONG)
    do("Export crawl…")
    qtbot.waitUntil(copy.exists, timeout=LONG)
    assert is_crawl(copy)
    do("Delete crawl…")
    qtbot.waitUntil(lambda: [crawl.path for crawl in crawling.kept.crawls] == [earlier], timeout=LONG)
    assert not shown_path.exists()
    assert crawling.path == earlier
    crawling.show_kept(copy)
    named = ["After relaunch", ""]
    qtbot.waitUntil(lambda: [crawl.name for crawl in crawling.kept.crawls] == named, timeout=LONG)
    assert compared.site.panel.part == CRAWL


def test_missing_crawl_is_named_by_its_path_and_the_others_stay(qtbot: QtBot, compared: Studio) -> None:
    crawling = compared.site.crawling
    gone = crawling.kept.crawls[1].path
    gone.unlink()
    crawling.kept.read()
    readable = [True, False]
    qtbot.waitUntil(lambda: [crawl.trouble is None for crawl in crawling.kept.crawls] == readable, timeout=LONG)
    assert str(gone) in [row.text for row in crawling.choice()[1] if not row.is_enabled]


def test_document_keeps_its_crawls_and_finds_them_without_an_address(compared: Studio, tmp_path: Path) -> None:
    crawling = compared.site.crawling
    kept = compared.workspace.collect()
    assert kept.crawls == tuple(str(crawl.path) for crawl in reversed(crawling.kept.crawls))
    newest = crawling.path
    compared.session.set_robots_url("")
    compared.workspace.restore(replace(kept, crawls=()))
    assert (crawling.path, crawling.kept.remembered()) == (None, ())
    compared.workspace.restore(kept)
    assert crawling.path == newest
    project = project_of(kept, OpenSite(), tmp_path)
    assert state_of(project, tmp_path, State()).crawls == kept.crawls
