"""What a site says about the use of a URL: each specification by its own text, and contradictions between them."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.meant import (
    MOST_STATEMENTS,
    USAGE_TOKEN,
    Answer,
    Effect,
    Place,
    Source,
    Statement,
    UseReport,
    gather_now,
    use_report,
)
from robotstudio.policy.meant_words import report_lines
from robotstudio.policy.signals import Purpose, wishes_in
from tests.fetch.server import Connection, response, serve

HTML = "Content-Type: text/html"
RSL = b'<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>%s</license></content></rsl>'
PRICED = RSL % b'<permits type="usage">ai-train</permits><payment type="crawl"/>'
YES, NO, TERMS = Answer.YES, Answer.NO, Answer.TERMS


def asked(
    robots: str,
    page: bytes = b"",
    path: str = "/a",
    *,
    headers: tuple[str, ...] = (),
    files: Mapping[str, bytes] = MappingProxyType({}),
) -> UseReport:
    """Serve a robots.txt and a page; `{site}` in the file is the address of the server."""
    served = {name: response(200, body) for name, body in files.items()}
    with serve({path: response(200, page, HTML, *headers), **served}) as server:
        body = robots.replace("{site}", server.url).encode()
        (found,) = gather_now([server.url + path], body=body)
        return use_report(found, CATALOGUE)


def said(meant: UseReport, source: Source, use: Purpose = Purpose.TRAINING) -> list[tuple[Place, Answer, Effect, bool]]:
    found = [each for each in meant.statements if each.source is source and each.use is use]
    return [(each.place, each.answer, each.effect, each.counts) for each in found]


def pairs(meant: UseReport) -> set[frozenset[tuple[Source, Place]]]:
    def key(one: Statement) -> tuple[Source, Place]:
        return one.source, one.place

    return {frozenset((key(each.one), key(each.other))) for each in meant.contradictions}


OPEN, SHUT = "User-agent: *\nAllow: /\n", "User-agent: *\nDisallow: /\n"


def test_rules_are_counted_for_the_crawlers_of_each_use() -> None:
    training, search, answers = asked("User-agent: GPTBot\nDisallow: /\n").rules
    assert (training.use, [each.token for each in training.blocked], training.lines) == (
        Purpose.TRAINING,
        ["GPTBot"],
        (2,),
    )
    assert not search.blocked
    assert not answers.blocked


def test_robots_txt_of_the_site_is_fetched_without_a_file() -> None:
    with serve({"/robots.txt": response(200, b"User-agent: *\nDisallow: /\n")}) as server:
        (found,) = gather_now([f"{server.url}/a"])
    meant = use_report(found, CATALOGUE)
    assert {evidence.requested.rpartition("/")[2] for evidence in meant.evidence} >= {"robots.txt", "a", "llms.txt"}
    assert not meant.rules[0].allowed


def test_files_of_a_site_are_fetched_once_for_several_pages() -> None:
    with serve({"*": response(404)}) as server:
        found = gather_now([f"{server.url}/a", f"{server.url}/b"])
        requested = [head.split()[1] for head in server.requests]
    assert len(found) == 2
    assert sorted(requested) == sorted(set(requested))


@pytest.mark.parametrize(
    ("robots", "page"),
    [
        (OPEN + "Content-Signal: ai-train=no\nContent-Signal: ai-train=yes\n" * 5_000, b""),
        (OPEN, b'<script type="application/rsl+xml">%s</script>' % (RSL % b"") * 5_000),
    ],
    ids=["robots.txt", "page"],
)
def test_thousands_of_statements_are_cut_with_a_word(robots: str, page: bytes) -> None:
    meant = asked(robots, page)
    assert len(meant.statements) == MOST_STATEMENTS
    assert "  Only the first 100 statements of each kind are listed." in report_lines(meant)
    assert not asked(OPEN).is_cut


def test_longest_path_of_content_usage_counts() -> None:
    """The example of draft-ietf-aipref-attach: a preference for all paths, and one for some."""
    robots = (
        "User-Agent: *\nAllow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\n"
    )
    everywhere, somewhere = asked(robots), asked(robots, path="/ai-ok/x")
    assert said(everywhere, Source.CONTENT_USAGE) == [(Place.ROBOTS, NO, Effect.STRICTER, True)]
    assert [each[1::2] for each in said(somewhere, Source.CONTENT_USAGE)] == [(NO, False), (YES, True)]
    assert said(asked(robots, path="/never/x"), Source.CONTENT_USAGE) == [(Place.ROBOTS, NO, Effect.AGREES, True)]


def test_any_no_of_content_usage_counts() -> None:
    robots = f"{OPEN}Content-Usage: train-ai=y\n"
    meant = asked(robots, headers=("Content-Usage: train-ai=n",))
    assert said(meant, Source.CONTENT_USAGE) == [
        (Place.ROBOTS, YES, Effect.AGREES, False),
        (Place.HEADER, NO, Effect.STRICTER, True),
    ]
    assert not meant.contradictions


def test_content_signal_is_read_for_each_use() -> None:
    """The example of contentsignals.org."""
    meant = asked("User-Agent: *\nContent-Signal: ai-train=no, search=yes, ai-input=no\nAllow: /\n")
    answers = [said(meant, Source.CONTENT_SIGNAL, use)[0][1] for use in Purpose]
    assert dict(zip(Purpose, answers, strict=True)) == {
        Purpose.TRAINING: NO,
        Purpose.SEARCH: YES,
        Purpose.INPUT: NO,
    }


def test_signal_of_a_group_concerns_its_crawlers_only() -> None:
    meant = asked(f"User-agent: GPTBot\nContent-Signal: ai-train=no\nAllow: /\n\n{OPEN}")
    (one,) = (each for each in meant.statements if each.source is Source.CONTENT_SIGNAL)
    assert [crawler.token for crawler in one.crawlers] == ["GPTBot"]


def test_contradictions_need_a_common_crawler() -> None:
    robots = (
        "User-agent: GPTBot\nContent-Signal: ai-train=no\nAllow: /\nUser-agent: ClaudeBot\nContent-Usage: train-ai=y\n"
    )
    assert not asked(robots).contradictions
    both = "User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=y\n"
    assert pairs(asked(both)) == {
        frozenset({(Source.CONTENT_SIGNAL, Place.ROBOTS), (Source.CONTENT_USAGE, Place.ROBOTS)})
    }


def test_usage_token_is_read_from_its_own_group_and_is_marked() -> None:
    (one,) = asked(f"{OPEN}\nUser-agent: {USAGE_TOKEN}\nDisallow: /\n").statements
    assert (one.source, one.answer, one.line, one.is_secondary) == (Source.USAGE_TOKEN, NO, 5, True)
    assert not asked(SHUT).statements


@pytest.mark.parametrize(
    ("header", "meta", "file", "counting"),
    [
        ("", "", 1, (Place.FILE, NO)),
        ("0", "", 1, (Place.HEADER, YES)),
        ("0", "1", 0, (Place.META, NO)),
        ("", "0", 1, (Place.META, YES)),
    ],
)
def test_tag_counts_before_header_and_header_before_tdmrep(
    header: str, meta: str, file: int, counting: tuple[Place, Answer]
) -> None:
    page = f'<html><meta name="tdm-reservation" content="{meta}"></html>' if meta else "<html></html>"
    headers = (f"TDM-Reservation: {header}",) if header else ()
    files = {"/.well-known/tdmrep.json": f'[{{"location": "/", "tdm-reservation": {file}}}]'.encode()}
    found = said(asked(OPEN, page.encode(), headers=headers, files=files), Source.TDMREP)
    assert [(place, answer) for place, answer, _, counts in found if counts] == [counting]


def test_first_matching_rule_of_tdmrep_counts_and_a_policy_offers_terms() -> None:
    rules = (
        b'[{"location": "/a", "tdm-reservation": 1, "tdm-policy": "https://a.example/p"},'
        b'{"location": "/", "tdm-reservation": 1}]'
    )
    meant = asked(OPEN, files={"/.well-known/tdmrep.json": rules})
    assert said(meant, Source.TDMREP) == [(Place.FILE, TERMS, Effect.STRICTER, True)]


def test_page_tags_concern_those_who_document_them() -> None:
    page = b'<html><meta name="robots" content="noindex, nosnippet, noarchive, noai"></html>'
    found = {(one.use, one.written): [each.token for each in one.crawlers] for one in asked(OPEN, page).statements}
    assert len(found.pop((Purpose.SEARCH, "noindex"))) > 50
    assert len(found.pop((Purpose.TRAINING, "noai"))) > 20
    assert found == {
        (Purpose.INPUT, "nosnippet"): ["Googlebot"],
        (Purpose.TRAINING, "noarchive"): ["Amazonbot"],
        (Purpose.INPUT, "noarchive"): ["bingbot"],
    }


def test_what_is_on_a_blocked_page_is_not_seen() -> None:
    meant = asked(SHUT, b'<html><meta name="googlebot" content="noindex, nosnippet"></html>')
    assert {each.effect for each in meant.statements} == {Effect.UNSEEN}
    assert "Not seen" in " ".join(report_lines(meant))


def test_licence_of_a_group_replaces_the_global_one() -> None:
    robots = (
        "License: {site}/all.xml\n\nUser-agent: GPTBot\nAllow: /\nLicense: {site}/gpt.xml\n\nUser-agent: *\nAllow: /\n"
    )
    files = {"/all.xml": RSL % b'<prohibits type="usage">ai-all</prohibits>', "/gpt.xml": PRICED}
    meant = asked(robots, files=files)
    of_training = [each for each in meant.statements if each.use is Purpose.TRAINING]
    by_file = {each.at.rpartition("/")[2]: (each.answer, each.tokens) for each in of_training}
    assert by_file["gpt.xml"] == (TERMS, frozenset({"GPTBot"}))
    assert by_file["all.xml"][0] is NO
    assert "GPTBot" not in by_file["all.xml"][1]


def test_licence_of_a_page_counts_before_that_of_the_site() -> None:
    page = b'<html><link rel="license" type="application/rsl+xml" href="%s"></html>'
    with serve({"/a.xml": response(200, PRICED), "/b.xml": response(200, RSL % b"")}) as files:
        meant = asked(f"License: {files.url}/a.xml\n{OPEN}", page % f"{files.url}/b.xml".encode())
    assert [(each[0], each[1], each[3]) for each in said(meant, Source.RSL)] == [
        (Place.FILE, TERMS, False),
        (Place.META, YES, True),
    ]


def test_licence_in_a_link_header_is_that_of_the_page() -> None:
    """The example of rslstandard.org, guide to HTTP headers."""
    with serve({"/license.xml": response(200, PRICED)}) as files:
        link = f'Link: <{files.url}/license.xml>; rel="license"; type="application/rsl+xml"'
        meant = asked(OPEN, headers=(link,))
    assert [each[:2] for each in said(meant, Source.RSL)] == [(Place.META, TERMS)]


def test_licence_in_a_script_is_that_of_the_page() -> None:
    """The scope "" is the page itself; a script of another type is not read."""
    inline = RSL.replace(b'url="/"', b'url=""') % b'<prohibits type="usage">ai-train</prohibits>'
    page = b'<html><head><script type="%s">\n' + inline + b"\n</script></head></html>"
    meant = asked(f"License: {{site}}/a.xml\n{OPEN}", page % b"application/rsl+xml", files={"/a.xml": PRICED})
    assert [(each[0], each[1], each[3]) for each in said(meant, Source.RSL)] == [
        (Place.FILE, TERMS, False),
        (Place.META, NO, True),
    ]
    (one,) = (each for each in meant.statements if each.place is Place.META and each.use is Purpose.TRAINING)
    assert (one.at, one.line) == (meant.url, 0)
    assert not asked(OPEN, page % b"application/xml").statements


FEED = (
    '<rss xmlns:rsl="https://rslstandard.org/rsl" version="2.0"><channel><title>T</title>\n'
    '<item><title>A</title><rsl:content url="{site}/a"><rsl:license>{terms}</rsl:license></rsl:content></item>\n'
    "</channel></rss>"
)
NAMES_FEED = b'<html><link rel="alternate" type="application/rss+xml" href="/feed"></html>'


@pytest.mark.parametrize(("path", "found"), [("/a", [(Place.FEED, NO)]), ("/b", [])])
def test_licence_in_an_item_of_a_feed_is_that_of_its_page(path: str, found: list[tuple[Place, Answer]]) -> None:
    terms = '<rsl:prohibits type="usage">ai-train</rsl:prohibits>'
    site: list[str] = []

    def send_feed(connection: Connection) -> None:
        connection.send(response(200, FEED.format(site=site[0], terms=terms).encode()))

    with serve({path: response(200, NAMES_FEED, HTML), "/feed": send_feed}) as server:
        site.append(server.url)
        (gathered,) = gather_now([server.url + path], body=OPEN.encode())
        meant = use_report(gathered, CATALOGUE)
    assert [each[:2] for each in said(meant, Source.RSL)] == found
    assert meant.evidence[-1].requested == f"{server.url}/feed"


def test_feed_of_another_origin_is_not_fetched() -> None:
    with serve({"*": response(404)}) as other:
        meant = asked(OPEN, NAMES_FEED.replace(b"/feed", f"{other.url}/feed".encode()))
        assert not other.requests
    assert not meant.statements


def test_ai_txt_and_llms_txt_are_read() -> None:
    files = {"/ai.txt": b"User-Agent: *\nDisallow: /\n", "/llms.txt": b"# A\n## B\n- [C](/a)\n"}
    meant = asked(OPEN, files=files)
    assert said(meant, Source.AI_TXT) == [(Place.FILE, NO, Effect.STRICTER, True)]
    (listed,) = (each for each in meant.statements if each.source is Source.LLMS)
    assert (listed.line, listed.answer, listed.effect) == (3, Answer.SILENT, Effect.NONE)


def test_report_says_all_of_it_with_dated_hashes() -> None:
    meant = asked(
        "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\nLicense: {site}/l.xml\n", files={"/l.xml": RSL % b""}
    )
    lines = [line.strip() for line in report_lines(meant)]
    assert lines[0] == meant.url
    assert "Content-Signal (robots.txt, line 2) refuses it, but RSL (" in " ".join(lines)
    assert sum("sha256" in line for line in lines) == len(meant.evidence)
    assert any(
        "one secondary source" in line for line in report_lines(asked(f"User-agent: {USAGE_TOKEN}\nDisallow:\n"))
    )


def test_preferences_of_a_group_share_its_names() -> None:
    """Otherwise a group with thousands of names and of preferences fills the memory."""
    first, second = wishes_in(b"User-agent: a\nUser-agent: b\nContent-Signal: search=yes\nContent-Signal: search=no\n")
    assert first.agents == ("a", "b")
    assert first.agents is second.agents
    assert first.agent_lines is second.agent_lines
