"""Many hosts: some at once, none too often, in bounded memory; stopped and gone on with."""

import asyncio
import csv
import json
import socket
import threading
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace

from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.fetching_hosts import fetch_hosts
from robotstudio.fetch.hosts import (
    HostLimits,
    HostResult,
    HostsProgress,
    HostsState,
    export_hosts,
    parse_hosts,
    result_of,
)
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.fetch.worker import FetchThread
from tests.fetch.server import ROBOTS, Connection, hang, response, serve, unused_port

pytestmark = pytest.mark.usefixtures("plain_http")

FAST = HostLimits(per_host=8, at_once=8, per_second=0)
MEBIBYTE = 1024 * 1024


def fetched(state: HostsState, limits: HostLimits = FAST) -> tuple[HostsState, list[HostsProgress]]:
    told: list[HostsProgress] = []
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_hosts(Fetcher(), state, limits=limits, on_progress=told.append)), told


def test_list_of_hosts_is_read_line_by_line() -> None:
    state, rejected = parse_hosts("example.com\r\n# comment\n\nhttps://example.com/page\thits\nexa mple\nb.example,\n")
    assert state.addresses == ("https://example.com/robots.txt", "https://b.example/robots.txt")
    assert [(one.line, one.text) for one in rejected] == [(5, "exa mple")]
    assert str(rejected[0].why).endswith(".")


def test_each_host_has_its_row_whatever_it_answers() -> None:
    with serve(response(200, ROBOTS)) as good, serve(response(404)) as missing:
        state = HostsState((good.url, missing.url, f"http://127.0.0.1:{unused_port()}", "exa mple"))
        done, told = fetched(state)
    by_address = {result.address: result for result in done.results}
    assert [by_address[address].outcome for address in state.addresses] == [
        FetchOutcome.SUCCESS,
        FetchOutcome.CLIENT_ERROR,
        FetchOutcome.REFUSED,
        FetchOutcome.INVALID_ADDRESS,
    ]
    assert (by_address[good.url].size, by_address[good.url].status) == (len(ROBOTS), 200)
    assert (done.remaining, [progress.done for progress in told]) == ((), [1, 2, 3, 4])
    assert {progress.total for progress in told} == {4}


@pytest.fixture
def _every_name_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    look_up = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _host, *more, **options: look_up("127.0.0.1", *more, **options))


@pytest.mark.usefixtures("_every_name_is_here")
def test_five_hundred_hosts_are_fetched_in_bounded_memory() -> None:
    body = ROBOTS * 4_000  # 66 MB together
    process = psutil.Process()
    sizes = [process.memory_info().rss]
    with serve({"*": response(200, body)}) as server, asyncio.Runner(loop_factory=FetchLoop) as runner:
        state = HostsState(tuple(f"http://host-{number}.example:{server.port}" for number in range(500)))
        done = runner.run(
            fetch_hosts(
                Fetcher(),
                state,
                limits=HostLimits(per_second=0),
                on_progress=lambda _progress: sizes.append(process.memory_info().rss),
            )
        )
    assert {(result.outcome, result.size) for result in done.results} == {(FetchOutcome.SUCCESS, len(body))}
    assert (len(done.results), len(sizes), done.remaining) == (500, 501, ())
    assert max(sizes) - sizes[0] < 48 * MEBIBYTE


def test_no_more_than_so_many_of_a_host_at_once() -> None:
    lock, now, most = threading.Lock(), [0], [0]

    def count(connection: Connection) -> None:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        connection.wait(0.02)
        with lock:
            now[0] -= 1
        connection.send(response(200, ROBOTS))

    with serve({"*": count}) as server:
        done, _ = fetched(
            HostsState(tuple(f"{server.url}/{n}" for n in range(8))), HostLimits(per_host=2, per_second=0)
        )
    assert len(done.results) == 8
    assert most[0] <= 2


def test_rate_is_kept() -> None:
    told: list[HostsProgress] = []
    first, ended = threading.Event(), threading.Event()

    def on_progress(progress: HostsProgress) -> None:
        told.append(progress)
        first.set()

    fetcher = FetchThread()
    with serve(response(200, ROBOTS)) as server:
        state = HostsState(tuple(f"{server.url}/{n}" for n in range(6)))
        limits = HostLimits(per_host=6, per_second=0.001)
        work = partial(fetch_hosts, state=state, limits=limits, on_progress=on_progress)
        fetcher.run(work, 1, lambda _job, _state: ended.set())
        assert first.wait(60)
        fetcher.cancel(1)
        assert ended.wait(60)
        fetcher.close()
        assert (len(told), len(server.requests)) == (1, 1)


def test_cancelled_run_is_gone_on_with() -> None:
    ended, first = threading.Event(), threading.Event()
    told: list[HostsProgress] = []

    def on_progress(progress: HostsProgress) -> None:
        told.append(progress)
        first.set()

    def on_done(_job: int, result: object) -> None:
        assert result is None
        ended.set()

    fetcher = FetchThread()
    with serve(hang) as hung, serve(response(200, ROBOTS)) as server:
        state = HostsState((server.url, hung.url))
        fetcher.run(partial(fetch_hosts, state=state, on_progress=on_progress), 1, on_done)
        assert first.wait(10)
        fetcher.cancel(1)
        assert ended.wait(10)
        fetcher.close()
    state = state.with_results(progress.result for progress in told)
    assert state.remaining == (hung.url,)


def test_each_evidence_is_handed_over_once() -> None:
    seen: list[Evidence] = []
    with serve(response(200, ROBOTS)) as server, asyncio.Runner(loop_factory=FetchLoop) as runner:
        runner.run(fetch_hosts(Fetcher(), HostsState((server.url,)), on_evidence=seen.append))
    assert [evidence.body for evidence in seen] == [ROBOTS]


def test_later_result_takes_the_place_of_an_earlier_one() -> None:
    with serve(response(404)) as server:
        old, _ = fetched(HostsState((server.url,)))
    with serve(response(200, ROBOTS)) as other:
        new, _ = fetched(HostsState((other.url,)))
    newer = replace(new.results[0], address=old.results[0].address)
    assert old.with_results([newer]).results == (newer,)


ADDRESS = "https://example.com/robots.txt"


def refused() -> HostResult:
    failure = Failure(FailureKind.UNEXPECTED, (("reason", "x"),))
    return result_of(ADDRESS, nothing_fetched(ADDRESS, FetchOutcome.REFUSED, failure, datetime.now(UTC)))


def effects(_result: HostResult) -> list[str]:
    return ["=1+1"]


@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".tsv", "\t")])
def test_a_cell_that_is_a_formula_is_made_safe(tmp_path: Path, suffix: str, delimiter: str) -> None:
    path = tmp_path / f"hosts{suffix}"
    export_hosts(path, [refused()], ["Googlebot"], effects)
    titles, row = csv.reader(path.read_text(encoding="utf-8").splitlines(), delimiter=delimiter)
    assert (titles[0], titles[-1], row[0], row[1], row[-1]) == ("host", "Googlebot", ADDRESS, "refused", "'=1+1")


def test_json_keeps_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "hosts.json"
    export_hosts(path, [refused()], ["Googlebot"], effects)
    (row,) = json.loads(path.read_text(encoding="utf-8"))
    assert (row["status"], row["octets"], row["is_cut"], row["Googlebot"]) == (None, 0, False, "=1+1")
