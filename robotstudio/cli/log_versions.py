"""Access logs and the versions of a robots.txt to judge them by, for every command that reads logs."""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.cli.arguments import Parser
from robotstudio.cli.files import read_input
from robotstudio.cli.output import MisuseError, complain
from robotstudio.compliance.model import (
    DatedVersion,
    conflicting_versions,
    version_of_file,
    versions_of,
    versions_until,
)
from robotstudio.compliance.version_files import (
    is_changed_in_git,
    left_out,
    not_yet_live,
    versions_in_folder,
    versions_in_git,
)
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.user_agents import UserAgents
from robotstudio.fetch.address import origin_of
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.urls.logs.fields import LogFields

if TYPE_CHECKING:
    from robotstudio.compliance.log_requests import LogRequests

_FILE: Message = (
    "a version of the robots.txt and when it went live, such as 2026-10-01=robots.txt or 2026-10-01T08:30=robots.txt "
    "(UTC); without a date, it was always live; also a folder of files with a date in their names; repeatable"
)
_GIT: Message = "take the versions that Git recorded of this robots.txt, each live from its commit; repeatable"
_NOT_COMMITTED: Message = "“{name}” has changes that are not committed: they do not count."
_NO_DAY: Message = "“{text}” is not a date. Write 2026-10-01, or 2026-10-01T08:30 with a time."
_SAME_TIME: Message = (
    "{one} and {other} start at the same time. Give one of them another date, such as 2026-10-01=robots.txt."
)


def add_versions(parser: Parser) -> None:
    """Add the options that name dated versions."""
    parser.add_argument("--file", action="append", default=[], metavar="FILE", help=tr(_FILE))
    parser.add_argument("--git", action="append", default=[], metavar="FILE", help=tr(_GIT))


def dated_versions(options: argparse.Namespace, kept: Sequence[DatedVersion] = ()) -> tuple[DatedVersion, ...]:
    """Return the versions that `--file` and `--git` name, and those of the history; complain of what does not count.

    Raises FileError, and MisuseError for a text that is no day and for two versions of the same time.
    """
    named = chain.from_iterable(map(_versions_of, options.file))
    recorded = chain.from_iterable(map(_recorded_of, options.git))
    versions = (*named, *recorded, *kept)
    pair = conflicting_versions(versions)
    if pair:
        raise MisuseError(_SAME_TIME, one=pair[0].name, other=pair[1].name)
    past, later = versions_until(versions, datetime.now(UTC))
    for version in later:
        complain(WORDS.tell(not_yet_live(version)))
    return past


def versions_in_history(address: str, *, with_missing: bool = False) -> tuple[DatedVersion, ...]:
    """Return the versions of a host in this computer's history; maybe none. Raises HistoryError."""
    from robotstudio.fetch.history.store import History

    path = Places.default().history
    if not path.exists():
        return ()
    with History.open(path) as history:
        return versions_of(history.timeline(origin_of(address)), history.body, with_missing=with_missing)


def day_and_file(text: str) -> tuple[str, str]:
    """Split `DAY=FILE`; the name of an existing file needs no day, and may hold a `=`."""
    since, equals, name = text.partition("=")
    return ("", text) if not equals or Path(text).exists() else (since, name)


def _versions_of(text: str) -> tuple[DatedVersion, ...]:
    since, name = day_and_file(text)
    if not since and Path(name).is_dir():
        remark = left_out(Path(name))
        if remark is not None:
            complain(WORDS.tell(remark))
        return versions_in_folder(Path(name))
    try:
        return (version_of_file(read_input(name), since, name),)
    except ValueError as error:
        raise MisuseError(_NO_DAY, text=since) from error


def _recorded_of(name: str) -> tuple[DatedVersion, ...]:
    found = versions_in_git(Path(name))
    if is_changed_in_git(Path(name)):
        complain(tr(_NOT_COMMITTED, name=name))
    return found


def crawler_requests(names: Sequence[str], catalogue: Catalogue, fields: LogFields, site: str = "") -> "LogRequests":
    """Return the requests of known crawlers in logs, and in the logs of folders. Raises FileError."""
    from robotstudio.compliance.log_requests import read_log_requests
    from robotstudio.urls.sources.reading import files_in

    find = UserAgents(catalogue).find
    return read_log_requests(
        files_in(map(Path, names)),
        lambda header: tuple(crawler.token for crawler in find(header)),
        site=site,
        fields=fields,
    )
