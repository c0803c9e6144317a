"""The sections of a report as rows, and the report that they make."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from robotstudio.fetch.address import host_of
from robotstudio.report import answer, basis, changes, checks, crawlers, file_lines, indexing, policy, server, site
from robotstudio.report.model import AnswerLine, Answers, AuditReport, Block, ReportSection
from robotstudio.report.subject import Findings, ReportChoices, Subject
from robotstudio.text.language import WORDS, Message, tr

Build = Callable[[Findings, ReportChoices], Iterator[Block]]


class SectionRow(NamedTuple):
    """A section: its heading, the function that builds it, and whether it `has_content`."""

    id: str
    title: Message
    build: Build
    has_content: Callable[[Findings], bool] = lambda _found: True


SECTIONS: Final[Mapping[str, SectionRow]] = MappingProxyType(
    {
        row.id: row
        for row in (
            SectionRow("answer", "The answer in five lines", answer.build),
            SectionRow("server", "The server's answer", server.build, server.has_evidence),
            SectionRow("file", "The file and its findings", file_lines.build),
            SectionRow("crawlers", "What each crawler may fetch", crawlers.build_matrix),
            SectionRow("blocked", "Blocked URLs", crawlers.build_blocked, crawlers.has_urls),
            SectionRow("ai-policy", "AI policy", policy.build),
            SectionRow("changes", "What changes", changes.build, changes.has_baseline),
            SectionRow("expectations", "Expectations", checks.build_expectations, checks.has_expectations),
            SectionRow("rules", "Effect of each rule", checks.build_rules, crawlers.has_urls),
            SectionRow("site", "The crawled site", site.build_site, site.has_crawl),
            SectionRow("logs", "Access logs", site.build_logs, site.has_logs),
            SectionRow("indexing", "Pages that are not indexed", indexing.build, indexing.has_export),
            SectionRow("history", "History", basis.build_history, basis.has_history),
            SectionRow("assumed", "Assumed, not documented", basis.build_assumed),
            SectionRow("method", "How this report was made", basis.build_method),
        )
    }
)
"""All sections, in their order."""

_TITLE: Message = "robots.txt of {site}"
_TITLE_OF_FILE: Message = "Report on {name}"
_BY: Message = "{day}, by {author}"
_FOOTER: Message = "{name}, sha256 {hash}, {size}. {made}"
_SHOWN_OF_HASH: Final = 16


def available_sections(found: Findings) -> tuple[str, ...]:
    """Return the ids of the sections that have content."""
    return tuple(row.id for row in SECTIONS.values() if row.has_content(found))


def report_of(subject: Subject, wanted: ReportChoices, found: Findings | None = None) -> AuditReport:
    """Build the report on a subject; `found` are its findings if they were worked out before.

    Sections without content are left out. Raises CrawlFileError if the crawl cannot be read.
    """
    found = found or Findings(subject)
    site = host_of(subject.address) if subject.address else ""
    usual = tr(_TITLE, site=site) if site else tr(_TITLE_OF_FILE, name=subject.name)
    day = WORDS.date(wanted.made_on)
    digest = sha256(subject.body).hexdigest()[:_SHOWN_OF_HASH]
    size = WORDS.size(len(subject.body))
    return AuditReport(
        wanted.title or usual,
        tr(_BY, day=day, author=wanted.author) if wanted.author else day,
        site,
        wanted.made_on,
        tr(_FOOTER, name=subject.name, hash=digest, size=size, made=basis.made_with(found)),
        _without_dead_links(tuple(_sections(found, wanted))),
        wanted.logo,
        wanted.author,
        crawlers.verdicts_of(found) if _wants_verdicts(found, wanted) else None,
    )


def _wants_verdicts(found: Findings, wanted: ReportChoices) -> bool:
    return crawlers.has_urls(found) and (wanted.sections is None or "crawlers" in wanted.sections)


def _sections(found: Findings, wanted: ReportChoices) -> Iterator[ReportSection]:
    chosen = frozenset(SECTIONS if wanted.sections is None else wanted.sections)
    for row in SECTIONS.values():
        if row.id in chosen and row.has_content(found):
            yield ReportSection(row.id, tr(row.title), tuple(row.build(found, wanted)))


def _without_dead_links(sections: Iterable[ReportSection]) -> tuple[ReportSection, ...]:
    """Remove the answer's links to sections that were left out."""
    kept = tuple(sections)
    there = {section.id for section in kept}
    return tuple(
        ReportSection(section.id, section.title, tuple(_without_dead_link(block, there) for block in section.blocks))
        for section in kept
    )


def _without_dead_link(block: Block, there: set[str]) -> Block:
    if not isinstance(block, Answers):
        return block
    lines = (line if line.section in there else AnswerLine(line.tone, line.lead, line.rest, "") for line in block.lines)
    return Answers(tuple(lines))
