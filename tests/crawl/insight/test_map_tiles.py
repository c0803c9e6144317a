"""Levels of the map of a site: each pattern is in one tile, and folders open to what is inside them."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.crawl.insight.map_tiles import MapTile, TileKind, level_of, map_rows, placed, rest_of
from robotstudio.crawl.insight.reach_report import PatternShare
from robotstudio.crawl.insight.treemap import TreemapBox
from robotstudio.engine.sums import Sum

TEXTS = st.lists(st.from_regex(r"/([ab*]/){0,3}[ab]?(\?[ab]=)?", fullmatch=True), min_size=1, max_size=20, unique=True)
ROOM = TreemapBox(0, 0, 400, 200)


def shares_of(texts: list[str]) -> list[PatternShare]:
    return [PatternShare(number, text, number + 1, 0, 0) for number, text in enumerate(texts)]


def sizes_of(shares: list[PatternShare]) -> list[Sum]:
    return [Sum(float(share.number % 3), share.pages, share.pages) for share in shares]


def numbers(tiles: tuple[MapTile, ...]) -> list[int]:
    return sorted(share.number for tile in tiles for share in tile.shares)


@given(TEXTS)
def test_every_pattern_is_in_one_tile_of_each_level_above_it(texts: list[str]) -> None:
    shares = shares_of(texts)
    waiting = [level_of(shares, sizes_of(shares))]
    assert numbers((*waiting[0].tiles, *waiting[0].without)) == list(range(len(shares)))
    found = []
    while waiting:
        level = waiting.pop()
        for tile in (*level.tiles, *level.without):
            if tile.kind is TileKind.FOLDER:
                assert len(tile.shares) > 1
                assert all(share.text.startswith(tile.name) for share in tile.shares)
                inner = level_of(tile.shares, sizes_of(list(tile.shares)), tile.name)
                assert numbers((*inner.tiles, *inner.without)) == numbers((tile,))
                assert len(inner.tiles) + len(inner.without) > 1
                waiting.append(inner)
            else:
                found.append(tile.shares[0].number)
    assert sorted(found) == list(range(len(shares)))


@given(TEXTS, st.floats(5, 200))
def test_tiles_that_are_laid_out_have_room_and_hold_all(texts: list[str], wide: float) -> None:
    shares = shares_of(texts)
    level = level_of(shares, sizes_of(shares))

    def has_room(_tile: MapTile, box: TreemapBox) -> bool:
        return box.width >= wide

    found = placed(level.tiles, ROOM, 400, has_room)
    assert numbers(found.tiles) == numbers(level.tiles)
    shown = [tile for tile in found.tiles if tile.kind is not TileKind.REST]
    assert len(shown) <= 2 or all(map(has_room, found.tiles, found.boxes))
    for tile in found.tiles:
        if tile.kind is TileKind.REST:
            assert len(tile.shares) > 1
            assert numbers(rest_of(level, frozenset(share.number for share in tile.shares)).tiles) == numbers((tile,))


def test_table_says_what_is_unknown() -> None:
    shares = [PatternShare(0, "/a", 3, 1, 1), PatternShare(1, "/b", 2, 0, 0)]
    found = map_rows(shares, "Clicks", [Sum(7.0, 2, 3), Sum(0.0, 0, 2)])
    assert [tuple(row) for row in found] == [("/a", 3, 1, 1, 1, "Clicks", 7, 2), ("/b", 2, 2, 0, 0, "Clicks", None, 0)]
    assert map_rows(shares[:1], "", [Sum(3.0, 3, 3)])[0].column is None
