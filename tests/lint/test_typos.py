"""Whom typos concern, according to the engine: those for whom a line does not do what it was written for."""

import pytest

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.lint.facts import is_plain
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding
from robotstudio.lint.rules import RULES, crawlers, product_names, sitemaps
from robotstudio.lint.rules.crawlers import NO_NAMES, PRODUCTS, RETIRED

SITE = "https://www.example.com"


def finding_of(code: str, text: str) -> Finding:
    report = Linter({code: RULES[code]}).check(text.encode())
    (finding,) = report.findings
    return finding


def open_in(text: str, path: str, agent: str = "*") -> set[str]:
    """Return the dialects in which a crawler may fetch a path."""
    return {name for name in DIALECTS if Robots.parse(text.encode(), name).decide(SITE + path, agent).allowed}


SLIPS = (
    ("RS112", "User-agent: *\nDisallow; /cart/\n", "/cart/"),
    ("RS112", "User-agent: *\nDisallow, /cart/\n", "/cart/"),
    ("RS112", "User-agent: *\nDisallow=/cart/\n", "/cart/"),
    ("RS112", "User-agent: *\nDisallow = /cart/\n", "/cart/"),
    ("RS112", "User-agent; *\nDisallow: /\n", "/cart/"),
    ("RS416", "User-agent: *\nDisallow: /cart/;\n", "/cart/"),
    ("RS416", "User-agent: *\nDisallow: /cart/,\n", "/cart/"),
    ("RS416", 'User-agent: *\nDisallow: /cart/"\n', "/cart/"),
    ("RS416", "User-agent: *\nDisallow: /cart/...\n", "/cart/"),
    ("RS417", "User-agent: *\nDisallow: /list?a=1&amp;b=\n", "/list?a=1&b=2"),
    ("RS417", "User-agent: *\nDisallow: /cart/<br>\n", "/cart/"),
    ("RS418", "User-agent: *\nDisallow: //cart/\n", "/cart/"),
    ("RS419", "User-agent: *\nDisallow: /.pdf$\n", "/a.pdf"),
    ("RS419", "User-agent: *\nDisallow: /.php\n", "/a.php"),
    ("RS440", "User-agent: *\nDisallow: *\n", "/a"),
    ("RS442", "User-agent: *\nDisallow: /list%3Fsort=\n", "/list?sort=1"),
)


@pytest.mark.parametrize(("code", "text", "path"), SLIPS)
def test_a_typo_concerns_the_readers_for_whom_the_rule_does_not_work(code: str, text: str, path: str) -> None:
    finding = finding_of(code, text)
    assert set(finding.diagnostic.dialects) == open_in(text, path)


@pytest.mark.parametrize(("code", "text", "path"), SLIPS)
def test_the_fix_of_a_typo_makes_the_rule_work_by_the_standard(code: str, text: str, path: str) -> None:
    fixed = apply(text.encode(), finding_of(code, text).diagnostic.fixes).body.decode()
    assert open_in(fixed, path).isdisjoint({"rfc9309", "google", "bing", "yandex"})


@pytest.mark.parametrize("name", [name for name, tokens in PRODUCTS.items() if tokens and tokens != ("*",)])
def test_the_name_of_a_product_concerns_the_readers_that_do_not_find_all_of_its_tokens_in_it(name: str) -> None:
    text = f"User-agent: {name}\nDisallow: /\n"
    if CATALOGUE.known(name):
        pytest.skip("it has become a token")
    finding = finding_of("RS334", text)
    tokens = [token for token in PRODUCTS[name] if CATALOGUE.known(token)]
    blocked: list[set[str]] = [set(DIALECTS) - open_in(text, "/a", token) for token in tokens]
    assert set(finding.diagnostic.dialects) == set(DIALECTS) - blocked[0].intersection(*blocked)
    assert "rfc9309" in set(finding.diagnostic.dialects)


