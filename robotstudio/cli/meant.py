"""`robotstudio meant`: everything a site says about the use of a URL, and where it contradicts itself."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import own_settings
from robotstudio.cli.crawlers import own_catalogue
from robotstudio.cli.files import read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_headers, tell_access, with_headers
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering
from robotstudio.fetch.options import options_of
from robotstudio.text.language import Message, Plural, spoken, tr
from robotstudio.urls.urls import normalise

if TYPE_CHECKING:
    from robotstudio.policy.meant import UseReport

MOST_URLS: Final = 100
_EPILOG: Message = "Exit status: 0 no statement contradicts another, 1 some do, 2 usage or I/O error."
_FILE: Message = "use this robots.txt instead of the one that the site serves"
NOT_FULL: Message = "“{url}” is a path. Give the full address, such as https://example.com/page."
_TOO_MANY = Plural("At most {count} URL is read at once.", "At most {count} URLs are read at once.")


class StatementRow(NamedTuple):
    """A statement; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str
    use: str  # a `Purpose`
    source: str  # a `Source`
    place: str  # a `Place`
    at: str
    line: int | None
    written: str
    says: str  # an `Answer`
    crawlers: int
    allowed: int
    effect: str  # an `Effect`
    counts: bool
    secondary: bool


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio meant`."""
    description: Message = (
        "Fetch a page with the robots.txt, RSL, tdmrep.json, llms.txt and ai.txt of its site, and list what each says "
        "about use for training, search and AI answers, and where they contradict each other."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    parser.add_argument("url", metavar="URL", nargs="+", help=tr("the full address of a page; repeatable"))
    parser.add_argument("--file", metavar="FILE", help=tr(_FILE))
    add_headers(parser)
    add_output(parser, FORMATS)


def run(options: argparse.Namespace) -> int:
    """Fetch, and print what was meant; return the exit status."""
    from robotstudio.policy.meant import gather_now, use_report

    urls = [normalise(url).url for url in options.url]
    path = next((url for url in urls if url.startswith("/")), None)
    if path is not None:
        raise MisuseError(NOT_FULL, url=path)
    if len(urls) > MOST_URLS:
        raise MisuseError(_TOO_MANY, count=MOST_URLS)
    body = read_input(options.file) if options.file else None
    usual = with_headers(options_of(own_settings()), options, urls)
    tell_access(usual, urls)
    catalogue = own_catalogue()
    found = [use_report(each, catalogue) for each in gather_now(urls, usual, body)]
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](found, out)
    return FINDINGS if any(each.contradictions for each in found) else FINE


def _write_text(found: "Sequence[UseReport]", out: Output) -> None:
    from robotstudio.policy.meant_words import report_lines

    for each in found:
        for line in report_lines(each):
            out.line(line)


def _rows(found: "Sequence[UseReport]") -> Iterator[StatementRow]:
    for meant in found:
        for each in meant.statements:
            yield StatementRow(
                url=meant.url,
                use=each.use.value,
                source=each.source.value,
                place=each.place.value,
                at=each.at,
                line=each.line or None,
                written=each.written,
                says=each.answer.value,
                crawlers=len(each.crawlers),
                allowed=each.allowed,
                effect=each.effect.value,
                counts=each.counts,
                secondary=each.is_secondary,
            )


def _write_json(found: "Sequence[UseReport]", out: Output) -> None:
    from robotstudio.policy.meant_words import TITLES, basis_words

    for meant in found:
        for rules in meant.rules:
            blocked = [crawler.token for crawler in rules.blocked]
            record = {"kind": "rules", "url": meant.url, "use": rules.use.value, "allowed": len(rules.allowed)}
            out.record({**record, "blocked": blocked, "unknown": rules.unknown, "lines": list(rules.lines)})
        for row in _rows([meant]):
            out.record({"kind": "statement", **row._asdict()})
        for each in meant.contradictions:
            one, other = (
                {"source": said.source.value, "place": said.place.value, "at": said.at, "line": said.line or None,
                 "says": said.answer.value}
                for said in (each.one, each.other)
            )  # fmt: skip
            out.record(
                {"kind": "contradiction", "url": meant.url, "use": each.one.use.value, "one": one, "other": other}
            )
        for source in dict.fromkeys(each.source for each in meant.statements):
            out.record({"kind": "source", "source": source.value, "name": TITLES[source], "basis": basis_words(source)})
        for evidence in meant.evidence:
            answer = {"outcome": evidence.outcome.value, "status": evidence.status, "final_url": evidence.final_url}
            hashed = {"bytes": evidence.size, "sha256": evidence.sha256 or None}
            time = {"fetched_at": evidence.fetched_at.isoformat(timespec="seconds")}
            out.record({"kind": "evidence", "url": evidence.requested, **answer, **hashed, **time})


def _write_csv(found: "Sequence[UseReport]", out: Output) -> None:
    formats.write_csv(StatementRow, _rows(found), out)


FORMATS: "Mapping[str, Callable[[Sequence[UseReport], Output], None]]" = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
}
