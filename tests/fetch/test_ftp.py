"""A robots.txt over FTP: anonymous, within the same limits, and cancelled as quickly."""

import queue
import socket
import threading
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from robotstudio.fetch import words
from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.policy import effect_of
from robotstudio.fetch.worker import FetchThread
from tests.fetch.ftp_server import ROBOTS, serve_ftp
from tests.fetch.server import ALL_ENDS, PATIENT, READS_END, unused_port

LISTING = b"total 8\r\ndrwxr-xr-x 2 ftp ftp 4096 Jan 01 00:00 robots.txt\r\n-rw-r--r-- 1 ftp ftp 5 Jan 01 00:00 a\r\n"


def kind_of(evidence: Evidence) -> FailureKind | None:
    return None if evidence.error is None else evidence.error.kind


def test_file_is_fetched_by_an_anonymous_guest() -> None:
    with serve_ftp() as server:
        evidence = fetch_now(f"{server.url}/pub/page.html")
    assert (evidence.outcome, evidence.body, evidence.error) == (FetchOutcome.SUCCESS, ROBOTS, None)
    assert (evidence.requested, evidence.hops[0].http_version) == (f"{server.url}/robots.txt", "FTP")
    assert (evidence.status, evidence.hops[0].ip) == (226, "127.0.0.1")
    assert "USER anonymous" in server.commands
    assert "RETR robots.txt" in server.commands
    assert words.headline(evidence) == "FTP 226. The rules in the file apply."
    assert effect_of(evidence, "rfc9309").value == "parse"


def test_ftp_goes_around_no_proxy_that_was_set() -> None:
    with serve_ftp() as server:
        evidence = fetch_now(server.url, options=FetchOptions(proxy="http://proxy.invalid"))
    assert (evidence.outcome, kind_of(evidence)) == (FetchOutcome.NETWORK_ERROR, FailureKind.PROXY_UNSUPPORTED)
    assert server.commands == []
    assert evidence.error is not None
    assert "(FTP does not go through a proxy)" in words.sentence(evidence.error)


def test_credentials_are_never_sent_nor_kept() -> None:
    with serve_ftp() as server:
        evidence = fetch_now(server.url.replace("//", "//user:secret@"))
    assert evidence.outcome is FetchOutcome.SUCCESS
    assert not any("secret" in command for command in server.commands)
    assert "secret" not in repr(evidence)


@pytest.mark.parametrize(
    ("replies", "outcome", "kind"),
    [
        (
            {"RETR": b"550 robots.txt: No such file or directory\r\n"},
            FetchOutcome.CLIENT_ERROR,
            FailureKind.FTP_NO_FILE,
        ),
        ({"RETR": b"550 robots.txt: not a plain file.\r\n"}, FetchOutcome.CLIENT_ERROR, FailureKind.FTP_DIRECTORY),
        ({"RETR": b"550 Is a directory\r\n"}, FetchOutcome.CLIENT_ERROR, FailureKind.FTP_DIRECTORY),
        ({"USER": b"530 no guests\r\n"}, FetchOutcome.CLIENT_ERROR, FailureKind.FTP_LOGIN),
        ({"USER": b"421 too many users\r\n"}, FetchOutcome.SERVER_ERROR, FailureKind.FTP_REFUSED),
        ({"PASV": b"227 nonsense\r\n"}, FetchOutcome.INVALID_RESPONSE, FailureKind.FTP_PROTOCOL),
        ({"USER": b"what?\r\n"}, FetchOutcome.INVALID_RESPONSE, FailureKind.FTP_PROTOCOL),
        ({"USER": b"230-" + b"x" * 9_000 + b"\r\n"}, FetchOutcome.INVALID_RESPONSE, FailureKind.FTP_PROTOCOL),
        ({"USER": b"230-more\r\n" * 1_000}, FetchOutcome.INVALID_RESPONSE, FailureKind.FTP_PROTOCOL),
    ],
)
def test_refusal_has_its_outcome_and_its_sentence(
    replies: Mapping[str, bytes], outcome: FetchOutcome, kind: FailureKind
) -> None:
    with serve_ftp(replies=replies) as server:
        evidence = fetch_now(server.url, PATIENT)
    assert (evidence.outcome, kind_of(evidence)) == (outcome, kind)
    assert evidence.error is not None
    assert "127.0.0.1" in words.sentence(evidence.error)


