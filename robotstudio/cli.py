"""The same answers without a window: `robotstudio test` and `robotstudio fetch`. No Qt, no display.

Exit status: 0 fine, 1 findings (a fetch that brought no file), 2 misuse, with one clear line on stderr.
"""

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import NoReturn, TextIO

import robotstudio
from robotstudio.engine import DIALECTS, Reason, Robots
from robotstudio.engine.crawlers import DEFAULT_TOKENS, Catalogue
from robotstudio.engine.words import reason_words
from robotstudio.io.crawler_file import CrawlerFile
from robotstudio.io.errors import RobotStudioError
from robotstudio.io.fetching import words
from robotstudio.io.fetching.evidence import Evidence, Hop, Outcome
from robotstudio.io.fetching.policy import SHOWN_FAMILIES, effect_of
from robotstudio.io.files import READ_LIMIT, read, write_atomic
from robotstudio.io.places import Places
from robotstudio.io.urls import TestUrl, UrlList, load_list, normalise

COMMANDS = ("test", "fetch")

_FINE, _FINDINGS, _MISUSE, _INTERRUPTED = 0, 1, 2, 130
_STREAM = "-"
_SHOWN_REJECTIONS = 10


class _MisuseError(Exception):
    """What was asked for makes no sense; the message is the line for stderr."""


@dataclass(frozen=True, slots=True)
class Row:
    """One verdict; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str  # as it was given
    crawler: str  # as it was given
    allowed: bool
    line: int | None
    rule: str | None
    group: str | None  # the product token that was found, "*" for the global group
    reason: str
    dialect: str


def main(arguments: Sequence[str]) -> int:
    """Run a sub-command; the exit status."""
    _use_utf8(sys.stdout, sys.stderr)
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
        sys.stdout.flush()
    except (_MisuseError, RobotStudioError) as error:
        _complain(str(error))
        return _MISUSE
    except BrokenPipeError:  # the reader had enough, as `head` has; what is buffered still must go somewhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _FINE
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status


def _use_utf8(*streams: TextIO) -> None:
    """What is printed must not depend on the locale, and never fail on a character."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _complain(message: str) -> None:
    print(f"robotstudio: {' '.join(message.split())}", file=sys.stderr)


class _Parser(argparse.ArgumentParser):
    """One line instead of the whole usage where an option is wrong."""

    def error(self, message: str) -> NoReturn:
        raise _MisuseError(f"{message}. See {self.prog} --help.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="robotstudio",
        usage="robotstudio [FILE ...] | robotstudio {test,fetch} ...",
        description="Write a robots.txt and see, while typing, what every crawler may fetch, and why.",
        epilog="Without a command the window opens, with FILE in it. A file that is named like a command: ./test",
    )
    parser.add_argument("--version", action="version", version=f"Robot Studio {robotstudio.__version__}")
    commands = parser.add_subparsers(
        title="commands, without a window", required=True, metavar="{test,fetch}", prog="robotstudio"
    )
    _add_test(commands.add_parser("test", help="say which crawler may fetch which URL, and which rule decides"))
    _add_fetch(commands.add_parser("fetch", help="fetch the robots.txt of a site and say what its answer means"))
    return parser


def _add_test(parser: argparse.ArgumentParser) -> None:
    parser.description = "Say which crawler may fetch which URL, and which rule decides."
    parser.epilog = "Exit status: 0, whatever the verdicts are; 2 misuse, also where a line of the list is no URL."
    parser.add_argument("file", metavar="FILE", help="a robots.txt; - reads it from standard input")
    parser.add_argument(
        "--crawler",
        action="append",
        metavar="TOKEN",
        help="a product token, such as Googlebot; may be repeated. Default: " + ", ".join(DEFAULT_TOKENS),
    )
    urls = parser.add_mutually_exclusive_group(required=True)
    urls.add_argument("--url", action="extend", nargs="+", metavar="URL", help="a URL or a path; may be repeated")
    urls.add_argument("--urls", metavar="FILE", help="a text file with one URL a line")
    parser.add_argument(
        "--dialect",
        choices=sorted(DIALECTS),
        metavar="ID",
        help=f"read the file as this dialect, not as each crawler does: {', '.join(sorted(DIALECTS))}",
    )
    parser.add_argument("--format", choices=sorted(_TEST_FORMATS), default="text")
    parser.set_defaults(run=_test)


