"""Agreement of rules with answers, and how much is asked for it, for whatever needs only these."""

from enum import StrEnum
from typing import Final

MOST_PAGES: Final = 20
MOST_REQUESTS: Final = 1_000
RATE: Final = 1.0
"""Requests a second."""


class Agreement(StrEnum):
    """Agreement of what the rules say to a crawler with what a client with its header got."""

    AGREE = "agree"
    INVITED = "invited-but-refused"
    CLOSED = "closed-but-served"
    UNKNOWN = "unknown"
