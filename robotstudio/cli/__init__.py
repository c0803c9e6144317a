"""The command line: one module a sub-command, and what they share. No Qt, no display."""

from __future__ import annotations  # `__main__` asks for the commands, and imports nothing else for that

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from robotstudio.text.language import Message

HELP = "help"
ALIASES: Mapping[str, str] = {"minimize": "minimise"}
"""Other spellings of commands."""
COMMANDS: Mapping[str, Message] = {
    "test": "show which crawlers may fetch which URLs, and the rule that decides",
    "lint": "find problems in a robots.txt, and fix those that are safe to fix",
    "parse": "print the groups, rules and other fields of a robots.txt",
    "diff": "list the verdicts that flip between two robots.txt files",
    "minimise": "find the smallest robots.txt proven to give the same verdicts",
    "siblings": "find allowed URLs that resemble a blocked one, such as /tr/panel beside /panel",
    "policy": "allow or block crawlers by purpose, in one block of the file or as server rules",
    "crawlers": "show which list of crawlers is used, and take a newer one that the project signed",
    "meant": "list all that a site says about the use of a URL, such as for AI training, and what contradicts what",
    "practice": "compare what a robots.txt says to crawlers with what a client with their header gets",
    "compliance": "check in access logs which crawlers obeyed a robots.txt",
    "indexing": "explain why a search engine left pages out, by its export and the versions of the robots.txt",
    "budget": "count the requests in access logs that a robots.txt would prevent, by crawler",
    "watch": "fetch sites again, and report for which crawlers verdicts changed",
    "gate": "check after a deployment what a site serves",
    "fetch": "fetch the robots.txt of a site and explain the answer",
    "access": "keep passwords, tokens, cookies or signatures for your own sites in the key ring",
    "crawl": "find the pages of a site, and show who may fetch them",
    "render": "render pages in a browser, and show what blocked resources change",
    "search": "search crawled pages, and show which crawlers cannot see them",
    "rule": "explain a lint rule, and what to do about it",
    "report": "write a report on a robots.txt or a project",
    "mcp": "run the tools for AI assistants (MCP)",
    "lsp": "run the language server for editors",
    "survey": "survey many robots.txt files, with the figures of published studies",
}


def main(arguments: Sequence[str]) -> int:
    """Run a sub-command; the exit status."""
    from robotstudio.cli.command_line import main

    return main(arguments)
