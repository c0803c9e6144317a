"""The forum's file with six records, checked in the window as a person would: cell by cell."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from robotstudio.draft.analysis import Cell
from robotstudio.engine.crawlers import Crawler, crawler_for
from robotstudio.explain.explanation import StepPart
from robotstudio.ui.app.studio import Studio
from robotstudio.urls.urls import parse_list
from tests.conformance import Row, own_rows
from tests.ui.parts import body_of, open_step
from tests.ui.studios import Studios, facts, settle

_FORUM = "http://forum.liga.net/"
ROWS = [row for row in own_rows("seeds") if row["suite"] == "seed-forum"]
SIX_RECORDS = [row for row in ROWS if row["url"].startswith(_FORUM)]
START_TO_FINISH = [row for row in ROWS if not row["url"].startswith(_FORUM)]
JOINER = "\u2060"


def crawlers(rows: list[Row]) -> tuple[Crawler, ...]:
    """Return the crawlers of the example, each with the dialect of its time."""
    families = {row["agent"]: row["family"] for row in rows}
    return tuple(replace(crawler_for(token), dialect=family) for token, family in families.items())


def walk(studios: Studios, path: Path, rows: list[Row]) -> Studio:
    """Open a window with the file, its crawlers and its URLs."""
    path.write_bytes(rows[0]["robots"].encode())
    studio = studios.start()
    assert studio.open(path)
    studio.session.set_crawlers(crawlers(rows))
    studio.session.set_urls(parse_list("\n".join(row["url"] for row in rows)).urls)
    settle(studio)
    return studio


@pytest.fixture(scope="module")
def forum(shared_studios: Studios, tmp_path_factory: pytest.TempPathFactory) -> Studio:
    """Open the file with six records, for tests that only look."""
    return walk(shared_studios, tmp_path_factory.mktemp("forum") / "robots.txt", SIX_RECORDS)


def select(studio: Studio, row: Row) -> str:
    """Select the cell of a row; return the sentence of the panel."""
    studio.session.select(Cell(row["url"], row["agent"]))
    settle(studio)
    sentence: str = body_of(studio.why).sentence.toPlainText().replace(JOINER, "").replace("\u00a0", " ")
    return sentence


def test_example_has_both_files() -> None:
    assert (len(SIX_RECORDS), len(START_TO_FINISH)) == (12, 3)


@pytest.mark.parametrize("rows", [SIX_RECORDS, START_TO_FINISH], ids=["six-records", "start-to-finish"])
def test_matrix_and_panel_say_what_the_example_says(studios: Studios, tmp_path: Path, rows: list[Row]) -> None:
    studio = walk(studios, tmp_path / "robots.txt", rows)
    for row in rows:
        cell = facts(studio, row["url"], row["agent"])
        allowed, line = row["allowed"], row.get("line")
        said = select(studio, row)
        verdict = studio.session.analysis and studio.session.analysis.verdict(Cell(row["url"], row["agent"]))
        assert verdict
        assert verdict.allowed is allowed
        assert f"may {'' if allowed else 'not '}fetch this URL" in said
        assert row["agent"] in said
        winner = body_of(studio.why).comparison.comparison.winner
        if line:
            assert cell.line == verdict.line == line
            assert f"(line {line})" in said
            assert winner
            assert (winner.line, winner.allow) == (line, allowed)
            assert f"Result: blocked by line {line}" in body_of(studio.why).steps.told
        elif allowed:
            assert winner is None or winner.allow


@pytest.mark.parametrize("row", SIX_RECORDS, ids=[row["name"] for row in SIX_RECORDS])
def test_accessible_name_of_a_cell_is_the_answer(forum: Studio, row: Row) -> None:
    matrix = forum.simulation.view.matrix
    index = matrix.index_of(Cell(row["url"], row["agent"]))
    name = matrix.data(index, Qt.ItemDataRole.AccessibleTextRole)
    path = row["url"].removeprefix("http://forum.liga.net")
    answer = f"blocked by line {row['line']}" if row.get("line") else "no rule matches, so allowed"
    assert name == f"{row['agent']}, {path}, {answer}"


def test_record_of_its_own_replaces_the_last_one(forum: Studio) -> None:
    row = next(row for row in SIX_RECORDS if row["name"] == "Googlebot /Messages.asp?id=1")
    select(forum, row)
    body = body_of(forum.why)
    assert "This group replaces the 3 rules of * (lines 38–41)" in body.steps.told
    group = open_step(forum.why, StepPart.GROUP)
    assert "The 3 rules of * do not count for Googlebot: its group replaces them" in group


def test_yandex_has_no_star_in_its_record_so_the_other_order_is_allowed(forum: Studio) -> None:
    row = next(row for row in SIX_RECORDS if row["name"] == "Yandex /Messages.asp?id=1&sort=2")
    said = select(forum, row)
    assert "None of the 3 rules of its group matches." in said
    nearest = body_of(forum.why).comparison.comparison.rows[0]
    assert (nearest.line, nearest.result) == (9, "differs at byte 15")


def test_first_match_counts_for_the_reading_of_1996(forum: Studio) -> None:
    row = next(row for row in SIX_RECORDS if row["agent"] == "Slurp")
    assert "the first match in the file, and the first one counts" in select(forum, row)
    assert "draft-koster-robots-00 §3.2.2" in body_of(forum.why).steps.told


def test_samples_of_the_deciding_rule_become_test_urls_of_the_same_site(studios: Studios, tmp_path: Path) -> None:
    forum = walk(studios, tmp_path / "robots.txt", SIX_RECORDS)
    row = next(row for row in SIX_RECORDS if row["name"] == "Otherbot /poll/1")
    select(forum, row)
    body_of(forum.why).samples.button.setChecked(True)
    body_of(forum.why).add_urls.click()
    settle(forum)
    urls = [url.url for url in forum.session.urls]
    assert "http://forum.liga.net/poll/" in urls
    assert "http://forum.liga.net/poll" in urls
    assert facts(forum, "/poll/", "Otherbot").line == 40
    assert facts(forum, "/poll", "Otherbot").line == 0


def test_screen_reader_finds_the_answer_in_the_cell(forum: Studio) -> None:
    view = forum.simulation.view
    table = QAccessible.queryAccessibleInterface(view)
    names = {table.child(place).text(QAccessible.Text.Name) for place in range(table.childCount())}
    assert "Googlebot, /Messages.asp?id=1&sort=2, blocked by line 18" in names
    assert "Yandex, /Messages.asp?id=1&sort=2, no rule matches, so allowed" in names
