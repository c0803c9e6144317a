"""Survey the inputs of `robotstudio survey`, and print the survey, or the answer to a question about it."""

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli import formats
from robotstudio.cli.crawlers import named_crawlers
from robotstudio.cli.formats import AND_MORE
from robotstudio.cli.output import (
    FINDINGS,
    FINE,
    MISUSE,
    MisuseError,
    Output,
    answer_words,
    answering,
    can_show_progress,
    complain,
    show_progress,
)
from robotstudio.engine.crawlers import ANY_OTHER, CATALOGUE
from robotstudio.survey.agents import USUAL_TOKENS, Surveyed
from robotstudio.survey.cluster_comparison import MOST_READ, comparison_of
from robotstudio.survey.figures import FIGURES, IMPORTED_FIGURES
from robotstudio.survey.figures import snapshots as over_time
from robotstudio.survey.figures.changes import changes_of, table_of
from robotstudio.survey.figures.names import cell_said, said
from robotstudio.survey.query import QueryError, SurveyQuery, ask, check_names, condition_of
from robotstudio.survey.reading.figures import USUAL_FORMATS, imprint_of, write_figures
from robotstudio.survey.reading.inputs import bodies_of, shards_of
from robotstudio.survey.reading.running import DaskCluster, NoAnswersError, PartStore, Plan, Pool, inline
from robotstudio.survey.reading.running import run as run_survey
from robotstudio.survey.reading.tables import about_hosts, practice_of_hosts
from robotstudio.survey.tally import period_in, period_of
from robotstudio.text.language import WORDS, Message, Plural, Told, ntr, spoken, told_list, tr

if TYPE_CHECKING:
    from robotstudio.survey.figures import Figure, FigureTable
    from robotstudio.survey.figures.changes import BlockedShareChange
    from robotstudio.survey.reading.inputs import Shard
    from robotstudio.survey.reading.running import Execute, Finished, SurveyProgress

_SHOWN_ROWS, _SHOWN_CLUSTERS, _SHOWN_TROUBLES = 8, 10, 20


def run(options: argparse.Namespace) -> int:
    """Print the survey, or write its figures; return the exit status."""
    plan = _plan_of(options)
    question = _question_of(options, plan.surveyed.tokens)
    try:
        surveyed = [_survey(options.inputs, plan, options)]
        for period, names in _by_period(options.against or ()).items():
            surveyed.append(_survey(names, replace(plan, date=period, practice=""), options))
    except NoAnswersError as error:
        _complain_of(error.troubles[1:])
        raise
    troubles = [trouble for each in surveyed for trouble in each.finished.troubles]
    survey, *older = (each.finished.survey for each in surveyed)
    survey = survey.against(*older)
    compared = _cluster_of(survey, options) if options.farm else None
    report = SurveyOutput(survey, _asked(survey, question), compared, options.all)
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](report, out)
    if options.figures:
        forms = options.figure_format or USUAL_FORMATS
        older_names = [name for names in _by_period(options.against or ()).values() for name in names]
        imprint = imprint_of(map(Path, (*options.inputs, *older_names)), survey)
        titles = _titles(options.figure_title or ())
        write_figures(survey, Path(options.figures), options.theme, forms, imprint=imprint, titles=titles)
    _complain_of(troubles)
    if any(each.is_any_unread for each in surveyed):
        return MISUSE
    return FINDINGS if troubles else FINE


def _by_period(against: Iterable[str]) -> Mapping[str, list[str]]:
    """Group older inputs by the period before “=” or in their names; one without a period has that of its answers."""
    found: dict[str, list[str]] = {}
    for text in against:
        date, mark, name = text.partition("=")
        if mark and period_of(date) and not Path(text).exists():
            found.setdefault(period_of(date), []).append(name)
        else:
            found.setdefault(period_in(Path(text).name), []).append(text)
    return found


_NO_FIGURE: Message = "“{text}” names no figure. Write it as A-1=TEXT. Figures: {figures}."


def _titles(typed: Iterable[str]) -> Mapping[str, str]:
    """Return the titles that replace those of figures, by their id. Raises MisuseError."""
    titles = {}
    for text in typed:
        name, mark, title = text.partition("=")
        if name not in {**FIGURES, **IMPORTED_FIGURES} or not mark or not title.strip():
            raise MisuseError(_NO_FIGURE, text=text, figures=told_list(tuple(FIGURES)))
        titles[name] = title.strip()
    return titles


