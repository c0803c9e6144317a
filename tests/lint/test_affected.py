"""Whom a finding concerns: the dialects in which its fix changes a verdict, as its page says."""

import re
import runpy
from pathlib import Path

import pytest

from robotstudio.assets import rule_page
from robotstudio.engine.changes import flips
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.robots import FileVersion
from robotstudio.help.rule_pages import concerned, dialects_line, rule_text
from robotstudio.lint.affected import closed_by, dialects_obeying, found_under
from robotstudio.lint.context import raw_lines
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import EVERY, NOBODY, Finding, LintRule
from robotstudio.lint.proof import probe
from robotstudio.lint.rules import RULES
from tests.lint.fixtures import FOLDER, Case, cases
from tests.rows import each_row

DOCS = Path(__file__).parents[2] / "docs"
CASES = [case for path in sorted(FOLDER.glob("RS*.txt")) for case in cases(path) if len(case.body) < 50_000]
EXACT = frozenset(
    {
        *("RS102", "RS121", "RS122", "RS123", "RS124", "RS303", "RS310", "RS311", "RS323", "RS324", "RS403", "RS405"),
        *("RS406", "RS409", "RS410", "RS411", "RS412", "RS413"),
    }
)
"""Rules whose first fix mends what is wrong and nothing else: whom it helps is whom they concern."""

MENDED_IN_PART = frozenset({"cut", "query"})
"""Variants of theirs of which the fix leaves something."""

STANDARD = frozenset({"", "user-agent", "allow", "disallow", "sitemap"})
"""Fields that every crawler has; of any other, those that heed it are concerned. Empty if none is meant."""

WIDER = frozenset({"RS425", "RS602"})
"""Advice: the fix is another rule, which blocks more."""


def found_in(rule: LintRule, body: bytes, case: Case) -> list[Finding]:
    return [each for each in Linter({rule.code: rule}).check(body, case.setting).findings if each.diagnostic.fixes]


def alone(raw: bytes, finding: Finding) -> bytes:
    """Return a file in which only one line is wrong."""
    (mended,) = raw_lines(apply(raw, [finding.diagnostic.moved(1 - finding.line).fixes[0]]).body)[:1]
    field = mended.lstrip().lower()
    if field.startswith((b"user-agent", b"user agent")):
        return raw + b"\nDisallow: /x\n"
    return b"User-agent: *\n" + raw + b"\n" + b"Disallow: /\n" * field.startswith(b"allow")


def helped(body: bytes, findings: list[Finding]) -> set[str]:
    """Return the dialects in which the first fixes change a verdict, for crawlers that the fixed file names."""
    mended = apply(body, [finding.diagnostic.fixes[0] for finding in findings]).body
    tried = probe(mended)
    return {each.reader.dialect for each in flips(FileVersion(body), FileVersion(mended), tried.table, tried.readers)}


@pytest.mark.parametrize("name", ["Googlebot", "bingbot", "YandexBot", "Baiduspider", "Foo"])
@pytest.mark.parametrize(
    "value", ["google", "GOOGLEBOT", "msnbot", "msnbot x", "yandex", "yandex bot", "spider", "*", ""]
)
def test_a_crawler_finds_a_group_where_it_follows_its_rules(value: str, name: str) -> None:
    body = f"User-agent: {value}\nDisallow: /\n".encode()
    assert found_under(value.encode(), name) == closed_by(body, "/a", name)


@each_row("case", CASES, ids=lambda case: case.name)
def test_whom_a_fix_helps_is_among_those_whom_the_finding_concerns(case: Case) -> None:
    rule = RULES[case.code]
    found = found_in(rule, case.body, case) if rule.code not in WIDER else []
    lines = [(alone(raw_lines(case.body)[each.line - 1], each), each) for each in found] if rule.line else []
    for body, alike in [(body, found_in(rule, body, case)) for body, _ in lines] or [(case.body, found)]:
        concerned = {each for finding in alike for each in finding.diagnostic.dialects}
        changed = helped(body, alike) if alike else set()
        assert changed <= concerned
        if rule.code in EXACT and not any(finding.diagnostic.variant in MENDED_IN_PART for finding in alike):
            assert changed == concerned


