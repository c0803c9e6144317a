"""The treemap of a crawled site: tiles by size, each with its name, that open, for pointer and keyboard."""

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from robotstudio.crawl.insight.map_tiles import MOST_TILES, MapTile, TileKind
from robotstudio.crawl.insight.reach_report import PatternShare, ReachReport
from robotstudio.engine.sums import Sum
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.site.actions import REACHABILITY
from robotstudio.ui.panels.site.crawling import Crawling
from robotstudio.ui.panels.site.site_map import SiteMap
from robotstudio.ui.shell import dialogs
from tests.crawl.site import Asked, Reply, html, site
from tests.ui.panels.site.crawls import LONG, begin
from tests.ui.tables import texts_of

LONG_NAME = "/a-name-that-is-far-too-long-for-any-tile-of-this-size-and-is-elided/*"
SHARES = (
    PatternShare(0, "/p/*", 400, 0, 0),
    PatternShare(1, "/outlet/*", 100, 100, 0),
    PatternShare(2, "/tents/*", 100, 25, 50),
    PatternShare(3, LONG_NAME, 25, 0, 25),
)
NESTED = (
    PatternShare(0, "/tents/big/*", 90, 0, 0),
    PatternShare(1, "/tents/small/*", 60, 60, 0),
    PatternShare(2, "/tents/", 1, 0, 0),
    PatternShare(3, "/help", 100, 0, 0),
)


def pages(shares: Sequence[PatternShare]) -> list[Sum]:
    return [Sum(float(share.pages), share.pages, share.pages) for share in shares]


class Owner:
    """Records what the map asks for."""

    def __init__(self) -> None:
        self.chosen: list[MapTile] = []
        self.levels = 0

    def choose(self, tile: MapTile) -> None:
        self.chosen.append(tile)

    def level_changed(self) -> None:
        self.levels += 1

    def open_menu(self, tile: MapTile | None, at: QPoint) -> None:
        raise NotImplementedError


@pytest.fixture
def owner() -> Owner:
    return Owner()


@pytest.fixture
def chosen(owner: Owner) -> list[MapTile]:
    return owner.chosen


@pytest.fixture
def picture(qtbot: QtBot, owner: Owner) -> SiteMap:
    found = SiteMap(owner, None)  # type: ignore[arg-type]  # a window of its own
    qtbot.addWidget(found)
    found.resize(600, 300)
    found.show_shares(SHARES, pages(SHARES))
    found.show()
    return found


def middle(picture: SiteMap, place: int) -> QPoint:
    return picture.tile_of(place).center().toPoint()


def names(picture: SiteMap) -> list[str]:
    return [picture.name_of(place) for place in range(len(picture.tiles))]


def test_area_of_a_tile_is_the_root_of_its_pages(picture: SiteMap) -> None:
    areas = [picture.tile_of(place).width() * picture.tile_of(place).height() for place in range(4)]
    assert areas[0] / areas[1] == pytest.approx(2, rel=0.1)
    assert areas[1] / areas[3] == pytest.approx(2, rel=0.1)


def test_area_is_of_the_column_that_is_chosen(picture: SiteMap) -> None:
    sizes = [Sum(0, 400, 400), Sum(900, 90, 100), Sum(400, 100, 100), Sum(0, 0, 25)]
    picture.show_shares(SHARES, sizes, "Clicks (Pages.csv)")
    assert names(picture) == ["/outlet/*", "/tents/*"]
    areas = [picture.tile_of(place).width() * picture.tile_of(place).height() for place in range(2)]
    assert areas[0] / areas[1] == pytest.approx(1.5, rel=0.1)
    assert [tile.name for tile in picture.level.without] == ["/p/*", LONG_NAME]
    QTest.mouseMove(picture, middle(picture, 0))
    assert picture.accessibleDescription().endswith("Clicks (Pages.csv): 900; unknown for 10 of 100 URLs")


def test_tile_says_its_numbers(picture: SiteMap) -> None:
    assert picture.accessibleName() == "Path patterns"
    QTest.mouseMove(picture, middle(picture, 2))
    said = "/tents/*, 100 pages, 25% of them can be reached, 25 blocked, 50 allowed but not reachable"
    assert picture.accessibleDescription() == said


def test_keyboard_goes_from_tile_to_tile_and_asks_for_the_pages_of_one(chosen: list[MapTile], picture: SiteMap) -> None:
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
    assert [tile.shares for tile in chosen] == [(SHARES[3],)]


def test_click_asks_for_the_pages_of_a_tile(chosen: list[MapTile], picture: SiteMap) -> None:
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=middle(picture, 1))
    assert [tile.shares for tile in chosen] == [(SHARES[1],)]


