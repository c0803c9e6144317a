"""`robotstudio survey`: one object of JSON, pictures and tables in a folder, and what could not be read."""

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import psutil
import pytest

from robotstudio.survey.charts import svg
from robotstudio.survey.figures import FIGURES
from tests.cli.conftest import Run
from tests.survey.files import answers
from tests.survey.reading.archives import write_json_lines, write_warc

_SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_json_lines(tmp_path_factory.mktemp("survey") / "answers.jsonl", answers(120))


def test_json_is_one_object_with_the_figures(run: Run, table: Path) -> None:
    status, out, err = run("survey", str(table), "--format", "json")
    assert (status, err) == (0, "")
    record = json.loads(out)
    assert list(record)[:4] == ["files", "distinct", "farms", "figures"]
    assert record["files"] == 120
    assert set(record["figures"]) == {*FIGURES, "K-7"}
    assert list(record["figures"]["A-1"]) == ["title", "columns", "rows"]
    assert list(record["farms"][0])[:4] == ["kind", "size", "template", "members"]
    assert len(record["farms"][0]["members"]) == record["farms"][0]["size"]


def test_json_is_the_same_in_every_language_and_by_several_processes(run: Run, table: Path, tmp_path: Path) -> None:
    second = write_warc(tmp_path / "more.warc.gz", [each for each in answers(40, 2) if each.status is not None])
    inputs = [str(table), str(second)]
    once = run("survey", *inputs, "--format", "json", "--workers", "1")
    assert run("survey", *reversed(inputs), "--format", "json", "--lang", "ru", "--workers", "2") == once


def test_text_names_farms_and_figures(run: Run, table: Path) -> None:
    _, out, _ = run("survey", str(table))
    assert out.startswith("120 answers, ")
    assert "Farms of similar files\n  " in out
    shown = [figure.id for figure in FIGURES.values() if f"{figure.id}  {figure.title} (" in out]
    assert shown == ["S-1", "A-2", "A-5"]
    assert out.endswith(" more figures: --all prints them, --figures and --format csv write them.\n")
    _, out, _ = run("survey", str(table), "--all")
    assert all(f"{figure.id}  {figure.title} ({figure.source})" in out for figure in FIGURES.values())


@pytest.mark.parametrize("theme", ["light", "print"])
def test_figures_are_written_as_pictures_and_tables(run: Run, table: Path, tmp_path: Path, theme: str) -> None:
    status, _, _ = run("survey", str(table), "--figures", str(tmp_path / "figures"), "--theme", theme)
    assert status == 0
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {
        f"{name}.{ending}" for name in (*FIGURES, "K-7") for ending in ("svg", "csv")
    }
    picture = ET.parse(tmp_path / "figures" / "A-5.svg").getroot()
    assert picture.tag == f"{_SVG}svg"
    assert picture.findtext(f"{_SVG}title") == FIGURES["A-5"].title
    with (tmp_path / "figures" / "A-1.csv").open(newline="") as file:
        assert next(csv.reader(file)) == ["status", "answers", "share"]


def test_no_picture_of_nothing_is_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.example.txt").write_text("User-agent: *\nDisallow: /a\n", "utf-8")
    figures = tmp_path / "figures"
    assert run("survey", str(tmp_path / "files"), "--figures", str(figures))[0] == 0
    pictures, tables = ({path.stem for path in figures.glob(f"*.{ending}")} for ending in ("svg", "csv"))
    assert set(FIGURES) <= tables
    assert {"A-1"} <= pictures < tables
    assert not [path for path in figures.glob("*.svg") if "holds nothing" in path.read_text("utf-8")]


