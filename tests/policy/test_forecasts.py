"""What Lighthouse's audit of llms.txt and isitagentready.com report, by what their sources were read to do."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.ai_files.model import AiFileKind
from robotstudio.policy.ai_files.study import fetch_ai_files_now, study_ai_files, study_file
from robotstudio.policy.ai_files.words import note_words
from robotstudio.policy.forecasts import Check, Reason, Result, forecast_llms, forecast_robots
from tests.fetch.server import response, serve

GOOD = b"# Founders Coffee\n\n> About coffee, founders and more.\n\n- [Start](/start.md)\n"


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        (GOOD, ()),
        (b"# Founders Coffee\n\n> This staging environment is not for public discovery.\n", (Reason.NO_LINK,)),
        (GOOD.replace(b"# F", b"## F"), (Reason.NO_HEADING,)),
        (b"# A\n[a](b)", (Reason.SHORT,)),
        (b"", (Reason.NO_HEADING, Reason.NO_LINK, Reason.SHORT)),
        (GOOD.replace(b"[Start](/start.md)", b"https://example.com/start.md"), (Reason.NO_LINK,)),
    ],
)
def test_llms_txt_of_lighthouse(body: bytes, reasons: tuple[Reason, ...]) -> None:
    found = forecast_llms(body)
    assert (found.result, found.reasons) == (Result.FAIL if reasons else Result.PASS, reasons)


@pytest.mark.parametrize(
    ("status", "result"), [(404, Result.NOT_APPLICABLE), (403, Result.NOT_APPLICABLE), (500, Result.FAIL)]
)
def test_answer_without_a_file(status: int, result: Result) -> None:
    with serve({"/llms.txt": response(status)}) as server:
        llms, *_ = study_ai_files(fetch_ai_files_now(server.url), b"", CATALOGUE)
    assert llms.forecast is not None
    assert llms.forecast.result is result


@example("#  ")
@example("# \n\n ")
@example("#\n")
@given(st.text(alphabet="#[]()ab \t\n", max_size=60))
def test_expressions_of_lighthouse_are_followed(text: str) -> None:
    reasons = forecast_llms(text.encode()).reasons
    assert (Reason.NO_HEADING not in reasons) == bool(re.search(r"^\s*#\s+.+", text, re.MULTILINE))
    assert (Reason.NO_LINK not in reasons) == bool(re.search(r"\[.+\]\(.+\)", text))


@pytest.mark.parametrize(
    ("body", "failing"),
    [
        (b"User-agent: *\nContent-Signal: search=yes\nDisallow: /x\n", set()),
        (b"User-agent: *\nDisallow: /x\n", {Check.CONTENT_SIGNALS}),
        (b"Sitemap: https://a.example/s.xml\n", {Check.ROBOTS_TXT, Check.AI_RULES, Check.CONTENT_SIGNALS}),
    ],
)
def test_agent_readiness_of_a_robots_txt(body: bytes, failing: set[Check]) -> None:
    assert {each.check for each in forecast_robots(body) if each.result is Result.FAIL} == failing


def test_forecast_says_what_it_does_not_mean() -> None:
    first, *_ = note_words(study_file(AiFileKind.LLMS, "llms.txt", GOOD, b"", CATALOGUE))
    assert first.startswith("Forecast of lighthouse/llms-txt: passes.")
    assert "Search does not use llms.txt" in first
