"""Every failure and every outcome is a sentence: what happened, where, what to do."""

import re
import string
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from robotstudio.engine.content import Content, content_of
from robotstudio.fetch import words
from robotstudio.fetch.address import robots_target
from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import (
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    FetchProgress,
    Hop,
    Phase,
    Timings,
    nothing_fetched,
)
from robotstudio.text.language import Words, spoken
from tests.fetch.server import response, serve

PLACES = {"host", "port", "address", "proxy", "location", "scheme", "reason"}
ARGUMENTS = PLACES | {"size", "pieces", "status", "coding", "seconds", "octets", "limit", "detail", "name"}
ASKED = "https://www.example.com/robots.txt"


def hop(status: int | None, url: str = ASKED) -> Hop:
    return Hop(url, status, "", "", None, (), 1.0, 0.0, Timings(), None)


def answered(*statuses: int, outcome: FetchOutcome = FetchOutcome.SUCCESS, last: str = ASKED) -> Evidence:
    nothing = nothing_fetched(ASKED, outcome, Failure(FailureKind.CANCELLED), datetime.now(UTC))
    hops = (*(hop(status) for status in statuses[:-1]), hop(statuses[-1], last))
    return replace(nothing, hops=hops, final_url=last, error=None, body_kind=Content.RULES)


def failed(kind: FailureKind, outcome: FetchOutcome, hops: int = 1) -> Evidence:
    return replace(answered(*[301] * hops, outcome=outcome), error=Failure(kind))


@pytest.mark.parametrize("kind", FailureKind)
def test_every_failure_is_worded_with_known_arguments(kind: FailureKind) -> None:
    wording = words.FAILURES[kind]
    assert wording.chip == wording.chip.strip(" .")
    assert wording.chip
    for text in (wording.what, wording.advice or wording.what):
        assert text.endswith(".") or text == "{reason}"
        assert {name for _, name, _, _ in string.Formatter().parse(text) if name} <= ARGUMENTS


def test_sentence_says_what_where_and_what_to_do() -> None:
    failure = Failure(FailureKind.CONNECTION_REFUSED, (("host", "example.com"), ("port", 443)))
    assert words.sentence(failure) == (
        "The server at example.com refused the connection on port 443. "
        "Check the port, and that the web server is running."
    )


def test_argument_of_a_stranger_is_never_a_template() -> None:
    failure = Failure(FailureKind.REDIRECT_INVALID, (("host", "{port}"), ("location", "{0.__class__}")))
    assert "{port} redirects to “{0.__class__}”" in words.sentence(failure)


def test_sentence_about_an_address_says_what_is_wrong_with_it() -> None:
    failure = robots_target("https://example.com:99999")
    assert isinstance(failure, Failure)
    assert "99999" in words.sentence(failure)
    assert words.sentence(failure) == words.sentence(failure).strip()


def test_missing_argument_does_not_raise() -> None:
    assert "port ?" in words.sentence(Failure(FailureKind.CONNECTION_REFUSED))


