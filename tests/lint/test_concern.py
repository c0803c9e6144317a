"""Whom a finding concerns: the crawlers that behave differently once it is fixed, and no other if that is certain."""

from collections.abc import Iterator

import pytest

from robotstudio.engine.changes import flips
from robotstudio.engine.crawlers import CRAWLERS, Crawler, CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import Line, LineSyntax, parse_line
from robotstudio.lint import affected
from robotstudio.lint.concern import concerns
from robotstudio.lint.context import raw_lines
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import Finding
from robotstudio.lint.proof import probe
from robotstudio.lint.rules import RULES
from tests.lint.fixtures import Case
from tests.lint.test_affected import CASES, EXACT, MENDED_IN_PART, WIDER, alone, found_in
from tests.rows import each_row

SHORT = [case for case in CASES if len(case.body) < 3000 and case.code not in WIDER]
_TRIED = ("Googlebot", "bingbot", "YandexBot", "Applebot", "AdsBot-Google", "*")


def crawler_of(reader: CrawlerView) -> Crawler:
    return Crawler(str(reader.agent), dialect=reader.dialect)


def concerned(body: bytes, findings: list[Finding], crawler: Crawler) -> bool:
    robots = FileVersion(body).read_as(crawler.dialect)
    return any(concerns(finding, crawler, robots, raw_lines(body)) for finding in findings)


def tried(body: bytes, findings: list[Finding]) -> Iterator[tuple[Crawler, bool, bool]]:
    """Return, for crawlers that a fixed file names and another, if fixing flips a verdict, and if they are named."""
    if not findings:
        return
    mended = apply(body, [finding.diagnostic.fixes[0] for finding in findings]).body
    before, after, probed = FileVersion(body), FileVersion(mended), probe(mended)
    flipped = {(each.reader.agent, each.reader.dialect) for each in flips(before, after, probed.table, probed.readers)}
    for reader in filter(lambda reader: reader.agent, probed.readers):  # who has no name is no crawler
        is_helped = (reader.agent, reader.dialect) in flipped
        yield crawler_of(reader), is_helped, concerned(body, findings, crawler_of(reader))


def mendings(case: Case) -> Iterator[tuple[bytes, list[Finding]]]:
    """Yield files with fixable findings: each odd line alone, or the whole case."""
    rule = RULES[case.code]
    found = found_in(rule, case.body, case)
    lines = [alone(raw_lines(case.body)[each.line - 1], each) for each in found] if rule.line else []
    for body in lines or [case.body]:
        yield body, found_in(rule, body, case)


@each_row("case", SHORT, ids=lambda case: case.name)
def test_whoever_is_helped_by_the_fixes_is_concerned(case: Case) -> None:
    bodies = dict.fromkeys([body for body, _ in mendings(case)]) | {case.body: None}
    for body, findings in ((body, found_in(RULES[case.code], body, case)) for body in bodies):
        missed = [(each.token, each.dialect) for each, helped, named in tried(body, findings) if helped > named]
        assert missed == []


@each_row("case", [case for case in SHORT if case.code in EXACT], ids=lambda case: case.name)
def test_whoever_is_concerned_is_helped_if_the_fix_mends_all_that_is_wrong(case: Case) -> None:
    for body, findings in mendings(case):
        if MENDED_IN_PART.isdisjoint(finding.diagnostic.variant for finding in findings):
            spared = [(each.token, each.dialect) for each, helped, named in tried(body, findings) if named > helped]
            assert spared == []


def named_by(code: str, body: bytes) -> list[str]:
    """Return which of some crawlers the first finding of a rule concerns."""
    finding = next(finding for finding in Linter().check(body).findings if finding.code == code)
    return [token for token in _TRIED if concerned(body, [finding], CRAWLERS[token])]


@pytest.mark.parametrize(
    ("code", "body", "whom"),
    [
        ("RS511", b"User-agent: Googlebot\nDisallow: /x\n", ["bingbot", "YandexBot", "*"]),
        (
            "RS301",
            b"Disallow: /x\nUser-agent: *\nDisallow: /y\n",
            ["Googlebot", "bingbot", "YandexBot", "Applebot", "*"],
        ),
        ("RS302", b"User-agent: *\nDisallow: /x\n\nUser-agent: Bingbot\n", ["bingbot"]),
        ("RS322", b"User-agent: Googlebot, Bingbot\nDisallow: /x\n", ["bingbot"]),
        ("RS332", b"User-agent: Googelbot\nDisallow: /x\n", ["Googlebot", "Applebot"]),
        ("RS334", b"User-agent: bing\nDisallow: /x\n", ["bingbot"]),
        ("RS327", b"User-agent: !Googlebot\nDisallow: /x\n", ["Googlebot", "Applebot"]),
        (
            "RS312",
            b"User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nUser-agent: AdsBot-Google\nDisallow: /y\n",
            ["Googlebot", "Applebot"],
        ),
    ],
)
def test_finding_names_those_whom_it_is_about(code: str, body: bytes, whom: list[str]) -> None:
    assert named_by(code, body) == whom


def test_of_two_groups_of_one_name_it_concerns_those_who_read_the_first_alone() -> None:
    body = b"User-agent: *\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n"
    finding = next(finding for finding in Linter().check(body).findings if finding.code == "RS311")
    assert [token for token in ("Googlebot", "Baiduspider") if concerned(body, [finding], CRAWLERS[token])] == [
        "Baiduspider"
    ]


def test_blocked_sitemap_concerns_those_who_are_kept_from_it() -> None:
    body = b"User-agent: bingbot\nDisallow: /s\n\nSitemap: https://www.example.com/s.xml\n"
    assert named_by("RS434", body) == ["bingbot"]


def test_group_of_many_names_is_read_once_for_each_crawler(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["".join(chr(97 + int(digit)) for digit in str(number)) for number in range(1000)]
    agents = "".join(f"User-agent: bot{name}\n" for name in names)
    body = f"User-agent: *\nDisallow: /a\nDisallow: /b\n\n{agents}Disallow: /x\n".encode()
    (found,) = [each for each in Linter().check(body).findings if each.rule.code == "RS312"]
    parsed: list[bytes] = []

    def counted(raw: bytes, syntax: LineSyntax) -> Line:
        parsed.append(raw)
        return parse_line(raw, syntax)

    monkeypatch.setattr(affected, "parse_line", counted)
    assert not concerned(body, [found], CRAWLERS["Applebot"])
    assert len(parsed) == len(found.diagnostic.whom) == len(names)
