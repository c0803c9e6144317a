"""Every answer about sites with a known history is right, or unknown where it must be."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from robotstudio.compliance.log_requests import read_log_requests
from robotstudio.engine.crawlers import crawler_for
from robotstudio.indexing.answers import Advice, Answer, Gap, IndexingInput, IndexingReport, Validation, index_answers
from robotstudio.indexing.export import GOOGLE, ReasonKind
from robotstudio.indexing.log_reads import reads_of
from robotstudio.indexing.page_facts import PageFacts, redirects_of
from tests.indexing.made_sites import BLOCKED, SITE, Site, made_site

SEEDS = range(40)


def question(site: Site, *, by_day: bool) -> IndexingInput:
    return IndexingInput(site.rows(), site.dated(by_day=by_day), crawler_for(GOOGLE))


def check(site: Site, report: IndexingReport) -> Counter[Answer]:
    """Compare each answer with the truth; return how often each was given."""
    answers = {answer.row.url.removeprefix("https://made.example"): answer for answer in report.answers}
    pages = {page.path: page for page in site.pages if page.crawled}
    assert answers.keys() == pages.keys()
    for path, page in pages.items():
        answer = answers[path]
        assert answer.answer in {site.truth(page), Answer.UNKNOWN}, (path, page)
        assert answer.line_now == site.line(-1, path)
        if answer.version_then >= 0:
            assert bool(answer.line_then) == bool(site.line(page.then, path)), (path, page)
            assert answer.line_then == site.line(answer.version_then, path)
        else:
            assert site.is_near_change(page)
    for summary in report.reasons:
        truths = {site.truth(page) for page in pages.values() if page.reason == summary.reason}
        assert summary.validation is Validation.NOT_YET or truths == {"never-blocked"}
    return Counter(answer.answer for answer in answers.values())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("by_day", [False, True])
def test_each_answer_is_right_or_unknown_near_a_change(seed: int, *, by_day: bool) -> None:
    site = made_site(seed)
    check(site, index_answers(question(site, by_day=by_day)))


@pytest.mark.parametrize("seed", SEEDS)
def test_log_only_makes_unknown_answers_known(tmp_path: Path, seed: int) -> None:
    site = made_site(seed)
    path = tmp_path / "access.log"
    path.write_text("\n".join(site.log()) + "\n", "utf-8")
    requests = read_log_requests([path], lambda header: (GOOGLE,) if GOOGLE in header else ())
    asked = question(site, by_day=False)
    without, with_log = check(site, index_answers(asked)), check(site, index_answers(reads_of(asked, requests, ())))
    assert with_log[Answer.UNKNOWN] <= without[Answer.UNKNOWN]


def test_few_answers_are_unknown() -> None:
    total: Counter[Answer] = Counter()
    for seed in SEEDS:
        site = made_site(seed)
        total += check(site, index_answers(question(site, by_day=False)))
    assert total[Answer.UNKNOWN] <= total.total() * 0.1
    assert min(total[answer] for answer in Answer) > 10


def test_log_tells_which_version_the_crawler_had() -> None:
    unknown = known = 0
    for seed in SEEDS:
        site = made_site(seed)
        asked = question(site, by_day=False)
        reads = tuple(moment.timestamp() for moment in site.reads)
        unknown += check(site, index_answers(asked))[Answer.UNKNOWN]
        known += check(site, index_answers(replace(asked, reads=reads, read_from=0.0)))[Answer.UNKNOWN]
    assert known < unknown


def is_in_the_way(site: Site, facts: Mapping[str, PageFacts], url: str) -> bool:
    """Return True if a page has a noindex, or leads to a blocked one."""
    targets = [target.removeprefix(SITE) for target in redirects_of(url, facts)]
    return facts.get(url, PageFacts()).has_noindex or any(site.line(-1, target) for target in targets)


@pytest.mark.parametrize("seed", SEEDS)
def test_validation_is_safe_only_if_nothing_is_in_the_way(seed: int) -> None:
    site = made_site(seed)
    facts = site.facts(Random(seed))
    report = index_answers(replace(question(site, by_day=False), facts=facts))
    for answer in report.answers:
        if is_in_the_way(site, facts, answer.row.url) and answer.kind is ReasonKind.BLOCKED:
            assert answer.advice is not Advice.WAIT
    for summary in report.reasons:
        answers = report.of_reason(summary.reason)
        if summary.validation is Validation.SAFE:
            assert all(answer.since and not is_in_the_way(site, facts, answer.row.url) for answer in answers)
        elif summary.validation is Validation.NOT_ROBOTS:
            assert not any(answer.target or answer.is_blocked for answer in answers)


@pytest.mark.parametrize("seed", SEEDS)
def test_export_that_the_versions_contradict_is_not_safe(seed: int) -> None:
    """The reasons are turned round: what was fetched is said to have been blocked, and what was blocked to be a 404."""
    site = made_site(seed)
    asked = question(site, by_day=False)
    turned = [replace(row, reason="Not found (404)" if row.reason == BLOCKED else BLOCKED) for row in asked.urls]
    report = index_answers(replace(asked, urls=turned))
    pages = {f"{SITE}{page.path}": page for page in site.pages}
    for answer in report.answers:
        page = pages[answer.row.url]
        if site.is_near_change(page):
            continue
        assert answer.version_then < 0 or answer.advice is Advice.WAIT, page
        assert answer.gap is Gap.CONTRADICTION or answer.advice is Advice.WAIT, page
        assert answer.answer in {Answer.UNKNOWN, Answer.STILL_BLOCKED, Answer.NOINDEX_UNSEEN} or answer.since


@pytest.mark.parametrize("seed", SEEDS)
def test_captures_say_only_by_when_a_verdict_began(seed: int) -> None:
    site = made_site(seed)
    versions = site.captured(Random(seed))
    report = index_answers(replace(question(site, by_day=False), versions=versions))
    for answer in report.answers:
        path = answer.row.url.removeprefix(SITE)
        assert answer.line_now == site.line(-1, path)
        if answer.since is not None:
            begun = [
                since
                for place, (since, _) in enumerate(site.versions)
                if place and bool(site.line(place, path)) == answer.is_blocked != bool(site.line(place - 1, path))
            ]
            assert answer.since_after is not None
            assert any(answer.since_after < since <= answer.since for since in begun)
