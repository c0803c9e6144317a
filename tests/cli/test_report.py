"""`robotstudio report`: of a file, of a project, in each format, with what is chosen of it."""

import json
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.cli import report_subject
from robotstudio.fetch.evidence import Evidence
from robotstudio.project.file.model import Environment, Project, ProjectReport, ProjectScenario, ProjectSource
from robotstudio.project.file.project_file import save
from robotstudio.report.sections import SECTIONS
from tests.cli.conftest import Run
from tests.fetch.server import response, serve
from tests.report.subjects import BEFORE, BODY, evidence

DAY = ("--date", "2026-11-23")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robots.txt").write_bytes(BODY)
    (tmp_path / "before.txt").write_bytes(BEFORE)
    (tmp_path / "urls.txt").write_text("https://www.example.com/cart/1\nhttps://www.example.com/\n", "utf-8")
    (tmp_path / "robots.txt.expect").write_text("block Googlebot /cart/1\n", "utf-8")
    return tmp_path


def sections_of(output: str) -> list[str]:
    return [section["id"] for section in json.loads(output)["sections"]]


def test_report_of_a_file_is_markdown_on_standard_output(run: Run, folder: Path) -> None:
    status, output, errors = run("report", "robots.txt", *DAY)
    assert (status, errors) == (0, "")
    assert output.startswith("# Report on robots.txt\n\n23 Nov 2026\n\n**")
    assert "\n\n## The answer in five lines\n" in output
    assert folder.is_dir()


