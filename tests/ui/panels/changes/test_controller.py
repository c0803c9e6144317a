"""Changes in the whole window: pages, baselines, the editor's position, warnings and saving."""

import zipfile
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.draft.changes.unseen_urls import UnseenUrls
from robotstudio.draft.live_status import time_of_check
from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.project.state import StateStore
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.editor.header import EditorHeader
from robotstudio.ui.panels.changes.watch import ChangeWatch
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import parse_list
from tests.ui.panels.fetch.evidences import OUTCOMES, SUCCESS
from tests.ui.parts import button, part_of, texts
from tests.ui.studios import ROBOTS, Studios, act, has_keyboard, settle, type_text

BLOCKS_ALL = b"User-agent: *\nDisallow: /\n"
NOT_CHECKED = "Live file not checked||Check"
AT = time_of_check(SUCCESS.fetched_at)


class Answers:
    """Answers the questions of the window, and records them."""

    def __init__(self) -> None:
        self.may_write = False
        self.path: Path | None = None
        self.asked: list[str] = []

    def ask_write_dangerous(self, _: object, sentence: str) -> bool:
        self.asked.append(sentence)
        return self.may_write

    def ask_open_path(self, *_: object) -> Path | None:
        return self.path


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Answer dialogs, so that no test waits for one."""
    answers = Answers()
    for name in ("ask_write_dangerous", "ask_open_path"):
        monkeypatch.setattr(dialogs, name, getattr(answers, name))
    return answers


def settled(studio: Studio, qtbot: QtBot) -> DraftComparison:
    """Wait for the comparison of the current draft and return it."""

    def is_up_to_date() -> bool:
        last, analysis = part_of(studio.changes, ChangeWatch).last, studio.session.analysis
        current = studio.changes.baselines.current
        is_now = analysis is not None and analysis.body == studio.editor.body()
        return last is not None and is_now and last.analysis is analysis and last.baseline == current

    settle(studio)
    qtbot.waitUntil(is_up_to_date, timeout=5000)
    last = part_of(studio.changes, ChangeWatch).last
    assert last is not None
    return last


def edit(studio: Studio, qtbot: QtBot, body: bytes) -> DraftComparison:
    studio.editor.replace_body(body)
    return settled(studio, qtbot)


def note(studio: Studio) -> str:
    return next((text for text in texts(part_of(studio.editor, EditorHeader)) if "differ" in text), "")


# Missing inputs


def test_without_test_urls_the_page_leads_to_where_they_are_typed(studio: Studio, qtbot: QtBot) -> None:
    studio.urls.remove_all()
    settled(studio, qtbot)
    act(studio, "simulate.changes")
    button(studio.changes.panel.hint, "Add URLs").click()
    assert studio.pages.page == "urls"
    assert studio.simulation.entry.isVisible()


def test_without_crawlers_the_page_leads_to_their_choice(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_crawlers(())
    settled(studio, qtbot)
    act(studio, "simulate.changes")
    button(studio.changes.panel.hint, "Choose crawlers").click()
    assert studio.crawlers.is_shown
    studio.crawlers.panel.hide()


# Baselines


def test_draft_is_compared_with_the_file_on_disk(studio: Studio, qtbot: QtBot) -> None:
    compared = edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/\n"))
    assert compared.baseline is not None
    assert (compared.baseline.title, compared.baseline.body) == ("robots.txt on disk", ROBOTS)
    assert compared.changes is not None
    assert compared.changes.changed_urls == 1
    assert note(studio) == "1 line differs from robots.txt on disk"


def test_notice_of_a_changed_file_compares_with_what_another_program_wrote(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS + b"# mine\n")
    path = studio.document.path
    assert path is not None
    path.write_bytes(ROBOTS + b"Disallow: /theirs/\n")
    studio.document.look_at_disk()
    button(studio.window.notices.bar, "Compare").click()
    compared = settled(studio, qtbot)
    assert compared.baseline is not None
    assert compared.baseline.body == ROBOTS + b"Disallow: /theirs/\n"
    assert studio.changes.panel.isVisible()
    assert studio.editor.body() == ROBOTS + b"# mine\n"


def test_saving_makes_the_draft_the_file_on_disk(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS + b"# note\n")
    act(studio, "file.save")
    compared = settled(studio, qtbot)
    assert compared.baseline is not None
    assert compared.baseline.body == ROBOTS + b"# note\n"
    assert note(studio) == ""


def test_new_baseline_is_never_compared_with_the_draft_before(
    studio: Studio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(studio, "simulate.changes")
    settled(studio, qtbot)
    other = tmp_path / "other.txt"
    other.write_bytes(BLOCKS_ALL)
    with monkeypatch.context() as patch:
        patch.setattr(studio.evaluator, "evaluate", lambda _request: None)  # the analysis is still to come
        studio.document.open(other)
        compared = part_of(studio.changes, ChangeWatch).compared
        with qtbot.waitSignal(compared, timeout=500, raising=False) as answered:
            pass
        assert not answered.signal_triggered
    studio.session.evaluate()
    assert settled(studio, qtbot).analysis.body == BLOCKS_ALL


def test_new_empty_draft_has_nothing_to_be_compared_with(studio: Studio, qtbot: QtBot) -> None:
    studio.document.new()
    compared = settled(studio, qtbot)
    assert (compared.baseline, compared.changes) == (None, None)
    act(studio, "simulate.changes")
    assert studio.changes.panel.hint.isVisible()


def test_live_file_comes_before_the_one_on_disk(studio: Studio, qtbot: QtBot) -> None:
    studio.changes.baselines.put(Baseline("live", "live", BLOCKS_ALL, datetime(2026, 1, 2, 13, 32, tzinfo=UTC)))
    studio.changes._on_baselines_changed()
    compared = settled(studio, qtbot)
    assert compared.baseline is not None
    assert compared.baseline.id == "live"
    studio.changes.choose("disk")
    assert settled(studio, qtbot).lines is not None
    assert note(studio) == ""


def test_older_versions_can_be_compared_with(studio: Studio, qtbot: QtBot) -> None:
    studio.changes.offer_history([Baseline("history:1", "version of Monday", BLOCKS_ALL)])
    studio.changes.choose("history:1")
    compared = settled(studio, qtbot)
    assert compared.baseline is not None
    assert compared.baseline.body == BLOCKS_ALL


def test_another_file_can_be_compared_with(studio: Studio, qtbot: QtBot, answers: Answers, tmp_path: Path) -> None:
    answers.path = tmp_path / "old.txt"
    answers.path.write_bytes(BLOCKS_ALL)
    studio.changes.choose_file()
    compared = settled(studio, qtbot)
    assert compared.baseline is not None
    assert (compared.baseline.title, compared.baseline.body) == ("old.txt", BLOCKS_ALL)


def test_file_that_cannot_be_read_is_told(studio: Studio, answers: Answers, tmp_path: Path) -> None:
    answers.path = tmp_path / "missing.txt"
    studio.changes.choose_file()
    assert studio.window.notices.bar.isVisible()


def test_file_that_was_fetched_becomes_the_live_one(studio: Studio, qtbot: QtBot) -> None:
    studio.fetcher.finished.emit(replace(SUCCESS, body=BLOCKS_ALL))
    compared = settled(studio, qtbot)
    assert compared.baseline is not None
    assert (compared.baseline.id, compared.baseline.body) == ("live", BLOCKS_ALL)
    studio.fetcher.finished.emit(replace(SUCCESS, body=b"<html>", body_kind=Content.HTML))
    assert settled(studio, qtbot).baseline == compared.baseline


def test_file_that_is_opened_is_not_compared_with_what_was_fetched_before(
    studio: Studio, qtbot: QtBot, file: Path
) -> None:
    studio.fetcher.finished.emit(replace(SUCCESS, body=BLOCKS_ALL))
    settled(studio, qtbot)
    studio.document.open(file)
    compared = settled(studio, qtbot)
    assert compared.baseline is not None
    assert compared.baseline.id == "disk"
    assert [each.id for each in studio.changes.baselines.all] == ["live", "disk"]


# Pages


def test_changes_take_the_place_of_the_matrix_and_of_the_editor(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/\n"))
    act(studio, "simulate.changes")
    parts = studio.changes
    assert parts.panel.isVisible()
    assert parts.draft.isVisible()
    assert not studio.editor.isVisible()
    assert not studio.simulation.isVisible()
    assert studio.why.is_folded
    studio.window.show_tab("simulation")
    assert studio.editor.isVisible()
    assert studio.simulation.isVisible()
    assert not studio.why.is_folded


def test_differences_are_shown_once_they_are_known(studios: Studios, qtbot: QtBot) -> None:
    studio = studios.start()
    studio.document.load(ROBOTS, Origin.of_template())
    studio.editor.replace_body(ROBOTS + b"# note\n")
    act(studio, "simulate.changes")
    settled(studio, qtbot)
    assert studio.changes.draft.isVisible()


def test_other_tab_shows_the_editor_and_coming_back_the_differences(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS + b"# note\n")
    act(studio, "simulate.changes")
    act(studio, "view.fetch")
    assert studio.editor.isVisible()
    studio.window.show_tab("changes")
    assert studio.changes.draft.isVisible()


def test_comparing_leaves_caret_and_undo_alone(studio: Studio, qtbot: QtBot) -> None:
    studio.editor.place_caret(2)
    type_text("#")
    settled(studio, qtbot)
    act(studio, "simulate.changes")
    studio.changes.draft.reveal_line(6)
    act(studio, "view.editor")
    assert studio.editor.isVisible()
    assert studio.editor.caret_line == 2
    act(studio, "edit.undo")
    assert studio.editor.body() == ROBOTS


def test_editing_from_the_differences_shows_the_editor_at_the_line(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS + b"# note\n")
    act(studio, "simulate.changes")
    studio.changes.draft.edit_requested.emit(5, 0)
    assert studio.editor.isVisible()
    assert has_keyboard(studio.editor)
    assert studio.editor.caret_line == 5
    assert studio.changes.panel.isVisible()


def test_typing_in_the_differences_goes_on_in_the_editor(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS + b"# note\n")
    act(studio, "simulate.changes")
    studio.changes.draft.text.reveal_number(2)
    studio.changes.draft.setFocus()
    for _ in range(len("  Disallow: ")):
        QTest.keyClick(studio.changes.draft.text, Qt.Key.Key_Right)
    type_text("/x")
    assert has_keyboard(studio.editor)
    assert studio.editor.body() == ROBOTS.replace(b"Disallow: /private/", b"Disallow: /x/private/", 1) + b"# note\n"


def test_undo_shows_the_editor(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS + b"# note\n")
    act(studio, "simulate.changes")
    act(studio, "edit.undo")
    assert studio.editor.isVisible()
    assert studio.editor.body() == ROBOTS


def test_next_change_shows_the_page_and_selects_the_cell(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/\n"))
    act(studio, "find.next_change")
    assert studio.changes.panel.isVisible()
    assert studio.session.selected == Cell("/", "Googlebot")


def test_find_looks_for_urls_where_the_keyboard_is_in_the_changes(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/\n"))
    act(studio, "simulate.changes")
    assert has_keyboard(studio.changes.panel)
    act(studio, "find.find")
    assert studio.changes.panel.tool_row.search.hasFocus()


def test_matrix_is_told_what_changed(studio: Studio, qtbot: QtBot) -> None:
    studio.editor.replace_body(ROBOTS.replace(b"/private/\n", b"/\n"))

    def changed() -> list[int]:
        found = studio.simulation.marks.changed.get("Googlebot")
        return [int(each) for each in found] if isinstance(found, np.ndarray) else []

    qtbot.waitUntil(lambda: changed() == [1, 0, 0])


def test_export_reaches_the_clipboard(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/\n"))
    act(studio, "simulate.changes")
    studio.changes.copy("csv")
    said = studio.changes.panel.said
    qtbot.waitUntil(lambda: said.text() == "Copied 1 of 1 verdicts that flip.")
    assert QApplication.clipboard().text().startswith("URL,Crawler,Before,After\n/,Googlebot,")


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".md"])
def test_changes_are_written_to_a_file(
    studio: Studio, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    path = tmp_path / f"changes{suffix}"
    forms = {".csv": "csv", ".xlsx": "xlsx", ".md": "markdown"}
    monkeypatch.setattr(dialogs, "ask_export_changes_path", lambda *_: (path, forms[suffix]))
    edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/\n"))
    act(studio, "simulate.changes")
    studio.changes.panel.tool_row.export.menu().actions()[0].trigger()
    said = studio.changes.panel.said
    qtbot.waitUntil(lambda: said.text() == f"1 verdict written to {path}.")
    if suffix == ".xlsx":
        assert zipfile.is_zipfile(path)
    else:
        assert path.read_text("utf-8").splitlines()[-1].startswith({".csv": "/,Googlebot,", ".md": "| `/` | "}[suffix])


def test_line_is_put_back_in_one_undo_step(studio: Studio, qtbot: QtBot) -> None:
    draft = ROBOTS.replace(b"/private/\n", b"/\n")
    edit(studio, qtbot, draft)
    act(studio, "find.next_change")
    studio.changes.panel.flip.put_back_link.click()
    assert studio.editor.body() == ROBOTS
    assert studio.changes.draft.isVisible()
    studio.editor.undo()
    assert studio.editor.body() == draft


def test_only_a_line_of_the_comparison_that_is_shown_is_put_back(studio: Studio, qtbot: QtBot) -> None:
    """A menu may stay open while another comparison comes in."""
    draft = ROBOTS.replace(b"/private/\n", b"/\n")
    before = edit(studio, qtbot, draft).changes
    assert before is not None
    studio.changes.baselines.put(Baseline("live", "live", b"# note\n" + ROBOTS))
    studio.changes.choose("live")
    now = settled(studio, qtbot).changes
    assert now is not None
    studio.changes.put_back(before.groups[0])
    assert studio.editor.body() == draft
    studio.changes.put_back(now.groups[0])
    assert studio.editor.body() == ROBOTS


def test_no_line_is_put_back_while_another_version_is_being_compared(studio: Studio, qtbot: QtBot) -> None:
    draft = ROBOTS.replace(b"/private/\n", b"/\n")
    shown = edit(studio, qtbot, draft).changes
    assert shown is not None
    studio.changes.baselines.put(Baseline("live", "live", ROBOTS + b"# other\n"))
    studio.changes.baselines.choose("live")
    studio.changes.put_back(shown.groups[0])
    assert studio.editor.body() == draft


# Warnings


def test_draft_that_blocks_everything_raises_a_banner_until_it_is_undone(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, BLOCKS_ALL)
    bar = studio.window.notices.bar
    qtbot.waitUntil(bar.isVisible)
    assert bar.accessibleName().startswith("This draft blocks the whole site for Googlebot")
    act(studio, "edit.undo")
    settled(studio, qtbot)
    assert not bar.isVisible()
    act(studio, "edit.redo")
    qtbot.waitUntil(bar.isVisible)
    button(bar, "Go to line 2").click()
    assert studio.editor.caret_line == 2


def test_banner_that_is_kept_comes_back_for_the_next_risk_only(studio: Studio, qtbot: QtBot) -> None:
    bar = studio.window.notices.bar
    edit(studio, qtbot, BLOCKS_ALL)
    qtbot.waitUntil(bar.isVisible)
    button(bar, "Ignore").click()
    edit(studio, qtbot, BLOCKS_ALL + b"# still\n")
    studio.changes._risks.warn()
    assert not bar.isVisible()
    edit(studio, qtbot, ROBOTS)
    edit(studio, qtbot, BLOCKS_ALL)
    qtbot.waitUntil(bar.isVisible)


def test_file_that_blocked_everything_when_it_was_opened_raises_no_banner(studio: Studio, qtbot: QtBot) -> None:
    assert studio.document.path is not None
    studio.document.path.write_bytes(BLOCKS_ALL)
    studio.open(studio.document.path)
    assert settled(studio, qtbot).risks == ()


def test_file_that_nobody_edited_raises_no_banner_for_what_is_live(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_urls(parse_list("\n".join(f"/private/{number}" for number in range(30))).urls)
    studio.changes.baselines.put(Baseline("live", "live", b""))
    studio.changes.set_share(1)
    qtbot.waitUntil(lambda: bool(settled(studio, qtbot).risks))
    studio.changes._risks.warn()
    assert not studio.window.notices.bar.isVisible()
    edit(studio, qtbot, ROBOTS + b"# edited\n")
    qtbot.waitUntil(studio.window.notices.bar.isVisible)


def test_page_of_changes_ends_the_warning_of_how_many_urls_change(studio: Studio, qtbot: QtBot) -> None:
    bar = studio.window.notices.bar
    studio.session.set_urls(parse_list("\n".join(f"/private/{number}" for number in range(30))).urls)
    studio.changes.baselines.put(Baseline("live", "live", b""))
    studio.changes.set_share(1)
    edit(studio, qtbot, ROBOTS + b"# edited\n")
    qtbot.waitUntil(bar.isVisible)
    button(bar, "Show").click()
    assert studio.changes.panel.isVisible()
    assert not bar.isVisible()
    edit(studio, qtbot, ROBOTS + b"# edited again\n")
    studio.changes._risks.warn()
    act(studio, "view.simulation")
    assert not bar.isVisible()
    edit(studio, qtbot, BLOCKS_ALL)  # another danger is told
    qtbot.waitUntil(bar.isVisible)


def test_banner_leads_to_the_changes(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, BLOCKS_ALL)
    qtbot.waitUntil(studio.window.notices.bar.isVisible)
    button(studio.window.notices.bar, "Show").click()
    assert studio.changes.panel.isVisible()


def test_saving_a_dangerous_draft_asks_once_for_each_text(studio: Studio, qtbot: QtBot, answers: Answers) -> None:
    edit(studio, qtbot, BLOCKS_ALL)
    path = studio.document.path
    assert path is not None
    act(studio, "file.save")
    assert path.read_bytes() == ROBOTS
    answers.may_write = True
    act(studio, "file.save")
    assert path.read_bytes() == BLOCKS_ALL
    assert len(answers.asked) == 2
    act(studio, "file.save")
    assert len(answers.asked) == 2


def test_saving_at_once_after_a_key_press_asks_too(studio: Studio, answers: Answers) -> None:
    studio.editor.replace_body(BLOCKS_ALL)
    act(studio, "file.save")
    assert len(answers.asked) == 1


def test_share_to_be_warned_of_is_remembered(studios: Studios, studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/private/a\n"))
    studio.changes.set_share(50)
    assert studio.changes.share == 50
    studios.end(studio)
    assert StateStore(studios.places.state).load().state.most_flips == 50


def test_answer_to_the_name_of_a_crawler_is_neither_the_live_file_nor_the_evidence(studio: Studio) -> None:
    before = studio.session.scenario
    studio.fetcher.finished.emit(replace(SUCCESS, body=BLOCKS_ALL, pretending="Googlebot"))
    assert [baseline.id for baseline in studio.changes.baselines.all if baseline.id == "live"] == []
    assert studio.session.scenario == before


# Beyond the URLs


def proven(studio: Studio, qtbot: QtBot) -> UnseenUrls:
    """Wait for the proofs about every URL for the current draft and return them."""
    pane = studio.changes.panel.beyond

    def is_up_to_date() -> bool:
        return (
            pane.known is not None and pane.known.compared is settled_watch.last and not pane.said.text().endswith("…")
        )

    settled_watch = part_of(studio.changes, ChangeWatch)
    settled(studio, qtbot)
    qtbot.waitUntil(is_up_to_date, timeout=5000)
    assert pane.known is not None
    return pane.known


def test_an_edit_that_changes_no_verdict_is_proven_for_every_url(studio: Studio, qtbot: QtBot) -> None:
    act(studio, "simulate.changes")
    edit(studio, qtbot, ROBOTS + b"# note\n")
    assert proven(studio, qtbot).changes_nothing
    assert studio.changes.panel.beyond.title.text() == "Proven for every URL: no verdict changes."


def test_a_url_that_breaks_it_goes_into_the_list(studio: Studio, qtbot: QtBot) -> None:
    act(studio, "simulate.changes")
    edit(studio, qtbot, ROBOTS + b"\nUser-agent: *\nDisallow: /never-tested/\n")
    further = proven(studio, qtbot).further
    assert [each.difference.url for each in further] == ["/never-tested/"]
    studio.changes.panel.beyond.table.row_activated.emit(studio.changes.panel.beyond.table.rows[0])
    qtbot.waitUntil(lambda: not proven(studio, qtbot).further, timeout=5000)
    analysis = studio.session.analysis
    assert analysis is not None
    assert analysis.urls[-1].path == "/never-tested/"


def test_nothing_is_proven_for_a_page_that_is_not_seen(studio: Studio, qtbot: QtBot) -> None:
    edit(studio, qtbot, ROBOTS + b"# note\n")
    assert studio.changes.panel.beyond.known is None
    act(studio, "simulate.changes")
    assert proven(studio, qtbot).changes_nothing


# Before going live


def ticks(studio: Studio) -> list[str]:
    """Return the titles of the facts that are shown, and what is open about each."""
    return [f"{row.title.text()}|{row.below.text()}|{row.link.text()}" for row in studio.changes.panel.going_live.rows]


def test_tab_without_a_change_has_the_keyboard_in_its_versions(studio: Studio, qtbot: QtBot) -> None:
    settled(studio, qtbot)
    act(studio, "simulate.changes")
    act(studio, "view.simulation")
    act(studio, "simulate.changes")
    assert studio.changes.panel.list.isHidden()
    assert has_keyboard(studio.changes.panel.versions)


def test_ticks_before_going_live_need_the_facts(studio: Studio, qtbot: QtBot) -> None:
    act(studio, "simulate.changes")
    edit(studio, qtbot, ROBOTS.replace(b"/private/\n", b"/\n"))
    qtbot.waitUntil(lambda: ticks(studio)[2:] == ["Changes reviewed|0 of 1 so far|Review", NOT_CHECKED])
    studio.changes.panel.going_live.rows[2].link.click()
    assert studio.session.selected == Cell("/", "Googlebot")
    assert ticks(studio)[2] == "Changes reviewed||"
    studio.fetcher.finished.emit(replace(SUCCESS, body=studio.editor.body(), requested=studio.session.robots_url))
    settled(studio, qtbot)
    qtbot.waitUntil(lambda: ticks(studio)[3] == f"This file is live|checked {AT}|")
    studio.editor.replace_body(ROBOTS)
    settled(studio, qtbot)
    qtbot.waitUntil(lambda: ticks(studio)[3] == f"Not live yet|1 line differs · checked {AT}|Check")


def test_head_of_changes_and_address_say_if_the_draft_is_live(studio: Studio, qtbot: QtBot) -> None:
    def said() -> tuple[str, str, Glyph]:
        live = studio.changes.panel.headline.live
        return live.text.text(), studio.window.top_bar.address.chip.text, live.mark.glyph

    act(studio, "simulate.changes")
    settled(studio, qtbot)
    panel = studio.changes.panel
    assert (panel.headline.live.isHidden(), panel.going_live.isHidden()) == (True, False)  # the card says it
    assert said() == ("Not checked: fetch the live file to compare it with this draft.", "", Glyph.DASH)
    live = replace(SUCCESS, body=studio.editor.body(), requested=studio.session.robots_url)
    studio.fetcher.finished.emit(live)
    assert said()[0] == f"This draft is live: the live file is the same, checked {AT}."
    assert said()[1].startswith("Live · HTTP 200 · ")
    assert said()[2] is Glyph.CHECK
    edit(studio, qtbot, ROBOTS + b"# more\n")
    sentence = f"This draft is not live: 1 line differs from the live file, checked {AT}."
    qtbot.waitUntil(lambda: said()[0] == sentence, timeout=5000)
    assert said()[1].startswith("Draft not live · HTTP 200 · ")
    assert said()[2] is not Glyph.CHECK
    assert studio.window.top_bar.address.chip.tone is not Tone.ALLOWED
    studio.fetcher.finished.emit(replace(OUTCOMES[FetchOutcome.CLIENT_ERROR], requested=live.requested))
    assert said()[0] == f"This draft is not live: the server has no robots.txt, checked {AT}."


def test_errors_are_counted_before_going_live_and_shown(studio: Studio, qtbot: QtBot) -> None:
    act(studio, "simulate.changes")
    qtbot.waitUntil(lambda: ticks(studio)[:2] == ["No errors||", "No tests yet||"])
    edit(studio, qtbot, ROBOTS + b"\nSitemap: /sitemap.xml\n")
    qtbot.waitUntil(lambda: ticks(studio)[0] == "1 error||Show")
    studio.changes.panel.going_live.rows[0].link.click()
    assert studio.problems.panel.isVisible()


def test_file_to_upload_is_copied_as_it_is_in_the_editor(studio: Studio) -> None:
    act(studio, "simulate.changes")
    studio.changes.panel.going_live.copy_button.click()
    assert QApplication.clipboard().text().encode() == studio.editor.body()
