"""Safe fixes flip no verdict: proven for every URL, and tried in all dialects on paths made of the rules."""

import json

import pytest

from robotstudio.engine import DIALECTS, UrlTable
from robotstudio.engine.changes import flips
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.side_effects import effects
from robotstudio.lint import proof
from robotstudio.lint.fixing import Fixed, apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.proof import Probe, fix_safely, probe
from tests.conformance import shared
from tests.lint.fixtures import FOLDER, Case, cases
from tests.rows import each_row

CASES = [case for path in sorted(FOLDER.glob("RS*.txt")) for case in cases(path)]
MOST_FILES, MAX_BYTES = 300, 20_000


def changes_effects(before: FileVersion, after: FileVersion, tried: Probe) -> bool:
    return effects(before, tried.readers) != effects(after, tried.readers)


def flips_of_safe_fixes(body: bytes) -> list[str]:
    findings = Linter().check(body).findings
    fixes = [fix for finding in findings for fix in finding.diagnostic.fixes if fix.is_safe]
    fixed = apply(body, fixes).body
    if fixed == body:
        return []
    tried = probe(body, fixed)
    versions = FileVersion(body), FileVersion(fixed)
    found = flips(*versions, tried.table, tried.readers)
    others = ["effects"] if changes_effects(*versions, tried) else []
    return others + [f"{each.reader.token} {tried.table.urls[each.rows[0]]}" for each in found]


@each_row("case", CASES, ids=lambda case: case.name)
def test_safe_fixes_of_a_fixture_flip_no_verdict(case: Case) -> None:
    assert flips_of_safe_fixes(case.body) == []


def test_safe_fixes_of_real_files_flip_no_verdict() -> None:
    corpus = shared("corpus")
    rows = [json.loads(line) for line in (corpus / "index.jsonl").read_text(encoding="utf-8").splitlines()]
    some = [row["id"] for row in rows if row["kind"] == "robots" and row["bytes"] < MAX_BYTES][::5][:MOST_FILES]
    wrong = {}
    for name in some:
        found = flips_of_safe_fixes((corpus / "files" / f"{name}.txt").read_bytes())
        if found:
            wrong[name] = found[:3]
    assert wrong == {}


def test_safe_fixes_of_every_fixture_are_proven_for_every_url() -> None:
    unproven = []
    for case in CASES:
        fixes = [fix for found in Linter().check(case.body).findings for fix in found.diagnostic.fixes if fix.is_safe]
        fixed = apply(case.body, fixes).body
        if fixed != case.body and not proof.is_proven_alike(case.body, fixed):
            unproven.append(case.name)
    assert unproven == []


def test_a_fix_that_is_called_proven_flips_nothing_in_the_dialect_for_which_it_is() -> None:
    proven = refused = 0
    for case in CASES[::4]:
        for found in Linter().check(case.body).findings[:3]:
            for fix in found.diagnostic.fixes[:1]:
                fixed = apply(case.body, [fix]).body
                before, after, tried = FileVersion(case.body), FileVersion(fixed), probe(case.body, fixed)
                for dialect in DIALECTS:
                    readers = [reader for reader in tried.readers if reader.dialect == dialect]
                    if proof.is_proven_for(readers, before, after):
                        proven += 1
                        assert flips(before, after, tried.table, readers) == (), (case.name, fix.id, dialect)
                    else:
                        refused += 1
    assert min(proven, refused) > 100


def test_what_only_urls_that_nobody_tried_would_show_is_not_called_safe() -> None:
    before = b"User-agent: *\nDisallow: /a\nDisallow: /*q7*z3\n"
    after = before.replace(b"/*q7*z3", b"/*q7*z3*q7")
    readers = [CrawlerView("Googlebot", "google", "Googlebot")]
    table = UrlTable(["https://www.example.com/a", "https://www.example.com/q7"])
    assert flips(FileVersion(before), FileVersion(after), table, readers) == ()
    assert not proof.is_proven_for(readers, FileVersion(before), FileVersion(after))


def test_flips_tell_who_may_fetch_what_now() -> None:
    table = UrlTable(["https://www.example.com/a", "https://www.example.com/b"])
    before, after = b"User-agent: *\nDisallow: /a\n", b"User-agent: *\nDisallow: /b\n"
    reader = CrawlerView("Googlebot", "google", "Googlebot")
    (found,) = flips(FileVersion(before), FileVersion(after), table, [reader])
    assert found.reader is reader
    assert found.rows.tolist() == [0, 1]
    assert found.allowed.tolist() == [True, False]


def test_nothing_flips_where_only_comments_change() -> None:
    tried = probe(b"User-agent: *\nDisallow: /a\n")
    before, after = b"User-agent: *\nDisallow: /a\n", b"# c\nUser-agent: *\nDisallow: /a # d\n"
    assert flips(FileVersion(before), FileVersion(after), tried.table, tried.readers) == ()


def test_safe_fixes_are_applied_together() -> None:
    body = b"User-agent: *\n Disallow: /a\nDisallow: /b\nDisallow: /b"
    fixed = fix_safely(body, Linter().check(body).findings)
    assert fixed.body == b"User-agent: *\nDisallow: /a\nDisallow: /b\n"
    assert fixed.refused == 0


DELAYED = b"User-agent: a\nCrawl-delay: 1\nDisallow: /x\n\nUser-agent: b\nCrawl-delay: 2\nDisallow: /x\n"


@pytest.mark.parametrize(
    "after",
    [
        DELAYED.replace(b"Crawl-delay: 1\n", b""),
        DELAYED.replace(b"Crawl-delay: 1\n", b"Crawl-delay: 2\n"),
        DELAYED + b"Sitemap: https://www.example.com/s.xml\n",
        DELAYED + b"Content-Signal: ai-train=no\n",
    ],
)
def test_a_fix_that_flips_no_verdict_but_changes_what_else_the_file_does_is_refused(
    after: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = probe(DELAYED, after)
    assert flips(FileVersion(DELAYED), FileVersion(after), tried.table, tried.readers) == ()
    assert changes_effects(FileVersion(DELAYED), FileVersion(after), tried)
    findings = Linter().check(b" " + DELAYED).findings
    monkeypatch.setattr(proof, "apply", lambda _body, fixes: Fixed(after if fixes else DELAYED, tuple(fixes), ()))
    done = fix_safely(DELAYED, findings)
    assert (done.body, done.refused) == (DELAYED, 1)


def test_lines_that_move_and_a_sitemap_named_twice_change_nothing() -> None:
    sitemap = b"Sitemap: https://www.example.com/s.xml\n"
    before, after = DELAYED + sitemap + sitemap, b"# c\n" + DELAYED + sitemap
    assert not changes_effects(FileVersion(before), FileVersion(after), probe(before, after))