def _test(options: argparse.Namespace) -> int:
    body = _read_input(options.file)
    catalogue = _catalogue()
    agents = [_agent(catalogue, name, options.dialect) for name in options.crawler or DEFAULT_TOKENS]
    urls = load_list(Path(options.urls)) if options.urls else UrlList(tuple(normalise(url) for url in options.url))
    _TEST_FORMATS[options.format](_rows(body, urls.urls, agents), sys.stdout)
    for rejected in urls.rejected[:_SHOWN_REJECTIONS]:
        _complain(f"{options.urls}, line {rejected.number}: {rejected.sentence}")
    if more := len(urls.rejected[_SHOWN_REJECTIONS:]):
        _complain(f"{options.urls}: {more:,} more lines are no URLs.")
    return _MISUSE if urls.rejected else _FINE


def _catalogue() -> Catalogue:
    """The crawlers of the program, with the person's own."""
    loaded = CrawlerFile(Places.default().crawlers).load()
    for complaint in loaded.complaints:
        _complain(complaint)
    return loaded.catalogue


def _read_input(name: str) -> bytes:
    if name != _STREAM:
        return read(Path(name))
    body = sys.stdin.buffer.read(READ_LIMIT + 1)
    if len(body) > READ_LIMIT:
        raise _MisuseError(f"Standard input holds more than {READ_LIMIT:,} octets, which no crawler reads.")
    return body


@dataclass(frozen=True, slots=True)
class _Agent:
    """A crawler that was asked for: the name given, and how it reads a file."""

    name: str
    chain: tuple[str, ...]  # a NamedOnly where it never follows *
    dialect: str


def _agent(catalogue: Catalogue, name: str, dialect: str | None) -> _Agent:
    """The catalogue's crawler of that name, whatever its case, else the name as a bare product token."""
    if not name.strip():
        raise _MisuseError("A crawler needs a name: give a product token such as Googlebot, or * for any other.")
    crawler = catalogue.crawler_for(name)
    return _Agent(name, crawler.agent, dialect or crawler.dialect)


def _rows(body: bytes, urls: Iterable[TestUrl], agents: Sequence[_Agent]) -> Iterator[Row]:
    files = {dialect: Robots.parse(body, dialect) for dialect in {agent.dialect for agent in agents}}
    for url in urls:
        for agent in agents:
            verdict = files[agent.dialect].decide(url.url, agent.chain)
            yield Row(
                url=url.written,
                crawler=agent.name,
                allowed=verdict.allowed,
                line=verdict.line,
                rule=None if verdict.rule is None else str(verdict.rule),
                group=verdict.group.token,
                reason=verdict.reason.value,
                dialect=agent.dialect,
            )


def _write_text(rows: Iterable[Row], out: TextIO) -> None:
    for row in rows:
        verb = "may fetch" if row.allowed else "may not fetch"
        why = reason_words(Reason(row.reason))
        rule = "" if row.line is None else f"line {row.line}, {row.rule} – "
        print(f"{'any other' if row.crawler == '*' else row.crawler} {verb} {row.url}: {rule}{why}", file=out)


def _write_json(rows: Iterable[Row], out: TextIO) -> None:
    for row in rows:
        print(json.dumps(asdict(row)), file=out)


def _write_csv(rows: Iterable[Row], out: TextIO) -> None:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    for row in rows:
        writer.writerow(
            {True: "true", False: "false"}.get(cell, cell) if isinstance(cell, bool) else cell for cell in astuple(row)
        )


