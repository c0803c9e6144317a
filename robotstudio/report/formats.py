"""The formats of a report as rows: each writes the same model, whoever asks."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from robotstudio.report.model import Audience, AuditReport
from robotstudio.text.language import ENGLISH, WORDS, Message, spoken

if TYPE_CHECKING:
    from robotstudio.report.subject import ReportChoices

_TICKETS: Message = "Tickets (Markdown)"
_JIRA: Message = "Tickets (CSV for Jira)"
_ADVICE: Final = ("recommendations",)
Write = Callable[[AuditReport], bytes]


class ReportFormat(NamedTuple):
    """A format of reports: translated if it `is_for_people`, always English if it is for programs.

    `module` has a function `write`: it is imported only when something is written, as each has its own dependencies.
    """

    id: str
    title: str
    suffix: str
    module: str
    is_for_people: bool
    sections: tuple[str, ...] = ()
    """Sections that it is of, whatever is chosen; empty for the chosen ones."""

    def spoken(self) -> AbstractContextManager[None]:
        """Speak the language of this format while a report is made and written."""
        return spoken(WORDS if self.is_for_people else ENGLISH)

    def choices(self, wanted: "ReportChoices") -> "ReportChoices":
        """Return what is wanted of this format; one of certain sections is for the developer."""
        return replace(wanted, sections=self.sections, audience=Audience.DEVELOPER) if self.sections else wanted

    def write(self, report: AuditReport) -> bytes:
        """Return the file's bytes; the same report gives the same bytes."""
        write: Write = import_module(f"robotstudio.report.{self.module}").write
        return write(report)


FORMATS: Final[Mapping[str, ReportFormat]] = MappingProxyType(
    {
        row.id: row
        for row in (
            ReportFormat("html", "HTML", ".html", "html_page", is_for_people=True),
            ReportFormat("pdf", "PDF", ".pdf", "pdf", is_for_people=True),
            ReportFormat("md", "Markdown", ".md", "markdown", is_for_people=True),
            ReportFormat("xlsx", "XLSX", ".xlsx", "workbook", is_for_people=True),
            ReportFormat("tickets", _TICKETS, ".md", "tickets", is_for_people=True, sections=_ADVICE),
            ReportFormat("jira", _JIRA, ".csv", "jira", is_for_people=True, sections=_ADVICE),
            ReportFormat("csv", "CSV", ".csv", "rows", is_for_people=False),
            ReportFormat("json", "JSON", ".json", "json_document", is_for_people=False),
        )
    }
)