def test_tiles_differ_in_more_than_their_colour(picture: SiteMap) -> None:
    """Without colour, tiles for reachable, blocked and unreachable pages still differ."""

    def grey(shares: Sequence[PatternShare]) -> bytes:
        picture.show_shares(shares, pages(shares))
        image = picture.grab().toImage().convertToFormat(picture.grab().toImage().Format.Format_Mono)
        return bytes(image.constBits())

    kinds = [(0, 0), (9, 0), (0, 9)]
    assert len({grey([PatternShare(0, "/*", 9, blocked, out)]) for blocked, out in kinds}) == 3


@pytest.mark.parametrize(("width", "height"), [(600, 300), (420, 200), (1200, 500)])
def test_every_tile_has_its_name_and_the_smallest_are_one(picture: SiteMap, width: int, height: int) -> None:
    shares = [PatternShare(number, f"/section-{number}", 5_000 // (number + 1), 0, 0) for number in range(400)]
    picture.resize(width, height)
    picture.show_shares(shares, pages(shares))
    assert 1 < len(picture.tiles) <= MOST_TILES + 1
    rest = next(tile for tile in picture.tiles if tile.kind is TileKind.REST)
    shown = [tile.name for tile in picture.tiles if tile.kind is TileKind.PATTERN]
    assert shown == [share.text for share in shares[: len(shown)]]
    assert len(shown) + len(rest.shares) == 400
    for place, name in enumerate(names(picture)):
        assert name == f"{len(rest.shares)} more" if picture.tiles[place] is rest else name.startswith("/se")
        box = picture.tile_of(place)
        assert box.height() >= 20
        assert box.width() >= 60


def test_name_that_does_not_fit_keeps_its_beginning_and_its_end(picture: SiteMap) -> None:
    picture.resize(300, 200)
    picture.show_shares(SHARES, pages(SHARES))
    name = next(name for name in names(picture) if name.startswith("/a"))
    assert "…" in name
    assert name.endswith("*")
    QTest.mouseMove(picture, middle(picture, names(picture).index(name)))
    assert picture.accessibleDescription().startswith(LONG_NAME)


def test_name_that_could_mislead_is_shown_as_it_is(picture: SiteMap) -> None:
    share = PatternShare(0, "/<b>\u202etxt.exe", 9, 0, 0)
    picture.show_shares([share], pages([share]))
    assert "\u202e" not in names(picture)[0]
    assert "<b>" in names(picture)[0]


def test_folder_opens_and_its_names_are_shorter(picture: SiteMap, owner: Owner) -> None:
    picture.show_shares(NESTED, pages(NESTED))
    assert names(picture) == ["/tents/", "/help"]
    assert (picture.tiles[0].pages, picture.tiles[0].blocked, picture.title) == (151, 60, "")
    before = owner.levels
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=middle(picture, 0))
    assert (owner.levels - before, picture.title) == (1, "/tents/")
    assert names(picture)[:2] == ["/tents/big/*", "/tents/small/*"]
    assert not owner.chosen
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=middle(picture, 0))
    assert [tile.name for tile in owner.chosen] == ["/tents/big/*"]
    picture.resize(200, 160)
    assert "…/small/*" in names(picture)
    assert "…/" not in names(picture)


def test_keyboard_opens_a_folder_and_goes_back(picture: SiteMap) -> None:
    picture.show_shares(NESTED, pages(NESTED))
    picture.setFocus()
    QTest.keyClick(picture, Qt.Key.Key_Home)
    assert picture.accessibleDescription().endswith("3 path patterns inside")
    for key, modifier in (
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier),
    ):
        QTest.keyClick(picture, Qt.Key.Key_Return)
        assert picture.title == "/tents/"
        assert picture.accessibleDescription().startswith("/tents/big/*")
        QTest.keyClick(picture, key, modifier)
        assert picture.title == ""
        assert picture.accessibleDescription().startswith("/tents/,")


def test_newer_numbers_keep_what_is_open(picture: SiteMap) -> None:
    picture.show_shares(NESTED, pages(NESTED))
    picture.open(picture.tiles[0])
    more = [share._replace(blocked=share.pages) for share in NESTED]
    picture.show_shares(more, pages(more))
    assert picture.title == "/tents/"
    assert picture.tiles[0].blocked == 90
    picture.show_shares(SHARES, pages(SHARES))
    assert picture.title == ""


