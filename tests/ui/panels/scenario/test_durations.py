"""The slider's steps are in the bands in which policies differ."""

from datetime import timedelta

from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.panels.scenario.panel import BANDS, STEPS, band_of, first_step, step_of
from tests.fetch.test_http_scenario import ANY, GOOGLE


def test_steps_rise_and_each_is_in_its_band() -> None:
    assert list(STEPS) == sorted(set(STEPS))
    assert STEPS[0] == timedelta()
    for place, band in enumerate(BANDS):
        assert [band_of(step) for step in band.steps] == [place] * len(band.steps)
        assert STEPS[first_step(place)] == band.steps[0]
    assert [step_of(step) for step in STEPS] == list(range(len(STEPS)))


def test_no_documented_policy_changes_within_a_band() -> None:
    for crawler in (GOOGLE, ANY):
        for has_copy in (False, True):
            for site_answers in (False, True):
                for band in BANDS:
                    cases = [HttpScenario("503", None, step, has_copy, site_answers) for step in band.steps]
                    assert len({case.policy_outcome(crawler) for case in cases}) == 1
