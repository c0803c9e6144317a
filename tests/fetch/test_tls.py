"""Certificates are always verified, and what is wrong with one is said exactly."""

import pytest

from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.words import notes
from tests.fetch.server import ROBOTS, TLS, hang, redirect, response, serve, unused_port

ANSWER = response(200, ROBOTS, "Content-Type: text/plain")


@pytest.fixture(autouse=True)
def _test_authority_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "authority.pem"))


def kind_of(evidence: Evidence) -> FailureKind | None:
    return None if evidence.error is None else evidence.error.kind


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_valid_certificate_of_a_trusted_authority(host: str) -> None:
    with serve(ANSWER, certificate="valid") as server:
        evidence = fetch_now(f"https://{host}:{server.port}")
    assert (evidence.outcome, evidence.body) == (FetchOutcome.SUCCESS, ROBOTS)
    assert (evidence.hops[0].timings.tls or 0) > 0


@pytest.mark.parametrize(
    ("certificate", "kind"),
    [
        ("expired", FailureKind.TLS_EXPIRED),
        ("not-yet-valid", FailureKind.TLS_NOT_YET_VALID),
        ("self-signed", FailureKind.TLS_SELF_SIGNED),
        ("wrong-host", FailureKind.TLS_WRONG_HOST),
        ("unknown-authority", FailureKind.TLS_UNKNOWN_AUTHORITY),
    ],
)
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_bad_certificate_is_told_apart_and_nothing_is_requested(host: str, certificate: str, kind: FailureKind) -> None:
    with serve(ANSWER, certificate=certificate) as server:
        evidence = fetch_now(f"https://{host}:{server.port}")
        assert server.requests == []
    assert (evidence.outcome, kind_of(evidence)) == (FetchOutcome.TLS_ERROR, kind)
    assert (evidence.body, evidence.hops[0].status, evidence.hops[0].ip) == (b"", None, "127.0.0.1")


def test_authority_of_the_test_is_unknown_without_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with serve(ANSWER, certificate="valid") as server:
        assert kind_of(fetch_now(server.url)) is FailureKind.TLS_UNKNOWN_AUTHORITY


def test_bad_certificate_after_a_redirect() -> None:
    with serve(ANSWER, certificate="expired") as bad, serve(redirect(f"{bad.url}/robots.txt")) as server:
        evidence = fetch_now(server.url)
    assert [hop.status for hop in evidence.hops] == [301, None]
    assert kind_of(evidence) is FailureKind.TLS_EXPIRED


def test_redirect_from_https_to_http_is_followed() -> None:
    with serve(ANSWER) as plain, serve(redirect(f"{plain.url}/robots.txt"), certificate="valid") as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, [hop.url[:5] for hop in evidence.hops]) == (FetchOutcome.SUCCESS, ["https", "http:"])


def test_https_on_a_port_that_speaks_http() -> None:
    with serve(ANSWER) as server:
        evidence = fetch_now(server.url.replace("http:", "https:"), Limits(connect_seconds=0.5))
    assert evidence.outcome in {FetchOutcome.TLS_ERROR, FetchOutcome.TIMEOUT}


def test_http_on_a_port_that_speaks_https() -> None:
    with serve(ANSWER, certificate="valid") as server:
        evidence = fetch_now(server.url.replace("https:", "http:"))
    assert evidence.outcome in {FetchOutcome.INVALID_RESPONSE, FetchOutcome.NETWORK_ERROR}


def test_server_that_never_answers_over_tls() -> None:
    with serve(hang, certificate="valid") as server:
        evidence = fetch_now(server.url, Limits(read_seconds=0.3))
    assert kind_of(evidence) is FailureKind.READ_TIMEOUT


def test_refused_port_is_no_tls_error() -> None:
    assert fetch_now(f"https://127.0.0.1:{unused_port()}").outcome is FetchOutcome.REFUSED


def test_setting_that_leads_to_no_certificates_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "missing.pem"))
    evidence = fetch_now("https://localhost")
    assert (evidence.outcome, kind_of(evidence)) == (FetchOutcome.TLS_ERROR, FailureKind.TLS_SETTINGS)


def test_certificate_is_part_of_the_evidence() -> None:
    with serve(ANSWER, certificate="valid") as server:
        evidence = fetch_now(f"https://localhost:{server.port}")
    tls = evidence.hops[0].tls
    assert tls is not None
    assert tls.certificate is not None
    assert (tls.verified, tls.version[:4]) == (True, "TLSv")
    assert (tls.certificate.subject, tls.certificate.issuer) == ("localhost", "Test authority")
    assert tls.certificate.names == ("localhost", "*.localhost", "127.0.0.1", "::1")
    assert tls.certificate.not_before < evidence.fetched_at < tls.certificate.not_after


def test_time_for_the_name_is_a_part_of_connecting() -> None:
    with serve(ANSWER, certificate="valid") as server:
        by_name = fetch_now(f"https://localhost:{server.port}").hops[0].timings
        by_address = fetch_now(f"https://127.0.0.1:{server.port}").hops[0].timings
    assert 0 < (by_name.dns or 0) <= (by_name.connect or 0)
    assert by_address.dns is None


@pytest.mark.parametrize("certificate", ["expired", "not-yet-valid", "self-signed", "wrong-host", "unknown-authority"])
def test_bad_certificate_is_passed_over_for_the_one_origin_that_was_named(certificate: str) -> None:
    with serve(ANSWER, certificate=certificate) as server:
        anyway = FetchOptions(trusted_anyway=f"{server.url}/robots.txt")
        evidence = fetch_now(server.url, options=anyway)
    tls = evidence.hops[0].tls
    assert (evidence.outcome, evidence.body) == (FetchOutcome.SUCCESS, ROBOTS)
    assert tls is not None
    assert tls.certificate is not None
    assert not tls.verified
    assert notes(evidence) == ("The certificate of 127.0.0.1 was not verified: you chose to fetch anyway.",)


def test_another_origin_is_verified_all_the_same() -> None:
    with (
        serve(ANSWER, certificate="expired") as other,
        serve(redirect(f"{other.url}/robots.txt"), certificate="self-signed") as server,
    ):
        evidence = fetch_now(server.url, options=FetchOptions(trusted_anyway=server.url))
        assert other.requests == []
    assert ([hop.status for hop in evidence.hops], kind_of(evidence)) == ([301, None], FailureKind.TLS_EXPIRED)


def test_own_authority_can_be_named_for_a_fetch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with serve(ANSWER, certificate="valid") as server:
        evidence = fetch_now(server.url, options=FetchOptions(ca_file=str(TLS / "authority.pem")))
    assert evidence.outcome is FetchOutcome.SUCCESS
