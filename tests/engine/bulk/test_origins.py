"""The sites of many URLs."""

import pytest

from robotstudio.engine import UrlTable
from robotstudio.engine.bulk import Texts, mask_outside, order_by_url, origins
from robotstudio.engine.scope import governs

ROBOTS = "https://x.test/robots.txt"
URLS = ("/path", "https://x.test/b", "http://x.test/", "https://y.test/a", "https://x.test/a", "https://x.test:8443/a")


@pytest.mark.parametrize("few", [0, 4_096])
def test_what_another_robots_txt_governs_is_known_of_few_and_of_many(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(origins, "_FEW", few)
    monkeypatch.setattr(origins, "_SAMPLE", 1)
    urls = URLS * 3
    found = mask_outside(Texts.of(urls), ROBOTS).tolist()
    assert found == [not url.startswith("/") and not governs(ROBOTS, url) for url in urls]


def test_urls_are_in_order_of_their_sites_and_then_of_their_paths() -> None:
    assert [URLS[place] for place in order_by_url(UrlTable(URLS)).tolist()] == [
        "/path",
        "http://x.test/",
        "https://x.test/a",
        "https://x.test/b",
        "https://x.test:8443/a",
        "https://y.test/a",
    ]
