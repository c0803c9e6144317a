"""The AI policy in the whole window: chosen, previewed, written, changed by hand, undone."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.changes.text_comparison import DiffRowKind
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.block import CHECK, check_of, find_block
from robotstudio.policy.model import ALLOW, BLOCK, choice_of
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.ai_policy.choices_page import PurposeChoice
from robotstudio.ui.panels.ai_policy.panel import FILES, MISSED, ONE_PAGE, SERVERS, SIGNALS, AiPolicyPanel
from robotstudio.ui.shell import dialogs
from tests.fetch.server import response, serve
from tests.ui.studios import Studios, act
from tests.ui.tables import texts_of

BODY = b"""\
User-agent: *
Disallow: /admin/

User-agent: GPTBot
Disallow: /
Allow: /docs/
Content-Signal: ai-train=yes
"""
_LEAVE, _ALLOW, _BLOCK, _PATHS, _AS_PURPOSE = range(5)


@pytest.fixture
def studio(qtbot: QtBot, studios: Studios) -> Studio:
    studio = studios.start()
    act(studio, "file.new")
    studio.editor.revise_body(BODY)
    act(studio, "crawlers.policy")
    wait(qtbot, studio)
    select(studio.ai_policy.panel, "ai-training")
    QTest.keyClick(studio.ai_policy.panel.choices.table, Qt.Key.Key_Right)
    return studio


def wait(qtbot: QtBot, studio: Studio) -> None:
    """Wait until the policy shown is that of the draft."""
    panel = studio.ai_policy.panel

    def is_shown() -> bool:
        study = panel.choices.study
        return study is not None and study.body == studio.editor.body() and not studio.ai_policy.is_busy

    qtbot.waitUntil(is_shown, timeout=60_000)


def select(panel: AiPolicyPanel, purpose: str, token: str = "") -> None:
    panel.choices.table.select_row((purpose, token))


def choose(qtbot: QtBot, studio: Studio, who: tuple[str, str], place: int) -> None:
    """Choose for a purpose in its row, for a crawler in the menu of its row."""
    panel = studio.ai_policy.panel
    select(panel, *who)
    table = panel.choices.table
    control = table.control_at(table.place)
    if isinstance(control, PurposeChoice):
        control.choices.set_current(place)
    else:
        panel.choices.open_choices(table.current_row).actions()[place].trigger()
    wait(qtbot, studio)


def cells(panel: AiPolicyPanel, title: str) -> list[str]:
    return next(row for row in texts_of(panel.choices.table) if row[0] == title)


def test_purposes_are_listed_with_their_crawlers_and_what_the_draft_does_to_them(studio: Studio) -> None:
    panel = studio.ai_policy.panel
    training = cells(panel, "AI training")
    assert (training[3], training[5]) == ("1 named", "1 mostly blocked")
    assert cells(panel, "GPTBot")[1:6] == ["OpenAI", "documented", "line 4", "Disallow: /", "mostly blocked"]
    assert cells(panel, "CCBot")[3:6] == ["no, *", "no rule of its own", "partly blocked"]
    assert not panel.write_button.isEnabled()
    assert not panel.remove_button.isEnabled()


def test_rule_is_shown_from_its_line_whatever_else_ends_lines_elsewhere(qtbot: QtBot, studio: Studio) -> None:
    studio.editor.revise_body("# one\u2028line\x0cof\x85comment\n".encode() + BODY)
    wait(qtbot, studio)
    assert cells(studio.ai_policy.panel, "GPTBot")[3:5] == ["line 5", "Disallow: /"]


def test_choice_for_a_purpose_is_shown_as_lines_and_written_in_one_undo_step(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    assert studio.editor.body() == BODY
    assert cells(panel, "CCBot")[6:] == ["block", "as chosen, proven"]
    assert cells(panel, "GPTBot")[7] == "not as chosen"
    assert cells(panel, "Bytespider")[7] == "ignores robots.txt"
    assert "+ # purpose ai-training: block" in panel.choices.preview.toPlainText()
    assert "GPTBot is named in line" in " ".join(panel.choices.follow_ups.sentences)
    panel.write_button.click()
    block = find_block(studio.editor.body(), CATALOGUE)
    assert block
    assert block.policy.purposes == {"ai-training": BLOCK}
    wait(qtbot, studio)
    assert not panel.write_button.isEnabled()
    studio.editor.undo()
    assert studio.editor.body() == BODY


def test_example_of_what_stays_allowed_shows_the_star_filled_and_its_line(qtbot: QtBot, studio: Studio) -> None:
    studio.editor.revise_body(BODY.replace(b"Allow: /docs/", b"Allow: /blog/*.html$\nAllow: /docs/"))
    wait(qtbot, studio)
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    said = next(each for each in studio.ai_policy.panel.choices.follow_ups.sentences if each.startswith("GPTBot is"))
    assert re.search(r"Lines 6 and 7 allow URLs such as /blog/any\.html, against the choice\.", said)


def test_folded_purposes_have_no_empty_columns_and_count_who_ignores_the_file(studio: Studio) -> None:
    panel = studio.ai_policy.panel
    panel.resize(1500, 800)
    table = panel.choices.table
    shown = [each.id for place, each in enumerate(table.columns) if not table.isColumnHidden(place)]
    assert "after" in shown
    QTest.keyClick(table, Qt.Key.Key_Left)
    shown = [each.id for place, each in enumerate(table.columns) if not table.isColumnHidden(place)]
    assert shown == ["crawler", "heeds", "named", "now", "choice"]
    assert re.fullmatch(r"\d+ ignore it", cells(panel, "AI training")[2])
    panel.resize(900, 700)
    control = table.control_at(0)
    assert control is not None
    assert control.width() >= control.sizeHint().width(), "no choice is cut"


def test_ai_training_is_kept_out_in_two_clicks_from_the_crawlers(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    panel.close()
    act(studio, "crawlers.choose")
    studio.crawlers.panel.training.click()
    wait(qtbot, studio)
    qtbot.waitUntil(panel.write_button.isEnabled)
    assert panel.isVisible()
    assert not studio.crawlers.panel.isVisible()
    assert "+ # purpose ai-training: block" in panel.choices.preview.toPlainText()
    assert studio.editor.body() == BODY
    assert panel.choices.table.current_row.purpose.id == "ai-training"


def test_crawler_gets_paths_of_its_own_and_what_is_no_path_is_said(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    bar = panel.choices.bar
    assert not bar.paths.isVisible()
    choose(qtbot, studio, ("ai-training", "CCBot"), _PATHS)
    assert bar.paths.isVisible()
    bar.paths.setText("press")
    QTest.keyClick(bar.paths, Qt.Key.Key_Return)
    assert bar.about.text() == "“press” must begin with a slash."
    bar.paths.setText("/press/ /about/")
    QTest.keyClick(bar.paths, Qt.Key.Key_Return)
    wait(qtbot, studio)
    assert panel.choices.study
    assert panel.choices.study.policy.crawlers == {"CCBot": choice_of("only /about/ /press/")}
    choose(qtbot, studio, ("ai-training", "CCBot"), _AS_PURPOSE)
    assert not panel.choices.study.policy.crawlers
    assert cells(panel, "CCBot")[6] == "block"


def test_keys_choose_fold_and_write(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    select(panel, "ai-training")
    table = panel.choices.table
    table.setFocus()
    for _ in range(2):
        QTest.keyClick(table, Qt.Key.Key_Space)
        wait(qtbot, studio)
    assert panel.choices.study
    assert panel.choices.study.policy.purposes == {"ai-training": BLOCK}
    rows = len(table.rows)
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert len(table.rows) < rows
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert len(table.rows) == rows
    QTest.keyClick(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert b"# BEGIN robotstudio ai-policy" in studio.editor.body()


def test_order_of_a_column_keeps_crawlers_below_their_purpose(studio: Studio) -> None:
    table = studio.ai_policy.panel.choices.table
    for descending in (False, True):
        table.sort_by("crawler", descending=descending)
        first = [row.crawler for row in table.rows if row.purpose.id == "ai-training"]
        assert first[0] is None
        titles = [row.crawler.title.casefold() for row in first[1:]]
        assert titles == sorted(titles, reverse=descending)
        assert [row.purpose.id for row in table.rows][:2] == ["ai-training"] * 2


def test_narrowed_list_shows_what_is_folded_too(studio: Studio) -> None:
    panel = studio.ai_policy.panel
    panel.field.setText("bing")
    titles = [row[0] for row in texts_of(panel.choices.table)]
    assert "Bingbot" in titles
    assert "GPTBot" not in titles
    panel.field.setText("ChatG")
    titles = [row[0] for row in texts_of(panel.choices.table)]
    assert {"GPTBot", "ChatGPT-User"} <= {*titles}
    assert "Bingbot" not in titles
    panel.field.clear()
    panel.named.setChecked(True)
    assert [row[0] for row in texts_of(panel.choices.table)] == ["AI training", "GPTBot"]
    panel.field.setText("nobody is called so")
    assert not texts_of(panel.choices.table)


def test_block_that_was_changed_by_hand_is_kept_until_somebody_says_what_is_to_become_of_it(
    qtbot: QtBot, studio: Studio
) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    panel.write_button.click()
    changed = studio.editor.body().replace(b"User-agent: CCBot\n", b"").replace(
        b"# END robotstudio", b"User-agent: CCBot\nAllow: /\n# END robotstudio"
    )  # fmt: skip
    studio.editor.revise_body(changed)
    wait(qtbot, studio)
    assert "changed by hand" in panel.notice.accessibleName()
    assert not panel.write_button.isEnabled()
    panel.notice.action_chosen.emit("take-over")
    wait(qtbot, studio)
    assert panel.choices.study
    assert panel.choices.study.policy.crawlers == {"CCBot": ALLOW}
    panel.write_button.click()
    block = find_block(studio.editor.body(), CATALOGUE)
    assert block
    assert (block.is_edited, block.policy.crawlers) == (False, {"CCBot": ALLOW})


def test_removing_gives_the_file_as_it_was(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    panel.write_button.click()
    wait(qtbot, studio)
    panel.remove_button.click()
    assert studio.editor.body() == BODY


def test_choices_can_be_reset(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    panel.reset_button.click()
    wait(qtbot, studio)
    assert panel.choices.study
    assert not panel.choices.study.policy.purposes
    assert not panel.write_button.isEnabled()


def test_draft_is_followed_and_choices_are_kept(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    studio.editor.revise_body(b"User-agent: CCBot\nDisallow: /x\n")
    assert not panel.write_button.isEnabled()
    wait(qtbot, studio)
    assert cells(panel, "CCBot")[3] == "line 1"
    assert panel.write_button.isEnabled()


def test_nothing_is_worked_out_while_the_window_is_not_seen(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    panel.close()
    studio.editor.revise_body(b"User-agent: CCBot\nDisallow: /\n")
    assert not studio.ai_policy.is_busy
    act(studio, "crawlers.policy")
    wait(qtbot, studio)
    assert cells(panel, "CCBot")[3] == "line 1"


def test_line_that_names_a_crawler_is_shown_in_the_draft(studio: Studio) -> None:
    panel = studio.ai_policy.panel
    panel.choices.table.link_clicked.emit(next(row for row in panel.choices.table.rows if row.who == "GPTBot"))
    assert studio.editor.caret_line == 4


def test_wishes_stand_side_by_side_with_their_contradictions(studio: Studio) -> None:
    panel = studio.ai_policy.panel
    panel.view.set_current(SIGNALS)
    (row,) = texts_of(panel.signals.table)
    assert row[:5] == ["7", "Content-Signal", "ai-train=yes", "GPTBot", "permitted"]
    assert "grants training, but the rules block all crawlers" in panel.signals.contradictions.text.toPlainText()


def test_files_for_ai_are_fetched_when_asked_and_held_against_the_draft_as_it_changes(
    qtbot: QtBot, studio: Studio
) -> None:
    files = studio.ai_policy.panel.files
    studio.ai_policy.panel.view.set_current(FILES)
    assert "only when you choose to" in files.table.nothing
    llms = b"# Shop\n## Docs\n- [A](/docs/a) words\n- [B](/admin/b)\n"
    with serve({"/llms.txt": response(200, llms)}) as server:
        files.address.setText(server.url)
        files.fetch_button.click()
        qtbot.waitUntil(lambda: bool(files.studies), timeout=20_000)
        asked = sorted(head.split()[1] for head in server.requests)
        assert asked == [b"/.well-known/ai.txt", b"/.well-known/tdmrep.json", b"/ai.txt", b"/llms.txt"]
        first, second = texts_of(files.table)
        assert (first[:2], first[3]) == (["llms.txt", "3"], "")
        assert (second[:2], second[3]) == (["llms.txt", "4"], "2")
        files.table.link_clicked.emit(files.table.rows[1])
        assert studio.editor.caret_line == 2
        studio.editor.revise_body(b"User-agent: *\nDisallow:\n")
        qtbot.waitUntil(lambda: len(files.table.rows) == 1, timeout=20_000)
        assert len(server.requests) == 4
    said = files.sentences.text.toPlainText()
    assert "ai.txt: not found." in said
    assert "Forecast of isitagentready/robotsTxt: passes." in said


def test_statements_about_a_page_are_fetched_when_asked_and_read_beside_the_draft(qtbot: QtBot, studio: Studio) -> None:
    page = studio.ai_policy.panel.one_page
    studio.ai_policy.panel.view.set_current(ONE_PAGE)
    assert "only when you choose to" in page.table.nothing
    studio.editor.revise_body(b"User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n")
    with serve({"/a": response(200, b"<html></html>", "Content-Usage: train-ai=y")}) as server:
        page.address.setText(f"{server.url}/a")
        page.fetch_button.click()
        qtbot.waitUntil(lambda: len(page.table.rows) == 2, timeout=20_000)
        asked = len(server.requests)
        assert texts_of(page.table)[0][:4] == ["Training", "Content-Signal", "robots.txt, line 2", "refuses it"]
        said = page.sentences.text.toPlainText()
        assert "Content-Signal (robots.txt, line 2) refuses it, but" in said
        assert f"{server.url}/a: " in said
        assert said.count("sha256 ") >= 1
        page.table.link_clicked.emit(page.table.rows[0])
        assert studio.editor.caret_line == 2
        studio.editor.revise_body(b"User-agent: *\nDisallow: /\n")
        qtbot.waitUntil(lambda: len(page.table.rows) == 1, timeout=20_000)
        assert len(server.requests) == asked
    assert "No statement contradicts another." in page.sentences.text.toPlainText()


def test_content_signal_is_written_in_one_undo_step(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = studio.ai_policy.panel
    panel.view.set_current(SIGNALS)
    row, before = panel.signals.row, studio.editor.body()
    QTest.keyClicks(row.address, "ai-train=no")
    QTest.keyClick(row.address, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: studio.editor.body() != before, timeout=60_000)
    assert studio.editor.body().startswith(b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /admin/\n")
    studio.editor.undo()
    assert studio.editor.body() == before
    told: list[str] = []
    monkeypatch.setattr(dialogs, "show_error", lambda _parent, said: told.append(said))
    row.address.setText("no training")
    row.button.click()
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    assert "is not a Content-Signal" in told[0]
    assert (row.button.text(), studio.editor.body()) == ("Write Content-Signal", before)


def test_what_is_no_address_of_a_page_is_told(studio: Studio) -> None:
    page = studio.ai_policy.panel.one_page
    for typed in ("mailto:a@shop.example", "/a"):
        page.address.setText(typed)
        page.fetch_button.click()
        assert page.table.nothing
        assert not page.table.rows


def test_what_is_no_site_is_told_in_place_of_files(qtbot: QtBot, studio: Studio) -> None:
    files = studio.ai_policy.panel.files
    files.address.setText("mailto:a@shop.example")
    files.fetch_button.click()
    qtbot.waitUntil(lambda: "not a web address" in files.table.nothing, timeout=20_000)


def test_what_the_file_misses_can_be_named(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    panel.write_button.click()
    body = studio.editor.body()
    block = find_block(body, CATALOGUE)
    assert block
    # As an older list of crawlers would have written it: without one, and with the matching checksum.

    lines = [line for line in block.lines if line != "User-agent: CCBot"]
    written = [f"{CHECK}{check_of(lines)}" if line.startswith(CHECK) else line for line in lines]
    studio.editor.revise_body("\n".join(written).encode() + b"\n" + BODY)
    wait(qtbot, studio)
    panel.view.set_current(MISSED)
    assert [row[0] for row in texts_of(panel.missed.table)] == ["CCBot"]
    panel.missed.show_lines.click()
    assert "+ User-agent: CCBot" in panel.choices.preview.toPlainText()
    panel.write_button.click()
    assert b"User-agent: CCBot\n" in studio.editor.body()


def test_rules_of_a_server_are_copied_and_saved_with_their_warning(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    panel = studio.ai_policy.panel
    panel.view.set_current(SERVERS)
    assert not panel.servers.copy_button.isEnabled()
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    page = panel.servers
    page.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("# robots.txt asks. These rules refuse:")
    assert "map $http_user_agent" in copied
    page.server.set_current(1)
    assert "RewriteEngine On" in page.code.toPlainText()
    assert "Google-Extended" in page.left_out.text()
    monkeypatch.setattr(dialogs, "ask_save_server_rules_path", lambda *_: tmp_path / "policy.conf")
    page.save_button.click()
    assert (tmp_path / "policy.conf").read_text("utf-8") == page.code.toPlainText()
    failures: list[str] = []
    monkeypatch.setattr(dialogs, "ask_save_server_rules_path", lambda *_: tmp_path / "none" / "policy.conf")
    monkeypatch.setattr(dialogs, "show_error", lambda _parent, sentence, *_: failures.append(sentence))
    page.save_button.click()
    assert len(failures) == 1


def test_crawler_that_no_line_can_name_is_told_of_with_the_reason(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("search", ""), _BLOCK)
    said = " ".join(panel.choices.follow_ups.sentences)
    assert "Sogou web spider cannot be named: its name has a space" in said


def test_lines_are_only_added_by_a_first_block(qtbot: QtBot, studio: Studio) -> None:
    choose(qtbot, studio, ("ai-search", ""), _ALLOW)
    study = studio.ai_policy.panel.choices.study
    assert study
    assert DiffRowKind.REMOVED not in {row.kind for row in study.rows}


def test_crawler_that_is_named_elsewhere_follows_only_the_block_after_one_click(qtbot: QtBot, studio: Studio) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-training", ""), _BLOCK)
    (button,) = panel.choices.follow_ups.buttons
    assert button.text() == "Follow only the policy"
    assert button.toolTip() == "Removes GPTBot from the group in line 4, in one undo step."
    button.click()
    wait(qtbot, studio)
    assert studio.editor.body().startswith(b"# BEGIN robotstudio ai-policy")
    assert studio.editor.body().endswith(b"# END robotstudio ai-policy\nUser-agent: *\nDisallow: /admin/\n\n")
    assert studio.editor.body().count(b"User-agent: GPTBot\n") == 1
    assert "GPTBot follows only the policy now." in studio.page.notices.bar.accessibleName()
    assert cells(panel, "GPTBot")[7] == "as chosen, proven"
    assert panel.choices.follow_ups.buttons == ()
    studio.editor.undo()
    assert studio.editor.body() == BODY


def test_groups_stay_if_another_crawler_would_change(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = b"User-agent: *\nCrawl-delay: 5\nUser-agent: GPTBot\nDisallow: /a\n"
    studio.editor.revise_body(shared)
    wait(qtbot, studio)
    choose(qtbot, studio, ("ai-training", "GPTBot"), _BLOCK)
    failures: list[str] = []
    monkeypatch.setattr(dialogs, "show_error", lambda _parent, sentence, *_: failures.append(sentence))
    studio.ai_policy.follow_only_block([CATALOGUE.crawlers["GPTBot"]])
    wait(qtbot, studio)
    assert failures[0].startswith("The file is unchanged: without the lines that name GPTBot, verdicts for ")
    assert studio.editor.body() == shared


def test_crawlers_that_lose_the_rules_for_all_are_left_as_they_are_after_one_click(
    qtbot: QtBot, studio: Studio
) -> None:
    panel = studio.ai_policy.panel
    choose(qtbot, studio, ("ai-search", ""), _ALLOW)
    assert panel.choices.study
    assert panel.choices.study.outcome
    dropped = {each.crawler.token for each in panel.choices.study.outcome.dropped}
    assert dropped
    (button,) = panel.choices.follow_ups.buttons
    assert button.text() == "Leave them as they are"
    button.click()
    wait(qtbot, studio)
    assert not any("no longer follow" in each for each in panel.choices.follow_ups.sentences)
    assert {*panel.choices.study.policy.crawlers} == dropped


def test_without_choices_nothing_follows(studio: Studio) -> None:
    assert not studio.ai_policy.panel.choices.follow_ups.isVisible()
