"""The steps of the tour."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from robotstudio.text.language import Message


class Sight(StrEnum):
    """The subject of a step."""

    URLS = "urls"
    CELL = "cell"
    WHY = "why"
    PROBLEMS = "problems"
    CHANGES = "changes"


class TourStep(Struct, frozen=True):
    """The subject of a step, and its text."""

    sight: Sight
    title: Message
    text: Message


STEPS: Final = (
    TourStep(
        Sight.URLS,
        "Test URLs",
        "Each row is a URL, each column a crawler. “Add” takes URLs of your own; under “Site” they come from sitemaps, "
        "logs and tables.",
    ),
    TourStep(
        Sight.CELL,
        "A verdict in each cell",
        "A cross is blocked, a check is allowed, and the number is the line that decides. Click a cell or go there "
        "with the arrow keys.",
    ),
    TourStep(
        Sight.WHY,
        "Why",
        "Which group counts for this crawler, which rules match, and which one wins. A line number leads to the line.",
    ),
    TourStep(
        Sight.PROBLEMS,
        "Problems",
        "What is wrong with the file, errors first, and which crawlers it affects. Each fix says which verdicts it "
        "changes.",
    ),
    TourStep(
        Sight.CHANGES,
        "Before you upload it",
        "“Changes” lists every verdict that differs from before: here one line blocks the whole site. Once the file is "
        "live, “Check deployment” in the menu “Fetch” says whether the server delivers it.",
    ),
)
EXAMPLE: Final = "staging-goes-live"
"""The example of the tour: it has something to show at every step."""
