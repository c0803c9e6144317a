"""Verdicts on invented crawlers whose behaviour is known, over versions of a file."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchmarks import kept_log
from robotstudio.compliance import judging
from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import LogRequests, read_log_requests
from robotstudio.compliance.model import Compliance, Conduct, CrawlerRecord, DatedVersion, Identity, NoVerdictReason
from robotstudio.compliance.reverse_dns import NameCheck
from robotstudio.compliance.words import conduct_words, detail_words, line_words, open_words
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.engine.proof import Proof, Result
from robotstudio.engine.user_agents import UserAgents
from robotstudio.text.language import ENGLISH

TOKEN = "Inventbot"
KNOWN = CATALOGUE.with_changes([Crawler(TOKEN, purpose="other")])
DAY = datetime(2026, 9, 10, tzinfo=UTC)
CLOSES_A = DatedVersion(DAY - timedelta(days=9), b"User-agent: *\nDisallow: /a\nDisallow: /.git\n")
CLOSES_B = DatedVersion(DAY + timedelta(days=1), b"User-agent: *\nDisallow: /a\nDisallow: /b\n")


def requests_of(path: Path, catalogue: Catalogue = KNOWN) -> LogRequests:
    find = UserAgents(catalogue).find
    return read_log_requests([path], lambda header: tuple(crawler.token for crawler in find(header)))


def line(hours: float, target: str, status: int = 200, address: str = "192.0.2.1", agent: str = TOKEN) -> str:
    moment = DAY + timedelta(hours=hours)
    return f'{address} - - [{moment:%d/%b/%Y:%H:%M:%S} +0000] "GET {target} HTTP/1.1" {status} 5 "-" "{agent}/1"\n'


def judged(
    tmp_path: Path,
    lines: Sequence[str],
    versions: Sequence[DatedVersion] = (CLOSES_A, CLOSES_B),
    lists: Sequence[RangeList] = (),
    names: NameCheck | None = None,
) -> Compliance:
    path = tmp_path / "access.log"
    path.write_text("".join(lines), "utf-8")
    return compliance_of(ComplianceInput(requests_of(path), versions, KNOWN, lists, names))


def record_of(tmp_path: Path, *lines: str, versions: Sequence[DatedVersion] = (CLOSES_A, CLOSES_B)) -> CrawlerRecord:
    (record,) = judged(tmp_path, lines, versions).records
    return record


def test_every_verdict_on_the_twelve_crawlers_is_right(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(kept_log.lines(15_000))
    requests = requests_of(path, kept_log.KNOWN)
    found = compliance_of(ComplianceInput(requests, kept_log.VERSIONS, kept_log.KNOWN, kept_log.LISTS))
    said = {each.crawler.token: (each.conduct, each.why, each.older_version) for each in found.records}
    assert said == {each.token: (each.conduct, each.why, each.older_version) for each in kept_log.BEHAVIOURS}
    by_token = {each.crawler.token: each for each in found.records}
    assert by_token["Borrowedbot"].identities[Identity.SPOOFED] > 100
    assert by_token["Fakebot"].requests == 0
    slow = by_token["Slowbot"]
    assert slow.until
    assert kept_log.START + timedelta(days=14) < slow.until < kept_log.START + timedelta(days=15)
    assert [record.conduct for record in found.records] == sorted(
        (record.conduct for record in found.records), key=["did-not", "older", "kept", "cannot-say"].index
    )


def test_requests_are_counted_by_version_and_by_day(tmp_path: Path) -> None:
    record = record_of(tmp_path, line(0, "/x"), line(1, "/b"), line(25, "/b"), line(26, "/x"), line(49, "/x"))
    assert [(each.requests, each.closed) for each in record.periods] == [(2, 0), (3, 1)]
    assert [(each.day, each.allowed, each.closed) for each in record.days] == [
        ("2026-09-10", 2, 0),
        ("2026-09-11", 1, 1),
        ("2026-09-12", 1, 0),
    ]


def test_copy_that_was_read_before_a_change_excuses_what_it_left_open(tmp_path: Path) -> None:
    record = record_of(tmp_path, line(0, "/robots.txt"), line(30, "/b/1"))
    assert (record.conduct, record.older_version, record.copy_age) == (Conduct.OLDER, 0, timedelta(hours=30))
    assert record.is_copy_too_old
    assert conduct_words(record) == f"{TOKEN} obeyed an older version until 11 Sep 2026, 06:00 UTC."
    (shown,) = record.evidence
    assert (shown.line, shown.target, shown.version, shown.rule_line) == (2, "/b/1", 1, 3)


def test_copy_that_was_read_after_the_change_excuses_nothing(tmp_path: Path) -> None:
    record = record_of(tmp_path, line(25, "/robots.txt"), line(26, "/b"))
    assert record.conduct is Conduct.DID_NOT
    assert line_words(record.evidence[0]) == (
        "access.log, line 2: 11 Sep 2026, 02:00 UTC, 192.0.2.1, /b, answer 200; blocked by line 3"
    )


def test_refused_requests_are_counted_among_the_closed_ones(tmp_path: Path) -> None:
    lines = [line(26, "/a", 200), *(line(27, f"/a/{status}", status) for status in (401, 403, 404, 429, 500))]
    record = record_of(tmp_path, line(25, "/robots.txt"), *lines, line(28, "/open", 403))
    assert (record.closed, record.refused, record.answered) == (6, 3, 3)


def test_answer_that_nothing_has_changed_counts_as_a_read(tmp_path: Path) -> None:
    assert record_of(tmp_path, line(25, "/robots.txt", 304), line(26, "/b")).conduct is Conduct.DID_NOT


def test_failed_read_leaves_the_copy_that_was_there(tmp_path: Path) -> None:
    lines = line(0, "/robots.txt"), line(25, "/robots.txt", 503), line(26, "/b")
    assert record_of(tmp_path, *lines).conduct is Conduct.OLDER


def test_who_was_told_that_there_is_no_file_cannot_be_blamed(tmp_path: Path) -> None:
    record = record_of(tmp_path, line(25, "/robots.txt", 404), line(26, "/b"))
    assert (record.conduct, record.why) == (Conduct.CANNOT_SAY, NoVerdictReason.NO_FILE)


def test_without_a_read_only_what_every_version_closed_is_held_against_it(tmp_path: Path) -> None:
    assert record_of(tmp_path, line(26, "/b")).conduct is Conduct.OLDER
    assert record_of(tmp_path, line(26, "/a")).conduct is Conduct.DID_NOT


def test_what_was_read_before_all_that_is_known_is_not_known(tmp_path: Path) -> None:
    record = record_of(tmp_path, line(0, "/robots.txt"), line(25, "/b"), versions=(CLOSES_B,))
    assert (record.conduct, record.why) == (Conduct.CANNOT_SAY, NoVerdictReason.NO_VERSION)
    soon = record_of(tmp_path, line(25, "/b"), versions=(CLOSES_B,))
    assert (soon.conduct, soon.why) == (Conduct.CANNOT_SAY, NoVerdictReason.NO_VERSION)
    late = record_of(tmp_path, line(50, "/b"), versions=(CLOSES_B,))
    assert late.conduct is Conduct.DID_NOT


def test_requests_before_the_first_version_are_not_judged(tmp_path: Path) -> None:
    record = record_of(tmp_path, line(0, "/b"), versions=(CLOSES_B,))
    assert (record.conduct, record.why, record.judged) == (Conduct.CANNOT_SAY, NoVerdictReason.NO_VERSION, 0)
    assert record_of(tmp_path, line(0, "/b"), versions=()).why is NoVerdictReason.NO_VERSION


def test_who_has_nothing_closed_cannot_break_it(tmp_path: Path) -> None:
    open_to_it = DatedVersion(
        CLOSES_A.since, f"User-agent: *\nDisallow: /\n\nUser-agent: {TOKEN}\nDisallow:\n".encode()
    )
    assert record_of(tmp_path, line(0, "/a"), versions=(open_to_it,)).why is NoVerdictReason.NOTHING_CLOSED


CLOSES_NOTHING = {
    "an Allow before it": ("baidu", b"Allow: /\nDisallow: /x/\n"),
    "an Allow of the same length": ("google", b"Disallow: /x\nAllow: /x\n"),
    "an Allow that covers it": ("rfc9309", b"Disallow: /x$\nAllow: /x$\n"),
    "a pattern without a slash": ("google", b"Disallow: x\n"),
    "an address for a pattern": ("google", b"Disallow: http://e.com/x\n"),
    "the file itself": ("rfc9309", b"Disallow: /robots.txt$\n"),
    "no value": ("original1994", b"Disallow:\n"),
}


@pytest.mark.parametrize("case", CLOSES_NOTHING)
def test_disallow_that_closes_nothing_is_no_praise(case: str, tmp_path: Path) -> None:
    dialect, rules = CLOSES_NOTHING[case]
    known = CATALOGUE.with_changes([Crawler(TOKEN, purpose="other", dialect=dialect)])
    path = tmp_path / "access.log"
    path.write_text(line(0, "/robots.txt") + line(1, "/x/1"), "utf-8")
    version = DatedVersion(CLOSES_A.since, b"User-agent: *\n" + rules)
    (record,) = compliance_of(ComplianceInput(requests_of(path, known), [version], known)).records
    assert (record.conduct, record.why) == (Conduct.CANNOT_SAY, NoVerdictReason.NOTHING_CLOSED)
    closing = DatedVersion(CLOSES_A.since, b"User-agent: *\nDisallow: /y\n" + rules)
    (record,) = compliance_of(ComplianceInput(requests_of(path, known), [closing], known)).records
    assert (record.conduct, record.why) == (Conduct.KEPT, None)


def test_what_is_neither_proven_to_be_closed_nor_open_is_no_praise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "prove_equal", lambda *_, **__: Proof(Result.UNDECIDED))
    record = record_of(tmp_path, line(0, "/x"), versions=(CLOSES_A,))
    assert (record.conduct, record.why) == (Conduct.CANNOT_SAY, NoVerdictReason.NOT_PROVEN)
    assert "could not be proven" in conduct_words(record)


def range_list(*networks: str, is_authoritative: bool = True, rdns: tuple[str, ...] = ()) -> RangeList:
    return RangeList(
        "invented",
        "Invented",
        (TOKEN,),
        "",
        "2026-09-01",
        "",
        is_authoritative=is_authoritative,
        rdns=rdns,
        networks=networks,
    )


def test_requests_with_a_borrowed_name_count_for_nobody(tmp_path: Path) -> None:
    lines = line(0, "/x", address="198.51.100.9"), line(1, "/a", address="192.0.2.1")
    (record,) = judged(tmp_path, lines, lists=[range_list("198.51.100.0/24")]).records
    assert (record.conduct, record.requests) == (Conduct.KEPT, 1)
    assert record.identities == {Identity.REAL: 1, Identity.SPOOFED: 1, Identity.UNKNOWN: 0}
    assert any("1 request was spoofed" in sentence for sentence in detail_words(record))


def test_spoofed_requests_are_counted_before_and_since_the_last_change(tmp_path: Path) -> None:
    own = (line(0, "/x"), line(1, "/x"), line(30, "/x"))
    spoofed = [line(hour, target, address="198.51.100.9") for hour, target in ((0, "/b"), (26, "/b"), (27, "/x"))]
    (record,) = judged(tmp_path, [*own, *spoofed], lists=[range_list("192.0.2.0/24")]).records
    assert (record.before, record.since) == (2, 1)
    assert (record.spoofed.before, record.spoofed.since, record.spoofed.count) == (1, 2, 3)
    assert record.spoofed.count == record.identities[Identity.SPOOFED]
    assert [(each.day, each.allowed, each.closed) for each in record.spoofed.days] == [
        ("2026-09-10", 1, 0),
        ("2026-09-11", 1, 1),
    ]


@pytest.mark.parametrize(("dated", "is_old"), [("2026-08-12", False), ("2026-08-09", True), ("2024-01-03", True)])
def test_ranges_more_than_a_month_older_than_the_log_are_marked(dated: str, is_old: bool, tmp_path: Path) -> None:
    lists = [replace(range_list("192.0.2.0/24"), dated=dated)]
    (record,) = judged(tmp_path, [line(0, "/x"), line(1, "/x", address="198.51.100.9")], lists=lists).records
    assert record.ranges_are_old is is_old
    said = ENGLISH.sentences(detail_words(record))
    assert said.count("more than a month before the logs") == is_old


def test_list_that_is_a_hint_only_makes_nobody_an_impostor(tmp_path: Path) -> None:
    lists = [range_list("198.51.100.0/24", is_authoritative=False)]
    (record,) = judged(tmp_path, [line(0, "/a")], lists=lists).records
    assert record.identities == {Identity.REAL: 0, Identity.SPOOFED: 0, Identity.UNKNOWN: 1}
    assert list(detail_words(record))[-1].startswith(
        "It is unknown whether these requests are its own: its operator does not say"
    )


class Names:
    """Answers from a table, and counts what is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def name_of(self, address: str) -> str:
        self.asked += 1
        return {"192.0.2.1": "crawl-1.invent.example.", "192.0.2.2": "crawl-2.invent.example"}.get(
            address, "other.test"
        )

    def addresses_of(self, name: str) -> Sequence[str]:
        return {"crawl-1.invent.example": ["192.0.2.1"]}.get(name, ["203.0.113.1"])


