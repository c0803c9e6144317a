"""RSL documents: what they permit for a URL and a use, what RSL 1.0 does not allow, and where robots.txt differs."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.ai_files.contradictions import ContradictionKind, compare_rsl
from robotstudio.policy.ai_files.model import AiFileKind, Fault
from robotstudio.policy.ai_files.rsl import MOST_CONTENTS, RslAnswer, read_rsl, read_rsl_feed, rsl_for
from robotstudio.policy.ai_files.study import (
    ALL_PATHS,
    AiFileState,
    fetch_ai_files_now,
    license_addresses,
    study_ai_files,
    study_file,
)
from robotstudio.policy.ai_files.words import note_words, reader_words, state_words
from robotstudio.policy.signals import Purpose
from tests.fetch.server import response, serve

SITE = "https://www.example.com"
CLOSED = b"User-agent: *\nDisallow: /\n"
USES = (Purpose.TRAINING, Purpose.INPUT, Purpose.SEARCH)
P, L, N, U, S = (
    RslAnswer.PERMITTED,
    RslAnswer.LICENSED,
    RslAnswer.PROHIBITED,
    RslAnswer.UNLISTED,
    RslAnswer.SILENT,
)


def document(*contents: str) -> bytes:
    return f'<rsl xmlns="https://rslstandard.org/rsl">\n{"".join(contents)}</rsl>\n'.encode()


def content(url: str, *licenses: str, more: str = "") -> str:
    return f'<content url="{url}"{more}>{"".join(f"<license>{each}</license>" for each in licenses)}</content>\n'


def answers(body: bytes, path: str = "/") -> tuple[RslAnswer, ...]:
    found = read_rsl(body)
    return tuple(rsl_for(found, SITE + path, use).answer for use in USES)


def faults(body: bytes) -> list[tuple[Fault, str]]:
    return [(flaw.fault, flaw.text) for flaw in read_rsl(body).flaws]


def test_items_of_a_feed_have_licences() -> None:
    """Whatever is not RSL counts for nothing, and RSL without its namespace is not RSL."""
    rsl = f'<rsl:content url="{SITE}/a"><rsl:license><rsl:permits type="usage">search</rsl:permits></rsl:license>'
    item = f"<item><title>A</title>{rsl}</rsl:content></item>"
    plain = '<item><content url="/b"><license/></content></item>'
    feed = f'<rss xmlns:rsl="https://rslstandard.org/rsl"><channel>{item}{plain}</channel></rss>'.encode()
    found = read_rsl_feed(feed)
    assert (found.flaws, [each.url for each in found.contents]) == ((), [f"{SITE}/a"])
    assert tuple(rsl_for(found, f"{SITE}/a", use).answer for use in USES) == (U, U, P)
    assert not read_rsl(feed).contents
    assert [flaw.fault for flaw in read_rsl_feed(document()).flaws] == [Fault.NOT_RSL]
    assert [flaw.fault for flaw in read_rsl_feed(feed[:-9]).flaws] == [Fault.NOT_XML]


NO_AI = document(content("/", '<prohibits type="usage">ai-all</prohibits>'))
ON_REQUEST = document(
    content(
        "/",
        '<permits type="usage">ai-all</permits>'
        "<payment><custom>https://example.com/ai-license-request</custom></payment>",
    )
)
PER_CRAWL = document(
    content(
        "/",
        '<permits type="usage">ai-all</permits><payment type="crawl"><standard>https://example.com/pay-per-crawl'
        '</standard><amount currency="USD">0.015</amount></payment>',
    )
)
CREDIT = document(
    content(
        "/",
        '<payment type="attribution"><standard>https://creativecommons.org/licenses/by/4.0/</standard></payment>',
    )
)
ARTICLES = document(
    content("/", '<permits type="usage">all</permits>'),
    content("/articles/", '<prohibits type="usage">ai-train</prohibits>'),
)
X402 = document(
    content(
        "/",
        '<permits type="usage">ai-input</permits><payment type="use"><accepts type="application/x402+json">'
        "<![CDATA[{}]]></accepts></payment>"
        '<reporting type="telemetry" profile="https://profiles.example/telemetry"/>'
        '<legal type="warranty">ownership authority</legal>',
    )
)
"""The patterns of sections 1.1, 3 and 3.1.2 of RSL 1.0, as a secondary source has them."""


@pytest.mark.parametrize(
    ("body", "path", "expected"),
    [
        (NO_AI, "/", (N, N, P)),
        (ON_REQUEST, "/", (L, L, U)),
        (PER_CRAWL, "/a", (L, L, U)),
        (CREDIT, "/a", (L, L, L)),
        (ARTICLES, "/", (P, P, P)),
        (ARTICLES, "/articles/1", (N, P, P)),
        (X402, "/", (U, L, U)),
    ],
)
def test_patterns_of_the_specification(body: bytes, path: str, expected: tuple[RslAnswer, ...]) -> None:
    assert read_rsl(body).flaws == ()
    assert answers(body, path) == expected


@pytest.mark.parametrize(
    ("licenses", "expected"),
    [
        (('<permits type="usage">search ai-input</permits><prohibits type="usage">ai-train</prohibits>',), (N, P, P)),
        (('<permits type="usage">ai-train</permits><prohibits type="usage">ai-train</prohibits>',), (N, U, U)),
        (('<permits type="usage">ai-train</permits>', '<prohibits type="usage">ai-train</prohibits>'), (N, P, P)),
        (('<permits type="usage">search</permits>', '<permits type="usage">ai-train</permits>'), (P, U, P)),
        (('<permits type="usage">all</permits><prohibits type="usage">ai-all</prohibits>',), (N, N, P)),
        (('<permits type="usage">all</permits><permits type="user">education</permits>',), (L, L, L)),
        (('<permits type="usage">all</permits><payment type="free"/>',), (P, P, P)),
    ],
)
def test_narrower_use_counts_first_and_then_the_prohibition(
    licenses: tuple[str, ...], expected: tuple[RslAnswer, ...]
) -> None:
    assert answers(document(content("/", *licenses))) == expected


def test_paths_match_as_in_a_robots_txt() -> None:
    body = document(content("/*.pdf$", '<prohibits type="usage">all</prohibits>'))
    assert answers(body, "/a/b.pdf") == (N, N, N)
    assert answers(body, "/a/b.pdf?x") == (S, S, S)
    other = document(content("https://www.example.com/a/", '<prohibits type="usage">all</prohibits>'))
    assert (answers(other, "/a/x"), answers(other, "/b")) == ((N, N, N), (S, S, S))
    elsewhere = document(content("https://other.example/", '<prohibits type="usage">all</prohibits>'))
    assert answers(elsewhere, "/") == (S, S, S)


def test_licence_server_makes_any_permission_conditional() -> None:
    server = ' server="https://licensing.example.com"'
    assert answers(document(content("/", '<permits type="usage">all</permits>', more=server))) == (L, L, L)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", [(Fault.EMPTY, "")]),
        (b"<html></html>", [(Fault.NOT_RSL, "html")]),
        (b'<rsl xmlns="https://example.com/"/>', [(Fault.NOT_RSL, "rsl")]),
        (b"<rsl xmlns='https://rslstandard.org/rsl'>", [(Fault.NOT_XML, "")]),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><rsl/>", [(Fault.DECLARATIONS, "")]),
        (document(), [(Fault.NO_CONTENT, "")]),
        (document("<content><license/></content>"), [(Fault.NO_ATTRIBUTE, "<content url>"), (Fault.NO_CONTENT, "")]),
        (document(content("/")), [(Fault.NO_LICENSE, "/")]),
        (document(content("a b", "")), [(Fault.BAD_SCOPE, "a b"), (Fault.NO_CONTENT, "")]),
        (document(content("/", "<permit/>")), [(Fault.UNKNOWN_ELEMENT, "permit")]),
        (document("<license/>", content("/", "")), [(Fault.MISPLACED, "license")]),
        (
            document(content("/", '<permits type="usage">ai-train,search</permits>')),
            [(Fault.COMMAS, "ai-train,search")],
        ),
        (document(content("/", '<permits type="usage">train-ai</permits>')), [(Fault.UNKNOWN_TOKEN, "train-ai")]),
        (document(content("/", '<permits type="geo">de</permits>')), [(Fault.UNKNOWN_TOKEN, "de")]),
        (document(content("/", '<payment type="inference"/>')), [(Fault.UNKNOWN_TOKEN, "inference")]),
        (document(content("/", '<payment><amount currency="USD">x</amount></payment>')), [(Fault.BAD_NUMBER, "x")]),
        (
            document(content("/", '<payment><amount currency="usd">1</amount></payment>')),
            [(Fault.UNKNOWN_TOKEN, "usd")],
        ),
        (document(content("/", "<payment><standard>by</standard></payment>")), [(Fault.BAD_ADDRESS, "by")]),
        (document(content("/", '<permits type="usage">a</permits>' * 2)), [(Fault.UNKNOWN_TOKEN, "a")] * 2),
        (document(content("/", more=' encrypted="TRUE"')), [(Fault.UNKNOWN_TOKEN, "TRUE"), (Fault.NO_LICENSE, "/")]),
    ],
)
def test_flaws(body: bytes, expected: list[tuple[Fault, str]]) -> None:
    found = [each for each in faults(body) if each[0] is not Fault.REPEATED]
    assert sorted(found) == sorted(expected)


def test_second_list_of_a_type_is_a_flaw_but_counts() -> None:
    body = document(content("/", '<permits type="usage">search</permits><permits type="usage">ai-train</permits>'))
    assert faults(body) == [(Fault.REPEATED, "<permits>")]
    assert answers(body) == (P, U, P)


def test_elements_of_other_namespaces_are_extensions() -> None:
    body = document('<x:more xmlns:x="https://example.com/x"><x:any/></x:more>', content("/", ""))
    assert faults(body) == []


def test_flaws_have_lines() -> None:
    body = document(content("/", ""), content("/", "<permit/>"))
    assert [flaw.line for flaw in read_rsl(body).flaws] == [3]


def test_document_of_many_licences_is_answered_at_once() -> None:
    found = read_rsl(document(content("/", *[""] * 40_000), content("/a", '<prohibits type="usage">all</prohibits>')))
    assert rsl_for(found, f"{SITE}/", Purpose.TRAINING).answer is P
    assert rsl_for(found, f"{SITE}/a", Purpose.TRAINING).answer is N


def test_limits_hold() -> None:
    assert len(read_rsl(document(*[content("/", "")] * (MOST_CONTENTS + 5))).contents) == MOST_CONTENTS
    deep = b"<x:a xmlns:x='https://example.com/'>" * 200
    found = read_rsl(b'<rsl xmlns="https://rslstandard.org/rsl">' + deep)
    assert [flaw.fault for flaw in found.flaws] == [Fault.TOO_DEEP]


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(document)))
def test_any_bytes_are_read(body: bytes) -> None:
    found = read_rsl(body)
    assert rsl_for(found, f"{SITE}/", Purpose.TRAINING).answer in RslAnswer


def against(body: bytes, robots: bytes) -> Iterator[tuple[ContradictionKind, Purpose | None, tuple[int, ...]]]:
    for each in compare_rsl(read_rsl(body), robots, CATALOGUE).contradictions:
        yield each.against, each.use, each.rules


def test_contradictions_to_signals_are_found_for_each_use() -> None:
    robots = b"User-agent: *\nContent-Signal: search=yes, ai-train=yes, ai-input=no\nDisallow:\n"
    assert list(against(NO_AI, robots)) == [(ContradictionKind.RSL_PROHIBITS, Purpose.TRAINING, (2,))]
    assert set(against(PER_CRAWL, robots)) == {
        (ContradictionKind.RSL_PERMITS, Purpose.INPUT, (2,)),
        (ContradictionKind.RSL_PROHIBITS, Purpose.SEARCH, (2,)),
    }


def test_permission_without_terms_for_what_is_blocked_is_a_contradiction() -> None:
    assert {kind for kind, *_ in against(ARTICLES, CLOSED)} == {ContradictionKind.UNREACHABLE}
    assert list(against(PER_CRAWL, CLOSED)) == []
    assert list(against(NO_AI, b"User-agent: *\nDisallow:\n")) == []


def test_documents_in_license_lines_are_fetched() -> None:
    with serve({"/license.xml": response(200, ARTICLES)}) as server:
        robots = f"License: {server.url}/license.xml\nLicense: x\nLicense: {server.url}/none.xml\n".encode()
        addresses = license_addresses(robots)
        assert addresses == (f"{server.url}/license.xml", f"{server.url}/none.xml")
        files = fetch_ai_files_now(server.url, paths=ALL_PATHS, licenses=addresses)
    *_, found, missing = study_ai_files(files, robots, CATALOGUE)
    assert (found.state, missing.state) == (AiFileState.VALID, AiFileState.ABSENT)
    assert state_words(found) == f"{addresses[0]}: valid, with licences for 2 paths."
    assert "December 2025" in " ".join(reader_words([found]))


def test_notes_say_what_is_permitted() -> None:
    study = study_file(AiFileKind.RSL, "license.xml", PER_CRAWL, b"", CATALOGUE)
    assert list(note_words(study)) == [
        "Line 2, /: permitted for training and AI answers, on terms: crawl, 0.015 USD, https://example.com/pay-per-crawl",
        "Line 2, /: not permitted for search, since only other uses are listed.",
        "license.xml and robots.txt do not contradict each other.",
    ]
