"""An ai.txt in either of its two ways, as rules that say the same."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Robots
from robotstudio.policy.ai_files.ai_txt import FOR_ALL, FOR_TRAINING, read_ai_txt
from robotstudio.policy.ai_files.model import AiTxtForm, Claim, Fault
from tests.rows import each_row

FIELDS = b"""\
# ai.txt
Site-Name: Shop
Site-URL: https://shop.example
Training: conditional
Training-Allow: /free/*
Training-Deny: /paid/*

Agent: *
  Rate-Limit: 30/minute

Agent: GPTBot
  Training: deny
  Scraping: deny

Attribution: required
Scraping: allow
"""


def rows_of(claim: Claim) -> list[tuple[int, str]]:
    return [(claim.lines[at], line) for at, line in enumerate(claim.body.decode().split("\n"), 1)]


def test_groups_are_about_training_line_by_line() -> None:
    found = read_ai_txt(b"# Spawning AI\nUser-Agent: *\nDisallow: *.jpg  # pictures\nDisallow: .png\nAllow: /blog\n")
    assert (found.form, found.flaws) == (AiTxtForm.GROUPS, ())
    (claim,) = found.claims
    assert claim.purposes == FOR_TRAINING
    assert rows_of(claim) == [(2, "user-agent: *"), (3, "disallow: *.jpg"), (4, "disallow: *.png"), (5, "allow: /blog")]


def test_fields_say_for_the_site_and_for_single_agents() -> None:
    found = read_ai_txt(FIELDS)
    assert (found.form, found.flaws) == (AiTxtForm.FIELDS, ())
    training, scraping = found.claims
    assert rows_of(training) == [
        (4, "user-agent: *"),
        (5, "allow: /free/*"),
        (6, "disallow: /paid/*"),
        (12, "user-agent: GPTBot"),
        (12, "disallow: /"),
    ]
    assert scraping.purposes == FOR_ALL
    said = Robots.parse(scraping.body, "google")
    assert said.decide("https://a.example/", "GPTBot").allowed is False
    assert said.decide("https://a.example/", "ClaudeBot").allowed is True


FLAWS = {
    "page": (b"<html><body>x</body></html>", [(1, Fault.PAGE)]),
    "empty": (b"", [(1, Fault.EMPTY)]),
    "another thing": (b"Policy: no\n", [(1, Fault.NO_FORM)]),
    "no colon": (b"User-agent: *\nno training\n", [(2, Fault.NO_COLON)]),
    "unknown field": (b"User-agent: *\nLicence: MIT\n", [(2, Fault.UNKNOWN_FIELD)]),
    "rule for nobody": (b"Disallow: /\nUser-agent: *\n", [(1, Fault.NO_AGENT)]),
    "no path": (b"User-agent: *\nDisallow: images\n", [(2, Fault.BAD_PATTERN)]),
    "several patterns": (b"User-agent: *\nDisallow: *.jpg, *.png\n", [(2, Fault.BAD_PATTERN)]),
    "another value": (FIELDS.replace(b"Attribution: required", b"Attribution: maybe"), [(15, Fault.BAD_VALUE)]),
    "rate": (FIELDS.replace(b"30/minute", b"30/fortnight"), [(9, Fault.BAD_VALUE)]),
    "field of another proposal": (FIELDS + b"Citation: yes\n", [(17, Fault.UNKNOWN_FIELD)]),
    "site missing": (b"Training: deny\n", [(1, Fault.NO_SITE_FIELD), (1, Fault.NO_SITE_FIELD)]),
    "idle path": (
        FIELDS.replace(b"Training: conditional", b"Training: deny"),
        [(5, Fault.NOT_CONDITIONAL), (6, Fault.NOT_CONDITIONAL)],
    ),
}


@each_row(("body", "wanted"), FLAWS.values(), FLAWS)
def test_each_flaw_is_told_at_its_line(body: bytes, wanted: list[tuple[int, Fault]]) -> None:
    assert [(flaw.line, flaw.fault) for flaw in read_ai_txt(body).flaws] == wanted


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(body: bytes) -> None:
    read_ai_txt(body)


_LINES = st.sampled_from(
    [
        *("User-agent: *", "user-agent: A", "Disallow: /", "Allow: *.x", "Disallow:", "", "# x", "Training: deny"),
        *("Agent: B", "  Training: allow", "Training-Deny: /p", "Training: conditional", "Scraping: deny", "x"),
    ]
)


@given(st.lists(_LINES, max_size=12))
def test_each_rule_of_a_claim_has_its_line(lines: list[str]) -> None:
    for claim in read_ai_txt("\n".join(lines).encode()).claims:
        for group in Robots.parse(claim.body, "google").groups:
            assert {rule.line for rule in group.rules} <= claim.lines.keys()
            assert all(1 <= claim.lines[rule.line] <= len(lines) for rule in group.rules)
