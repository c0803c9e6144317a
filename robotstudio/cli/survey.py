"""`robotstudio survey`: what many robots.txt files say."""

import argparse
from collections.abc import Mapping

from robotstudio.cli.arguments import Parser
from robotstudio.cli.crawlers import add_strictness
from robotstudio.cli.files import missing_files
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import MisuseError
from robotstudio.text.language import Message, tr

FORMATS = ("text", "json", "csv")

_DESCRIPTION: Message = "Survey many robots.txt files, and compute the figures of published studies."
_EPILOG: Message = (
    "INPUT is a folder of files named by host, a tar or ZIP of them, WARC files, or tables (CSV, JSON Lines) "
    "with one row per host. Exit status: 0 all was read, 1 something could not be read, 2 nothing of an input "
    "could be read, or usage or I/O error."
)
_OPTIONS: Mapping[str, Message] = {
    "--against": (
        "an older survey of the same hosts, to show who began to block and who stopped; repeatable, with dates such as "
        "2025-10=INPUT, or in the names: then figures show shares over time"
    ),
    "--hosts": "a table with more about hosts: rank, sector, country; a Tranco list works",
    "--practice": "what robotstudio practice wrote about these hosts, as CSV or JSON lines",
    "--date": "the date of responses without one, such as 2026-10. Default: that in the name of the input",
    "--crawler": "a crawler to count, instead of the usual ones; repeatable",
    "--path": "a path besides / to count verdicts for; repeatable",
    "--lint": "also count lint findings; takes ten times as long",
    "--where": "only responses that meet this condition, such as “rules >= 100”; repeatable",
    "--by": "group by this, such as country or GPTBot; without it, the hosts are listed",
    "--farm": "compare the files in this host's cluster: what they share, and by which lines they differ",
    "--all": "print every figure",
    "--figures": "write each figure to this folder, as a picture and a table",
    "--figure-format": "the formats of figures; repeatable. Default: svg and csv",
    "--figure-title": "a title of your own for a figure, as A-1=TEXT; repeatable",
    "--theme": "the colours of the pictures. Default: light",
    "--workers": "number of processes. Default: one per processor",
    "--cluster": (
        "the address of a Dask cluster to use, such as tcp://host:8786; the cluster can run code on this computer"
    ),
    "--state": "a folder for intermediate results, so that the same command can resume",
}
_METAVARS = {
    "--against": "INPUT", "--hosts": "FILE", "--practice": "FILE", "--date": "DATE", "--crawler": "TOKEN",
    "--path": "PATH",
    "--where": "CONDITION", "--by": "NAME", "--farm": "HOST", "--figures": "DIR", "--workers": "N",
    "--figure-title": "ID=TEXT",
    "--cluster": "ADDRESS", "--state": "DIR",
}  # fmt: skip
_REPEATED = frozenset({"--against", "--crawler", "--figure-title", "--path", "--where"})
THEMES = ("light", "dark", "print")
FIGURE_FORMATS = ("svg", "pdf", "png", "html", "csv")


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio survey`."""
    parser.description = tr(_DESCRIPTION)
    parser.epilog = tr(_EPILOG)
    add_output(parser, FORMATS)
    for name, text in _OPTIONS.items():
        told = tr(text)
        if name in {"--all", "--lint"}:
            parser.add_argument(name, action="store_true", help=told)
        elif name == "--figure-format":
            parser.add_argument(name, choices=FIGURE_FORMATS, action="append", help=told)
        elif name == "--theme":
            parser.add_argument(name, choices=THEMES, default=THEMES[0], help=told)
        else:
            action = "append" if name in _REPEATED else "store"
            kind = int if name == "--workers" else str
            parser.add_argument(name, metavar=_METAVARS[name], action=action, type=kind, help=told)
        if name == "--crawler":
            add_strictness(parser)
    parser.add_argument("inputs", metavar="INPUT", nargs="*", help=tr("the input; repeatable"))


def run(options: argparse.Namespace) -> int:
    """Print the survey, or write its figures; return the exit status."""
    if not options.inputs:
        raise missing_files(options, ["INPUT"])
    if options.workers is not None and options.workers < 1:
        raise MisuseError("--workers must be 1 or more.")
    if options.workers is not None and options.cluster:
        raise MisuseError("--workers and --cluster cannot be combined.")
    from robotstudio.cli import survey_answers  # --help needs none of it

    return survey_answers.run(options)
