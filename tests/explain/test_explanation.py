"""Steps in words, and the text and Markdown to copy."""

import pytest

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import crawler_for
from robotstudio.explain.explanation import Explained, Explanation, explain, explanation
from robotstudio.text.phrases import Piece, as_text

DRAFT = b"""\
User-agent: *
Disallow: /admin/
Disallow: /search

User-agent: Googlebot
Disallow: /cart/
Allow: /cart/help

User-agent: Googlebot
Disallow: /*?sort=
"""


GOOGLE = "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec"


def told(url: str, token: str, sharers: tuple[str, ...] = ()) -> Explanation:
    """Return the explanation of a verdict on the draft."""
    crawler = crawler_for(token)
    return explanation(Robots.parse(DRAFT, crawler.dialect).decide(url, crawler.agent), crawler, url, sharers=sharers)


def steps(url: str, token: str, sharers: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Return title and detail of each step."""
    return [(as_text(step.title), as_text(step.detail)) for step in told(url, token, sharers).steps]


def test_what_leads_to_the_group_is_one_step() -> None:
    assert steps("/cart/", "Googlebot", ("Applebot",)) == [
        (
            "Googlebot has its own group",
            "Lines 5–7 merged with 9–10. This group replaces the 2 rules of * (lines 1–3).",
        ),
        ("One of 3 rules matches", "So it decides."),
        ("Result: blocked by line 6", "Applebot uses this group too."),
    ]


def test_fallback_names_the_tokens_without_a_group() -> None:
    assert steps("/", "Googlebot-Image")[0] == (
        "Googlebot-Image uses the group of Googlebot",
        "No group names Googlebot-Image. Lines 5–7 merged with 9–10. This group replaces the 2 rules of * (lines 1–3).",
    )


def test_crawler_that_never_follows_the_star_is_said_to() -> None:
    assert steps("/admin/", "AdsBot-Google")[0] == (
        "AdsBot-Google never follows *",
        "No group names AdsBot-Google. Only a group that names it counts.",
    )
    assert as_text(told("/admin/", "AdsBot-Google").sentence) == (
        "AdsBot-Google may fetch /admin/. No group names AdsBot-Google, and it never follows *, so nothing is blocked."
    )


def test_global_group_names_all_tokens_without_a_group() -> None:
    assert steps("/", "bingbot")[0] == ("Bingbot uses the * group", "No group names bingbot or msnbot. Lines 1–3.")
    assert steps("/", "*")[0] == ("Any other crawler uses the * group", "Lines 1–3.")


@pytest.mark.parametrize(
    ("sharers", "said"),
    [
        (("a",), "a uses this group too."),
        (("a", "b"), "a and b use this group too."),
        (tuple("abcdef"), "a, b, c and 3 more use this group too."),
    ],
)
def test_sharers(sharers: tuple[str, ...], said: str) -> None:
    assert steps("/", "Googlebot", sharers)[-1][1] == said


def test_every_step_says_where_it_is_written_down() -> None:
    assert all(step.source() for step in told("/", "Googlebot").steps)


def test_steps_need_no_crawler_name() -> None:
    verdict = Robots.parse(DRAFT).decide("/", "Googlebot")
    assert as_text(explain(verdict.steps, "")[0].title) == "Googlebot has its own group"


def test_text_is_sentence_steps_and_table() -> None:
    assert told("/cart/x", "Googlebot").text().split("\n") == [
        (
            "Googlebot may not fetch /cart/x. Disallow: /cart/ (line 6) is the only match. "
            "Allow: /cart/help (line 7) does not match."
        ),
        "",
        (
            "1. Googlebot has its own group. Lines 5–7 merged with 9–10. "
            "This group replaces the 2 rules of * (lines 1–3). [Google: order of precedence for user agents]"
        ),
        "2. One of 3 rules matches. So it decides. [Google: order of precedence for rules]",
        "3. Result: blocked by line 6. [Google: order of precedence for rules]",
        "",
        "line 6   Disallow: /cart/    6 bytes   wins: only match",
        "line 7   Allow: /cart/help   10 bytes  differs at byte 7",
        "line 10  Disallow: /*?sort=  8 bytes   “?sort=” is not found",
        "",
        "The 2 rules of * do not count for Googlebot: its group replaces them",
        "2: Disallow: /admin/",
        "3: Disallow: /search",
        "",
        "URLs that line 6 matches, and near misses",
        "/cart/         matches: the shortest",
        "/cart/more     matches: continues after the rule",
        "/cart/?page=2  matches: a query after the path",
        "/cart          does not match: no slash at the end",
        "/other/cart/   does not match: not at the start of the path",
        "/Cart/         does not match: different case",
        "/%63art/       does not match: a letter percent-encoded: read as another",
        "/cart%2F       does not match: a slash percent-encoded: read as another",
        "",
        "Sources",
        f"Google: order of precedence for user agents  {GOOGLE}#order-of-precedence-for-user-agents",
        f"Google: order of precedence for rules        {GOOGLE}#order-of-precedence-for-rules",
        "",
    ]


def test_markdown_keeps_rules_as_code() -> None:
    markdown = told("/cart/x", "GPTBot").markdown()
    assert markdown.startswith("**GPTBot may fetch** `/cart/x`.")
    assert "_(not documented: read as RFC 9309)_" in markdown
    assert "| 2 | `Disallow: /admin/` | 7 | differs at byte 2 |" in markdown


def test_markdown_leads_to_the_clauses() -> None:
    markdown = told("/cart/x", "Googlebot").markdown()
    source = f"([Google: order of precedence for rules]({GOOGLE}#order-of-precedence-for-rules))"
    assert f"2. **One of 3 rules matches.** So it decides. {source}" in markdown
    assert "- `/cart/`: matches: the shortest" in markdown
    assert "- `2: Disallow: /admin/`" in markdown


def test_where_the_rules_come_from_is_the_first_step_of_a_copy() -> None:
    crawler = crawler_for("Googlebot")
    origin = Explained((Piece("The file answers 200"),), (Piece("Its rules apply."),))
    verdict = Robots.parse(DRAFT, crawler.dialect).decide("/", crawler.chain)
    said = explanation(verdict, crawler, "/", origin=origin)
    assert "1. The file answers 200. Its rules apply.\n2. " in said.text()
    assert "1. **The file answers 200.** Its rules apply.\n2. " in said.markdown()
