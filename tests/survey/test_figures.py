"""Figures: each has a golden table; what the sources publish comes out of files that are made for it."""

import json

from robotstudio.survey.facts import USUAL
from robotstudio.survey.figures import FIGURES, IMPORTED_FIGURES, Chart
from robotstudio.survey.figures.names import OF_OTHERS, cell_said, said
from robotstudio.survey.partial import Partial
from robotstudio.survey.result import Survey, Surveyor, assemble
from robotstudio.survey.tally import HostAnswer
from robotstudio.text.language import Words, spoken
from tests.rows import each_row
from tests.survey.golden import GOLDEN, survey, tables

ALL = [*FIGURES.values(), *IMPORTED_FIGURES.values()]
NAMES = [figure.id for figure in ALL]


class Loud:
    """A catalogue in which every message is marked."""

    def gettext(self, message: str, /) -> str:
        return f"«{message}»"

    def pgettext(self, _context: str, message: str, /) -> str:
        return self.gettext(message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self.gettext(one if count == 1 else many)


def survey_of(answers: list[HostAnswer]) -> Survey:
    surveyor = Surveyor(USUAL)
    for answer in answers:
        surveyor.add(answer)
    return assemble([surveyor.part()], USUAL)


def rows_of(name: str, found: Survey) -> dict[object, tuple[object, ...]]:
    return {row[0]: row[1:] for row in FIGURES[name].table(found).rows}


def test_there_are_all_figures_of_the_sources() -> None:
    assert len(FIGURES) == 41
    assert list(IMPORTED_FIGURES) == ["K-7", "H-1"]
    assert {figure.chart for figure in ALL} == set(Chart)


@each_row("name", NAMES, ids=NAMES)
def test_table_of_the_fixed_set_is_the_golden_one(name: str) -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))
    assert tables()[name] == golden[name]


@each_row("name", NAMES, ids=NAMES)
def test_axes_and_values_are_columns_and_rows_are_whole(name: str) -> None:
    figure = {**FIGURES, **IMPORTED_FIGURES}[name]
    table = figure.table(survey())
    assert {*figure.axes, *figure.values} <= set(table.columns)
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert table.rows


@each_row("name", NAMES, ids=NAMES)
def test_what_a_table_says_is_in_every_language(name: str) -> None:
    """All but numbers, dates and places, and names that are those of any language."""
    figure = {**FIGURES, **IMPORTED_FIGURES}[name]
    table = figure.table(survey())
    with spoken(Words("es", catalogue=Loud())):
        assert [column for column in table.columns if not said(column).startswith("«")] == []
        assert [
            (column, cell)
            for row in table.rows
            for column, cell in zip(table.columns, row, strict=True)
            if isinstance(cell, str) and cell[:1].islower() and column not in OF_OTHERS
            if not cell_said(column, cell).startswith("«")
        ] == []


@each_row("name", NAMES, ids=NAMES)
def test_nothing_gives_a_table_without_a_fault(name: str) -> None:
    nothing = assemble([], USUAL)
    assert nothing.partial == Partial(USUAL.tokens)
    {**FIGURES, **IMPORTED_FIGURES}[name].table(nothing)


def files_of_1999() -> list[bytes]:
    """Make 53 files with the numbers of WebWatch.

    427 bytes and 15 lines on average, 21 % of the lines not parsed, two files empty, none of comments alone, no Allow.
    """
    lines, unparsed, size = 53 * 15, 167, 53 * 427
    bodies: list[list[bytes]] = [[b"User-agent: *"] for _ in range(51)]
    for number in range(lines - 51):
        bodies[number % 51].append(b"written by hand" if number < unparsed else b"Disallow: /%d/" % number)
    missing = size - sum(len(line) + 1 for body in bodies for line in body)
    assert missing > 0
    bodies[0][-1] += b"x" * missing
    return [b"", b"", *(b"\n".join(body) + b"\n" for body in bodies)]


def test_webwatchs_numbers_come_out_of_files_that_have_them() -> None:
    found = [HostAnswer(f"h{number}.ac.uk", body) for number, body in enumerate(files_of_1999())]
    found += [HostAnswer(f"n{number}.ac.uk", b"", 404) for number in range(163 - 53)]
    numbers = {name: row[0] for name, row in rows_of("W-scalars", survey_of(found)).items()}
    assert numbers == {
        "hosts asked": 163,
        "files": 53,
        "adoption, percent": 32.52,
        "mean bytes": 427,
        "mean lines": 15,
        "mean bytes a line": 28.47,
        "lines not parsed, percent": 21.01,
        "files with an Allow": 0,
        "empty files": 2,
        "files of comments alone": 0,
    }


def test_webwatchs_distributions_count_files_and_fields() -> None:
    bodies = [
        b"",
        *[b"User-agent: a\nDisallow: /x\n"] * 3,
        b"User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /\nDisallow: /y\n",
    ]
    found = survey_of([HostAnswer(f"h{number}.uk", body) for number, body in enumerate(bodies)])
    assert rows_of("W-UA", found) == {0: (1, 20.0), 1: (3, 60.0), 2: (1, 20.0)}
    assert [row[:3] for row in FIGURES["W-F4"].table(found).rows] == [(0, 0, 0), (1, 1, 4), (2, 3, 1)]
    assert [row[:3] for row in FIGURES["W-F2"].table(found).rows] == [(0, 0, 1), (1, 1, 0), (2, 3, 3), (4, 7, 1)]


def test_table_of_errors_counts_occurrences() -> None:
    body = b"Disallow: /early\nUser-agent: a, b\nDisallow: /x\nDisallow: /x\n\nDisallow: /y /z\nwords\n"
    rows = FIGURES["W-F5"].table(survey_of([HostAnswer("a.uk", body)])).rows
    assert {row[0]: row[2] for row in rows} == {
        "rule above any User-agent line": 1,
        "line without a field": 1,
        "several paths in a line": 1,
        "empty line inside a group": 1,
        "several names in a User-agent line": 1,
        "line ends other than LF": 0,
        "duplicate rule in a group": 1,
    }


def test_named_with_a_rule_and_blocked_stay_three_numbers() -> None:
    bodies = [
        b"User-agent: GPTBot\nDisallow: /\n",
        b"User-agent: GPTBot\nDisallow: /a\n",
        b"User-agent: GPTBot\nDisallow:\n",
        b"User-agent: *\nDisallow: /\n",
        b"User-agent: *\nDisallow: /a\n",
    ]
    found = survey_of([HostAnswer(f"h{number}.uk", body) for number, body in enumerate(bodies)])
    assert rows_of("A-5", found)["GPTBot"] == ("OpenAI", "ai-training", 3, 2, 2, 1, 1, 60.0, 40.0, 40.0)


def test_who_began_and_who_stopped_is_counted_by_host() -> None:
    shut, free = b"User-agent: GPTBot\nDisallow: /\n", b"User-agent: GPTBot\nDisallow:\n"
    older = survey_of(
        [HostAnswer("a.uk", free), HostAnswer("b.uk", shut), HostAnswer("c.uk", shut), HostAnswer("gone.uk", shut)]
    )
    now = survey_of(
        [HostAnswer("a.uk", shut), HostAnswer("b.uk", free), HostAnswer("c.uk", shut), HostAnswer("new.uk", shut)]
    )
    assert rows_of("L-4", now.against(older))["GPTBot"] == (1, 1, 1)
