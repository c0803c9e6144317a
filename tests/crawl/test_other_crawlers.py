"""Scrapy finds the same pages of a site as a crawl of ours."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from benchmarks.other_crawlers import crawl_by, html_pages
from robotstudio.crawl.crawl import Crawl
from tests.crawl.faulty_site import answer as faulty
from tests.crawl.site import FAST, crawled, site

_PYTHON: Final = os.environ.get("SCRAPY_PYTHON") or (sys.executable if find_spec("scrapy") else "")
"""The Python of an environment with Scrapy."""


@pytest.mark.usefixtures("plain_http")
@pytest.mark.skipif(not _PYTHON, reason="Scrapy is not installed; SCRAPY_PYTHON may name a Python that has it")
def test_scrapy_finds_the_same_pages(tmp_path: Path) -> None:
    with site(faulty) as place:
        theirs = crawl_by(_PYTHON, "scrapy", f"{place.url}/").pages
        plan = replace(FAST, starts=(f"{place.url}/",), follows_sitemaps=False, probes=False)
        crawled(Crawl(tmp_path / "site.crawl", plan))
    ours = html_pages(tmp_path / "site.crawl")
    assert len(ours) > 40
    assert theirs == ours