def test_pictures_say_of_what_they_are_and_are_the_same_for_the_same_day(
    run: Run, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    for day, folder in (("2026-11-22", "a"), ("2026-11-22", "b"), ("2026-11-23", "c")):
        moment = datetime.fromisoformat(f"{day}T12:00:00+00:00")
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(moment.timestamp())))
        forms = ("--figure-format", "svg", "--figure-format", "pdf")
        run("survey", str(table), "--figures", str(tmp_path / folder), *forms)
        written.append([(tmp_path / folder / f"A-5.{form}").read_bytes() for form in ("svg", "pdf")])
    one, again, later = written
    assert one == again
    assert f"Source: {table.name}; 120 files, surveyed on 22 Nov 2026".encode() in one[0]
    assert b"surveyed on 23 Nov 2026" in later[0]
    assert one[1] != later[1]


def test_figures_are_written_as_asked(run: Run, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg, "_ZOOM", 0.25)  # that they are as large as on paper is asked in `survey/test_paper.py`
    wanted = ("--figure-format", "pdf", "--figure-format", "png", "--theme", "print")
    assert run("survey", str(table), "--figures", str(tmp_path / "figures"), *wanted)[0] == 0
    written = {path.name: path.read_bytes() for path in (tmp_path / "figures").iterdir()}
    assert set(written) == {f"{name}.{form}" for name in (*FIGURES, "K-7") for form in ("pdf", "png")}
    assert all(body.startswith(b"%PDF-") for name, body in written.items() if name.endswith("pdf"))
    assert all(body.startswith(b"\x89PNG") for name, body in written.items() if name.endswith("png"))


def test_what_could_not_be_read_is_told_and_the_rest_is_counted(run: Run, table: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(table.read_bytes() + b"words\n")
    status, out, err = run("survey", str(broken))
    assert status == 1
    assert out.startswith("120 answers")
    assert err == f"robotstudio: “{broken}”, line 121: not a JSON object.\n"


def test_older_survey_tells_who_began(run: Run, tmp_path: Path) -> None:
    for name, body in (("old", "User-agent: GPTBot\nDisallow:\n"), ("new", "User-agent: GPTBot\nDisallow: /\n")):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"host": "a.com", "body": body}), "utf-8")
    _, out, _ = run("survey", str(tmp_path / "new.jsonl"), "--against", str(tmp_path / "old.jsonl"), "--format", "json")
    record = json.loads(out)
    rows = {row[0]: row[1:] for row in record["figures"]["L-4"]["rows"]}
    assert rows["GPTBot"] == [0, 1, 0]
    changes = {change.pop("crawler"): change for change in record["changes"]}
    assert changes["GPTBot"] == {"before": 0.0, "now": 100.0, "began": ["a.com"], "stopped": []}
    _, out, _ = run("survey", str(tmp_path / "new.jsonl"), "--against", str(tmp_path / "old.jsonl"))
    assert "Changes since the older survey\n" in out