def _plan_of(options: argparse.Namespace) -> "Plan":
    tokens: tuple[str, ...] = USUAL_TOKENS
    if options.crawler:
        named = named_crawlers(options.crawler, CATALOGUE, strict=options.strict_crawlers)
        asked = (crawler.token for crawler in named.values())
        tokens = tuple(dict.fromkeys((*asked, ANY_OTHER.token)))
    paths = tuple(dict.fromkeys(options.path or ()))
    for path in paths:
        if not path.startswith("/"):
            raise MisuseError("“{path}” is not a path: paths begin with a slash.", path=path)
    hosts = str(Path(options.hosts).resolve()) if options.hosts else ""
    practice = str(Path(options.practice).resolve()) if options.practice else ""
    return Plan(
        Surveyed(tokens, paths),
        options.lint,
        hosts,
        options.date or period_in(*(Path(name).name for name in options.inputs)),
        practice,
    )


def _question_of(options: argparse.Namespace, tokens: Iterable[str]) -> "SurveyQuery | None":
    """Return what is asked about the survey; None if all of it is wanted."""
    if not options.where and not options.by:
        return None

    try:
        question = SurveyQuery(tuple(map(condition_of, options.where or ())), options.by or "")
        check_names(question, tokens)
    except QueryError as error:
        raise MisuseError(error.told) from error
    return question


def _asked(survey: "Survey", question: "SurveyQuery | None") -> "SurveyAnswer | None":
    if question is None:
        return None

    try:
        return ask(survey, question)
    except QueryError as error:
        raise MisuseError(error.told) from error


def _cluster_of(survey: "Survey", options: argparse.Namespace) -> "tuple[HostCluster, ClusterComparison]":
    """Return the largest farm that a host is part of, and what its files have in common."""
    host = options.farm.lower()
    cluster = next((cluster for cluster in survey.clusters if host in cluster.members), None)
    if cluster is None:
        raise MisuseError("“{host}” is in no farm: no other file is like its own.", host=options.farm)
    return cluster, comparison_of(bodies_of(map(Path, options.inputs), cluster.members[:MOST_READ]))


class _Surveyed(Struct, frozen=True):
    """The result of some inputs, and whether nothing of one of them could be read."""

    finished: "Finished"
    is_any_unread: bool


def _survey(inputs: Iterable[str], plan: "Plan", options: argparse.Namespace) -> _Surveyed:
    by_input = [shards_of(Path(name)) for name in inputs]
    shards = [shard for each in by_input for shard in each]
    store = PartStore(Path(options.state)) if options.state else None
    if plan.hosts:
        about_hosts(Path(plan.hosts))  # what is wrong with it is said once, and not by each process
    if plan.practice:
        practice_of_hosts(Path(plan.practice))
    shown = _ProgressLine() if can_show_progress() else None
    try:
        finished = run_survey(shards, plan, _execute(options, shards), store, shown or (lambda _: None))
    finally:
        if shown:
            show_progress("")
    return _Surveyed(finished, any(finished.without_answers.issuperset(each) for each in by_input))


def _execute(options: argparse.Namespace, shards: "list[Shard]") -> "Execute":
    if options.cluster:
        return DaskCluster(options.cluster)
    workers = min(options.workers or os.cpu_count() or 1, len(shards))
    return Pool(workers) if workers > 1 else inline


class _ProgressLine:
    """Progress on one line of a terminal."""

    def __init__(self) -> None:
        self._clock, self._start = monotonic, monotonic()
        self._first: int | None = None

    def __call__(self, progress: "SurveyProgress") -> None:
        if self._first is None:
            self._first = progress.files
        took = max(self._clock() - self._start, 1e-3)
        rate = round((progress.files - self._first) / took)
        share = WORDS.percent(progress.done / progress.shards if progress.shards else 1.0)
        show_progress(ntr(_PROGRESS, progress.files, share=share, rate=rate))


