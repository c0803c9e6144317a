"""Every rule of the linter has words, a page, and fixtures, and finds exactly what these expect."""

import re
import runpy
from pathlib import Path

import pytest

from robotstudio.assets import rule_page
from robotstudio.help.rule_pages import HEADINGS
from robotstudio.lint.context import LintContext, Setting
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import fix_words, message_text
from robotstudio.lint.model import LintRule, Place
from robotstudio.lint.rules import RULES
from robotstudio.text.locale import LANGUAGES, words_of
from tests.lint.fixtures import FOLDER, Case, cases
from tests.rows import each_row

PAGES = Path(__file__).parent.parent.parent / "docs" / "rules"
DOCS = runpy.run_path(str(PAGES.parent / "rules.py"))
TRANSLATED = [code for code in LANGUAGES if (PAGES / code).is_dir()]
"""Languages that have pages of their own; in another one the English pages are shown."""
CASES = [case for path in sorted(FOLDER.glob("RS*.txt")) for case in cases(path)]

_CROWD = "".join(f"Disallow: /a/{number}.html\nDisallow: /b/{number}/\n" for number in range(201))
_CROWDED = f"User-agent: *\n{_CROWD}".encode()


def rule_id(rule: LintRule) -> str:
    return rule.code


@each_row("rule", RULES.values(), ids=rule_id)
def test_a_rule_has_words(rule: LintRule) -> None:
    assert rule.title
    assert rule.messages
    check = rule.line or rule.group or rule.file
    assert check is not None
    assert check.__doc__


@each_row("rule", RULES.values(), ids=rule_id)
def test_a_rule_has_a_page_with_all_that_a_reader_needs(rule: LintRule) -> None:
    path = PAGES / f"{rule.code}.md"
    assert path.exists(), f"{rule.code} has no page: .venv/bin/python docs/rules.py makes one to be filled in"
    parts = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n?)*)", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert [heading for heading in parts if heading in HEADINGS] == list(HEADINGS)
    empty = [heading for heading in HEADINGS if not parts[str(heading)].replace("```", "").strip()]
    assert not empty, f"the page of {rule.code} says nothing under these headings: {', '.join(empty)}"


def _code_of(page: str) -> list[str]:
    return re.findall(r"```\n(.*?)```", page, re.DOTALL)


@pytest.mark.parametrize("code", TRANSLATED)
@each_row("rule", RULES.values(), ids=rule_id)
def test_a_page_says_the_same_in_every_language(rule: LintRule, code: str) -> None:
    """A page that is not translated is shown in English; `catalogues.py --missing` lists it."""
    english = rule_page(rule.code).read_text("utf-8")
    words = words_of(code)
    page = rule_page(rule.code, code).read_text("utf-8")
    if page == english:
        return
    assert page == DOCS["as_it_should_be"](page, rule, words)
    said = {words.say(heading): heading for heading in HEADINGS}
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    assert [said.get(heading, "") for heading in headings if heading in said] == list(HEADINGS)
    assert len(headings) == len(re.findall(r"^## ", english, re.MULTILINE))
    assert _code_of(page) == _code_of(english)
    assert len(re.findall(r"^- ", page, re.MULTILINE)) == len(re.findall(r"^- ", english, re.MULTILINE))
    prose, prose_in_english = (re.sub(r"```\n.*?```", "", each, flags=re.DOTALL) for each in (page, english))
    codes, codes_in_english = (set(re.findall(r"`[^`\n]+`", each)) for each in (prose, prose_in_english))
    assert codes == codes_in_english


def test_pages_are_translated_into_the_languages_of_the_program() -> None:
    assert [code for code in LANGUAGES if code != "en"] == TRANSLATED
    assert rule_page("RS102", "xx") == rule_page("RS102")


@each_row("rule", RULES.values(), ids=rule_id)
def test_a_rule_has_good_and_bad_cases(rule: LintRule) -> None:
    own = [case for case in CASES if case.code == rule.code]
    assert any(case.expected for case in own)
    assert any(not case.expected for case in own)


@each_row("rule", RULES.values(), ids=rule_id)
def test_each_message_and_fix_of_a_rule_is_shown_by_a_case(rule: LintRule) -> None:
    linter = Linter({rule.code: rule})
    bodies = [(case.body, case.setting) for case in CASES if case.code == rule.code]
    bodies += [(_CROWDED, Setting())] * (rule.code in {"RS425", "RS602"})
    shown = [finding.diagnostic for body, setting in bodies for finding in linter.check(body, setting).findings]
    assert {found.variant for found in shown} == rule.messages.keys()
    assert {fix.id for found in shown for fix in found.fixes} == rule.fixes.keys()


def test_no_page_and_no_fixture_is_left_over() -> None:
    assert {page.stem for page in PAGES.rglob("RS*.md")} <= RULES.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} <= RULES.keys()


@each_row("case", CASES, ids=lambda case: case.name)
def test_a_rule_finds_what_its_fixture_says(case: Case) -> None:
    rule = RULES[case.code]
    report = Linter({rule.code: rule}).check(case.body, case.setting)
    found = [(finding.line, finding.diagnostic.start + 1) for finding in report.findings]
    expected = [(line, column or start) for (line, column), (_, start) in zip(case.expected, found, strict=False)]
    lines = [line for line, _ in case.expected[len(found) :]]
    plain = " Is a line plain? Then the rule sees it only if its in_plain is found in the value." if rule.line else ""
    assert not lines, f"{rule.code} was expected in lines {lines}, but found only {found}.{plain}"
    assert found == expected
    raws = LintContext.of(case.body).raws
    for finding in report.findings:
        words = message_text(finding)
        assert words
        assert not re.search(r"\{\w+\}", words), words
        assert 1 <= finding.line <= finding.last_line <= len(raws)
        assert finding.diagnostic.end <= len(raws[finding.last_line - 1])
        for fix in finding.diagnostic.fixes:
            assert fix.id in rule.fixes
            assert not re.search(r"\{\w+\}", fix_words(fix))
            assert all(Place(1, -3) <= edit.start <= edit.end for edit in fix.edits)


@each_row("case", [case for case in CASES if case.fixed is not None], ids=lambda case: case.name)
def test_its_first_fixes_make_of_a_file_what_its_fixture_says(case: Case) -> None:
    rule = RULES[case.code]
    linter = Linter({rule.code: rule})
    report = linter.check(case.body, case.setting)
    fixed = apply(case.body, [finding.diagnostic.fixes[0] for finding in report.findings if finding.diagnostic.fixes])
    assert fixed.body == case.fixed


@each_row("case", CASES, ids=lambda case: case.name)
def test_a_linter_that_has_seen_another_file_finds_the_same(case: Case) -> None:
    rule = RULES[case.code]
    linter = Linter({rule.code: rule})
    linter.check(b"# first\nUser-agent: *\nDisallow: /x\n" + case.body)
    again = linter.check(case.body, case.setting)
    assert again == Linter({rule.code: rule}).check(case.body, case.setting)
