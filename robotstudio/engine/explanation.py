"""A whole explanation in words: the steps as a person reads them, and the text and Markdown that can be copied."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from robotstudio.engine import templates, words
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import Clause
from robotstudio.engine.groups import Rule
from robotstudio.engine.nearest import CloseUp, close_up, replaced_by
from robotstudio.engine.phrases import (
    Phrase,
    Piece,
    PieceKind,
    Translate,
    as_markdown,
    as_text,
    as_written,
    fill,
    listed,
    printable,
    sentences,
)
from robotstudio.engine.samples import Sample, samples
from robotstudio.engine.verdict import Step, StepId, Verdict
from robotstudio.lazy_dataclasses import dataclass

_MOST_ROWS = 20
_FIND_A_GROUP = frozenset({StepId.NAMED_GROUP, StepId.GLOBAL_GROUP, StepId.NO_GROUP, StepId.NEVER_GLOBAL})


class Explained(NamedTuple):
    """A step in words; `clauses` are where it is written down."""

    title: Phrase
    detail: Phrase
    clauses: tuple[Clause, ...] = ()

    def source(self, translate: Translate = as_written) -> str:
        """The clauses by name."""
        return "; ".join(words.clause_words(clause, translate) for clause in self.clauses)

    def also(self, detail: Phrase, clause: Clause) -> "Explained":
        """The same step with something more said, which may be written down elsewhere."""
        clauses = self.clauses if clause in self.clauses else (*self.clauses, clause)
        return self._replace(detail=sentences((self.detail, detail)), clauses=clauses)


def explain(
    steps: Iterable[Step], crawler_title: str, translate: Translate = as_written, sharers: Sequence[str] = ()
) -> tuple[Explained, ...]:
    """Steps in words. What leads to the group is told in one; `sharers` are further crawlers that this group serves."""
    shown: list[Explained] = []
    tried: list[str] = []
    for step in steps:
        title, detail = words.step_words(step, crawler_title, translate)
        if step.id is StepId.TOKEN_WITHOUT_GROUP:
            tried.append(str(step.args["token"]))
        elif step.id is StepId.MERGED and shown:
            shown[-1] = shown[-1]._replace(detail=_untold(tried, translate)).also(detail, step.clause)
        elif step.id is StepId.GLOBAL_IGNORED and shown:
            shown[-1] = shown[-1].also(detail, step.clause)
        else:
            if step.id in _FIND_A_GROUP:
                detail = sentences((_untold(tried, translate), detail))
            if step.id is StepId.NAMED_GROUP and tried:
                title = _uses_group_of(step, crawler_title, translate)
            if step.id is StepId.RESULT:
                detail = _shared(sharers, translate)
            shown.append(Explained(title, detail, (step.clause,)))
    return tuple(shown)


def _untold(tried: Sequence[str], translate: Translate) -> Phrase:
    return fill(translate(templates.NO_GROUP_NAMES), tried=words.tokens_words(tried, translate)) if tried else ()


def _uses_group_of(step: Step, crawler_title: str, translate: Translate) -> Phrase:
    token = Piece(printable(str(step.args["token"])), PieceKind.TOKEN)
    return fill(translate(templates.USES_GROUP_OF), crawler=printable(crawler_title), token=token)


def _shared(sharers: Sequence[str], translate: Translate) -> Phrase:
    if not sharers:
        return ()
    crawlers = listed([(Piece(printable(name)),) for name in sharers], translate)
    return fill(translate(templates.SHARED[len(sharers) > 1]), crawlers=crawlers)


class RuleRow(NamedTuple):
    """A rule of the comparison."""

    line: Piece
    rule: Piece
    byte_count: int
    result: str


class Section(NamedTuple):
    """A title and rows below it: what is shown, and what is said of it."""

    title: Phrase
    rows: tuple[tuple[Piece, str], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A verdict with everything that is said about it, for copying elsewhere; `sources` titles the list of clauses."""

    sentence: Phrase
    note: str
    steps: tuple[Explained, ...]
    rows: tuple[RuleRow, ...]
    others: Phrase
    sections: tuple[Section, ...] = ()
    translate: Translate = as_written

    def text(self) -> str:
        """Plain lines."""
        lines = [as_text(self.sentence)]
        lines += [f"({self.note})"] if self.note else []
        lines.append("")
        for number, step in enumerate(self.steps, 1):
            told = f"{as_text(step.title)}. {as_text(step.detail)}".rstrip()
            source = step.source(self.translate)
            lines.append(f"{number}. {told} [{source}]" if source else f"{number}. {told}")
        lines += ["", *self._table()] if self.rows else []
        lines += [as_text(self.others)] if self.others else []
        for section in self.sections:
            cells = [(row.text, said) for row, said in section.rows]
            lines += ["", as_text(section.title), *_aligned(cells)]
        if self._sources:
            lines += ["", self.translate(templates.SOURCES), *_aligned([(s.label, s.url) for s in self._sources])]
        return "\n".join(lines) + "\n"

    def _table(self) -> list[str]:
        cells = [(row.line.text, row.rule.text, words.bytes_words(row.byte_count), row.result) for row in self.rows]
        return _aligned(cells)

    @property
    def _sources(self) -> tuple[Clause, ...]:
        """The clauses that stand somewhere, each once."""
        found = (clause for step in self.steps for clause in step.clauses if clause.url)
        return tuple({clause.label: clause for clause in found}.values())

    def markdown(self) -> str:
        """The same as Markdown."""
        note = f" _({self.note})_" if self.note else ""
        lines = [as_markdown(self.sentence) + note, ""]
        for number, step in enumerate(self.steps, 1):
            told = f"**{as_text(step.title)}.** {as_markdown(step.detail)}".rstrip()
            source = "; ".join(as_markdown([words.clause_piece(clause, self.translate)]) for clause in step.clauses)
            lines.append(f"{number}. {told} ({source})" if source else f"{number}. {told}")
        if self.rows:
            lines += ["", "| Line | Rule | Bytes | Result |", "|---:|---|---:|---|"]
            for row in self.rows:
                code = as_markdown([row.rule]).replace("|", "\\|")
                lines.append(f"| {row.line.line} | {code} | {row.byte_count:,} | {row.result} |")
        lines += ["", as_markdown(self.others)] if self.others else []
        for section in self.sections:
            lines += ["", as_markdown(section.title), ""]
            lines += [f"- {as_markdown([row])}" + (f": {said}" if said else "") for row, said in section.rows]
        return "\n".join(lines) + "\n"