@pytest.mark.usefixtures("folder")
def test_format_is_that_of_the_name_unless_another_is_asked_for(run: Run) -> None:
    assert run("report", "robots.txt", "-o", "a.html")[0] == 0
    assert Path("a.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert run("report", "robots.txt", "-o", "a.xlsx")[0] == 0
    assert zipfile.is_zipfile("a.xlsx")
    assert run("report", "robots.txt", "-o", "b.html", "--format", "json")[0] == 0
    assert json.loads(Path("b.html").read_bytes())["title"] == "Report on robots.txt"


@pytest.mark.usefixtures("folder")
def test_same_inputs_and_day_give_the_same_bytes(run: Run) -> None:
    for name in ("a.xlsx", "b.xlsx"):
        run("report", "robots.txt", "--urls", "urls.txt", *DAY, "-o", name)
    assert Path("a.xlsx").read_bytes() == Path("b.xlsx").read_bytes()


@pytest.mark.usefixtures("folder")
def test_sections_are_chosen_or_left_out(run: Run) -> None:
    asked = ("report", "robots.txt", "--urls", "urls.txt", "--format", "json")
    everything = sections_of(run(*asked)[1])
    assert sections_of(run(*asked, "--only", "blocked,answer")[1]) == ["answer", "blocked"]
    assert sections_of(run(*asked, "--only", "blocked", "--only", "method")[1]) == ["blocked", "method"]
    assert sections_of(run(*asked, "--without", "ai-policy")[1]) == [each for each in everything if each != "ai-policy"]


@pytest.mark.usefixtures("folder")
def test_one_table_of_csv_is_plain(run: Run) -> None:
    asked = (
        "report",
        "robots.txt",
        "--urls",
        "urls.txt",
        "--crawler",
        "Googlebot",
        "--only",
        "blocked",
        "--format",
        "csv",
    )
    assert run(*asked)[1].splitlines() == [
        "section,table,url,crawlers,line,rule",
        "blocked,blocked,https://www.example.com/cart/1,Googlebot,8,Disallow: /cart/",
    ]


@pytest.mark.usefixtures("folder")
def test_more_that_is_given_is_more_that_is_said(run: Run) -> None:
    more = ("--baseline", "before.txt", "--expect", "robots.txt.expect", "--url", "https://www.example.com/cart/1")
    output = run("report", "robots.txt", *more, "--format", "json")[1]
    assert {"blocked", "changes", "expectations", "rules"} <= set(sections_of(output))
    inputs = next(each for each in json.loads(output)["sections"] if each["id"] == "method")["blocks"][-1]["rows"]
    assert [row["name"] for row in inputs] == ["robots.txt", "before.txt", "robots.txt.expect", "typed"]


def test_project_brings_all_that_belongs_to_it(run: Run, folder: Path) -> None:
    project = Project(
        site="https://www.example.com",
        file="robots.txt",
        baseline="before.txt",
        urls=("/cart/1",),
        sources=(ProjectSource(("urls.txt",)),),
        crawlers=("Googlebot",),
        scenario=ProjectScenario("404"),
        environments=(Environment("staging", "https://staging.example.com"),),
    )
    save(folder / "shop.robotstudio", project)
    output = run("report", "shop.robotstudio", "--format", "json")[1]
    assert set(SECTIONS) - set(sections_of(output)) == {"since", "server", "site", "logs", "indexing", "history"}
    assert json.loads(output)["site"] == "www.example.com"
    assert "the robots.txt answers 404" in output
    staging = run("report", "shop.robotstudio", "--environment", "staging", "--format", "json")[1]
    assert json.loads(staging)["site"] == "staging.example.com"


@pytest.mark.usefixtures("folder")
def test_language_is_chosen_for_people_and_not_for_programs(run: Run) -> None:
    assert "## Ответ в пяти строках" in run("report", "robots.txt", "--lang", "ru")[1]
    english, russian = (
        run("report", "robots.txt", *DAY, "--format", "json", "--lang", code)[1] for code in ("en", "ru")
    )
    assert english == russian


def test_title_author_notes_and_logo_are_in_the_page(run: Run, folder: Path) -> None:
    (folder / "notes.txt").write_text("See <b>this</b>.", "utf-8")
    (folder / "logo.svg").write_text("<svg/>", "utf-8")
    words = ("--title", "An audit", "--author", "Anna Berg", "--notes", "notes.txt")
    output = run("report", "robots.txt", "--format", "html", *words, *DAY)[1]
    for text in ("<h1>An audit</h1>", "23 Nov 2026, by Anna Berg", "See &lt;b&gt;this&lt;/b&gt;."):
        assert text in output
    status, _, errors = run("report", "robots.txt", "--logo", "logo.svg")
    assert (status, "is neither PNG nor JPEG" in errors) == (2, True)


@pytest.mark.usefixtures("folder")
def test_what_was_fetched_is_evidence_and_what_is_compared_with(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fetched(address: str, **_options: object) -> Evidence:
        asked.append(address)
        return replace(evidence(), requested=address)

    monkeypatch.setattr(report_subject, "fetch_now", fetched)
    output = run("report", "robots.txt", "--fetch", "www.example.com", "--format", "json")[1]
    assert {"server", "changes"} <= set(sections_of(output))
    assert asked[0] == "www.example.com"
    assert "https://example.com/robots.txt" in asked


def test_log_says_who_kept_to_the_file(run: Run, folder: Path) -> None:
    line = '192.0.2.1 - - [22/Nov/2026:10:00:00 +0000] "GET /x HTTP/1.1" 200 5 "-" "GPTBot/1.0"\n'
    (folder / "access.log").write_text(line.replace("/x", "/robots.txt") + line, "utf-8")
    output = run("report", "robots.txt", "--log", "access.log", "--file", "robots.txt", "--only", "logs")[1]
    assert "checked against robots.txt alone, as if it had been live all the time" in output
    assert "it requested no page" in output


@pytest.fixture
def draft(folder: Path) -> Path:
    """Return a draft that closes /x to StractBot, the file that was live, and a log of StractBot asking for /x."""
    line = '192.0.2.1 - - [22/Nov/2026:10:00:00 +0000] "GET /x HTTP/1.1" 200 5 "-" "StractBot/1.0"\n'
    (folder / "access.log").write_text(line * 3, "utf-8")
    (folder / "new.txt").write_bytes(b"User-agent: *\nDisallow: /x\n")
    (folder / "old.txt").write_bytes(b"User-agent: *\nDisallow: /y\n")
    return folder


JUDGED = ("report", "new.txt", "--log", "access.log", "--only", "logs,method", "--format", "json")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--baseline", "old.txt"), "StractBot obeyed it."),
        (("--file", "old.txt"), "StractBot obeyed it."),
        (("--file", "new.txt"), "StractBot did not obey it."),
        (("--file", "old.txt", "--file", "2026-11-23=new.txt"), "StractBot obeyed it."),
        (("--file", "old.txt", "--file", "2026-11-01=new.txt"), "StractBot obeyed an older version until"),
        (("--baseline", "new.txt", "--file", "old.txt"), "StractBot obeyed it."),
    ],
)
@pytest.mark.usefixtures("draft")
def test_log_is_judged_by_what_is_said_to_have_been_live(more: tuple[str, ...], said: str, run: Run) -> None:
    status, output, _ = run(*JUDGED, *more)
    assert status == 0
    assert said in output


@pytest.mark.usefixtures("draft")
def test_log_is_never_judged_by_a_file_that_may_never_have_been_live(run: Run) -> None:
    status, output, errors = run(*JUDGED)
    assert (status, output) == (2, "")
    assert "Name the live one with --file, --baseline, --history or --fetch" in errors


def test_project_judges_its_log_by_its_baseline(run: Run, draft: Path) -> None:
    save(draft / "a.robotstudio", Project(site="https://a.example", file="new.txt", baseline="old.txt"))
    assert "StractBot obeyed it." in run("report", "a.robotstudio", *JUDGED[2:])[1]


