"""The report in the window: it has all known facts, the choices change it, and every format can be saved."""

import json
import zipfile
from hashlib import sha256
from pathlib import Path

import pypdfium2
import pytest
from pytestqt.qtbot import QtBot

from robotstudio import assets
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.fetch.variants import Variant, VariantReport
from robotstudio.project.file.model import Project, ProjectReport
from robotstudio.project.file.project_file import load, load_stamped
from robotstudio.project.file.project_file import save as save_project
from robotstudio.report.formats import FORMATS
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.report.panel import ReportPanel
from robotstudio.ui.shell import dialogs
from tests.fetch.server import response, serve
from tests.report.test_logo import png
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.studios import ROBOTS, act, settle


@pytest.fixture
def panel(studio: Studio, qtbot: QtBot) -> ReportPanel:
    settle(studio)
    act(studio, "file.report")
    panel = studio.report.panel
    qtbot.waitUntil(lambda: panel.report is not None and panel.save_button.isEnabled(), timeout=60_000)
    return panel


def shown(panel: ReportPanel) -> str:
    """Return the words of the report whose pages are shown."""
    return FORMATS["json"].write(panel.report).decode() if panel.report else ""


def wait_for(panel: ReportPanel, text: str, qtbot: QtBot, *, is_there: bool = True) -> None:
    qtbot.waitUntil(lambda: (text in shown(panel)) is is_there and panel.save_button.isEnabled(), timeout=60_000)


