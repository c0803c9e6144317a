"""Stored fetches, and what the history tells from them."""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.history.database import connect
from robotstudio.fetch.history.model import Entry, EntryMark, HistoryLimits, Watched
from robotstudio.fetch.history.store import TIMELINE, History
from robotstudio.fetch.options import CachedCopy
from robotstudio.store.errors import HistoryError
from tests.fetch.history.evidences import HOST, ONE, START, THREE, TWO, answered, failed

OTHER = "https://other.example:8443"


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with History.open(tmp_path / "data" / "history.sqlite") as history:
        yield history


def kept(history: History, *fetches: Evidence) -> tuple[Entry, ...]:
    """Return the entries of some fetches."""
    entries = [history.record(fetch) for fetch in fetches]
    return tuple(filter(None, entries))


def test_a_fetch_is_kept_with_all_that_the_answer_said(history: History) -> None:
    fetch = answered(TWO, headers=(("Content-Type", "text/plain"), ("ETag", '"a"')))
    (entry,) = kept(history, fetch)
    assert (entry.host, entry.requested, entry.status, entry.size) == (HOST, fetch.requested, 200, len(TWO))
    assert entry.fetched_at == fetch.fetched_at
    assert entry.header("etag") == '"a"'
    assert history.body(entry) == TWO
    assert history.timeline(HOST) == (entry,)


def test_a_failure_is_kept_with_its_arguments(history: History) -> None:
    (entry,) = kept(history, failed())
    assert entry.failure == failed().error
    assert history.body(entry) == b""


@pytest.mark.parametrize("outcome", [FetchOutcome.CANCELLED, FetchOutcome.INVALID_ADDRESS])
def test_what_was_not_asked_of_a_server_is_not_kept(history: History, outcome: FetchOutcome) -> None:
    assert history.record(nothing_fetched(HOST, outcome, Failure(FailureKind.CANCELLED), START)) is None
    assert history.hosts() == ()


# Each row: a series of fetches, and what is new in each.
SERIES: dict[str, tuple[tuple[Evidence, ...], tuple[EntryMark, ...]]] = {
    "the same again": ((answered(), answered()), (EntryMark.FIRST, EntryMark.NONE)),
    "another body": ((answered(), answered(TWO)), (EntryMark.FIRST, EntryMark.CONTENT)),
    "back to the first body": (
        (answered(), answered(TWO), answered()),
        (EntryMark.FIRST, EntryMark.CONTENT, EntryMark.CONTENT),
    ),
    "an error and back": (
        (answered(), answered(b"down", 503), answered()),
        (EntryMark.FIRST, EntryMark.STATUS, EntryMark.STATUS),
    ),
    "an error, then another file": (
        (answered(), failed(), answered(TWO)),
        (EntryMark.FIRST, EntryMark.STATUS, EntryMark.STATUS | EntryMark.CONTENT),
    ),
    "the pages of errors differ": (
        (answered(b"a", 404), answered(b"b", 404), answered(b"c", 410)),
        (EntryMark.FIRST, EntryMark.NONE, EntryMark.STATUS),
    ),
    "another failure": (
        (failed(), failed(FailureKind.CONNECTION_RESET), failed(FailureKind.CONNECTION_RESET)),
        (EntryMark.FIRST, EntryMark.STATUS, EntryMark.NONE),
    ),
    "not modified": (
        (answered(TWO), answered(b"", 304), answered(TWO)),
        (EntryMark.FIRST, EntryMark.NONE, EntryMark.NONE),
    ),
    "not modified after an error": (
        (answered(), answered(b"", 503), answered(b"", 304)),
        (EntryMark.FIRST, EntryMark.STATUS, EntryMark.STATUS),
    ),
    "the file becomes empty": ((answered(), answered(b"")), (EntryMark.FIRST, EntryMark.CONTENT)),
}


@pytest.mark.parametrize("name", SERIES)
def test_changes_are_marked(history: History, name: str) -> None:
    fetches, marks = SERIES[name]
    assert tuple(entry.marks for entry in kept(history, *fetches)) == marks


