"""`robotstudio watch`: fetch sites again, and say in verdicts what changed since the last time, for whom."""

import argparse
import os
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of, own_settings
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers, own_catalogue, shown_token
from robotstudio.cli.files import read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_no_access, with_kept_access
from robotstudio.cli.output import FINDINGS, FINE, MISUSE, MisuseError, Output, answer_words, answering, complain
from robotstudio.draft.watched_site import BlockChange, ManagedChange, SiteNews, SiteNewsKind, news_of
from robotstudio.engine.changed_urls import FIELDS_CHANGE
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.evidence import FailureKind
from robotstudio.fetch.options import FetchOptions, options_of
from robotstudio.fetch.words import headline, sentence
from robotstudio.project.file.model import SUFFIX
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, told, tr
from robotstudio.urls.urls import normalise, robots_address

if TYPE_CHECKING:
    from robotstudio.cli.config import Config
    from robotstudio.cli.proofs import CrawlerProof
    from robotstudio.fetch.evidence import Evidence
    from robotstudio.fetch.history.store import History

_COMMAND_SECONDS = 300
_SITE_VARIABLE = "ROBOTSTUDIO_SITE"
_EPILOG: Message = (
    "Exit status: 0 no verdict changed and every site answers as before; 1 otherwise; 2 usage or I/O error. "
    "Unchanged sites print nothing, so cron sends no mail for them."
)
_RUN: Message = (
    "run this command for each changed site, with the text on its standard input and the site in {variable}; no "
    "shell is involved"
)