def test_each_product_has_a_token_that_is_known_or_none_at_all() -> None:
    known = {name for name, tokens in PRODUCTS.items() if any(CATALOGUE.known(token) for token in tokens)}
    without = {"xai", "grok", "midjourney", "stability-ai", "stable-diffusion", "character.ai"}
    assert {name for name in PRODUCTS if name not in known} == {*without, *NO_NAMES}
    assert all(name == name.lower() for name in (*PRODUCTS, *RETIRED))
    assert not PRODUCTS.keys() & RETIRED.keys()


def test_crawlers_of_the_past_are_those_of_the_catalogue_and_some_that_it_does_not_have() -> None:
    outdated = [crawler for crawler in CATALOGUE.crawlers.values() if crawler.outdated]
    assert not any(CATALOGUE.known(name) for name in RETIRED)
    assert outdated
    for crawler in outdated:
        text = f"User-agent: {crawler.token}\nDisallow: /\n"
        assert crawler.outdated in message_text(finding_of("RS333", text))
        named = "".join(f"User-agent: {token}\n" for token in crawler.successors)
        assert finding_of("RS333", named + text).diagnostic.variant == ""


def test_a_name_that_its_operator_documents_is_none_of_a_product() -> None:
    assert not Linter({"RS334": RULES["RS334"]}).check(b"User-agent: Yandex\nDisallow: /\n").findings


@pytest.mark.parametrize("allow", ["Allow: /sear", "Allow: /*.css"])
@pytest.mark.parametrize("is_first", [True, False])
def test_an_allow_that_opens_nothing_concerns_those_for_whom_it_does_not(allow: str, *, is_first: bool) -> None:
    lines = [allow, "Disallow: /search/"]
    text = "\n".join(["User-agent: *", *(lines if is_first else lines[::-1]), ""])
    finding = finding_of("RS426", text)
    assert set(finding.diagnostic.dialects) == set(DIALECTS) - open_in(text, "/search/a.css")
    assert {"google", "rfc9309", "bing", "yandex"} <= set(finding.diagnostic.dialects)


def test_an_allow_is_not_said_to_open_nothing_where_rules_are_too_many_to_be_compared() -> None:
    others = "".join(f"Disallow: /x{number}*\n" for number in range(101))
    text = f"User-agent: *\nDisallow: /a-page/\nDisallow: /*-page\n{others}Allow: /a-page\n"
    assert open_in(text, "/a-page") - open_in(text.replace("Allow: /a-page", ""), "/a-page")
    assert not Linter({"RS426": RULES["RS426"]}).check(text.encode()).findings


@pytest.mark.parametrize("place", [0, 1])
def test_who_may_fetch_nothing_of_a_mostly_blocked_site_depends_on_what_stands_first(place: int) -> None:
    lines = ["Disallow: /", "Allow: /public/"]
    text = "User-agent: *\n" + "\n".join(lines[place:] + lines[:place]) + "\n"
    words = message_text(finding_of("RS435", text))
    assert ("may fetch nothing" in words) is ("baidu" not in open_in(text, "/public/a"))
    assert {"google", "rfc9309", "bing", "yandex"} <= open_in(text, "/public/a")


def test_a_blocked_sitemap_concerns_the_crawlers_that_may_not_fetch_it() -> None:
    text = f"User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /maps/\n\n\nSitemap: {SITE}/maps/a.xml\n"
    finding = finding_of("RS434", text)
    assert finding.diagnostic.args["names"] == ("Bingbot",)
    assert finding.diagnostic.dialects == ("bing",)
    for crawler in map(CATALOGUE.crawler_for, ("Googlebot", "bingbot", "YandexBot", "Baiduspider")):
        verdict = Robots.parse(text.encode(), crawler.dialect).decide(f"{SITE}/maps/a.xml", crawler.agent)
        assert verdict.allowed is (crawler.token != "bingbot")


def test_the_group_for_all_is_named_by_a_star() -> None:
    assert finding_of("RS334", "User-agent: all\nDisallow: /\n").diagnostic.variant == "all"


