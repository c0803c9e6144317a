"""How a command ends: its exit status, and what it says on standard error."""

import sys
from typing import Final

FINE: Final = 0
FINDINGS: Final = 1
MISUSE: Final = 2


class MisuseError(Exception):
    """What was asked for makes no sense; the message is the line for stderr."""


def complain(message: str) -> None:
    """One line on standard error."""
    print(f"robotstudio: {' '.join(message.split())}", file=sys.stderr)
