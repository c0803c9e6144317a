"""The tiles of a map of a site: folders that open, path patterns, and those too small for a name as one.

A folder with a single pattern is that pattern, and a folder that is all there is opens by itself. Tiles are laid out so
that each has room for its name: the smallest ones are grouped until that is so.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from math import sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from robotstudio.crawl.insight.reach_report import PatternShare
from robotstudio.crawl.insight.treemap import TreemapBox, squarified
from robotstudio.engine.sums import Sum
from robotstudio.store.tables import RowKind, plain_cells
from robotstudio.urls.value_columns import plain

MOST_TILES: Final = 80


class TileKind(Enum):
    PATTERN = "pattern"
    FOLDER = "folder"
    REST = "rest"


class MapTile(Struct, frozen=True):
    """Some patterns as one tile: a single one, those of a folder, or the rest; `size` is what its area is of."""

    kind: TileKind
    name: str
    """The pattern or the folder; "" for the rest."""
    shares: tuple[PatternShare, ...]
    size: Sum

    @property
    def pages(self) -> int:
        return sum(share.pages for share in self.shares)

    @property
    def blocked(self) -> int:
        return sum(share.blocked for share in self.shares)

    @property
    def out_of_reach(self) -> int:
        """Pages that are allowed, but not reachable."""
        return sum(share.out_of_reach for share in self.shares)

    @property
    def reachable(self) -> int:
        return self.pages - self.blocked - self.out_of_reach

    @property
    def opens(self) -> bool:
        """True if there is more inside."""
        return self.kind is not TileKind.PATTERN

    @property
    def key(self) -> str | frozenset[int]:
        """Identity that stays when the numbers have changed."""
        return frozenset(share.number for share in self.shares) if self.kind is TileKind.REST else self.name


class MapLevel(Struct, frozen=True):
    """Content of a folder, the largest first: `tiles` have an area, `without` a size of 0 or none that is known."""

    folder: str
    tiles: tuple[MapTile, ...]
    without: tuple[MapTile, ...]


class PlacedTiles(NamedTuple):
    """Tiles with their boxes, the largest first."""

    tiles: tuple[MapTile, ...]
    boxes: tuple[TreemapBox, ...]


def level_of(shares: Sequence[PatternShare], sizes: Sequence[Sum], folder: str = "/") -> MapLevel:
    """Return the folders and patterns inside a folder; `sizes` has that of each share."""
    sized = list(zip(shares, sizes, strict=True))
    while True:
        inside: dict[str, list[tuple[PatternShare, Sum]]] = {}
        for share, size in sized:
            inside.setdefault(_next_folder(share.text, folder) or f"\0{share.number}", []).append((share, size))
        only = next(iter(inside), "")
        if len(inside) != 1 or len(sized) == 1 or only.startswith("\0"):
            break
        folder = only
    tiles = sorted((_tile(name, each) for name, each in inside.items()), key=lambda tile: -tile.size.total)
    return MapLevel(
        folder,
        tuple(tile for tile in tiles if tile.size.total),
        tuple(tile for tile in tiles if not tile.size.total),
    )


def rest_of(level: MapLevel, numbers: frozenset[int]) -> MapLevel:
    """Return the tiles of a level that have only these patterns."""
    some = (tile for tile in level.tiles if numbers.issuperset(share.number for share in tile.shares))
    return MapLevel(level.folder, tuple(some), ())


_HasRoom = Callable[[MapTile, TreemapBox], bool]


def placed(tiles: Sequence[MapTile], room: TreemapBox, least: float, has_room: _HasRoom) -> PlacedTiles:
    """Lay tiles out; the smallest are one tile if they, or others beside them, would have no room for their names.

    That tile has an area of `least` at least, since its own would often be too small for its name.
    """
    too_many = min(len(tiles), MOST_TILES) + 1
    count = too_many - 1
    while count:
        if (found := _laid_out(tiles, count, room, least, has_room)) is not None:
            nearly = range(too_many - 1, count, -1)
            return next(filter(None, (_laid_out(tiles, each, room, least, has_room) for each in nearly)), found)
        too_many, count = count, count - max(1, count // 10)
    return PlacedTiles((), ())


def _laid_out(
    tiles: Sequence[MapTile], count: int, room: TreemapBox, least: float, has_room: _HasRoom
) -> PlacedTiles | None:
    """Lay out so many tiles, and the rest as one; None if one has no room for its name, unless it is the only one."""
    sized = [(sqrt(tile.size.total), tile) for tile in tiles[:count]]
    if rest := tiles[count:]:
        others = sum(weight for weight, _ in sized)
        share = min(0.5, least / max(1.0, room.width * room.height))
        weight = max(sqrt(sum(tile.size.total for tile in rest)), others * share / (1 - share))
        sized.append((weight, _together(rest)))
        sized.sort(key=lambda each: -each[0])
    shown = tuple(tile for _, tile in sized)
    boxes = squarified([weight for weight, _ in sized], room)
    return PlacedTiles(shown, boxes) if count == 1 or all(map(has_room, shown, boxes)) else None


def _together(rest: Sequence[MapTile]) -> MapTile:
    """Return some tiles as one; a single one keeps its name."""
    if len(rest) == 1:
        return rest[0]
    size = Sum(0.0, 0, 0)
    for tile in rest:
        size = size.plus(tile.size)
    return MapTile(TileKind.REST, "", tuple(share for tile in rest for share in tile.shares), size)


def _tile(name: str, sized: Sequence[tuple[PatternShare, Sum]]) -> MapTile:
    total = Sum(0.0, 0, 0)
    for _, size in sized:
        total = total.plus(size)
    is_pattern = len(sized) == 1
    shares = tuple(share for share, _ in sized)
    return MapTile(
        TileKind.PATTERN if is_pattern else TileKind.FOLDER, shares[0].text if is_pattern else name, shares, total
    )


def _next_folder(text: str, folder: str) -> str:
    """Return the folder inside a folder that a pattern is in, "" if it is in the folder itself."""
    path, _, _ = text.partition("?")
    end = path.find("/", len(folder))
    return path[: end + 1] if path.startswith(folder) and end >= 0 else ""


class MapRow(NamedTuple):
    """A path pattern of the map; `sum` is that of `column` over the `known` pages, null if none is known."""

    pattern: str
    pages: int
    reachable: int
    blocked: int
    not_reachable: int
    column: str | None
    sum: object
    known: int | None


MAP: Final = RowKind("Map", MapRow._fields, plain_cells, {"pattern"})


def map_rows(shares: Sequence[PatternShare], column: str, sizes: Sequence[Sum]) -> list[MapRow]:
    """Return all patterns as rows of a table, with the sums of a column unless it is "", the number of pages."""
    return [
        MapRow(
            *(share.text, share.pages, share.reachable, share.blocked, share.out_of_reach),
            *((column, None if size.is_unknown else plain(size.total), size.known) if column else (None, None, None)),
        )
        for share, size in zip(shares, sizes, strict=True)
    ]
