"""`robotstudio test`: which crawler may fetch which URL, and which rule decides; or whether that is as expected."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of
from robotstudio.cli.crawlers import AskedCrawler, add_crawlers, asked_crawlers, shown_token
from robotstudio.cli.files import AskedUrls, add_files, refuse_second_stream
from robotstudio.cli.formats import add_output
from robotstudio.cli.inputs import (
    add_columns,
    add_project,
    add_source,
    add_urls,
    asked_project,
    complain_of_rejected,
    given_files,
    made_file,
    read_urls,
    text_of,
)
from robotstudio.cli.output import FINDINGS, FINE, MISUSE, Ink, MisuseError, answer_words, answering, as_json
from robotstudio.engine import Robots, Verdict
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.templates import REASONS
from robotstudio.text.language import WORDS, Message, spoken, tr
from robotstudio.text.phrases import printable

if TYPE_CHECKING:
    from robotstudio.cli.columns import Beside
    from robotstudio.cli.projects import AssumedAnswer, GivenProject
    from robotstudio.engine import UrlTable

JUNIT = "junit"
"""The format that only expectations have; they have all those of verdicts."""

_AT_ONCE = 4_096
_DEFER = "defer"

_Why = Callable[[], str]


class VerdictRow(NamedTuple):
    """One verdict; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str  # as it was given
    crawler: str  # as it was given, or the token that was found in a header
    allowed: bool | None  # None: under the answer that is assumed, that is not documented
    line: int | None
    rule: str | None
    group: str | None  # the product token that was found, "*" for the global group
    reason: str  # a `Reason`, or the effect of the answer that is supposed
    dialect: str


