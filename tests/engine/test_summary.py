"""Summaries of what a crawler may fetch, with their proofs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.access import Access
from robotstudio.engine.crawlers import CRAWLERS, Crawler, crawler_for
from robotstudio.engine.directives import DelayEffect
from robotstudio.engine.summary import (
    MOST_LINES,
    Overview,
    Reader,
    Skip,
    Summary,
    overview,
    skipped_lines,
    summarise,
)
from robotstudio.explain.summary_words import card_words, field_words, overview_text
from robotstudio.text.phrases import as_text

DIALECT_IDS = sorted(DIALECTS)


def summary(text: str, crawler: Crawler | str = "Googlebot", dialect: str = "") -> Summary:
    """Return the summary of a file for a crawler, given itself or by its name in the catalogue."""
    known = CRAWLERS[crawler] if isinstance(crawler, str) else crawler
    read = replace(known, dialect=dialect) if dialect else known
    robots = Robots.parse(text.encode(), read.dialect)
    return summarise(robots, read, robots.choose(read.agent))


def test_a_file_without_groups_leaves_everything() -> None:
    found = summary("Disallow: /\n")
    assert (found.reach.access, found.token) == (Access.EVERYTHING, None)


@pytest.mark.parametrize("dialect", DIALECT_IDS)
@given(st.text(max_size=8))
def test_every_path_starts_with_a_slash(dialect: str, rest: str) -> None:
    assert DIALECTS[dialect].path_of(f"https://a.example/{rest}".encode()).startswith(b"/")


# Lines that are skipped


def test_lines_without_effect_are_named_with_their_numbers() -> None:
    text = (
        "Disallow: /lost\nUser-agent: *\nDisallow: /a\nHost: a.example\nNoindex: /b\nFoo: bar\nNoindex: /c\n"
        "plain words here\n"
    )
    found = {(one.why, one.name): one.lines for one in summary(text).skipped}
    assert found == {
        (Skip.NO_GROUP, "Disallow"): (1,),
        (Skip.UNSUPPORTED, "Host"): (4,),
        (Skip.UNSUPPORTED, "Noindex"): (5, 7),
        (Skip.UNKNOWN, "Foo"): (6,),
        (Skip.UNREADABLE, ""): (8,),
    }


def test_a_misspelling_is_skipped_by_those_that_do_not_know_it() -> None:
    text = "User-agent: *\nDisalow: /a\n"
    assert summary(text, "Googlebot").skipped == ()
    assert [one.name for one in summary(text, "Applebot").skipped] == ["Disalow"]


def test_a_field_that_the_crawler_heeds_is_not_skipped() -> None:
    text = "User-agent: *\nDisallow: /a\nCrawl-delay: 5\nClean-param: sid\n"
    assert [one.name for one in summary(text, "bingbot").skipped] == ["Clean-param"]
    assert [one.name for one in summary(text, "YandexBot").skipped] == []


def test_comments_and_empty_lines_are_nothing_to_skip() -> None:
    assert summary("# a\n\nUser-agent: *\nDisallow: /a # b\n \n").skipped == ()


# The rest


def test_the_place_where_a_crawler_stops_is_told() -> None:
    text = "User-agent: *\nDisallow: /a\n" + "#" * 600_000
    cut = summary(text).cut
    assert cut is not None
    assert cut.byte == 500 * 1024


def test_delay_sitemaps_and_signals_are_those_that_the_crawler_meets() -> None:
    text = (
        "Sitemap: https://a.example/s.xml\nUser-agent: ClaudeBot\nCrawl-delay: 4\nContent-Signal: ai-train=no\n"
        "Disallow: /a\n\nUser-agent: *\nContent-Signal: search=yes\nDisallow:\n"
    )
    found = summary(text, "ClaudeBot")
    assert found.delay is not None
    assert (found.delay.line, found.delay.effect, found.delay.per_day) == (3, DelayEffect.WAITS, 21_600)
    assert [one.line for one in found.sitemaps] == [1]
    assert [(line, item.name, item.value) for line, _, item in found.preferences] == [(4, "ai-train", "no")]


def test_crawlers_with_the_same_reading_are_alike() -> None:
    text = "User-agent: *\nDisallow: /a\n"
    alike = {summary(text, token).merge_key for token in ("Googlebot", "Googlebot-Image")}
    assert len(alike) == 1
    assert summary(text, "AdsBot-Google").merge_key not in alike


TEXT = """User-agent: *
Disallow: /admin/
Allow: /admin/help
Crawl-delay: 10

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /

