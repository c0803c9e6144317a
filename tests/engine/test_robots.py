"""The parsed file against Google's own parser, and against documents."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine import robots as robots_module
from robotstudio.engine.names import Agent, NamedOnly
from robotstudio.engine.skimming import can_skim
from robotstudio.engine.tokens import Statement, statements_of
from robotstudio.engine.verdict import Verdict
from tests.conformance import Row, corpus_files, field_bytes, own_rows, shared_rows, text
from tests.rows import each_row
from tests.work import lines_run

MAIN = {"google", "rfc9309"}
GOOGLES_OWN = ["google/unit-tests", "google/spec-test"]
LABELLED_BY_GOOGLE = ["protego", "robots-parser", "rep-cpp", "reppy"]


def decided(body: bytes, dialect: str, url: str, agent: Agent) -> Verdict:
    """Return the verdict of a new reading, which skims the lines, after comparing it with that of all groups."""
    robots = Robots.parse(body, dialect)
    skimmed, whole = robots.decide(url, agent), robots.decide(url, agent)
    assert (skimmed.rule, skimmed.line, skimmed.allowed) == (whole.rule, whole.line, whole.allowed), (body, url, agent)
    assert "groups" in vars(robots)
    return skimmed


def differences(rows: list[Row], dialect: str, allowed: str, line: str) -> list[tuple[Row, str]]:
    found = []
    for row in rows:
        verdict = decided(field_bytes(row, "robots"), dialect, text(row, "url"), row["agent"])
        if verdict.allowed != row[allowed] or (verdict.line or 0) != row.get(line, verdict.line or 0):
            found.append((row, repr(verdict)))
    return found


@pytest.mark.parametrize("suite", LABELLED_BY_GOOGLE)
def test_google_agrees_with_googles_parser_on_other_projects_suites(suite: str) -> None:
    assert not differences(shared_rows(suite), "google", "oracle_allowed", "oracle_line")


@pytest.mark.never_skipped
@pytest.mark.parametrize("suite", GOOGLES_OWN)
def test_google_agrees_with_the_expectations_of_googles_own_tests(suite: str) -> None:
    assert not differences(own_rows(suite), "google", "allowed", "line")


@pytest.mark.never_skipped
@pytest.mark.parametrize("suite", GOOGLES_OWN)
def test_google_agrees_with_googles_parser_on_googles_own_tests(suite: str) -> None:
    assert not differences(own_rows(suite), "google", "oracle_allowed", "oracle_line")


@pytest.mark.never_skipped
@pytest.mark.parametrize("suite", ["quirks", "diff-public"])
def test_google_agrees_with_googles_parser_on_our_own_cases(suite: str) -> None:
    rows = [row for row in own_rows(suite) if "agent" in row]
    assert len(rows) > 200
    assert not differences(rows, "google", "allowed", "line")


@pytest.mark.parametrize("dialect", sorted({row["family"] for row in own_rows("seeds")}))
def test_dialect_agrees_with_its_rows_of_the_seeds(dialect: str) -> None:
    rows = [row for row in own_rows("seeds") if row["family"] == dialect]
    assert not differences(rows, dialect, "allowed", "line")


def column_of(dialect: str) -> str:
    """Return the column of a dialect in the dialect cases, which do not distinguish the releases of Python."""
    names = {"original1994": "orig1994", "python-rfc9309": "python_rfc9309"}
    return (names | {"python-3.12.4": "python", "python-3.13.14": "python_rfc9309"}).get(dialect, dialect)


WITH_A_COLUMN = [dialect for dialect in sorted(DIALECTS) if column_of(dialect) in own_rows("dialects")[0]["verdicts"]]
"""Other dialects have cases of their own among those of `own-dialects.jsonl`."""


@pytest.mark.parametrize("dialect", WITH_A_COLUMN)
def test_dialect_agrees_with_its_column_of_the_dialect_cases(dialect: str) -> None:
    rows = [
        {**row, "allowed": row["verdicts"][column_of(dialect)] == "allow"}
        for row in own_rows("dialects")
        if row["verdicts"][column_of(dialect)] != "unspecified"
    ]
    assert len(rows) > 10
    assert not differences(rows, dialect, "allowed", "line")


@pytest.mark.parametrize("row", own_rows("own-dialects"), ids=lambda row: row["name"])
def test_dialects_read_as_the_statement_of_a_case_says(row: Row) -> None:
    body, agent = field_bytes(row, "robots"), row["agent"]
    read = {dialect: decided(body, dialect, row["url"], agent).allowed for dialect in row["verdicts"]}
    assert read == {dialect: verdict == "allow" for dialect, verdict in row["verdicts"].items()}, row["statement"]


@pytest.mark.parametrize(("dialect", "step"), [(dialect, 1 if dialect in MAIN else 16) for dialect in DIALECTS])
def test_real_files_are_read_without_an_exception(dialect: str, step: int) -> None:
    count = 0
    for body in islice(corpus_files(), 0, None, step):
        verdict = decided(body, dialect, "https://example.com/a/b.html?c=d", "Googlebot")
        assert verdict.steps
        count += 1
    assert count > 2000 // step


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_candidate_is_named_once_and_the_winner_first(dialect: str) -> None:
    for body in islice(corpus_files(), 0, None, 40):
        verdict = Robots.parse(body, dialect).decide("https://example.com/search?q=a", "Googlebot")
        candidates = verdict.candidates
        lines = [candidate.rule.line for candidate in candidates]
        assert len(set(lines)) == len(lines)
        assert not verdict.rule or verdict.rule in {candidate.rule for candidate in candidates[:1]}


@given(body=st.binary(), url=st.text(), agent=st.text(), dialect=st.sampled_from(sorted(DIALECTS)))
def test_no_bytes_no_url_and_no_token_raise(body: bytes, url: str, agent: str, dialect: str) -> None:
    verdict = Robots.parse(body, dialect).decide(url, agent)
    assert verdict.allowed in {True, False}
    assert verdict.steps
    assert all(candidate.alignment.segments is not None for candidate in verdict.candidates)


def test_unknown_dialect_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Robots.parse(b"", "altavista")


def test_google_stops_reading_after_500_kib_and_says_where() -> None:
    head = b"User-agent: *\nDisallow: /a\n"
    filler = b"# filler\n" * ((512_000 - len(head)) // 9)
    body = (head + filler).ljust(512_000, b"#") + b"\nDisallow: /late\n"
    robots = Robots.parse(body)
    assert robots.decide("/a", "x").line == 2
    assert robots.decide("/late", "x").allowed
    assert robots.cut is not None
    assert robots.cut.byte == 512_000
    assert robots.cut.line == len(robots.lines)


def test_rule_that_the_size_limit_cuts_in_two_is_read_up_to_the_cut() -> None:
    start = b"User-agent: *\n#"
    rule = b"\nDisallow: /ab"
    body = start.ljust(512_000 - len(rule), b"#") + rule + b"cd\n"
    assert Robots.parse(body).decide("/abx", "x").line == 3


def test_file_of_exactly_500_kib_is_not_cut() -> None:
    body = b"User-agent: *\nDisallow: /\n".ljust(512_000, b"\n")
    assert Robots.parse(body).cut is None


def test_rfc9309_has_no_upper_size_limit() -> None:
    body = b"User-agent: *\n" + b"#\n" * 300_000 + b"Disallow: /late\n"
    assert not Robots.parse(body, "rfc9309").decide("/late", "x").allowed


def test_chain_stops_at_the_first_token_that_a_group_names() -> None:
    robots = Robots.parse(b"User-agent: Googlebot\nDisallow: /g\nUser-agent: *\nDisallow: /all\n")
    chain = ("Googlebot-Image", "Googlebot")
    assert robots.decide("/g", chain).line == 2
    assert robots.decide("/all", chain).allowed
    assert robots.choose(chain).tried == ("Googlebot-Image",)


def test_chain_ends_at_the_global_group() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /all\n")
    choice = robots.choose(["Applebot", "Googlebot"])
    assert (choice.token, choice.tried) == ("*", ("Applebot", "Googlebot"))
    assert robots.decide("/all", ["Applebot", "Googlebot"]).line == 2


def test_star_as_token_asks_for_any_other_crawler() -> None:
    robots = Robots.parse(b"User-agent: a\nDisallow: /\nUser-agent: *\nDisallow: /x\n")
    assert robots.decide("/x", "*").line == 4
    assert robots.choose("*").tried == ()


def test_named_group_replaces_the_global_one_and_says_so() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /y\n")
    choice = robots.choose("a")
    assert [group.first_line for group in choice.ignored] == [1]
    assert robots.decide("/x", "a").allowed


def test_many_agents_do_not_fill_the_memory() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /\n")
    assert all(not robots.decide("/", f"agent-{number}").allowed for number in range(10_000))


def test_rfc9309_always_allows_robots_txt_itself() -> None:
    body = b"User-agent: *\nDisallow: /\n"
    verdict = Robots.parse(body, "rfc9309").decide("https://example.com/robots.txt", "x")
    assert verdict.allowed
    assert verdict.line is None
    assert not Robots.parse(body, "google").decide("https://example.com/robots.txt", "x").allowed


SPECIALS = ["/a%2", "/a*%", "/a%", "/a%24", "/a%2A", "/a$b", "/a*$", "/a%2*", "/a*%2$"]


@pytest.mark.parametrize("dialect", ["rfc9309", "bing", "baidu"])
@each_row("url", ["/a$", "/a*", "/a%24", "/a%2A", "/a$b", "/a%24b", "/a*b", "/a%2", "/a%", "/a%2F"])
@each_row("pattern", SPECIALS)
def test_star_and_dollar_of_a_url_are_read_as_google_reads_them_but_by_rules_that_escape_them(
    pattern: str, url: str, dialect: str
) -> None:
    body = f"User-agent: *\nDisallow: {pattern}\n".encode()
    allowed = Robots.parse(body, "google").decide(url, "a").allowed
    if pattern in {"/a%24", "/a%2A"}:
        allowed &= not url.startswith("/a$" if pattern == "/a%24" else "/a*")
    assert Robots.parse(body, dialect).decide(url, "a").allowed is allowed


@pytest.mark.parametrize(
    ("pattern", "url", "allowed"),
    [
        ("/%7Ejoe/", "/~joe/x", False),
        ("/~joe/", "/%7Ejoe/x", False),
        ("/a%2Fb", "/a/b", True),
        ("/a%3cd", "/a%3Cd", False),
        ("/café", "/caf%C3%A9", False),
        ("/caf%c3%a9", "/café", False),
        ("/file-with-a-%2A.html", "/file-with-a-*.html", False),
        ("/file-with-a-%24", "/file-with-a-$x", False),
        ("/a$b", "/a$bc", False),
    ],
)
def test_rfc9309_compares_percent_encoded_and_plain_bytes(pattern: str, url: str, *, allowed: bool) -> None:
    body = f"User-agent: *\nDisallow: {pattern}\n".encode()
    assert Robots.parse(body, "rfc9309").decide(url, "x").allowed is allowed


def test_readings_that_see_the_same_lines_share_them() -> None:
    body = b"User-agent: *\r\nDisallow: /a\n" * 3
    readings: dict[str, Robots] = {}
    for dialect in DIALECTS:
        alone, beside = Robots.parse(body, dialect), Robots.parse(body, dialect, readings.values())
        assert beside.lines == alone.lines
        assert repr(beside.groups) == repr(alone.groups)
        readings[dialect] = beside
    kinds = {dialect.lines.id for dialect in DIALECTS.values()}
    assert len({id(robots.lines) for robots in readings.values()}) == len(kinds) < len(DIALECTS)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_large_file_is_read_as_a_small_one_and_its_lines_are_kept_only_when_wanted(dialect: str) -> None:
    limit = DIALECTS[dialect].max_bytes
    filling = b"# a comment\r\n" * (10_000 if limit else 100_000)
    body = b"User-agent: *\nDisallow: /a\n" + filling + b"User-agent: b\rDisallow: /b\r"
    robots = Robots.parse(body, dialect)
    assert robots.decide("/a", "x").line == 2
    assert "lines" not in robots.tokenized.__dict__
    lines = robots.lines
    assert robots.lines is lines
    assert [line for _, line in robots.numbered_lines] == lines


LINES = [
    b"User-agent: a",
    b"user-agent: *",
    b"Disallow: /a",
    b"Allow: /a/b",
    b"",
    b" ",
    b"# c",
    b"\xc2\x85",
    b"a\xe2\x80\xa8",
]
LINES += [
    b"Crawl-delay: 400",
    b"Sitemap: /s",
    b"Noindex: /",
    b"nothing",
    b"\v",
    b"Disallow: /x\x1cAllow: /y",
    b"Host: h",
    b"a:",
]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(lines=st.lists(st.sampled_from(LINES), max_size=40), portion=st.integers(0, 99))
def test_groups_of_a_large_file_are_those_of_a_small_one(dialect: str, lines: list[bytes], portion: int) -> None:
    body = b"\n".join(lines)
    small = Robots.parse(body, dialect)
    kept = list(zip(small.tokenized.numbers, small.lines, strict=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(robots_module, "_LARGE", -1)
        patch.setattr(robots_module, "_PORTION", portion)
        large = Robots.parse(body, dialect)
        assert list(large.numbered_lines) == kept
        assert repr(large.groups) == repr(small.groups)


PARTS = b"User-agent|disallow|ALLOW |dissalow|crawl-delay|site|:| |\t|#|\0|*|/a|400|\n|\r\n|\v|\xe2\x80\xa8".split(b"|")
PARTS += [b"\xef\xbb\xbf", b"\xff", b"x" * 600, b"y" * 17_000]
SOUP = st.binary() | st.lists(st.sampled_from([*PARTS, *LINES]), max_size=40).map(b"".join)


def _statements(body: bytes, dialect: str) -> tuple[list[Statement], list[Statement]]:
    """Return the statements of a file, and those of its lines."""
    robots = Robots.parse(body, dialect)
    return list(robots.tokenized.statements()), list(statements_of(robots.numbered_lines))


@pytest.mark.parametrize("dialect", DIALECTS)
@given(body=SOUP)
def test_statements_are_those_of_the_lines(dialect: str, body: bytes) -> None:
    _ = Robots.parse(b"User-agent: *\ndisallow: /\nAllow: /\n", dialect).lines  # these names are known now
    quick, by_lines = _statements(body, dialect)
    assert quick == by_lines


@pytest.mark.parametrize("dialect", DIALECTS)
def test_statements_of_real_files_are_those_of_the_lines(dialect: str) -> None:
    for body in corpus_files():
        quick, by_lines = _statements(body[: 1 << 20], dialect)
        assert quick == by_lines


@pytest.mark.parametrize("dialect", [dialect.id for dialect in DIALECTS.values() if dialect.max_bytes is None])
@pytest.mark.parametrize("line", [b"\r", b"#\r", b"\r" * 8 + b"a\r"])
def test_lines_that_say_nothing_are_not_gone_through_one_by_one(dialect: str, line: bytes) -> None:
    body = b"User-agent: *\nDisallow: /a\n" + line * (1_050_000 // len(line))
    robots = Robots.parse(body, dialect)
    assert lines_run(lambda: robots.groups) < body.count(b"\r") / 4


SKIMMED = [dialect for dialect in DIALECTS if can_skim(DIALECTS[dialect])]
AGENTS: list[Agent] = ["Googlebot", "bingbot", ("GPTBot", "a"), "*", NamedOnly(("AdsBot-Google", "*")), ""]
PATHS = [
    "/",
    "/index.html",
    "/i",
    "/a",
    "/wp-admin/x",
    "/Search?q=%2a",
    "/%73hop/*",
    "/é",
    "/*x",
    "/-",
    "//",
    "?q",
    "x",
]


def test_dialects_of_most_crawlers_are_skimmed() -> None:
    assert {"google", "rfc9309", "bing"} == set(SKIMMED)


@pytest.mark.parametrize("dialect", SKIMMED)
def test_first_verdict_on_a_real_file_is_that_of_its_groups(dialect: str) -> None:
    for number, body in enumerate(corpus_files()):
        decided(body, dialect, PATHS[number % len(PATHS)], AGENTS[number % len(AGENTS)])


@pytest.mark.parametrize("dialect", SKIMMED)
@given(
    lines=st.lists(
        st.sampled_from(
            [
                *(
                    "User-agent: *",
                    "user-agent: Googlebot # a",
                    " User-agent: bingbot",
                    "Useragent: a",
                    "User-agent gptbot",
                ),
                *("Disallow: /", "Disallow:", "disallow: /a", "Allow: /index.html", "Allow:/a/index.htm", "Disallow"),
                *(
                    "Disallow: /search",
                    "Disallow: /*a",
                    "Disallow: *x$",
                    "\vDisallow: /w",
                    "Disallow : /S",
                    "dissallow: /-",
                ),
                *(
                    "Disallow: /?q",
                    "Disallow: /%73",
                    "Allow: /é",
                    "Allow: /$",
                    "Domain: a",
                    "Crawl-delay: 1",
                    "",
                    "# a",
                    "\0",
                ),
            ]
        ),
        max_size=20,
    ),
    end=st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
    path=st.sampled_from(PATHS) | st.text(),
    agent=st.sampled_from(AGENTS),
)
def test_first_verdict_is_that_of_the_groups(dialect: str, lines: list[str], end: str, path: str, agent: Agent) -> None:
    decided(end.join(lines).encode(), dialect, path, agent)


@pytest.mark.parametrize("dialect", SKIMMED)
@given(body=SOUP, path=st.sampled_from(PATHS))
def test_first_verdict_on_any_bytes_is_that_of_the_groups(dialect: str, body: bytes, path: str) -> None:
    decided(body, dialect, path, "a")


def test_long_run_of_rules_is_skimmed_in_pieces() -> None:
    body = b"User-agent: *\n" + b"Disallow: /b\n" * 2_500 + b"Disallow: /a\nUser-agent: a\nDisallow: /b\n"
    assert decided(body, "google", "/a", "x").line == 2_502
