"""A cell that the outcome of the fetch decides, not the rules: what the panel is told about it."""

from dataclasses import dataclass

from robotstudio.engine import Verdict
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.phrases import Phrase


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeSubject:
    """What an outcome makes of a URL; `allowed` is None where the crawler does not say, or puts it off."""

    crawler: Crawler
    shown_url: str
    allowed: bool | None
    sentence: Phrase
    detail: str
    clause: str
    source: str
    assumed: bool = False
    verdict: Verdict | None = None
