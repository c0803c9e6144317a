"""Every id of a verdict has words, and the words describe what happened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Outcome, Reason, Robots, StepId, Verdict
from robotstudio.engine.crawlers import CRAWLERS, crawler_for
from robotstudio.explain import templates, words
from robotstudio.explain.explanation import explain
from robotstudio.explain.nearest import nearest_rules, replaced_by
from robotstudio.text.language import Words, spoken
from robotstudio.text.phrases import PieceKind, as_text

DRAFT = b"""\
User-agent: *
Disallow: /admin/
Disallow: /search

User-agent: Googlebot
Disallow: /admin/
Disallow: /search
Disallow: /cart/
Disallow: /*?sessionid=
Allow: /cart/help
"""


def decide(body: bytes, url: str, agent: str | tuple[str, ...] = "Googlebot", dialect: str = "google") -> Verdict:
    """Return the verdict on a small file."""
    return Robots.parse(body, dialect).decide(url, agent)


def say(body: bytes, url: str, agent: str | tuple[str, ...] = "Googlebot", dialect: str = "google") -> str:
    """Return the sentence about the verdict, for a crawler called Bot."""
    return as_text(words.sentence(decide(body, url, agent, dialect), "Bot", url))


def test_every_reason_has_a_sentence_and_a_short_form() -> None:
    for reason in Reason:
        assert templates.SENTENCES[reason].endswith(".")
        assert templates.REASONS[reason]


def test_every_outcome_has_words() -> None:
    assert set(templates.OUTCOMES) == set(Outcome)


def test_every_step_has_a_title() -> None:
    assert set(templates.STEPS) == set(StepId)
    assert all(title for title, _ in templates.STEPS.values())


def test_verdict_names_winner_its_line_its_length_and_the_rule_one_wonders_about() -> None:
    assert say(DRAFT, "/cart/checkout?step=2") == (
        "Bot may not fetch /cart/checkout?step=2. Disallow: /cart/ (line 8) is the only match. "
        "Allow: /cart/help (line 10) does not match."
    )


def test_pieces_say_what_is_a_rule_a_url_and_a_line() -> None:
    phrase = words.sentence(decide(DRAFT, "/cart/x"), "Googlebot", "/cart/x")
    kinds = {piece.kind: piece.text for piece in reversed(phrase)}
    assert kinds[PieceKind.STRONG] == "Googlebot may not fetch"
    assert kinds[PieceKind.URL] == "/cart/x"
    assert kinds[PieceKind.DISALLOW] == "Disallow: /cart/"
    assert [(piece.text, piece.line) for piece in phrase if piece.line] == [("line 8", 8), ("line 10", 10)]


@pytest.mark.parametrize(
    ("body", "url", "said"),
    [
        (
            b"User-agent: *\nDisallow: /p\nAllow: /p\n",
            "/p",
            "Bot may fetch /p. Allow: /p (line 3) and Disallow: /p (line 2) are equally long, 2 bytes; Allow wins.",
        ),
        (
            b"User-agent: *\nDisallow: /\nAllow: /p\n",
            "/p",
            (
                "Bot may fetch /p. Allow: /p (line 3) is the longest match, 2 bytes. "
                "Disallow: / (line 2) matches too, but is shorter: 1 byte."
            ),
        ),
        (
            b"User-agent: *\nDisallow: /p\nDisallow: /p\n",
            "/p",
            "Bot may not fetch /p. Disallow: /p (line 2) is the longest match, 2 bytes; line 3 is the same.",
        ),
        (
            b"User-agent: *\nDisallow: /a\nDisallow: /b\n",
            "/c",
            "Bot may fetch /c. None of the 2 rules of the * group matches.",
        ),
        (
            b"User-agent: *\nDisallow: /a/b\nDisallow: /b\n",
            "/a/c",
            (
                "Bot may fetch /a/c. None of the 2 rules of the * group matches. "
                "The nearest, Disallow: /a/b (line 2), differs at byte 4."
            ),
        ),
        (
            b"User-agent: *\nDisallow: /a\n",
            "/c",
            "Bot may fetch /c. The only rule of the * group, Disallow: /a (line 2), does not match.",
        ),
        (
            b"User-agent: *\nDisallow:\n",
            "/c",
            "Bot may fetch /c. Only Disallow: (line 2) matches: a rule without a path has no effect.",
        ),
        (
            b"User-agent: Other\nDisallow: /\n",
            "/c",
            "Bot may fetch /c. The file has no group for it and none for *, so nothing is blocked.",
        ),
        (
            b"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\n",
            "/c",
            (
                "Bot may fetch /c. There are no rules in its group (line 4), so nothing is blocked. "
                "Disallow: / (line 2) of the * group does not count: its group replaces it."
            ),
        ),
        (
            b"User-agent: *\nAllow: /a/index.html\nDisallow: /\n",
            "/a/",
            (
                "Bot may fetch /a/. Google reads Allow: /a/index.html (line 2) also as Allow: /a/$. "
                "Allow: /a/$ (line 2) is the longest match, 4 bytes. "
                "Disallow: / (line 3) matches too, but is shorter: 1 byte."
            ),
        ),
    ],
)
def test_sentence(body: bytes, url: str, said: str) -> None:
    assert say(body, url) == said


def test_robots_txt_itself_is_always_allowed() -> None:
    assert say(b"User-agent: *\nDisallow: /\n", "/robots.txt", dialect="rfc9309") == (
        "Bot may fetch /robots.txt. It is the robots.txt file itself, which is always allowed. "
        "Disallow: / (line 2) has no effect on it."
    )


def test_crawler_without_a_group_says_whose_group_it_uses() -> None:
    said = say(DRAFT, "/cart/", ("Googlebot-Image", "Googlebot"))
    assert "No group names Googlebot-Image, so it uses the group of Googlebot." in said


def test_any_other_crawler_is_not_said_to_lack_a_group_of_its_own() -> None:
    assert "The file has no group for *, so nothing is blocked." in say(b"", "/", "*")
    assert words.crawler_name(crawler_for("*")) == "Any other crawler"
    assert words.crawler_name(crawler_for("*"), first=False) == "any other crawler"


@pytest.mark.parametrize(
    ("rule", "url", "said"),
    [
        ("/cart/help", "/cart/x", "differs at byte 7"),
        ("/cart/help", "/cart", "URL ends at byte 5"),
        ("/cart$", "/cart/x", "URL continues at byte 6"),
        ("/*?sort=", "/a?step=2", "differs at byte 5"),
    ],
)
def test_loser_says_where_it_differs(rule: str, url: str, said: str) -> None:
    verdict = decide(f"User-agent: *\nDisallow: {rule}\n".encode(), url)
    assert words.outcome_words(verdict.candidates[0], verdict) == said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("Disallow: /p\nAllow: /", ["wins: longest match", "matches, shorter by 1 byte"]),
        ("Disallow: /p\nAllow: /p", ["wins: Allow wins a tie", "as long, but Allow wins"]),
        ("Disallow: /p\nDisallow: /p", ["wins: first of equals", "as long, and the same"]),
        ("Disallow:", ["no path, so no effect"]),
    ],
)
def test_candidates_say_why_they_won_or_lost(rules: str, said: list[str]) -> None:
    verdict = decide(f"User-agent: *\n{rules}\n".encode(), "/p")
    assert [words.outcome_words(candidate, verdict) for candidate in verdict.candidates] == said


@pytest.mark.parametrize(
    ("rules", "url", "title"),
    [
        ("", "/", "The group has no rules"),
        ("Disallow: /a", "/", "The only rule does not match"),
        ("Disallow: /a", "/a", "The only rule matches"),
        ("Disallow: /a\nDisallow: /b", "/", "None of 2 rules matches"),
        ("Disallow: /a\nDisallow: /b", "/a", "One of 2 rules matches"),
        ("Disallow: /a\nDisallow: /", "/a", "2 of 2 rules match"),
    ],
)
def test_candidates_step_counts_rules_with_the_right_plural(rules: str, url: str, title: str) -> None:
    steps = decide(f"User-agent: *\n{rules}\n".encode(), url).steps
    step = next(step for step in steps if step.id is StepId.CANDIDATES)
    assert as_text(words.step_words(step)[0]) == title


def test_result_step_leads_to_the_line() -> None:
    step = decide(DRAFT, "/cart/").steps[-1]
    title, _ = words.step_words(step, "Googlebot")
    assert as_text(title) == "Result: blocked by line 8"
    assert title[-1].line == 8


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("/cart/x", "Bot may not fetch /cart/x because of line 8"),
        ("/cart/help", "Bot may fetch /cart/help because of line 10"),
        ("/", "Bot may fetch /: no rule matches"),
    ],
)
def test_folded_sentence_fits_in_a_line(url: str, said: str) -> None:
    assert as_text(words.folded_sentence(decide(DRAFT, url), "Bot", url)) == said


def test_only_crawlers_that_do_not_say_how_they_read_are_marked() -> None:
    assert words.assumed_words(crawler_for("GPTBot")) == "not documented: read as RFC 9309"
    assert not words.assumed_words(crawler_for("Googlebot"))
    assert all(bool(words.assumed_words(crawler)) == crawler.assumed for crawler in CRAWLERS.values())


def test_others_are_summed_up_with_their_lines() -> None:
    close = nearest_rules(decide(DRAFT, "/cart/checkout?step=2"), 4, 2)
    assert as_text(words.others_words(close)) == ("2 more rules of this group differ in the first segment (lines 6, 7)")
    assert [piece.line for piece in words.others_words(close) if piece.line] == [6, 7]


def test_single_other_is_in_the_singular() -> None:
    close = nearest_rules(decide(DRAFT, "/cart/checkout?step=2"), 4, 3)
    assert as_text(words.others_words(close)) == "1 more rule of this group differs in the first segment (line 7)"


class German:
    """A catalogue of one sentence."""

    def gettext(self, message: str, /) -> str:
        return "{url} darf <b>{crawler}</b> abrufen." if message == templates.HEADS[True] else message

    def pgettext(self, _context: str, message: str, /) -> str:
        return self.gettext(message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return one if count == 1 else many


def test_translation_may_change_the_order_of_arguments() -> None:
    with spoken(Words("de", catalogue=German())):
        phrase = words.sentence(decide(DRAFT, "/x"), "Googlebot", "/x")
    assert as_text(phrase).startswith("/x darf Googlebot abrufen. None of")


@given(st.binary(max_size=200), st.text(max_size=60), st.text(max_size=10))
def test_words_are_found_for_whatever_is_in_the_file(body: bytes, url: str, token: str) -> None:
    verdict = decide(b"User-agent: *\n" + body, url, (token, "Googlebot"))
    phrase = words.sentence(verdict, token, url)
    assert as_text(phrase).isprintable()
    for step in verdict.steps:
        assert words.step_words(step, token)[0]
    assert all(words.outcome_words(candidate, verdict) for candidate in verdict.candidates)


def test_first_match_is_said_to_be_one() -> None:
    body = b"User-agent: *\nAllow: /a\nDisallow: /a/b\n"
    assert say(body, "/a/b", "x", "draft1996") == (
        "Bot may fetch /a/b. Allow: /a (line 2) is the first match in the file, and the first one counts."
    )


def test_delay_that_forbids_everything_is_said_to() -> None:
    body = b"User-agent: *\nCrawl-delay: 600\n"
    assert say(body, "/", "x", "crawler-commons") == (
        "Bot may not fetch /. It waits no longer than 5 minutes: Crawl-delay: 600 (line 2) makes it fetch nothing."
    )


def test_length_is_named_as_the_dialect_measures_it() -> None:
    body = b"User-agent: *\nAllow: /a/*\nDisallow: /a/bb\n"
    assert say(body, "/a/bbcc", "x", "python-rfc9309") == (
        "Bot may fetch /a/bbcc. Allow: /a/* (line 2) is the longest match, 7 bytes. "
        "Disallow: /a/bb (line 3) matches too, but is shorter: 5 bytes."
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_step_says_how_one_of_several_rules_wins(dialect: str) -> None:
    verdict = decide(b"User-agent: *\nDisallow: /a\nDisallow: /a\n", "/a", "x", dialect)
    step = next(step for step in verdict.steps if step.id is StepId.CANDIDATES)
    _, detail = words.step_words(step)
    assert as_text(detail) == templates.HOW_ONE_WINS[DIALECTS[dialect].precedence.id]


def test_file_that_is_too_long_is_said_with_the_line_where_reading_stops() -> None:
    body = b"User-agent: *\nDisallow: /\n#" + b"y" * 600_000
    title, detail = words.step_words(Robots.parse(body).decide("/", "Bot").steps[0])
    assert as_text(title) == "The file is too long for Google"
    assert as_text(detail) == "It reads the first 512,000 bytes, up to line 3."
    _, detail = words.step_words(Robots.parse(body, "yandex").decide("/", "Bot").steps[0])
    assert as_text(detail) == "It ignores files of more than 512,000 bytes."


def test_rule_whose_piece_is_nowhere_says_which() -> None:
    verdict = Robots.parse(b"User-agent: *\nDisallow: /*.gif$\n").decide("/a/b", "Bot")
    assert words.outcome_words(verdict.candidates[0], verdict) == "“.gif” is not found"


def test_single_rule_without_a_path_does_not_decide_but_has_no_effect() -> None:
    steps = Robots.parse(b"User-agent: *\nDisallow:\n").decide("/a", "x").steps
    step = next(step for step in steps if step.id is StepId.CANDIDATES)
    assert [as_text(phrase) for phrase in words.step_words(step)] == [
        "The only rule matches",
        "It has no path, so nothing is blocked.",
    ]


def why(body: str, url: str, dialect: str, agent: str = "a") -> str:
    verdict = Robots.parse(body.encode(), dialect).decide(url, agent)
    return as_text(words.sentence(verdict, "Bot", url))


def told(body: str, url: str, dialect: str) -> str:
    """Return all steps, as the panel shows them."""
    verdict = Robots.parse(body.encode(), dialect).decide(url, "a")
    return " ".join(
        f"{as_text(step.title)}. {as_text(step.detail)}" for step in explain(nearest_rules(verdict).steps, "Bot")
    )


def test_every_reason_has_words_of_its_own() -> None:
    assert len(set(templates.REASONS.values())) == len(Reason)


def test_rules_dropped_for_a_long_delay_are_not_beyond_what_is_read_and_the_delay_is_no_rule() -> None:
    body = "User-agent: a\nCrawl-delay: 400\nDisallow: /x\n"
    said = told(body, "/x", "crawler-commons")
    assert "The Crawl-delay is too long. It waits no longer than 5 minutes" in said
    assert "match" not in said
    assert "beyond" not in said
    close = nearest_rules(Robots.parse(body.encode(), "crawler-commons").decide("/x", "a"))
    assert [words.outcome_words(one, close.verdict) for one in close.misses] == [
        "dropped for the Crawl-delay in line 2"
    ]
    assert close.whole.group.rule_count == 1
    assert close.other_count == 0


def test_delay_that_the_crawler_waits_for_is_no_rule() -> None:
    body = "User-agent: a\nCrawl-delay: 5\nDisallow: /x\n"
    assert "The only rule does not match" in told(body, "/y", "crawler-commons")
    assert "There are no rules in its group" in why("User-agent: a\nCrawl-delay: 5\n", "/y", "crawler-commons")


def test_rule_that_is_left_out_is_not_one_that_does_not_match() -> None:
    long = "/x*" + "y*" * 549
    body = f"User-agent: a\nDisallow: {long}\nDisallow: /z\n"
    url = "/x" + "y" * 600
    assert "The rule that is left does not match" in told(body, url, "yandex")
    said = why(body, url, "yandex")
    assert "No rule of its group that it reads matches." in said
    assert said.endswith("(line 2) would, but is beyond what the crawler reads.")


def test_rule_that_another_hides_is_not_one_that_does_not_match() -> None:
    body = "User-agent: a\nDisallow: /a\nDisallow: /ab\n"
    assert "The rule that would match is not tried. Another rule hides it." in told(body, "/ac", "heritrix")
    said = why(body, "/ac", "heritrix")
    assert said.endswith(
        "No rule of its group that it tries matches. Disallow: /a (line 2) would, but another rule hides it."
    )


@pytest.mark.parametrize(
    "dialect", [name for name, row in DIALECTS.items() if row.locality and row.locality.empty_ends]
)
def test_empty_line_that_parts_rules_from_their_group_is_told(dialect: str) -> None:
    body = "User-agent: *\nDisallow: /y\n\nDisallow: /x\n"
    said = told(body, "/x", dialect)
    assert "An empty line ends the group. The rules after line 3 (line 4) belong to no group" in said
    assert "The empty line 3 ends it for" in why(body, "/x", dialect)
    assert ("it is assumed" in why(body, "/x", dialect)) is DIALECTS[dialect].clauses["records"].assumed


def test_empty_line_right_behind_the_user_agent_line_is_told_with_its_mark() -> None:
    verdict = Robots.parse(b"User-agent: *\n\nDisallow: /x\n", "yandex").decide("/x", "YandexBot")
    assert verdict.allowed
    steps = [step for step in verdict.steps if step.id is StepId.BLANK_ENDS]
    assert [(step.args["blank"], step.clause.assumed) for step in steps] == [(2, True)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_robots_txt_that_a_rule_blocks_is_fetched_all_the_same(dialect: str) -> None:
    said = why("User-agent: *\nDisallow: /\n", "/robots.txt", dialect)
    blocked = not DIALECTS[dialect].always_allowed
    assert ("Crawlers fetch robots.txt itself all the same" in said) is blocked


@pytest.mark.parametrize(
    ("rule", "url", "said"),
    [
        ("/cart/$", "/cart/x", "The nearest, Disallow: /cart/$ (line 2), ends before byte 7, where the URL continues."),
        (
            "/cart/help",
            "/cart/",
            "The nearest, Disallow: /cart/help (line 2), continues after byte 6, where the URL ends.",
        ),
        ("/cart/*?x", "/cart/y", "(line 2), needs “?x”, which the URL does not have there."),
    ],
)
def test_nearest_rule_and_the_url_part_in_a_sentence(rule: str, url: str, said: str) -> None:
    assert said in why(f"User-agent: *\nDisallow: {rule}\nDisallow: /other\n", url, "google")


def test_rule_without_a_path_is_not_counted_beside_the_only_match() -> None:
    body = "User-agent: a\nDisallow: /a\nDisallow:\n"
    assert "One of 2 rules matches" in told(body, "/a", "bing")
    assert "is the only match" in say(body.encode(), "/a", "a", "bing")


def test_replaced_group_has_as_many_rules_in_its_title_as_in_the_step() -> None:
    body = b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n\nUser-agent: CCBot\nDisallow: /\n"
    replaced = replaced_by(decide(body, "/x", "CCBot", "crawler-commons"))
    assert replaced is not None
    assert as_text(words.replaced_title(replaced, "CCBot")) == (
        "The 1 rule of * does not count for CCBot: its group replaces it"
    )
    verdict = decide(body, "/x", "CCBot", "crawler-commons")
    said = [as_text(words.step_words(step)[1]) for step in verdict.steps if step.id is StepId.GLOBAL_IGNORED]
    assert said == ["This group replaces the 1 rule of * (lines 1–3)."]
