"""The library: the engine's verdicts, each crawler read in its own dialect."""

import pickle
import subprocess
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import robotstudio
from robotstudio import Answer, BadUrlError, Robots
from robotstudio.engine import CRAWLERS, DIALECTS
from robotstudio.engine import Robots as Reading

FILE = """\
# rules of a shop
User-agent: *
Crawl-delay: 2.5
Disallow: /cart/
Allow: /cart/help

User-agent: Googlebot-Image
User-agent: GPTBot
Disallow: /*.gif$

Sitemap: https://shop.example/sitemap.xml
Sitemap: /news.xml
"""
ROBOTS = Robots.parse(FILE)
LINES = st.sampled_from(
    [
        "User-agent: *",
        "User-agent: googlebot",
        "User-agent: Bingbot",
        "Disallow: /a",
        "Allow: /a/b",
        "Disallow:",
        "Disallow: /*b$",
        "",
        "Crawl-delay: 9",
        "junk",
        "Sitemap: https://x.example/s",
    ]
)
URLS = st.sampled_from(["/", "/a", "/a/b", "/a/b?c", "https://shop.example/a", "/robots.txt", "/é"])
AGENTS = st.sampled_from(["Googlebot", "Googlebot-Image", "bingbot", "YandexBot", "Unheardof", "*"])


@pytest.mark.parametrize(
    ("url", "user_agent", "allowed", "line"),
    [
        ("/cart/1", "Bingbot", False, 4),
        ("/cart/help/x", "Bingbot", True, 5),
        ("https://shop.example/cart/1", "anybody", False, 4),
        ("shop.example/cart/1", "anybody", False, 4),
        ("/x.gif", "Googlebot-Image", False, 9),
        ("/cart/1", "GPTBot", True, None),
        ("/x.gif", "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)", False, 9),
        ("/cart/1", "*", False, 4),
    ],
)
def test_answer_names_the_line_that_decides(url: str, user_agent: str, allowed: bool, line: int | None) -> None:
    answer = ROBOTS.why(url, user_agent)
    assert (ROBOTS.allowed(url, user_agent), answer.allowed, answer.line) == (allowed, allowed, line)


def test_answer_has_the_reason_as_data_and_as_a_sentence() -> None:
    answer = ROBOTS.why("/cart/help", "Bingbot")
    assert answer == Answer(
        allowed=True,
        url="/cart/help",
        crawler="bingbot",
        line=5,
        rule="Allow: /cart/help",
        group="*",
        reason="longest-match",
        dialect="bing",
        sentence=str(answer),
    )
    assert str(answer).startswith("Bingbot may fetch /cart/help. Allow: /cart/help (line 5) is the longest match")


def test_url_is_requested_as_a_browser_would() -> None:
    assert Robots.parse("User-agent: *\nDisallow: /caf%C3%A9").why("shop.example/café#menu", "Googlebot").url == (
        "https://shop.example/caf%C3%A9"
    )


@pytest.mark.parametrize("url", ["", "mailto:a@b.example", "https://"])
def test_text_that_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(BadUrlError):
        ROBOTS.allowed(url, "Googlebot")


def test_text_and_bytes_read_alike() -> None:
    assert Robots.parse(FILE.encode()).groups == ROBOTS.groups
    assert Robots.parse("\ufeff" + FILE).groups == ROBOTS.groups


def test_lone_surrogates_and_odd_bytes_are_read() -> None:
    assert Robots.parse("User-agent: *\nDisallow: /\udcff\ud800").allowed("/", "Googlebot")
    assert Robots.parse(b"\xff\xfe\x00User-agent").allowed("/", "Googlebot")


def test_wrong_argument_is_named() -> None:
    with pytest.raises(TypeError, match=r"text or bytes, not list"):
        Robots.parse([])  # type: ignore[arg-type]  # what a caller without a type checker may do
    with pytest.raises(ValueError, match=r"Unknown dialect 'netscape'. Available: baidu, bing, "):
        Robots.parse("", dialect="netscape")


