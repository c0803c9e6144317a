"""Add the options that name URLs and projects. `projects`, which reads files of both, is imported when one is named."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from robotstudio.cli.config import Config
from robotstudio.cli.files import AskedUrls, files_of, no_urls, read_input
from robotstudio.cli.output import MisuseError, complain
from robotstudio.text.language import WORDS, Message, Told, told, tr
from robotstudio.urls.logs.fields import BadFieldsError, LogFields, Role, fields_from
from robotstudio.urls.urls import normalise

if TYPE_CHECKING:
    from robotstudio.cli.projects import GivenProject
    from robotstudio.cli.source import MadeFile


def add_project(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a project; `cli.projects` reads it."""
    project_help = tr("take what is not given here from a project: the file, URLs, crawlers and more")
    parser.add_argument("--project", metavar="FILE", help=project_help)
    add_environment(parser)


def add_environment(parser: argparse.ArgumentParser) -> None:
    """Add the options of a project, however it is named."""
    environment_help = tr("one of the project's hosts, with its own text, site and expectations")
    parser.add_argument("--environment", metavar="NAME", help=environment_help)
    trust_help = tr("let the project read files outside its folder or repository")
    parser.add_argument("--trust-project", action="store_true", help=trust_help)


def asked_project(options: argparse.Namespace) -> "GivenProject | None":
    """Return the project that the options name. Raises FileError."""
    if options.project is None and options.environment is None:
        return None
    from robotstudio.cli.projects import project_of  # who has no project starts faster

    return project_of(options)


_RUN: Message = "run the command in “source” of the configuration, and use its output as {file}"
_NO_SOURCE: Message = "--run-source runs a command, but the configuration has none: set “source” in it."
_MAY_RUN: Message = "Give {file}, or add --run-source to run “{command}” from “{path}”."


def add_source(parser: argparse.ArgumentParser, file: str) -> None:
    """Add the option that runs the command of the configuration. Without it, no file of a stranger runs anything."""
    parser.add_argument("--run-source", action="store_true", help=tr(_RUN, file=file))


def made_file(options: argparse.Namespace, config: Config) -> "MadeFile | None":
    """Return what the command of the configuration prints, if the person wants it to run. Raises MisuseError."""
    if not options.run_source:
        return None
    if not config.source or config.path is None:
        raise MisuseError(_NO_SOURCE)
    from robotstudio.cli.source import run_source  # who has no command starts faster

    return run_source(config.source, config.path.absolute().parent)


def source_hint(config: Config, file: str) -> Told | None:
    """Return what to do if a file is missing that a command can make; None if there is no command."""
    if not config.source:
        return None
    from robotstudio.cli.source import shown_command

    return told(_MAY_RUN, file=file, command=shown_command(config.source), path=str(config.path))


def given_files(options: argparse.Namespace, config: Config, project: "GivenProject | None", *names: str) -> list[str]:
    """Return the files that were given, one for each name: without the last one if it is made."""
    needed = names[:-1] if options.run_source else names
    return files_of(options, *needed, are_needed=project is None, hint=source_hint(config, names[-1]))


def text_of(files: Sequence[str], made: "MadeFile | None", project: "GivenProject | None") -> tuple[str, bytes]:
    """Return the name and the text of what is made, of the one file that was given, or of the file of the project."""
    if made is not None:
        return (project.name_of(made.name), project.served(made.body)) if project else (made.name, made.body)
    if project is not None:
        return project.draft(*files)
    return files[0], read_input(files[0])


_URLS: Message = (
    "a list with one URL per line, a table (CSV, TSV, XLSX), a ZIP export, a sitemap, a HAR file or an access log, "
    "also compressed (gz, bz2, xz, zst); a folder or a pattern such as {example} names all files in it; - for "
    "standard input; repeatable"
)


_LOG_FIELDS: Message = (
    "the fields of a JSON or delimited log that are not recognised, such as {example}; columns also by number. "
    "Parts: {parts}"
)


