"""Exceptions that no local server can bring about are told apart too."""

import errno
import socket
import ssl

import httpx
import pytest

from robotstudio.fetch.evidence import FailureKind, FetchOutcome
from robotstudio.fetch.failures import ErrorContext, classify
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.words import sentence

CONNECTING = ErrorContext("https://example.com:8443/robots.txt", Limits(), connecting=True)
HANDSHAKE = ErrorContext("https://example.com/robots.txt", Limits(), in_tls=True)
WAITING = ErrorContext("https://example.com/robots.txt", Limits())


def caused(error: Exception, *causes: BaseException) -> Exception:
    """As httpx hands it on: wrapped, with the cause behind."""
    error.__cause__ = causes[0] if len(causes) == 1 else BaseExceptionGroup("several addresses", causes)
    return error


@pytest.mark.parametrize(
    ("error", "context", "outcome", "kind"),
    [
        (
            caused(httpx.ConnectError(""), socket.gaierror(socket.EAI_NONAME, "")),
            CONNECTING,
            FetchOutcome.DNS_ERROR,
            FailureKind.DNS_UNKNOWN_HOST,
        ),
        (
            caused(httpx.ConnectError(""), socket.gaierror(socket.EAI_AGAIN, "")),
            CONNECTING,
            FetchOutcome.DNS_ERROR,
            FailureKind.DNS_NO_ANSWER,
        ),
        (
            caused(
                httpx.ConnectError(""), OSError(errno.ENETUNREACH, ""), ConnectionRefusedError(errno.ECONNREFUSED, "")
            ),
            CONNECTING,
            FetchOutcome.REFUSED,
            FailureKind.CONNECTION_REFUSED,
        ),
        (
            caused(httpx.ConnectError(""), OSError(errno.EHOSTUNREACH, "")),
            CONNECTING,
            FetchOutcome.NETWORK_ERROR,
            FailureKind.UNREACHABLE,
        ),
        (
            caused(httpx.ConnectError(""), TimeoutError(errno.ETIMEDOUT, "")),
            CONNECTING,
            FetchOutcome.TIMEOUT,
            FailureKind.CONNECT_TIMEOUT,
        ),
        (httpx.ConnectError("odd"), CONNECTING, FetchOutcome.NETWORK_ERROR, FailureKind.CONNECT_FAILED),
        (httpx.ConnectTimeout(""), CONNECTING, FetchOutcome.TIMEOUT, FailureKind.CONNECT_TIMEOUT),
        (httpx.ConnectTimeout(""), HANDSHAKE, FetchOutcome.TIMEOUT, FailureKind.READ_TIMEOUT),
        (httpx.ConnectError(""), HANDSHAKE, FetchOutcome.TLS_ERROR, FailureKind.TLS_HANDSHAKE),
        (
            caused(httpx.ConnectError(""), ssl.SSLError(1, "[SSL: TLSV1_ALERT_PROTOCOL_VERSION] alert")),
            HANDSHAKE,
            FetchOutcome.TLS_ERROR,
            FailureKind.TLS_HANDSHAKE,
        ),
        (
            caused(httpx.ConnectError(""), ssl.SSLCertVerificationError(1, "revoked")),
            HANDSHAKE,
            FetchOutcome.TLS_ERROR,
            FailureKind.TLS_CERTIFICATE,
        ),
        (httpx.WriteError(""), WAITING, FetchOutcome.NETWORK_ERROR, FailureKind.CONNECTION_RESET),
        (RuntimeError("a bug"), WAITING, FetchOutcome.INVALID_RESPONSE, FailureKind.UNEXPECTED),
        (RuntimeError(), WAITING, FetchOutcome.INVALID_RESPONSE, FailureKind.UNEXPECTED),
    ],
)
def test_exception_has_an_outcome(
    error: Exception, context: ErrorContext, outcome: FetchOutcome, kind: FailureKind
) -> None:
    found, failure = classify(error, context)
    assert (found, failure.kind) == (outcome, kind)
    assert "example.com" in sentence(failure)


def test_chain_of_causes_may_be_a_circle() -> None:
    one, two = httpx.ConnectError("one"), OSError("two")
    one.__cause__, two.__cause__ = two, one
    assert classify(one, CONNECTING)[1].kind is FailureKind.CONNECT_FAILED
