"""Rule classes: results for a URL among very many are the same as for it alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, NamedOnly, Robots, UrlTable
from robotstudio.engine.names import Agent
from robotstudio.engine.rule_classes import distinct_verdicts
from tests.engine.bulk.test_matrix import FILES, URLS

AGENTS: tuple[Agent, ...] = ("a", "b", NamedOnly(("b", "a")))
EXEMPT = st.sampled_from(["https://example.com/robots.txt", "/robots.txt", "/robots.txt?x"])


@pytest.mark.parametrize("dialect", DIALECTS)
@given(file=FILES, urls=st.lists(URLS | EXEMPT, max_size=12))
@settings(max_examples=25)
def test_url_has_the_verdict_and_the_reason_of_its_kind(file: str, urls: list[str], dialect: str) -> None:
    robots, table = Robots.parse(file.encode("utf-8", "surrogateescape"), dialect), UrlTable(urls)
    for agent in AGENTS:
        found = distinct_verdicts(robots, table, agent)
        if found is None:
            assert robots.choose(agent).rules.precedence.reach
            continue
        places, which = found
        kinds = [robots.decide(urls[place], agent) for place in places.tolist()]
        for url, kind in zip(urls, which.tolist(), strict=True):
            alone, like = robots.decide(url, agent), kinds[kind]
            assert (alone.allowed, alone.rule, alone.reason) == (like.allowed, like.rule, like.reason)


def test_urls_of_one_kind_are_decided_once() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*?x\n")
    table = UrlTable(f"/{path}/{number}" for number in range(500) for path in ("a", "a/b", "c", "c?x"))
    found = distinct_verdicts(robots, table, "x")
    assert found is not None
    assert len(found[0]) == 4
