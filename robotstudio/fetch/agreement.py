"""Agreement of rules with answers, for whatever only counts it."""

from enum import StrEnum


class Agreement(StrEnum):
    """Agreement of what the rules say to a crawler with what a client with its header got."""

    AGREE = "agree"
    INVITED = "invited-but-refused"
    CLOSED = "closed-but-served"
    UNKNOWN = "unknown"
