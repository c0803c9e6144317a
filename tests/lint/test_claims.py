"""What findings claim about crawlers and the standard agrees with the engine."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from robotstudio.engine.changes import flips
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.lint.affected import crawler_in
from robotstudio.lint.context import raw_lines
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import Finding
from robotstudio.lint.proof import probe
from robotstudio.lint.rules import RULES
from tests.lint.fixtures import Case
from tests.lint.test_affected import CASES
from tests.rows import each_row

SHORT = [case for case in CASES if len(case.body) < 3000]
OF_A_GROUP = {"RS302": {"", "alone"}, "RS312": {"", "open"}}
"""Findings that say of crawlers by name which group they follow, by their variants."""
IDLE = {"RS420": {""}, "RS421": {"never"}, "RS422": {"", "allow", "begins-alike"}, "RS428": {""}}
"""Findings that say of one line that it changes nothing by the standard, by their variants."""
LINTER = Linter({code: RULES[code] for code in OF_A_GROUP | IDLE})

LINES = st.sampled_from(
    [
        b"User-agent: *", b"User-agent: Foo", b"Useragent: Foo", b"User-agent: AdsBot-Google", b"User-agent: ClaudeBot",
        b"Useragent: ClaudeBot", b"User-agent: /", b"User-agent: Googlebot/2.1", b"User-agent: *Bot*", b"",
        b"Disallow: /", b"Disallow: /a", b"Dissallow: /a", b"Disallow: /a/b", b"Disalow: /a/b", b"Allow: /a/b",
        b"Disallow: /a # x", b"Allow: /", b"Dissallow: /", b"Disallow:", b"Crawl-delay: 5", b"Disallow /a", b"Allow /a",
        b"Disallow: /%61", b"Allow: /a*", b"disallow:/a",
    ]
)  # fmt: skip
FILES = st.lists(LINES, min_size=2, max_size=10).map(b"\n".join)


def check_names(body: bytes, findings: list[Finding]) -> None:
    for finding in findings:
        names = finding.diagnostic.args.get("names")
        if finding.diagnostic.variant not in OF_A_GROUP.get(finding.code, ()) or not isinstance(names, tuple):
            continue
        for name in map(str, names):
            crawler = crawler_in(name.encode())
            assert crawler is not None, (body, name)
            choice = Robots.parse(body, crawler.dialect).choose(crawler.agent)
            assert choice.token not in {None, "*"}, (body, finding.code, name)
            if finding.code == "RS302" or finding.diagnostic.variant == "open":
                assert not any(rule.written and not rule.allow for group in choice.groups for rule in group.rules)
            if finding.diagnostic.variant in {"", "open"}:
                assert crawler.uses_global, (body, finding.code, name)


def check_idle(body: bytes, findings: list[Finding]) -> None:
    for finding in findings:
        if finding.diagnostic.variant in IDLE.get(finding.code, ()):
            raws = raw_lines(body)
            raws[finding.line - 1] = b"# " + raws[finding.line - 1]
            without, tried = b"\n".join(raws), probe(body)
            readers = [CrawlerView(f"{each}", "rfc9309", each) for each in {reader.agent for reader in tried.readers}]
            changed = flips(FileVersion(body), FileVersion(without), tried.table, readers)
            assert not changed, (body, finding.code, finding.line)


@each_row("case", SHORT, ids=lambda case: case.name)
def test_cases_say_of_crawlers_and_the_standard_what_is_so(case: Case) -> None:
    findings = list(LINTER.check(case.body, case.setting).findings)
    check_names(case.body, findings)
    check_idle(case.body, findings)


@given(FILES)
@settings(max_examples=300, deadline=None)
def test_crawler_that_a_finding_names_follows_the_group_as_it_reads_the_file(body: bytes) -> None:
    check_names(body, list(LINTER.check(body).findings))


@example(b"User-agent: *\nAllow: /\nDissallow: /a\nUser-agent: Foo\nDisallow: /")
@given(FILES)
@settings(max_examples=300, deadline=None)
def test_line_that_changes_nothing_by_the_standard_changes_nothing_in_its_reading(body: bytes) -> None:
    check_idle(body, list(LINTER.check(body).findings))


def test_name_that_only_some_read_below_an_empty_line_is_no_fault_of_the_line_above() -> None:
    found = Linter().check(b"User-agent: FooBot\n\nUseragent: ClaudeBot\nDisallow: /c\n").findings
    assert "RS303" not in {finding.rule.code for finding in found}