class _Report(Struct, frozen=True):
    """A site, what is new there, and for each crawler what is proven about both files."""

    news: SiteNews
    evidence: "Evidence"
    proofs: "Sequence[CrawlerProof]"

    @property
    def is_finding(self) -> bool:
        """Return True if a verdict changed, or may have, or the site answers otherwise."""
        is_other = self.news.what in {SiteNewsKind.BROKEN, SiteNewsKind.BACK}
        return is_other or not all(proof.is_proven for proof in self.proofs)

    @property
    def is_new(self) -> bool:
        """Return True if there is anything to report."""
        return self.news.what not in {SiteNewsKind.SAME, SiteNewsKind.FIRST}


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio watch`."""
    description: Message = (
        "Fetch the robots.txt of sites, and report for which crawlers verdicts changed since last time."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    sites_help = tr(
        "sites, and projects (*.robotstudio), which bring their hosts and crawlers. Default: the watch list of the "
        "window"
    )
    parser.add_argument("sites", metavar="SITE", nargs="*", help=sites_help)
    list_help = tr("a file with one site or project per line; # starts a comment; repeatable")
    parser.add_argument("--list", action="append", default=[], metavar="FILE", help=list_help)
    parser.add_argument("--run", metavar="COMMAND", help=tr(_RUN, variable=_SITE_VARIABLE))
    parser.add_argument("--all", action="store_true", help=tr("also report unchanged sites"))
    add_no_access(parser)
    add_crawlers(parser)
    add_output(parser, FORMATS)
    add_config(parser)


def run(options: argparse.Namespace) -> int:
    """Fetch, compare, record and report; return the exit status."""
    from robotstudio.fetch.history.store import History

    config = config_of(options)
    command = _command(options.run)
    usual = with_kept_access(options_of(own_settings()), options)
    path = Places.default().history
    with History.open(path) as history, answering(options.output) as out:
        asked = _WatchedSites(options, config)
        for site, readers in asked.sites(history).items():
            report = _report(site, history, readers, usual)
            if report is None:
                asked.status = MISUSE
                continue
            if report.is_new or options.all:
                with spoken(answer_words(options)):
                    FORMATS[options.format](report, out)
                out.flush()
            if report.is_finding and asked.status == FINE:
                asked.status = FINDINGS
            if report.is_new and command:
                _run_command(command, report)
    return asked.status


_NO_HOST: Message = "“{path}” names no site to watch. Set “site” in the project."
_MOST_WRONG = 10
_EMPTY_LIST: Message = "“{path}” contains no site to watch. Write one URL or project path per line."
_NO_SITE: Message = "No site given, and the watch list is empty. Name sites, or a file of them with --list."


class _WatchedSites:
    """Sites to watch, and the crawlers; `status` is that of the command so far."""

    def __init__(self, options: argparse.Namespace, config: "Config") -> None:
        self._options, self._config = options, config
        self._catalogue = own_catalogue()
        self.status = FINE
        self._wrong = 0

    def sites(self, history: "History") -> Mapping[str, Sequence[CrawlerView]]:
        """Return what is named, else the watch list; each site once, with all crawlers that it is watched for."""
        options = self._options
        names = list(options.sites)
        for name in options.list:
            names += self._listed(name)
        if not (options.sites or options.list):
            names = [watched.address for watched in history.watched()]
        if not names and self.status == FINE:
            raise MisuseError(_NO_SITE)
        found: dict[str, dict[str, CrawlerView]] = {}
        for name in names:
            for site, readers in self._sites_of(name):
                found.setdefault(site, {}).update({each.token: each for each in readers})
        return {site: tuple(readers.values()) for site, readers in found.items()}

    def _listed(self, name: str) -> Sequence[str]:
        """Return the sites and projects that a file names, one a line; complain about other lines."""
        lines = [line.decode("utf-8", "replace") for line in read_input(name).splitlines()]
        texts = [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, 1)]
        if not any(text for _, text in texts):
            raise MisuseError(_EMPTY_LIST, path=name)
        found = []
        for number, text in texts:
            try:
                if text and not text.lower().endswith(SUFFIX):
                    robots_address(text)
            except RobotStudioError as error:
                self._complain_of_line(name, number, error)
            else:
                found += [text] if text else []
        return found

    def _complain_of_line(self, name: str, number: int, error: RobotStudioError) -> None:
        self.status = MISUSE
        self._wrong += 1
        if self._wrong <= _MOST_WRONG:
            why = WORDS.tell(error.told)
            complain(tr("{name}, line {line}: {why}", name=name, line=str(number), why=why))

    def _sites_of(self, name: str) -> Iterator[tuple[str, Sequence[CrawlerView]]]:
        """Return a site, or the hosts of a project: its own and those of its environments."""
        if not name.lower().endswith(SUFFIX):
            yield name, self._readers(())
            return
        from robotstudio.project.file.project_file import load  # a site needs no numpy

        try:
            project = load(Path(name))
        except RobotStudioError as error:
            complain(WORDS.tell(error.told))
            self.status = MISUSE
            return
        hosts = dict.fromkeys(filter(None, (project.site, *(each.site for each in project.environments))))
        if not hosts:
            complain(tr(_NO_HOST, path=name))
            self.status = MISUSE
        for host in hosts:
            yield host, self._readers(project.crawlers)

    def _readers(self, of_project: Sequence[str]) -> Sequence[CrawlerView]:
        crawlers = asked_crawlers(self._options, self._config, of_project, self._catalogue)
        return [CrawlerView(each.name, each.dialect, each.agent) for each in crawlers]


def _command(text: str | None) -> Sequence[str]:
    try:
        return shlex.split(text or "")
    except ValueError as error:
        raise MisuseError("“{text}” is not a command: a quotation mark is not closed.", text=text or "") from error


def _report(site: str, history: "History", readers: Sequence[CrawlerView], usual: FetchOptions) -> _Report | None:
    """Return what is new at a site; None for what is no address."""
    from robotstudio.cli.proofs import proofs_of  # --help needs none of it
    from robotstudio.fetch.client import fetch_now

    try:
        known = history.cached_copy(origin_of(normalise(site).url))
    except RobotStudioError as error:
        complain(WORDS.tell(error.told))
        return None
    evidence = fetch_now(site, options=replace(usual, cached=known))
    entry = history.record(evidence)
    if entry is None:
        failure = evidence.error
        complain(sentence(failure) if failure and failure.kind is FailureKind.KEY_RING else headline(evidence))
        return None
    last = next(iter(history.timeline(entry.host)[1:2]), None)
    file = history.before(entry)
    now = history.body(entry) if entry.has_rules else b""
    news = news_of(entry, now, last, file, history.body(file) if file else None)
    proofs: Sequence[CrawlerProof] = ()
    if news.before is not None and news.now is not None and news.before != news.now:
        proofs = proofs_of(FileVersion(news.before), FileVersion(news.now), readers)
    return _Report(news, evidence, proofs)


def _run_command(command: Sequence[str], report: _Report) -> None:
    """Run the command with the text as its input; complain if it fails, and change nothing else."""
    buffer = BytesIO()
    text = Output(buffer, told("The text could not be written: {why}."))
    _text(report, text)
    text.flush()
    environment = {**os.environ, _SITE_VARIABLE: report.news.site}
    try:
        done = subprocess.run(  # the person's own command, and no shell
            command, input=buffer.getvalue(), env=environment, check=False, timeout=_COMMAND_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        complain(tr("{command} could not be run: {why}", command=command[0], why=str(error)))
        return
    if done.returncode:
        complain(tr("{command} ended with status {status}.", command=command[0], status=done.returncode))


_SAID: Mapping[SiteNewsKind, Message] = {
    SiteNewsKind.FIRST: "{site}: saved for the first time. {answer}",
    SiteNewsKind.SAME: "{site}: no change.",
    SiteNewsKind.TEXT: "{site}: the file changed.",
    SiteNewsKind.BROKEN: "{site}: there is no file any more. {answer}",
    SiteNewsKind.BACK: "{site}: there is a file again. {answer}",
}
_MANAGED: Mapping[BlockChange, Message] = {
    BlockChange.ADDED: "Managed block: {title} is new in lines {first} to {last}.",
    BlockChange.CHANGED: "Managed block: {title} changed in lines {first} to {last}.",
    BlockChange.REMOVED: "Managed block: {title} is gone; it was in lines {first} to {last}.",
}
_ONLY_MANAGED: Message = "Nothing else changed in the file."
_UNCHANGED = Plural(
    "For {count} crawler it is proven that no verdict changes, whatever the URL: {crawlers}.",
    "For {count} crawlers it is proven that no verdict changes, whatever the URL: {crawlers}.",
)


def _text(report: _Report, out: Output) -> None:
    """Write it for a mail: first what happened, then for whom."""
    news = report.news
    out.line(tr(_SAID[news.what], site=news.site, answer=headline(report.evidence)))
    for said in _about_blocks(news):
        out.line(said)
    for proof in report.proofs:
        if not proof.is_proven:
            proof.write(out)
    kept = [shown_token(each.token) for each in report.proofs if each.is_proven]
    if kept:
        said = ntr(_UNCHANGED, len(kept), crawlers=WORDS.side_by_side(kept))
        fields = [FIELDS_CHANGE] if any(each.is_proven and each.changes_fields for each in report.proofs) else []
        out.line(WORDS.sentences((said, *map(tr, fields))))
    out.line()


def _about_blocks(news: SiteNews) -> Iterator[str]:
    for each in news.managed:
        facts = {"title": tr(each.title), "first": str(each.first_line), "last": str(each.last_line)}
        yield tr(_MANAGED[each.change], **facts)
    if news.is_only_managed:
        yield tr(_ONLY_MANAGED)


def _json(report: _Report, out: Output) -> None:
    news, evidence = report.news, report.evidence
    out.record(
        {
            "site": news.site,
            "what": news.what.value,
            "outcome": evidence.outcome.value,
            "status": evidence.status,
            "managed": list(map(_block, news.managed)),
            "is_only_managed": news.is_only_managed,
            "crawlers": [proof.record() for proof in report.proofs],
        }
    )


def _block(each: ManagedChange) -> Mapping[str, object]:
    return {"title": each.title, "change": each.change.value, "line": each.first_line, "end_line": each.last_line}


FORMATS: Mapping[str, Callable[[_Report, Output], None]] = {"text": _text, "json": _json}