def test_chosen_crawlers_and_paths_are_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"host": "a.com", "body": "User-agent: *\nDisallow: /x\n"}), "utf-8")
    _, out, _ = run("survey", str(tmp_path / "a.jsonl"), "--crawler", "GPTBot", "--path", "/x/y", "--format", "json")
    assert json.loads(out)["paths"] == [["/x/y", "*", 1], ["/x/y", "GPTBot", 1]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "the following arguments are required: INPUT"),
        (("missing.csv",), "missing.csv"),
        (("x.docx",), "neither a folder, nor an archive"),
        (("a.csv", "--workers", "0"), "--workers must be 1 or more."),
        (("a.csv", "--workers", "2", "--cluster", "tcp://a"), "cannot be combined"),
        (("a.csv", "--path", "x"), "paths begin with a slash"),
        (("a.csv", "--where", "rules"), "“rules” is not a condition"),
        (("a.csv", "--by", "colour"), "Unknown name “colour”"),
    ],
)
def test_misuse_is_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    status, out, err = run("survey", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_what_is_kept_in_a_folder_is_not_read_again(run: Run, table: Path, tmp_path: Path) -> None:
    first = run("survey", str(table), "--state", str(tmp_path / "state"), "--format", "json")
    assert len(list((tmp_path / "state").iterdir())) == 1
    assert run("survey", str(table), "--state", str(tmp_path / "state"), "--format", "json") == first


def test_question_is_answered_as_a_table_or_as_a_list_of_hosts(run: Run, table: Path) -> None:
    status, out, _ = run("survey", str(table), "--where", "GPTBot = blocked", "--by", "outcome", "--format", "json")
    record = json.loads(out)
    assert (status, list(record), record["files"]) == (0, ["files", "matching", "rows"], 120)
    assert sum(row["files"] for row in record["rows"]) == record["matching"] > 0
    _, listed, _ = run("survey", str(table), "--where", "GPTBot = blocked", "--format", "json")
    assert len(json.loads(listed)["rows"]) == record["matching"]
    assert list(json.loads(listed)["rows"][0]) == ["host", "outcome", "bytes", "number of rules"]
    _, text, _ = run("survey", str(table), "--where", "GPTBot = blocked", "--by", "outcome")
    assert text.startswith(f"{record['matching']} of 120 answers\n")


def test_value_that_is_not_known_is_misuse(run: Run, table: Path) -> None:
    status, out, err = run("survey", str(table), "--where", "outcome = fine")
    assert (status, out) == (2, "")
    assert "“fine” is not a value of outcome. Available: allow all," in err


def children_of(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.NoSuchProcess:
        return []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise on this system")
def test_killed_in_the_middle_it_goes_on_and_says_the_same(run: Run, tmp_path: Path) -> None:
    folder, state = tmp_path / "many", tmp_path / "state"
    folder.mkdir()
    some = [answer for answer in answers(2000) if answer.status is not None]
    for number in range(12):
        write_warc(folder / f"{number:02}.warc.gz", some[number::12])
    command = ("survey", str(folder), "--format", "json", "--workers", "2")
    once = run(*command)
    began = subprocess.Popen(
        [sys.executable, "-m", "robotstudio", *command, "--state", str(state)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    program = psutil.Process(began.pid)
    while began.poll() is None and not list(state.glob("*.part")):
        with contextlib.suppress(subprocess.TimeoutExpired):
            began.wait(0.01)
    workers = children_of(program)
    began.kill()
    assert began.wait() == -signal.SIGKILL
    done = {path.name: path.stat().st_mtime_ns for path in state.glob("*.part")}
    assert 0 < len(done) < 12
    _, alive = psutil.wait_procs(workers, timeout=60)
    assert not alive, "its processes end with it"
    assert run(*command, "--state", str(state)) == once
    after = {path.name: path.stat().st_mtime_ns for path in state.glob("*.part")}
    assert len(after) == 12
    assert done.items() <= after.items(), "what was done is not done again"


def test_a_farm_is_compared_line_by_line(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    rules = "".join(f"Disallow: /{number}\n" for number in range(8))
    for host, more in (("a.com", ""), ("b.com", ""), ("c.com", "Disallow: /more\n")):
        (folder / f"{host}.txt").write_text(f"User-agent: *\n{rules}{more}", "utf-8")
    (folder / "alone.com.txt").write_text("User-agent: x\nDisallow: /\n", "utf-8")
    _, out, _ = run("survey", str(folder), "--farm", "C.com")
    assert out.splitlines()[1] == "9 lines are in more than half of the 3 files."
    assert out.endswith("c.com differs by 1 line\n  + Disallow: /more\n")
    record = json.loads(run("survey", str(folder), "--farm", "c.com", "--format", "json")[1])
    assert (record["kind"], record["size"], len(record["shared"])) == ("near", 3, 9)
    assert record["members"][0] == {"host": "c.com", "more": ["Disallow: /more"], "less": []}
    assert run("survey", str(folder), "--farm", "alone.com")[::2] == (
        2,
        "robotstudio: “alone.com” is in no farm: no other file is like its own.\n",
    )


def test_exit_status_is_1_if_something_could_not_be_read_and_the_rest_is_counted(
    run: Run, table: Path, tmp_path: Path
) -> None:
    cut = write_warc(tmp_path / "cut.warc.gz", [each for each in answers(40, 2) if each.status is not None])
    cut.write_bytes(cut.read_bytes()[:-30])
    status, out, err = run("survey", str(table), str(cut), "--format", "json", "--workers", "1")
    assert status == 1
    assert json.loads(out)["files"] > 120
    assert f"“{cut}” ends early" in err


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_exit_status_is_2_if_nothing_of_one_input_could_be_read_and_the_rest_is_counted(
    run: Run, table: Path, tmp_path: Path, form: str, workers: str
) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("colour,size\nred,1\n", "utf-8")
    status, out, err = run("survey", str(bad), str(table), "--format", form, "--workers", workers)
    assert status == 2
    assert "120" in out
    assert f"“{bad}” has no column of hosts" in err


def test_older_survey_of_which_nothing_could_be_read_is_no_older_survey(run: Run, table: Path, tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text('{"colour": "red"}\n', "utf-8")
    status, out, err = run("survey", str(table), "--against", str(tmp_path / "old.jsonl"), "--workers", "1")
    assert (status, out) == (2, "")
    assert "old.jsonl”, line 1: no host." in err


def test_figure_has_its_own_title_its_number_and_code_to_paste(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "answers.jsonl"
    write_json_lines(table, answers(40))
    wanted = ("--figures", str(tmp_path / "figures"), "--figure-format", "html", "--figure-title", "A-2=How <long>")
    assert run("survey", str(table), *wanted)[0] == 0
    page = (tmp_path / "figures" / "A-2.html").read_text("utf-8")
    assert page.startswith('<figure style="max-width:')
    assert "<title>How &lt;long&gt;</title>" in page
    assert "<script" not in page
    bases = [
        path for path in (tmp_path / "figures").iterdir() if "n = 40; shares are of this number" in path.read_text()
    ]
    assert bases
    status, _, errors = run("survey", str(table), *wanted[:2], "--figure-title", "Z-9=Title")
    assert (status, "names no figure" in errors) == (2, True)


def test_csv_has_the_figures_an_answer_or_a_farm(run: Run, table: Path, tmp_path: Path) -> None:
    figures = json.loads(run("survey", str(table), "--format", "json")[1])["figures"]
    rows = [*csv.DictReader(run("survey", str(table), "--format", "csv")[1].splitlines())]
    assert len(rows) == sum(len(each["columns"]) * len(each["rows"]) for each in figures.values())
    first = figures["A-1"]
    told = {row["column"]: row["value"] for row in rows if (row["figure"], row["row"]) == ("A-1", "1")}
    assert told == dict(zip(first["columns"], map(str, first["rows"][0]), strict=True))
    _, answer, _ = run("survey", str(table), "--where", "GPTBot = blocked", "--by", "outcome", "--format", "csv")
    assert answer.splitlines()[0] == "outcome,files,share"
    folder = tmp_path / "farm"
    folder.mkdir()
    for host in ("a.com", "b.com", "c.com", "d.com"):
        lines = [f"Disallow: /{number}/" for number in range(40)] + ["Disallow: /more/"] * (host == "c.com")
        (folder / host).write_text("\n".join(("User-agent: *", *lines)), "utf-8")
    _, farm, _ = run("survey", str(folder), "--farm", "c.com", "--format", "csv")
    assert farm.splitlines()[0] == "host,kind,line,files"
    assert [row["line"] for row in csv.DictReader(farm.splitlines()) if row["kind"] == "more"] == ["Disallow: /more/"]


def test_unknown_crawler_is_said_and_is_misuse_if_asked(run: Run, table: Path) -> None:
    asked = ("survey", str(table), "--crawler", "GPTBott")
    status, _, err = run(*asked)
    assert (status, "Did you mean GPTBot?" in err) == (0, True)
    status, out, err = run(*asked, "--strict-crawlers")
    assert (status, out, "Did you mean GPTBot?" in err) == (2, "", True)


def test_older_surveys_of_several_dates_make_figures_over_time(run: Run, tmp_path: Path) -> None:
    for name, body in (("2024-01", "Disallow:"), ("old", "Disallow: /"), ("sites-2026-10", "Disallow: /")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.com.txt").write_text(f"User-agent: GPTBot\n{body}\n", "utf-8")
    older = ("--against", str(tmp_path / "2024-01"), "--against", f"2025-02={tmp_path / 'old'}")
    status, out, _ = run("survey", str(tmp_path / "sites-2026-10"), *older, "--format", "json")
    record = json.loads(out)
    table = record["figures"]["A-3"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    assert (status, [row["period"] for row in rows if row["name"] == "GPTBot"]) == (
        0,
        ["2024-01", "2025-02", "2026-10"],
    )
    blocked = {row[1]: row[3] for row in record["figures"]["K-2"]["rows"] if row[0] == "GPTBot"}
    assert blocked == {"2024-01": 0.0, "2025-02": 100.0, "2026-10": 100.0}
    changes = {change["crawler"]: change for change in record["changes"]}
    assert changes["GPTBot"]["began"] == []  # compared with the last of the older surveys


PRACTICE = """url,crawler,allowed,line,served,agreement,status
https://www.a.example/1,GPTBot,true,,refused,invited-but-refused,403
https://www.a.example/2,GPTBot,true,,same,agree,200
https://a.example/1,,true,,same,agree,200
https://b.example/1,GPTBot,false,2,same,closed-but-served,200
https://elsewhere.example/1,GPTBot,false,2,same,closed-but-served,200
"""


def test_practice_is_a_figure_and_a_column_for_questions(run: Run, tmp_path: Path) -> None:
    """Rows of Robot Studio's own header and of other hosts do not count."""
    for host in ("a.example", "www.b.example", "c.example"):
        (tmp_path / "files" / f"{host}.txt").parent.mkdir(exist_ok=True)
        (tmp_path / "files" / f"{host}.txt").write_text("User-agent: *\nDisallow: /x\n", "utf-8")
    table = tmp_path / "practice.csv"
    table.write_text(PRACTICE, "utf-8")
    asked = ("survey", str(tmp_path / "files"), "--practice", str(table), "--workers", "1")
    record = json.loads(run(*asked, "--format", "json")[1])
    assert [row for row in record["figures"]["H-1"]["rows"] if row[2]] == [
        ["GPTBot", "invited but refused", 1, 1, 33.33],
        ["GPTBot", "blocked but served", 1, 1, 33.33],
        ["GPTBot", "agree", 1, 1, 33.33],
    ]
    hosts = json.loads(run(*asked, "--where", "practice = blocked but served", "--format", "json")[1])
    assert [row["host"] for row in hosts["rows"]] == ["www.b.example"]
    grouped = run(*asked, "--by", "practice", "--format", "csv")[1].splitlines()
    assert grouped[0] == "practice,files,share"
    assert "invited but refused,1,33.33" in grouped
    table.write_text("url,agreement\nhttps://a.example/,agree\n", "utf-8")
    status, _, errors = run(*asked)
    assert (status, "has no row of “robotstudio practice”" in errors) == (2, True)


def test_practice_is_read_as_the_command_writes_it_in_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.example.txt").write_text("User-agent: *\nDisallow:\n", "utf-8")
    table = tmp_path / "practice.jsonl"
    table.write_text(
        '{"url": "https://a.example/", "crawler": "GPTBot", "agreement": "invited-but-refused"}\n', "utf-8"
    )
    asked = ("survey", str(tmp_path / "files"), "--practice", str(table), "--workers", "1")
    assert "invited but refused" in run(*asked)[1]
