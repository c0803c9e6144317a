"""Access of one crawler in plain words."""

import pytest

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import crawler_for
from robotstudio.engine.patterns import FULL, LITERAL
from robotstudio.engine.summary import summarise
from robotstudio.explain.access_words import MOST_RULES, PlainAccess, blocked_words, plain_access
from robotstudio.explain.pattern_words import shape_words
from robotstudio.text.phrases import as_text


def access(text: str, name: str = "Googlebot", decided: dict[int, int] | None = None) -> PlainAccess:
    """Describe what a crawler may fetch by a file."""
    crawler = crawler_for(name)
    robots = Robots.parse(text.encode(), crawler.dialect)
    choice = robots.choose(crawler.agent)
    return plain_access(summarise(robots, crawler, choice), choice, decided or {}, blocked_words(7, 22))


def rows(shown: PlainAccess) -> list[tuple[str, list[str]]]:
    """Return the lists as text."""
    return [(each.title, [as_text(rule.phrase) for rule in each.rules]) for each in shown.lists]


@pytest.mark.parametrize(
    ("pattern", "shape", "which"),
    [
        (b"/", "/", "every URL"),
        (b"*", "/", "every URL"),
        (b"/$", "/", "only the home page"),
        (b"/admin/", "/admin/", "and everything below"),
        (b"/admin/*", "/admin/", "and everything below"),
        (b"/search", "/search", "and all that starts with it"),
        (b"/search*$", "/search", "and all that starts with it"),
        (b"/sale$", "/sale", "exactly this URL"),
        (b"/*?sort=", "…?sort=", "as the first parameter"),
        (b"*&sort=", "…&sort=", "as a later parameter"),
        (b"/*?*sort=", "…?…sort=", "anywhere in the query"),
        (b"/*?", "…?", "every URL with parameters"),
        (b"/*.pdf$", "….pdf", "at the end of the URL"),
        (b"/*/print", "…/print", "anywhere in the URL"),
        (b"/blog/*.html$", "/blog/….html", "with anything in between"),
        (b"/shop/*/cart", "/shop/…/cart", "with anything in between and after"),
        (b"admin", "admin", "no URL"),
    ],
)
def test_patterns_are_shown_without_wildcards(pattern: bytes, shape: str, which: str) -> None:
    assert shape_words(pattern, FULL) == (shape, which)


def test_crawler_without_wildcards_reads_them_as_letters() -> None:
    assert shape_words(b"/a*b$", LITERAL) == ("/a*b$", "and all that starts with it")


def test_rules_are_listed_by_what_they_do() -> None:
    shown = access("User-agent: *\nDisallow: /cart/\nDisallow: /*?sort=\nAllow: /cart/help$\n")
    assert as_text(shown.sentence) == "May fetch everything except 2 kinds of URL."
    assert shown.counts == "7 of 22 URLs are blocked."
    assert rows(shown) == [
        ("May not fetch", ["/cart/ and everything below (line 2)", "…?sort= as the first parameter (line 3)"]),
        ("But may fetch", ["/cart/help exactly this URL (line 4)"]),
    ]


def test_file_that_blocks_the_rest_lists_first_what_is_open() -> None:
    shown = access("User-agent: *\nDisallow: /\nAllow: /docs/\nDisallow: /docs/old/\n")
    assert as_text(shown.sentence) == "May fetch only one kind of URL."
    assert [title for title, _ in rows(shown)] == ["May fetch", "But may not fetch"]
    assert [each.allows for each in shown.lists] == [True, False]


def test_rule_that_another_one_beats_names_it() -> None:
    shown = access("User-agent: *\nDisallow: /*?session=\nDisallow: /cart/\nAllow: /cart/help\n")
    assert rows(shown)[1][1] == ["/cart/help and all that starts with it, unless line 2 matches (line 4)"]


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("", "Googlebot", "May fetch everything: the file has no rule for it."),
        ("User-agent: GPTBot\nDisallow: /\n", "Googlebot", "May fetch everything: the file has no rule for it."),
        ("User-agent: *\nAllow: /\n", "Googlebot", "May fetch everything: no rule blocks anything."),
        ("User-agent: *\nDisallow: /\n", "Googlebot", "May fetch nothing: Disallow: / (line 2)."),
        ("User-agent: *\nDisallow: /\n", "Google-Extended", "Nothing may be used: Disallow: / (line 2)."),
        ("User-agent: *\nDisallow: /a\n", "Google-Extended", "Everything may be used except one kind of URL."),
    ],
)
def test_sentence_says_what_may_be_fetched(text: str, name: str, sentence: str) -> None:
    assert as_text(access(text, name).sentence) == sentence


def test_last_note_says_what_is_not_read_and_why() -> None:
    file = "User-agent: *\nDisallow: /a\nDisallow: /b\n\nUser-agent: Googlebot\nDisallow: /c\n"
    assert as_text(access(file).notes[-1]) == (
        "Not read: the 2 rules of group * (lines 2–3), because Googlebot has a group of its own."
    )
    assert as_text(access(file, "Applebot").notes[-1]) == (
        "Not read: the 2 rules of group * (lines 2–3), because Applebot follows the group of Googlebot."
    )
    assert "Follows the group of *, because none names it (lines 1–3)." in as_text(access(file, "bingbot").notes[0])


def test_clicks_of_blocked_urls_are_counted() -> None:
    assert blocked_words(1, 22, "Clicks", "1,221") == "1 of 22 URLs is blocked. Clicks of the blocked URLs: 1,221."
    assert blocked_words(1, 22, "Clicks", "") == "1 of 22 URLs is blocked."
    assert blocked_words(0, 0) == ""


def test_crawl_delay_is_a_note() -> None:
    notes = access("User-agent: *\nCrawl-delay: 10\nDisallow: /a\n", "bingbot").notes
    assert any("at most 8,640 pages a day" in as_text(note) for note in notes)


def test_of_many_rules_those_that_decide_most_are_shown_first() -> None:
    file = "User-agent: *\n" + "".join(f"Disallow: /{number}/\n" for number in range(30))
    shown = access(file, decided={20: 5, 31: 2})
    [few] = shown.deciding_most()
    assert [rule.line for rule in few.rules] == [*range(2, 2 + MOST_RULES - 2), 20, 31]
    assert len(shown.lists[0].rules) == 30


def test_exceptions_are_never_an_empty_list() -> None:
    file = "User-agent: *\n" + "".join(f"Disallow: /{number}/\n" for number in range(13)) + "Allow: /3/open\n"
    shown = access(file, decided=dict.fromkeys(range(2, 15), 9))
    blocked, allowed = shown.deciding_most()
    assert len(blocked.rules) == MOST_RULES
    assert [rule.line for rule in allowed.rules] == [15]


def test_text_can_be_pasted() -> None:
    shown = access("User-agent: *\nDisallow: /a*b\n")
    assert shown.text().startswith(
        "May fetch everything except one kind of URL. 7 of 22 URLs are blocked.\n\n"
        "May not fetch\n  /a…b with anything in between and after (line 2)\n"
    )
    assert "### May not fetch\n\n- `/a…b` with anything" in shown.text(markdown=True)
