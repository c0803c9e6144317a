"""Offers the tools to assistants, by the official SDK."""

from typing import Final

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

import robotstudio
from robotstudio.cli.mcp import tools

_INSTRUCTIONS: Final = """\
Ask these tools about robots.txt instead of reasoning about it: crawlers differ, and the answers follow each crawler's
own parser (Google's exactly). Pass the whole file as text. A verdict names the line that decides. `prove` compares two
files for every possible URL. Nothing is written; nothing is fetched unless the person has allowed it."""


def make_server(*, may_fetch: bool) -> MCPServer:
    """Return a server with all tools; the one that fetches only if the person has allowed it."""
    server = MCPServer("robotstudio", title="Robot Studio", instructions=_INSTRUCTIONS, version=robotstudio.__version__)
    offline = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool in tools.OFFLINE:
        server.add_tool(tool, annotations=offline)
    if may_fetch:
        server.add_tool(tools.fetch, annotations=ToolAnnotations(read_only_hint=True, open_world_hint=True))
    return server
