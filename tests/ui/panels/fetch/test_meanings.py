"""The table of meanings, for each family of crawlers."""

import pytest
from msgspec.structs import replace

from robotstudio.engine.content import Content, content_of
from robotstudio.engine.crawlers import CRAWLERS, Crawler, crawler_for
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.policy import POLICIES
from robotstudio.fetch.words import headline
from robotstudio.ui.panels.fetch.answer_rows import FamilyRow, meaning_row, members, unused_columns
from tests.ui.panels.fetch.evidences import OUTCOMES, SUCCESS

GOOGLEBOT, YANDEX, GPTBOT = map(crawler_for, ("Googlebot", "YandexBot", "GPTBot"))


def ids(rows: tuple[FamilyRow, ...]) -> list[str]:
    return [row.family.id if row.family else "" for row in rows]


def words(outcome: FetchOutcome, crawler: Crawler) -> list[str]:
    row = members((crawler,), every=False)[0]
    return [cell.text for cell in meaning_row(OUTCOMES[outcome], row)]


def test_families_of_the_chosen_crawlers_come_first() -> None:
    assert ids(members((YANDEX, GOOGLEBOT), every=False)) == ["yandex", "google", "rfc9309"]
    assert ids(members((), every=False)) == ["rfc9309", "google"]


def test_crawlers_without_a_documented_policy_have_a_row_of_their_own() -> None:
    rows = members((GPTBOT, GOOGLEBOT), every=True)
    assert ids(rows)[:3] == ["google", "rfc9309", ""]
    assert rows[2].crawlers == (GPTBOT,)
    assert meaning_row(OUTCOMES[FetchOutcome.SERVER_ERROR], rows[2])[2].text == "not documented"


def test_all_families_are_there_when_asked_for() -> None:
    assert sorted(ids(members((YANDEX,), every=True))) == sorted(POLICIES)


def test_server_error_changes_its_meaning_with_time() -> None:
    row = words(FetchOutcome.SERVER_ERROR, GOOGLEBOT)
    assert row[2] == "may fetch nothing"
    assert row[4].startswith("last copy")


def test_file_that_came_is_kept_and_an_error_may_last() -> None:
    assert unused_columns(SUCCESS) == {4, 5}
    assert unused_columns(OUTCOMES[FetchOutcome.TIMEOUT]) == {3}
    assert ":32" in words(FetchOutcome.SUCCESS, GOOGLEBOT)[3]


@pytest.mark.parametrize("outcome", FetchOutcome)
def test_every_outcome_has_words_for_every_family_and_crawler(outcome: FetchOutcome) -> None:
    for member in members(tuple(CRAWLERS.values()), every=True):
        assert len(meaning_row(OUTCOMES[outcome], member)) == 7


@pytest.mark.parametrize("body", [b"", "User-agent: *\nDisallow: /\n".encode("utf-16")])
def test_table_says_of_a_file_without_a_rule_what_the_headline_says(body: bytes) -> None:
    kind = content_of(body)
    evidence = replace(SUCCESS, body=body, size=len(body), body_kind=kind)
    assert "may fetch all" in headline(evidence)
    said = {row.family.id: meaning_row(evidence, row)[2].text for row in members((), every=True) if row.family}
    assert {key for key, text in said.items() if text.startswith("reads the rules")} == (
        {"nutch"} if kind is Content.UTF16 else set()
    )
