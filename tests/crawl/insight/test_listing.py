"""What a window lists of crawls, while others write and tidy up their files."""

from pathlib import Path

import pytest

from robotstudio.crawl.insight.listing import newest_crawl
from robotstudio.crawl.store import state_of_file


def test_what_lies_beside_a_crawl_may_go_while_one_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "example.com.crawl"
    path.touch()
    before = state_of_file(path)
    monkeypatch.setattr(Path, "exists", lambda _: True)  # it was there a moment ago
    assert newest_crawl(tmp_path) is None
    assert state_of_file(path) == before
