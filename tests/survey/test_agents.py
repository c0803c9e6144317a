"""What a file does to each crawler is what its own reading of the whole file says, however short the file is made."""

import random

from robotstudio.engine import CRAWLERS, Robots
from robotstudio.engine.crawlers import Crawler, crawler_for
from robotstudio.survey.agents import AI_TOKENS, BLOCKED, NAMED, RULED, SOME, USUAL_TOKENS, Surveyed
from robotstudio.survey.facts import facts_of
from tests.rows import each_row

OF_EACH_DIALECT = {crawler.dialect: token for token, crawler in CRAWLERS.items()}.values()
SURVEYED = Surveyed(tokens=tuple(dict.fromkeys((*USUAL_TOKENS, *OF_EACH_DIALECT))))

AGENTS = ["User-agent: ", "user-agent:", "User-Agent:  ", " User-agent: "]
NAMES = [
    "*", "* # all", "GPTBot", "gptbot", "GPTBot/1.0", "Googlebot", "Googlebot-Image", "bingbot", "CCBot", "Baiduspider",
    "YandexBot", "Wget", "Scrapy", "Python-urllib", "nobody", "Mozilla/5.0 (compatible; x/1.0)", "foo bar", "bot",
    "Mediapartners-Google*",
]  # fmt: skip
RULES = ["Disallow: ", "Disallow: ", "Allow: ", "disallow:", " Allow:\t", "Disallow :"]
PATHS = [
    "/", "/", "", "/a", "/a/b", "/*", "/*a", "*/x", "/?", "/?a=1", "/a*", "/a$", "/$", "*", "a", "/a b", "/ # n", "# n",
    "/a # *", "/%61", "/index.html", "/a/index.html", "/i%6Edex.html", "*/index.html", "//", "/.", "*.js", "?x", "/a?",
    "https://a.b/", "/;", "/*/", "/ /a", "/é",
]  # fmt: skip
OTHERS = [
    "", "", " ", "\t", "# c", "# é\N{LINE SEPARATOR}Disallow: /", "Sitemap: https://a.b/c", " Sitemap: x", "Sitemap:",
    "Host: a.b", "Crawl-delay: 1", "Crawl-delay: 10 # x", "Crawl-delay: 0.5", "Crawl-delay: 600", "Noindex: /a",
    "crawl delay 600", "Crawl-deley: 400", "Craw-Delay 2",
    "Request-rate: 1/5", "Visit-time: 0600-0845", "Clean-param: a /", "Content-Signal: ai-train=no", "License: x",
    "hello", "Disalow: /", "Allow /a", "Unknown: x",
]  # fmt: skip


def random_file(chance: random.Random) -> bytes:
    lines = []
    for _ in range(chance.randint(1, chance.choice((4, 9, 16)))):
        heads, values = chance.choices(((AGENTS, NAMES), (RULES, PATHS), ([""], OTHERS)), (6, 9, 5))[0]
        lines.append(chance.choice(heads) + chance.choice(values))
    mark = chance.choice([""] * 19 + ["\N{BYTE ORDER MARK}"])
    return (mark + chance.choice(("\n", "\n", "\r\n")).join(lines)).encode()


def says_of(body: bytes, crawler: Crawler) -> tuple[bool, bool]:
    """Whether a crawler may not fetch `/`, and whether any rule that it obeys keeps it from something."""
    robots = Robots.parse(body, crawler.dialect)
    rules = robots.choose(crawler.agent).rules.ranked
    return not robots.decide("/", crawler.agent).allowed, any(rule.written and not rule.allow for rule in rules)


def test_each_crawler_is_treated_as_its_own_reading_of_the_whole_file_says() -> None:
    chance = random.Random(41)
    for _ in range(600):
        body = random_file(chance)
        states = facts_of(body, surveyed=SURVEYED).states
        found = {crawler.token: (bool(state & BLOCKED), bool(state & SOME)) for crawler, state in _with(states)}
        assert found == {crawler.token: says_of(body, crawler) for crawler in SURVEYED.crawlers}, body


def _with(states: bytes) -> list[tuple[Crawler, int]]:
    return list(zip(SURVEYED.crawlers, states, strict=True))


def state(body: bytes, token: str) -> int:
    return facts_of(body, surveyed=SURVEYED).states[SURVEYED.tokens.index(token)]


@each_row(
    ("rules", "token"),
    [
        (b"Disallow: /\nAllow: /\n", "Baiduspider"),
        (b"Disallow: /\nAllow: /*\n", "Baiduspider"),
        (b"Disallow: /?\n", "Python-urllib"),
        (b"Disallow: //\n", "Python-urllib"),
        (b"Disallow: /a\n \nDisallow: /\n", "Python-urllib"),
    ],
)
def test_crawlers_that_differ_about_the_start_page_are_asked_one_by_one(rules: bytes, token: str) -> None:
    body = b"User-agent: *\n" + rules
    crawler = SURVEYED.crawlers[SURVEYED.tokens.index(token)]
    assert bool(state(body, token) & BLOCKED) is says_of(body, crawler)[0]
    assert len({bool(each & BLOCKED) for each in facts_of(body, surveyed=SURVEYED).states}) == 2


def test_a_delay_is_no_rule_and_a_long_one_keeps_ccbot_away() -> None:
    assert state(b"User-agent: CCBot\nCrawl-delay: 10\n", "CCBot") & (NAMED | RULED | SOME | BLOCKED) == NAMED
    assert state(b"User-agent: CCBot\nDisallow: /a\nCrawl-delay: 600\n", "CCBot") & (SOME | BLOCKED) == SOME | BLOCKED


@each_row(
    ("delays", "blocked"),
    [
        (["Crawl-delay: 600", "Crawl-delay: 1"], True),
        (["Crawl-delay: 1", "Crawl-delay: 600"], False),
        (["Crawl-delay: 1", "crawl delay 600"], False),
        (["Craw-delay: x", "Crawl-deley: 600"], False),
    ],
)
def test_the_first_of_several_delays_counts(delays: list[str], *, blocked: bool) -> None:
    body = f"User-agent: CCBot\nDisallow: /a\n{delays[0]}\nDisallow: /b\n{delays[1]}\n".encode()
    assert bool(state(body, "CCBot") & BLOCKED) is blocked


def test_delay_of_another_group_does_not_free_a_blocked_crawler() -> None:
    body = b"User-agent: CCBot\nCrawl-delay: 500\n\nUser-agent: *\nCrawl-delay: 10\nDisallow: /x\n"
    assert state(body, "CCBot") & BLOCKED


def test_crawlers_of_ai_that_are_counted_are_of_ai_in_the_catalogue() -> None:
    assert [token for token in AI_TOKENS if not crawler_for(token).purpose.startswith("ai-")] == []
