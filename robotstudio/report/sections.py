"""The sections of a report as rows, and the report that they make."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from robotstudio.fetch.address import host_of
from robotstudio.report import (
    answer,
    basis,
    changes,
    checks,
    crawlers,
    file_lines,
    glossary,
    indexing,
    patterns,
    policy,
    recommendations,
    server,
    since,
    site,
)
from robotstudio.report.model import (
    AnswerLine,
    Answers,
    Audience,
    AuditReport,
    BarChart,
    Block,
    Cover,
    PatternChart,
    Picture,
    ReportSection,
    ReportTable,
)
from robotstudio.report.own_texts import own_texts, with_own_texts
from robotstudio.report.state import state_of
from robotstudio.report.subject import Findings, ReportChoices, Subject
from robotstudio.text.language import WORDS, Message, tr

Build = Callable[[Findings, ReportChoices], Iterator[Block]]


_ALL: Final = frozenset(Audience)
_READERS: Final = frozenset({Audience.CLIENT, Audience.RECORD})
_BUILDERS: Final = frozenset({Audience.DEVELOPER, Audience.RECORD})
_RECORD: Final = frozenset({Audience.RECORD})


class SectionRow(NamedTuple):
    """A section: its heading, the function that builds it, who it is for, and whether it `has_content`."""

    id: str
    title: Message
    build: Build
    audiences: frozenset[Audience]
    has_content: Callable[[Findings], bool] = lambda _found: True
    hint: Callable[[Findings], str] = lambda _found: ""


SECTIONS: Final[Mapping[str, SectionRow]] = MappingProxyType(
    {
        row.id: row
        for row in (
            SectionRow("answer", "The answer in five lines", answer.build, _ALL),
            SectionRow("recommendations", "Recommendations", recommendations.build, _ALL, hint=recommendations.hint),
            SectionRow("since", "Since the last report", since.build, _ALL, since.has_earlier),
            SectionRow("patterns", "Kinds of URLs", patterns.build, _READERS, crawlers.has_urls, patterns.hint),
            SectionRow("server", "The server's answer", server.build, _ALL, server.has_evidence),
            SectionRow("file", "The file and its findings", file_lines.build, _BUILDERS),
            SectionRow("crawlers", "What each crawler may fetch", crawlers.build_matrix, _READERS),
            SectionRow("blocked", "Blocked URLs", crawlers.build_blocked, _RECORD, crawlers.has_urls),
            SectionRow("ai-policy", "AI policy", policy.build, _READERS),
            SectionRow("changes", "What changes", changes.build, _ALL, changes.has_baseline),
            SectionRow("expectations", "Expectations", checks.build_expectations, _BUILDERS, checks.has_expectations),
            SectionRow("rules", "Effect of each rule", checks.build_rules, _BUILDERS, crawlers.has_urls),
            SectionRow("site", "The crawled site", site.build_site, _BUILDERS, site.has_crawl),
            SectionRow("logs", "Access logs", site.build_logs, _ALL, site.has_logs),
            SectionRow("indexing", "Pages that are not indexed", indexing.build, _ALL, indexing.has_export),
            SectionRow("history", "History", basis.build_history, _RECORD, basis.has_history),
            SectionRow("assumed", "Assumed, not documented", basis.build_assumed, _BUILDERS),
            SectionRow("glossary", "Ten words", glossary.build, _READERS),
            SectionRow("method", "How this report was made", basis.build_method, _ALL),
        )
    }
)
"""All sections, in their order."""

AUDIENCES: Final[Mapping[Audience, Message]] = MappingProxyType(
    {
        Audience.RECORD: "the record: everything",
        Audience.CLIENT: "the client: few pages, no jargon",
        Audience.DEVELOPER: "the developer: lines and changes",
    }
)
_FOR_CLIENTS: Final = frozenset(
    {"examples", "changed_lines", "conduct", "inputs", "meant", "reasons", "since", "then_and_now", "new_advice"}
)
"""Tables that a client gets; the others are for those who change the file."""
_MOST_CHARTS: Final = 2

_LOG: Final = "log"
_FIGURE: Message = "Figure {number}"
_FIGURE_OF: Message = "Figure {number}. Source: {sources}"
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
    digest = found.digest[:_SHOWN_OF_HASH]
    size, sections = WORDS.size(len(subject.body)), tuple(_sections(found, wanted))
    return AuditReport(
        wanted.title or usual,
        _subtitle(wanted),
        site,
        wanted.made_on,
        tr(_FOOTER, name=subject.name, hash=digest, size=size, made=basis.made_with(found)),
        _without_dead_links(_numbered(found, with_own_texts(sections, own_texts(wanted.notes), _titles()))),
        wanted.logo,
        wanted.author,
        crawlers.verdicts_of(found) if _wants_verdicts(found, wanted) else None,
        recommendations.cover_of(found, wanted) if "answer" in chosen_sections(wanted) else Cover(),
        accent=wanted.accent,
        fonts=wanted.fonts,
        state=lambda: state_of(found, wanted.made_on, site),
    )


def _titles() -> Mapping[str, str]:
    """Return the ids of the sections by what a heading may call them: an id, or a title in English or translated."""
    found = {name.casefold(): row.id for row in SECTIONS.values() for name in (row.id, row.title, tr(row.title))}
    return MappingProxyType(found)


def _subtitle(wanted: ReportChoices) -> str:
    day = WORDS.date(wanted.made_on)
    if wanted.client:
        return WORDS.sentences((recommendations.byline(wanted), day))
    return tr(_BY, day=day, author=wanted.author) if wanted.author else day


def chosen_sections(wanted: ReportChoices) -> tuple[str, ...]:
    """Return the ids of the sections that are chosen, or those for the audience."""
    if wanted.sections is not None:
        return wanted.sections
    return sections_for(wanted.audience)


def sections_for(audience: Audience) -> tuple[str, ...]:
    """Return the ids of the sections for an audience."""
    return tuple(row.id for row in SECTIONS.values() if audience in row.audiences)


def _wants_verdicts(found: Findings, wanted: ReportChoices) -> bool:
    return crawlers.has_urls(found) and "crawlers" in chosen_sections(wanted)


def _sections(found: Findings, wanted: ReportChoices) -> Iterator[ReportSection]:
    chosen = frozenset(chosen_sections(wanted))
    for row in SECTIONS.values():
        if row.id in chosen and row.has_content(found):
            blocks = row.build(found, wanted)
            if wanted.audience is Audience.CLIENT:
                blocks = _for_clients(blocks)
            yield ReportSection(row.id, tr(row.title), tuple(blocks), row.hint(found))


def _for_clients(blocks: Iterable[Block]) -> Iterator[Block]:
    """Leave out the tables for those who change the file, and all but the first charts."""
    charts = 0
    for block in blocks:
        charts += isinstance(block, Picture)
        if isinstance(block, ReportTable) and block.id not in _FOR_CLIENTS:
            continue
        if not isinstance(block, Picture) or charts <= _MOST_CHARTS:
            yield _without_details(block) if isinstance(block, ReportTable) else block


def _without_details(table: ReportTable) -> ReportTable:
    """Leave out the column of details, which is for those who read logs."""
    kept = [place for place, column in enumerate(table.columns) if column.id != "details"]
    if len(kept) == len(table.columns):
        return table
    columns = tuple(table.columns[place] for place in kept)
    return replace(table, columns=columns, rows=tuple(tuple(row[place] for place in kept) for row in table.rows))


def _numbered(found: Findings, sections: Iterable[ReportSection]) -> Iterator[ReportSection]:
    """Give each figure its number, and name the files that it was made from."""
    urls = [each.name for each in found.subject.urls.sources]
    logs = [each.name for each in found.subject.inputs if each.what == _LOG]
    numbers = count(1)

    def numbered(block: Block) -> Block:
        if not isinstance(block, BarChart | PatternChart | Picture):
            return block
        sources = WORDS.side_by_side(logs if isinstance(block, Picture) else urls)
        return replace(block, note=tr(_FIGURE_OF if sources else _FIGURE, number=next(numbers), sources=sources))

    for section in sections:
        yield replace(section, blocks=tuple(map(numbered, section.blocks)))


def _without_dead_links(sections: Iterable[ReportSection]) -> tuple[ReportSection, ...]:
    """Remove the answer's links to sections that were left out."""
    kept = tuple(sections)
    there = {section.id for section in kept}
    return tuple(
        replace(section, blocks=tuple(_without_dead_link(block, there) for block in section.blocks)) for section in kept
    )


def _without_dead_link(block: Block, there: set[str]) -> Block:
    if not isinstance(block, Answers):
        return block
    lines = (line if line.section in there else AnswerLine(line.tone, line.lead, line.rest, "") for line in block.lines)
    return Answers(tuple(lines))