_PROGRESS = Plural("{share}: {count} file, {rate} per second", "{share}: {count} files, {rate} per second")
_MORE_TROUBLES = Plural("{count} more could not be read.", "{count} more could not be read.")
_FILES = Plural("{count} answer, {distinct} different", "{count} answers, {distinct} different")
_MATCHING = Plural("{count} of {of} answer", "{count} of {of} answers")
_CLUSTER = Plural("{name}: {count} host, {kind}", "{name}: {count} hosts, {kind}")
_CLUSTERS: Message = "Farms of similar files"
_SINCE: Message = "Changes since the older survey"
_SHARED = Plural(
    "{count} line is in more than half of the {files} files.",
    "{count} lines are in more than half of the {files} files.",
)
_DIFFERS = Plural("{host} differs by {count} line", "{host} differs by {count} lines")
_KINDS: Mapping[str, Message] = {
    "identical": "identical files",
    "normalised": "the same except host, comments and order",
    "near": "nearly the same",
}


def _complain_of(troubles: Iterable[Told]) -> None:
    listed = list(troubles)
    for trouble in listed[:_SHOWN_TROUBLES]:
        complain(WORDS.tell(trouble))
    if len(listed) > _SHOWN_TROUBLES:
        complain(ntr(_MORE_TROUBLES, len(listed) - _SHOWN_TROUBLES))


class SurveyOutput(Struct, frozen=True):
    """A survey to be written, or the answer to a query."""

    survey: "Survey"
    asked: "SurveyAnswer | None" = None
    compared: "tuple[HostCluster, ClusterComparison] | None" = None
    has_all: bool = False
    """True if people asked for every figure, not only the first ones."""


if TYPE_CHECKING:
    from robotstudio.survey.cluster_comparison import ClusterComparison
    from robotstudio.survey.clusters import HostCluster
    from robotstudio.survey.query import SurveyAnswer
    from robotstudio.survey.result import Survey


def figures_of(survey: "Survey") -> "dict[str, tuple[Figure, FigureTable]]":
    """Return the figures with their tables; those from an imported column only if the input has it."""
    tables = {name: (figure, over_time.table_of(figure, survey)) for name, figure in FIGURES.items()}
    for name, figure in IMPORTED_FIGURES.items():
        table = over_time.table_of(figure, survey)
        if table.rows:
            tables[name] = figure, table
    return tables


def record_of(survey: "Survey") -> dict[str, object]:
    """Return the survey as one object of JSON."""
    record: dict[str, object] = {
        "files": survey.files,
        "distinct": survey.rows.distinct,
        "farms": [
            {
                "kind": cluster.kind.value,
                "size": cluster.size,
                "template": cluster.template or None,
                "members": list(cluster.members),
                "name": cluster.name,
                "files": cluster.files,
                "least_alike": cluster.least,
            }
            for cluster in survey.clusters
        ],
        "figures": {
            name: {"title": figure.title, "columns": list(table.columns), "rows": [list(row) for row in table.rows]}
            for name, (figure, table) in figures_of(survey).items()
        },
    }
    for name in ("codes", "paths", "encodings", "fields", "disclosed"):
        counts = survey.partial.counts(name)
        if counts:
            record[name] = [[*key, count] for key, count in sorted(counts.items())]
    if survey.older is not None:
        record["changes"] = [
            {
                "crawler": each.crawler,
                "before": each.before,
                "now": each.now,
                "began": list(each.began),
                "stopped": list(each.stopped),
            }
            for each in _changes_of(survey)
        ]
    return record


def _changes_of(survey: "Survey") -> "tuple[BlockedShareChange, ...]":
    return changes_of(survey)


def _write_json(report: SurveyOutput, out: Output) -> None:
    if report.compared is not None:
        cluster, kinship = report.compared
        members = [{"host": each.host, "more": list(each.more), "less": list(each.less)} for each in kinship.members]
        shared = [list(row) for row in kinship.shared]
        out.record(
            {
                "farm": cluster.name,
                "kind": cluster.kind.value,
                "size": cluster.size,
                "shared": shared,
                "members": members,
            }
        )
        return
    if report.asked is None:
        out.record(record_of(report.survey))
        return
    asked, table = report.asked, report.asked.table
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    out.record({"files": asked.of, "matching": asked.matching, "rows": rows})


_FIRST_FIGURES = ("S-1", "A-2", "A-5")
"""Which files there are, how long they are, and which AI crawlers they block."""
_MORE_FIGURES = Plural(
    "{count} more figure: {all} prints it, {figures} and {csv} write it.",
    "{count} more figures: {all} prints them, {figures} and {csv} write them.",
)


