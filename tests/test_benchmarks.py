"""The benchmarks run and print every row; how fast anything is depends on the machine and is not asked here."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import (
    bulk_rows,
    bulk_work,
    compliance_rows,
    corpus,
    crawl_rows,
    editor_rows,
    engine_rows,
    language_rows,
    lint_rows,
    log_rows,
    report_rows,
    source_rows,
    start_rows,
    survey_rows,
    window_rows,
)
from benchmarks.__main__ import NAMES, main
from benchmarks.generated import Author
from benchmarks.table import Table, seconds
from benchmarks.timing import QUICK, Task, compare
from benchmarks.window_rows import Series, percentile
from robotstudio.engine import Robots

ROOT = Path(__file__).parents[1]


Run = Callable[..., str]


@pytest.fixture
def run_benchmarks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the tables that a short run on generated files prints."""

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["benchmarks", "--quick", "--generated", *arguments])
        assert main() == 0
        return capsys.readouterr().out

    return run


def test_they_are_a_program() -> None:
    command = [sys.executable, "-m", "benchmarks", "--quick", "--generated", "--only", "parse"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    assert "parse  " in printed


def test_a_quick_run_prints_the_rows_about_surveys(run_benchmarks: Run) -> None:
    printed = run_benchmarks(*(word for name in survey_rows.MEASURES for word in ("--only", name)))
    for row in ("reading alone", "one process", "two processes", "with lint"):
        assert row in printed


def test_a_quick_run_prints_every_row_about_files_and_sources(run_benchmarks: Run) -> None:
    parts = (engine_rows, lint_rows, source_rows)
    printed = run_benchmarks(*(word for part in parts for name in part.MEASURES for word in ("--only", name)))
    titles = [row.title for part in parts for row in part.MEASURES.values()]
    assert [title for title in titles if title not in printed] == []
    assert printed.count("wildcards 1") == len(engine_rows.MEASURES) + len(lint_rows.MEASURES)


def test_a_quick_run_prints_the_rows_about_reports(run_benchmarks: Run) -> None:
    printed = run_benchmarks(*(word for name in report_rows.MEASURES for word in ("--only", name)))
    for row in ("written as xlsx", "written as csv", "written as html"):
        assert row in printed


def test_proofs_are_held_against_short_urls() -> None:
    command = [sys.executable, "-m", "benchmarks.proof_brute", "--pairs", "3", "--length", "3", "--dialect", "google"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    assert printed == "google: 3 pairs against 31 URLs, 0 faults\n"


def test_a_quick_run_prints_the_rows_about_who_kept_to_a_file(run_benchmarks: Run) -> None:
    names = (*compliance_rows.MEASURES, *log_rows.MEASURES)
    printed = run_benchmarks(*(word for name in names for word in ("--only", name)))
    assert [row.title for row in log_rows.MEASURES.values() if row.title not in printed] == []
    assert "who kept to it, by a log" in printed
    assert "addresses in 10,000 networks" in printed


@pytest.mark.begins_first
def test_a_quick_run_prints_every_row_about_the_window(run_benchmarks: Run) -> None:
    printed = run_benchmarks(*(word for name in window_rows.MEASURES for word in ("--only", name)))
    assert [row.title for row in window_rows.MEASURES.values() if row.title not in printed] == []
    assert "until the first figure of 4 files is painted" in printed  # the generated ones, also beside real ones


def test_a_quick_run_prints_every_row_about_the_start_beside_bare_processes(run_benchmarks: Run) -> None:
    printed = run_benchmarks(*(word for name in start_rows.MEASURES for word in ("--only", name)))
    assert [row.title for row in start_rows.MEASURES.values() if row.title not in printed] == []
    assert printed.count("×") >= 7


def test_a_quick_run_prints_every_row_about_a_crawl(run_benchmarks: Run) -> None:
    printed = run_benchmarks(*(word for name in crawl_rows.MEASURES for word in ("--only", name)))
    assert [row.title for row in crawl_rows.MEASURES.values() if row.title not in printed] == []


@pytest.mark.begins_first
def test_a_quick_run_prints_every_row_about_languages(run_benchmarks: Run) -> None:
    printed = run_benchmarks(*(word for name in language_rows.MEASURES for word in ("--only", name)))
    assert [row.title for row in language_rows.MEASURES.values() if row.title not in printed] == []
    assert printed.count("≤") == 6


def test_a_quick_run_prints_every_row_about_editors(run_benchmarks: Run) -> None:
    printed = run_benchmarks("--only", editor_rows.NAME)
    for words in (editor_rows.TITLE, "with colours, hints and lenses", "keys every", "the outline"):
        assert words in printed
    assert printed.count("≤ 100 ms") == 2


def test_a_row_beside_a_bare_process_is_judged_by_both_its_targets() -> None:
    values, bare = [500.0, 400.0, 700.0], [200.0, 100.0, 210.0]
    cells = start_rows.Compared("window", "ms", values, bare, limit=600.0, times=3.0).cells
    assert cells == ("window", "500 ms", "700 ms", "200 ms", "2.5×", "≤ 600 ms, ≤ 3×", "met")
    assert start_rows.Compared("window", "ms", values, bare, limit=450.0).cells[-1] == "NOT MET"
    assert start_rows.Compared("window", "ms", values, bare, limit=600.0, times=2.0).cells[-1] == "NOT MET"


def test_a_quick_run_works_on_the_beginnings_of_files() -> None:
    files = corpus.load(QUICK.urls, generated=True).in_short()
    assert [sample.name.split()[0].strip(",") for sample in files.samples] == [
        "median",
        "95th",
        "largest",
        "wildcards",
    ]
    assert all(len(sample.bodies) == 1 and 500 < len(sample.bodies[0]) <= 10_000 for sample in files.samples)


def test_one_row_can_be_asked_for(run_benchmarks: Run) -> None:
    printed = run_benchmarks("--only", "parse", "--markdown")
    assert "| parse | median" in printed
    assert "decide" not in printed


def test_every_row_about_many_urls_is_printed(run_benchmarks: Run) -> None:
    printed = run_benchmarks(*(part for name in bulk_rows.MEASURES for part in ("--only", name)))
    for words in ("decide_all, from nothing", "edit one rule", "load", "memory for", "one crawler", "one hard pattern"):
        assert words in printed


def test_a_crowd_is_of_the_size_wanted_and_nobody_is_in_it_twice() -> None:
    readers = bulk_work.crowd(90)
    everyone = [(dialect, chain) for dialect, chains in readers.items() for chain in chains]
    assert len(everyone) == len(set(everyone)) == 90


def test_names_for_only_are_distinct() -> None:
    assert len(set(NAMES)) == len(NAMES)


def test_competitors_are_compared_by_unit_of_work() -> None:
    done: list[str] = []
    tasks = {"one": Task(lambda: done.append("one")), "many": Task(lambda: done.append("many"), units=1e9)}
    times = compare(tasks, replace(QUICK, rounds=2))
    assert done == ["one", "many", "many", "one"]
    assert times["many"] < times["one"]


def test_generated_files_are_the_same_for_the_same_seed_and_of_the_size_wanted() -> None:
    body = Author().robots_txt(20_000, wildcards=0.5)
    assert body == Author().robots_txt(20_000, wildcards=0.5)
    assert 20_000 <= len(body) < 20_200
    rules = [rule for group in Robots.parse(body).groups for rule in group.rules]
    assert 0.4 < sum(b"*" in rule.pattern for rule in rules) / len(rules) < 0.6


def test_generated_urls_are_distinct() -> None:
    assert len(set(Author().urls(500))) == 500


def test_a_table_is_aligned_and_says_a_repeated_cell_once() -> None:
    table = Table("Title", ("what", "file", "time"), rows=[("parse", "small", "1 ms"), ("parse", "large", "20 ms")])
    assert table.text().split("\n") == [
        "Title",
        "",
        "what   file    time",
        "─────  ─────  ─────",
        "parse  small   1 ms",
        "       large  20 ms",
    ]
    assert table.markdown().split("\n")[2:4] == ["| what | file | time |", "| --- | --- | --: |"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1234.5, "1,234 s"), (1.5, "1.50 s"), (0.01234, "12.3 ms"), (0.000004, "4.00 µs"), (2e-8, "20 ns")],
)
def test_times_have_three_digits_and_a_unit(value: float, shown: str) -> None:
    assert seconds(value) == shown


def test_a_limit_is_held_by_the_number_that_it_is_for() -> None:
    values = [1.0] * 94 + [9.0] * 6
    assert percentile(values, 0.95) == 9.0
    assert Series("file", "ms", values, 9.5, "p95").cells[-2:] == ("p95 ≤ 9.50 ms", "met")
    assert Series("file", "ms", values, 8.9, "p95").cells[-1] == "NOT MET"
    assert Series("file", "ms", values, 9.0, "median").cells[-1] == "met"


def test_a_single_value_has_no_percentiles() -> None:
    assert Series("file", "MB", [120.4]).cells == ("file", "120 MB", "–", "–", "–", "–", "–", "")
    assert Series("file", "MB", [120.4], 150.0).cells[-2:] == ("≤ 150 MB", "met")
