"""The facts table of a response."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.fetch.body_facts import body_facts
from robotstudio.fetch.evidence import Certificate, Evidence, FetchOutcome, Timings, Tls
from robotstudio.ui.panels.fetch.answer_rows import answer_facts
from tests.ui.panels.fetch.evidences import BODIES, LAST_HOP, OUTCOMES, REDIRECTED, SUCCESS

CERTIFICATE = Certificate(
    "www.example.com",
    "Example Trust",
    ("www.example.com",),
    datetime(2026, 10, 1, tzinfo=UTC),
    datetime(2026, 12, 30, tzinfo=UTC),
    "00",
)
TLS = Tls("TLSv1.3", "TLS_AES_128_GCM_SHA256", verified=True, certificate=CERTIFICATE)


def rows(evidence: Evidence) -> dict[str, tuple[str, str]]:
    return {name: (value, remark) for name, value, remark in answer_facts(evidence, body_facts(evidence))}


def over_tls(tls: Tls) -> Evidence:
    hop = replace(LAST_HOP, tls=tls, timings=replace(LAST_HOP.timings, dns=3.0))
    return replace(SUCCESS, hops=(hop,), sha256="ab" * 32)


def test_everything_of_a_good_answer_is_there() -> None:
    found = rows(over_tls(TLS))
    assert found["Status"] == ("HTTP 200 OK", "")
    assert found["Protocol"] == ("HTTP/2", "")
    assert found["Time, last hop"] == ("connect 11 ms · TLS 18 ms · wait 27 ms · body 8 ms", "DNS 3 ms")
    assert found["Certificate"][1] == "verified"
    assert found["– valid"] == ("1 Oct 2026 – 30 Dec 2026", "39 days left")
    assert found["Compression"] == ("br", "")
    assert found["Transferred"] == ("2,143 B", "")
    assert found["SHA-256"] == ("ab" * 32, "")
    assert found["BOM"] == ("none", "")


def test_certificate_that_nobody_verified_is_said_so() -> None:
    assert rows(over_tls(replace(TLS, verified=False)))["Certificate"][1] == "not verified: you asked to fetch anyway"


def test_managed_blocks_and_redirects_of_a_page_are_named() -> None:
    managed = b"# BEGIN Cloudflare Managed content\nUser-agent: *\n# END Cloudflare Managed Content\n"
    assert "Managed by" in rows(replace(SUCCESS, body=managed, sha256="ab"))
    page = b'<meta http-equiv="refresh" content="0; url=/elsewhere">'
    html = replace(BODIES[Content.HTML], body=page, sha256="ab")
    assert rows(html)["Redirect"] == ("https://www.example.com/elsewhere", "by a meta element, not followed")


def test_place_where_google_stops_is_told() -> None:
    body = b"Disallow: /x\n" * 50_000
    found = rows(replace(SUCCESS, body=body, size=len(body), sha256="ab"))
    assert found["Read by Google"] == ("500 KiB", "up to line 39,385")


@pytest.mark.parametrize("outcome", FetchOutcome)
def test_every_outcome_has_facts(outcome: FetchOutcome) -> None:
    facts = answer_facts(OUTCOMES[outcome])
    assert facts[0].value == OUTCOMES[outcome].requested
    assert all(fact.name and fact.value for fact in facts if fact.name != "Time, last hop")


def test_address_that_answered_is_named_where_it_is_another() -> None:
    assert rows(REDIRECTED)["Final address"][0] == REDIRECTED.final_url
    assert "Final address" not in rows(replace(SUCCESS, hops=(replace(LAST_HOP, timings=Timings()),)))
