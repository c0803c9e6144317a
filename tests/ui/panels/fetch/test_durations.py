"""The durations to suppose are in the periods in which policies differ."""

from datetime import timedelta

from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.panels.fetch.what_if import BANDS
from tests.fetch.test_http_scenario import ANY, GOOGLE


def test_durations_rise() -> None:
    steps = [step for band in BANDS for step in band]
    assert steps == sorted(set(steps))
    assert steps[0] == timedelta()


def test_no_documented_policy_changes_within_a_band() -> None:
    for crawler in (GOOGLE, ANY):
        for has_copy in (False, True):
            for site_answers in (False, True):
                for band in BANDS:
                    cases = [HttpScenario("503", None, step, has_copy, site_answers) for step in band]
                    assert len({case.policy_outcome(crawler) for case in cases}) == 1
