"""crawler-commons, statement by statement (SimpleRobotRulesParser, SimpleRobotRules)."""

import pytest

from robotstudio.engine import Outcome, Reason, Robots
from robotstudio.engine.dialects.crawler_commons import escaped_path_of, escaped_pattern, value_and_token


@pytest.mark.parametrize(
    ("body", "agent", "line"),
    [
        ("User-agent: foo/1.2\nDisallow: /\n", "foo", 2),  # the token that the value starts with
        ("User-agent: MJ12bot\nDisallow: /\n", "MJ12bot", 2),  # or the whole value
        ("User-agent: foo, bar\nDisallow: /\n", "bar", None),
        ("User-agent: foo\nDisallow: /\n", "foobar", None),
        ("User-agent: foo\nX: 1\nCrawl-delay: 2\nUser-agent: bar\nDisallow: /\n", "foo", 5),
        ("User-agent: foo\nDisallow: /b\nUser-agent: foo\nDisallow: /\n", "foo", 4),  # merged
        ("ser-agent: foo\ndisallows /\n", "foo", 2),  # misspelled, and without a colon
        ("User-agent: foo\nDisallow-all: /\n", "foo", None),
        ("User-agent: foo\nDisallow: /\nAllow: /a\n", "foo", 3),  # the longest
        ("User-agent: foo\nDisallow: /a\nAllow: /a\n", "foo", 3),  # Allow wins a tie
        ("User-agent: foo\nDisallow: /\nDisallow:\n", "foo", 2),  # a rule without a value drops no other
        ("User-agent: foo\nDisallow:\nDisallow: /\n", "foo", 3),
        ("<html>\nUser-agent: foo<br>\nDisallow: /<br>\n", "foo", 3),
        ("<html><body>Disallow: /</body></html>\n", "foo", None),
        ("User-agent: foo\u2028Disallow: /\n", "foo", 1),
        ("\ufeffUser-agent: foo\nDisallow: /\n", "foo", 2),
    ],
)
def test_reading(body: str, agent: str, line: int | None) -> None:
    assert Robots.parse(body.encode(), "crawler-commons").decide("https://example.com/a", agent).line == line


def test_utf_16_with_a_byte_order_mark_is_read() -> None:
    body = "\ufeffUser-agent: *\nDisallow: /é\n"
    for encoding in ("utf-16-le", "utf-16-be"):
        robots = Robots.parse(body.encode(encoding), "crawler-commons")
        assert robots.decide("https://example.com/%C3%A9", "a").line == 2


