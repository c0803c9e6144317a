"""`robotstudio siblings`: the URLs that are allowed although a rule blocks a near form of them."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers, shown_token
from robotstudio.cli.files import add_files, files_of, read_input, refuse_second_stream
from robotstudio.cli.formats import add_output
from robotstudio.cli.inputs import add_urls, add_where, complain_of_rejected, read_urls
from robotstudio.cli.output import FINDINGS, FINE, MISUSE, Output, answer_words, answering
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import printable

if TYPE_CHECKING:
    from robotstudio.draft.siblings import MissingSibling


class SiblingRow(NamedTuple):
    """Missing siblings of a rule; the fields, in this order, are the keys of JSON and the columns of CSV."""

    line: int
    rule: str
    kind: str  # a `SiblingKind`
    crawlers: Sequence[str]
    urls: int
    examples: Sequence[str]
    patterns: Sequence[str]
    exact: bool
    also: str | None


class _Answer(NamedTuple):
    found: "Sequence[MissingSibling]"
    crawlers: int


_EPILOG: Message = "Exit status: 0 nothing is missing, 1 a rule misses siblings, 2 usage or I/O error."


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio siblings`."""
    description: Message = (
        "Find allowed URLs that resemble blocked ones (/tr/panel, /Panel or //panel beside /panel), and the lines "
        "that would block exactly those."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    add_crawlers(parser)
    add_urls(parser)
    add_where(parser)
    add_output(parser, FORMATS)
    add_config(parser)
    add_files(parser, "FILE", what=tr("a robots.txt, or the folder it is in; - for standard input"))


def run(options: argparse.Namespace) -> int:
    """Print what the rules miss; return the exit status."""
    from robotstudio.draft.siblings import missing_siblings
    from robotstudio.engine import UrlTable

    (name,) = files_of(options, "FILE")
    refuse_second_stream((name, *(options.urls or ())))
    crawlers = asked_crawlers(options, config_of(options))
    body, urls = read_input(name), read_urls(options)
    table = urls.table or UrlTable([url.url for url in urls.urls])
    found = missing_siblings(FileVersion(body), table, [crawler.view for crawler in crawlers])
    if urls.urls:
        with spoken(answer_words(options)), answering(options.output) as out:
            FORMATS[options.format](_Answer(found, len(crawlers)), out)
    complain_of_rejected(urls)
    return MISUSE if urls.is_misuse else FINDINGS if found else FINE


_RULE: Message = "Line {line}, {rule}"
_COUNTED = Plural("{kind}: {count} URL, {examples}", "{kind}: {count} URLs, such as {examples}")
_FOR: Message = "For {crawlers}."


def _write_text(answer: _Answer, out: Output) -> None:
    from robotstudio.draft.siblings import KIND_WORDS, NONE_WORDS, scope_words

    line, crawlers = 0, tuple[str, ...]()
    for each in answer.found:
        if each.line != line:
            out.line(tr(_RULE, line=str(each.line), rule=printable(each.rule)))
            line, crawlers = each.line, ()
        examples = WORDS.side_by_side([printable(url) for url in each.examples])
        out.line("  " + ntr(_COUNTED, each.urls, kind=tr(KIND_WORDS[each.kind]), examples=examples))
        if each.tokens != crawlers and len(each.tokens) < answer.crawlers:
            crawlers = each.tokens
            out.line("    " + tr(_FOR, crawlers=WORDS.side_by_side([shown_token(token) for token in each.tokens])))
        for written in each.lines:
            out.line("    " + printable(written))
        out.line("    " + scope_words(each))
    if not answer.found:
        out.line(tr(NONE_WORDS))


def _rows(answer: _Answer) -> list[SiblingRow]:
    return [
        SiblingRow(
            line=each.line,
            rule=each.rule,
            kind=each.kind.value,
            crawlers=each.tokens,
            urls=each.urls,
            examples=each.examples,
            patterns=each.patterns,
            exact=each.is_exact,
            also=each.witness or None,
        )
        for each in answer.found
    ]


def _write_json(answer: _Answer, out: Output) -> None:
    formats.write_json(_rows(answer), out)


def _write_csv(answer: _Answer, out: Output) -> None:
    """Write the same rows; values in one cell are separated by a comma and a blank, which none of them contains."""
    together = WORDS.side_by_side
    rows = (
        row._replace(crawlers=together(row.crawlers), examples=together(row.examples), patterns=together(row.patterns))
        for row in _rows(answer)
    )
    formats.write_csv(SiblingRow, rows, out)


FORMATS: Mapping[str, Callable[[_Answer, Output], None]] = {"text": _write_text, "json": _write_json, "csv": _write_csv}
