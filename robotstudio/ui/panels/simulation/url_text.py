"""How a URL stands in its row: the host only where it is another one, the query quieter, the middle left out first."""

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from robotstudio.io.urls import TestUrl
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.theme import Theme

_ELLIPSIS = "…"
_NEVER_FITS = 600
_HOST_SHARE = 0.45


@dataclass(frozen=True, slots=True)
class UrlPart:
    """A piece of a URL and the token of its colour."""

    text: str
    color: str


def url_parts(url: TestUrl, base: str | None) -> tuple[UrlPart, ...]:
    """The pieces of a URL as seen from the site `base`, whose own URLs are shown without their host."""
    origin = url.url[: len(url.url) - len(url.path)]
    host = "" if origin == (base or "").rstrip("/") else origin.removeprefix("https://")
    path, mark, query = url.display.partition("?")
    parts = (UrlPart(host, "text3"), UrlPart(path, "text"), UrlPart(mark + query, "text3"))
    return tuple(part for part in parts if part.text)


def elide_middle(parts: Sequence[UrlPart], metrics: QFontMetricsF, width: float) -> tuple[UrlPart, ...]:
    """The parts as they are where they fit, otherwise with `…` for the middle, so that start and end stay."""
    whole = "".join(part.text for part in parts)
    if len(whole) < _NEVER_FITS and metrics.horizontalAdvance(whole) <= width:
        return tuple(parts)
    kept = min(len(whole) - 1, max(0, int(width / max(1.0, metrics.averageCharWidth()))))
    while kept > 0 and metrics.horizontalAdvance(_cut(whole, kept)) > width:
        kept -= 1
    head, tail = _ends(kept)
    return _sliced(parts, head, len(whole) - tail)


def fit(parts: Sequence[UrlPart], metrics: QFontMetricsF, width: float) -> tuple[UrlPart, ...]:
    """The parts, shortened where they do not fit; a host gives way first, but keeps a share by which it is known."""
    whole = elide_middle(parts, metrics, width)
    if whole == tuple(parts) or len(parts) < 2 or parts[0].text.startswith("/"):
        return whole
    (host,) = elide_middle(parts[:1], metrics, width * _HOST_SHARE)
    left = width - metrics.horizontalAdvance(host.text)
    return (host, *elide_middle(parts[1:], metrics, left))


def draw_url(painter: QPainter, rect: QRectF, parts: Sequence[UrlPart], theme: Theme) -> None:
    """Draw the parts on one base line in the middle of `rect`."""
    font = theme.fonts.mono(12)
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) / 2
    for part, start in _laid(tuple(parts), font, rect.width()):
        painter.setPen(theme.color(part.color))
        painter.drawText(QPointF(rect.left() + start, baseline), part.text)


# To measure a URL takes longer than to paint it, and each key paints the rows that are seen.
@lru_cache(maxsize=1024)
def _laid(parts: tuple[UrlPart, ...], font: QFont, width: float) -> tuple[tuple[UrlPart, float], ...]:
    """The parts that are painted, each with the place where it begins."""
    metrics, x, laid = QFontMetricsF(font), 0.0, []
    for part in fit(parts, metrics, width):
        laid.append((part, x))
        x += metrics.horizontalAdvance(part.text)
    return tuple(laid)


def _ends(kept: int) -> tuple[int, int]:
    return kept - kept // 2, kept // 2


def _cut(whole: str, kept: int) -> str:
    head, tail = _ends(kept)
    return whole[:head] + _ELLIPSIS + whole[len(whole) - tail :]


def _sliced(parts: Sequence[UrlPart], head: int, resume: int) -> tuple[UrlPart, ...]:
    """The parts without the bytes from `head` to `resume`, for which the part where they begin gets the ellipsis."""
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
