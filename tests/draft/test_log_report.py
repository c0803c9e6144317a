"""What crawlers of a log requested, against a draft."""

import pytest

from robotstudio.draft.log_report import DraftRules, Log, LogReport, Requests, report_on
from robotstudio.engine import Robots
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.panels.site.loader import tokens_finder
from robotstudio.urls.sources.reading import ReadOptions, read_bytes

GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
BING = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"
LINES = (
    ("/", 200, GOOGLE),
    ("/private/a", 200, GOOGLE),
    ("/private/a", 304, GOOGLE),
    ("/private/b", 404, BING),
    ("/private/b", 200, "Mozilla/5.0 Firefox/140"),
    ("/", 200, "curl/8"),
)
LOG = "".join(
    f'1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET {path} HTTP/1.1" {status} 12 "-" "{agent}"\n'
    for path, status, agent in LINES
)
DRAFT = b"User-agent: Googlebot\nDisallow: /private/\n"


@pytest.fixture
def report() -> LogReport:
    reading = read_bytes(LOG.encode(), "access.log", ReadOptions(find_tokens=tokens_finder(CATALOGUE)))
    assert reading.log is not None
    log = Log.of(reading.source, reading.urls, reading.log)
    return report_on(log, DraftRules(DRAFT, HttpScenario(), {}), CATALOGUE, lambda: False)


def _of(report: LogReport, token: str) -> Requests:
    return next(one for one in report.crawlers if one.crawler and one.crawler.token.lower() == token)


def test_a_crawlers_requests_are_judged_by_its_own_group(report: LogReport) -> None:
    google = _of(report, "googlebot")
    assert (google.requests, len(google.rows)) == (3, 2)
    assert (google.blocked_urls, google.blocked_requests) == (1, 2)
    assert google.statuses == ((200, 2), (304, 1))
    assert google.lines is not None
    assert google.lines.tolist() == [0, 2]


def test_a_crawler_without_a_group_may_fetch_all(report: LogReport) -> None:
    assert _of(report, "bingbot").blocked_urls == 0


def test_other_clients_are_counted_together_and_not_judged(report: LogReport) -> None:
    others = report.others
    assert others is not None
    assert (others.clients, others.requests, len(others.rows)) == (2, 2, 2)
    assert others.blocked_urls is None


def test_verdicts_are_those_of_decide(report: LogReport) -> None:
    for one in report.crawlers:
        assert one.crawler is not None
        assert one.allowed is not None
        robots = Robots.parse(DRAFT, one.crawler.dialect)
        urls = [report.log.urls.urls[row] for row in one.rows.tolist()]
        assert one.allowed.tolist() == [robots.decide(url, one.crawler.agent).allowed for url in urls]
