"""A survey in the whole window: read by separate processes, cancelled, exported."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.survey.agents import Surveyed
from robotstudio.survey.figures import FIGURES
from robotstudio.survey.reading.figures import figure_as, imprint_of
from robotstudio.survey.reading.inputs import shards_of
from robotstudio.survey.reading.running import Plan, SurveyProgress, run
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.survey.job import SurveyJob, SurveyResult
from robotstudio.ui.panels.survey.panel import SurveyPanel
from robotstudio.ui.shell import dialogs
from tests.survey.files import answers
from tests.survey.reading.archives import write_warc
from tests.ui.parts import click, offers, texts
from tests.ui.studios import Studios, act


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "many"
    folder.mkdir()
    for answer in answers(40):
        if answer.status == 200:
            (folder / f"{answer.host}.txt").write_bytes(answer.body)
    return folder


def read(qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, folder: Path) -> SurveyResult:
    monkeypatch.setattr(dialogs, "ask_survey_folder", lambda _: folder)
    act(studio, "fetch.survey")
    with qtbot.waitSignal(studio.survey.job.ended, timeout=600_000) as ended:
        studio.survey.panel.folder_button.click()
    assert ended.args is not None
    result = ended.args[0]
    assert isinstance(result, SurveyResult)
    return result


def test_a_folder_is_surveyed_in_two_clicks_and_a_figure_written(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    studio = studios.start()
    result = read(qtbot, studio, monkeypatch, folder)
    files = len(list(folder.iterdir()))
    assert result.survey.files == files
    assert studio.survey.panel.shown_table == result.tables["W-F2"]
    for form, theme in (("svg", "light"), ("pdf", "print"), ("png", "light"), ("csv", "")):
        path = tmp_path / f"figure.{form}"
        monkeypatch.setattr(dialogs, "ask_export_figure_path", lambda *_, path=path: path)
        with qtbot.waitSignal(studio.survey.writing.answered):
            studio.survey.panel.export_button.click()
        assert path.read_bytes() == figure_as(
            form, FIGURES["W-F2"], result.tables["W-F2"], theme, imprint_of([folder], result.survey)
        )
        assert studio.window.status_bar.message.text() == f"Saved to {path}."


def test_processes_wait_while_inputs_are_chosen_and_end_where_none_are(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    studio = studios.start()
    act(studio, "fetch.survey")
    before = set(multiprocessing.active_children())

    def begun() -> bool:
        return not before.issuperset(multiprocessing.active_children())

    def ask(_: object) -> Path | None:
        qtbot.waitUntil(begun, timeout=600_000)
        return chosen

    monkeypatch.setattr(dialogs, "ask_survey_folder", ask)
    chosen: Path | None = None
    studio.survey.panel.folder_button.click()
    qtbot.waitUntil(lambda: not begun(), timeout=600_000)
    chosen = folder
    with qtbot.waitSignal(studio.survey.job.ended, timeout=600_000):
        studio.survey.panel.folder_button.click()
    assert not begun()


def test_processes_that_wait_end_with_the_window(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    act(studio, "fetch.survey")
    before = set(multiprocessing.active_children())
    studio.survey.job.prepare()
    qtbot.waitUntil(lambda: set(multiprocessing.active_children()) > before, timeout=600_000)
    studio.survey.close()
    assert set(multiprocessing.active_children()) == before


def test_figures_are_shown_while_farms_are_still_looked_for(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    studio = studios.start()
    act(studio, "fetch.survey")
    panel = studio.survey.panel
    shown: list[tuple[bool, str, bool]] = []

    def look(_: object) -> None:
        shown.append((panel.shown_table is not None, panel.progress.text, panel.view.isEnabled()))
        panel.table.select_row(3)

    studio.survey.job.counted.connect(look)
    result = read(qtbot, studio, monkeypatch, folder)
    assert shown == [(True, "Looking for farms…", False)]
    assert panel.table.current_row == result.tables["W-F2"].rows[3]
    assert panel.view.isEnabled()
    assert not panel.progress.isVisible()
    assert set(result.tables) == set(FIGURES)
    panel.figures.setFocus()
    panel.figures.selectRow(list(FIGURES).index("S-3"))
    assert panel.shown_table == result.tables["S-3"]


def test_what_is_shown_of_a_survey_stays_until_all_of_the_next_is_there(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    studio = studios.start()
    first = read(qtbot, studio, monkeypatch, folder)
    panel = studio.survey.panel
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.com.txt").write_bytes(b"User-agent: *\nDisallow: /\n")
    shown: list[object] = []
    studio.survey.job.counted.connect(lambda _: shown.append(panel.shown_table))
    second = read(qtbot, studio, monkeypatch, tmp_path / "other")
    assert shown == [first.tables["W-F2"]]
    assert panel.shown_table == second.tables["W-F2"]


def test_figure_of_farms_that_was_chosen_before_they_are_known_is_shown_when_they_are(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    studio = studios.start()
    act(studio, "fetch.survey")
    panel = studio.survey.panel
    row = list(FIGURES).index("S-3")
    studio.survey.job.counted.connect(lambda _: panel.figures.selectRow(row))
    result = read(qtbot, studio, monkeypatch, folder)
    assert panel.figure.id == "S-3"
    assert tuple(panel.table.rows) == result.tables["S-3"].rows


def test_figure_that_cannot_be_written_is_said(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    studio = studios.start()
    read(qtbot, studio, monkeypatch, folder)
    shown: list[str] = []
    monkeypatch.setattr(dialogs, "ask_export_figure_path", lambda *_: tmp_path / "nowhere" / "figure.pdf")
    monkeypatch.setattr(dialogs, "show_error", lambda _, said: shown.append(said))
    with qtbot.waitSignal(studio.survey.writing.failed):
        studio.survey.panel.export_button.click()
    assert len(shown) == 1
    assert "figure.pdf" in shown[0]


def test_what_is_no_input_is_said_in_a_sentence(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    studio = studios.start()
    (tmp_path / "a.doc").write_bytes(b"x")
    monkeypatch.setattr(dialogs, "ask_survey_paths", lambda _: [tmp_path / "a.doc"])
    act(studio, "fetch.survey")
    with qtbot.waitSignal(studio.survey.job.failed, timeout=600_000):
        studio.survey.panel.files_button.click()
    assert "is neither a folder, nor an archive" in studio.survey.panel.state.text()


def test_survey_that_is_given_up_leaves_what_was_found_before(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    studio = studios.start()
    result = read(qtbot, studio, monkeypatch, folder)
    panel = studio.survey.panel
    panel.folder_button.click()
    panel.progress.cancel()
    assert not panel.progress.isVisible()
    assert panel.state.text() == "Stopped; what was found before is still shown."
    assert panel.shown_table == result.tables["W-F2"]


def test_a_host_opens_its_file_in_the_editor(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    studio = studios.start()
    read(qtbot, studio, monkeypatch, folder)
    path = next(path for path in sorted(folder.iterdir()) if path.stat().st_size)
    host = path.name.removesuffix(".txt")
    with qtbot.waitSignal(studio.survey.files.answered, timeout=600_000):
        studio.survey.open_file(host)
    assert studio.tabs.front.editor.body() == path.read_bytes()
    with qtbot.waitSignal(studio.survey.files.answered, timeout=600_000):
        studio.survey.open_file("nowhere.example")
    assert studio.survey.panel.state.text() == "The file of nowhere.example no longer exists."


def test_an_older_survey_says_who_began_to_block_and_farms_are_compared(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, closed in (("older", b""), ("newer", b" /")):
        (tmp_path / name).mkdir()
        for host in ("a.com", "b.com"):
            body = b"User-agent: GPTBot\nDisallow:%s\n" % closed
            (tmp_path / name / f"{host}.txt").write_bytes(body + b"# of b\n" * (host == "b.com"))
    studio = studios.start()
    read(qtbot, studio, monkeypatch, tmp_path / "newer")
    survey = studio.survey
    with qtbot.waitSignal(survey.kinships.answered, timeout=600_000):
        survey.panel.view.set_current(2)
    assert [row[0] for row in survey.panel.clusters.members.rows] == ["b.com", "a.com"]
    monkeypatch.setattr(dialogs, "ask_survey_folder", lambda _: tmp_path / "older")
    survey.panel.view.set_current(3)
    with qtbot.waitSignal(survey.job.ended, timeout=600_000):
        survey.panel.changes.folder_button.click()
    assert survey.panel.changes.older.text() == "older"
    assert [row[0] for row in survey.panel.changes.hosts.rows] == ["a.com", "b.com"]
    with qtbot.waitSignal(survey.files.answered, timeout=600_000):
        survey.open_file("a.com")
    assert studio.tabs.front.editor.body() == b"User-agent: GPTBot\nDisallow: /\n", "the newer file is opened"


_PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from robotstudio.survey.reading.unfinished import Unfinished
from robotstudio.ui.panels.survey.job import SurveyJob

if __name__ == "__main__":
    program = QCoreApplication([])
    job = SurveyJob(program, Unfinished(Path(sys.argv[1])))
    job.start([Path(sys.argv[2])])
    program.exec()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise on this system")
def test_survey_that_was_killed_is_offered_and_goes_on(qtbot: QtBot, studios: Studios, tmp_path: Path) -> None:
    inputs = tmp_path / "many"
    inputs.mkdir()
    some = [answer for answer in answers(2000) if answer.status is not None]
    for number in range(12):
        write_warc(inputs / f"{number:02}.warc.gz", some[number::12])
    studio = studios.start()
    kept = studio.survey.unfinished.folder
    (tmp_path / "program.py").write_text(_PROGRAM)
    surroundings = {**os.environ, "PYTHONPATH": str(Path.cwd()), "TMPDIR": str(tmp_path)}
    began = subprocess.Popen([sys.executable, tmp_path / "program.py", kept, inputs], env=surroundings)
    while began.poll() is None and not list(kept.glob("*.part")):
        with contextlib.suppress(subprocess.TimeoutExpired):
            began.wait(0.01)
    began.kill()
    assert began.wait() == -signal.SIGKILL
    done = {path.name: path.stat().st_mtime_ns for path in kept.glob("*.part")}
    assert 0 < len(done) < 12
    act(studio, "fetch.survey")
    survey = studio.survey
    assert "The survey of “many” is not finished." in texts(survey.panel.hint)[0]
    told: list[SurveyProgress] = []
    survey.job.progressed.connect(told.append)
    with qtbot.waitSignal(survey.job.ended, timeout=600_000) as ended:
        click(survey.panel.hint, "Resume")
    assert told[0].done == len(done), "what was done is not done again"
    assert ended.args is not None
    assert ended.args[0].survey.partial == run(shards_of(inputs), Plan(Surveyed())).survey.partial
    assert not list(kept.iterdir())


def test_survey_that_was_given_up_can_be_gone_on_with(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    studio = studios.start()
    monkeypatch.setattr(dialogs, "ask_survey_folder", lambda _: folder)
    act(studio, "fetch.survey")
    panel = studio.survey.panel
    with qtbot.waitSignal(studio.survey.job.progressed, timeout=600_000):
        panel.folder_button.click()
    assert not offers(panel.hint), "it is going on"
    panel.progress.cancel()
    with qtbot.waitSignal(studio.survey.job.ended, timeout=600_000):
        click(panel.hint, "Resume")
    assert panel.shown_table is not None


def opened(studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path) -> tuple[SurveyPanel, SurveyJob]:
    studio = studios.start()
    monkeypatch.setattr(dialogs, "ask_survey_folder", lambda _: folder)
    act(studio, "fetch.survey")
    return studio.survey.panel, studio.survey.job


def test_survey_that_was_given_up_while_its_farms_were_looked_for_is_there_but_for_them(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    panel, job = opened(studios, monkeypatch, folder)
    job.counted.connect(lambda _: panel.progress.cancel())
    with qtbot.waitSignal(job.counted, timeout=600_000):
        panel.folder_button.click()
    assert panel.view.isEnabled()
    assert panel.shown_table is not None
    assert texts(panel.clusters.footer) == ["The search for farms was stopped."]
    panel.view.set_current(2)
    assert not panel.export_button.isEnabled(), "there are no farms to be written"
    panel.view.set_current(0)
    assert panel.export_button.isEnabled()

    panel.figures.select_row(next(figure.id for figure in FIGURES.values() if figure.needs_clusters))
    assert not panel.export_button.isEnabled(), "no figure stands there as another"
    with qtbot.waitSignal(job.ended, timeout=600_000):
        click(panel.hint, "Resume")
    assert panel.shown_table is not None
    assert panel.export_button.isEnabled()
    assert panel.clusters.shown_table is not None


def test_figure_of_farms_is_not_another_one_while_they_are_looked_for(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    panel, job = opened(studios, monkeypatch, folder)
    clusters = next(figure.id for figure in FIGURES.values() if figure.needs_clusters)
    said: list[list[str]] = []

    def look() -> None:
        panel.figures.select_row(clusters)
        said.append([text for text in texts(panel.hint) if text])

    job.counted.connect(look)
    with qtbot.waitSignal(job.ended, timeout=600_000):
        panel.folder_button.click()
    assert said == [["Looking for farms…"]]
    assert panel.shown_table is not None


def test_input_without_any_answer_is_told_and_not_offered_again(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    (folder / "a.csv").write_text("colour,size\nred,1\n", "utf-8")
    studio = studios.start()
    monkeypatch.setattr(dialogs, "ask_survey_folder", lambda _: folder)
    act(studio, "fetch.survey")
    with qtbot.waitSignal(studio.survey.job.failed, timeout=600_000):
        studio.survey.panel.folder_button.click()
    assert any("a.csv” has no column of hosts" in text for text in texts(studio.survey.panel))
    assert not any(each.text() == "Resume" and not each.isHidden() for each in offers(studio.survey.panel))
