"""`decide_all` equals `decide`, cell for cell."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, NamedOnly, Robots, Rule, UrlTable
from robotstudio.engine.names import Agent
from tests.conformance import Row, field_bytes, own_rows, shared, text
from tests.engine import odd_urls

PIECES = ["/", "a", "b", "ab", "*", "$", ".html", "?x=", "é", "%7E", "~", "index.html", "\xff", "\udcff"]
PATTERNS = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)
URLS = st.lists(st.sampled_from(PIECES), max_size=7).map(lambda parts: "https://example.com/" + "".join(parts))
NAMES = ["User-agent: a", "User-agent: *", "Allow", "Allow", "Disallow", "Disallow", "Crawl-delay: 999", "\n"]
FILES = st.lists(st.tuples(st.sampled_from(NAMES), PATTERNS), max_size=12).map(
    lambda rows: "\n".join(name if name[-1] != "w" else f"{name}: {pattern}" for name, pattern in rows)
)


def assert_equal(robots: Robots, urls: list[str], agents: Sequence[Agent], table: UrlTable | None = None) -> None:
    """Compare both, in a table of these URLs that may have been used before."""
    matrix = robots.decide_all(table or UrlTable(urls), agents)
    for agent in agents:
        allowed, line = matrix.column(agent)
        verdicts = [robots.decide(url, agent) for url in urls]
        assert allowed.tolist() == [verdict.allowed for verdict in verdicts]
        assert line.tolist() == [verdict.line or 0 for verdict in verdicts]
        assert (allowed.dtype.name, line.dtype.name) == ("bool", "int32")


@pytest.mark.parametrize("dialect", DIALECTS)
@given(file=FILES, urls=st.lists(URLS, max_size=12))
@settings(max_examples=15)
def test_bulk_equals_single(file: str, urls: list[str], dialect: str) -> None:
    assert_equal(
        Robots.parse(file.encode("utf-8", "surrogateescape"), dialect),
        urls,
        ["a", "b", NamedOnly(("b", "a")), ("b", "a")],
    )


@pytest.mark.parametrize("dialect", DIALECTS)
@given(patterns=st.lists(odd_urls.PATTERNS, max_size=5), urls=st.lists(odd_urls.URLS, max_size=12), data=st.data())
@settings(max_examples=25)
def test_bulk_equals_single_on_odd_urls(
    patterns: list[str], urls: list[str], data: st.DataObject, dialect: str
) -> None:
    kinds = data.draw(st.lists(st.sampled_from(["Allow", "Disallow"]), min_size=len(patterns), max_size=len(patterns)))
    rules = [f"{kind}: {pattern}\n" for kind, pattern in zip(kinds, patterns, strict=True)]
    file = "User-agent: *\nDisallow: /\n" + "".join(rules)
    assert_equal(Robots.parse(file.encode("utf-8", "surrogatepass"), dialect), urls, ["a"])


@pytest.fixture(scope="module")
def every_two() -> UrlTable:
    """One table for all dialects, as in the program, which splits each URL once for dialects that agree."""
    return UrlTable(odd_urls.EVERY_TWO)


@pytest.mark.parametrize("body", [b"Disallow: /", b"Disallow: /\nAllow: /*a", b"Disallow: *%\nDisallow: /a$"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_bulk_equals_single_on_every_two_pieces(dialect: str, body: bytes, every_two: UrlTable) -> None:
    assert_equal(Robots.parse(b"User-agent: *\n" + body, dialect), odd_urls.EVERY_TWO, ["a"], every_two)


Cases = tuple[list[Row], UrlTable]
"""Rows, and a table of their URLs."""


@pytest.fixture(scope="module")
def adversarial() -> tuple[Cases, Cases]:
    """All, and every eleventh."""
    rows = [row for row in own_rows("diff-public") if "agent" in row]
    every, some = ((chosen, UrlTable(text(row, "url") for row in chosen)) for chosen in (rows, rows[::11]))
    return every, some


@pytest.mark.parametrize("dialect", DIALECTS)
def test_bulk_equals_single_on_the_adversarial_cases(dialect: str, adversarial: tuple[Cases, Cases]) -> None:
    every, some = adversarial
    rows, table = every if dialect in {"google", "rfc9309"} else some
    differing = []
    for place, row in enumerate(rows):
        robots = Robots.parse(field_bytes(row, "robots"), dialect)
        allowed, line = robots.decide_all(table, [row["agent"]]).verdict_class(row["agent"]).at([place])
        verdict = robots.decide(text(row, "url"), row["agent"])
        if (bool(allowed[0]), int(line[0])) != (verdict.allowed, verdict.line or 0):
            differing.append(row["id"])
    assert differing == []


@pytest.fixture(scope="module")
def sites() -> list[tuple[bytes, list[str], UrlTable]]:
    """Real files, each with the links of its own site, and a table of some of them."""
    links, found = shared("corpus/site_links"), []
    for row in json.loads((links / "index.json").read_text("utf-8")):
        urls = [url for url in (links / f"{row['site']}.txt").read_text("utf-8").split("\n") if url]
        body = shared(f"corpus/files/{row['robots']}.txt").read_bytes()
        found.append((body, urls, UrlTable(urls[::9])))
    return found


@pytest.mark.parametrize("dialect", DIALECTS)
def test_bulk_equals_single_on_real_files_and_their_own_urls(
    dialect: str, sites: list[tuple[bytes, list[str], UrlTable]]
) -> None:
    for body, urls, some in sites:
        robots, agents = Robots.parse(body, dialect), ["Googlebot", "nobody"]
        if dialect == "google":
            assert_equal(robots, urls, agents)
        else:
            assert_equal(robots, urls[::9], agents, some)


def test_pattern_that_was_asked_before_is_not_searched_again() -> None:
    table = UrlTable(["/a", "/ab", "/b"])
    view = table.view(DIALECTS["google"].path_of)
    rule = Rule(1, allow=False, written=b"/a*b", pattern=b"/a*b")
    assert view.rows([rule])[0][1] is view.rows([rule])[0][1]


def test_agents_with_the_same_rules_share_a_column() -> None:
    matrix = Robots.parse(b"User-agent: *\nDisallow: /a\n").decide_all(UrlTable(["/a"]), ["x", ["y", "z"]])
    assert matrix.column("x")[0] is matrix.column(["y", "z"])[0]


def test_chain_that_never_leads_to_the_star_is_told_from_one_that_does() -> None:
    matrix = Robots.parse(b"User-agent: *\nDisallow: /\n").decide_all(UrlTable(["/a"]), [("x",), NamedOnly(("x",))])
    assert [matrix.column(agent)[0].tolist() for agent in (["x"], NamedOnly(("x",)))] == [[False], [True]]


def test_matrix_of_all_agents() -> None:
    matrix = Robots.parse(b"User-agent: a\nDisallow: /a\n").decide_all(UrlTable(["/a", "/b"]), ["a", "b"])
    assert matrix.allowed.tolist() == [[False, True], [True, True]]
    assert matrix.line.tolist() == [[2, 0], [0, 0]]


def test_empty_table_and_no_agents() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /*a\n")
    assert robots.decide_all(UrlTable([]), ["a"]).allowed.shape == (0, 1)
    assert robots.decide_all(UrlTable(["/"]), []).line.shape == (1, 0)