def test_server_that_is_no_ftp() -> None:
    with serve_ftp(welcome=b"SSH-2.0-OpenSSH\r\n") as server:
        assert fetch_now(server.url, PATIENT).outcome is FetchOutcome.INVALID_RESPONSE


def test_list_of_a_directory_is_no_robots_txt() -> None:
    with serve_ftp(LISTING) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, kind_of(evidence)) == (FetchOutcome.CLIENT_ERROR, FailureKind.FTP_DIRECTORY)


def stall(_wire: socket.socket, closing: threading.Event) -> None:
    closing.wait(600)


def pour(wire: socket.socket, closing: threading.Event) -> None:
    while not closing.is_set():
        wire.sendall(b"Disallow: /x\n" * 5_000)


def drip(wire: socket.socket, closing: threading.Event) -> None:
    while not closing.wait(0.05):
        wire.sendall(b"x")


def test_server_that_stalls_at_the_greeting() -> None:
    with serve_ftp(welcome=None) as server:
        assert kind_of(fetch_now(server.url, READS_END)) is FailureKind.READ_TIMEOUT  # it did accept the connection


def test_server_that_stalls_in_the_file() -> None:
    with serve_ftp(stall) as server:
        assert kind_of(fetch_now(server.url, READS_END)) is FailureKind.READ_TIMEOUT


def test_server_that_drips_is_given_up_after_the_whole_time() -> None:
    with serve_ftp(drip) as server:
        assert kind_of(fetch_now(server.url, ALL_ENDS)) is FailureKind.TOTAL_TIMEOUT


def test_endless_file_is_cut_at_the_limit() -> None:
    with serve_ftp(pour) as server:
        evidence = fetch_now(server.url, replace(PATIENT, body=100_000))
    assert (evidence.outcome, evidence.truncated, evidence.size) == (FetchOutcome.SUCCESS, True, 100_000)


def test_file_in_too_many_pieces_is_given_up() -> None:
    with serve_ftp(drip) as server:
        evidence = fetch_now(server.url, replace(PATIENT, pieces=3))
    assert (evidence.outcome, kind_of(evidence), evidence.body) == (
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.PIECES_LIMIT,
        b"xxxx",
    )


@pytest.mark.parametrize("reply", [b"227 (127,0,0,1,9999999999,1)\r\n", b"227 (999,0,0,1,1,1)\r\n", b"227 nothing\r\n"])
def test_place_of_the_data_that_is_none_ends_the_fetch(reply: bytes) -> None:
    with serve_ftp(replies={"PASV": reply, "EPSV": b"502 no\r\n"}) as server:
        evidence = fetch_now(server.url, PATIENT)
    assert evidence.outcome is not FetchOutcome.TIMEOUT
    assert evidence.error is not None
    assert "Overflow" not in words.sentence(evidence.error)


def test_refused_port_and_unknown_host() -> None:
    assert fetch_now(f"ftp://127.0.0.1:{unused_port()}").outcome is FetchOutcome.REFUSED
    assert fetch_now("ftp://robots.invalid").outcome is FetchOutcome.DNS_ERROR


def test_cancel_of_a_stalled_ftp_fetch_returns_within_a_tenth_of_a_second() -> None:
    asked, done = threading.Event(), queue.Queue[tuple[int, Evidence]]()

    def stall_and_tell(wire: socket.socket, closing: threading.Event) -> None:
        asked.set()
        stall(wire, closing)

    fetcher = FetchThread()
    with serve_ftp(stall_and_tell) as server:
        fetcher.start(server.url, 1, lambda job, evidence: done.put((job, evidence)))
        assert asked.wait(5)
        fetcher.cancel(1)
        _, evidence = done.get(timeout=60)
        fetcher.close()
    assert evidence.outcome is FetchOutcome.CANCELLED
