"""A complete explanation in words: the steps as they are shown, and as text and Markdown for copying."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import Clause
from robotstudio.engine.groups import Rule
from robotstudio.engine.samples import Sample, samples
from robotstudio.engine.verdict import Step, StepId, Verdict
from robotstudio.explain import templates
from robotstudio.explain import words as verdict_words
from robotstudio.explain.nearest import NearestRules, nearest_rules, replaced_by
from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import (
    Phrase,
    Piece,
    PieceKind,
    as_markdown,
    as_text,
    markdown_cell,
    printable,
    sentences,
)
from robotstudio.text.text_columns import padded, width_of

_MOST_ROWS = 20
_FIND_A_GROUP = frozenset({StepId.NAMED_GROUP, StepId.GLOBAL_GROUP, StepId.NO_GROUP, StepId.NEVER_GLOBAL})


class StepPart(StrEnum):
    """Subject of a step."""

    ANSWER = "answer"
    GROUP = "group"
    RULES = "rules"
    RESULT = "result"


_PARTS = {
    StepId.CUT: StepPart.ANSWER,
    StepId.ALWAYS_ALLOWED: StepPart.RULES,
    StepId.MALFORMED_URL: StepPart.RULES,
    StepId.DELAY_TOO_LONG: StepPart.RULES,
    StepId.UNREAD: StepPart.RULES,
    StepId.CANDIDATES: StepPart.RULES,
    StepId.RESULT: StepPart.RESULT,
}
"""The parts of steps that are not about the group."""


class Explained(NamedTuple):
    """A step in words; `clauses` are its sources, `short` says it in two or three words."""

    title: Phrase
    detail: Phrase
    clauses: tuple[Clause, ...] = ()
    part: StepPart = StepPart.ANSWER
    short: Phrase = ()

    def source(self) -> str:
        """Return the names of the clauses."""
        return WORDS.clauses(verdict_words.clause_words(clause) for clause in self.clauses)

    def also(self, detail: Phrase, clause: Clause) -> "Explained":
        """Return the step with another sentence, which may have another source."""
        clauses = self.clauses if clause in self.clauses else (*self.clauses, clause)
        return self._replace(detail=sentences((self.detail, detail)), clauses=clauses)


def explain(steps: Iterable[Step], crawler_title: str, sharers: Sequence[str] = ()) -> tuple[Explained, ...]:
    """Describe steps. The steps that lead to the group become one; `sharers` are other crawlers with this group."""
    shown: list[Explained] = []
    tried: list[str] = []
    for step in steps:
        title, detail = verdict_words.step_words(step, crawler_title)
        if step.id is StepId.TOKEN_WITHOUT_GROUP:
            tried.append(str(step.args["token"]))
        elif step.id is StepId.MERGED and shown:
            shown[-1] = shown[-1]._replace(detail=_skipped_names(tried)).also(detail, step.clause)
        elif step.id is StepId.GLOBAL_IGNORED and shown:
            shown[-1] = shown[-1].also(detail, step.clause)
        else:
            if step.id in _FIND_A_GROUP:
                detail = sentences((_skipped_names(tried), detail))
            if step.id is StepId.NAMED_GROUP and tried:
                title = _uses_group_of(step, crawler_title)
            if step.id is StepId.RESULT:
                detail = _shared(sharers)
            part = _PARTS.get(step.id, StepPart.GROUP)
            shown.append(Explained(title, detail, (step.clause,), part, verdict_words.step_in_short(step)))
    return tuple(shown)


def _skipped_names(tried: Sequence[str]) -> Phrase:
    return WORDS.phrase(templates.NO_GROUP_NAMES, tried=verdict_words.tokens_words(tried)) if tried else ()


def _uses_group_of(step: Step, crawler_title: str) -> Phrase:
    token = Piece(printable(str(step.args["token"])), PieceKind.TOKEN)
    return WORDS.phrase(templates.USES_GROUP_OF, crawler=printable(crawler_title), token=token)


def _shared(sharers: Sequence[str]) -> Phrase:
    if not sharers:
        return ()
    crawlers = WORDS.listed([(Piece(printable(name)),) for name in sharers])
    return WORDS.counted_phrase(templates.SHARED, len(sharers), crawlers=crawlers)


class RuleRow(NamedTuple):
    """A rule of the comparison."""

    line: Piece
    rule: Piece
    byte_count: int
    result: str


class ExplanationSection(NamedTuple):
    """A title, and rows of an item and its description."""

    title: Phrase
    rows: tuple[tuple[Piece, str], ...]


class Explanation(Struct, frozen=True):
    """A verdict with its complete explanation, for copying; clauses are listed at the end."""

    sentence: Phrase
    note: str
    steps: tuple[Explained, ...]
    rows: tuple[RuleRow, ...]
    others: Phrase
    sections: tuple[ExplanationSection, ...] = ()

    def text(self) -> str:
        """Format as plain text."""
        lines = [as_text(self.sentence)]
        lines += [f"({self.note})"] if self.note else []
        lines.append("")
        for number, step in enumerate(self.steps, 1):
            told = WORDS.sentences((WORDS.sentence(as_text(step.title)), as_text(step.detail)))
            source = step.source()
            lines.append(f"{number}. {told} [{source}]" if source else f"{number}. {told}")
        lines += ["", *self._table()] if self.rows else []
        lines += [as_text(self.others)] if self.others else []
        for section in self.sections:
            cells = [(row.text, said) for row, said in section.rows]
            lines += ["", as_text(section.title), *_aligned(cells)]
        if self._sources:
            lines += ["", tr(templates.SOURCES), *_aligned([(s.label, s.url) for s in self._sources])]
        return "\n".join(lines) + "\n"

    def _table(self) -> list[str]:
        cells = [
            (row.line.text, row.rule.text, verdict_words.bytes_words(row.byte_count), row.result) for row in self.rows
        ]
        return _aligned(cells)

    @property
    def _sources(self) -> tuple[Clause, ...]:
        """The clauses that have an address, each once."""
        found = (clause for step in self.steps for clause in step.clauses if clause.url)
        return tuple({clause.label: clause for clause in found}.values())

    def markdown(self) -> str:
        """Format as Markdown."""
        note = f" _({self.note})_" if self.note else ""
        lines = [as_markdown(self.sentence) + note, ""]
        for number, step in enumerate(self.steps, 1):
            title = f"**{WORDS.sentence(as_text(step.title))}**"
            told = WORDS.sentences((title, as_markdown(step.detail)))
            pieces = (as_markdown([verdict_words.clause_piece(clause)]) for clause in step.clauses)
            source = WORDS.clauses(pieces)
            lines.append(f"{number}. {WORDS.noted(told, source)}")
        if self.rows:
            lines += ["", "| Line | Rule | Bytes | Result |", "|---:|---|---:|---|"]
            for row in self.rows:
                code = markdown_cell(row.rule.text)
                lines.append(f"| {row.line.line} | {code} | {row.byte_count:,} | {row.result} |")
        lines += ["", as_markdown(self.others)] if self.others else []
        for section in self.sections:
            lines += ["", as_markdown(section.title), ""]
            lines += [f"- {WORDS.about(as_markdown([row]), said)}" for row, said in section.rows]
        return "\n".join(lines) + "\n"


def explanation(
    verdict: Verdict,
    crawler: Crawler,
    shown_url: str,
    sharers: Sequence[str] = (),
    origin: Explained | None = None,
) -> Explanation:
    """Make the complete explanation of a verdict; `origin` is a first step about the source of the rules."""
    close = nearest_rules(verdict, _MOST_ROWS, _MOST_ROWS)
    title = verdict_words.crawler_name(crawler)
    rows = [
        RuleRow(
            verdict_words.line_piece(candidate.rule.line),
            verdict_words.rule_piece(candidate.rule),
            candidate.byte_count,
            verdict_words.outcome_words(candidate, close.verdict),
        )
        for candidate in (*close.matching, *close.misses)
    ]
    return Explanation(
        verdict_words.sentence(close.verdict, title, shown_url),
        verdict_words.assumed_words(crawler),
        (*((origin,) if origin else ()), *explain(close.steps, title, sharers)),
        tuple(rows),
        verdict_words.others_words(close),
        tuple(_sections(close, title)),
    )


def sampled_rule(close: NearestRules) -> Rule | None:
    """Return the rule for which samples are shown: the one that decides, else the nearest one."""
    if close.verdict.rule:
        return close.verdict.rule
    return next((candidate.rule for candidate in (*close.matching, *close.misses)), None)


def samples_title(rule: Rule) -> Phrase:
    """Return the title of the samples of a rule."""
    return WORDS.phrase(templates.SAMPLES_TITLE, line=verdict_words.line_piece(rule.line))


def samples_of(close: NearestRules) -> tuple[Sample, ...]:
    """Return the samples of the rule for which they are shown."""
    rule = sampled_rule(close)
    return samples(rule, close.verdict.dialect) if rule else ()


def _sections(close: NearestRules, crawler_title: str) -> Iterator[ExplanationSection]:
    replaced = replaced_by(close.verdict)
    if replaced:
        said = tuple((_numbered(rule), "") for rule in replaced.rules[:_MOST_ROWS])
        yield ExplanationSection(verdict_words.replaced_title(replaced, crawler_title), said)
    rule, found = sampled_rule(close), samples_of(close)
    if rule and found:
        yield ExplanationSection(samples_title(rule), tuple(_sample_row(sample) for sample in found))


def _numbered(rule: Rule) -> Piece:
    piece = verdict_words.rule_piece(rule)
    return piece._replace(text=f"{rule.line}: {piece.text}")


def _sample_row(sample: Sample) -> tuple[Piece, str]:
    does = tr(templates.MATCHING if sample.matches else templates.NOT_MATCHING)
    return Piece(sample.path, PieceKind.URL), WORDS.about(does, verdict_words.sample_words(sample))


def _aligned(lines: Sequence[tuple[str, ...]]) -> list[str]:
    """Pad cells so that columns line up."""
    widths = [max(map(width_of, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(map(padded, line, widths)).rstrip() for line in lines]