_EPILOG: Message = (
    "Exit status: 0, whatever the verdicts; 1 if an expectation fails, if a URL is blocked with --fail-on-blocked, "
    "or if crawlers may differ with --readings; 2 usage or I/O error, also if a line is not a URL or not an "
    "expectation."
)


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio test`."""
    parser.description = tr("Show which crawlers may fetch which URLs, and the rule that decides.")
    parser.epilog = tr(_EPILOG)
    add_crawlers(parser)
    expecting = tr("a text file with one expectation per line; - for standard input")
    add_urls(parser)
    parser.add_argument("--expect", metavar="FILE", help=expecting)
    comparing = tr("show which crawlers differ from the first one, for every possible URL")
    parser.add_argument("--readings", action="store_true", help=comparing)
    supposing = tr("judge as if the server gave this answer for robots.txt, such as 404, 503 or html")
    parser.add_argument("--as-if", dest="scenario", metavar="ANSWER", help=supposing)
    failing = tr("exit with 1 if a crawler may not fetch a URL")
    parser.add_argument("--fail-on-blocked", action="store_true", help=failing)
    add_columns(parser)
    add_output(parser, {*FORMATS, JUNIT})
    add_config(parser)
    add_project(parser)
    add_source(parser, "FILE")
    add_files(parser, "FILE", what=tr("a robots.txt, or the folder it is in; - for standard input"))


def run(options: argparse.Namespace) -> int:
    """Print the verdicts; return the exit status."""
    project = asked_project(options)
    config = config_of(options)
    files = given_files(options, config, project, "FILE")
    expected = _expectations(options, project)
    refuse_second_stream((*files, expected, *(options.urls or ())))
    if not expected and options.format not in FORMATS:
        message: Message = "{format} is for expectations: name their file with --expect."
        raise MisuseError(message, format=options.format)
    name, body = text_of(files, made_file(options, config), project)
    if expected:
        from robotstudio.cli import expectations  # verdicts are there sooner without

        return expectations.run(body, (name, expected), options, options.dialect or config.dialect or None, project)
    crawlers = asked_crawlers(options, config, project.crawlers if project else ())
    if options.readings:
        from robotstudio.cli import readings

        return readings.run(body, crawlers, options)
    urls = read_urls(options, project)
    assumed = _assumed(options, project)
    if options.weight or options.fail_on:
        from robotstudio.cli import weights

        return weights.run(body, crawlers, urls, assumed, options)
    with spoken(answer_words(options)):
        beside = _beside(urls, options)
        writing = _VerdictWriter(FORMATS[options.format](name), body, crawlers, assumed, beside)
        if urls.urls:
            with answering(options.output) as out:
                if isinstance(writing.form, _Text):
                    writing.form.has_color = out.has_color
                    out.harmless_document(writing.pieces(urls))
                else:
                    out.document(writing.pieces(urls))
    complain_of_rejected(urls)
    if urls.is_misuse:
        return MISUSE
    return FINDINGS if options.fail_on_blocked and writing.blocks else FINE


def _beside(urls: AskedUrls, options: argparse.Namespace) -> "Beside | None":
    """Return the columns to print beside each URL."""
    if not options.columns:
        return None
    from robotstudio.cli.columns import beside  # a few URLs need no numpy

    return beside(urls, options.columns, WORDS)


def _expectations(options: argparse.Namespace, project: "GivenProject | None") -> str | None:
    """Return the file of expectations: a project's own if no verdicts are asked for."""
    asked = {
        "--crawler": options.crawler,
        "--fail-on-blocked": options.fail_on_blocked,
        "--as-if": options.scenario is not None,
        **_column_options(options, "columns", "weight", "fail_on"),
    }
    for_verdicts = [name for name, value in asked.items() if value]
    _refuse_beside_readings(options)
    if options.expect and for_verdicts:
        message: Message = "The expectations already name crawlers and verdicts: leave out {option}."
        raise MisuseError(message, option=for_verdicts[0])
    if options.expect or project is None or for_verdicts or _has_urls(options) or options.readings:
        named: str | None = options.expect
        return named
    return project.expectations


def _has_urls(options: argparse.Namespace) -> bool:
    return bool(options.url or options.urls or options.where)


def _refuse_beside_readings(options: argparse.Namespace) -> None:
    """Refuse options about some URLs beside `--readings`, which is about all of them."""
    asked = {
        "--expect": options.expect,
        "--url": options.url,
        "--urls": options.urls,
        "--as-if": options.scenario is not None,
        "--fail-on-blocked": options.fail_on_blocked,
        **_column_options(options, "columns", "where", "weight", "fail_on"),
    }
    beside = [name for name, value in asked.items() if value]
    if options.readings and beside:
        message: Message = "--readings covers every possible URL: leave out {option}."
        raise MisuseError(message, option=beside[0])


def _column_options(options: argparse.Namespace, *names: str) -> Mapping[str, bool]:
    return {f"--{name.replace('_', '-')}": bool(getattr(options, name)) for name in names}


def _assumed(options: argparse.Namespace, project: "GivenProject | None") -> "AssumedAnswer | None":
    """Return the assumed answer of the server, None if it is the file."""
    if options.scenario is None and project is None:
        return None
    from robotstudio.cli.projects import assumed_answer  # most ask about the file as it is

    return assumed_answer(options.scenario, project)


class _Format(Protocol):
    """A format: what stands before and after the URL in a row, and how the URL is written in it."""

    head: str
    end: str
    """End of each row."""

    def around(self, row: VerdictRow, why: _Why) -> tuple[str, str]:
        """Return what stands before the URL and after it; the URL of this row is empty."""

    def written(self, url: str) -> str:
        """Return the URL, escaped."""

    def head_with(self, beside: "Beside") -> str:
        """Return the head with columns of values."""

    def values(self, beside: "Beside", row: int) -> str:
        """Return what stands before the end of a row with the values of a URL."""


class _VerdictWriter:
    """Writes verdicts; what is the same for many URLs is made once."""

    def __init__(
        self,
        form: _Format,
        body: bytes,
        crawlers: Sequence[AskedCrawler],
        assumed: "AssumedAnswer | None" = None,
        beside: "Beside | None" = None,
    ) -> None:
        self.blocks = False
        self.form = form
        self._assumed = assumed
        self._beside = beside
        self._crawlers = crawlers
        self._file_version = FileVersion(body)

    def pieces(self, asked: AskedUrls) -> Iterator[str]:
        """Return the head, then some rows at a time: URL by URL, for each crawler in the order given."""
        beside = self._beside
        yield self.form.head if beside is None else self.form.head_with(beside)
        columns = [self._column(crawler, asked) for crawler in self._crawlers]
        written, each = self.form.written, iter(asked.urls)
        if beside is not None:
            end = self.form.end
            for row, (url, *ends) in enumerate(zip(asked.urls, *columns, strict=True)):
                told = f"{self.form.values(beside, row)}{end}"
                yield "".join(
                    f"{before}{written(url.written)}{behind.removesuffix(end)}{told}" for before, behind in ends
                )
            return
        while some := [written(url.written) for url in islice(each, _AT_ONCE)]:
            ends = [list(islice(column, len(some))) for column in columns]
            yield "".join(
                f"{before}{url}{behind}" for url, *row in zip(some, *ends, strict=True) for before, behind in row
            )

    def _column(self, crawler: AskedCrawler, asked: AskedUrls) -> Iterator[tuple[str, str]]:
        """Return what stands around each URL for a crawler."""
        robots, table = self._file_version.read_as(crawler.dialect), asked.table
        ends = None if table is None else self._ends_of_equal_verdicts(crawler, robots, table)
        return ends or (self._around(crawler, robots.decide(url.url, crawler.agent)) for url in asked.urls)

    def _ends_of_equal_verdicts(
        self, crawler: AskedCrawler, robots: Robots, table: "UrlTable"
    ) -> Iterator[tuple[str, str]] | None:
        """Return the same if many URLs share a verdict, None in a dialect that has a verdict for each."""
        from robotstudio.engine.rule_classes import distinct_verdicts  # a few URLs need no numpy

        found = distinct_verdicts(robots, table, crawler.agent)
        if found is None:
            return None
        places, which = found
        ends = [self._around(crawler, robots.decide(table.urls[place], crawler.agent)) for place in places.tolist()]
        parts = (which[first : first + _AT_ONCE].tolist() for first in range(0, len(which), _AT_ONCE))
        return (ends[kind] for part in parts for kind in part)

    def _around(self, crawler: AskedCrawler, verdict: Verdict) -> tuple[str, str]:
        row = VerdictRow(
            url="",
            crawler=crawler.name,
            allowed=verdict.allowed,
            line=verdict.line,
            rule=None if verdict.rule is None else str(verdict.rule),
            group=verdict.group.token,
            reason=verdict.reason.value,
            dialect=crawler.dialect,
        )
        why: _Why = partial(tr, REASONS[verdict.reason])
        if self._assumed and (outcome := self._assumed.outcome(crawler, verdict)):
            allowed, effect = outcome
            row = row._replace(allowed=allowed, line=None, rule=None, group=None, reason=effect.value)
            why = self._assumed.why
        self.blocks = self.blocks or row.allowed is False
        return self.form.around(row, why)


class _Text:
    head = ""
    end = "\n"

    def __init__(self, _file: str) -> None:
        """Ignore the name of the file: it writes sentences, one a line."""
        self.has_color = False

    def around(self, row: VerdictRow, why: _Why) -> tuple[str, str]:
        before, behind = _sentence(row, why)
        if not self.has_color or row.allowed is not False:
            return before, f"{behind}\n"
        return f"\x1b[{Ink.BLOCKED}m{before}", f"{behind}\x1b[0m\n"

    def written(self, url: str) -> str:
        return printable(url)

    def head_with(self, _beside: "Beside") -> str:
        return ""

    def values(self, beside: "Beside", row: int) -> str:
        return f" [{printable(beside.words(row))}]"


class _Json:
    head = ""
    end = "}\n"

    def __init__(self, _file: str) -> None:
        """Ignore the name of the file: it writes objects, one a line."""

    def around(self, row: VerdictRow, _why: _Why) -> tuple[str, str]:
        before, _, behind = as_json(row._asdict()).partition('""')
        return before, f"{behind}\n"

    def written(self, url: str) -> str:
        return as_json(url)

    def head_with(self, _beside: "Beside") -> str:
        return ""

    def values(self, beside: "Beside", row: int) -> str:
        return f', "columns": {as_json(beside.record(row))}'


class _Csv:
    end = "\n"

    def __init__(self, _file: str) -> None:
        """Write the header of the table."""
        from robotstudio.store.delimited import cell, delimited

        self.head = "".join(delimited([VerdictRow._fields]))
        self.written = cell
        self._delimited = delimited

    def around(self, row: VerdictRow, _why: _Why) -> tuple[str, str]:
        return "", "".join(self._delimited([row]))

    def head_with(self, beside: "Beside") -> str:
        return "".join(self._delimited([(*VerdictRow._fields, *beside.names)]))

    def values(self, beside: "Beside", row: int) -> str:
        return "".join(self._delimited([("", *beside.record(row).values())])).removesuffix(self.end)


class _GitHub:
    head = ""
    end = "\n"

    def __init__(self, file: str) -> None:
        self._file = file

    def around(self, row: VerdictRow, why: _Why) -> tuple[str, str]:
        level = "warning" if row.allowed is False else "notice"
        place = {"file": self._file, "line": row.line or 1}
        before, behind = map(formats.data, _sentence(row, why))
        return f"::{level} {formats.properties(place)}::{before}", f"{behind}\n"

    def written(self, url: str) -> str:
        return formats.data(url)

    def head_with(self, _beside: "Beside") -> str:
        return ""

    def values(self, beside: "Beside", row: int) -> str:
        return formats.data(f" [{beside.words(row)}]")


_URL = "\0"
_MAY: Message = "{crawler} may fetch {url}: {why}"
_MAY_NOT: Message = "{crawler} may not fetch {url}: {why}"
_MAY_BY_RULE: Message = "{crawler} may fetch {url}: line {line}, {rule} – {why}"
_MAY_NOT_BY_RULE: Message = "{crawler} may not fetch {url}: line {line}, {rule} – {why}"


_NOT_NOW: Message = "{crawler} does not fetch {url} for now: {why}"
_NOT_DOCUMENTED: Message = "It is not documented whether {crawler} may fetch {url}: {why}"


def _sentence(row: VerdictRow, why_words: _Why) -> tuple[str, str]:
    """Return what a person reads before the URL, and after it."""
    crawler = printable(shown_token(row.crawler))
    why, rule = why_words(), printable(row.rule or "")
    if row.line is None:
        message = _NOT_DOCUMENTED if row.allowed is None else _MAY if row.allowed else _MAY_NOT
        said = tr(_NOT_NOW if row.reason == _DEFER else message, crawler=crawler, url=_URL, why=why)
    else:
        message = _MAY_BY_RULE if row.allowed else _MAY_NOT_BY_RULE
        said = tr(message, crawler=crawler, url=_URL, line=str(row.line), rule=rule, why=why)
    before, _, behind = said.partition(_URL)
    return before, behind


FORMATS: Mapping[str, Callable[[str], _Format]] = {"text": _Text, "json": _Json, "csv": _Csv, "github": _GitHub}
