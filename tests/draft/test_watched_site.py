"""What became new at a site that is watched."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.draft.watched_site import BlockChange, SiteNews, SiteNewsKind, news_of
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.history.store import History
from tests.ui.panels.fetch.evidences import SUCCESS, answered

OURS = b"User-agent: *\nDisallow: /a\n"
MANAGED = b"# BEGIN Cloudflare Managed content\nUser-agent: GPTBot\nDisallow: /\n# END Cloudflare Managed Content\n"

GONE = answered(503, FetchOutcome.SERVER_ERROR)


def came(body: bytes) -> Evidence:
    return replace(SUCCESS, body=body, fetched_at=datetime.now(UTC))


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History.open(tmp_path / "history.sqlite")


def news(history: History, *answers: Evidence) -> SiteNews:
    """Of the last of these answers."""
    for evidence in answers:
        entry = history.record(evidence)
    assert entry
    last = next(iter(history.timeline(entry.host)[1:2]), None)
    file = history.before(entry)
    found = news_of(
        entry, history.body(entry) if entry.has_rules else b"", last, file, history.body(file) if file else None
    )
    history.close()
    return found


def test_first_fetch_has_nothing_to_be_compared_with(history: History) -> None:
    assert news(history, came(OURS)).what is SiteNewsKind.FIRST


def test_same_bytes_are_nothing_new(history: History) -> None:
    found = news(history, came(OURS), came(OURS))
    assert (found.what, found.managed) == (SiteNewsKind.SAME, ())


def test_other_bytes_come_with_both_files(history: History) -> None:
    found = news(history, came(OURS), came(OURS + b"Disallow: /b\n"))
    assert (found.what, found.before, found.now) == (SiteNewsKind.TEXT, OURS, OURS + b"Disallow: /b\n")
    assert not found.is_only_managed


def test_file_that_is_gone_is_told_once(history: History) -> None:
    assert news(history, came(OURS), GONE).what is SiteNewsKind.BROKEN


def test_file_that_stays_away_is_nothing_new(history: History) -> None:
    assert news(history, came(OURS), GONE, GONE).what is SiteNewsKind.SAME


def test_file_that_comes_again_as_it_was_is_back(history: History) -> None:
    assert news(history, came(OURS), GONE, came(OURS)).what is SiteNewsKind.BACK


@pytest.mark.parametrize(
    ("before", "now", "change"),
    [
        (OURS, MANAGED + OURS, BlockChange.ADDED),
        (MANAGED + OURS, OURS, BlockChange.REMOVED),
        (MANAGED + OURS, MANAGED.replace(b"GPTBot", b"CCBot") + OURS, BlockChange.CHANGED),
    ],
)
def test_change_of_a_managed_block_alone_is_named_as_such(
    history: History, before: bytes, now: bytes, change: BlockChange
) -> None:
    found = news(history, came(before), came(now))
    assert [each.change for each in found.managed] == [change]
    assert (found.managed[0].first_line, found.managed[0].last_line) == (1, 4)
    assert found.is_only_managed


def test_change_beside_a_managed_block_is_not_only_of_that(history: History) -> None:
    found = news(history, came(MANAGED + OURS), came(MANAGED.replace(b"GPTBot", b"CCBot") + OURS + b"Disallow: /b\n"))
    assert len(found.managed) == 1
    assert not found.is_only_managed
