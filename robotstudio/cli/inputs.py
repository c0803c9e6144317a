"""Add the options that name URLs and projects. `projects`, which reads files of both, is imported when one is named."""

import argparse
from typing import TYPE_CHECKING

from robotstudio.cli.files import AskedUrls, no_urls
from robotstudio.cli.output import MisuseError, complain
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.urls.logs.fields import BadFieldsError, LogFields, Role, fields_from
from robotstudio.urls.urls import normalise

if TYPE_CHECKING:
    from robotstudio.cli.projects import GivenProject


def add_project(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a project; `cli.projects` reads it."""
    told_of_project = tr("take from a project what is not given here: the file, URLs, crawlers and more")
    parser.add_argument("--project", metavar="FILE", help=told_of_project)
    add_environment(parser)


def add_environment(parser: argparse.ArgumentParser) -> None:
    """Add the options of a project, however it is named."""
    told_of_environment = tr("one of the hosts of the project, with its own text, address and expectations")
    parser.add_argument("--environment", metavar="NAME", help=told_of_environment)
    told_of_trust = tr("let the project read files outside its folder or repository")
    parser.add_argument("--trust-project", action="store_true", help=told_of_trust)


def asked_project(options: argparse.Namespace) -> "GivenProject | None":
    """Return the project that the options name. Raises FileError."""
    if options.project is None and options.environment is None:
        return None
    from robotstudio.cli.projects import project_of  # noqa: PLC0415  # who has no project starts faster

    return project_of(options)


_URLS: Message = (
    "a list with one URL a line, a table (CSV, TSV), a sitemap or an access log, also packed (gz, bz2, xz, zst); a "
    "folder or a pattern such as {example} names all files in it; - reads standard input; may be repeated"
)


_LOG_FIELDS: Message = (
    "the fields of a log in JSON or separated values, as far as they are not recognised, such as "
    "{example}; columns also by number. Parts: {parts}"
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
    told_of_url = tr("a URL or a path; may be repeated")
    urls.add_argument("--url", action="append", nargs="+", metavar="URL", help=told_of_url)
    add_log_fields(parser)
    urls.add_argument("--urls", action="append", metavar="FILE", help=tr(_URLS, example="logs/*.gz"))
    told_of_column = tr("the column of the table with the URLs, or its number")
    parser.add_argument("--urls-column", metavar="NAME", help=told_of_column)
    return urls


def read_urls(options: argparse.Namespace, project: "GivenProject | None" = None) -> AskedUrls:
    """Return the URLs of the command line, or of the files that it names; a project's URLs if there are none."""
    if options.urls:
        from robotstudio.cli.projects import read_url_files  # noqa: PLC0415  # typed URLs are read without numpy

        return read_url_files(options.urls, options.urls_column or "", log_fields(options))
    if options.urls_column:
        raise MisuseError("--urls-column chooses a column of the file given with --urls.")
    if not options.url:
        if project is not None:
            return project.urls(options)
        raise no_urls(options)
    return AskedUrls(tuple(normalise(url) for group in options.url for url in group))


def complain_of_rejected(asked: AskedUrls) -> None:
    """Complain about the lines of the files that are no URLs, and about what else was not read."""
    for remark in asked.remarks:
        complain(WORDS.tell(remark))
