"""Certificates are read as `ssl` reads them, and any bytes do no harm."""

import ssl
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.fetch.evidence import Certificate
from robotstudio.fetch.hop_clock import read_certificate
from tests.fetch.server import TLS

NAMES = ["authority", "expired", "not-yet-valid", "self-signed", "unknown-authority", "valid", "wrong-host"]


def der_of(name: str) -> bytes:
    text = (TLS / f"{name}.pem").read_text()
    return ssl.PEM_cert_to_DER_cert(text[text.index("-----BEGIN CERTIFICATE") :])


@pytest.mark.parametrize("name", NAMES)
def test_certificate_is_read(name: str) -> None:
    certificate = read_certificate(der_of(name))
    assert certificate is not None
    assert certificate.not_before < certificate.not_after
    assert certificate.subject
    assert certificate.issuer


def test_dates_and_names_are_those_in_the_certificate() -> None:
    certificate = read_certificate(der_of("wrong-host"))
    assert certificate is not None
    assert certificate.names == ("another.example",)
    assert certificate.not_before == datetime(2020, 1, 1, tzinfo=UTC)
    assert certificate.not_after == datetime(2120, 1, 1, tzinfo=UTC)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_certificate_or_none(raw: bytes) -> None:
    assert isinstance(read_certificate(raw), Certificate | None)


@given(st.integers(0, 2_000), st.binary(min_size=1, max_size=3))
def test_broken_certificate_does_not_raise(at: int, raw: bytes) -> None:
    der = der_of("valid")
    at %= len(der)
    for broken in (der[:at] + raw + der[at + len(raw) :], der[:at]):
        assert isinstance(read_certificate(broken), Certificate | None)