@pytest.mark.usefixtures("draft")
def test_version_that_judges_a_log_is_named_with_its_hash(run: Run) -> None:
    output = run(*JUDGED, "--file", "2026-11-01=old.txt")[1]
    rows = next(each for each in json.loads(output)["sections"] if each["id"] == "method")["blocks"][-1]["rows"]
    assert ("Version of the file", "old.txt") in [(row["what"], row["name"]) for row in rows]


@pytest.mark.parametrize("form", ["md", "json", "csv", "html", "xlsx"])
def test_log_of_which_no_line_could_be_read_makes_no_report(form: str, run: Run, draft: Path) -> None:
    (draft / "access.log").write_text('{"request": 1}\n', "utf-8")
    status, output, errors = run("report", "new.txt", "--log", "access.log", "--file", "old.txt", "-o", f"a.{form}")
    assert (status, output) == (2, "")
    assert "“access.log” is not an access log" in errors
    assert not (draft / f"a.{form}").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("robots.txt --only blokced", "Unknown section blokced. Did you mean blocked?"),
        ("robots.txt --without qqqqqqqq", "Unknown section qqqqqqqq. Available: answer"),
        ("robots.txt --date 23.11.2026", "“23.11.2026” is not a date. Write it as 2026-10-01."),
        ("robots.txt --format xlsx", "XLSX cannot be printed"),
        ("robots.txt --format pdf", "PDF cannot be printed"),
        ("robots.txt --environment staging", "--environment selects a host of a project"),
        ("nowhere.txt", "nowhere.txt"),
        ("robots.txt --file robots.txt", "--file and --git name versions to check logs or exports against."),
        ("robots.txt --crawl urls.txt", "urls.txt"),
        ("", "the following arguments are required: FILE"),
    ],
)
def test_misuse_is_one_sentence_and_nothing_is_written(arguments: str, said: str, run: Run) -> None:
    status, output, errors = run("report", *arguments.split())
    assert (status, output) == (2, "")
    assert said in errors
    assert len(errors.splitlines()) == 1


def test_export_of_page_indexing_has_its_section(run: Run, tmp_path: Path) -> None:
    export = tmp_path / "export.csv"
    export.write_text("URL,Last crawled,Reason\nhttps://a.example/x,2026-11-03,Blocked by robots.txt\n", "utf-8")
    old = tmp_path / "old.txt"
    old.write_text("User-agent: *\nDisallow: /x\n", "utf-8")
    new = tmp_path / "new.txt"
    new.write_text("User-agent: *\n", "utf-8")
    versions = ("--file", f"2026-10-01={old}", "--file", f"2026-11-09={new}")
    output = run("report", str(new), "--indexing", str(export), *versions, "--format", "md")[1]
    assert "Pages that are not indexed" in output
    assert "Was blocked by line 2 when Googlebot last came (3 Nov 2026); open since 9 Nov 2026. Ask for a" in output
    assert "Not yet: 1 was last crawled before the change" in output


@pytest.mark.usefixtures("folder")
def test_project_says_for_whom_its_reports_are_and_options_go_before_it(run: Run, folder: Path) -> None:
    (folder / "own.md").write_text("Of the project.\n", "utf-8")
    kept = ProjectReport(title="Of the shop", client="Garden Ltd", colour="#1a6b3c", notes="own.md")
    save(folder / "kept.robotstudio", Project(site="https://www.example.com", file="robots.txt", report=kept))
    _, page, _ = run("report", "kept.robotstudio", "--format", "html", *DAY)
    for said in ("<title>Of the shop</title>", "For Garden Ltd", "--accent: #1a6b3c", "<p>Of the project.</p>"):
        assert said in page
    _, page, _ = run("report", "kept.robotstudio", "--format", "html", "--title", "Mine", *DAY)
    assert "<title>Mine</title>" in page


@pytest.mark.usefixtures("folder")
def test_report_says_what_the_site_says_about_a_page(run: Run) -> None:
    tdmrep = b'[{"location": "/", "tdm-reservation": 1}]'
    with serve({"/a": response(200, b"page"), "/.well-known/tdmrep.json": response(200, tdmrep)}) as server:
        chosen = ("--only", "ai-policy,method", "--for", "client", *DAY)
        status, output, errors = run("report", "robots.txt", "--meant", f"{server.url}/a", *chosen)
    assert (status, errors) == (0, "")
    assert "What the site says about the use of http" in output
    assert "| Training | TDMRep |" in output
    assert "tdmrep.json" in output.partition("Inputs of the report")[2]
    status, _, errors = run("report", "robots.txt", "--meant", "/a")
    assert (status, "is a path. Give the full address" in errors) == (2, True)