def _write_text(report: SurveyOutput, out: Output) -> None:
    survey = report.survey
    if report.compared is not None:
        _write_cluster(*report.compared, out)
        return
    if report.asked is not None:
        asked = report.asked
        out.line(ntr(_MATCHING, asked.matching, of=asked.of))
        _write_table(asked.table, out, most=len(asked.table.rows))
        if asked.unlisted:
            out.line("  " + ntr(AND_MORE, asked.unlisted))
        return
    out.line(ntr(_FILES, survey.files, distinct=survey.rows.distinct))
    for cluster in survey.clusters[:_SHOWN_CLUSTERS]:
        if cluster is survey.clusters[0]:
            out.line()
            out.line(tr(_CLUSTERS))
        out.line("  " + ntr(_CLUSTER, cluster.size, name=cluster.name, kind=tr(_KINDS[cluster.kind.value])))
    if changes := _changes_of(survey):
        out.line()
        out.line(tr(_SINCE))
        _write_table(table_of(changes), out)
    figures = figures_of(survey)
    first = {*_FIRST_FIGURES, *IMPORTED_FIGURES}
    shown = [name for name in figures if report.has_all or name in first]
    for name in shown:
        figure, table = figures[name]
        out.line()
        out.line(f"{name}  {WORDS.noted(tr(figure.title), figure.source)}")
        _write_table(table, out)
    if more := len(figures) - len(shown):
        out.line()
        out.line(ntr(_MORE_FIGURES, more, all="--all", figures="--figures", csv="--format csv"))


def _write_cluster(cluster: "HostCluster", kinship: "ClusterComparison", out: Output) -> None:
    """Write what its files share, and the members that differ with their lines."""
    out.line(ntr(_CLUSTER, cluster.size, name=cluster.name, kind=tr(_KINDS[cluster.kind.value])))
    out.line(ntr(_SHARED, len(kinship.shared), files=len(kinship.members)))
    for line, files in kinship.shared:
        out.line(f"  {WORDS.number(files):>6}  {line}")
    for member in kinship.members:
        if member.differs:
            out.line(ntr(_DIFFERS, member.differs, host=member.host))
            for sign, lines in (("+", member.more), ("-", member.less)):
                for line in lines:
                    out.line(f"  {sign} {line}")


def _write_table(table: "FigureTable", out: Output, most: int = _SHOWN_ROWS) -> None:
    head = [said(name) for name in table.columns]
    listed = (zip(table.columns, row, strict=True) for row in table.rows[:most])
    lines = [head, *([cell_said(name, cell) for name, cell in row] for row in listed)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            cell.ljust(width) if place == 0 or line is head else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        out.line("  " + "  ".join(cells).rstrip())
    if (more := len(table.rows) - most) > 0:
        out.line("  " + ntr(AND_MORE, more))
    if table.note:
        out.line("  " + tr(table.note))


class ValueRow(NamedTuple):
    """One cell of a figure's table: the tables differ in their columns, so each cell has a row."""

    figure: str
    row: int
    column: str
    value: object


class FarmLineRow(NamedTuple):
    """A line of a farm: in most of its files (`shared`), or where one member has `more` or `less` than these."""

    host: str
    kind: str
    line: str
    files: int | None


def _write_csv(report: SurveyOutput, out: Output) -> None:
    if report.compared is not None:
        formats.write_csv(FarmLineRow, _farm_lines(report.compared[1]), out)
    elif report.asked is not None:
        table = report.asked.table
        out.table([table.columns, *table.rows])
    else:
        formats.write_csv(ValueRow, _values(report.survey), out)


def _farm_lines(kinship: "ClusterComparison") -> Iterator[FarmLineRow]:
    for line, files in kinship.shared:
        yield FarmLineRow("", "shared", line, files)
    for member in kinship.members:
        for kind, lines in (("more", member.more), ("less", member.less)):
            for line in lines:
                yield FarmLineRow(member.host, kind, line, None)


def _values(survey: "Survey") -> Iterator[ValueRow]:
    tables = {name: table for name, (_, table) in figures_of(survey).items()}
    if changes := _changes_of(survey):
        tables["changes"] = table_of(changes)
    for name, table in tables.items():
        for number, row in enumerate(table.rows, 1):
            for column, cell in zip(table.columns, row, strict=True):
                yield ValueRow(name, number, column, cell)


FORMATS = {"text": _write_text, "json": _write_json, "csv": _write_csv}
