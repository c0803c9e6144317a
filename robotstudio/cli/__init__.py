"""The command line: one module a sub-command, and what they share. No Qt, no display."""

from __future__ import annotations  # `__main__` asks for the commands, and imports nothing else for that

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from robotstudio.text.language import Message

HELP = "help"
COMMANDS: Mapping[str, Message] = {
    "test": "say which crawler may fetch which URL, and which rule decides",
    "lint": "say what is wrong with a robots.txt, and mend what can be mended safely",
    "diff": "say which verdicts flip from one robots.txt to another",
    "minimise": "find the smallest robots.txt that is proven to say the same about every URL",
    "siblings": "find URLs that are allowed although a rule blocks a near form, such as /tr/panel beside /panel",
    "policy": "choose by purpose who may fetch what, and write it into one block, or as rules of a server",
    "compliance": "say which crawlers kept to a robots.txt, by access logs",
    "budget": "say how many requests of each crawler a robots.txt would spare, by access logs",
    "watch": "fetch sites again, and say for which crawlers verdicts changed since the last time",
    "fetch": "fetch the robots.txt of a site and say what its answer means",
    "crawl": "find the pages of a site, and say who may fetch them",
    "search": "search the pages of a crawl, and say from which crawlers they are hidden",
    "rule": "explain what a code of lint means, and what to do",
    "report": "write a report on a robots.txt, or on a project, for whoever is to read it",
    "survey": "count what many robots.txt files say, and write the figures of the published surveys",
}


def main(arguments: Sequence[str]) -> int:
    """Run a sub-command; the exit status."""
    from robotstudio.cli.command_line import main

    return main(arguments)
