"""Boxes of a treemap fill their room, each as large as its weight, and none over another."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.crawl.insight.treemap import TreemapBox, squarified

WEIGHTS = st.lists(st.just(0.0) | st.floats(1e-3, 1e4), max_size=60).map(lambda weights: sorted(weights, reverse=True))


@given(WEIGHTS, st.floats(1, 2_000), st.floats(1, 2_000))
def test_boxes_fill_the_room_by_their_weights(weights: list[float], width: float, height: float) -> None:
    boxes = squarified(weights, TreemapBox(3, 5, width, height))
    assert len(boxes) == len(weights)
    total = sum(weights)
    for weight, box in zip(weights, boxes, strict=True):
        assert box.width * box.height == pytest.approx(weight / total * width * height if total else 0, abs=1e-3)
        assert box.x >= 3
        assert box.y >= 5
        assert box.x + box.width <= 3 + width + 1e-3
        assert box.y + box.height <= 5 + height + 1e-3


@given(WEIGHTS)
def test_no_box_lies_over_another(weights: list[float]) -> None:
    for one, other in combinations(squarified(weights[:25], TreemapBox(0, 0, 640, 300)), 2):
        across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
        down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
        assert min(across, down) <= 1e-6


def test_boxes_are_as_square_as_in_the_paper() -> None:
    boxes = squarified([6, 6, 4, 3, 2, 2, 1], TreemapBox(0, 0, 6, 4))
    assert [(round(box.width, 2), round(box.height, 2)) for box in boxes[:4]] == [
        (3, 2),
        (3, 2),
        (1.71, 2.33),
        (1.29, 2.33),
    ]


def test_room_of_no_size_has_boxes_of_none() -> None:
    assert squarified([1, 2], TreemapBox(0, 0, 0, 10)) == (TreemapBox(0, 0, 0, 0), TreemapBox(0, 0, 0, 0))
