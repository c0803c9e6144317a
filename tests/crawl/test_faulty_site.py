"""A site with 40 made faults: each of them is found, and nothing else."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.insight.findings import FindingReporter
from robotstudio.engine.crawlers import CRAWLERS
from tests.crawl.faulty_site import FAULTS
from tests.crawl.faulty_site import answer as faulty
from tests.crawl.site import FAST, crawled, site

pytestmark = pytest.mark.usefixtures("plain_http")


def test_each_of_40_faults_is_found_and_nothing_else(tmp_path: Path) -> None:
    with site(faulty) as place:
        plan = replace(FAST, starts=(f"{place.url}/",), mine=(place.host,))
        progress = crawled(Crawl(tmp_path / "site.crawl", plan))
    assert progress.queued == 0
    readers = [CRAWLERS[token].reader for token in ("Googlebot", "GPTBot")]
    groups = FindingReporter().report(tmp_path / "site.crawl", readers, None)
    assert groups is not None
    found = {
        (group.waste or group.kind, each.url.removeprefix(place.url))
        for group in groups
        for each in (list(group.found())[:1] if group.waste else group.found())
    }
    assert len(FAULTS) >= 40
    assert found - FAULTS == set()
    assert FAULTS - found == set()
