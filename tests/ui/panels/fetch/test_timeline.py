"""Where the bars of the hops start and end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.fetch.evidence import Hop, Timings
from robotstudio.ui.panels.fetch.hop_list import timeline
from tests.ui.panels.fetch.evidences import LAST_HOP, REDIRECTED

MILLISECONDS = st.floats(0, 60_000) | st.none()
HOPS = st.builds(
    lambda started, elapsed, *steps: replace(LAST_HOP, started_ms=started, elapsed_ms=elapsed, timings=Timings(*steps)),
    st.floats(0, 60_000),
    st.floats(0, 60_000),
    MILLISECONDS,
    MILLISECONDS,
    MILLISECONDS,
    MILLISECONDS,
)


def test_hops_follow_one_another_from_the_first_to_the_last() -> None:
    first, second, last = timeline(REDIRECTED.hops)
    assert first[0].start == 0
    assert first[-1].end == pytest.approx(second[0].start)
    assert second[-1].end == pytest.approx(last[0].start)
    assert last[-1].end == pytest.approx(1)


def test_axis_begins_with_the_first_hop_however_long_the_preparation_took() -> None:
    (spans,) = timeline([replace(LAST_HOP, started_ms=500.0)])
    assert spans[0].start == 0


def test_time_that_is_in_no_step_came_before_them() -> None:
    (spans,) = timeline([replace(LAST_HOP, elapsed_ms=100.0, timings=Timings(wait=20, body=5))])
    assert [(span.place, span.start, span.end) for span in spans] == [(2, 0.75, 0.95), (3, 0.95, 1.0)]


@given(st.lists(HOPS, max_size=6))
def test_spans_stay_on_the_axis_and_in_order(hops: list[Hop]) -> None:
    for spans in timeline(hops):
        for span in spans:
            assert 0 <= span.start <= span.end <= 1
        assert [span.place for span in spans] == sorted(span.place for span in spans)


@pytest.mark.parametrize("elapsed", [0.0, float("inf"), float("nan")])
def test_time_that_is_no_time_has_no_spans(elapsed: float) -> None:
    assert timeline([replace(LAST_HOP, elapsed_ms=elapsed)]) == ((),)
    assert timeline([]) == ()
