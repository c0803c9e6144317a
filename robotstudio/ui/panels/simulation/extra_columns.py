"""What the matrix asks of a column behind those of the crawlers."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from robotstudio.app.analysis import Analysis
from robotstudio.app.listing.filters import FilterKind
from robotstudio.io.url_set import UrlSet
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RowWords:
    """The text of a row, all that there is to say for a tooltip, and the crawler that it is about, "" for none."""

    text: str
    detail: str
    token: str = ""


class ExtraColumn(Protocol):
    """A column that says something of each URL, and nothing of a single crawler."""

    @property
    def width(self) -> int:
        """In pixels at 100 %."""

    @property
    def is_number(self) -> bool:
        """Whether its texts stand at the right."""

    @property
    def fact(self) -> str:
        """By which fact its header sorts, "" for none."""

    @property
    def title(self) -> str: ...

    @property
    def subtitle(self) -> str:
        """What the header says below that."""

    @property
    def explanation(self) -> str:
        """What the column is for."""

    def values(self, urls: UrlSet) -> Sequence[str | int | None]:
        """What is known of each of these URLs, to be exported; nothing where nothing is."""

    def words_of(self, value: str | int | None) -> str:
        """One of these values as it is shown."""

    def is_wanted(self, occurring: AbstractSet[FilterKind]) -> bool:
        """Whether it is shown where rows of these kinds occur."""

    def show(self, analysis: Analysis) -> None: ...

    def is_selectable(self, position: int) -> bool:
        """Whether the cell of the URL at a position can be gone to."""

    def at(self, position: int) -> RowWords | None:
        """What it says of the URL at a position, as far as that is known now."""

    def now(self, position: int) -> RowWords | None:
        """The same for a single row, worked out at once if it is not known yet."""
