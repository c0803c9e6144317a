"""Whatever is wrong with an answer, a person reads a sentence about the answer, not the words of a Python library."""

import random
import re
from collections.abc import Iterator

import h2.connection
import pytest

from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.words import chip, headline, notes, sentence
from tests.fetch.http2_server import serve_http2
from tests.fetch.server import ROBOTS, TLS, Connection, serve

HASTY = Limits(connect_seconds=2, read_seconds=0.2, total_seconds=2)
PYTHON = re.compile(
    r"Error|Exception|Traceback|<\w+|object at|invalid literal|can't handle|None|b'|b\"|_|\bevent\b|\bstate\b|codec|\?"
)
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (len(ROBOTS), ROBOTS)
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n7\r\nagent: \r\n1\r\n*\r\n0\r\n\r\n"
ODD = (b"\0", b"\r", b"\n", b"\xff", b"\xc3\xa9", b":", b" ", b"-1", b"9" * 30, b"abc", b"\t", b";", b"%", b"\x1b[31m")


def mutations(seed: int) -> Iterator[bytes]:
    """Return a good reply with a few odd bytes in it, cut out of it or doubled."""
    chance = random.Random(seed)
    for _ in range(25):
        reply = bytearray(chance.choice((WHOLE, CHUNKED, WHOLE.replace(b"200", b"404"), WHOLE.replace(b"200", b"301"))))
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(reply))
            match chance.randrange(3):
                case 0:
                    reply[place:place] = chance.choice(ODD)
                case 1:
                    reply[place : place + chance.randint(1, 4)] = chance.choice(ODD)
                case _:
                    del reply[place : place + chance.randint(1, 9)]
        yield bytes(reply)


def assert_said_well(evidence: Evidence) -> None:
    assert isinstance(evidence, Evidence)
    error = (sentence(evidence.error),) if evidence.error else ()
    said = "\n".join((headline(evidence), chip(evidence), *notes(evidence), *error))
    assert not PYTHON.search(said.replace(evidence.requested, "")), said
    if evidence.error is not None:
        assert evidence.error.kind is not FailureKind.UNEXPECTED


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize("seed", range(6))
def test_reply_that_is_mangled_has_a_sentence(seed: int) -> None:
    replies = list(mutations(seed))

    def answer(connection: Connection) -> None:
        connection.send(replies[-1])

    with serve(answer) as server:
        while replies:
            assert_said_well(fetch_now(server.url, HASTY))
            replies.pop()


STATUSES = ("abc", "", "-1", "0", "1", "20", "200 OK", "99999", "²00", "2 0", "٢٠٠", "\x00", "600", "1e2", "0x1")
HEADERS = (
    [(b"", b"x")],
    [(b"X-Upper", b"x")],
    [(b"x", b"a\r\nb: c")],
    [(b"x", b"\0\xff\xfe")],
    [(b"content-length", b"abc")],
    [(b"content-length", b"-5")],
    [(b"content-length", b"1"), (b"content-length", b"2")],
    [(b"content-type", b"text/plain; charset=\xff")],
    [(b"content-encoding", b"gzip")],
    [(b"connection", b"close")],
    [(b"transfer-encoding", b"chunked")],
    [(b":path", b"/")],
    [(b":status", b"200")],
    [(b"location", b"http://[::1")],
    [(b"\xff\xfe", b"x")],
)


@pytest.fixture
def _test_authority_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "authority.pem"))


def answered_over_http2(headers: list[tuple[bytes, bytes]]) -> Evidence:
    def reply(speaker: h2.connection.H2Connection, stream: int) -> None:
        speaker.send_headers(stream, headers)
        speaker.send_data(stream, ROBOTS, end_stream=True)

    with serve_http2(reply) as url:
        return fetch_now(url, HASTY)


@pytest.mark.usefixtures("_test_authority_is_trusted")
@pytest.mark.parametrize("status", STATUSES)
def test_http2_status_that_is_none_has_a_sentence(status: str) -> None:
    evidence = answered_over_http2([(b":status", status.encode())])
    assert_said_well(evidence)
    assert evidence.outcome is not FetchOutcome.SUCCESS


@pytest.mark.usefixtures("_test_authority_is_trusted")
@pytest.mark.parametrize("headers", HEADERS, ids=repr)
def test_http2_header_that_is_odd_has_a_sentence(headers: list[tuple[bytes, bytes]]) -> None:
    assert_said_well(answered_over_http2([(b":status", b"200"), *headers]))
    assert_said_well(answered_over_http2([*headers, (b":status", b"301")]))
