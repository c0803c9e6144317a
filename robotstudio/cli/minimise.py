"""`robotstudio minimise`: the smallest file found that says the same about every URL."""

import argparse
from collections.abc import Callable, Mapping

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers
from robotstudio.cli.files import add_files, files_of, read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import FINDINGS, FINE, Output, answer_words, answering
from robotstudio.cli.patches import write_diff
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import Minimised, minimise
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr


class _Report(Struct, frozen=True):
    name: str
    body: bytes
    found: Minimised


_EPILOG: Message = "Exit status: 0 all was decided, 1 a smaller file may exist, 2 usage or I/O error."
_OUTPUT: Message = "write the smaller file to FILE; - for standard output. Default: print the steps and a diff"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio minimise`."""
    description: Message = (
        "Find the smallest robots.txt that is proven to give these crawlers the same verdicts for every URL."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    add_crawlers(parser)
    add_output(parser, FORMATS, what=_OUTPUT, is_file=lambda _options: True)
    add_config(parser)
    add_files(parser, "FILE", what=tr("a robots.txt, or the folder it is in; - for standard input"))


def run(options: argparse.Namespace) -> int:
    """Print the steps, or write the file; return the exit status."""
    (name,) = files_of(options, "FILE")
    config = config_of(options)
    body = read_input(name)
    crawlers = asked_crawlers(options, config)
    found = minimise(body, [CrawlerView(each.name, each.dialect, each.agent, each.crawler) for each in crawlers])
    with spoken(answer_words(options)), answering(options.output) as out:
        if options.output:
            out.write_bytes(found.body)
        else:
            FORMATS[options.format](_Report(name, body, found), out)
    return FINDINGS if found.reason else FINE


_SMALLER = Plural(
    "{before} bytes become {count}. Proven: no verdict changes for any of these crawlers, whatever the URL.",
    "{before} bytes become {count}. Proven: no verdict changes for any of these crawlers, whatever the URL.",
)
_UNFINISHED: Message = "A smaller file may exist: not everything was decided within the limit."


def _write_text(report: _Report, out: Output) -> None:
    from robotstudio.explain.change_words import step_words

    for step in report.found.steps:
        out.line(step_words(step))
    if report.found.steps:
        out.line()
    out.line(ntr(_SMALLER, len(report.found.body), before=WORDS.number(len(report.body))))
    if report.found.reason:
        out.line(tr(_UNFINISHED))
    write_diff(report.name, report.body, report.found.body, out)


def _write_json(report: _Report, out: Output) -> None:
    for step in report.found.steps:
        rests_on = [line or None for line in step.rests_on]
        out.record({"line": step.line, "kind": step.kind.value, "rests_on": rests_on})
    found = report.found
    sizes = {"bytes_before": len(report.body), "bytes_after": len(found.body)}
    out.record({**sizes, "reason": found.reason and found.reason.value})


FORMATS: Mapping[str, Callable[[_Report, Output], None]] = {"text": _write_text, "json": _write_json}