def test_plain_lines_are_still_most_of_them() -> None:
    plain = ("Disallow: /", "Disallow: /a/b.html", "Allow: /*?x=", "User-agent: *", "Disallow: /*.pdf$", "Disallow:")
    odd = ("Disallow: *", "Disallow: /.pdf$", "Disallow: //cart/", "Disallow: /.*", "Disallow: /a;")
    assert all(is_plain(line.encode()) for line in plain)
    assert not any(is_plain(line.encode()) for line in odd)


def test_no_fix_makes_a_group_for_all_of_one_for_a_kind_of_program() -> None:
    assert finding_of("RS334", "User-agent: Robot\nDisallow: /\n").diagnostic.fixes == ()
    assert finding_of("RS334", "User-agent: all\nDisallow: /\n").diagnostic.fixes


def test_rules_are_matched_with_sitemaps_only_where_a_part_of_them_stands_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[bytes] = []

    def compiled(pattern: bytes) -> object:
        tried.append(pattern)
        return compile_pattern(pattern)

    monkeypatch.setattr(sitemaps, "compiled", compiled)
    rules = "".join(f"Disallow: /dir{number}/\nDisallow: /*/word{number}$\n" for number in range(500))
    lines = "".join(f"Sitemap: https://www.example.com/maps/{number}.xml\n" for number in range(20))
    found = finding_of("RS434", f"User-agent: *\n{rules}Disallow: /*.xml$\n{lines}").diagnostic
    assert found.args["count"] == 20
    assert tried == [b"/*.xml$"]


def test_baidu_is_not_spoken_of_where_a_group_is_for_google_alone() -> None:
    finding = finding_of("RS435", "User-agent: Googlebot\nDisallow: /\nAllow: /a\n\nUser-agent: *\nDisallow:\n")
    assert "Baidu" not in message_text(finding)


@pytest.mark.parametrize("line", ["Sitemaps:", "Sitemaps: https://www.example.com/s.xml", "Sitemap_index:"])
def test_a_typo_in_a_sitemap_concerns_all_who_know_the_field_and_do_not_read_it(line: str) -> None:
    found = next(each for each in Linter().check(line.encode()).findings if each.code == "RS103")
    readers = {name for name in DIALECTS if message_text(found).find(DIALECTS[name].title) >= 0}
    knowing = {name for name, each in DIALECTS.items() if parse_line(b"Sitemap: x", each.lines).field is Field.SITEMAP}
    assert set(found.diagnostic.dialects) == knowing - readers - {"google"}
    assert "that know Sitemap" in message_text(found)


@pytest.mark.parametrize(
    ("blocked", "allowed", "is_said"),
    [
        ("/*.css$", "/*.css", False),
        ("/*.css$", "/theme/*.css$", False),
        ("/theme/*.css", "/*.css$", False),
        ("/*.css$", "/*.js$", True),
        ("/core/*.js$", "/core/*.css$", True),
        ("/core/*.js$", "/core/*.js?", True),
        ("/profiles/*.css$", "/core/*.css$", True),
        ("/wp-includes/", "/*.css$", False),
    ],
)
def test_blocked_style_sheets_are_opened_by_an_allow_for_the_same_ones_only(
    blocked: str, allowed: str, is_said: bool
) -> None:
    rules = f"User-agent: *\nAllow: {allowed}\nDisallow: {blocked}\n"
    found = Linter({"RS431": RULES["RS431"]}).check(rules.encode()).findings
    assert bool(found) is is_said


def test_long_names_are_not_kept() -> None:
    modules = (crawlers, product_names)
    known = [(module, each) for module in modules for each in vars(module).values() if hasattr(each, "cache_info")]
    caches = [each for module, each in known if each.__module__ == module.__name__]
    before = [cache.cache_info() for cache in caches]
    Linter().check(b"User-agent: googlebot-%s\nDisallow: /a\n" % (b"x" * 5_000))
    assert before
    assert [cache.cache_info().currsize for cache in caches] == [info.currsize for info in before]