def test_wildcard_takes_the_first_place_and_the_anchor_looks_no_further() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /*.php$\n", "crawler-commons")
    assert robots.decide("/a.php", "x").line == 2
    verdict = robots.decide("/a.php/b.php", "x")
    assert verdict.allowed
    assert verdict.candidates[0].alignment.differs_at == 6


@pytest.mark.parametrize("kind", ["Allow", "Disallow"])
@pytest.mark.parametrize("page", ["index.htm", "index.html"])
def test_rule_for_an_index_page_is_also_one_for_its_directory(kind: str, page: str) -> None:
    body = f"User-agent: *\n{kind}: /d/{page}\n".encode()
    verdict = Robots.parse(body, "crawler-commons").decide("/d/", "x")
    assert (verdict.allowed, verdict.line) == (kind == "Allow", 2)


def test_rule_without_a_value_drops_no_other() -> None:
    # It did until crawler-commons took over pull request 424, in 2023.
    verdict = Robots.parse(b"User-agent: *\nDisallow: /\nDisallow:\n", "crawler-commons").decide("/", "x")
    assert (verdict.allowed, verdict.line) == (False, 2)
    outcomes = [(candidate.rule.line, candidate.outcome) for candidate in verdict.candidates]
    assert outcomes == [(2, Outcome.WINS), (3, Outcome.EMPTY)]


def fetches(body: str, agent: str) -> bool:
    return Robots.parse(body.encode(), "crawler-commons").decide("/z", agent).allowed


@pytest.mark.parametrize("delay", ["301", "300.5", "300.0006", "+400", "2147483647", "2.e3", "400.5f", "٤٠٠"])
def test_crawl_delay_of_more_than_five_minutes_forbids_everything(delay: str) -> None:
    body = f"User-agent: *\nCrawl-delay: {delay}\nAllow: /\n"
    verdict = Robots.parse(body.encode(), "crawler-commons").decide("/", "x")
    assert (verdict.allowed, verdict.line, verdict.reason) == (False, 2, Reason.DELAY_TOO_LONG)
    assert str(verdict.rule) == f"Crawl-delay: {delay}"


@pytest.mark.parametrize("delay", ["300", "300.0004", "-400", "2147483648", "1000 s", "1e3", "", "x", "0x1.9p9"])
def test_short_or_unreadable_crawl_delay_forbids_nothing(delay: str) -> None:
    assert fetches(f"User-agent: *\nCrawl-delay: {delay}\n", "x")


@pytest.mark.parametrize(
    ("body", "agent", "may"),
    [
        # The first delay after a user-agent line that names the crawler (handleCrawlDelay), even if it says nothing.
        ("User-agent: a\nCrawl-delay: 500\nCrawl-delay: 300\n", "a", False),
        ("User-agent: a\nCrawl-delay: 300\nCrawl-delay: 500\n", "a", True),
        ("User-agent: a\nCrawl-delay: x\nCrawl-delay: 500\n", "a", True),
        ("User-agent: a\nCrawl-delay: 500\nDisallow: /b\nCrawl-delay: 5\n", "a", False),
        # A user-agent line that does not name the crawler gives it no other delay.
        ("User-agent: a\nCrawl-delay: 2000\nUser-agent: *\nCrawl-delay: 20\n", "a", False),
        ("User-agent: a\nCrawl-delay: 2000\n\nUser-agent: x\nCrawl-delay: 20\n", "a", False),
        ("User-agent: a\nCrawl-delay: 2000\n\nUser-agent: x\nCrawl-delay: 20\n", "x", True),
        ("User-agent: CCBot\nCrawl-delay: 500\n\nUser-agent: *\nCrawl-delay: 10\nDisallow: /x\n", "ccbot", False),
        # One that does gives it another; the shortest of them counts.
        ("User-agent: a\nCrawl-delay: 500\nUser-agent: a\nCrawl-delay: 20\n", "a", True),
        ("User-agent: a\nCrawl-delay: 500\nDisallow: /b\nUser-agent: a\nCrawl-delay: 400\n", "a", False),
        ("User-agent: a\nUser-agent: b\nCrawl-delay: 400\nDisallow: /x\n", "b", False),
        # Between user-agent lines it is for those before it.
        ("User-agent: a\nCrawl-delay: 400\nUser-agent: b\nDisallow: /x\n", "a", False),
        ("User-agent: a\nCrawl-delay: 400\nUser-agent: b\nDisallow: /x\n", "b", True),
        ("User-agent: a\nCrawl-delay: 4\nUser-agent: b\nDisallow: /x\nCrawl-delay: 400\n", "a", True),
        ("User-agent: a\nCrawl-delay: 4\nUser-agent: b\nDisallow: /x\nCrawl-delay: 400\n", "b", False),
    ],
)
def test_each_user_agent_line_takes_the_first_delay_after_it(body: str, agent: str, *, may: bool) -> None:
    assert fetches(body, agent) is may


def test_only_one_byte_order_mark_is_known() -> None:
    body = b"\xef\xbb\xbf\xfe\xffUser-agent: x\nUser-agent: *\nDisallow: /\n"
    assert not Robots.parse(body, "crawler-commons").decide("/z", "a").allowed
    twice = "\ufeff\ufeffUser-agent: *\nDisallow: /\n".encode("utf-16-le")
    assert Robots.parse(twice, "crawler-commons").decide("/z", "a").allowed


def test_url_without_a_host_is_judged_as_the_start_page_unless_it_is_a_path() -> None:
    assert escaped_path_of(b"mailto:a@b") == b"/"
    assert escaped_path_of(b"http:a") == b"/"
    assert escaped_path_of(b"javascript:void(0)") == b"/"
    assert escaped_path_of(b"/a/b") == b"/a/b"


def test_token_is_the_value_and_what_letters_it_starts_with() -> None:
    assert value_and_token(b"Foo") == (b"foo",)
    assert value_and_token(b"Foo/1") == (b"foo/1", b"foo")
    assert value_and_token(b"*") == (b"*",)


def test_escapes() -> None:
    assert escaped_pattern("/%7e%2f %zz|é*$".encode()) == b"/~%2F%20%25zz%7C%C3%A9*$"
    assert escaped_path_of(b"https://example.com/a*b$?c=%41#d") == b"/a%2Ab%24?c=A"


@pytest.mark.parametrize(
    "path", ["/%/", "/a b", "/a|b", "/a\\b", '/"', "/<", "/^", "/`", "/{", "/\x7fa", "/\xa0a", "/[", "/%2"]
)
def test_url_that_java_refuses_is_judged_as_the_root(path: str) -> None:
    robots = Robots.parse(f"User-agent: f\nDisallow: {path}\n".encode(), "crawler-commons")
    assert robots.decide(f"http://e.com{path}", "f").allowed
    assert robots.decide(path, "f").allowed
    root = Robots.parse(b"User-agent: f\nDisallow: /$\n", "crawler-commons")
    assert root.decide(f"http://e.com{path}", "f").line == 2


def test_semicolon_without_a_slash_before_it_belongs_to_the_host() -> None:
    assert escaped_path_of(b"http://e.com;a") == b"/"


def test_path_alone_is_one_of_the_site() -> None:
    assert escaped_path_of(b"/a?b#c") == b"/a?b"
    assert escaped_path_of(b"//e.com/a") == b"/a"
    assert escaped_path_of(b"") == b"/"


def test_each_of_many_names_takes_the_delay_after_it() -> None:
    lines = [f"User-agent: a{n}\nCrawl-delay: {400 if n % 3 else 1}" for n in range(400)]
    robots = Robots.parse("\n".join([*lines, "User-agent: b", "Disallow: /x"]).encode(), "crawler-commons")
    assert [robots.decide("/y", f"a{n}").allowed for n in range(400)] == [n % 3 == 0 for n in range(400)]
    assert not robots.decide("/x", "a3").allowed
    assert sum(len(group.agents) for group in robots.groups) <= 4 * 401  # a0 is a0 and a
