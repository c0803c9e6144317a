"""Bing, Yandex and Baidu: what they publish; the rest is marked as assumed."""

import pytest

from robotstudio.engine import DIALECTS, Outcome, Reason, Robots


def line(body: str, url: str, agent: str, dialect: str) -> int | None:
    return Robots.parse(body.encode(), dialect).decide(url, agent).line


def test_bingbot_follows_msnbot_where_no_group_names_it() -> None:
    body = "User-agent: msnbot\nDisallow: /m\n\nUser-agent: *\nDisallow: /\n"
    robots = Robots.parse(body.encode(), "bing")
    assert robots.decide("/m", "BingBot").line == 2
    assert (robots.choose("bingbot").token, robots.choose("bingbot").tried) == ("msnbot", ("bingbot",))
    assert robots.decide("/m", "adidxbot").line == 5
    assert line("User-agent: bingbot\nDisallow: /b\n" + body, "/m", "bingbot", "bing") is None


@pytest.mark.parametrize(
    ("agent", "found"), [("YandexImages", "Yandex"), ("YandexBot", "YandexBot"), ("Yandex", "Yandex"), ("Ya", "*")]
)
def test_robots_of_yandex_follow_their_name_then_yandex_then_everyone(agent: str, found: str) -> None:
    body = b"User-agent: YandexBot\nDisallow: /b\n\nUser-agent: Yandex\nDisallow: /y\n\nUser-agent: *\nDisallow: /\n"
    assert Robots.parse(body, "yandex").choose(agent).token == found


def test_catalogued_chain_and_kin_name_a_token_once() -> None:
    choice = Robots.parse(b"User-agent: *\nDisallow: /\n", "bing").choose(("bingbot", "msnbot"))
    assert choice.tried == ("bingbot", "msnbot")


def test_yandex_takes_the_longest_and_allow_in_a_tie() -> None:
    assert line("User-agent: *\nDisallow: /\nAllow: /a\nDisallow: /a\n", "/ab", "x", "yandex") == 3


def test_yandex_reads_no_rule_behind_an_empty_line() -> None:
    assert line("User-agent: *\n\nDisallow: /\n", "/", "x", "yandex") is None


def test_yandex_compares_byte_for_byte() -> None:
    assert line("User-agent: *\nDisallow: /café\n", "/caf%C3%A9", "x", "yandex") is None
    assert line("User-agent: *\nDisallow: /caf%C3%A9\n", "/caf%C3%A9", "x", "yandex") == 2


def test_yandex_reads_nothing_of_a_file_above_500_kib() -> None:
    body = b"User-agent: *\nDisallow: /\n".ljust(512_001, b"#")
    robots = Robots.parse(body, "yandex")
    assert robots.decide("/", "x").reason is Reason.NO_GROUP
    assert robots.cut
    assert robots.cut.byte == 0
    assert not Robots.parse(body[:-1], "yandex").decide("/", "x").allowed


def test_yandex_reads_2048_rules_of_a_file() -> None:
    head = "User-agent: a\n" + "Disallow: /x\n" * 2000 + "\nUser-agent: *\n" + "Disallow: /y\n" * 47
    assert line(f"{head}Disallow: /z\n", "/z", "x", "yandex") == head.count("\n") + 1
    assert line(f"{head}Disallow: /y\nDisallow: /z\n", "/z", "x", "yandex") is None


def test_yandex_drops_rules_of_more_than_1024_characters() -> None:
    for length, is_read in ((1024, True), (1025, False)):
        pattern = "/é".ljust(length, "a")
        verdict = Robots.parse(f"User-agent: *\nDisallow: {pattern}\n".encode(), "yandex").decide(pattern, "x")
        assert verdict.allowed is not is_read
        assert [candidate.outcome for candidate in verdict.candidates] == [Outcome.WINS if is_read else Outcome.UNSEEN]


def test_baidu_takes_the_first_line_that_matches() -> None:
    body = b"User-agent: Baiduspider\nDisallow: /a\nAllow: /a/ok\nDisallow: /*.jsp$\n"
    robots = Robots.parse(body, "baidu")
    assert robots.decide("/a/ok", "Baiduspider").line == 2
    assert robots.decide("/a/ok", "Baiduspider").reason is Reason.FIRST_MATCH
    assert robots.decide("/x.jsp", "Baiduspider").line == 4
    assert robots.decide("/x.jsp?x", "Baiduspider").allowed


@pytest.mark.parametrize("dialect", ["bing", "yandex", "baidu", "rambler"])
def test_what_a_vendor_has_not_published_is_marked_as_assumed(dialect: str) -> None:
    clauses = DIALECTS[dialect].clauses
    assert any(clause.assumed for clause in clauses.values())
    assert clauses["token"].assumed