_MAPPING = "time=ts,address=request.client_ip,url=request.uri"


def add_log_fields(parser: argparse.ArgumentParser) -> None:
    """Add the option that maps the fields of a log."""
    parser.add_argument(
        "--log-fields",
        metavar="MAPPING",
        help=tr(_LOG_FIELDS, example=_MAPPING, parts=WORDS.side_by_side(Role)),
    )


def log_fields(options: argparse.Namespace) -> LogFields:
    """Return the fields that the options map. Raises MisuseError."""
    try:
        return fields_from(options.log_fields or "")
    except BadFieldsError as error:
        raise MisuseError(error.told) from error


def add_urls(parser: argparse.ArgumentParser) -> "argparse._MutuallyExclusiveGroup":
    """Add the options that name URLs; `read_urls` asks for one of them."""
    urls = parser.add_mutually_exclusive_group()
    url_help = tr("a URL or a path; repeatable")
    urls.add_argument("--url", action="append", nargs="+", metavar="URL", help=url_help)
    add_log_fields(parser)
    urls.add_argument("--urls", action="append", metavar="FILE", help=tr(_URLS, example="logs/*.gz"))
    column_help = tr("the column of the table that holds the URLs, or its number")
    parser.add_argument("--urls-column", metavar="NAME", help=column_help)
    return urls


_COLUMNS: Message = "columns of the files to add to each row, separated by commas, such as {example}; {all} for all"
_WHERE: Message = (
    "only URLs that meet this condition, such as {example}. Comparisons: {comparisons}; url is the URL itself"
)
_COMPARISONS = "= != < <= > >=, contains, matches (RE2), is unknown"
_WEIGHT: Message = "sum a column, such as clicks, over the URLs"
_FAIL_ON: Message = (
    "exit with 1 if this is true of the sum over the blocked URLs, such as {example}; urls is their number"
)
_CONDITION = "'clicks > 100 and not url contains /tag/'"


def add_where(parser: argparse.ArgumentParser) -> None:
    """Add the option that takes some of the URLs."""
    parser.add_argument("--where", metavar="CONDITION", help=tr(_WHERE, example=_CONDITION, comparisons=_COMPARISONS))


def add_columns(parser: argparse.ArgumentParser) -> None:
    """Add the options about columns beside the URLs."""
    add_where(parser)
    parser.add_argument("--columns", metavar="NAMES", help=tr(_COLUMNS, example="clicks,status", all="*"))
    parser.add_argument("--weight", metavar="NAME", help=tr(_WEIGHT))
    parser.add_argument("--fail-on", metavar="CONDITION", help=tr(_FAIL_ON, example="'clicks > 0'"))


def read_urls(options: argparse.Namespace, project: "GivenProject | None" = None) -> AskedUrls:
    """Return the URLs of the command line, or of the files that it names; a project's URLs if there are none."""
    asked = [getattr(options, name, None) for name in ("columns", "where", "weight")]
    if not any(asked):
        return _read(options, project)
    from robotstudio.cli.columns import filtered, names_asked  # typed URLs are read without numpy

    found = _read(options, project, names_asked(*asked))
    return filtered(found, options.where) if options.where else found


def _read(options: argparse.Namespace, project: "GivenProject | None", columns: Sequence[str] = ()) -> AskedUrls:
    if options.urls:
        from robotstudio.cli.projects import read_url_files

        return read_url_files(options.urls, options.urls_column or "", log_fields(options), columns)
    if options.urls_column:
        raise MisuseError("--urls-column chooses a column of the file given with --urls.")
    if not options.url:
        if project is not None:
            return project.urls(options, columns)
        raise no_urls(options)
    return AskedUrls(tuple(normalise(url) for group in options.url for url in group))


def complain_of_rejected(asked: AskedUrls) -> None:
    """Complain about the lines of the files that are no URLs, and about what else was not read."""
    for remark in asked.remarks:
        complain(WORDS.tell(remark))