@each_row("case", CASES, ids=lambda case: case.name)
def test_dialects_of_a_finding_are_dialects_in_their_order(case: Case) -> None:
    for finding in Linter().check(case.body, case.setting).findings:
        assert list(finding.diagnostic.dialects) == [each for each in DIALECTS if each in finding.diagnostic.dialects]


CLAIMS = [
    ("RS301", b"Disallow: /x\nUser-agent: *\nDisallow: /y\n", "Foo", "/x", False),
    ("RS302", b"User-agent: *\nDisallow: /x\n\nUser-agent: Foo\n", "Foo", "/x", False),
    ("RS302", b"User-agent: *\nDisallow: /x\n\nUser-agent: Foo\nCrawl-delay: 1\n", "Foo", "/x", False),
    ("RS303", b"User-agent: Foo\n\nUser-agent: Bar\nDisallow: /x\n", "Foo", "/x", False),
    ("RS304", b"User-agent: Foo\nCrawl-delay: 1\n\nUser-agent: Bar\nDisallow: /x\n", "Foo", "/x", True),
    ("RS304", b"User-agent: Foo\nSitemap: https://e.com/s\nUser-agent: Bar\nDisallow: /x\n", "Foo", "/x", True),
    ("RS312", b"User-agent: *\nDisallow: /x\n\nUser-agent: Foo\nDisallow: /y\nDisallow: /z\n", "Foo", "/x", False),
    ("RS320", b"User-agent:\nUser-agent: Foo\nDisallow: /x\n", "Bar", "/x", True),
    ("RS321", b"User-agent: Foo/1.0 (+http://x)\nDisallow: /x\n", "Foo", "/x", False),
    ("RS321", b"User-agent: Mozilla/5.0 (compatible; Foo/1.0)\nDisallow: /x\n", "Foo", "/x", False),
    ("RS322", b"User-agent: Foo, Bar\nDisallow: /x\n", "Bar", "/x", False),
    ("RS323", b"User-agent: *Foo*\nDisallow: /x\n", "Foo", "/x", False),
    ("RS327", b"User-agent: MJ12bot\nDisallow: /x\n", "MJ12bot", "/x", False),
    ("RS401", b"User-agent: *\nDisallow: x\n", "Foo", "/x", False),
    ("RS402", b"User-agent: *\nDisallow: https://www.example.com/x\n", "Foo", "/x", False),
    ("RS404", b"User-agent: *\nDisallow: Googlebot\n", "Foo", "/Googlebot", False),
    ("RS407", b"User-agent: *\nDisallow: /x$y\n", "Foo", "/x$y", True),
    ("RS414", b"User-agent: *\nAllow:\nDisallow: /x\n", "Foo", "/x", False),
    ("RS421", b"User-agent: *\nDisallow: /x\nAllow: /x\n", "Foo", "/x", True),
    ("RS421", b"User-agent: *\nAllow: /x\nDisallow: /x\n", "Foo", "/x", True),
    ("RS422", b"User-agent: *\nDisallow: /a\nDisallow: /ab\n", "Foo", "/ac", False),
    ("RS424", b"User-agent: *\nDisallow: /x\nDisallow: /X\n", "Foo", "/X/", None),
    ("RS501", b"<!DOCTYPE html>\n<p>User-agent: *<br>\n<p>Disallow: /x<br>\n", "Foo", "/x", False),
    ("RS501", b"<script>x</script>\nUser-agent: *\nDisallow: /x\n", "Foo", "/x", False),
    ("RS502", b"\xff\xfe" + "User-agent: *\nDisallow: /x\n".encode("utf-16-le"), "Foo", "/x", False),
    ("RS504", b"\xef\xbb\xbfUser-agent: *\nDisallow: /x\n", "Foo", "/x", False),
    ("RS504", b"\xef\xbb\xbf# c\nUser-agent: *\nDisallow: /x\n", "Foo", "/x", False),
    ("RS505", b"User-agent: *\rDisallow: /x\r", "Foo", "/x", False),
    ("RS506", b"User-agent: *\r\nDisallow: /x\r\n", "Foo", "/x", False),
    ("RS514", b"User-agent: *\nDisallow: /" + b"x" * 1100 + b"\n", "Foo", "/" + "x" * 1100, False),
]
"""Messages of a finding: it concerns the crawlers that block a path, or those that do not."""


