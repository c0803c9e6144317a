"""The replay of a log against a draft, compared with a count request by request."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.compliance.budget import BudgetInput, crawl_budget, share_words
from robotstudio.compliance.log_requests import LogRequests, is_robots
from robotstudio.engine import Robots
from tests.compliance.test_judging import KNOWN, line, requests_of

TARGETS = ("/", "/a", "/a/b", "/b?x=1", "/robots.txt", "/c.pdf", "/a/1", "/a/2")
TOKENS = ("Inventbot", "Googlebot", "bingbot")
RULES = st.sampled_from(("Disallow: /a", "Allow: /a/b", "Disallow: /*?x=", "Disallow: /*.pdf$", "Disallow: /"))
FILES = st.lists(RULES, max_size=4).map(lambda rules: "\n".join(["User-agent: *", *rules]).encode())


def log_of(folder: Path, requests: list[tuple[str, str]]) -> LogRequests:
    path = folder / "access.log"
    lines = (line(hour, target, agent=token) for hour, (token, target) in enumerate(requests))
    path.write_text("".join(lines), "utf-8")
    return requests_of(path)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(TOKENS), st.sampled_from(TARGETS)), min_size=1, max_size=30), FILES, FILES)
def test_spared_is_what_the_draft_blocks_and_the_earlier_file_does_not(
    tmp_path_factory: pytest.TempPathFactory, requests: list[tuple[str, str]], draft: bytes, before: bytes
) -> None:
    found = crawl_budget(BudgetInput(log_of(tmp_path_factory.mktemp("log"), requests), draft, KNOWN, before))
    expected = Counter[str]()
    for token, target in requests:
        crawler = KNOWN.crawler_for(token)
        new, old = (Robots.parse(body, crawler.dialect) for body in (draft, before))
        url = "https://site.invalid" + target
        spared = old.decide(url, crawler.agent).allowed and not new.decide(url, crawler.agent).allowed
        expected[token] += spared and not is_robots(target)
    for budget in found:
        assert budget.spared == expected[budget.crawler.token]
        assert sum(rule.spared for rule in budget.rules) == budget.spared
        for tallies in (budget.patterns, budget.statuses, budget.days):
            assert (sum(one.requests for one in tallies), sum(one.spared for one in tallies)) == (
                budget.requests,
                budget.spared,
            )


def test_without_an_earlier_file_everything_blocked_is_spared(tmp_path: Path) -> None:
    requests = log_of(tmp_path, [("Inventbot", "/a"), ("Inventbot", "/b?x=1")])
    (budget,) = crawl_budget(BudgetInput(requests, b"User-agent: *\nDisallow: /\n", KNOWN))
    assert (budget.requests, budget.spared, budget.blocked_before, budget.share) == (2, 2, 0, 1.0)


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, "0.0%"), (0.0003, "0.03%"), (0.025, "2.5%"), (0.41, "41%"), (0.9996, "99.96%"), (1.0, "100%")],
)
def test_a_part_is_neither_nothing_nor_all(share: float, said: str) -> None:
    assert share_words(share) == said