def save(panel: ReportPanel, path: Path, form: str, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> bytes:
    monkeypatch.setattr(dialogs, "ask_save_report_path", lambda *_: path)
    panel.formats.setCurrentIndex(panel.formats.findData(form))
    panel.save_button.click()
    qtbot.waitUntil(lambda: path.name in panel.said.text(), timeout=60_000)
    return path.read_bytes()


def test_report_is_of_the_draft_with_what_is_known(panel: ReportPanel) -> None:
    assert "Report on robots.txt" in shown(panel)
    assert "The answer in five lines" in shown(panel)
    assert "Disallow: /private/" in shown(panel)
    assert not panel.sections["server"].isEnabled()
    assert panel.sections["server"].text() == "The server's answer (no data)"
    assert "The server's answer" not in shown(panel)


def test_sections_title_author_and_notes_follow_at_once(panel: ReportPanel, qtbot: QtBot) -> None:
    panel.sections["ai-policy"].setChecked(False)
    wait_for(panel, "robots.txt asks; it does not stop", qtbot, is_there=False)
    panel.title.setText("An audit")
    panel.author.setText("Anna <b>Berg</b>")
    panel.notes.setPlainText("Two questions.")
    wait_for(panel, "Two questions.", qtbot)
    assert panel.report is not None
    assert panel.report.title == "An audit"
    assert panel.report.subtitle.endswith("by Anna <b>Berg</b>")


def test_report_follows_the_draft_while_its_window_is_open(panel: ReportPanel, studio: Studio, qtbot: QtBot) -> None:
    studio.editor.replace_body(b"User-agent: *\nDisallow: /other/\n")
    wait_for(panel, "Disallow: /other/", qtbot)
    assert "Disallow: /private/ became /other/" in shown(panel)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_saved(
    form: str, panel: ReportPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = tmp_path / f"report.{form}"
    body = save(panel, path, form, monkeypatch, qtbot)
    assert panel.said.text() == f"Saved as report.{form}."
    if form == "xlsx":
        assert zipfile.is_zipfile(path)
    elif form == "json":
        assert json.loads(body)["sections"][0]["id"] == "answer"
    else:
        begins = {
            "html": b"<!DOCTYPE html>",
            "md": b"# Report",
            "csv": b"section,table,",
            "pdf": b"%PDF-",
            "tickets": b"# Report",
            "jira": b"Summary,Issue Type,",
        }
        assert body.startswith(begins[form])


def test_what_was_saved_can_be_opened(
    panel: ReportPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(dialogs, "open_outside", opened.append)
    assert not panel.open_button.isVisible()
    save(panel, tmp_path / "r.html", "html", monkeypatch, qtbot)
    panel.open_button.click()
    assert opened == [tmp_path / "r.html"]


def test_place_where_nothing_can_be_written_is_told(
    panel: ReportPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_report_path", lambda *_: tmp_path / "missing" / "r.html")
    panel.save_button.click()
    qtbot.waitUntil(lambda: bool(panel.said.text()), timeout=60_000)
    assert "r.html" in panel.said.text()
    assert not panel.open_button.isVisible()


def test_logo_is_taken_refused_in_a_sentence_and_removed(
    panel: ReportPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = tmp_path / "logo.png"
    path.write_bytes(b"<svg/>")
    monkeypatch.setattr(dialogs, "ask_logo_path", lambda *_: path)
    panel.logo_button.click()
    assert "is neither PNG nor JPEG" in panel.said.text()
    assert panel.logo.text() == "none"
    path.write_bytes(png())
    panel.logo_button.click()
    assert (panel.logo.text(), panel.logo_button.text()) == ("logo.png", "Remove logo")
    qtbot.waitUntil(lambda: panel.report is not None and panel.report.logo is not None, timeout=60_000)
    panel.logo_button.click()
    qtbot.waitUntil(lambda: panel.report is not None and panel.report.logo is None, timeout=60_000)
    assert panel.logo.text() == "none"


def test_nothing_is_loaded_or_worked_out_before_it_is_asked_for(studio: Studio) -> None:
    settle(studio)
    assert not studio.report.has_panel
    assert studio.editor.body() == ROBOTS


LOG = '192.0.2.1 - - [{day:02}/Sep/2026:10:00:00 +0000] "GET {target} HTTP/1.1" 200 12 "-" "StractBot/1.0"\n'


def test_logs_that_were_judged_in_the_window_are_in_the_report_with_their_days_and_hashes(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log, version = tmp_path / "access.log", tmp_path / "then.txt"
    log.write_text("".join(LOG.format(day=day, target="/a") for day in range(1, 9)), "utf-8")
    version.write_bytes(b"User-agent: *\nDisallow: /a\n")
    act(studio, "crawlers.compliance")
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: version)
    studio.compliance.panel.versions.file_button.click()
    monkeypatch.setattr(dialogs, "ask_log_paths", lambda *_: [log])
    with qtbot.waitSignal(studio.compliance.job.background.answered, timeout=60_000):
        studio.compliance.panel.add_button.click()
    settle(studio)
    act(studio, "file.report")
    panel = studio.report.panel
    wait_for(panel, "StractBot did not obey it.", qtbot)
    assert sha256(log.read_bytes()).hexdigest() in shown(panel).replace("\n", "")
    page = save(panel, tmp_path / "report.html", "html", monkeypatch, qtbot).decode()
    assert "<title>StractBot: requests a day</title>" in page
    assert "In 8 days, 0 requests for open URLs, 8 for blocked ones." in page
    rows = save(panel, tmp_path / "report.csv", "csv", monkeypatch, qtbot).decode().splitlines()
    assert "logs,days,StractBot,2026-09-03,0,1,0" in rows
    assert save(panel, tmp_path / "report.pdf", "pdf", monkeypatch, qtbot).startswith(b"%PDF")


def test_other_addresses_of_the_site_are_in_the_report_where_they_were_asked(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = VariantReport((Variant(SUCCESS, "https://www.example.com", 1, ""),))
    monkeypatch.setattr(type(studio.fetch), "variants", report)
    studio.session.set_scenario(HttpScenario(fetched=SUCCESS), is_own_choice=False)
    settle(studio)
    act(studio, "file.report")
    wait_for(studio.report.panel, "The other addresses of the site", qtbot)


def test_preview_shows_every_page_that_the_pdf_has(
    panel: ReportPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    document = pypdfium2.PdfDocument(save(panel, tmp_path / "report.pdf", "pdf", monkeypatch, qtbot))
    assert panel.preview.count == len(document) > 1
    document.close()
    assert not panel.preview.horizontalScrollBar().isVisible()


def test_last_report_is_compared_with_refused_in_a_sentence_and_removed(
    panel: ReportPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    last = tmp_path / "last.json"
    last.write_bytes(b"{}")
    monkeypatch.setattr(dialogs, "ask_earlier_report_path", lambda *_: last)
    panel.earlier_button.click()
    assert panel.said.text().startswith("“last.json” is not a report as JSON.")
    save(panel, last, "json", monkeypatch, qtbot)
    panel.earlier_button.click()
    assert (panel.earlier.text(), panel.earlier_button.text()) == ("last.json", "Remove")
    wait_for(panel, '"id": "since"', qtbot)
    assert "Earlier report" in shown(panel)
    panel.earlier_button.click()
    wait_for(panel, '"id": "since"', qtbot, is_there=False)


def test_colour_and_fonts_are_taken_and_refused_in_a_sentence(
    panel: ReportPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    panel.colour.setText("#ffcc00")
    qtbot.waitUntil(lambda: "too light for text" in panel.said.text(), timeout=60_000)
    panel.colour.setText("#7a1f5c")
    qtbot.waitUntil(lambda: panel.report is not None and panel.report.accent == "#7a1f5c", timeout=60_000)
    monkeypatch.setattr(dialogs, "ask_fonts_path", lambda *_: tmp_path)
    panel.fonts_button.click()
    assert "contains no fonts" in panel.said.text()
    monkeypatch.setattr(dialogs, "ask_fonts_path", lambda *_: assets.path("fonts"))
    panel.fonts_button.click()
    assert panel.fonts.text() == "Inter"
    qtbot.waitUntil(lambda: panel.report is not None and panel.report.fonts is not None, timeout=60_000)
    panel.fonts_button.click()
    assert panel.fonts.text() == "none"


def kept_project(folder: Path) -> Path:
    """Save a project that says for whom its reports are."""
    folder.mkdir()
    (folder / "logo.png").write_bytes(png())
    (folder / "own.md").write_text("Of the project.\n", "utf-8")
    (folder / "robots.txt").write_bytes(ROBOTS)
    report = ProjectReport("Of the shop", "Garden Ltd", "Anna Berg", colour="#1a6b3c", logo="logo.png", notes="own.md")
    path = folder / "shop.robotstudio"
    save_project(path, Project(site="https://example.com", file="robots.txt", report=report))
    return path


def test_window_shows_what_the_project_has_for_its_reports(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    settle(studio)
    path = kept_project(tmp_path / "shop")
    assert studio.projects.take(path, *load_stamped(path))
    settle(studio)
    act(studio, "file.report")
    panel = studio.report.panel
    wait_for(panel, "Of the project.", qtbot)
    assert panel.report is not None
    assert (panel.report.title, panel.report.accent, panel.logo.text()) == ("Of the shop", "#1a6b3c", "logo.png")
    assert (panel.client.text(), panel.author.text(), panel.agency.text()) == ("Garden Ltd", "Anna Berg", "")
    assert panel.report.logo is not None
    assert not studio.projects.is_unsaved


def test_window_keeps_its_choices_with_the_project(
    studio: Studio, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(studio)
    path = kept_project(tmp_path / "shop")
    assert studio.projects.take(path, *load_stamped(path))
    settle(studio)
    act(studio, "file.report")
    panel = studio.report.panel
    wait_for(panel, "Of the project.", qtbot)
    panel.client.setText("Garden & Sons")
    panel.colour.setText("#1a")  # still being typed
    (path.parent / "new.png").write_bytes(png())
    panel.logo_button.click()
    monkeypatch.setattr(dialogs, "ask_logo_path", lambda *_: path.parent / "new.png")
    panel.logo_button.click()
    assert studio.projects.is_unsaved
    assert studio.projects.save()
    kept = load(path).report
    assert (kept.title, kept.client, kept.colour, kept.logo, kept.notes) == (
        "Of the shop",
        "Garden & Sons",
        "#1a6b3c",
        "new.png",
        "own.md",
    )


def test_choices_without_a_project_are_kept_with_the_first_one(
    panel: ReportPanel, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.robotstudio"
    panel.client.setText("Garden Ltd")
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_, **__: tmp_path / "robots.txt")
    monkeypatch.setattr(dialogs, "ask_save_project_path", lambda *_: path)
    assert studio.projects.save_as()
    assert load(path).report == ProjectReport(client="Garden Ltd")
    assert panel.client.text() == "Garden Ltd"


def test_file_of_the_project_that_cannot_be_read_is_told_and_stays(
    studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    settle(studio)
    path = kept_project(tmp_path / "shop")
    (path.parent / "logo.png").unlink()
    assert studio.projects.take(path, *load_stamped(path))
    settle(studio)
    act(studio, "file.report")
    panel = studio.report.panel
    wait_for(panel, "Of the project.", qtbot)
    assert "logo.png" in panel.said.text()
    assert panel.logo.text() == "none"
    panel.title.setText("Another")
    assert studio.projects.save()
    assert load(path).report.logo == "logo.png"


def test_page_that_was_fetched_for_its_use_is_in_the_report(studio: Studio, qtbot: QtBot) -> None:
    act(studio, "crawlers.policy")
    page = studio.ai_policy.panel.one_page
    tdmrep = response(200, b'[{"location": "/", "tdm-reservation": 1}]')
    with serve({"/a": response(200, b"page"), "/.well-known/tdmrep.json": tdmrep}) as server:
        page.address.setText(f"{server.url}/a")
        page.fetch_button.click()
        qtbot.waitUntil(lambda: page.report is not None, timeout=60_000)
    settle(studio)
    act(studio, "file.report")
    panel = studio.report.panel
    wait_for(panel, f"What the site says about the use of {server.url}/a", qtbot)
    assert f"{server.url}/.well-known/tdmrep.json" in shown(panel)