@pytest.mark.parametrize(("code", "body", "name", "path", "blocks"), CLAIMS)
def test_whom_a_finding_concerns_is_as_the_dialects_decide(
    code: str, body: bytes, name: str, path: str, blocks: bool | None
) -> None:
    (finding,) = [each for each in Linter().check(body).findings if each.code == code]
    blocking = closed_by(body, path, name)
    if blocks is None:
        assert finding.diagnostic.dialects == blocking == EVERY
    else:
        assert set(finding.diagnostic.dialects) == {each for each in EVERY if (each in blocking) is blocks}


def test_what_changes_nothing_concerns_nobody() -> None:
    body = b"User-agent: *\n Disallow: /a # c\nDisallow: /a"
    found = {finding.code: finding.diagnostic.dialects for finding in Linter().check(body).findings}
    assert found == {"RS110": NOBODY, "RS111": NOBODY, "RS420": NOBODY, "RS513": NOBODY}


@each_row("rule", RULES.values(), ids=lambda rule: rule.code)
def test_page_has_the_heading_of_its_rule_and_names_the_dialects_of_the_findings(rule: LintRule) -> None:
    """`.venv/bin/python docs/rules.py` writes both; a new rule is in `dialects.json` when it has run again."""
    program = runpy.run_path(str(DOCS / "rules.py"))
    page = rule_page(rule.code).read_text("utf-8")
    assert program["as_it_should_be"](page, rule) == page
    concerned_by = program["concerned_by"](rule)
    assert concerned().get(rule.code, concerned_by) == concerned_by


@each_row("rule", RULES.values(), ids=lambda rule: rule.code)
def test_prose_of_a_page_says_all_and_none_where_the_line_about_dialects_does(rule: LintRule) -> None:
    prose = rule_text(rule.code).partition("## Who is affected\n")[2].partition("\n## ")[0].partition("\nDialects")[0]
    dialects = dialects_line(runpy.run_path(str(DOCS / "rules.py"))["concerned_by"](rule))
    assert prose.startswith(("All crawlers.", "All crawlers,")) <= dialects.endswith(": all.")
    assert prose.startswith(("No crawler.", "Nobody")) <= dialects.endswith(": none.")


SAYS_ALL = re.compile(
    r"every crawler skips|[Aa]ll of them skip|no crawler reads|No known crawler reads"
    r"|[Cc]rawlers skip (?:the line|it)|(?:rule|that .+) matches nothing\.$|apply to no crawler\.$"
    r"|Every crawler may fetch everything"
)
SAYS_NONE = re.compile(
    r"Repeating it has no effect|Crawlers still read it|Every known crawler reads|known crawlers skip"
)


@each_row("case", CASES, ids=lambda case: case.name)
def test_message_says_all_or_none_only_where_it_is_so(case: Case) -> None:
    for finding in Linter({case.code: RULES[case.code]}).check(case.body, case.setting).findings:
        said = message_text(finding)
        if SAYS_ALL.search(said) and "other crawlers skip" not in said and "compare the space literally" not in said:
            right = finding.diagnostic.args.get("right", b"")
            field = right.lower().decode() if isinstance(right, bytes) else ""
            assert finding.diagnostic.dialects == (EVERY if field in STANDARD else dialects_obeying(field) or EVERY), (
                said
            )
        if SAYS_NONE.search(said):
            assert finding.diagnostic.dialects == NOBODY, said


def test_a_group_that_blocks_the_site_concerns_the_dialects_of_those_who_follow_it() -> None:
    found = Linter().check(b"User-agent: Yandex\nAllow: /ru\nDisallow: /\n\nUser-agent: Baiduspider\nDisallow: /\n")
    concerned = {each.code: each.diagnostic.dialects for each in found.findings if each.code in {"RS432", "RS435"}}
    assert concerned == {"RS432": ("baidu",), "RS435": ("yandex",)}
