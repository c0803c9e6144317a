"""Two crawlers read one file alike, or there is a short URL on which they differ."""

from itertools import product

import pytest

from robotstudio.engine import DIALECTS, Robots, UrlTable
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.proof import Reading, ReadingComparison, Result, Undecided, compare_readings
from robotstudio.engine.proof.forms import PLAIN, letters_kept
from tests.engine.proof.pairs import AGENT, file_of, random_pairs, short_urls, stopped

SITE = "https://example.com"
PLAIN_URLS = UrlTable(SITE + path for path in short_urls(5))
ESCAPED = UrlTable(SITE + path.replace("a", "%61").replace("$", "%24") for path in short_urls(4))


def read(body: bytes, one: str, other: str, agents: tuple[str, str] = (AGENT, AGENT)) -> ReadingComparison:
    ours, theirs = (
        Reading(Robots.parse(body, dialect), agent) for dialect, agent in zip((one, other), agents, strict=True)
    )
    return compare_readings(ours, theirs, clock=stopped)


def short_differences(body: bytes, one: str, other: str, table: UrlTable) -> list[str]:
    """Return the short URLs on which two dialects differ."""
    allowed = [Robots.parse(body, dialect).decide_all(table, [AGENT]).column(AGENT)[0] for dialect in (one, other)]
    return [table.urls[row] for row in (allowed[0] != allowed[1]).nonzero()[0].tolist()]


def fault(body: bytes, one: str, other: str) -> str:
    """Return what short URLs contradict; empty if nothing."""
    found = read(body, one, other)
    plain = short_differences(body, one, other, PLAIN_URLS)
    is_exact = letters_kept(DIALECTS[one]) & letters_kept(DIALECTS[other]) >= PLAIN
    if plain and (found.is_plain or (is_exact and found.outcome is not Result.DIFFERS)):
        return f"missed {plain[0]}: {found}"
    if found.outcome is Result.EQUAL and (escaped := short_differences(body, one, other, ESCAPED)):
        return f"missed {escaped[0]}: {found}"
    told = found.difference
    if told is None:
        return "" if found.outcome is not Result.DIFFERS else f"no URL: {found}"
    ours, theirs = (Robots.parse(body, dialect).decide(told.url, AGENT) for dialect in (one, other))
    is_so = (ours.allowed, ours.line, theirs.allowed, theirs.line)
    if ours.allowed == theirs.allowed or is_so != (told.allowed_a, told.line_a, told.allowed_b, told.line_b):
        return f"they do not part on {told}"
    path = told.url.removeprefix(SITE)
    shorter = [url for url in plain if len(url) < len(SITE + path) and not url.startswith(SITE + "//")]
    return f"{path}, but {shorter[0]} is shorter" if is_exact and shorter and path != "/robots.txt" else ""


@pytest.mark.parametrize("one", DIALECTS)
def test_no_short_url_contradicts_what_is_said_of_two_dialects(one: str) -> None:
    faults = []
    for other in DIALECTS:
        for rules, _ in random_pairs(f"{one} and {other}", 12):
            found = fault(file_of(rules), one, other)
            if found:
                faults.append(f"{one}, {other}, {rules}: {found}")
    assert faults == []


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_letters_that_a_dialect_is_said_to_leave_as_they_are_stay(dialect: Dialect) -> None:
    changed = []
    starts = sorted(letters_kept(dialect) - ({"/"} if not letters_kept(dialect) >= PLAIN else set()))
    for first, second, third in product(starts, "/?.-a;", "/?.=&a"):
        path = f"/{first}{second}{third}"
        if set(path) <= letters_kept(dialect) and dialect.path_of((SITE + path).encode()) != path.encode():
            changed.append(path)
    assert changed == []


def test_plain_urls_are_the_same_for_the_crawlers_that_most_people_mean() -> None:
    assert all(letters_kept(DIALECTS[each]) >= PLAIN for each in ("google", "rfc9309", "bing", "yandex", "baidu"))


def test_google_and_yandex_read_a_plain_file_alike_for_every_url() -> None:
    found = read(b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n", "google", "yandex")
    assert (found.outcome, found.is_plain, found.difference) == (Result.EQUAL, True, None)


def test_the_shortest_url_shows_where_they_part_with_both_lines() -> None:
    found = read(b"User-agent: *\nDisallow: /shop/\nAllow: /shop/sale\n", "google", "draft1996")
    assert found.outcome is Result.DIFFERS
    assert found.difference is not None
    assert (found.difference.url, found.difference.line_a, found.difference.line_b) == ("/shop/sale", 3, 2)


def test_google_and_bing_part_only_where_a_url_is_escaped() -> None:
    found = read(b"User-agent: *\nDisallow: /cart/\n", "google", "bing")
    assert (found.outcome, found.is_plain) == (Result.DIFFERS, True)
    assert found.difference is not None
    assert "%" in found.difference.url


def test_a_url_that_is_not_escaped_goes_before_one_that_is() -> None:
    found = read(b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n", "google", "draft1996")
    assert found.difference is not None
    assert found.difference.url == "/cart/help"


def test_the_robots_txt_itself_is_shown_only_where_nothing_else_parts_them() -> None:
    found = read(b"User-agent: *\nDisallow: /\n", "google", "yandex")
    assert found.difference is not None
    assert found.difference.url == "/robots.txt"
    found = read(b"User-agent: *\nDisallow: /\nAllow: /x\n", "google", "original1994")
    assert found.difference is not None
    assert found.difference.url == "/x"


def test_crawlers_of_one_dialect_are_compared_by_their_groups() -> None:
    body = b"User-agent: one\nDisallow: /a\n\nUser-agent: other\nDisallow: /a\nDisallow: /b\n"
    found = read(body, "google", "google", ("one", "other"))
    assert found.difference is not None
    assert (found.difference.url, found.difference.line_a, found.difference.line_b) == ("/b", None, 6)


def test_what_is_not_decided_is_neither_a_proof_nor_a_difference() -> None:
    found = read(b"User-agent: *\nDisallow: /9\n", "python", "python-rfc9309")
    assert found.outcome is not Result.EQUAL
    stars = b"User-agent: *\n" + b"".join(b"Disallow: /*a%d*b*c*a\nAllow: /*b%d*a*a*b\n" % (at, at) for at in range(60))
    assert read(stars, "google", "yandex").outcome is Result.EQUAL
    found = read(stars, "google", "draft1996")
    assert found.outcome is Result.DIFFERS or found.reason in set(Undecided)