def test_rest_opens_too(picture: SiteMap) -> None:
    shares = [PatternShare(number, f"/section-{number}", 5_000 // (number + 1), 0, 0) for number in range(400)]
    picture.show_shares(shares, pages(shares))
    rest = next(tile for tile in picture.tiles if tile.kind is TileKind.REST)
    picture.open(rest)
    assert picture.title == f"{len(rest.shares)} more"
    assert sum(len(tile.shares) for tile in picture.tiles) == len(rest.shares)


def test_map_of_nothing_is_empty(picture: SiteMap) -> None:
    picture.show_shares((), ())
    assert not picture.grab().isNull()
    QTest.keyClick(picture, Qt.Key.Key_Right)
    QTest.mouseMove(picture, QPoint(5, 5))
    assert picture.accessibleDescription() == ""


def shop(asked: Asked) -> Reply:
    """Serve two folders, one of which links to the other."""
    tents = [f"/tents/t{number}" for number in range(12)]
    links = {"/": ("/outlet/", "/open"), "/outlet/": tents}
    return Reply("", 404) if asked.path == "/robots.txt" else Reply(html(*links.get(asked.path, ()), text=asked.path))


def show_reachability(qtbot: QtBot, studio: Studio, crawling: Crawling) -> None:
    def is_of_draft(report: ReachReport | None) -> bool:
        return report is not None and report.rows[0].orphaned == 12

    with qtbot.waitSignal(crawling.reach.background.answered, timeout=LONG, check_params_cb=is_of_draft):
        studio.site.panel.show_part(REACHABILITY)


def test_patterns_of_a_crawl_are_shown_for_the_crawler_and_narrow_the_matrix(
    qtbot: QtBot, studio: Studio, crawling: Crawling
) -> None:
    studio.editor.revise_body(b"User-agent: *\nDisallow: /outlet/\n")
    with site(shop) as place:
        studio.site.sources.set_base(place.url)
        begin(qtbot, crawling, f"{place.url}/")
    details = crawling.reach.details
    show_reachability(qtbot, studio, crawling)
    rows = {row[0]: row[1:] for row in texts_of(details.list)}
    assert rows["/tents/*"] == ["12", "0%", "", "12"]
    assert rows["/outlet/"] == ["1", "0%", "1", ""]
    assert [tile.name for tile in details.map.tiles] == list(rows)
    QTest.keyClick(details.map, Qt.Key.Key_Home)
    QTest.keyClick(details.map, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: studio.simulation.narrowing.is_on, timeout=LONG)
    assert studio.simulation.view.model().rowCount() == 12
    assert "/tents/*" in studio.simulation.narrowing.accessibleName()


def test_map_is_sized_by_clicks_and_exported(
    qtbot: QtBot, studio: Studio, crawling: Crawling, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    studio.editor.revise_body(b"User-agent: *\nDisallow: /outlet/\n")
    with site(shop) as place:
        studio.site.sources.set_base(place.url)
        begin(qtbot, crawling, f"{place.url}/")
    clicks = {"/": 7, "/outlet/": 70, "/tents/t1": 5, "/tents/t2": 6}
    path = tmp_path / "clicks.csv"
    path.write_text("Page,Clicks\n" + "".join(f"{place.url}{page},{n}\n" for page, n in clicks.items()), "utf-8")
    studio.site.sources.add_files([path])
    qtbot.waitUntil(lambda: bool(studio.session.urls.sources) and not studio.site.sources.loader.is_busy, timeout=LONG)
    show_reachability(qtbot, studio, crawling)
    details = crawling.reach.details
    qtbot.waitUntil(lambda: details.size_by.count() == 2, timeout=LONG)
    details.size_by.setCurrentIndex(1)
    assert details.size_by.currentText() == "Size: Clicks"
    assert [(tile.name, tile.size.total) for tile in details.map.tiles] == [
        ("/outlet/", 70),
        ("/tents/*", 11),
        ("/", 7),
    ]
    assert "unknown for 11 of 15 pages; 1 has no tile, as its number is 0 or unknown" in details.caption.text()
    row = next(row for row in texts_of(details.list) if row[0] == "/tents/*")
    assert row[2] == "≥ 11"
    saved = tmp_path / "map.csv"
    monkeypatch.setattr(dialogs, "ask_export_map_path", lambda *_: saved)
    choose_from_menu(details.map, "Export the map…")
    rows = {row["pattern"]: row for row in csv.DictReader(saved.read_text("utf-8").splitlines())}
    assert (rows["/tents/*"]["sum"], rows["/tents/*"]["known"], rows["/tents/*"]["pages"]) == ("11", "2", "12")
    assert (rows["/open"]["sum"], rows["/open"]["known"], rows["/open"]["column"]) == ("", "0", "Clicks (clicks.csv)")
    saved = tmp_path / "map.png"
    choose_from_menu(details.map, "Export the map…")
    assert QImage(str(saved)).size() == details.map.size() * 2


def choose_from_menu(picture: SiteMap, text: str) -> None:
    at = QPoint(9, 9)
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, picture.mapToGlobal(at))
    QApplication.sendEvent(picture, asked)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


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
