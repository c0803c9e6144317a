"""The treemap of a crawled site: tiles by pages, with numbers as text, for pointer and keyboard."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.crawl.insight.reach_report import PatternShare, ReachReport
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.actions import REACHABILITY
from robotstudio.ui.panels.site.crawling import Crawling
from robotstudio.ui.panels.site.site_map import MOST_TILES, SiteMap
from tests.crawl.site import Asked, Reply, html, site
from tests.ui.panels.site.crawls import LONG, begin
from tests.ui.tables import texts_of

SHARES = (
    PatternShare(0, "/p/*", 400, 0, 0),
    PatternShare(1, "/outlet/*", 100, 100, 0),
    PatternShare(2, "/tents/*", 100, 25, 50),
    PatternShare(3, "/a-name-that-is-far-too-long-for-any-tile-of-this-size-and-is-left-out/*", 25, 0, 25),
)


@pytest.fixture
def chosen() -> list[PatternShare]:
    return []


@pytest.fixture
def picture(qtbot: QtBot, chosen: list[PatternShare]) -> SiteMap:
    found = SiteMap(chosen.append, None)  # type: ignore[arg-type]  # a window of its own
    qtbot.addWidget(found)
    found.resize(600, 300)
    found.show_shares(SHARES)
    found.show()
    return found


def middle(picture: SiteMap, place: int) -> QPoint:
    return picture.tile_of(place).center().toPoint()


def test_area_of_a_tile_is_the_root_of_its_pages(picture: SiteMap) -> None:
    areas = [picture.tile_of(place).width() * picture.tile_of(place).height() for place in range(4)]
    assert areas[0] / areas[1] == pytest.approx(2, rel=0.1)
    assert areas[1] / areas[3] == pytest.approx(2, rel=0.1)


def test_tile_says_its_numbers(picture: SiteMap) -> None:
    assert picture.accessibleName() == "Path patterns"
    QTest.mouseMove(picture, middle(picture, 2))
    said = "/tents/*, 100 pages, 25% of them can be reached, 25 blocked, 50 allowed but not reachable"
    assert picture.accessibleDescription() == said


def test_keyboard_goes_from_tile_to_tile_and_asks_for_the_pages_of_one(
    chosen: list[PatternShare], picture: SiteMap
) -> None:
    picture.setFocus()
    QTest.keyClick(picture, Qt.Key.Key_Right)
    assert picture.accessibleDescription().startswith("/p/*")
    QTest.keyClick(picture, Qt.Key.Key_Right)
    assert not picture.accessibleDescription().startswith("/p/*")
    QTest.keyClick(picture, Qt.Key.Key_Home)
    QTest.keyClick(picture, Qt.Key.Key_Left)
    assert picture.accessibleDescription().startswith("/p/*")
    QTest.keyClick(picture, Qt.Key.Key_End)
    QTest.keyClick(picture, Qt.Key.Key_Return)
    assert chosen == [SHARES[3]]


def test_click_asks_for_the_pages_of_a_tile(chosen: list[PatternShare], picture: SiteMap) -> None:
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=middle(picture, 1))
    assert chosen == [SHARES[1]]


def test_tiles_differ_in_more_than_their_colour(picture: SiteMap) -> None:
    """Without colour, tiles for reachable, blocked and unreachable pages still differ."""

    def grey(shares: Sequence[PatternShare]) -> bytes:
        picture.show_shares(shares)
        image = picture.grab().toImage().convertToFormat(picture.grab().toImage().Format.Format_Mono)
        return bytes(image.constBits())

    kinds = [(0, 0), (9, 0), (0, 9)]
    assert len({grey([PatternShare(0, "/*", 9, blocked, out)]) for blocked, out in kinds}) == 3


def test_of_many_patterns_the_largest_have_a_tile_and_none_needs_one(picture: SiteMap) -> None:
    picture.show_shares([PatternShare(number, f"/{number}/*", 500 - number, 0, 0) for number in range(400)])
    assert len(picture.shares) == MOST_TILES
    picture.show_shares(())
    assert not picture.grab().isNull()
    QTest.keyClick(picture, Qt.Key.Key_Right)
    QTest.mouseMove(picture, QPoint(5, 5))
    assert picture.accessibleDescription() == ""


def shop(asked: Asked) -> Reply:
    """Serve two folders, one of which links to the other."""
    tents = [f"/tents/t{number}" for number in range(12)]
    links = {"/": ("/outlet/", "/open"), "/outlet/": tents}
    return Reply("", 404) if asked.path == "/robots.txt" else Reply(html(*links.get(asked.path, ()), text=asked.path))


def test_patterns_of_a_crawl_are_shown_for_the_crawler_and_narrow_the_matrix(
    qtbot: QtBot, studio: Studio, crawling: Crawling
) -> None:
    studio.editor.revise_body(b"User-agent: *\nDisallow: /outlet/\n")
    with site(shop) as place:
        studio.site.sources.set_base(place.url)
        begin(qtbot, crawling, f"{place.url}/")
    details = crawling.reach.details

    def is_of_draft(report: ReachReport | None) -> bool:
        return report is not None and report.rows[0].orphaned == 12

    with qtbot.waitSignal(crawling.reach.background.answered, timeout=LONG, check_params_cb=is_of_draft):
        studio.site.panel.show_part(REACHABILITY)
    rows = {row[0]: row[1:] for row in texts_of(details.list)}
    assert rows["/tents/*"] == ["12", "0%", "", "12"]
    assert rows["/outlet/"] == ["1", "0%", "1", ""]
    assert [share.text for share in details.map.shares] == list(rows)
    QTest.keyClick(details.map, Qt.Key.Key_Home)
    QTest.keyClick(details.map, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: studio.simulation.narrowing.is_on, timeout=LONG)
    assert studio.simulation.view.model().rowCount() == 12
    assert "/tents/*" in studio.simulation.narrowing.accessibleName()


def test_where_there_is_no_room_for_both_one_is_chosen(studio: Studio, crawling: Crawling) -> None:
    studio.site.panel.show_part(REACHABILITY)
    details = crawling.reach.details
    details.resize(1_000, 400)
    assert not details.parts.isVisible()
    assert details.map.isVisible()
    details.resize(500, 400)
    assert details.parts.isVisible()
    assert not details.map.isVisible()
    details.parts.set_current(1)
    assert details.map.isVisible()
    assert not crawling.reach.orphans.isVisible()
    details.looks.set_current(1)
    assert details.list.isVisible()
