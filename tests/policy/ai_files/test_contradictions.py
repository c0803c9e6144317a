"""Files for AI against a robots.txt: what one says and the other takes back is found, with a URL that shows it."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.ai_files.ai_txt import read_ai_txt
from robotstudio.policy.ai_files.contradictions import (
    READ_LLMS_TXT,
    ContradictionKind,
    compare_ai_txt,
    compare_llms_txt,
    crawlers_for,
)
from robotstudio.policy.ai_files.llms_txt import read_llms_txt

ROBOTS = b"""\
User-agent: *
Disallow: /admin/

User-agent: GPTBot
User-agent: OAI-SearchBot
Disallow: /
"""
ADDRESS = "https://shop.example/llms.txt"
LLMS = b"# Shop\n## Docs\n- [A](/docs/a)\n- [B](/admin/b)\n- [C](https://other.example/admin/)\n"


def test_links_that_crawlers_for_answers_may_not_fetch_are_named_with_the_lines() -> None:
    comparison = compare_llms_txt(read_llms_txt(LLMS, ADDRESS), ADDRESS, ROBOTS, CATALOGUE)
    assert (comparison.judged, comparison.elsewhere) == (2, 1)
    everybody = sum(crawler.uses_global for crawler in crawlers_for(CATALOGUE, READ_LLMS_TXT))
    assert [
        (each.against, each.line, each.url, len(each.crawlers), each.rules) for each in comparison.contradictions
    ] == [
        (ContradictionKind.CLOSED_FILE, 0, ADDRESS, 1, (6,)),
        (ContradictionKind.CLOSED_LINK, 3, "/docs/a", 1, (6,)),
        (ContradictionKind.CLOSED_LINK, 4, "/admin/b", everybody, (2, 6)),
    ]


def test_crawler_for_training_is_no_contradiction_as_the_file_is_not_for_it() -> None:
    robots = b"User-agent: GPTBot\nDisallow: /\n"
    assert not compare_llms_txt(read_llms_txt(LLMS, ADDRESS), ADDRESS, robots, CATALOGUE).contradictions


def test_of_a_file_of_an_unknown_site_only_paths_are_judged() -> None:
    comparison = compare_llms_txt(read_llms_txt(LLMS), "", ROBOTS, CATALOGUE)
    assert (comparison.judged, comparison.elsewhere) == (2, 1)


def test_no_to_training_where_all_but_one_are_let_in() -> None:
    found = read_ai_txt(b"User-Agent: *\nDisallow: *.jpg\n")
    (each,) = compare_ai_txt(found, ROBOTS, CATALOGUE).contradictions
    assert (each.against, each.line, each.url, each.rules) == (ContradictionKind.OPEN, 2, "/any.jpg", ())
    assert each.of - len(each.crawlers) == 1
    assert "GPTBot" not in {crawler.token for crawler in each.crawlers}


def test_yes_to_a_crawler_that_is_kept_out() -> None:
    found = read_ai_txt(b"User-Agent: GPTBot\nAllow: /\n")
    (each,) = compare_ai_txt(found, ROBOTS, CATALOGUE).contradictions
    assert (each.against, [crawler.token for crawler in each.crawlers], each.rules) == (
        ContradictionKind.CLOSED,
        ["GPTBot"],
        (6,),
    )


def test_file_that_says_the_same_contradicts_nothing() -> None:
    robots = b"User-agent: *\nDisallow: /\n"
    found = read_ai_txt(b"User-Agent: *\nDisallow: *.jpg\nDisallow: /\nDisallow: *\n")
    comparison = compare_ai_txt(found, robots, CATALOGUE)
    assert (comparison.contradictions, comparison.judged) == ((), 3)


def test_rule_that_another_one_overrules_for_every_url_is_not_held_against_anything() -> None:
    found = read_ai_txt(b"User-Agent: *\nDisallow: /a\nAllow: /a\n")
    assert [each.against for each in compare_ai_txt(found, b"", CATALOGUE).contradictions] == []


_RULE = st.tuples(st.sampled_from(["Allow", "Disallow"]), st.sampled_from(["/", "/a", "/a/", "*.x", "*", "/b$"]))
_FILE = st.lists(_RULE, max_size=5).map(
    lambda rules: ("User-agent: *\n" + "".join(f"{field}: {path}\n" for field, path in rules)).encode()
)


@given(_FILE, _FILE)
def test_url_of_a_contradiction_shows_it(ai: bytes, robots: bytes) -> None:
    said = Robots.parse(ai, "google")
    for each in compare_ai_txt(read_ai_txt(ai), robots, CATALOGUE).contradictions:
        url = f"https://a.example{each.url}"
        for crawler in each.crawlers:
            verdict = said.decide(url, crawler.agent)
            assert verdict.line == each.line
            assert verdict.allowed is (each.against is ContradictionKind.CLOSED)
            assert Robots.parse(robots, crawler.dialect).decide(url, crawler.agent).allowed is not verdict.allowed
