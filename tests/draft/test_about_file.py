"""Bytes are counted and hashed as they would be saved; each crawler has its own limit and its own time."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from robotstudio.draft.about_file import facts_of_file
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.store.text import load

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("body", "lines"),
    [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\r\nb", 2), (b"a\rb\n\n", 3), (b"\r\n\r\n", 2)],
)
def test_lines_end_at_any_line_ending_and_the_last_may_have_none(body: bytes, lines: int) -> None:
    found = facts_of_file("robots.txt", "", body, load(body).form, (), now=NOW)
    assert (found.lines, found.size, found.sha256) == (lines, len(body), sha256(body).hexdigest())


def test_what_is_behind_the_limit_of_a_crawler_is_not_read_by_it() -> None:
    body = b"#" * 600_000
    crawlers = [CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]]
    google, gpt = facts_of_file("robots.txt", "", body, load(body).form, crawlers, now=NOW).crawlers
    assert google.unread == 600_000 - 500 * 1024
    assert gpt.crawler is CRAWLERS["GPTBot"]


def test_google_has_a_change_within_a_day() -> None:
    (google,) = facts_of_file("robots.txt", "", b"", load(b"").form, [CRAWLERS["Googlebot"]], now=NOW).crawlers
    assert google.reach is not None
    assert google.reach.at == NOW + timedelta(hours=24)