def explanation(
    verdict: Verdict,
    crawler: Crawler,
    shown_url: str,
    translate: Translate = as_written,
    sharers: Sequence[str] = (),
    origin: Explained | None = None,
) -> Explanation:
    """Everything that is said about a verdict; `origin` is a first step about where the rules come from."""
    close = close_up(verdict, _MOST_ROWS, _MOST_ROWS)
    title = words.crawler_name(crawler, translate)
    rows = [
        RuleRow(
            words.line_piece(candidate.rule.line, translate),
            words.rule_piece(candidate.rule),
            candidate.byte_count,
            words.outcome_words(candidate, close.verdict, translate),
        )
        for candidate in (*close.matching, *close.misses)
    ]
    return Explanation(
        words.sentence(close.verdict, title, shown_url, translate),
        words.assumed_words(crawler, translate),
        (*((origin,) if origin else ()), *explain(close.steps, title, translate, sharers)),
        tuple(rows),
        words.others_words(close, translate),
        tuple(_sections(close, title, translate)),
        translate,
    )


def told_rule(close: CloseUp) -> Rule | None:
    """The rule that samples are told of: the one that decides, else the one that comes nearest."""
    if close.verdict.rule:
        return close.verdict.rule
    return next((candidate.rule for candidate in (*close.matching, *close.misses)), None)


def samples_title(rule: Rule, translate: Translate = as_written) -> Phrase:
    """What the samples of a rule are called."""
    return fill(translate(templates.SAMPLES_TITLE), line=words.line_piece(rule.line, translate))


def samples_of(close: CloseUp) -> tuple[Sample, ...]:
    """The samples of the rule that they are told of."""
    rule = told_rule(close)
    return samples(rule, close.verdict.dialect) if rule else ()


def _sections(close: CloseUp, crawler_title: str, translate: Translate) -> Iterator[Section]:
    replaced = replaced_by(close.verdict)
    if replaced:
        said = tuple((_numbered(rule), "") for rule in replaced.rules[:_MOST_ROWS])
        yield Section(words.replaced_title(replaced, crawler_title, translate), said)
    rule, found = told_rule(close), samples_of(close)
    if rule and found:
        yield Section(samples_title(rule, translate), tuple(_sample_row(sample, translate) for sample in found))


def _numbered(rule: Rule) -> Piece:
    piece = words.rule_piece(rule)
    return piece._replace(text=f"{rule.line}: {piece.text}")


def _sample_row(sample: Sample, translate: Translate) -> tuple[Piece, str]:
    does = translate(templates.MATCHING if sample.matches else templates.NOT_MATCHING)
    return Piece(sample.path, PieceKind.URL), f"{does}: {words.sample_words(sample, translate)}"


def _aligned(lines: Sequence[tuple[str, ...]]) -> list[str]:
    """Cells under one another."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
