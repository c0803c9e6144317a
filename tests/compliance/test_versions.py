"""The versions of a file, from the history of fetches and from files."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from robotstudio.compliance.model import ALWAYS, conflicting_versions, version_of_file, versions_of
from robotstudio.fetch.history.store import History
from tests.fetch.history.evidences import HOST, ONE, START, TWO, answered, failed


def test_history_has_a_version_from_when_it_was_first_seen(tmp_path: Path) -> None:
    with History.open(tmp_path / "history.sqlite") as history:
        for evidence in (
            answered(ONE),
            answered(ONE, hour=1),
            failed(hour=2),
            answered(b"", 503, hour=3),
            answered(TWO, hour=4),
            answered(ONE, hour=5),
        ):
            history.record(evidence)
        found = versions_of(history.timeline(HOST), history.body)
    assert [(version.since - START, version.body) for version in found] == [
        (timedelta(hours=0), ONE),
        (timedelta(hours=4), TWO),
        (timedelta(hours=5), ONE),
    ]


def test_two_different_versions_of_one_time_are_found() -> None:
    first, same, later = (version_of_file(ONE, since, "") for since in ("", "", "2026-10-01"))
    other = version_of_file(TWO, "", "")
    assert conflicting_versions([first, same, later]) is None
    assert conflicting_versions([first, later, other]) == (first, other)


def test_file_is_there_from_its_day_in_utc_or_always() -> None:
    assert version_of_file(ONE, "", "robots.txt").since == ALWAYS
    assert version_of_file(ONE, "2026-10-01", "").since == datetime(2026, 10, 1, tzinfo=UTC)
    assert version_of_file(ONE, "2026-10-01T02:00+02:00", "").since == datetime(2026, 10, 1, tzinfo=UTC)
    with pytest.raises(ValueError, match="Invalid isoformat"):
        version_of_file(ONE, "yesterday", "")


def test_missing_file_is_an_empty_version_if_asked(tmp_path: Path) -> None:
    with History.open(tmp_path / "history.sqlite") as history:
        for evidence in (answered(ONE), answered(b"", 404, hour=2), answered(b"", 503, hour=3), answered(ONE, hour=4)):
            history.record(evidence)
        entries = history.timeline(HOST)
        found = versions_of(entries, history.body, with_missing=True)
        assert len(versions_of(entries, history.body)) == 1
    assert [(version.since - START, version.body, version.after and version.after - START) for version in found] == [
        (timedelta(hours=0), ONE, None),
        (timedelta(hours=2), b"", timedelta(hours=0)),
        (timedelta(hours=4), ONE, timedelta(hours=2)),
    ]


def test_time_of_a_version_is_in_utc() -> None:
    assert version_of_file(b"", "2026-10-06T08:00+09:00", "").since == datetime(2026, 10, 5, 23, tzinfo=UTC)
    assert version_of_file(b"", "2026-10-06T08:00+09:00", "").since.tzinfo is UTC
    for never in ("9999-12-31T23:59-14:00", "0001-01-01T00:00+14:00", "1899-12-31", "3000-01-01"):
        with pytest.raises(ValueError, match=never[:4]):
            version_of_file(b"", never, "")
