"""Write the recommendations of a report as tickets in Markdown, one after another, as GitHub and GitLab show them.

Each begins with a heading of the first level, and ends with the key that the recommendation has in every report.
"""

from collections.abc import Iterator
from typing import Final

from robotstudio.report.markdown import escaped, reasons
from robotstudio.report.model import AuditReport, Recommendation, Recommendations
from robotstudio.report.texts import shown
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import markdown_code

GAIN: Final[Message] = "Gain"
EFFORT: Final[Message] = "Effort"
WHO: Final[Message] = "Who"
KEY: Final[Message] = "Key in the report"
_NONE: Final[Message] = "Nothing is recommended."


def write(report: AuditReport) -> bytes:
    """Return all tickets, in UTF-8."""
    return "".join(f"{line}\n" for line in _lines(report)).encode("utf-8", "replace")


def recommendations_in(report: AuditReport) -> Iterator[Recommendation]:
    """Yield what is recommended, the most valuable first."""
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Recommendations):
                yield from block.items


def facts_of(each: Recommendation) -> Iterator[tuple[str, str]]:
    """Yield the facts below the text of a ticket: their names and values."""
    yield tr(GAIN), f"{each.gain} {each.unit}"
    yield tr(EFFORT), each.effort
    yield tr(WHO), each.who


def _lines(report: AuditReport) -> Iterator[str]:
    items = tuple(recommendations_in(report))
    if not items:
        yield escaped(tr(_NONE))
    for place, each in enumerate(items):
        if place:
            yield from ("", "---", "")
        yield f"# {escaped(WORDS.about(report.site or report.title, each.title))}"
        yield ""
        yield from reasons(each)
        for name, value in facts_of(each):
            yield f"- {WORDS.about(escaped(name), escaped(value))}"
        yield f"- {WORDS.about(escaped(tr(KEY)), markdown_code(shown(each.key)))}"