Sitemap: https://a.example/sitemap.xml
Request-rate: 1/10s
Host: a b
"""


def seen_by(*tokens: str, text: str = TEXT) -> Overview:
    """Return the overview of a file for crawlers of the catalogue."""
    readers = []
    for token in tokens:
        crawler = crawler_for(token)
        robots = Robots.parse(text.encode(), crawler.dialect)
        readers.append(Reader(crawler, robots, robots.choose(crawler.agent)))
    return overview(readers, Robots.parse(text.encode(), "google"))


def said(found: Overview, number: int = 0) -> str:
    """Return the text of a card."""
    return "\n".join(map(as_text, card_words(found.cards[number])))


def test_crawlers_that_read_alike_share_a_card() -> None:
    found = seen_by("Googlebot", "Applebot", "GPTBot", "ClaudeBot", "bingbot")
    assert [[one.token for one in card.crawlers] for card in found.cards] == [
        ["Googlebot", "Applebot"],
        ["GPTBot", "ClaudeBot"],
        ["bingbot"],
    ]
    assert "Follows the group of GPTBot and ClaudeBot (lines 6–8)." in said(found, 1)


def test_a_card_says_what_may_be_fetched_and_by_which_group() -> None:
    text = said(seen_by("Googlebot"))
    assert "everything except what one rule disallows: Disallow: /admin/ (line 2)." in text
    assert "One Allow line opens all that it matches: Allow: /admin/help (line 3)." in text
    assert "Follows the group of *, because none names it (lines 1–3)." in text
    assert "One sitemap: line 10." in text


def test_a_card_says_whose_reading_is_assumed() -> None:
    assert said(seen_by("GPTBot", "ClaudeBot")).endswith(
        "Assumed: not documented for GPTBot and ClaudeBot; read as RFC 9309."
    )
    assert "Assumed" not in said(seen_by("Googlebot"))


def test_a_blocked_crawler_may_still_fetch_robots_txt_itself() -> None:
    assert "May fetch nothing but /robots.txt itself." in said(seen_by("GPTBot"))


def test_nothing_is_said_to_be_fetched_under_a_control_token() -> None:
    text = said(seen_by("Google-Extended"))
    assert "May fetch" not in text
    assert "A control token" in text


def test_a_crawler_that_never_follows_all_says_so() -> None:
    assert "it never follows *" in said(seen_by("AdsBot-Google"))


def test_a_crawl_delay_is_told_with_its_pages_a_day_by_those_that_wait() -> None:
    found = seen_by("Googlebot", "bingbot", "SeznamBot")
    line = next(line for line in found.lines if line.directive.facts.id == "crawl-delay")
    assert [crawler.token for crawler in line.obeyed_by] == ["bingbot", "SeznamBot"]
    assert "Bingbot and SeznamBot wait 10 seconds between two fetches: at most 8,640 pages a day each." in as_text(
        field_words(line)
    )


def test_a_line_that_nobody_heeds_or_can_read_says_so() -> None:
    found = seen_by("Googlebot")
    host = next(line for line in found.lines if line.directive.facts.id == "host")
    assert "its value is not a host name" in as_text(field_words(host))
    assert "None of your crawlers" in as_text(field_words(host))


def test_a_line_in_the_group_of_others_is_not_heeded() -> None:
    text = "User-agent: SeznamBot\nDisallow: /a\n\nUser-agent: *\nRequest-rate: 1/5\n"
    assert seen_by("SeznamBot", text=text).lines[0].obeyed_by == ()


def test_all_of_it_can_be_copied() -> None:
    found = seen_by("Googlebot", "GPTBot")
    text, markdown = overview_text(found), overview_text(found, markdown=True)
    assert text.startswith("Googlebot\nMay fetch everything except")
    assert "## Googlebot\n\nMay fetch **everything except**" in markdown
    assert "- line 10, Sitemap: https://a.example/sitemap.xml:" in text


def paragraph(rules: str) -> str:
    """Return the first paragraph about a file with some rules."""
    return as_text(card_words(seen_by("Googlebot", text=f"User-agent: *\n{rules}").cards[0])[0])


def test_what_takes_back_an_exception_is_said_with_it() -> None:
    assert paragraph("Disallow: /a\nDisallow: /assets/\nAllow: /*.css\n").endswith(
        "that it matches: Allow: /*.css (line 4, but not what line 3 disallows). "
        "Proven for every URL: there are no other exceptions."
    )


def test_rules_beyond_the_first_are_named_by_their_lines() -> None:
    lines = "".join(f"Disallow: /{name}\n" for name in "abcdef")
    said = paragraph(f"{lines}\nDisallow: /g\n")
    assert "what 7 rules disallow: Disallow: /a (line 2)," in said
    assert said.endswith(
        "Disallow: /c (line 4) and 4 more (lines 5–7 and 9). Proven for every URL: there are no other exceptions."
    )


def test_lines_beyond_a_number_are_counted_only() -> None:
    found = seen_by("Googlebot", text="Sitemap: https://a.example/s.xml\n" * (MOST_LINES + 5))
    assert (len(found.lines), found.left_out) == (MOST_LINES, 5)


@pytest.mark.parametrize("token", ["archive.org_bot", "CCBot", "bingbot"])
def test_skipped_fields_are_named_for_parsers_that_know_few(token: str) -> None:
    body = b"User-agent: *\nDisallow: /a\nSitemap: https://e.com/s\nHost: e.com\nContent-Signal: ai-train=no\nfoo\n"
    crawler = CRAWLERS[token]
    robots = Robots.parse(body, crawler.dialect)
    skipped = skipped_lines(robots, crawler, robots.choose(crawler.agent).groups)
    assert [(each.why, each.name, each.lines) for each in skipped] == [
        (Skip.UNSUPPORTED, "Host", (4,)),
        (Skip.UNREADABLE, "", (6,)),
    ]


@pytest.mark.parametrize("token", ["YandexBot", "Googlebot"])
def test_preferences_outside_of_any_group_are_said_to_nobody(token: str) -> None:
    crawler = CRAWLERS[token]
    robots = Robots.parse(b"Content-Signal: ai-train=no\n\nUser-agent: *\nDisallow: /a\n", crawler.dialect)
    assert summarise(robots, crawler, robots.choose(crawler.agent)).preferences == ()
