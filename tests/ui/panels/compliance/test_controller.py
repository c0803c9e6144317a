"""Compliance in the whole window: logs and versions chosen, verdicts with evidence, address ranges, export."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.compliance import reverse_dns, saved_ranges
from robotstudio.compliance.ip_ranges import RangeList, lists_about, shipped_lists
from robotstudio.compliance.model import Compliance
from robotstudio.compliance.question import table_of
from robotstudio.compliance.saved_ranges import Refreshed, lists_in_force
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.compliance import controller as compliance_job
from robotstudio.ui.panels.compliance.budget_page import CLICKED, DAYS
from robotstudio.ui.panels.compliance.crawlers_page import CrawlersPage
from robotstudio.ui.panels.compliance.panel import BUDGET, CRAWLERS, JOINS, OPEN, VERSIONS, CompliancePanel
from robotstudio.ui.panels.site.actions import LOGS
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.glyphs import Glyph
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.parts import texts
from tests.ui.studios import Studios, act
from tests.ui.tables import texts_of

FIRST, SECOND = b"User-agent: *\nDisallow: /a\n", b"User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /.git/\n"
GOOGLE, STRANGER = "66.249.66.1", "192.0.2.1"


def line(day: int, target: str, agent: str = "StractBot/1.0", address: str = STRANGER, site: str = "") -> str:
    time = f"{day:02}/Sep/2026:10:00:00 +0000"
    return f'{site and site + " "}{address} - - [{time}] "GET {target} HTTP/1.1" 200 12 "-" "{agent}"\n'


LOG = "".join(
    (
        *(line(day, "/robots.txt") for day in (1, 12)),
        *(line(day, "/b") for day in (2, 3)),
        *(line(day, "/b") for day in (13, 14, 15)),
        line(13, "/x", "Googlebot/2.1", GOOGLE),
        line(9, "/robots.txt", "Googlebot/2.1"),
        line(14, "/b", "Googlebot/2.1"),
        line(15, "/.git/config", "Mozilla/5.0"),
        "no request\n",
    )
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "access.log").write_text(LOG, "utf-8")
    (tmp_path / "first.txt").write_bytes(FIRST)
    (tmp_path / "second.txt").write_bytes(SECOND)
    return tmp_path


@pytest.fixture
def studio(studios: Studios) -> Studio:
    studio = studios.start()
    act(studio, "crawlers.compliance")
    return studio


def add_version(studio: Studio, monkeypatch: pytest.MonkeyPatch, path: Path, since: str = "") -> None:
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: path)
    studio.compliance.panel.versions.file_button.click()
    if since:
        write_since(studio, path.name, since)


def select_version(studio: Studio, name: str) -> None:
    studio.compliance.panel.view.set_current(VERSIONS)
    table = studio.compliance.panel.versions.table
    table.select_row(next(id(each) for each in table.rows if each.name == name))


def write_since(studio: Studio, name: str, since: str) -> None:
    select_version(studio, name)
    field = studio.compliance.panel.versions.since
    field.setFocus()
    field.setText(since)
    QTest.keyClick(field, Qt.Key.Key_Return)


def judge(qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path) -> Compliance:
    """Add both versions and the log, as a person does."""
    add_version(studio, monkeypatch, files / "first.txt")
    add_version(studio, monkeypatch, files / "second.txt", "2026-09-10")
    monkeypatch.setattr(dialogs, "ask_log_paths", lambda _: [files / "access.log"])
    with qtbot.waitSignal(studio.compliance.job.background.answered, timeout=60_000) as ended:
        studio.compliance.panel.add_button.click()
    assert ended.args is not None
    found = ended.args[0]
    assert isinstance(found, Compliance)
    studio.compliance.panel.view.set_current(CRAWLERS)
    return found


def rows(panel: CompliancePanel) -> dict[str, list[str]]:
    return {row[0]: row for row in texts_of(panel.crawlers.table)}


def test_logs_are_a_part_of_the_site_tab_with_their_own_help(studio: Studio) -> None:
    assert (studio.window.current_tab, studio.site.panel.part) == ("site", LOGS)
    assert studio.compliance.panel.isVisible()
    assert studio.site.panel.help_page() == "reference/compliance"
    studio.site.panel.parts.set_current(0)
    assert not studio.compliance.panel.isVisible()
    act(studio, "view.simulation")
    act(studio, "crawlers.compliance")
    assert studio.compliance.panel.isVisible()


def test_what_is_missing_is_said(studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    panel = studio.compliance.panel
    assert panel.crawlers.hint.isVisible()
    assert not panel.export_button.isEnabled()
    monkeypatch.setattr(dialogs, "ask_log_paths", lambda _: [files / "access.log"])
    panel.add_button.click()
    assert panel.logs.text() == "access.log"
    assert any("No version of the file is known" in said for said in texts(panel.crawlers.hint))


def test_verdicts_come_with_the_lines_that_prove_them(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    assert panel.crawlers.headline.text() == "StractBot: did not obey it."
    row = rows(panel)["StractBot"]
    assert row[1:6] == ["User-Agent only", "2", "3", "3", "2"]
    assert row[7] == "did not"
    assert rows(panel)["Googlebot"][7] == "obeyed it"
    proof = texts_of(panel.crawlers.evidence)
    assert [each[1:4] for each in proof] == [["/b", "200", "blocked by line 3"]] * 3
    assert proof[0][4] == "access.log, line 5, 192.0.2.1"
    assert "It read the file 2 times" in panel.crawlers.details.text.toPlainText()
    assert any("blocked" in says for says in panel.crawlers.days.chart.said)


def test_table_of_the_days_is_one_key_away_and_says_what_the_chart_says(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    days = panel.crawlers.days
    assert not days.table.isVisible()
    QTest.keyClick(panel.crawlers.table, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    assert days.table.isVisible()
    shown = {row[0]: row[1:] for row in texts_of(days.table)}
    assert shown["13 Sep 2026"] == ["0", "1", "0"]
    assert shown["4 Sep 2026"] == ["0", "0", "0"]
    assert [day for day in shown if "the file changed" in day] == ["10 Sep 2026, the file changed"]
    assert sum(int(each[1]) for each in shown.values()) == 3
    assert (panel.crawlers.table.hasFocus(), days.view.current) == (True, 1)
    QTest.keyClick(panel.crawlers.table, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    assert days.chart.isVisible()


def test_spoofed_requests_stand_apart_and_can_be_listed_alone(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    assert list(rows(panel))[-1] == "“Googlebot”"
    assert rows(panel)["Googlebot"][2:4] == ["0", "1"]
    assert rows(panel)["“Googlebot”"][2:7] == ["1", "1", "", "", ""]
    panel.spoofed.setChecked(True)
    assert list(rows(panel)) == ["“Googlebot”"]
    panel.crawlers.table.select_row(("Googlebot", True))
    said = panel.crawlers.details.text.toPlainText()
    assert "2 requests were spoofed" in said
    assert "obeyed it" not in said
    assert texts_of(panel.crawlers.evidence) == []
    assert {row[0]: row[1:] for row in texts_of(panel.crawlers.days.table)}["14 Sep 2026"] == ["0", "1", "0"]
    panel.did_not.setChecked(True)
    assert list(rows(panel)) == ["StractBot", "“Googlebot”"]


def test_another_day_of_a_version_changes_the_verdicts_without_reading_the_log_again(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    first = judge(qtbot, studio, monkeypatch, files)
    page = studio.compliance.panel.versions
    write_since(studio, "second.txt", "soon")
    assert page.told.text().startswith("“soon” is not a date")
    with qtbot.waitSignal(studio.compliance.job.background.answered, timeout=60_000) as ended:
        write_since(studio, "second.txt", "2026-09-14T00:00")
    assert ended.args is not None
    assert ended.args[0].requests is first.requests
    assert rows(studio.compliance.panel)["StractBot"][7] == "obeyed an older version until 15 Sep 2026, 10:00 UTC"
    assert page.table.current_row.name == "second.txt"
    with qtbot.waitSignal(studio.compliance.job.background.answered, timeout=60_000):
        page.remove_button.click()
    assert rows(studio.compliance.panel)["StractBot"][7] == "obeyed it"


def test_day_typed_before_a_file_is_added_is_the_day_of_that_file(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    page = studio.compliance.panel.versions
    studio.compliance.panel.view.set_current(VERSIONS)
    for name, day in (("first.txt", "2026-09-01"), ("second.txt", "2026-09-10")):
        monkeypatch.setattr(dialogs, "ask_open_path", lambda *_, path=files / name: path)
        page.since.clear()
        QTest.keyClicks(page.since, day)
        page.file_button.click()
        assert page.table.current_row.name == name
        assert page.since.text() == f"{day}T00:00"
    assert [row[0] for row in texts_of(page.table)] == ["1 Sep 2026, 00:00 UTC", "10 Sep 2026, 00:00 UTC"]


def test_no_file_is_asked_for_while_what_is_typed_is_no_day(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    page = studio.compliance.panel.versions
    studio.compliance.panel.view.set_current(VERSIONS)
    asked: list[Path] = []
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: asked.append(files))
    QTest.keyClicks(page.since, "soon")
    page.file_button.click()
    assert (asked, page.since.text()) == ([], "soon")
    assert page.told.text().startswith("“soon” is not a date")


def test_day_that_was_typed_is_kept_when_another_version_is_chosen(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    page = studio.compliance.panel.versions
    add_version(studio, monkeypatch, files / "first.txt")
    add_version(studio, monkeypatch, files / "second.txt", "2026-09-10")
    select_version(studio, "first.txt")
    QTest.keyClicks(page.since, "2026-09-01")
    select_version(studio, "second.txt")
    assert [row[0] for row in texts_of(page.table)] == ["1 Sep 2026, 00:00 UTC", "10 Sep 2026, 00:00 UTC"]
    assert (page.table.current_row.name, page.since.text()) == ("second.txt", "2026-09-10T00:00")


def test_two_versions_of_one_time_give_no_verdict(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    write_since(studio, "second.txt", "")
    assert "have the same start" in panel.state.text()
    panel.view.set_current(CRAWLERS)
    assert panel.crawlers.hint.isVisible()
    assert any("“first.txt” and “second.txt” have the same start" in said for said in texts(panel.crawlers.hint))
    assert studio.compliance.found is None
    with qtbot.waitSignal(studio.compliance.job.background.answered, timeout=60_000):
        write_since(studio, "second.txt", "2026-09-10")
    assert "StractBot" in rows(panel)


def test_log_of_which_no_line_could_be_read_is_no_all_clear(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    (files / "access.log").write_text('{"request": "GET /"}\n', "utf-8")
    add_version(studio, monkeypatch, files / "first.txt")
    monkeypatch.setattr(dialogs, "ask_log_paths", lambda _: [files / "access.log"])
    panel = studio.compliance.panel
    with qtbot.waitSignal(studio.compliance.job.background.failed, timeout=60_000):
        panel.add_button.click()
    assert any("is not an access log" in said for said in texts(panel.crawlers.hint))
    assert not panel.export_button.isEnabled()


def test_ranges_older_than_the_logs_are_marked_in_the_row(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    lists = [replace(each, dated="2024-09-01") for each in lists_about(shipped_lists(), ["Googlebot"])]
    monkeypatch.setattr(saved_ranges, "shipped_lists", lambda: tuple(lists))
    found = judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    assert rows(panel)["“Googlebot”"][1] == "spoofed, old ranges"
    table = panel.crawlers.table
    own = next(place for place, row in enumerate(table.rows) if row.identity == ("Googlebot", False))
    assert table.cell(own, 1).text == "ranges of 1 Sep 2024"
    assert table.cell(own, 1).spoken == "outdated ranges of 1 Sep 2024"
    assert table.cell(own, 1).glyph is Glyph.WARNING
    panel.crawlers.table.select_row(("Googlebot", True))
    assert "more than a month before the logs" in panel.crawlers.details.text.toPlainText()
    (each,) = [row for row in table_of(found.records) if row[0] == "Googlebot"]
    assert each[-2:] == ("2024-09-01", True)


def test_versions_come_from_the_history_of_the_site(qtbot: QtBot, studio: Studio) -> None:
    studio.session.set_robots_url(SUCCESS.final_url)
    with qtbot.waitSignal(studio.history.recorded, timeout=60_000):
        studio.history.record(SUCCESS)
    page = studio.compliance.panel.versions
    page.history_button.click()
    qtbot.waitUntil(lambda: len(page.table.rows) == 1, timeout=60_000)
    assert texts_of(page.table)[0][2] == SUCCESS.final_url
    page.history_button.click()  # existing versions are not added twice
    qtbot.wait(50)
    assert len(page.table.rows) == 1


def test_closed_paths_that_everybody_gets_are_listed(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    panel.view.set_current(OPEN)
    (row,) = texts_of(panel.open_paths.table)
    assert (row[0], row[2]) == ("/.git/config", "blocked by line 4")


def test_log_of_several_sites_is_judged_for_one(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    one, two = (line(13, "/b", site=f"{name}.example:443") for name in ("one", "two"))
    (files / "access.log").write_text(one * 3 + two, "utf-8")
    judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    assert panel.site.isVisible()
    assert [panel.site.itemText(place) for place in range(3)][1:] == [
        "one.example (3 requests)",
        "two.example (1 request)",
    ]
    assert rows(panel)["StractBot"][3] == "4"
    panel.site.setCurrentIndex(2)
    with qtbot.waitSignal(studio.compliance.job.background.answered, timeout=60_000):
        panel.site.activated.emit(2)
    assert rows(panel)["StractBot"][3] == "1"
    assert panel.site.currentData() == "two.example"


def test_ranges_are_fetched_only_when_asked_for_kept_and_used_at_once(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    asked: list[str] = []

    def refresh(lists: Sequence[RangeList], day: str, **_: object) -> Refreshed:
        found = [replace(each, networks=(f"{STRANGER}/32",), dated=day) for each in lists]
        asked.extend(each.id for each in found)
        return Refreshed(tuple(found), ())

    monkeypatch.setattr(compliance_job, "refresh_lists", refresh)
    panel = studio.compliance.panel
    answered = studio.compliance.job.background.answered
    with qtbot.waitSignal(answered, timeout=60_000, check_params_cb=lambda answer: isinstance(answer, Compliance)):
        panel.refresh_button.click()
    assert asked == [each.id for each in lists_about(shipped_lists(), ["Googlebot"])]
    google = lists_about(lists_in_force(studio.context.ranges).lists, ["Googlebot"])[0]
    assert google.networks == (f"{STRANGER}/32",)
    assert rows(panel)["“Googlebot”"][3] == "1"  # now the other request is from outside the ranges
    assert rows(panel)["Googlebot"][4] == "1"


def test_names_are_looked_up_only_when_asked_for(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    asked: list[str] = []

    def name_of(_: object, address: str) -> str:
        asked.append(address)
        raise OSError

    monkeypatch.setattr(reverse_dns.SystemResolver, "name_of", name_of)
    judge(qtbot, studio, monkeypatch, files)
    assert asked == []
    with qtbot.waitSignal(studio.compliance.job.background.answered, timeout=60_000):
        studio.compliance.panel.names_button.click()
    assert asked == [STRANGER]


def test_verdicts_are_written_as_a_table(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    monkeypatch.setattr(dialogs, "ask_export_conduct_path", lambda _: files / "out.csv")
    studio.compliance.panel.export_button.click()
    first, *others = csv.DictReader((files / "out.csv").read_text("utf-8").splitlines())
    assert (first["crawler"], first["verdict"], first["before"], first["since"]) == ("StractBot", "did-not", "2", "3")
    assert [each["spoofed"] for each in others] == ["2"]


def test_log_that_cannot_be_read_is_said_and_what_was_found_stays(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    monkeypatch.setattr(dialogs, "ask_log_paths", lambda _: [files / "none.log"])
    with qtbot.waitSignal(studio.compliance.job.background.failed, timeout=60_000):
        studio.compliance.panel.add_button.click()
    assert "none.log" in studio.compliance.panel.state.text()
    assert "StractBot" in rows(studio.compliance.panel)


def test_first_reading_that_is_given_up_says_what_to_do(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    monkeypatch.setattr(studio.compliance, "_judge", lambda: None)
    studio.compliance.add_logs([files / "access.log"])
    studio.compliance.cancel()
    assert "Stopped before the log was read." in studio.compliance.panel.crawlers.hint.sentence


def test_reading_can_be_given_up(qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path) -> None:
    judge(qtbot, studio, monkeypatch, files)
    panel = studio.compliance.panel
    panel.add_button.click()
    panel.progress.cancel()
    assert not panel.progress.isVisible()
    assert panel.state.text() == "Stopped. Earlier results are still shown."


def test_logs_of_the_site_tab_are_taken_at_first(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    studio = studios.start()
    act(studio, "file.new")
    studio.editor.revise_body(FIRST)
    monkeypatch.setattr(dialogs, "ask_source_paths", lambda *_: [files / "access.log"])
    act(studio, "simulate.load")
    qtbot.waitUntil(
        lambda: bool(studio.session.urls.sources) and not studio.site.sources.loader.is_busy, timeout=60_000
    )
    act(studio, "crawlers.compliance")
    assert studio.compliance.panel.logs.text() == "access.log"


@pytest.mark.parametrize("tab", ["view.site", "view.simulation"])
def test_log_that_is_loaded_later_is_taken_too(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path, tab: str
) -> None:
    act(studio, tab)
    monkeypatch.setattr(dialogs, "ask_source_paths", lambda *_: [files / "access.log"])
    act(studio, "simulate.load")
    qtbot.waitUntil(
        lambda: bool(studio.session.urls.sources) and not studio.site.sources.loader.is_busy, timeout=60_000
    )
    act(studio, "crawlers.compliance")
    assert studio.compliance.panel.logs.text() == "access.log"


def test_chart_and_lines_take_turns_in_a_narrow_window(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    judge(qtbot, studio, monkeypatch, files)
    page = studio.compliance.panel.crawlers
    for width, chart, proof in ((1500, True, True), (1024, True, False)):
        studio.window.resize(width, 800)
        qtbot.waitUntil(lambda chart=chart, proof=proof: shown(page) == (chart, proof))  # type: ignore[misc]
    page.sides.set_current(1)
    assert shown(page) == (False, True)


def shown(page: CrawlersPage) -> tuple[bool, bool]:
    return page.days.isVisible(), page.evidence.isVisible()


def test_the_draft_is_replayed_against_the_logs(
    studio: Studio, files: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    studio.editor.replace_body(b"User-agent: *\nDisallow: /b\n")
    monkeypatch.setattr(dialogs, "ask_log_paths", lambda *_: [files / "access.log"])
    panel = studio.compliance.panel
    panel.add_button.click()
    panel.view.set_current(BUDGET)
    qtbot.waitUntil(lambda: bool(panel.budget.budgets) and panel.budget.budgets[0].spared > 0)
    wanted = [each for each in LOG.splitlines() if "StractBot" in each and "GET /b " in each]
    first = panel.budget.budgets[0]
    assert (first.requests, first.spared) == (len(wanted), len(wanted))
    assert panel.budget.headline.text().startswith("This draft would avoid 100% of the requests of Stract")
    assert "Compared with an empty file." in panel.budget.scope.text()
    panel.budget.by.set_current(DAYS)
    assert len(panel.budget.tallies.rows) == len(wanted)
    studio.editor.replace_body(b"User-agent: *\nDisallow: /none\n")
    qtbot.waitUntil(lambda: "no request" in panel.budget.headline.text())


@pytest.mark.parametrize("suffix", [".csv", ".json", ".xlsx"])
def test_budget_and_lists_are_exported(
    studio: Studio, files: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, suffix: str
) -> None:
    studio.editor.replace_body(b"User-agent: *\nDisallow: /b\n")
    (files / "sitemap.xml").write_text(
        '<?xml version="1.0"?><urlset><url><loc>https://shop.example/x</loc></url></urlset>', "utf-8"
    )
    monkeypatch.setattr(dialogs, "ask_source_paths", lambda *_: [files / "sitemap.xml"])
    act(studio, "simulate.load")
    qtbot.waitUntil(lambda: bool(studio.session.urls.sources) and not studio.site.sources.loader.is_busy)
    act(studio, "crawlers.compliance")
    monkeypatch.setattr(dialogs, "ask_log_paths", lambda *_: [files / "access.log"])
    panel = studio.compliance.panel
    panel.add_button.click()
    panel.view.set_current(BUDGET)
    qtbot.waitUntil(lambda: bool(panel.budget.budgets))
    saved = files / f"saved{suffix}"
    monkeypatch.setattr(dialogs, "ask_export_budget_path", lambda *_: saved)
    panel.export_button.click()
    rows = saved_rows(saved)
    assert {row["crawler"] for row in rows} == {each.crawler.token for each in panel.budget.budgets}
    spared = sum(int(row["spared"]) for row in rows if row["by"] == "day")
    assert spared == sum(each.spared for each in panel.budget.budgets)
    panel.view.set_current(JOINS)
    monkeypatch.setattr(dialogs, "ask_export_joined_path", lambda *_: saved)
    panel.export_button.click()
    assert [row["url"] for row in saved_rows(saved)] == [each.url for each in panel.joins.joins.unlisted or ()]
    assert {row["list"] for row in saved_rows(saved)} == {"crawled-unlisted"}
    panel.joins.lists.set_current(CLICKED)
    assert not panel.export_button.isEnabled()


def saved_rows(path: Path) -> list[dict[str, str]]:
    if path.suffix == ".json":
        found: list[dict[str, str]] = json.loads(path.read_text("utf-8"))
        return found
    if path.suffix == ".xlsx":
        head, *rows = load_workbook(path).worksheets[0].iter_rows(values_only=True)
        return [dict(zip(map(str, head), map(str, row), strict=True)) for row in rows]
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def test_lists_without_what_they_need_say_so(studio: Studio) -> None:
    panel = studio.compliance.panel
    panel.view.set_current(JOINS)
    assert panel.joins.table.nothing == "Load a sitemap as a source, and add an access log."
    panel.joins.lists.set_current(CLICKED)
    assert panel.joins.table.nothing == "No source of your URLs has clicks."
