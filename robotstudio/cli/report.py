"""`robotstudio report`: what the program works out of a file, a project and all that belongs to it, as one document."""

import argparse
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of
from robotstudio.cli.crawlers import add_crawlers
from robotstudio.cli.files import add_files, files_of, read_input, refuse_second_stream
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_no_access
from robotstudio.cli.inputs import add_environment, add_urls, add_where, asked_project, complain_of_rejected
from robotstudio.cli.log_versions import add_versions
from robotstudio.cli.output import FINE, MISUSE, STREAM, MisuseError, answering
from robotstudio.project.file.model import SUFFIX
from robotstudio.report.formats import FORMATS, ReportFormat
from robotstudio.report.logo import read_logo
from robotstudio.report.model import SECTION_IDS, Audience
from robotstudio.report.style import ACCENT, read_colour, read_fonts
from robotstudio.store.did_you_mean import nearest
from robotstudio.text.language import WORDS, Message, told_list, tr

if TYPE_CHECKING:
    from robotstudio.cli.projects import GivenProject
    from robotstudio.report.subject import ReportChoices

_EPILOG: Message = (
    "Sections: {sections}. Sections without data are left out. Exit status: 0 the report was written, 2 usage or I/O "
    "error, also if a line of a list is not a URL."
)
_FILE: Message = "a project (*.robotstudio) or a robots.txt; - reads the latter from standard input"
_DATE: Message = "the date of the report, such as 2026-11-23; the same inputs and date give the same bytes"
_NOTES: Message = (
    "a text file with the author's notes; a heading (## …) that names a section puts them there, any other begins a "
    "section of its own"
)
_COLOUR: Message = "the colour of headings and numbers, dark enough to be read on white"
_FONTS: Message = "a folder with the fonts of the PDF; letters that they lack are in the program's own"
_SINCE: Message = "an earlier report as JSON: which of its recommendations were done, and what came of it"
_FETCH: Message = "also fetch this site: what the server answers, its other addresses, and the live file"
_LOG: Message = "an access log, to check which crawlers obeyed the file; repeatable"
_HISTORY: Message = "use the fetch history of the site on this computer"
_WRITING: Message = "write the report to FILE instead of standard output"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio report`."""
    description: Message = "Write a report on a robots.txt or a project."
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG, sections=WORDS.side_by_side(SECTION_IDS))
    add_no_access(parser)
    add_crawlers(parser)
    add_urls(parser)
    add_where(parser)
    add_environment(parser)
    for name, metavar, said in (
        ("--site", "ADDRESS", tr("the site that serves the file, such as https://example.com")),
        ("--fetch", "ADDRESS", tr(_FETCH)),
        ("--baseline", "FILE", tr("the file to compare with. Default: the project's, or the live one")),
        ("--expect", "FILE", tr("a text file with one expectation per line; - for standard input")),
        ("--crawl", "FILE", tr("a crawl file of the site")),
        ("--title", "TEXT", tr("the title of the report")),
        ("--author", "TEXT", tr("the author of the report")),
        ("--client", "TEXT", tr("the client, for the cover")),
        ("--agency", "TEXT", tr("the agency, beside the logo")),
        ("--notes", "FILE", tr(_NOTES)),
        ("--logo", "FILE", tr("a logo above the title, PNG or JPEG")),
        ("--colour", "#RRGGBB", tr(_COLOUR)),
        ("--fonts", "FOLDER", tr(_FONTS)),
        ("--since", "FILE", tr(_SINCE)),
        ("--date", "DAY", tr(_DATE)),
    ):
        parser.add_argument(name, metavar=metavar, help=said)
    whom: Message = (
        "who reads it: the client (few pages, no jargon), the developer (lines, changes, tests), or the record "
        "(everything, the default)"
    )
    parser.add_argument("--for", dest="audience", choices=list(Audience), default=Audience.RECORD, help=tr(whom))
    searching = tr("search the crawl for these words, and show which crawlers cannot see the pages; repeatable")
    parser.add_argument("--search", metavar="WORDS", action="append", default=[], help=searching)
    parser.add_argument("--log", metavar="FILE", action="append", default=[], help=tr(_LOG))
    export_help = tr("an export of Page indexing from Search Console, or a folder of them; repeatable")
    parser.add_argument("--indexing", metavar="EXPORT", action="append", default=[], help=export_help)
    meant_help = tr("fetch this page and what its site says about its use, for the section on AI")
    parser.add_argument("--meant", metavar="URL", help=meant_help)
    add_versions(parser)
    parser.add_argument("--history", action="store_true", help=tr(_HISTORY))
    which = parser.add_mutually_exclusive_group()
    only = tr("only these sections, in the usual order; repeatable")
    which.add_argument("--only", metavar="SECTION", action="append", help=only)
    without = tr("all sections except these; repeatable")
    which.add_argument("--without", metavar="SECTION", action="append", help=without)
    add_output(parser, FORMATS, what=_WRITING, usual="md")
    add_config(parser)
    add_files(parser, "FILE", what=tr(_FILE))


def run(options: argparse.Namespace) -> int:
    """Write the report; return the exit status."""
    from robotstudio.cli.report_subject import SubjectBuilder  # --help needs none of it
    from robotstudio.report.sections import report_of

    (file,) = files_of(options, "FILE")
    refuse_second_stream((file, options.baseline, options.expect, options.notes, *(options.urls or ())))
    form = _format(options)
    with ExitStack() as comparison:
        project = _project(file, options)
        _take_from_project(options, project)
        gathering = SubjectBuilder(options, project, file, config_of(options), comparison)
        wanted = _wanted(options)
        subject, urls = gathering.subject()
        if options.urls and not urls.urls:
            complain_of_rejected(urls)
            return MISUSE

        with form.spoken():
            body = form.write(report_of(subject, form.choices(wanted)))
    with answering(options.output) as out:
        out.write_bytes(body)
    complain_of_rejected(urls)
    return MISUSE if urls.is_misuse else FINE


_NO_BINARY: Message = "{format} cannot be printed: name a file with -o."
_BINARY: Final = frozenset({"pdf", "xlsx"})
_WITH_FONTS: Final = frozenset({"html", "pdf"})
"""Formats that name fonts; the others need not read them, for which the extra `pdf` is needed."""


def _format(options: argparse.Namespace) -> ReportFormat:
    form = FORMATS[options.format]
    if form.id in _BINARY and options.output in {None, STREAM}:
        raise MisuseError(_NO_BINARY, format=tr(form.title))
    return form


def _project(file: str, options: argparse.Namespace) -> "GivenProject | None":
    """Return the project, if a file is one by its name. Raises FileError."""
    options.project = file if file.lower().endswith(SUFFIX) else None
    return asked_project(options)


def _take_from_project(options: argparse.Namespace, project: "GivenProject | None") -> None:
    """Take from the project what its reports say of themselves, if no option does. Raises FileError."""
    if project is None:
        return
    kept = project.project.report
    for name in ("title", "client", "author", "agency", "colour"):
        setattr(options, name, getattr(options, name) or getattr(kept, name))
    for name in ("logo", "notes", "fonts"):
        setattr(options, name, getattr(options, name) or project.path_of(getattr(kept, name)))


_NO_SECTION: Message = "Unknown section {name}. Available: {sections}."
_NEARLY_SECTION: Message = "Unknown section {name}. Did you mean {near}?"
_NO_DATE: Message = "“{text}” is not a date. Write it as 2026-10-01."


def _wanted(options: argparse.Namespace) -> "ReportChoices":
    from robotstudio.report.subject import ReportChoices

    made_on = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    if options.date:
        try:
            made_on = datetime.strptime(options.date, "%Y-%m-%d")  # noqa: DTZ007 - a day is the same everywhere
        except ValueError as error:
            raise MisuseError(_NO_DATE, text=options.date) from error
    notes = read_input(options.notes).decode("utf-8", "replace") if options.notes else ""
    logo = read_logo(Path(options.logo)) if options.logo else None
    return ReportChoices(
        made_on,
        options.title or "",
        options.author or "",
        notes,
        logo,
        _sections(options),
        Audience(options.audience),
        options.client or "",
        options.agency or "",
        read_colour(options.colour) if options.colour else ACCENT,
        read_fonts(Path(options.fonts)) if options.fonts and options.format in _WITH_FONTS else None,
    )


def _sections(options: argparse.Namespace) -> tuple[str, ...] | None:
    named = [name for text in (options.only or options.without or ()) for name in text.split(",")]
    for name in named:
        if name not in SECTION_IDS:
            if near := nearest(name, SECTION_IDS):
                raise MisuseError(_NEARLY_SECTION, name=name, near=near)
            raise MisuseError(_NO_SECTION, name=name, sections=told_list(SECTION_IDS))
    if not named:
        return None
    return tuple(id_ for id_ in SECTION_IDS if (id_ in named) is bool(options.only))
