"""What each example says is to be seen is so, and after the change that it names it is otherwise."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import NamedTuple

import pytest

from robotstudio import assets
from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.draft.lint_result import DraftLinter
from robotstudio.engine import CATALOGUE, CRAWLERS, Robots, UrlTable
from robotstudio.engine.directives import DelayEffect
from robotstudio.engine.scope import governing_robots_url
from robotstudio.engine.summary import summarise
from robotstudio.engine.verdict import Outcome
from robotstudio.fetch.caching import reach_of
from robotstudio.fetch.http_scenario import SUPPOSED_ANSWERS, HttpScenario
from robotstudio.fetch.policy import Effect
from robotstudio.lint.context import LintContext, Setting
from robotstudio.lint.fixing import apply
from robotstudio.lint.forecast import forecast
from robotstudio.lint.model import Finding
from robotstudio.project.file.model import Project, ProjectScenario
from robotstudio.project.project import scenario_of
from robotstudio.project.templates import Lesson, lessons
from robotstudio.text.locale import LANGUAGES, words_of
from robotstudio.urls.url_builder import as_set
from tests.rows import each_row

LESSONS = {lesson.id: lesson for lesson in lessons()}
Change = Callable[[bytes], bytes]


def scenario(lesson: Lesson, answer: str = "", hours: int = 0) -> HttpScenario:
    kept = ProjectScenario(answer or lesson.answer or "200", hours if answer else lesson.hours, lesson.has_copy)
    return scenario_of(Project(scenario=kept))


def look(lesson: Lesson, body: bytes | None = None, supposed: HttpScenario | None = None) -> Analysis:
    """Evaluate an example as the window does, perhaps after a change of the file or of the scenario."""
    urls = as_set(lesson.example.url_list().urls)
    table = UrlTable.from_buffer(urls.urls.joined, urls.urls.starts)
    crawlers = tuple(map(CATALOGUE.crawler_for, lesson.crawlers))
    body = lesson.body() if body is None else body
    return analyse(Request(1, body, urls, table, crawlers, supposed or scenario(lesson), lesson.address))


def verdicts(analysis: Analysis, token: str) -> dict[str, str]:
    """Return a column: by URL `open` or `shut` with the deciding line, or the policy if the rules do not count."""
    column = analysis.column_of(token)
    assert column is not None, token
    if not column.is_by_rules:
        assert column.policy_outcome
        return dict.fromkeys((url.written for url in analysis.urls), str(column.policy_outcome.effect))
    rows = zip(analysis.urls, column.allowed.tolist(), column.lines.tolist(), strict=True)
    return {url.written: f"{'open' if is_open else 'shut'} {line or ''}".strip() for url, is_open, line in rows}


def assert_shows(analysis: Analysis, expected: Iterable[str]) -> None:
    """Each is crawlers, URLs, and what holds of them: `Googlebot bingbot: /a /b shut 2`."""
    for row in expected:
        tokens, _, rest = row.partition(": ")
        words = rest.split()
        paths = [word for word in words if "/" in word]
        for token in tokens.split():
            column = verdicts(analysis, token)
            assert {path: column[path] for path in paths} == dict.fromkeys(paths, " ".join(words[len(paths) :])), row


def findings(body: bytes, lesson: Lesson) -> Sequence[Finding]:
    """Return what the window lists under Problems."""
    return DraftLinter(attrgetter("code")).check(look(lesson, body), None, {}, is_cancelled=bool).findings


def found(body: bytes, lesson: Lesson) -> set[str]:
    return {f"{finding.code} {finding.line}" for finding in findings(body, lesson)}


def put(number: int, text: bytes) -> Change:
    def change(body: bytes) -> bytes:
        lines = body.split(b"\n")
        lines[number - 1 : number] = text.split(b"\n")
        return b"\n".join(lines)

    return change


def drop(first: int, last: int) -> Change:
    def change(body: bytes) -> bytes:
        lines = body.split(b"\n")
        return b"\n".join(lines[: first - 1] + lines[last:])

    return change


def move(number: int, before: int) -> Change:
    def change(body: bytes) -> bytes:
        lines = body.split(b"\n")
        lines.insert(before - 1, lines.pop(number - 1))
        return b"\n".join(lines)

    return change


def fix(lesson_id: str, *wanted: str) -> Change:
    """Take the first fix of these findings, as `RS312 6` names them."""

    def change(body: bytes) -> bytes:
        offered = {f"{each.code} {each.line}": each.diagnostic.fixes for each in findings(body, LESSONS[lesson_id])}
        return apply(body, [offered[each][0] for each in wanted]).body

    return change


def both(first: Change, second: Change) -> Change:
    return lambda body: second(first(body))


class Row(NamedTuple):
    """What an example shows, what the linter finds that it speaks of; and the same after the change that it names."""

    id: str
    shows: Sequence[str]
    finds: Sequence[str] = ()
    change: Change | None = None
    then_shows: Sequence[str] = ()
    still_finds: Sequence[str] = ()


ROWS = (
    Row(
        "named-group",
        (
            "Googlebot: /feedback/new shut 2",
            "meta-externalagent: /feedback/new /search?q=shoes /cart/ open",
            "meta-externalagent: /private/a shut 7",
        ),
        ("RS312 6",),
        fix("named-group", "RS312 6"),
        ("meta-externalagent: /feedback/new shut 8", "meta-externalagent: /cart/ shut 10"),
    ),
    Row(
        "merged-groups",
        ("Googlebot: /a/closed shut 2", "Googlebot: /a/open/page open 8", "Googlebot: /b/page shut 9"),
        ("RS310 7",),
        fix("merged-groups", "RS310 7"),
        ("Googlebot: /a/closed shut 2", "Googlebot: /a/open/page open 3", "Googlebot: /b/page shut 4"),
    ),
    Row(
        "crawl-delay-ends-nothing",
        ("Googlebot bingbot AhrefsBot: / /page shut 5",),
        ("RS304 2",),
        put(3, b"Disallow:"),
        ("Googlebot bingbot: / /page open 3", "AhrefsBot: / /page shut 5"),
    ),
    Row(
        "blank-line-in-a-list",
        ("Googlebot bingbot: /private/a shut 5", "YandexBot: / /private/a open"),
        ("RS303 2",),
        drop(3, 3),
        ("Googlebot bingbot YandexBot: /private/a shut 4",),
    ),
    Row(
        "longest-rule",
        (
            "Googlebot: /shop/cart shut 4",
            "Googlebot: /shop/cart/help open 3",
            "Wget: /shop/shoes /shop/cart /shop/cart/help open 2",
        ),
        (),
        move(4, 2),
        (
            "Googlebot: /shop/cart shut 2",
            "Googlebot: /shop/cart/help open 4",
            "Wget: /shop/cart /shop/cart/help shut 2",
        ),
    ),
    Row(
        "equal-length",
        ("Googlebot: /docs/guide /doc /documents open 3",),
        (),
        put(2, b"Disallow: /docs/"),
        ("Googlebot: /docs/guide shut 2",),
    ),
    Row(
        "wildcards",
        (
            "Googlebot: /price.pdf shut 2",
            "Googlebot: /price.pdf?v=2 open",
            "Googlebot: /?page=2 shut 3",
            "Googlebot: /shoes?page=2 open",
        ),
        (),
        both(put(2, b"Disallow: /*.pdf"), put(3, b"Disallow: /*?")),
        ("Googlebot: /price.pdf?v=2 shut 2", "Googlebot: /?page=2 /shoes?page=2 shut 3"),
    ),
    Row(
        "prefix",
        ("Googlebot: /acct /acct/login /acct.html /acctbar shut 2",),
        ("RS430 2",),
        put(2, b"Disallow: /acct/\nDisallow: /acct$"),
        ("Googlebot: /acct/login shut 2", "Googlebot: /acct shut 3", "Googlebot: /acct.html /acctbar open"),
    ),
    Row(
        "query-parameters",
        ("Googlebot: /shoes?sort=price shut 2", "Googlebot: /shoes?page=2&sort=price open"),
        ("RS423 2",),
        fix("query-parameters", "RS423 2"),
        ("Googlebot: /shoes?page=2&sort=price shut 3",),
    ),
    Row(
        "letter-case",
        ("Googlebot: /Admin/login shut 2", "Googlebot: /admin/login open", "bingbot: /Admin/login open"),
        (),
        put(2, b"Disallow: /admin/"),
        ("Googlebot: /admin/login shut 2", "Googlebot: /Admin/login open"),
    ),
    Row(
        "blocked-but-indexed",
        ("Googlebot: /old/offer shut 2", "Googlebot: /thanks/ open"),
        ("RS208 3",),
        drop(2, 3),
        ("Googlebot: /old/offer /thanks/ open",),
    ),
    Row(
        "blocked-assets",
        ("Googlebot: / open", "Googlebot: /assets/app.css /assets/app.js shut 2"),
        ("RS431 2",),
        put(2, b"Disallow: /assets/\nAllow: /assets/*.css\nAllow: /assets/*.js"),
        ("Googlebot: /assets/app.css open 3", "Googlebot: /assets/app.js open 4"),
    ),
    Row(
        "ai-crawlers",
        (
            "Googlebot: /blog/hello open",
            "GPTBot: /blog/hello shut 4",
            "Google-Extended: /blog/hello shut 4",
            "OAI-SearchBot: /blog/hello open",
            "ChatGPT-User: /blog/hello open",
        ),
        (),
        put(1, b"User-agent: OAI-SearchBot"),
        ("GPTBot: /blog/hello open", "OAI-SearchBot: /blog/hello shut 4", "Googlebot: /blog/hello open"),
    ),
    Row(
        "new-directives",
        ("Googlebot bingbot GPTBot: /cart/ shut 5",),
        (),
        both(drop(4, 4), drop(1, 1)),
        ("Googlebot bingbot GPTBot: /cart/ shut 3",),
    ),
    Row("crawl-delay", ("Googlebot: /cart/ shut 3", "CCBot: / open")),
    Row(
        "answer-403",
        (
            "Googlebot YandexBot: / /private/a allow_all",
            "bingbot Applebot: / /private/a unknown",
        ),
    ),
    Row(
        "answer-503",
        (
            "Googlebot: /private/a shut 2",
            "YandexBot: / /private/a allow_all",
            "bingbot Applebot: / /private/a unknown",
        ),
    ),
    Row("redirects", ("Googlebot bingbot YandexBot: /private/a shut 2",)),
    Row("other-hosts", ("Googlebot: https://www.example.com/private/a shut 2",)),
    Row("caching", ("Googlebot: /offers/summer shut 3", "GPTBot: /offers/summer shut 3")),
    Row(
        "staging-goes-live",
        ("Googlebot bingbot GPTBot: / /products/ /blog/hello /cart/ shut 2",),
        ("RS432 2",),
        put(2, b"Disallow: /cart/"),
        ("Googlebot bingbot GPTBot: / /products/ /blog/hello open",),
    ),
    Row(
        "managed-block",
        (
            "Googlebot: /blog/hello open 5",
            "Googlebot: /cart/ shut 19",
            "GPTBot: /blog/hello shut 14",
            "ClaudeBot: /blog/hello shut 11",
            "CCBot: /blog/hello shut 8",
        ),
        ("RS311 18",),
        drop(1, 17),
        ("GPTBot ClaudeBot CCBot: /blog/hello open", "Googlebot GPTBot: /cart/ shut 2"),
    ),
    Row(
        "only-my-tool",
        ("Googlebot: /products/ open", "AhrefsBot SemrushBot: /products/ shut 6"),
        (),
        drop(4, 6),
        ("Googlebot AhrefsBot SemrushBot: / /products/ open",),
    ),
    Row(
        "sitemaps-and-typos",
        (
            "Googlebot: /tmp/a shut 2",
            "Googlebot: /private/a shut 3",
            "bingbot YandexBot: /tmp/a /private/a open",
        ),
        ("RS102 2", "RS104 3", "RS204 4"),
        both(fix("sitemaps-and-typos", "RS102 2", "RS104 3"), put(4, b"Sitemap: https://www.example.com/sitemap.xml")),
        ("Googlebot bingbot YandexBot: /tmp/a shut 2", "Googlebot bingbot YandexBot: /private/a shut 3"),
    ),
    Row(
        "byte-order-mark",
        ("Googlebot bingbot: /private/a shut 2", "Wget: /private/a open"),
        ("RS504 1",),
        fix("byte-order-mark", "RS504 1"),
        ("Googlebot: /private/a shut 2", "Wget: /private/a shut 2"),
    ),
)


def test_every_example_is_looked_at() -> None:
    assert [row.id for row in ROWS] == list(LESSONS)
    assert len(LESSONS) == 25


@each_row("row", ROWS, ids=lambda row: row.id)
def test_what_an_example_says_is_to_be_seen_is_seen(row: Row) -> None:
    lesson = LESSONS[row.id]
    assert_shows(look(lesson), row.shows)
    assert set(row.finds) <= found(lesson.body(), lesson)


@each_row("row", [row for row in ROWS if row.change], ids=lambda row: row.id)
def test_after_the_change_that_it_names_it_is_otherwise(row: Row) -> None:
    lesson = LESSONS[row.id]
    assert row.change
    changed = row.change(lesson.body())
    assert changed != lesson.body()
    assert_shows(look(lesson, changed), row.then_shows)
    codes = {finding.partition(" ")[0] for finding in row.finds}
    assert codes.isdisjoint(finding.partition(" ")[0] for finding in found(changed, lesson))


_LINES = re.compile(r"\blines? ((?:\d+(?:, | and | to )?)+)")


@each_row("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)
def test_the_file_has_the_lines_that_are_named(lesson: Lesson) -> None:
    named = " ".join(_LINES.findall(f"{lesson.see} {lesson.change}"))
    assert {int(number) for number in re.findall(r"\d+", named)} <= set(range(1, lesson.body().count(b"\n") + 1))


def numbers(text: str) -> list[str]:
    """Return the numbers in a sentence, however their digits are grouped."""
    return sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[,.\s](?=\d{3})", "", text)))


@each_row("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)
def test_every_language_names_the_same_lines(lesson: Lesson) -> None:
    for code in LANGUAGES:
        for text in (lesson.title, lesson.see, lesson.change):
            assert numbers(words_of(code).say(text)) == numbers(text), code


@each_row("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)
def test_an_example_can_be_laid_out(lesson: Lesson) -> None:
    assert set(lesson.crawlers) <= CRAWLERS.keys()
    assert lesson.answer in {"", *SUPPOSED_ANSWERS}
    found_urls = lesson.example.url_list()
    assert found_urls.rejected == ()
    url, token = lesson.selected
    assert url in {each.written for each in found_urls.urls}
    assert token in lesson.crawlers
    assert all(text.endswith(".") for text in (lesson.see, lesson.change))
    assert not lesson.title.endswith(".")


def test_those_of_a_topic_stand_together_and_every_folder_is_used() -> None:
    topics = [lesson.topic for lesson in LESSONS.values()]
    assert topics == sorted(topics, key=topics.index)
    content = json.loads(assets.path("examples/index.json").read_bytes())
    assert list(dict.fromkeys(topics)) == list(content["topics"].values())
    folders = {path.name for path in assets.path("examples").iterdir() if path.is_dir()}
    assert folders == {"shop", *LESSONS}


# What the verdicts alone do not show


def test_why_names_both_groups_of_one_crawler() -> None:
    body = LESSONS["merged-groups"].body()
    crawler = CRAWLERS["Googlebot"]
    decided = Robots.parse(body, crawler.dialect).decide("https://www.example.com/b/page", crawler.agent)
    assert [group.first_line for group in decided.group.groups] == [1, 7]


def test_the_longest_rule_is_neither_the_first_that_matches_nor_the_last() -> None:
    crawler = CRAWLERS["Googlebot"]
    robots = Robots.parse(LESSONS["longest-rule"].body(), crawler.dialect)
    decided = robots.decide("https://www.example.com/shop/cart/help", crawler.agent)
    matching = sorted(each.rule.line for each in decided.candidates if each.outcome is not Outcome.NO_MATCH)
    assert matching[0] < (decided.line or 0) < matching[-1]


@pytest.mark.parametrize(
    ("answer", "googlebot", "yandexbot", "bingbot"),
    [
        ("404", "allow_all", "allow_all", "allow_all"),
        ("429", "disallow_all", "allow_all", "unknown"),
        ("503", "disallow_all", "allow_all", "unknown"),
        ("200", "shut 2", "shut 2", "shut 2"),
    ],
)
def test_columns_differ_by_the_answer_that_is_supposed(
    answer: str, googlebot: str, yandexbot: str, bingbot: str
) -> None:
    lesson = LESSONS["answer-403"]
    analysis = look(lesson, supposed=scenario(lesson, answer))
    shown = [verdicts(analysis, token)["/private/a"] for token in ("Googlebot", "YandexBot", "bingbot")]
    assert shown == [googlebot, yandexbot, bingbot]


@pytest.mark.parametrize(("hours", "effect"), [(1, Effect.DISALLOW_ALL), (31 * 24, Effect.ALLOW_ALL)])
def test_google_does_something_else_with_a_503_early_and_late(hours: int, effect: Effect) -> None:
    lesson = LESSONS["answer-503"]
    assert timedelta(hours=lesson.hours) == timedelta(days=2)
    assert verdicts(look(lesson, supposed=scenario(lesson, "503", hours)), "Googlebot")["/"] == effect


@pytest.mark.parametrize("answer", ["redirects", "loop"])
def test_too_many_redirects_open_the_site_for_google_and_yandex(answer: str) -> None:
    lesson = LESSONS["redirects"]
    analysis = look(lesson, supposed=scenario(lesson, answer))
    shown = {token: verdicts(analysis, token)["/private/a"] for token in lesson.crawlers}
    assert shown == {"Googlebot": "allow_all", "YandexBot": "allow_all", "bingbot": "unknown"}


def test_three_urls_are_of_other_hosts_and_the_file_that_decides_is_known() -> None:
    lesson = LESSONS["other-hosts"]
    analysis = look(lesson)
    outside = [url.url for url in analysis.urls if analysis.is_outside(url.url)]
    assert [governing_robots_url(url) for url in outside] == [
        "https://example.com/robots.txt",
        "http://www.example.com/robots.txt",
        "https://blog.example.com/robots.txt",
    ]
    assert lesson.selected[0] in outside


def test_a_change_reaches_each_crawler_within_a_day_documented_or_assumed() -> None:
    now = datetime(2026, 11, 22, tzinfo=UTC)
    reaches = [reach_of(CRAWLERS[token], now) for token in LESSONS["caching"].crawlers]
    assert all(reach and reach.lifetime == timedelta(days=1) for reach in reaches)
    assert {reach.assumed for reach in reaches if reach} == {False, True}


def test_the_draft_closes_the_offers_and_nothing_else() -> None:
    lesson = LESSONS["caching"]
    before, now = look(lesson, lesson.body_before()), look(lesson)
    for token in lesson.crawlers:
        was, is_now = verdicts(before, token), verdicts(now, token)
        assert [url for url in was if was[url].split()[0] != is_now[url].split()[0]] == ["/offers/summer"]


def test_the_staging_file_closes_all_but_the_cart_and_the_change_undoes_it() -> None:
    lesson = LESSONS["staging-goes-live"]
    before, now = look(lesson, lesson.body_before()), look(lesson)
    for token in lesson.crawlers:
        was, is_now = verdicts(before, token), verdicts(now, token)
        assert [url for url in was if was[url].split()[0] == is_now[url].split()[0]] == ["/cart/"]
    assert put(2, b"Disallow: /cart/")(lesson.body()) == lesson.body_before()


def complaints(body: bytes) -> set[tuple[str, int]]:
    return {(each.validator.id, each.report.line) for each in forecast(LintContext.of(body, Setting()))}


def test_validators_complain_of_the_new_lines_until_they_are_gone() -> None:
    body = LESSONS["new-directives"].body()
    assert {line for _, line in complaints(body)} == {1, 4}
    assert ("lighthouse", 1) in complaints(body)
    assert complaints(both(drop(4, 4), drop(1, 1))(body)) == set()


def test_three_wait_for_a_crawl_delay_and_three_ignore_it() -> None:
    lesson = LESSONS["crawl-delay"]
    effects: dict[DelayEffect, set[str]] = {}
    for body, per_day in ((lesson.body(), 8640), (put(2, b"Crawl-delay: 30")(lesson.body()), 2880)):
        effects.clear()
        for token in lesson.crawlers:
            crawler = CRAWLERS[token]
            robots = Robots.parse(body, crawler.dialect)
            delay = summarise(robots, crawler, robots.choose(crawler.agent)).delay
            assert delay is not None
            effects.setdefault(delay.effect, set()).add(token)
            assert delay.per_day == (per_day if delay.effect is DelayEffect.WAITS else None)
        assert effects == {
            DelayEffect.IGNORES: {"Googlebot", "YandexBot", "Applebot"},
            DelayEffect.WAITS: {"bingbot", "ClaudeBot", "CCBot"},
        }


def test_what_is_said_of_the_ai_crawlers_is_what_the_catalogue_says() -> None:
    purposes = {token: CRAWLERS[token].purpose for token in LESSONS["ai-crawlers"].crawlers}
    assert purposes["GPTBot"] == purposes["Google-Extended"] == "ai-training"
    assert purposes["OAI-SearchBot"] == "ai-search"
    assert purposes["ChatGPT-User"] == "ai-assistant"
