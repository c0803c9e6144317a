"""The interface of a column beside those of the crawlers, the columns of sources, and the divergence column.

The divergence column shows in a few words why a crawler's verdict differs from that of RFC 9309. It is computed for the
visible rows, after a pause.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from time import perf_counter
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from robotstudio.draft.analysis import Analysis, Column
from robotstudio.draft.columns import UrlFlag
from robotstudio.draft.listing.filters import FilterKind, Rows
from robotstudio.engine.bulk import Verdicts
from robotstudio.engine.disagreement import Divergence, Divergences
from robotstudio.explain.summary_words import divergence_sentence, divergence_words
from robotstudio.text.language import WORDS, tr
from robotstudio.urls.set_columns import SetColumn, short_sum_words, sum_of, sum_words, title_of
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.value_columns import ColumnKind, Value, plain, value_words

_AT_ONCE_BYTES, _PAUSE_MS = 16 * 1024, 400
_BUDGET_S = 0.01
_MOST_NAMED, _MOST_KEPT = 8, 5_000
_NUMBER_WIDTH, _TEXT_WIDTH = 76, 140
_UNKNOWN_SIGN = "?"


class RowWords(Struct, frozen=True):
    """The text of a row, the full text for a tooltip, and the token of the crawler that it is about, "" for none."""

    text: str
    detail: str
    token: str = ""
    color: str = "text2"


class ExtraColumn(Protocol):
    """A column about each URL and not about a single crawler."""

    @property
    def width(self) -> int:
        """Width in pixels at 100 %."""

    @property
    def is_number(self) -> bool:
        """True if its texts are right-aligned."""

    @property
    def fact(self) -> str:
        """The fact that its header sorts by, "" for none."""

    @property
    def key(self) -> str:
        """The name for programs."""

    @property
    def is_before(self) -> bool:
        """True if it is left of the crawlers."""

    @property
    def help_page(self) -> str:
        """The help page about it."""

    @property
    def title(self) -> str: ...

    @property
    def subtitle(self) -> str:
        """Second line of the header."""

    @property
    def explanation(self) -> str:
        """Purpose of the column."""

    def values(self, urls: UrlSet) -> Sequence[object]:
        """Return the value of each of these URLs for programs; empty if none is known."""

    def texts(self, urls: UrlSet) -> Sequence[str]:
        """Return the value of each of these URLs for people; empty if none is known."""

    def is_wanted(self, occurring: AbstractSet[FilterKind]) -> bool:
        """Return True if the column is shown when rows of these kinds occur."""

    def show(self, analysis: Analysis) -> None: ...

    def is_selectable(self, position: int) -> bool:
        """Return True if the cell of the URL at a position can be selected."""

    def at(self, position: int) -> RowWords | None:
        """Return the text for the URL at a position, as far as it is known now."""

    def now(self, position: int) -> RowWords | None:
        """Return the text for the URL at a position, computed at once if it is not known yet."""

    def total(self, rows: Rows) -> tuple[str, str]:
        """Return what the values of some URLs add up to, in short and in full; empty if that means nothing."""


class DataColumn:
    """A column that a source brings; what is unknown is shown as such."""

    is_before = True
    help_page = "guide/many-urls"

    def __init__(self, urls: UrlSet, column: SetColumn, subtitle: str, explanation: str, key: str) -> None:
        self._urls = urls
        self._column = column
        self._is_current = False
        self._total: tuple[Rows | None, tuple[str, str]] = (None, ("", ""))
        self.fact = column.id
        self.key = key
        self.is_number = column.info.kind is ColumnKind.NUMBER
        self.width = _NUMBER_WIDTH if self.is_number else _TEXT_WIDTH
        self.title = title_of(column.info, WORDS)
        self.subtitle = subtitle
        self.explanation = explanation
        self.is_chosen = False
        """False if it is shown by itself: it gives way where there is little room."""

    @staticmethod
    def is_wanted(_occurring: AbstractSet[FilterKind]) -> bool:
        """Return True: the column exists only if it is shown."""
        return True

    def show(self, analysis: Analysis) -> None:
        self._is_current = analysis.urls is self._urls

    def is_selectable(self, position: int) -> bool:
        return self._is_current and position >= 0

    def at(self, position: int) -> RowWords | None:
        if not self.is_selectable(position):
            return None
        value = self._column.values.value(position)
        text = _UNKNOWN_SIGN if value is None else self._words_of(value)
        return RowWords(text, WORDS.about(self.explanation, self._words_of(value)), color="text2" if value else "text3")

    now = at

    def _words_of(self, value: Value) -> str:
        return tr("unknown") if value is None else f"{value_words(value, WORDS)}{self._column.info.unit}"

    def values(self, urls: UrlSet) -> Sequence[object]:
        """Return the values of these URLs for programs; empty for any other set."""
        values = self._column.values
        return [plain(values.value(row)) for row in range(len(urls))] if urls is self._urls else ()

    def texts(self, urls: UrlSet) -> Sequence[str]:
        values = self._column.values
        return [self._words_of(values.value(row)) for row in range(len(urls))] if urls is self._urls else ()

    def total(self, rows: Rows) -> tuple[str, str]:
        """Return the sum over some URLs, empty if it means nothing."""
        if not self._is_current or not self._column.info.adds:
            return "", ""
        if rows is self._total[0]:  # unfiltered rows are the same at every key
            return self._total[1]
        found = sum_of(self._column.values, rows)
        short = _UNKNOWN_SIGN if found.is_unknown else short_sum_words(found, WORDS)
        self._total = rows, (short, sum_words(self.explanation, found, WORDS))
        return self._total[1]


class DivergenceColumn(QObject):
    """The reasons why verdicts differ from RFC 9309, for the rows of one analysis.

    The reasons of the last analysis stay until newer ones are known. The column is shown if rows of its `kind` occur.
    """

    changed = Signal()
    kind = FilterKind.READING
    width = 176
    is_number = is_before = False
    fact = key = ""
    help_page = "reference/dialects"

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._analysis: Analysis | None = None
        self._partings = Divergences(b"")
        self._known: dict[str, RowWords] = {}
        self._current: set[str] = set()
        self._wanted: dict[int, None] = {}
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def title(self) -> str:
        return tr("Reading")

    @property
    def subtitle(self) -> str:
        return tr("against RFC 9309")

    @property
    def explanation(self) -> str:
        return tr("Why a crawler's verdict differs from that of RFC 9309")

    @staticmethod
    def total(_rows: Rows) -> tuple[str, str]:
        return "", ""

    @staticmethod
    def values(_urls: UrlSet) -> Sequence[str]:
        """Return nothing: reasons are computed for the visible rows only."""
        return ()

    texts = values

    def is_wanted(self, occurring: AbstractSet[FilterKind]) -> bool:
        return self.kind in occurring

    def show(self, analysis: Analysis) -> None:
        if self._analysis is analysis:
            return
        if len(self._known) > _MOST_KEPT:
            self._known.clear()
        self._analysis, self._partings = analysis, Divergences(analysis.body)
        self._current.clear()
        self._wanted.clear()
        self._timer.stop()

    def is_selectable(self, position: int) -> bool:
        """Return True if any crawler's verdict on the URL at a position differs."""
        return self._first_column(position) is not None

    def at(self, position: int) -> RowWords | None:
        """Return the reason for the URL at a position, None if no verdict differs; it may be outdated."""
        analysis = self._analysis
        if analysis is None or not self.is_selectable(position):
            return None
        url = analysis.urls[position].url
        if url not in self._current:
            self._wanted[position] = None
            if not self._timer.isActive():
                self._timer.start(0 if len(analysis.body) <= _AT_ONCE_BYTES else _PAUSE_MS)
        return self._known.get(url)

    def now(self, position: int) -> RowWords | None:
        """Return the reason for the URL at a position, computed at once if it is not known yet."""
        analysis = self._analysis
        if analysis is None or not self.is_selectable(position):
            return None
        url = analysis.urls[position].url
        if url not in self._current:
            self._work_out(position)
        return self._known.get(url)

    def _first_column(self, position: int) -> Column | None:
        analysis = self._analysis
        if analysis is None or not 0 <= position < len(analysis.urls):
            return None
        if not analysis.flags.facts[position] & UrlFlag.PARTS:
            return None
        return next((column for column in analysis.columns if _differs(column, analysis.standard, position)), None)

    def _on_timeout(self) -> None:
        until = perf_counter() + _BUDGET_S
        while self._wanted and perf_counter() < until:
            position = next(iter(self._wanted))
            del self._wanted[position]
            self._work_out(position)
        if self._wanted:
            self._timer.start(0)
        self.changed.emit()

    def _work_out(self, position: int) -> None:
        analysis = self._analysis
        if analysis is None:
            return
        url = analysis.urls[position].url
        found: list[tuple[Column, Divergence]] = []
        for column in analysis.columns:
            parting = _differs(column, analysis.standard, position) and self._partings.reason(url, column.crawler)
            if parting:
                found.append((column, parting))
        self._current.add(url)
        if found:
            self._known[url] = _row_words(found)
        else:
            self._known.pop(url, None)


def _differs(column: Column, standard: Mapping[str, Verdicts], position: int) -> bool:
    by_standard = standard.get(column.crawler.token)
    if by_standard is None or not column.is_by_rules:
        return False
    return bool(column.at([position])[0][0] != by_standard.at([position])[0][0])


def _row_words(found: list[tuple[Column, Divergence]]) -> RowWords:
    reasons = list(dict.fromkeys(divergence_words(parting) for _, parting in found))
    text = reasons[0] if not reasons[1:] else f"{reasons[0]} +{WORDS.number(len(reasons) - 1)}"
    lines = [divergence_sentence(parting, column.crawler) for column, parting in found[:_MOST_NAMED]]
    if len(found) > _MOST_NAMED:
        lines.append(f"+{len(found) - _MOST_NAMED}")
    return RowWords(text, "\n".join(lines), found[0][0].crawler.token)
