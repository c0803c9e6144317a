"""The cache of a table's paths stays correct under concurrent use, and within its bounds."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.bulk import view
from robotstudio.engine.paths import path_of
from robotstudio.engine.patterns import compile_pattern

URLS = [f"/{first}/{second}/{number}" for first in "abcd" for second in "abcd" for number in range(20)]
WORDS = [f"/{first}/*{number}" for first in "abcd*" for number in range(12)]


def draft(start: int) -> bytes:
    """Return rules of which every draft has some and none has all."""
    rules = [f"Disallow: {word}" for word in WORDS[start : start + 30]]
    return "\n".join(["User-agent: *", *rules]).encode()


def blocked(table: UrlTable, body: bytes) -> int:
    return Robots.parse(body).decide_all(table, ["x"]).verdict_class("x").blocked_count


@pytest.fixture
def hasty_threads() -> Iterator[ThreadPoolExecutor]:
    """Switch threads as often as possible."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(4) as threads:
        yield threads
    sys.setswitchinterval(usual)


@pytest.mark.parametrize("most", [0, 7, 100_000], ids=["nothing kept", "little kept", "all kept"])
def test_several_threads_ask_one_table_at_once(
    most: int, hasty_threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "_MOST_PATTERNS_KEPT", most)
    drafts = [draft(number % 30) for number in range(120)]
    expected = [blocked(UrlTable(URLS), body) for body in drafts[:30]] * 4
    table = UrlTable(URLS)
    assert list(hasty_threads.map(lambda body: blocked(table, body), drafts)) == expected


def test_rows_kept_are_counted_whichever_thread_keeps_them(
    hasty_threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "_LEAST_ROWS_KEPT", 500)
    monkeypatch.setattr(view, "_KEPT_FOR_EACH_ROW", 0)
    known = UrlTable(URLS).view(path_of)._known
    found = [(compile_pattern(word.encode()), np.arange(size)) for size, word in enumerate(WORDS)]
    list(hasty_threads.map(lambda each: known._keep(*each), found * 200))
    assert known._rows_kept == sum(len(rows) for rows in known._kept.values() if isinstance(rows, np.ndarray)) <= 500