def test_names_tell_the_real_ones_where_that_is_asked_for(tmp_path: Path) -> None:
    lines = [line(number, "/a", address=f"192.0.2.{number % 3 + 1}") for number in range(9)]
    names = Names()
    lists = [range_list("198.51.100.0/24", rdns=("invent.example",))]
    (record,) = judged(tmp_path, lines, lists=lists, names=NameCheck(names)).records
    assert record.identities == {Identity.REAL: 3, Identity.SPOOFED: 6, Identity.UNKNOWN: 0}
    assert names.asked == 3


def test_closed_paths_that_everybody_gets_and_that_look_sensitive_are_told(tmp_path: Path) -> None:
    browser = [line(0, target, status, agent="Firefox") for target, status in (("/.git/config", 200), ("/a/x", 200))]
    refused = [line(0, "/.git/HEAD", 403, agent="Firefox")]
    (path,) = judged(tmp_path, [*browser, *refused], [CLOSES_A]).open_paths
    assert (path.target, path.rule_line, path.kinds) == ("/.git/config", 3, ("config", "git"))
    assert open_words(path).endswith("robots.txt protects nothing.")


def test_judging_can_be_given_up(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    path.write_text(line(0, "/a"), "utf-8")
    with pytest.raises(Cancelled):
        compliance_of(ComplianceInput(requests_of(path), [CLOSES_A], KNOWN), lambda: True)


def test_every_verdict_and_reason_has_words(tmp_path: Path) -> None:
    for lines in ([line(0, "/x")], [line(0, "/a")], [line(26, "/b")], [line(0, "/robots.txt")]):
        record = record_of(tmp_path, *lines)
        assert "{" not in ENGLISH.sentences((conduct_words(record), *detail_words(record)))
