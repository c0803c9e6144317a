"""Columns of the comparison never overlap, whatever they contain."""

import pytest
from PySide6.QtGui import QFontMetricsF

from robotstudio.draft.rule_alignment import align_rules
from robotstudio.engine import Robots
from robotstudio.explain.nearest import nearest_rules
from robotstudio.text.language import WORDS
from robotstudio.ui.panels.why.geometry import Geometry
from robotstudio.ui.theme.theme import theme

BODY = b"User-agent: *\nDisallow: /" + b"x" * 12_000 + b"\nAllow: /x*" + b"y" * 15_000 + b"\nDisallow: /xx\n"


def geometry(width: int, url: str) -> Geometry:
    """Lay the rules for a URL out in a width."""
    return Geometry(align_rules(nearest_rules(Robots.parse(BODY).decide(url, "a")), 4), [], width, path_unfolded=False)


@pytest.mark.parametrize("width", [360, 560, 900])
def test_long_counts_leave_the_path_alone(width: int) -> None:
    laid = geometry(width, "/" + "x" * 40_000)
    widest = QFontMetricsF(theme.fonts.ui(12, 600)).horizontalAdvance(WORDS.number(40_001))
    assert laid.room.right() <= laid.bytes_right - widest
    assert laid.bytes_right < laid.result_x < laid.width


def test_result_has_the_room_that_it_needs() -> None:
    laid = geometry(560, "/xx" + "x" * 12_000)
    metrics = QFontMetricsF(theme.fonts.ui(12))
    widest = max(metrics.horizontalAdvance(row.result) for row in laid.comparison.rows)
    assert laid.width - laid.result_x >= min(widest, 200)


def test_short_results_leave_the_columns_where_they_are() -> None:
    assert geometry(560, "/y").result_x == 560 - 150
