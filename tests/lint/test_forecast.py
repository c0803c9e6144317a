"""Reports of other validators: each id once, and Google's as its open parser reports."""

import pytest

from robotstudio.engine.tokens import Field
from robotstudio.lint.context import LintContext
from robotstudio.lint.forecast import SAYINGS, VALIDATORS, forecast, validator_words
from tests.conformance import Row, field_bytes, own_rows, shared_rows_but

CASES = [
    ("google", b"Hello there world", 1, "Syntax not understood"),
    ("google", b"Foo: bar", 1, "Syntax not understood: the field is unknown, and the line is ignored"),
    ("google", b"User-agent: *\nCrawl-delay: 1", 2, "Rule ignored by Googlebot"),
    ("google", b"useragent: *", 1, "Accepted, though misspelled"),
    ("google", b"User-agent *", 1, "Accepted, though the colon is missing"),
    ("google", b"# " + b"x" * 17000 + b"\nUser-agent: a", 1, "Line too long; the rest of it is ignored"),
    ("google", b"Disallow: /\nUser-agent: *", 1, "No user-agent specified"),
    ("yandex", b"User-agent: *\nDisallow: a", 2, "Rule doesn't start with / or *"),
    ("yandex", b"User-agent: *\nDisallow: /\n\nUser-agent: *\nAllow: /", 4, "Multiple 'User-agent: *' rules found"),
    ("yandex", b"User-agent: *\n" + b"Disallow: /x\n" * 2049, 2050, "Robots.txt file size limit exceeded"),
    ("yandex", b"User-agent: *\n\nDisallow: /", 3, "No User-agent directive in front of rule"),
    ("yandex", b"User-agent: *\nDisallow: /" + b"x" * 1024, 2, "Rule is too long"),
    ("yandex", b"Sitemap: /s.xml", 1, "Invalid Sitemap file URL format"),
    ("yandex", b"Clean-param: a=b", 1, "Invalid Clean-param directive format"),
    ("yandex", b"User-agent: *\nRequest-rate: 1/1", 2, "Unknown directive found"),
    ("yandex", b"User-agent: *\nHello", 2, "Syntax error"),
    ("lighthouse", b"User-agent: *\nHello", 2, "Syntax not understood"),
    ("lighthouse", b"User-agent: *\nContent-Usage: train-ai=n", 2, "Unknown directive"),
    ("lighthouse", b"User-agent: *\nLicense: https://www.example.com/license.xml", 2, "Unknown directive"),
    ("lighthouse", b"User-agent: *\nSchemamap: https://www.example.com/map.xml", 2, "Unknown directive"),
    ("lighthouse", b"Sitemap: /s.xml", 1, "Invalid sitemap URL"),
    ("lighthouse", b"Sitemap: mailto:a@b.c", 1, "Invalid sitemap URL protocol"),
    ("lighthouse", b"User-agent:\nSitemap: ftp://example.com/", 1, "No user-agent specified"),
    ("lighthouse", b"Disallow: /\nUser-agent: *", 1, "No user-agent specified"),
    ("lighthouse", b"User-agent: *\nDisallow: a", 2, 'Pattern should either be empty, start with "/" or "*"'),
    ("lighthouse", b"User-agent: *\nDisallow: /$a", 2, '"$" should only be used at the end of the pattern'),
]


FLAGS = {"t": "typo", "L": "too-long", "m": "missing-colon"}


@pytest.mark.parametrize(("validator", "body", "line", "words"), CASES)
def test_a_validator_says_in_its_words_what_it_says_of_a_line(
    validator: str, body: bytes, line: int, words: str
) -> None:
    found = [each.report for each in forecast(LintContext.of(body)) if each.validator.id == validator]
    assert [(said.line, validator_words(said)) for said in found] == [(line, words)]


def test_every_saying_is_told_by_a_case() -> None:
    assert {words for _, _, _, words in CASES} == set(SAYINGS.values())
    assert {key.split("/")[0] for key in SAYINGS} == VALIDATORS.keys()


def test_a_clean_file_gets_no_word() -> None:
    body = b"User-agent: *\nDisallow: /a\nAllow: /a/b$\n\nSitemap: https://www.example.com/s.xml\n"
    assert forecast(LintContext.of(body)) == ()


def test_lighthouse_knows_content_signal() -> None:
    body = b"User-agent: *\nContent-Signal: search=yes\nDisallow:\n"
    assert [each for each in forecast(LintContext.of(body)) if each.validator.id == "lighthouse"] == []


def test_a_web_page_gets_no_word() -> None:
    assert forecast(LintContext.of(b"<!doctype html><html><body>Not found</body></html>")) == ()


@pytest.mark.never_skipped
def test_what_is_said_for_google_is_what_its_parser_reports() -> None:
    see_the_same_said(own_rows("parse"))


def test_what_is_said_for_google_is_what_its_parser_reports_of_other_projects_files() -> None:
    see_the_same_said(shared_rows_but("parse-public", own="parse"))


def see_the_same_said(rows: list[Row]) -> None:
    assert rows
    for row in rows:
        context = LintContext.of(field_bytes(row, "robots"))
        google = VALIDATORS["google"]
        said: dict[int, set[str]] = {}
        for each in google.reports_of(context):
            said.setdefault(each.line, set()).add(each.id.removeprefix("google/"))
        for line, tag, flags, *_ in row["lines"]:
            expected = {name for letter, name in FLAGS.items() if letter in flags}
            if "d" in flags and tag in {Field.UNUSED, Field.UNKNOWN}:
                expected.add(tag)
            elif "d" not in flags and not {"e", "C"} & set(flags):
                expected.add("syntax")
            assert said.get(line, set()) - {"no-user-agent"} == expected, (row, line)
