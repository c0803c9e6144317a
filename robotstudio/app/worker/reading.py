"""How a crawler reads each line of a large draft: asked with each key while a crawler is selected."""

from typing import ClassVar

from robotstudio.app.worker.desk import Desk
from robotstudio.app.worker.messages import IsCancelled
from robotstudio.engine.names import Agent
from robotstudio.engine.reading import CrawlerReading, reading_of
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingQuestion:
    """A draft, the dialect in which a crawler reads it, and the crawler as for `Robots.choose`."""

    rank: ClassVar[int] = 0

    body: bytes
    dialect: str
    agent: Agent

    @staticmethod
    def answerer() -> "ReadingAnswerer":
        return ReadingAnswerer()


class ReadingAnswerer:
    """Answers with one `CrawlerReading`: letters and numbers, which are unpickled at once."""

    def answer(self, question: ReadingQuestion, desk: Desk, _is_cancelled: IsCancelled) -> tuple[CrawlerReading]:
        return (reading_of(desk.version(question.body).read_as(question.dialect), question.agent),)
