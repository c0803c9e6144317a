"""Texts of the Fetch tab: every outcome, body, effect and redirect has a text and a tone."""

import pytest
from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Failure, FailureKind, FetchOutcome, Timings
from robotstudio.fetch.meanings import EFFECT_WORDS
from robotstudio.fetch.policy import POLICIES, Effect
from robotstudio.ui.panels.fetch import sentences
from robotstudio.ui.widgets.tone import Tone
from tests.rows import each_row
from tests.ui.panels.fetch.evidences import BODIES, OUTCOMES, REDIRECTED, SUCCESS, answered, failed


@each_row("outcome", FetchOutcome)
def test_every_outcome_has_a_tone_a_chip_and_a_banner(outcome: FetchOutcome) -> None:
    evidence = OUTCOMES[outcome]
    assert sentences.OUTCOME_TONES[outcome] is sentences.tone_of(evidence)
    chip = sentences.chip_facts(evidence)
    assert chip.text.startswith(chip.short_text)
    assert chip.short_text
    banner = sentences.banner_facts(evidence)
    assert banner.headline.endswith((".", ")"))
    assert "?" not in banner.headline + banner.detail
    if outcome is not FetchOutcome.SUCCESS and evidence.error is not None:
        assert banner.detail


@pytest.mark.parametrize("kind", Content)
def test_every_body_has_a_tone_and_only_a_robots_txt_is_fine(kind: Content) -> None:
    tone = sentences.tone_of(BODIES[kind])
    assert tone is sentences.BODY_TONES[kind]
    assert (tone is Tone.ALLOWED) == (kind is Content.RULES)


@pytest.mark.parametrize("effect", Effect)
def test_every_effect_has_words_and_a_tone(effect: Effect) -> None:
    assert EFFECT_WORDS[effect]
    assert sentences.EFFECT_TONES[effect] in Tone


@each_row("family", POLICIES)
@each_row("outcome", FetchOutcome)
def test_every_policy_outcome_says_its_effect_and_whether_it_is_assumed(family: str, outcome: FetchOutcome) -> None:
    policy_outcome = POLICIES[family].usual[outcome]
    words = sentences.effect_text(policy_outcome)
    assert EFFECT_WORDS[policy_outcome.effect] in words
    assert words.endswith(" (assumed)") == policy_outcome.assumed


def test_chip_tells_status_size_and_time() -> None:
    evidence = replace(REDIRECTED, size=2143)
    assert sentences.chip_facts(evidence) == ("HTTP 200 · 2.1 KiB · 143 ms", Tone.ALLOWED, "HTTP 200 · 2.1 KiB", "200")


def test_chip_of_an_error_page_leaves_out_its_size() -> None:
    assert sentences.chip_facts(OUTCOMES[FetchOutcome.CLIENT_ERROR]) == (
        "HTTP 404 · 64 ms",
        Tone.NOTE,
        "HTTP 404",
        "404",
    )


def test_chip_of_a_failure_is_its_word() -> None:
    assert sentences.chip_facts(OUTCOMES[FetchOutcome.TLS_ERROR]).short_text == "TLS: certificate expired"
    assert sentences.chip_facts(OUTCOMES[FetchOutcome.CANCELLED]) == ("cancelled", Tone.NEUTRAL, "cancelled", "")


def test_banner_counts_redirects_and_names_the_address_that_the_rules_govern() -> None:
    banner = sentences.banner_facts(REDIRECTED)
    assert banner.headline == "200 after 2 redirects. The rules in the file apply."
    assert "https://www.example.com, the requested address, not to the host that served the file." in banner.detail


def test_banner_says_that_a_body_is_a_page_or_was_cut() -> None:
    page = sentences.banner_facts(BODIES[Content.HTML])
    assert page.headline.startswith(
        "200. The body is an HTML page without a rule, not a robots.txt. Crawlers may fetch"
    )
    assert "HTML" not in page.detail
    cut = sentences.banner_facts(replace(SUCCESS, truncated=True, size=5 * 1024 * 1024))
    assert cut.tone is Tone.WARNING
    assert "Reading stopped after 5,120.0 KiB" in cut.detail


def test_banner_of_a_failure_says_where_and_what_to_do() -> None:
    banner = sentences.banner_facts(OUTCOMES[FetchOutcome.REFUSED])
    assert banner.detail.startswith("The server at www.example.com refused the connection on port 443.")


