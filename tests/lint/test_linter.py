"""The linter as a whole: silencing, caching across edits, and unique codes."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from robotstudio.engine.tokens import Field
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import GroupFacts, LineFacts, is_plain, line_facts
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import Diagnostic, DuplicateCodeError, GroupCheck, LineCheck, LintRule, Severity, table
from robotstudio.lint.rules import RULES

TYPO = b"User-agent: *\nDisalow: /tmp/\n"

LINES = st.sampled_from(
    [
        b"",
        b"User-agent: *",
        b"User-agent: Googlebot",
        b"useragent: Foo/1.0",
        b"Disallow: /",
        b"Disalow: /tmp/",
        b"Allow: /x",
        b"Crawl-delay: 10",
        b"Sitemap: /map.xml",
        b"# studio-ignore RS102",
        b"Disallow: /a # studio-ignore RS101",
        b"\xef\xbb\xbf",
        b"<html>",
        b"Disallow: a b",
        b"Disallow: /*?a=b*",
        b"Disallow: /*?a=b* # studio-ignore RS405",
        b"Disallow: /c* Disallow: /d*",
        "Dis\N{CYRILLIC SMALL LETTER A}llow: /e".encode(),
        b"allow : /%41*$",
        b"Disallow:",
    ]
)
FILES = st.lists(LINES, max_size=12).map(b"\n".join)


def codes(body: bytes) -> list[tuple[str, int]]:
    return [(finding.code, finding.line) for finding in Linter({"RS102": RULES["RS102"]}).check(body).findings]


def test_a_comment_at_the_end_of_a_line_silences_a_code_in_that_line() -> None:
    assert codes(b"Disalow: /x # studio-ignore RS102\nDisalow: /y\n") == [("RS102", 2)]


def test_a_comment_alone_silences_a_code_in_the_line_below() -> None:
    assert codes(b"# studio-ignore RS102\nDisalow: /x\nDisalow: /y\n") == [("RS102", 3)]


def test_a_comment_may_silence_several_codes_and_write_them_with_a_hyphen() -> None:
    assert codes(b"Disalow: /x # studio-ignore RS-101, RS-102\n") == []


def test_a_comment_may_silence_a_code_in_the_whole_file() -> None:
    assert codes(TYPO + b"# studio-ignore-file RS102\n") == []


def test_another_code_is_not_silenced() -> None:
    assert codes(b"Disalow: /x # studio-ignore RS101\n") == [("RS102", 1)]


def test_what_is_silenced_is_counted() -> None:
    assert Linter().check(b"User-agent: *\nDisalow: /x # studio-ignore RS102\n").suppressed == 1


def test_a_page_full_of_one_mistake_lists_a_thousand_and_counts_all() -> None:
    report = Linter({"RS102": RULES["RS102"]}).check(b"Disalow: /x\n" * 3000)
    assert len(report.findings) == 1000
    assert report.capped == {"RS102": 3000}


def rule_of(
    code: str,
    name: str,
    *,
    line: LineCheck | None = None,
    group: GroupCheck | None = None,
    in_plain: bytes | None = None,
) -> LintRule:
    messages = {"": name}
    return LintRule(code, name, Severity.HINT, name, messages, line=line, group=group, in_plain=in_plain)


def test_two_rules_cannot_have_one_code() -> None:
    rule = RULES["RS102"]
    with pytest.raises(DuplicateCodeError):
        table([rule, rule_of("RS102", "other", line=rule.line)])


def test_two_rules_cannot_have_one_name() -> None:
    rule = RULES["RS102"]
    with pytest.raises(DuplicateCodeError):
        table([rule, rule_of("RS999", rule.name, line=rule.line)])


def test_a_rule_looks_at_one_kind_of_thing() -> None:
    with pytest.raises(ValueError, match="RS999"):
        table([rule_of("RS999", "blind")])


def test_a_group_is_seen_from_its_first_line_up_to_the_next_group() -> None:
    seen: list[tuple[list[bytes], int]] = []

    def look(facts: GroupFacts) -> list[Diagnostic]:
        seen.append(([line.raw for line in facts.lines], facts.group.rules[0].line))
        return [Diagnostic(facts.group.rules[0].line)]

    rules = table([rule_of("RS999", "look", group=look)])
    report = Linter(rules).check(b"# c\nUser-agent: a\nDisallow: /x\n\nUser-agent: b\nAllow: /y")
    assert seen == [([b"User-agent: a", b"Disallow: /x", b""], 3), ([b"User-agent: b", b"Allow: /y"], 6)]
    assert [finding.line for finding in report.findings] == [3, 6]


def test_lines_and_groups_that_stayed_are_not_looked_at_again() -> None:
    looked: list[str] = []

    def line(facts: LineFacts) -> list[Diagnostic]:
        looked.append(facts.raw.decode())
        return []

    def group(facts: GroupFacts) -> list[Diagnostic]:
        looked.append(f"group of {facts.group.agents[0].written.decode()}")
        return []

    linter = Linter(
        table(
            [
                rule_of("RS998", "l", line=line, in_plain=b""),
                rule_of("RS999", "g", group=group),
            ]
        )
    )
    linter.check(b"User-agent: a\nDisallow: /x\nUser-agent: b\nAllow: /y")
    looked.clear()
    linter.check(b"# new\nUser-agent: a\nDisallow: /x\nUser-agent: b\nAllow: /z")
    assert looked == ["# new", "Allow: /z", "group of b"]


@given(st.lists(FILES, min_size=2, max_size=4))
@settings(max_examples=60)
def test_after_any_edits_a_linter_finds_what_a_new_one_finds(bodies: list[bytes]) -> None:
    linter = Linter()
    for body in bodies:
        assert linter.check(body) == Linter().check(body)


@given(FILES.map(lambda body: b"User-agent: b\n" + body))
@settings(max_examples=300)
def test_checks_of_groups_would_find_nothing_where_a_trait_is_missing_that_they_need(body: bytes) -> None:
    context = LintContext.of(body)
    for group, raws in context.groups():
        facts = context.facts_of(group, raws)
        rules = [rule for rule in RULES.values() if rule.group and rule.needs & ~facts.traits]
        assert [rule.code for rule in rules if rule.group and any(rule.group(facts))] == []


@given(FILES)
@settings(max_examples=200)
def test_the_codes_of_a_file_are_those_of_what_is_found_in_it_whatever_is_asked_first(body: bytes) -> None:
    report = Linter().check(body)
    linter = Linter()
    found = {finding.code for finding in report.findings}
    assert linter.codes(body) == found
    assert linter.check(body) == report
    assert linter.codes(body) == found


@pytest.mark.parametrize("unsaid", [b"Disallow: /a Disallow: /b", b"Disallow: /a # studio-ignore RS420"])
def test_the_codes_are_those_of_what_comes_behind_something_that_is_not_said(unsaid: bytes) -> None:
    body = b"User-agent: *\n%b\n%b\nDisallow: /z\nDisallow: /z\n" % (unsaid, unsaid)
    report = Linter().check(body)
    assert [finding.line for finding in report.findings if finding.code == "RS420"] == [5]
    assert Linter().codes(body) == {finding.code for finding in report.findings}


def test_lines_are_explained_by_what_is_found_in_them_alone() -> None:
    assert [rule.code for rule in RULES.values() if rule.explains_line and not rule.line] == []


@given(st.binary(max_size=300))
@settings(max_examples=100)
def test_any_bytes_can_be_checked(body: bytes) -> None:
    report = Linter().check(body)
    last = len(LintContext.of(body).raws)
    assert all(1 <= finding.line <= finding.last_line <= last for finding in report.findings)


@given(
    st.from_regex(r"(?i)(user-agent|allow|disallow|sitemap): ?[\t -~]{0,40}|[ \t]*(#[\t -~]{0,60})?", fullmatch=True)
)
@settings(max_examples=500)
@example("Disallow: /./a")
@example("Allow: /.$ ")
def test_rules_would_find_nothing_in_plain_lines_that_they_do_not_see(text: str) -> None:
    if is_plain(text.encode()):
        facts = line_facts(text.encode())
        rules = [
            rule
            for rule in RULES.values()
            if rule.line and (rule.in_plain is None or not re.search(rule.in_plain, facts.google.value))
        ]
        found = [
            rule.code
            for rule in rules
            if rule.line and facts.field in (rule.fields or set(Field)) and any(rule.line(facts))
        ]
        assert found == []
