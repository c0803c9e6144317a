"""A whole file for several crawlers, and the words for it."""

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import crawler_for
from robotstudio.engine.overview import MOST_LINES, Overview, Reader, overview
from robotstudio.engine.phrases import as_text
from robotstudio.engine.summary_words import card_words, field_words, overview_text

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
    """What crawlers of the catalogue make of a file."""
    readers = []
    for token in tokens:
        crawler = crawler_for(token)
        robots = Robots.parse(text.encode(), crawler.dialect)
        readers.append(Reader(crawler, robots, robots.choose(crawler.agent)))
    return overview(readers, Robots.parse(text.encode(), "google"))


def said(found: Overview, number: int = 0) -> str:
    """What a card says."""
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
    assert "One Allow line may open parts of that: Allow: /admin/help (line 3)." in text
    assert "Follows the group of *, since none names it (lines 1–3)." in text
    assert "One sitemap: line 10." in text


def test_a_card_says_whose_reading_is_assumed() -> None:
    assert said(seen_by("GPTBot", "ClaudeBot")).endswith(
        "Assumed: not documented for GPTBot and ClaudeBot, read as RFC 9309."
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
    assert [crawler.token for crawler in line.heeded_by] == ["bingbot", "SeznamBot"]
    assert (
        "Bingbot and SeznamBot: waits 10 seconds between two fetches (line 4): at most 8,640 pages a day."
        in as_text(field_words(line))
    )


def test_a_line_that_nobody_heeds_or_can_read_says_so() -> None:
    found = seen_by("Googlebot")
    host = next(line for line in found.lines if line.directive.facts.id == "host")
    assert "its value is no host name" in as_text(field_words(host))
    assert "None of the crawlers chosen" in as_text(field_words(host))


def test_a_line_in_the_group_of_others_is_not_heeded() -> None:
    text = "User-agent: SeznamBot\nDisallow: /a\n\nUser-agent: *\nRequest-rate: 1/5\n"
    assert seen_by("SeznamBot", text=text).lines[0].heeded_by == ()


def test_all_of_it_can_be_copied() -> None:
    found = seen_by("Googlebot", "GPTBot")
    text, markdown = overview_text(found), overview_text(found, markdown=True)
    assert text.startswith("Googlebot\nMay fetch everything except")
    assert "## Googlebot\n\nMay fetch **everything except**" in markdown
    assert "- line 10, Sitemap: https://a.example/sitemap.xml:" in text


def test_lines_beyond_a_number_are_counted_only() -> None:
    found = seen_by("Googlebot", text="Sitemap: https://a.example/s.xml\n" * (MOST_LINES + 5))
    assert (len(found.lines), found.left_out) == (MOST_LINES, 5)