_TEST_FORMATS: Mapping[str, Callable[[Iterable[Row], TextIO], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
}


def _add_fetch(parser: argparse.ArgumentParser) -> None:
    parser.description = "Fetch the robots.txt of a site or of one of its pages, and say what the answer means."
    parser.epilog = "Exit status: 0 where a file came (2xx), 1 where none came, 2 misuse."
    parser.add_argument("url", metavar="URL", help="example.com, or the address of any of its pages")
    parser.add_argument("--format", choices=sorted(_FETCH_FORMATS), default="text")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="save the file, octet for octet; - writes it to standard output"
    )
    parser.set_defaults(run=_fetch)


def _fetch(options: argparse.Namespace) -> int:
    from robotstudio.io.fetching.client import fetch_now  # noqa: PLC0415  # httpx would double the start of `test`

    evidence = fetch_now(options.url)
    if evidence.outcome is Outcome.INVALID_ADDRESS and evidence.error is not None:
        raise _MisuseError(words.sentence(evidence.error))
    report = sys.stderr if options.output == _STREAM else sys.stdout
    print(_FETCH_FORMATS[options.format](evidence), file=report)
    if evidence.outcome is not Outcome.SUCCESS:
        return _FINDINGS
    _save(evidence.body, options.output)
    return _FINE


def _save(body: bytes, name: str | None) -> None:
    """A file that is there is replaced only by a robots.txt, never by the page of an error."""
    if name == _STREAM:
        sys.stdout.buffer.write(body)
    elif name is not None:
        write_atomic(Path(name), body)


def _fetch_as_text(evidence: Evidence) -> str:
    failure = () if evidence.error is None else (words.sentence(evidence.error),)
    size = (f"{words.octets(evidence.size)}, {evidence.content_type or 'no content type'}",) if evidence.body else ()
    lines = [words.headline(evidence), *failure, words.scope(evidence), *words.notes(evidence), ""]
    lines += [_hop_as_text(hop) for hop in evidence.hops]
    lines += [*size, ""]
    lines += [f"{family.name}: {_EFFECTS[effect_of(evidence, family.id)]}" for family in SHOWN_FAMILIES.values()]
    return "\n".join(line for line, before in zip(lines, ["", *lines], strict=False) if line or before)


_EFFECTS = {
    "parse": "the rules in the file apply",
    "allow_all": "may fetch everything",
    "disallow_all": "may not fetch anything for now",
    "unknown": "not known",
}


def _hop_as_text(hop: Hop) -> str:
    facts = (hop.http_version, hop.ip or "", f"{hop.elapsed_ms:,.0f} ms")
    return f"{hop.status or '---'}  {hop.url}  ({', '.join(fact for fact in facts if fact)})"


def _fetch_as_json(evidence: Evidence) -> str:
    report = {
        "url": evidence.requested,
        "final_url": evidence.final_url,
        "outcome": evidence.outcome.value,
        "status": evidence.status,
        "hops": [_hop_as_json(hop) for hop in evidence.hops],
        "headers": _joined(evidence.headers),
        "bytes": evidence.size,
        "truncated": evidence.truncated,
        "sha256": evidence.sha256,
        "elapsed_ms": round(evidence.elapsed_ms, 1),
        "error": None if evidence.error is None else words.sentence(evidence.error),
        "effects": {family: effect_of(evidence, family).value for family in SHOWN_FAMILIES},
    }
    return json.dumps(report)


def _hop_as_json(hop: Hop) -> dict[str, object]:
    return {"url": hop.url, "status": hop.status, "location": hop.location, "elapsed_ms": round(hop.elapsed_ms, 1)}


def _joined(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """One value a name, as RFC 9110 §5.2 combines them."""
    values: dict[str, list[str]] = {}
    for name, value in headers:
        values.setdefault(name, []).append(value)
    return {name: ", ".join(several) for name, several in values.items()}


_FETCH_FORMATS: Mapping[str, Callable[[Evidence], str]] = {"text": _fetch_as_text, "json": _fetch_as_json}
