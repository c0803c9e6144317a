"""`robotstudio lsp`: the language server for editors, on standard input and output."""

import argparse
import gc
from pathlib import Path

from robotstudio.cli.arguments import Parser
from robotstudio.cli.output import FINE
from robotstudio.text.language import Message, tr

_COLLECT_SELDOM = (50_000, 20, 20)
"""A large file has a hundred thousand objects, hardly any in cycles: to look through them takes longer than a key."""
_DESCRIPTION: Message = (
    "Run a language server (LSP) for robots.txt files and their expectations on standard input and output. Editors "
    "start it; see docs/editors.md."
)
_TRUSTED: Message = (
    "run the command in “source” of a configuration in this folder, or below it, without a question; repeatable"
)


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio lsp`."""
    parser.description = tr(_DESCRIPTION)
    parser.epilog = tr("Exit status: 0 once the editor has ended the server.")
    parser.add_argument("--run-source", metavar="FOLDER", action="append", default=[], help=tr(_TRUSTED))
    parser.add_argument("--stdio", action="store_true", help=tr("accepted because some editors pass it; has no effect"))


def run(options: argparse.Namespace) -> int:
    """Serve until the editor ends the server; return the exit status."""
    from robotstudio.cli.lsp.server import make_server

    server = make_server(map(Path, options.run_source))
    gc.freeze()
    gc.set_threshold(*_COLLECT_SELDOM)
    server.start_io()
    return FINE
