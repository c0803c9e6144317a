"""`robotstudio mcp`: the tools of this program for assistants, by the Model Context Protocol."""

import argparse
from importlib.util import find_spec

from robotstudio.cli.arguments import Parser
from robotstudio.cli.output import FINE, MisuseError
from robotstudio.text.language import ENGLISH, Message, speak, tr

_DESCRIPTION: Message = (
    "Run a server of the Model Context Protocol (MCP) on standard input and output. Assistants start it to ask for "
    "verdicts, findings, fixes and proofs; see docs/assistants.md."
)
_FETCHING: Message = "let the assistant fetch robots.txt files; without it nothing is fetched"
_NOT_INSTALLED: Message = "The MCP library is not installed. Install Robot Studio with its extra “mcp”."


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio mcp`."""
    parser.description = tr(_DESCRIPTION)
    parser.epilog = tr("Exit status: 0 once the assistant has ended the server; 2 usage error.")
    parser.add_argument("--allow-fetch", action="store_true", help=tr(_FETCHING))


def run(options: argparse.Namespace) -> int:
    """Serve until the assistant ends the server; return the exit status."""
    if find_spec("mcp") is None:
        raise MisuseError(_NOT_INSTALLED)
    from robotstudio.cli.mcp.server import make_server

    speak(ENGLISH)  # what a model reads depends on no language of the system
    make_server(may_fetch=options.allow_fetch).run("stdio")
    return FINE
