"""What is wrong over a whole site, as several crawlers see it, under the live file and a draft."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.insight.finding_kinds import SiteFindingKind as Kind
from robotstudio.crawl.insight.findings import FindingGroup, FindingReporter, FoundUrl
from robotstudio.crawl.insight.waste import WASTE_WORDS, Waste, waste_of
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.engine.crawlers import CRAWLERS
from tests.crawl.site import Answer, Reply, Site, crawled, html, site, to

pytestmark = pytest.mark.usefixtures("plain_http")

DRAFT = b"User-agent: *\nDisallow: /private\nDisallow: /style\n"
TOKENS = ("Googlebot", "GPTBot")


def groups_of(path: Path, draft: bytes | None, *tokens: str) -> Sequence[FindingGroup]:
    found = FindingReporter().report(path, [CRAWLERS[token].reader for token in tokens], draft)
    assert found is not None
    return found


def crawl_of(path: Path, place: Site, answers: dict[str, Answer]) -> None:
    place.answers = {"/robots.txt": Reply("", 404), **answers}
    crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0, probes=False)))


def pages_of(*paths: str) -> dict[str, Answer]:
    """Return a site with these pages."""
    return {"/": html(*paths), **{path: html(text=path) for path in paths}}


def shop(url: str) -> dict[str, Answer]:
    """Return a site with something of each kind."""
    head = '<link rel=stylesheet href="/style.css"><link rel=canonical href="/private/home">'
    start = html("/private/a", "/go", "/index.html", "/UP", "/up", *(f"/list?sort={by}" for by in "abcde"), head=head)
    sitemap = f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{url}/private/a</loc></url>"
    return {
        "/robots.txt": f"Sitemap: {url}/map.xml\n",
        "/map.xml": Reply(f"{sitemap}</urlset>", content_type="application/xml"),
        "/": start,
        "/index.html": start,
        "/private/a": html(head='<meta name=googlebot content=noindex><link rel=stylesheet href="/style.css">'),
        "/private/home": html(text="home"),
        "/private/b": html(text="b"),
        "/go": to("/private/b"),
        "/UP": "up",
        "/up": "up",
        "/style.css": Reply("", content_type="text/css"),
        **{f"/list?sort={by}": html(text=by) for by in "abcde"},
    }


def test_findings_over_a_site(tmp_path: Path) -> None:
    with site({}) as place:
        crawl_of(tmp_path / "crawl", place, shop(place.url))
    url = place.url

    def one(path: str, line: int | None, pages: int = 0, other: str = "", *tokens: str) -> FoundUrl:
        lines = () if line is None else (line,)
        return FoundUrl(f"{url}{path}", tokens or TOKENS, lines, pages, other and f"{url}{other}", line is not None)

    found = {group.kind: [*group.found()] for group in groups_of(tmp_path / "crawl", DRAFT, *TOKENS)}
    assert found == {
        Kind.NEEDED_BUT_BLOCKED: [one("/style.css", 3, 2)],
        Kind.NOINDEX_NOT_SEEN: [one("/private/a", 2, 0, "", "Googlebot")],
        Kind.BLOCKED_BUT_IN_SITEMAP: [one("/private/a", 2)],
        Kind.CANONICAL_BLOCKED: [one("/", 2, 0, "/private/home"), one("/index.html", 2, 0, "/private/home")],
        Kind.REDIRECT_INTO_BLOCKED: [one("/go", 2, 0, "/private/b")],
        Kind.SITEMAP_NOINDEX: [FoundUrl(f"{url}/private/a", (), (), 0, "", is_new=False)],
        Kind.BLOCKED_BUT_LINKED: [one("/private/a", 2, 2), one("/private/b", 2, 1)],
        Kind.WASTE: [one(f"/list?sort={by}", None) for by in "abcde"],
        Kind.INDEX_PAGE: [one("/index.html", None, 0, "/")],
        Kind.LETTER_CASE: [one("/UP", None, 0, "/up")],
    }


def test_page_whose_text_comes_by_scripts_is_found_for_those_who_may_fetch_it(tmp_path: Path) -> None:
    with site({}) as place:
        empty = "<html><body><div id=app></div><script src=/app.js></script></body></html>"
        crawl_of(tmp_path / "crawl", place, {"/": html("/app", "/text"), "/app": empty, "/text": html(text="x" * 500)})
    draft = b"User-agent: GPTBot\nDisallow: /app\n"
    (group,) = (one for one in groups_of(tmp_path / "crawl", draft, *TOKENS) if one.kind is Kind.LOOKS_EMPTY)
    assert [(one.url, one.crawlers) for one in group.found()] == [(f"{place.url}/app", ("Googlebot",))]


def test_without_a_draft_the_live_file_is_gone_by(tmp_path: Path) -> None:
    with site({}) as place:
        crawl_of(tmp_path / "crawl", place, shop(place.url))
    live = groups_of(tmp_path / "crawl", None, *TOKENS)
    assert [group.kind for group in live] == [Kind.SITEMAP_NOINDEX, Kind.WASTE, Kind.INDEX_PAGE, Kind.LETTER_CASE]
    assert [(len(group.places), group.live_count, group.new_count) for group in live] == [
        (1, 1, 0),
        (5, 5, 0),
        (1, 1, 0),
        (1, 1, 0),
    ]


def test_group_that_the_draft_empties_is_still_told_with_what_it_was(tmp_path: Path) -> None:
    with site({}) as place:
        answers = shop(place.url) | {"/robots.txt": "User-agent: *\nDisallow: /private\n"}
        crawl_of(tmp_path / "crawl", place, answers)
    (group,) = (one for one in groups_of(tmp_path / "crawl", b"", "Googlebot") if one.kind is Kind.BLOCKED_BUT_LINKED)
    assert (group.urls, group.live_count, group.lines) == ((), 2, ())


def test_rules_that_allow_what_is_blocked_do_so_and_change_nothing_else(tmp_path: Path) -> None:
    with site({}) as place:
        crawl_of(tmp_path / "crawl", place, shop(place.url))
    draft = b"User-agent: *\nDisallow: /private\nDisallow: /style\n\nUser-agent: GPTBot\nDisallow: /\n"
    before = {group.kind: group for group in groups_of(tmp_path / "crawl", draft, *TOKENS)}
    assert before[Kind.NEEDED_BUT_BLOCKED].rules == ("Allow: /style.css$",)
    assert before[Kind.BLOCKED_BUT_IN_SITEMAP].rules == ("Allow: /private/a$",)
    assert before[Kind.CANONICAL_BLOCKED].rules == ("Allow: /private/home$",)
    assert before[Kind.BLOCKED_BUT_LINKED].rules == ()
    group = before[Kind.BLOCKED_BUT_IN_SITEMAP]
    assert (group.lines, group.others_changed) == ((2, 6), 0)
    lines = draft.splitlines(keepends=True)
    for line in reversed(group.lines):
        lines[line - 1 : line - 1] = [f"{rule}\n".encode() for rule in group.rules]
    changed = groups_of(tmp_path / "crawl", b"".join(lines), *TOKENS)
    after = {group.kind: group for group in changed if len(group.places)}
    assert Kind.BLOCKED_BUT_IN_SITEMAP not in after
    assert after[Kind.CANONICAL_BLOCKED].urls == before[Kind.CANONICAL_BLOCKED].urls


def test_no_rule_is_offered_that_a_crawler_would_not_understand(tmp_path: Path) -> None:
    with site({}) as place:
        style = '<link rel=stylesheet href="/a*b.css">'
        answers: dict[str, Answer] = {"/": html(head=style), "/a*b.css": Reply("", content_type="text/css")}
        crawl_of(tmp_path / "crawl", place, answers)
    (group,) = groups_of(tmp_path / "crawl", b"User-agent: *\nDisallow: /a\n", "Googlebot")
    assert (group.kind, group.rules, group.others_changed) == (Kind.NEEDED_BUT_BLOCKED, (), None)


def test_link_or_need_of_a_page_that_is_blocked_too_does_not_count(tmp_path: Path) -> None:
    with site({}) as place:
        style = '<link rel=stylesheet href="/style.css">'
        answers: dict[str, Answer] = {"/": html("/a", head=style), "/a": html("/b", head=style), "/b": "b"}
        crawl_of(tmp_path / "crawl", place, {**answers, "/style.css": Reply("", content_type="text/css")})
    assert groups_of(tmp_path / "crawl", b"User-agent: *\nDisallow: /\n", "Googlebot") == ()
    only_a = {
        group.kind: group.urls
        for group in groups_of(tmp_path / "crawl", b"User-agent: *\nDisallow: /a\nDisallow: /b", "GPTBot")
    }
    assert only_a == {Kind.BLOCKED_BUT_LINKED: (f"{place.url}/a",)}


def test_crawlers_are_told_together_and_each_with_its_line(tmp_path: Path) -> None:
    with site({"/": html("/a", "/b"), "/a": "a", "/b": "b"}) as place:
        crawl_of(tmp_path / "crawl", place, {"/": html("/a", "/b"), "/a": "a", "/b": "b"})
    draft = b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /a\nDisallow: /b\n"
    (group,) = groups_of(tmp_path / "crawl", draft, "Googlebot", "bingbot", "GPTBot")
    assert [(found.crawlers, found.lines) for found in group.found()] == [
        (("Googlebot", "bingbot", "GPTBot"), (2, 5)),
        (("GPTBot",), (6,)),
    ]
    assert group.lines == (2, 5, 6)
    assert [found.url for found in group.found("/B")] == [f"{place.url}/b"]


def test_waste_is_told_with_the_rules_that_stop_all_of_it_and_what_else_they_stop(tmp_path: Path) -> None:
    tags = [f"/tag/{name}" for name in "abcd"]
    pages = ["/tag", "/tag/a?x=1", "/shop/tags/one", "/a?session=1", *(f"/a?s={name}" for name in "abc")]
    pages += ["/a?x=1&s=d", "/a?x=1&s=e", "/search?utm=1"]
    with site({}) as place:
        crawl_of(tmp_path / "crawl", place, pages_of(*tags, *pages))
    waste = {group.waste: group for group in groups_of(tmp_path / "crawl", b"", "Googlebot")}
    assert {*waste} == {Waste.TAG, Waste.SEARCH}
    assert waste[Waste.TAG].rules == ("Disallow: /tag/", "Disallow: /tag$")
    assert len(waste[Waste.TAG].urls) == 6
    assert waste[Waste.SEARCH].rules == ("Disallow: /*?s=", "Disallow: /*&s=")
    assert [group.wasted.beyond for group in waste.values() if group.wasted] == [0, 0]
    stopped = groups_of(tmp_path / "crawl", b"User-agent: *\nDisallow: /tag/\nDisallow: /tag$\n", "Googlebot")
    assert {group.waste: (len(group.urls), group.live_count) for group in stopped}[Waste.TAG] == (0, 6)


def test_rule_against_waste_counts_what_else_it_would_stop(tmp_path: Path) -> None:
    with site({}) as place:
        many = [f"/list?a=1&b=2&c={number}" for number in range(5)]
        crawl_of(tmp_path / "crawl", place, pages_of(*many, "/other?x&&y"))
    (group,) = groups_of(tmp_path / "crawl", b"", "Googlebot")
    assert group.waste is Waste.PARAMETERS
    assert group.wasted is not None
    assert group.wasted.beyond == 1


@pytest.mark.parametrize(
    ("path", "waste"),
    [
        ("/p?sort=a", {Waste.SORT}),
        ("/p?PHPSESSID=a", {Waste.SESSION}),
        ("/p?print=1", {Waste.PRINT}),
        ("/cart", {Waste.CART}),
        ("/shop/cart/add", {Waste.CART}),
        ("/cartoon", set()),
        ("/user/ann", {Waste.PROFILE}),
        ("/contact/ann", {Waste.FORM}),
        ("/p?q=a", {Waste.SEARCH}),
        ("/tags/a", {Waste.TAG}),
        ("/p?utm_source=a", {Waste.TRACKING}),
        ("/p?a=1&b=2&c=3", {Waste.PARAMETERS}),
        ("/p?resort=a", set()),
        ("", set()),
    ],
)
def test_kind_of_waste_that_a_url_is_of(path: str, waste: set[Waste]) -> None:
    kinds = [*waste_of(f"https://shop.example{path}")]
    assert {kind.waste for kind in kinds} == waste
    assert all(kind.origin == "https://shop.example" and kind.waste in WASTE_WORDS for kind in kinds)
