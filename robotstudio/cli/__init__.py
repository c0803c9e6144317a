"""The command line: one module a sub-command, and what they share. No Qt, no display."""

from robotstudio.cli.command_line import COMMANDS, main

__all__ = ["COMMANDS", "main"]
