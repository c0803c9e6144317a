"""A URL in its row: the host only if it is another one, the query muted, the middle omitted first.

If two rows would look alike, their common part is omitted instead of the difference.
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from robotstudio.ui.theme.theme import theme
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import TestUrl, origin_in

_ELLIPSIS = "…"
_NEVER_FITS = 600
_HOST_SHARE = 0.45
_MOST_ROUNDS = 8
_LEAST_LETTERS = 5
_CONTEXT = 8
_SEPARATORS = "/?&"
_SAMPLE = 64


class UrlPart(Struct, frozen=True):
    """A piece of a URL and the token of its colour."""

    text: str
    color: str


def url_parts(url: TestUrl, base: str | None) -> tuple[UrlPart, ...]:
    """Return the pieces of a URL as seen from the site `base`, whose own URLs are shown without their host."""
    origin = url.url[: len(url.url) - len(url.path)]
    host = "" if origin == (base or "").rstrip("/") else origin.removeprefix("https://")
    path, mark, query = url.display.partition("?")
    parts = (UrlPart(host, "text3"), UrlPart(path, "text"), UrlPart(mark + query, "text3"))
    return tuple(part for part in parts if part.text)


def elide_middle(parts: Sequence[UrlPart], metrics: QFontMetricsF, width: float) -> tuple[UrlPart, ...]:
    """Return the parts, with `…` in the middle if they do not fit, so that start and end stay."""
    whole = "".join(part.text for part in parts)
    if len(whole) < _NEVER_FITS and metrics.horizontalAdvance(whole) <= width:
        return tuple(parts)
    kept = min(len(whole) - 1, max(0, int(width / max(1.0, metrics.averageCharWidth()))))
    while kept > 0 and metrics.horizontalAdvance(_cut(whole, kept)) > width:
        kept -= 1
    head, tail = _ends(kept)
    return _sliced(parts, head, len(whole) - tail)


def fit(parts: Sequence[UrlPart], metrics: QFontMetricsF, width: float) -> tuple[UrlPart, ...]:
    """Return the parts, shortened if necessary: the host first, but never below a recognisable share."""
    whole = elide_middle(parts, metrics, width)
    if whole == tuple(parts) or len(parts) < 2 or parts[0].text.startswith("/"):
        return whole
    (host,) = elide_middle(parts[:1], metrics, width * _HOST_SHARE)
    left = width - metrics.horizontalAdvance(host.text)
    return (host, *elide_middle(parts[1:], metrics, left))


def draw_url(painter: QPainter, rect: QRectF, parts: Sequence[UrlPart]) -> None:
    """Draw the parts, which must fit, on one vertically centred base line."""
    font = theme.fonts.mono(12)
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) / 2
    for part, start in _laid(tuple(parts), font):
        painter.setPen(theme.color(part.color))
        painter.drawText(QPointF(rect.left() + start, baseline), part.text)


def told_apart(rows: Sequence[tuple[UrlPart, ...]], font: QFont, widths: Sequence[float]) -> list[tuple[UrlPart, ...]]:
    """Return the text of each row within its width, showing the differences of rows that would look alike."""
    wholes = ["".join(part.text for part in parts) for parts in rows]
    shown = [_fitted(parts, font, width) for parts, width in zip(rows, widths, strict=True)]
    for _ in range(_MOST_ROUNDS):
        alike = _alike(shown, wholes)
        if not alike:
            break
        for group in alike:
            texts = [wholes[row] for row in group]
            start = _agreeing(texts)
            end = min(_agreeing([text[::-1] for text in texts]), min(map(len, texts)) - start)
            for row in group:
                shown[row] = _around(rows[row], (start, len(wholes[row]) - end), font, widths[row])
    return shown


def _agreeing(texts: Sequence[str]) -> int:
    """Return the length of the common prefix: that of the first and the last in sort order."""
    first, last = min(texts), max(texts)
    pairs = enumerate(zip(first, last, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(first), len(last)))


def common_site(urls: UrlSet) -> str:
    """Return the site of most of the URLs in a sample; "" if these are mere paths."""
    stride = max(1, len(urls) // _SAMPLE)
    found = Counter(origin_in(urls.urls[row]) for row in range(0, len(urls), stride))
    return max(found, key=found.__getitem__) if found else ""


def _alike(shown: Sequence[tuple[UrlPart, ...]], wholes: Sequence[str]) -> list[list[int]]:
    """Return the rows that look alike, but differ."""
    rows: dict[str, list[int]] = {}
    for row, parts in enumerate(shown):
        rows.setdefault("".join(part.text for part in parts), []).append(row)
    return [group for group in rows.values() if len(group) > 1 and len({wholes[row] for row in group}) > 1]


def _around(parts: Sequence[UrlPart], core: tuple[int, int], font: QFont, width: float) -> tuple[UrlPart, ...]:
    """Return the parts with as much as fits around a range, and of their start and end."""
    metrics, whole = QFontMetricsF(font), "".join(part.text for part in parts)
    letters = max(_LEAST_LETTERS, int(width / max(1.0, metrics.averageCharWidth())))
    while True:
        kept = _kept(whole, core, letters)
        text = _joined(whole, kept)
        if letters <= _LEAST_LETTERS or metrics.horizontalAdvance(text) <= width:
            return _pieces(parts, kept)
        letters -= 1


def _kept(whole: str, core: tuple[int, int], letters: int) -> list[tuple[int, int]]:
    """Return the visible ranges of a text with room for so many characters, one of them for an ellipsis."""
    start, stop = core
    room = letters - 2
    low = max(0, start - min(_CONTEXT, room // 3))
    start = 1 + max((whole.rfind(sign, low, start) for sign in _SEPARATORS), default=-1) or low
    size = min(max(stop, core[0] + 2, start) - start, max(room * 2 // 3, 1), len(whole) - start)
    tail = min(len(whole) - start - size, (room - size) // 2)
    head = min(start, room - size - tail)
    stretches = [(0, head), (start, start + size), (len(whole) - tail, len(whole))]
    kept: list[tuple[int, int]] = []
    for first, last in stretches:
        if kept and first <= kept[-1][1]:
            kept[-1] = kept[-1][0], max(last, kept[-1][1])
        elif first < last:
            kept.append((first, last))
    return kept


def _joined(whole: str, kept: Sequence[tuple[int, int]]) -> str:
    begin = _ELLIPSIS if kept and kept[0][0] else ""
    end = _ELLIPSIS if kept and kept[-1][1] < len(whole) else ""
    return begin + _ELLIPSIS.join(whole[first:last] for first, last in kept) + end


def _pieces(parts: Sequence[UrlPart], kept: Sequence[tuple[int, int]]) -> tuple[UrlPart, ...]:
    """Return the ranges of the parts, with an ellipsis at each inner end."""
    found: list[UrlPart] = []
    size, begun = sum(len(part.text) for part in parts), 0
    for part in parts:
        end, text = begun + len(part.text), ""
        for first, last in kept:
            if first < end and last > begun:
                text += (_ELLIPSIS if first >= begun and first else "") + part.text[
                    max(0, first - begun) : last - begun
                ]
        if kept and begun < kept[-1][1] <= end and kept[-1][1] < size:
            text += _ELLIPSIS
        if text:
            found.append(UrlPart(text, part.color))
        begun = end
    return tuple(found)


# Measuring a URL takes longer than painting it, and each key paints the visible rows.
@lru_cache(maxsize=1024)
def _fitted(parts: tuple[UrlPart, ...], font: QFont, width: float) -> tuple[UrlPart, ...]:
    return fit(parts, QFontMetricsF(font), width)


@lru_cache(maxsize=1024)
def _laid(parts: tuple[UrlPart, ...], font: QFont) -> tuple[tuple[UrlPart, float], ...]:
    """Return the parts, each with its start position."""
    metrics, x, laid = QFontMetricsF(font), 0.0, []
    for part in parts:
        laid.append((part, x))
        x += metrics.horizontalAdvance(part.text)
    return tuple(laid)


def url_width(parts: Sequence[UrlPart]) -> int:
    """Return the full width of the parts; very long ones are measured by their first characters."""
    whole = "".join(part.text for part in parts)[:_NEVER_FITS]
    return math.ceil(QFontMetricsF(theme.fonts.mono(12)).horizontalAdvance(whole)) + 1


def _ends(kept: int) -> tuple[int, int]:
    return kept - kept // 2, kept // 2


def _cut(whole: str, kept: int) -> str:
    head, tail = _ends(kept)
    return whole[:head] + _ELLIPSIS + whole[len(whole) - tail :]


def _sliced(parts: Sequence[UrlPart], head: int, resume: int) -> tuple[UrlPart, ...]:
    """Return the parts without the bytes from `head` to `resume`, with the ellipsis in the part of `head`."""
    found, start, marked = [], 0, False
    for part in parts:
        end = start + len(part.text)
        text = part.text[: max(0, head - start)]
        if not marked and head <= end:
            text, marked = text + _ELLIPSIS, True
        text += part.text[max(0, resume - start) :] if resume < end else ""
        if text:
            found.append(UrlPart(text, part.color))
        start = end
    return tuple(found)