def test_error_page_is_not_offered_for_the_editor_but_a_robots_txt_is() -> None:
    assert sentences.can_be_loaded(SUCCESS)
    assert sentences.can_be_loaded(BODIES[Content.HTML])
    assert not sentences.can_be_loaded(OUTCOMES[FetchOutcome.CLIENT_ERROR])
    assert not sentences.can_be_loaded(OUTCOMES[FetchOutcome.TIMEOUT])
    assert sentences.can_be_loaded(replace(SUCCESS, outcome=FetchOutcome.SERVER_ERROR))
    assert sentences.can_be_repeated(OUTCOMES[FetchOutcome.TIMEOUT])
    assert not sentences.can_be_repeated(SUCCESS)


def test_hops_say_what_the_redirect_is_and_where_it_leads() -> None:
    first, second, last = sentences.hop_lines(REDIRECTED)
    assert first == (
        "301",
        Tone.NEUTRAL,
        "https://www.example.com/robots.txt",
        "permanent redirect, another host · 203.0.113.20 · HTTP/2",
    )
    assert second.detail.startswith("temporary redirect, another host")
    assert last.status == "200"
    assert last.tone is Tone.ALLOWED
    assert last.detail == f"text/plain, {SUCCESS.size} B · 198.51.100.7 · HTTP/2"


@pytest.mark.parametrize(
    ("asked", "target", "words"),
    [
        ("http://a.example/robots.txt", "https://a.example/robots.txt", "http to https"),
        ("https://a.example/robots.txt", "http://a.example/robots.txt", "https to http"),
        ("https://a.example/robots.txt", "https://a.example/r.txt", "same host"),
        ("https://a.example/robots.txt", "https://www.a.example/robots.txt", "another host"),
    ],
)
def test_redirect_says_what_it_changes_first(asked: str, target: str, words: str) -> None:
    first, _, last = REDIRECTED.hops
    evidence = replace(REDIRECTED, hops=(replace(first, url=asked), replace(last, url=target)))
    assert words in sentences.hop_lines(evidence)[0].detail


def test_hop_without_an_answer_has_a_dash_and_the_reason() -> None:
    (line,) = sentences.hop_lines(failed(FetchOutcome.DNS_ERROR, FailureKind.DNS_UNKNOWN_HOST))
    assert line.status == "–"
    assert line.detail == "no such host"


def test_status_stays_beside_what_went_wrong_with_the_body() -> None:
    evidence = replace(SUCCESS, outcome=FetchOutcome.NETWORK_ERROR, error=Failure(FailureKind.BODY_INCOMPLETE))
    (line,) = sentences.hop_lines(evidence)
    assert line.status == "200"
    assert line.detail.startswith("body incomplete")


def test_timing_leaves_out_steps_that_did_not_happen() -> None:
    hop = replace(SUCCESS.hops[0], timings=Timings(wait=41.2, body=0.4))
    assert sentences.timing_text(hop) == "wait 41 ms · body 0.4 ms"
    assert [place for place, _, _ in sentences.steps_of(hop.timings)] == [2, 3]


def test_footer_tells_time_agent_requests_and_duration() -> None:
    local = f"{REDIRECTED.fetched_at.astimezone():%H:%M:%S}"
    text = sentences.fetched_text(REDIRECTED)
    assert text == f"Fetched {local} as “RobotStudio/1.0” · 3 requests · 143 ms"
    assert "1 request ·" in sentences.fetched_text(SUCCESS)
    assert sentences.fetched_text(OUTCOMES[FetchOutcome.CANCELLED]) == f"Tried {local} · no answer"


def test_web_page_is_never_fine_though_rules_in_it_apply() -> None:
    page = b"<!doctype html>\n<pre>\nUser-agent: *\nDisallow: /\n</pre>\n"
    evidence = answered(200, FetchOutcome.SUCCESS, page, Content.RULES)
    assert sentences.tone_of(evidence) is Tone.WARNING
    assert "HTML page" in sentences.banner_facts(evidence).headline


def test_file_of_which_some_read_the_beginning_is_no_file_of_which_all_is_well() -> None:
    body = b"User-agent: *\n" + b"Disallow: /a\n" * 50_000
    facts = sentences.banner_facts(replace(SUCCESS, body=body, size=len(body)))
    assert facts.tone is Tone.WARNING
    assert facts.headline == (
        "200. The rules apply, but Google, Yandex and Heritrix read only the first 500 KiB, to line 39,385."
    )
    whole = sentences.banner_facts(replace(SUCCESS, body=body[:512_000], size=512_000))
    assert (whole.tone, whole.headline) == (Tone.ALLOWED, "200. The rules in the file apply.")
