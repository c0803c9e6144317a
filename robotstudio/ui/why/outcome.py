"""What is explained where the outcome of a fetch decides and no rule does."""

from dataclasses import dataclass

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.phrases import Piece


@dataclass(frozen=True, slots=True)
class OutcomeSubject:
    """A cell that the answer of the server decides; `allowed` is None where it is unknown or put off."""

    crawler: Crawler
    shown_url: str
    allowed: bool | None
    sentence: tuple[Piece, ...]
    detail: str
    clause: str
    source: str
    assumed: bool
