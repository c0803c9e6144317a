"""What the index of real files counts as errors is found in these files; exceptions are explained here."""

import json
from collections.abc import Mapping

import pytest

from robotstudio.lint.linter import Linter
from tests.conformance import shared

CATEGORIES: Mapping[str, tuple[str, int]] = {
    "bad_percent": ("RS410", 0),
    "bare_url_or_path_line": ("RS109", 0),
    "blank_after_ua": ("RS303", 1),  # UTF-16, of which nothing else is said
    "comma_paths": ("RS403", 1),  # one pattern of paths with commas in them
    "conflict_allow_disallow": ("RS421", 0),
    "crawl_delay_bad_value": ("RS201", 0),
    "crawl_delay_before_ua": ("RS102 RS215", 0),  # “Useragent” opens a group for Google
    "dollar_not_at_end": ("RS407", 0),
    "duplicate_group": ("RS310 RS311 RS305", 0),
    "duplicate_rule": ("RS420", 4),  # no two lines of these files are alike
    "duplicate_star_group": ("RS311 RS305", 0),
    "full_url_in_rule": ("RS402", 2),  # directories that are called like a host: /www.example.com/
    "hash_cuts_path": ("RS125 RS402", 2),  # a comment with a blank behind the #, and a # with nothing behind it
    "hash_cuts_to_root": ("RS125", 0),
    "invisible_or_nbsp": ("RS123 RS503", 0),
    "junk_line": ("RS101 RS104 RS105 RS108 RS109 RS501", 0),
    "missing_colon": ("RS104", 0),
    "multi_path_line": ("RS113 RS401 RS403 RS409", 1),  # written with %20 too
    "nonascii_field": ("RS101 RS105 RS106 RS108 RS123", 0),
    "path_no_slash": ("RS113 RS401 RS402 RS404 RS408 RS412", 0),
    "quotes_in_path": ("RS412 RS124", 10),  # an apostrophe inside a path is a part of it
    "regex_like": ("RS408", 30),  # brackets and dots that are a part of the path as well as not, and index.*
    "rule_before_ua": ("RS301", 0),
    "sitemap_not_absolute": ("RS204", 0),
    "sitemap_space": ("RS113 RS204 RS441", 0),
    "space_in_path": ("RS113 RS401 RS403 RS409", 4),  # blanks stand around the values only, or %20 is there too
    "typo_field": ("RS101 RS102 RS103", 0),
    "ua_comma": ("RS321 RS322", 0),
    "ua_empty": ("RS320", 0),
    "ua_has_space": ("RS113 RS123 RS321 RS322 RS323 RS325", 0),
    "ua_not_rfc_token": ("RS113 RS321 RS322 RS323 RS324 RS325 RS326 RS327 RS332", 1),  # the token itself is named too
    "ua_partial_wildcard": ("RS113 RS321 RS322 RS323", 0),
    "ua_repeated_in_group": ("RS305 RS320", 0),
    "ua_version_or_slash": ("RS113 RS321 RS322 RS323 RS324 RS325 RS326", 5),  # the token itself is named too
    "ua_without_rules": (
        "RS302 RS303",
        5,
    ),  # misspelled rules are rules for Google, groups of one name are one, nobody reads a group
    "unknown_field": ("RS101 RS103 RS104 RS106 RS109", 1),  # LLM-Policy is a proposal
}
"""The codes that cover a category of the index, and how many of its files have none of them."""


@pytest.fixture(scope="module")
def found() -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the categories and the codes of each file with rules."""
    corpus = shared("corpus")
    rows = [json.loads(line) for line in (corpus / "index.jsonl").read_text("utf-8").splitlines()]
    kinds = [row for row in rows if row["kind"] == "robots" and row["errors"]]
    linter = Linter()
    reports = [linter.check((corpus / "files" / f"{row['id']}.txt").read_bytes()) for row in kinds]
    return [
        (frozenset(row["errors"]), frozenset(finding.code for finding in report.findings))
        for row, report in zip(kinds, reports, strict=True)
    ]


@pytest.mark.parametrize("category", CATEGORIES)
def test_what_the_index_counts_is_found(category: str, found: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    codes, tolerated = CATEGORIES[category]
    own = [here for categories, here in found if category in categories]
    missed = [here for here in own if here.isdisjoint(codes.split())]
    assert own
    assert len(missed) == tolerated


def test_every_category_of_the_index_is_looked_at(found: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    assert {each for categories, _ in found for each in categories} == CATEGORIES.keys()