class Loud:
    """A catalogue of capital letters, but for the places of facts."""

    def gettext(self, message: str, /) -> str:
        return "".join(part if part.startswith("{") else part.upper() for part in re.split(r"(\{\w+\})", message))

    def pgettext(self, _context: str, message: str, /) -> str:
        return self.gettext(message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self.gettext(one if count == 1 else many)


def test_template_can_be_translated() -> None:
    failure = Failure(FailureKind.CANCELLED)
    with spoken(Words("en", catalogue=Loud())):
        assert words.sentence(failure).startswith("THE FETCH WAS CANCELLED.")


OLD, EXPIRED = "any crawler that follows the 1996 draft", "TLS: certificate expired"
AMAZON = "Others differ: Amazon may fetch all"


@pytest.mark.parametrize(
    ("evidence", "headline", "chip"),
    [
        (answered(200), "200. The rules in the file apply.", "HTTP 200"),
        (answered(301, 200), "200 after 1 redirect. The rules in the file apply.", "HTTP 200"),
        (answered(301, 302, 200), "200 after 2 redirects. The rules in the file apply.", "HTTP 200"),
        (
            answered(404, outcome=FetchOutcome.CLIENT_ERROR),
            "404. Crawlers may fetch all, as far as documented.",
            "HTTP 404",
        ),
        (
            answered(503, outcome=FetchOutcome.SERVER_ERROR),
            f"503. Google may fetch nothing. Others differ: Yandex may fetch all, {OLD} tries later.",
            "HTTP 503",
        ),
        (
            failed(FailureKind.REDIRECT_LIMIT, FetchOutcome.TOO_MANY_REDIRECTS, 6),
            "Too many redirects. Google may fetch all. Others differ: crawler-commons may fetch nothing.",
            "too many redirects",
        ),
        (
            failed(FailureKind.READ_TIMEOUT, FetchOutcome.TIMEOUT, 2),
            f"Timed out after 1 redirect. Google may fetch nothing. {AMAZON}, {OLD} tries later.",
            "timed out",
        ),
        (
            failed(FailureKind.TLS_EXPIRED, FetchOutcome.TLS_ERROR),
            f"{EXPIRED}. Google may fetch nothing. {AMAZON}, Heritrix tries later.",
            EXPIRED,
        ),
        (
            failed(FailureKind.BODY_INCOMPLETE, FetchOutcome.CLIENT_ERROR),
            "301. Crawlers may fetch all, as far as documented.",
            "HTTP 301",
        ),
    ],
)
def test_headline_and_chip(evidence: Evidence, headline: str, chip: str) -> None:
    assert (words.headline(evidence), words.chip(evidence)) == (headline, chip)


def test_scope_is_the_address_asked_for() -> None:
    assert words.scope(answered(200)) == "The rules apply to https://www.example.com."
    elsewhere = answered(301, 200, last="https://cdn.example.net/r.txt")
    assert words.scope(elsewhere).endswith("the requested address, not to the host that served the file.")
    assert not words.scope(answered(404, outcome=FetchOutcome.CLIENT_ERROR))
    for kind in set(Content) - {Content.RULES}:
        assert not words.scope(replace(answered(200), body_kind=kind))


@pytest.mark.parametrize("kind", Content)
def test_body_that_is_no_robots_txt_is_noted(kind: Content) -> None:
    notes = words.notes(replace(answered(200), body_kind=kind))
    assert bool(notes) is (kind not in {Content.RULES, Content.EMPTY})


@pytest.mark.parametrize("kind", [kind for kind in Content if kind is not Content.RULES])
def test_rules_that_are_not_there_do_not_apply(kind: Content) -> None:
    assert "rules in the file apply" not in words.headline(replace(answered(200), body_kind=kind))
    assert "may fetch all" in words.headline(replace(answered(200), body_kind=kind))


def test_empty_body_is_said_in_the_headline() -> None:
    headline = words.headline(replace(answered(200), body_kind=Content.EMPTY))
    assert headline == "200. The file is empty: crawlers may fetch all."


def test_web_page_with_rules_is_noted_though_they_apply() -> None:
    page = b"<!doctype html>\n<pre>\nUser-agent: *\nDisallow: /\n</pre>\n"
    evidence = replace(answered(200), body=page, body_kind=content_of(page))
    assert words.headline(evidence) == "200. The rules in the file apply."
    (note,) = words.notes(evidence)
    assert note.startswith("The body is an HTML page with lines that are rules: Google and others")


def test_cut_body_is_noted() -> None:
    cut = replace(answered(200), truncated=True, size=5 * 1024 * 1024)
    assert words.notes(cut) == ("Reading stopped after 5,120.0 KiB; there is more. Google reads 500 KiB.",)
    more = replace(cut, size=0, wire_size=6 * 1024 * 1024)
    assert words.notes(more)[0].startswith("Reading stopped after 0 B;")
    packed = replace(more, hops=(replace(more.hops[0], headers=(("content-encoding", "gzip"),)),))
    assert words.notes(packed)[0].startswith("Reading stopped after 6,144.0 KiB as sent, 0 B unpacked;")


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (FetchProgress(1, Phase.CONNECTING), "connecting…"),
        (FetchProgress(1, Phase.REDIRECT, 2, 5), "redirect 2 of 5"),
        (FetchProgress(1, Phase.READING, size=2_048), "reading, 2.0 KiB"),
        (FetchProgress(1, Phase.READING, size=1_023), "reading, 1,023 B"),
    ],
)
def test_progress_in_words(progress: FetchProgress, text: str) -> None:
    assert words.progress_text(progress) == text


@pytest.mark.parametrize(
    ("headers", "said"),
    [(("Retry-After: 120",), "after 120 s"), ((), "no Retry-After header"), (("Retry-After: x",), "no")],
)
@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_explained_where_google_documents_it(status: int, headers: tuple[str, ...], said: str) -> None:
    with serve({"/robots.txt": response(status, b"", *headers)}) as server:
        (note,) = words.notes(fetch_now(server.url))
    assert said in note
