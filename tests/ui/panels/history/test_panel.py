"""The History tab: what it shows, and which signals it emits."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox
from pytestqt.qtbot import QtBot

from robotstudio.draft.changes.text_comparison import VerdictScope, rows_of, version_changes
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.model import Entry
from robotstudio.ui.jobs.histories import Snapshot, Version, VersionPair
from robotstudio.ui.panels.history.panel import HistoryPanel
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.segmented import SegmentedControl
from tests.fetch.history.evidences import HOST, ONE, TWO, answered, failed
from tests.ui.panels.history.conftest import snapshot_of
from tests.ui.parts import part_of
from tests.work import lines_run

SUBJECT = VerdictScope(UrlTable(["/one", "/two", "/other"]), (CRAWLERS["Googlebot"],))


@pytest.fixture
def panel(qtbot: QtBot) -> HistoryPanel:
    panel = HistoryPanel()
    panel.set_path("/home/someone/history.sqlite")
    panel.resize(700, 600)
    qtbot.addWidget(panel)
    panel.show()
    return panel


def rows(panel: HistoryPanel) -> list[str]:
    """Return the accessible texts of the timeline, without the times."""
    model = panel.timeline.entries_model
    texts = [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]
    return [text.split(", ", 2)[2] for text in texts]  # after day and time


def select(panel: HistoryPanel, *chosen: int) -> None:
    """Select rows of the timeline."""
    model, selection = panel.timeline.entries_model, panel.timeline.selectionModel()
    selection.clearSelection()
    for row in chosen:
        selection.select(model.index(row, 0), QItemSelectionModel.SelectionFlag.Select)


def compared(panel: HistoryPanel, older: tuple[Entry, bytes] | None, newer: tuple[Entry, bytes]) -> None:
    """Give the panel the comparison that it requested."""
    pair = VersionPair(Version(*older) if older else None, Version(*newer))
    panel.show_changes(pair, version_changes(older[1] if older else b"", newer[1], SUBJECT, lambda: False))


def test_an_empty_history_says_how_to_begin(panel: HistoryPanel, qtbot: QtBot) -> None:
    assert panel.empty.isVisible()
    with qtbot.waitSignal(panel.address_requested):
        panel.empty.action_triggered.emit()
    panel.keeps.click()
    assert not panel.is_kept


def test_the_tab_says_where_the_history_is(panel: HistoryPanel, path: Path) -> None:
    panel.show_snapshot(snapshot_of(path, answered()))
    assert panel.footer.remark == "1,024 B of at most 128 MiB in /home/someone/history.sqlite"


def test_signs_of_the_hosts_follow_the_theme(panel: HistoryPanel, path: Path) -> None:
    panel.show_snapshot(snapshot_of(path, answered()))
    hosts = panel.findChildren(QComboBox)[0]
    before = hosts.itemIcon(0).pixmap(16).toImage()
    theme.set_mode(Mode.DARK)
    assert hosts.itemIcon(0).pixmap(16).toImage() != before


def test_the_timeline_tells_what_was_new(panel: HistoryPanel, path: Path) -> None:
    fetches = (answered(), answered(), answered(b"", 304), answered(b"down", 503), failed(), answered(TWO))
    panel.show_snapshot(snapshot_of(path, *fetches))
    assert rows(panel) == [
        f"200, status changed (was timed out), content changed, +{len(TWO) - len(ONE)} B, {len(TWO)} B",
        "timed out, status changed (was 503), 0 B",
        "503, status changed (was 200), 4 B".replace("was 200", "was 304"),
        f"304, unchanged, says the server, {len(ONE)} B",
        f"200, unchanged, {len(ONE)} B",
        f"200, first fetch, {len(ONE)} B",
    ]


# Each row: the fetches, the selected rows, and the rows of the requested pair (None: the one before).
WANTED: dict[str, tuple[tuple[Evidence, ...], tuple[int, ...], tuple[int | None, int] | None]] = {
    "one": ((answered(), answered(TWO)), (0,), (None, 0)),
    "two": ((answered(), answered(TWO), answered()), (0, 2), (2, 0)),
    "three": ((answered(), answered(TWO), answered()), (0, 1, 2), (2, 0)),
    "a failure with a file": ((answered(), failed(), answered()), (1, 2), (None, 2)),
    "a failure": ((answered(), failed(), answered()), (1,), None),
}


@pytest.mark.parametrize("name", WANTED)
def test_what_is_selected_is_compared(panel: HistoryPanel, path: Path, name: str) -> None:
    fetches, chosen, wanted = WANTED[name]
    panel.show_snapshot(snapshot_of(path, *fetches))
    entries = panel.timeline.entries_model.entries
    asked: list[tuple[Entry | None, Entry]] = []
    panel.versions_wanted.connect(lambda older, newer: asked.append((older, newer)))
    select(panel, *chosen)
    if wanted is None:
        assert panel.compare.hint.isVisible()
        assert not panel.compare.restore_button.isEnabled()
    else:
        older, newer = wanted
        assert asked[-1] == (None if older is None else entries[older], entries[newer])


def shown_pair(panel: HistoryPanel, path: Path) -> Snapshot:
    """Return two versions, compared."""
    snapshot = snapshot_of(path, answered(), answered(TWO))
    panel.show_snapshot(snapshot)
    newer, older = snapshot.entries
    compared(panel, (older, ONE), (newer, TWO))
    return snapshot


def test_two_versions_are_shown_as_text_and_as_verdicts(panel: HistoryPanel, path: Path) -> None:
    shown_pair(panel, path)
    assert panel.compare.text.isVisible()
    assert panel.compare.text.toPlainText().endswith("+ Disallow: /two")
    QTest.mouseClick(
        part_of(panel.compare, SegmentedControl).findChildren(QAbstractButton)[1], Qt.MouseButton.LeftButton
    )
    model = panel.compare.flips.flips_model
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == [
        "Line 3: Disallow: /two is new · 1 URL becomes blocked",
        "/two, becomes blocked: Googlebot",
    ]


def test_f7_walks_through_the_changes(panel: HistoryPanel, path: Path) -> None:
    shown_pair(panel, path)
    panel.compare.text.setFocus()
    QTest.keyClick(panel.compare.text, Qt.Key.Key_F7)
    assert panel.compare.text.current_run == 0
    assert panel.compare.text.textCursor().block().text() == "+ Disallow: /two"


def test_the_first_version_has_no_verdicts_to_compare(panel: HistoryPanel, path: Path) -> None:
    snapshot = snapshot_of(path, answered())
    panel.show_snapshot(snapshot)
    compared(panel, None, (snapshot.entries[0], ONE))
    part_of(panel.compare, SegmentedControl).set_current(1)
    assert panel.compare.hint.isVisible()
    assert panel.compare.restore_button.isEnabled()


def test_versions_that_are_no_longer_selected_are_dropped(panel: HistoryPanel, path: Path) -> None:
    snapshot = snapshot_of(path, answered(), answered(TWO))
    panel.show_snapshot(snapshot)
    newer, older = snapshot.entries
    select(panel, 1)
    compared(panel, (older, ONE), (newer, TWO))
    assert panel.compare.text.toPlainText() == ""


def test_selection_and_place_survive_a_new_fetch(panel: HistoryPanel, path: Path) -> None:
    panel.show_snapshot(snapshot_of(path, *(answered(hour=hour) for hour in range(50))))
    select(panel, 30)
    chosen = panel.timeline.selected_entries()
    panel.timeline.verticalScrollBar().setValue(200)
    panel.show_snapshot(snapshot_of(path, answered(TWO, hour=51)))
    assert panel.timeline.selected_entries() == chosen
    assert panel.timeline.verticalScrollBar().value() == 200


def test_the_newest_stays_selected_while_nothing_else_was_chosen(panel: HistoryPanel, path: Path) -> None:
    panel.show_snapshot(snapshot_of(path, answered()))
    panel.show_snapshot(snapshot_of(path, answered(TWO)))
    assert [entry.size for entry in panel.timeline.selected_entries()] == [len(TWO)]


def test_the_rule_at_the_caret_is_asked_about(panel: HistoryPanel, path: Path, qtbot: QtBot) -> None:
    snapshot = shown_pair(panel, path)
    with qtbot.waitSignal(panel.rule_asked) as asked:
        panel.compare.text.go_to_run(0)
    assert asked.args == [HOST, "Disallow: /two"]
    panel.show_since("Disallow: /two", snapshot.entries[0])
    assert panel.compare.since.text().startswith("“Disallow: /two” stands since ")
    panel.show_since("Disallow: /late", None)
    assert panel.compare.since.text().startswith("“Disallow: /two” stands since ")
    panel.show_since("Disallow: /two", None)
    assert panel.compare.since.text() == "“Disallow: /two” is not in the newest file."


def test_what_can_be_done_with_a_version_is_asked_for(panel: HistoryPanel, path: Path, qtbot: QtBot) -> None:
    snapshot = shown_pair(panel, path)
    with qtbot.waitSignal(panel.restore_requested) as restored:
        panel.compare.restore_button.click()
    with qtbot.waitSignal(panel.baseline_requested) as baseline:
        panel.compare.baseline_button.click()
    assert restored.args == baseline.args == [snapshot.entries[0]]


def test_what_can_be_done_with_a_host_is_asked_for(panel: HistoryPanel, path: Path, qtbot: QtBot) -> None:
    panel.show_snapshot(snapshot_of(path, answered()))
    with qtbot.waitSignal(panel.export_requested) as exported:
        panel.tools.export_button.click()
    with qtbot.waitSignal(panel.forget_requested) as forgotten:
        panel.tools.forget_button.click()
    with qtbot.waitSignal(panel.interval_chosen) as watched:
        panel.tools.intervals.activated.emit(2)
    assert exported.args == [HOST]
    assert forgotten.args == [HOST, 1]
    assert watched.args == [HOST, panel.tools.intervals.itemData(2)]


def test_a_thousand_fetches_are_painted_only_as_far_as_they_are_seen(panel: HistoryPanel, path: Path) -> None:
    answers = [answered((ONE, TWO)[hour % 3 == 0], hour=hour) for hour in range(1000)]
    few, many = snapshot_of(path, *answers[:100]), snapshot_of(path, *answers[100:])
    panel.show_snapshot(few)
    panel.grab()  # the first picture also lays out

    def show(snapshot: Snapshot) -> None:
        panel.show_snapshot(snapshot)
        panel.grab()

    lines = [lines_run(partial(show, snapshot)) for snapshot in (few, many)]
    assert lines[1] < 15 * lines[0]
    assert panel.timeline.entries_model.rowCount() == 1000


def test_hostile_texts_are_drawn_as_they_are(panel: HistoryPanel, path: Path) -> None:
    body = b"User-agent: *\nDisallow: /<b>\xff\x00\xe2\x80\xae\n" + b"Disallow: /" + b"x" * 100_000
    snapshot = snapshot_of(path, answered(), answered(body, headers=(("x", "\x00"),)))
    panel.show_snapshot(snapshot)
    newer, older = snapshot.entries
    compared(panel, (older, ONE), (newer, body))
    for view in (0, 1):
        part_of(panel.compare, SegmentedControl).set_current(view)
        assert not panel.grab().isNull()
    changes = panel.compare._changes
    assert changes
    assert rows_of(changes.text)
