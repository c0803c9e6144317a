"""Coverage counts what `decide` returns, and deleting lines that are called safe changes nothing."""

import pytest
from hypothesis import given, settings

from robotstudio.engine import UrlTable, split_lines
from robotstudio.engine.coverage import RuleState, Shadow, coverage_of, prove_deletion
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.revision import without_lines
from robotstudio.engine.robots import FileVersion
from tests.engine.audits import FILES, READERS, TABLES, verdicts

GOOGLEBOT, OTHER = CrawlerView("Googlebot", "google", "Googlebot"), CrawlerView("*", "rfc9309", "*")
FILE = b"""User-agent: *
Disallow: /cart/
Disallow: /cart/help
Allow: /cart/help
Disallow: /nowhere

User-agent: nobody
Disallow: /
"""
TABLE = UrlTable(["/cart/", "/cart/a", "/cart/help", "https://example.com/cart/help", "/free"])


@given(file=FILES, urls=TABLES)
@settings(max_examples=150)
def test_coverage_counts_what_decide_says(file: bytes, urls: list[str]) -> None:
    version, table = FileVersion(file), UrlTable(urls)
    coverage = coverage_of(version, table, READERS)
    said = {reader.token: verdicts(version, table, reader) for reader in READERS}
    for line, rule in coverage.rules.items():
        deciding = {token: {n for n, v in enumerate(said[token]) if v.line == line} for token in said}
        matching = {
            token: {n for n, v in enumerate(said[token]) if line in {rule.line for rule in v.matching}}
            for token in said
        }
        assert rule.cells == sum(map(len, deciding.values()))
        assert rule.decides == len(set().union(*deciding.values()))
        assert rule.matches == len(set().union(*matching.values()))
        for rule_class in rule.rule_classes:
            for token in rule_class.tokens:
                assert (rule_class.matches, rule_class.decides) == (len(matching[token]), len(deciding[token]))
        assert set(rule.crawlers) == {token for token, cells in deciding.items() if cells}
    assert sum(rule.cells for rule in coverage.rules.values()) + coverage.undecided == coverage.cells


@given(file=FILES, urls=TABLES)
@settings(max_examples=100)
def test_shadows_are_the_lines_that_decide_instead(file: bytes, urls: list[str]) -> None:
    version, table = FileVersion(file), UrlTable(urls)
    said = {reader.token: verdicts(version, table, reader) for reader in READERS}
    for line, rule in coverage_of(version, table, READERS).rules.items():
        instead = {
            verdict.line or 0
            for all_verdicts in said.values()
            for verdict in all_verdicts
            if line in {rule.line for rule in verdict.matching}
        }
        assert {shadow.line for shadow in rule.shadows} == (set() if rule.decides else instead)
        assert bool(rule.shadows) == (rule.state is RuleState.SHADOWED)


@given(file=FILES, urls=TABLES)
@settings(max_examples=60)
def test_deletion_is_proved_by_evaluating_the_file_without_the_line(file: bytes, urls: list[str]) -> None:
    version, table = FileVersion(file), UrlTable(urls)
    for line in range(1, len(split_lines(file)) + 1):
        proof = prove_deletion(version, [line], table, READERS)
        without = FileVersion(without_lines(file, [line]))
        flips = 0
        for reader in READERS:
            before, after = verdicts(version, table, reader), verdicts(without, table, reader)
            flips += sum(one.allowed != other.allowed for one, other in zip(before, after, strict=True))
        assert proof.changes.flips == flips


def test_states_of_rules() -> None:
    coverage = coverage_of(FileVersion(FILE), TABLE, [GOOGLEBOT, OTHER])
    assert {line: rule.state for line, rule in coverage.rules.items()} == {
        2: RuleState.DECIDES,
        3: RuleState.SHADOWED,
        4: RuleState.DECIDES,
        5: RuleState.NO_MATCH,
        8: RuleState.UNREAD,
    }
    assert [rule.line for rule in coverage.idle] == [3, 5, 8]


def test_rule_that_decides_nothing_names_the_line_that_shadows_it() -> None:
    coverage = coverage_of(FileVersion(FILE), TABLE, [GOOGLEBOT, OTHER])
    assert coverage.rules[3].shadows == (Shadow(line=4, urls=2),)


def test_url_that_two_dialects_match_counts_once() -> None:
    rule = coverage_of(FileVersion(FILE), TABLE, [GOOGLEBOT, OTHER]).rules[2]
    assert (rule.matches, rule.decides, rule.cells) == (4, 2, 4)
    assert rule.crawlers == ("Googlebot", "*")


def test_last_rule_of_a_group_is_not_safe_to_delete_where_the_next_group_would_take_its_crawlers() -> None:
    file = b"User-agent: a\nDisallow: /shadowed\nUser-agent: *\nDisallow: /\n"
    version, table = FileVersion(file), UrlTable(["/x"])
    readers = [CrawlerView("a", "google", "a")]
    assert coverage_of(version, table, readers).rules[2].state is RuleState.NO_MATCH
    assert prove_deletion(version, [2], table, readers).changes.flips == 1


def test_line_that_another_repeats_is_safe_to_delete_and_its_cells_move() -> None:
    version = FileVersion(b"User-agent: *\nDisallow: /a\nDisallow: /a\n")
    proof = prove_deletion(version, [2], UrlTable(["/a", "/b"]), [OTHER])
    assert (proof.changes.flips, proof.changes.moved) == (0, 1)


def test_lines_that_may_each_go_need_not_be_safe_to_delete_together() -> None:
    version, table = FileVersion(b"User-agent: *\nDisallow: /a\nDisallow: /a\n"), UrlTable(["/a"])
    assert [prove_deletion(version, lines, table, [OTHER]).changes.flips for lines in ([2], [3], [2, 3])] == [0, 0, 1]


@given(file=FILES, urls=TABLES)
@settings(max_examples=60)
def test_all_rules_together_may_go_only_where_nothing_flips(file: bytes, urls: list[str]) -> None:
    version, table = FileVersion(file), UrlTable(urls)
    idle = [rule.line for rule in coverage_of(version, table, READERS).idle]
    proof = prove_deletion(version, idle, table, READERS)
    without = FileVersion(without_lines(file, idle))
    for counted, reader in zip(proof.changes.crawlers, READERS, strict=True):
        pairs = zip(verdicts(version, table, reader), verdicts(without, table, reader), strict=True)
        assert counted.blocked + counted.allowed == sum(one.allowed != other.allowed for one, other in pairs)


@pytest.mark.parametrize(
    ("body", "line", "left"),
    [
        (b"a\nb\nc", 1, b"b\nc"),
        (b"a\r\nb\r\nc", 2, b"a\r\nc"),
        (b"a\rb", 2, b"a"),
        (b"a\n", 2, b"a"),
        (b"a", 1, b""),
        (b"", 1, b""),
        (b"a", 9, b"a"),
    ],
)
def test_line_is_left_out_with_its_end(body: bytes, line: int, left: bytes) -> None:
    assert without_lines(body, [line]) == left


def test_nothing_to_count() -> None:
    coverage = coverage_of(FileVersion(b""), UrlTable([]), [])
    assert (coverage.cells, coverage.undecided, dict(coverage.rules)) == (0, 0, {})