def test_groups_are_data() -> None:
    named = [
        (group.user_agents, [(rule.line, rule.allow, rule.path) for rule in group.rules]) for group in ROBOTS.groups
    ]
    assert named == [
        (("*",), [(4, False, "/cart/"), (5, True, "/cart/help")]),
        (("Googlebot-Image", "GPTBot"), [(9, False, "/*.gif$")]),
    ]


def test_sitemaps_are_full_urls() -> None:
    assert ROBOTS.sitemaps == ("https://shop.example/sitemap.xml",)


def test_crawl_delay_is_that_of_the_own_group() -> None:
    assert (ROBOTS.crawl_delay("Bingbot"), ROBOTS.crawl_delay("GPTBot")) == (2.5, None)


@given(st.lists(LINES, max_size=12), st.lists(URLS, max_size=4), st.lists(AGENTS, max_size=4, unique=True))
def test_all_at_once_is_one_by_one(lines: Sequence[str], urls: Sequence[str], agents: Sequence[str]) -> None:
    robots = Robots.parse("\n".join(lines))
    columns = robots.decide_all(urls, agents)
    pairs = [(url, agent) for url in urls for agent in agents]
    one_by_one = [robots.why(url, agent) for url, agent in pairs]
    assert list(zip(columns["url"], columns["user_agent"], strict=True)) == pairs
    assert columns["allowed"].tolist() == [answer.allowed for answer in one_by_one]
    assert columns["line"].tolist() == [answer.line or 0 for answer in one_by_one]


@given(st.lists(LINES, max_size=12), st.sampled_from(sorted(CRAWLERS)))
def test_crawler_reads_in_its_dialect(lines: Sequence[str], token: str) -> None:
    body = "\n".join(lines)
    crawler = CRAWLERS[token]
    verdict = Reading.parse(body.encode(), crawler.dialect).decide("/a/b", crawler.agent)
    answer = Robots.parse(body).why("/a/b", token)
    assert (answer.allowed, answer.line, answer.dialect) == (verdict.allowed, verdict.line, crawler.dialect)


@given(st.lists(LINES, max_size=12), st.sampled_from(sorted(DIALECTS)))
def test_dialect_that_is_asked_for_is_that_of_all(lines: Sequence[str], dialect: str) -> None:
    body = "\n".join(lines)
    answer = Robots.parse(body, dialect=dialect).why("/a/b", "Googlebot")
    verdict = Reading.parse(body.encode(), dialect).decide("/a/b", "Googlebot")
    assert (answer.allowed, answer.line, answer.dialect) == (verdict.allowed, verdict.line, dialect)


def test_text_is_no_list_of_urls_or_user_agents() -> None:
    robots = Robots.parse(FILE)
    with pytest.raises(TypeError, match=r"`user_agents` must be a list, not text. Write \['Googlebot'\]"):
        robots.decide_all(["/"], "Googlebot")
    with pytest.raises(TypeError, match="`urls` must be a list"):
        robots.decide_all("/cart/", ["Googlebot"])


def test_robots_can_be_sent_to_another_process() -> None:
    robots = Robots.parse("User-agent: *\nDisallow: /*.pdf$\n", dialect="original1994")
    again = pickle.loads(pickle.dumps(robots))
    assert (again.why("/a.pdf", "Googlebot"), again.groups) == (robots.why("/a.pdf", "Googlebot"), robots.groups)


def test_public_names_are_completed() -> None:
    assert set(robotstudio.__all__) <= set(dir(robotstudio))
    assert {"Robots", "CRAWLERS", "DIALECTS"} <= set(dir(robotstudio.engine))
    with pytest.raises(AttributeError, match="no attribute 'Robot'"):
        robotstudio.Robot  # noqa: B018  # the access is what is tried


def test_one_verdict_loads_neither_the_window_nor_numpy() -> None:
    asked = (
        "import sys; from robotstudio import Robots; Robots.parse('').why('/', 'Googlebot');"
        "print(sorted({'PySide6', 'numpy', 'httpx', 'lxml'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