def test_the_timeline_has_the_newest_first_and_only_this_host(history: History) -> None:
    kept(history, answered(hour=1), answered(host=OTHER, hour=2), answered(TWO, hour=3))
    assert [entry.size for entry in history.timeline(HOST)] == [len(TWO), len(ONE)]
    assert [(each.host, each.entries, each.changes) for each in history.hosts()] == [(OTHER, 1, 1), (HOST, 2, 2)]


def test_a_server_that_says_not_modified_has_the_body_of_before(history: History) -> None:
    *_, entry = kept(history, answered(TWO), answered(b"", 304))
    assert entry.is_unmodified
    assert (history.body(entry), entry.size, entry.has_rules) == (TWO, len(TWO), True)


def test_not_modified_without_a_file_before_it_is_an_odd_answer(history: History) -> None:
    (entry,) = kept(history, answered(b"", 304))
    assert not entry.is_unmodified
    assert not entry.has_rules


def test_each_body_is_kept_once(history: History, tmp_path: Path) -> None:
    kept(history, answered(), answered(TWO), answered(), answered(host=OTHER))
    with closing(connect(tmp_path / "data" / "history.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM body").fetchone() == (2,)


SECRETS = ("s3cret", "bob")


def test_credentials_and_cookies_are_never_kept(history: History, tmp_path: Path) -> None:
    headers = (
        ("Location", "https://bob:s3cret@cdn.example/x"),
        ("Set-Cookie", "session=s3cret"),
        ("Link", "<//bob:s3cret@cdn.example/>; rel=next"),
        ("Proxy-Authorization", "Basic s3cret"),
    )
    fetch = replace(
        answered(headers=headers),
        requested="https://bob:s3cret@www.example.com/robots.txt",
        final_url="https://bob:s3cret@www.example.com/robots.txt",
        error=Failure(FailureKind.REDIRECT_INVALID, (("location", "https://bob:s3cret@cdn.example/x"),)),
    )
    (entry,) = kept(history, fetch)
    assert (entry.host, entry.requested) == (HOST, f"{HOST}/robots.txt")
    assert entry.header("location") == "https://cdn.example/x"
    history.close()
    written = b"".join(file.read_bytes() for file in (tmp_path / "data").iterdir())
    assert not [secret for secret in SECRETS if secret.encode() in written]


def test_headers_are_bounded(history: History) -> None:
    limits = HistoryLimits()
    headers = tuple((f"x-{number}", "y" * 100_000) for number in range(1000))
    (entry,) = kept(history, answered(headers=headers))
    assert len(entry.headers) == limits.headers
    assert {len(value) for _, value in entry.headers} == {limits.header_bytes}


LATIN = "User-agent: *\nDisallow: /café\n".encode("latin-1")
SINCE: dict[str, tuple[tuple[Evidence, ...], str, int | None]] = {
    "from the first version on": ((answered(hour=1), answered(TWO, hour=2)), "Disallow: /one", 1),
    "from the second on": ((answered(hour=1), answered(TWO, hour=2), answered(TWO, hour=3)), "Disallow: /two", 2),
    "it was gone meanwhile": ((answered(hour=1), answered(THREE, hour=2), answered(hour=3)), "Disallow: /one", 3),
    "an error breaks nothing": ((answered(hour=1), failed(hour=2), answered(hour=3)), "Disallow: /one", 1),
    "spaces and case": ((answered(hour=1),), "  disallow :/one  # why", 1),
    "it does not stand now": ((answered(hour=1), answered(THREE, hour=2)), "Disallow: /one", None),
    "a part of a rule is no rule": ((answered(hour=1),), "Disallow: /on", None),
    "bytes that are not UTF-8": ((answered(hour=1), answered(LATIN, hour=2)), "Disallow: /café", 2),
}


@pytest.mark.parametrize("name", SINCE)
def test_since_when_a_rule_stands(history: History, name: str) -> None:
    fetches, rule, hour = SINCE[name]
    kept(history, *fetches)
    since = history.since_when(HOST, rule.encode("latin-1"))
    assert since.newest is not None
    assert (since.first and since.first.fetched_at) == (None if hour is None else START + timedelta(hours=hour))
    assert since.is_from_the_start == (hour == 1)


def test_nothing_is_said_of_a_rule_if_no_file_is_kept(history: History) -> None:
    kept(history, failed())
    assert history.since_when(HOST, b"Disallow: /one").newest is None


def test_removing_a_version_keeps_the_same_file_under_another_name(history: History) -> None:
    first, _, second, again, named, _ = kept(
        history,
        answered(hour=1),
        answered(hour=2),
        answered(TWO, hour=3),
        answered(hour=4),
        answered(hour=5),
        answered(hour=6),
    )
    history.set_name(named, "before the relaunch")
    history.remove_version(second)
    history.remove_version(first)
    assert [each.id for each in history.timeline(HOST)[::-1]][:2] == [again.id, named.id]
    history.remove_version(again)
    assert {each.name for each in history.timeline(HOST)} == {"before the relaunch", ""}
    assert history.body(named) == ONE


def test_the_file_before_an_entry_skips_answers_without_one(history: History) -> None:
    first, _, last = kept(history, answered(), failed(), answered(TWO))
    assert history.before(last) == first
    assert history.before(first) is None


def test_a_host_is_forgotten_without_a_trace(history: History, tmp_path: Path) -> None:
    kept(history, answered(b"# a-rare-word\n"), answered(TWO, host=OTHER))
    history.watch(HOST, timedelta(hours=1))
    history.forget(HOST)
    assert [each.host for each in history.hosts()] == [OTHER]
    assert history.watched() == ()
    history.close()
    written = b"".join(file.read_bytes() for file in (tmp_path / "data").iterdir())
    assert b"www.example.com" not in written


def test_a_body_that_another_host_has_too_stays(history: History) -> None:
    _, other = kept(history, answered(), answered(host=OTHER))
    history.forget(HOST)
    assert history.body(other) == ONE


def large(number: int) -> bytes:
    """Return a body that cannot be packed small."""
    return b"".join(hashlib.sha256(f"{number}-{part}".encode()).digest() for part in range(625))


def pruned(tmp_path: Path, max_bytes: int, *fetches: Evidence) -> list[tuple[Entry, bytes]]:
    """Record fetches with little room, and return what is left."""
    with History.open(tmp_path / "small.sqlite", HistoryLimits(max_bytes)) as history:
        kept(history, *fetches)
        assert history.usage().size <= max_bytes
        return [(entry, history.body(entry)) for entry in reversed(history.timeline(HOST))]


def test_what_repeats_is_pruned_before_what_changed(tmp_path: Path) -> None:
    headers = tuple((f"x-{number}", "y" * 2000) for number in range(10))
    repeated = [answered(ONE, hour=hour, headers=headers) for hour in range(40)]
    left = pruned(tmp_path, 300_000, *repeated, answered(TWO, hour=40), *repeated, answered(THREE, hour=90))
    assert [body for entry, body in left if entry.marks] == [ONE, TWO, ONE, THREE]
    assert len(left) < 40


def test_the_oldest_changes_go_next_but_never_the_newest(tmp_path: Path) -> None:
    left = pruned(tmp_path, 300_000, *(answered(large(number), hour=number) for number in range(40)))
    assert [body for _, body in left] == [large(number) for number in range(40 - len(left), 40)]
    assert 2 < len(left) < 20


def test_the_newest_and_the_last_good_copy_of_each_host_stay_where_there_is_no_room(tmp_path: Path) -> None:
    hosts = [f"https://{number}.example" for number in range(12)]
    with History.open(tmp_path / "small.sqlite", HistoryLimits(max_bytes=1)) as history:
        for number, host in enumerate(hosts):
            kept(history, answered(large(number), host=host), answered(b"down", 503, host=host))
        assert [len(history.timeline(host)) for host in hosts] == [2] * 12


def test_version_with_a_name_is_never_pruned(tmp_path: Path) -> None:
    with History.open(tmp_path / "small.sqlite", HistoryLimits(300_000)) as history:
        (first,) = kept(history, answered())
        history.set_name(first, "before the relaunch")
        kept(history, *(answered(large(number), hour=number + 1) for number in range(40)))
        assert history.timeline(HOST)[-1].name == "before the relaunch"


def test_the_file_becomes_smaller_too(tmp_path: Path) -> None:
    path = tmp_path / "small.sqlite"
    with History.open(path) as history:
        kept(history, *(answered(large(number)) for number in range(60)))
    before = path.stat().st_size
    with History.open(path, HistoryLimits(200_000)) as history:
        kept(history, answered())
    assert path.stat().st_size < before / 3


def test_a_thousand_fetches_are_listed(history: History) -> None:
    kept(history, *(answered(ONE if number % 7 else TWO, hour=number) for number in range(1000)))
    assert len(history.timeline(HOST)) == 1000


def test_a_host_is_exported_with_its_bodies(history: History, tmp_path: Path) -> None:
    entries = kept(history, answered(), failed(hour=1), answered(TWO, hour=2), answered(hour=3))
    path = tmp_path / "out.zip"
    assert history.export(HOST, path) == 4
    with zipfile.ZipFile(path) as archive:
        rows = json.loads(archive.read(TIMELINE))
        assert [row["fetched_at"] for row in rows["entries"]] == [
            entry.fetched_at.isoformat() for entry in reversed(entries)
        ]
        assert [row["changes"] for row in rows["entries"]] == [
            ["content"],
            ["status", "content"],
            ["status"],
            ["first"],
        ]
        assert archive.read(rows["entries"][1]["body"]) == TWO
        assert len(archive.namelist()) == 3


def test_a_body_that_was_damaged_is_not_shown(history: History, tmp_path: Path) -> None:
    (entry,) = kept(history, answered())
    with closing(connect(tmp_path / "data" / "history.sqlite")) as connection:
        connection.execute("UPDATE body SET packed = x'789c'")
    with pytest.raises(HistoryError, match="damaged"):
        history.body(entry)


def test_a_row_that_cannot_be_read_hides_no_other_and_stops_nothing(history: History, tmp_path: Path) -> None:
    kept(history, answered(), answered(TWO))
    with closing(connect(tmp_path / "data" / "history.sqlite")) as connection:
        connection.execute("UPDATE entry SET outcome = 'strange', headers = '{' WHERE id = 2")
    assert [entry.size for entry in history.timeline(HOST)] == [len(ONE)]
    kept(history, answered(THREE))
    assert [entry.size for entry in history.timeline(HOST)] == [len(THREE), len(ONE)]


def test_a_due_host_is_given_out_once(history: History) -> None:
    history.watch(HOST, timedelta(hours=1))
    assert [watched.host for watched in history.claim_due(START)] == [HOST]
    assert history.claim_due(START) == ()
    assert history.claim_due(START + timedelta(minutes=59)) == ()
    assert [watched.host for watched in history.claim_due(START + timedelta(hours=1))] == [HOST]


def test_a_host_that_was_just_fetched_is_not_due_when_it_is_put_on_the_list(history: History) -> None:
    kept(history, answered())
    history.watch(HOST, timedelta(hours=1))
    assert history.watched() == (Watched(HOST, timedelta(hours=1), START),)
    history.watch(HOST, timedelta(hours=6))
    assert history.watched() == (Watched(HOST, timedelta(hours=6), START),)
    history.watch(HOST, None)
    assert history.watched() == ()


def test_the_last_file_makes_requests_conditional(history: History) -> None:
    assert history.cached_copy(HOST) is None
    kept(history, answered(TWO, headers=(("ETag", '"a"'), ("Last-Modified", "now"))), answered(b"", 304), failed())
    assert history.cached_copy(HOST) == CachedCopy(
        f"{HOST}/robots.txt", TWO, '"a"', "now", "text/plain", truncated=False
    )


def test_nothing_is_asked_where_the_server_named_nothing_to_ask_by(history: History) -> None:
    kept(history, answered())
    assert history.cached_copy(HOST) is None


@pytest.mark.parametrize("time", [10**18, 253402300799000, -62135596800000, "x", b"1"], ids=str)
def test_rows_with_an_impossible_time_are_left_out_and_the_others_stay(history: History, time: object) -> None:
    for evidence in (answered(ONE), answered(ONE, host=OTHER)):
        history.record(evidence)
    for host in (HOST, OTHER):
        history.watch(host, timedelta(hours=1))
    with closing(connect(history.path)) as connection:
        for table, column in (("entry", "fetched_at"), ("watched", "tried_at")):
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE host = ?", (time, HOST))  # noqa: S608  # ours
    assert [each.host for each in history.hosts()] == [OTHER]
    assert [each.host for each in history.watched()] == [OTHER]
    assert history.timeline(HOST) == ()
    assert len(history.timeline(OTHER)) == 1
