"""A whole explanation in words: the steps as a person reads them, and the text and Markdown that can be copied."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from robotstudio.engine import templates, words
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.nearest import close_up
from robotstudio.engine.phrases import (
    Kind,
    Phrase,
    Piece,
    Translate,
    as_markdown,
    as_text,
    as_written,
    fill,
    listed,
    printable,
    sentences,
)
from robotstudio.engine.verdict import Step, StepId, Verdict

_MOST_ROWS = 20
_FIND_A_GROUP = frozenset({StepId.NAMED_GROUP, StepId.GLOBAL_GROUP, StepId.NO_GROUP, StepId.NEVER_GLOBAL})


class Explained(NamedTuple):
    """A step in words; `source` names where it is written down."""

    title: Phrase
    detail: Phrase
    source: str


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
            shown[-1] = shown[-1]._replace(detail=sentences((_untold(tried, translate), detail)))
        elif step.id is StepId.GLOBAL_IGNORED and shown:
            shown[-1] = shown[-1]._replace(detail=sentences((shown[-1].detail, detail)))
        else:
            if step.id in _FIND_A_GROUP:
                detail = sentences((_untold(tried, translate), detail))
            if step.id is StepId.NAMED_GROUP and tried:
                title = _uses_group_of(step, crawler_title, translate)
            if step.id is StepId.RESULT:
                detail = _shared(sharers, translate)
            shown.append(Explained(title, detail, step.clause.label))
    return tuple(shown)


def _untold(tried: Sequence[str], translate: Translate) -> Phrase:
    return fill(translate(templates.NO_GROUP_NAMES), tried=words.tokens_words(tried, translate)) if tried else ()


def _uses_group_of(step: Step, crawler_title: str, translate: Translate) -> Phrase:
    token = Piece(printable(str(step.args["token"])), Kind.TOKEN)
    return fill(translate(templates.USES_GROUP_OF), crawler=printable(crawler_title), token=token)


def _shared(sharers: Sequence[str], translate: Translate) -> Phrase:
    if not sharers:
        return ()
    crawlers = listed([(Piece(printable(name)),) for name in sharers], translate)
    return fill(translate(templates.SHARED[len(sharers) > 1]), crawlers=crawlers)


class Row(NamedTuple):
    """A rule of the comparison."""

    line: Piece
    rule: Piece
    octets: int
    result: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A verdict with everything that is said about it, for copying elsewhere."""

    sentence: Phrase
    note: str
    steps: tuple[Explained, ...]
    rows: tuple[Row, ...]
    others: Phrase

    def text(self) -> str:
        """Plain lines."""
        lines = [as_text(self.sentence)]
        lines += [f"({self.note})"] if self.note else []
        lines.append("")
        for number, step in enumerate(self.steps, 1):
            told = f"{as_text(step.title)}. {as_text(step.detail)}".rstrip()
            lines.append(f"{number}. {told} [{step.source}]")
        lines += ["", *self._table()] if self.rows else []
        lines += [as_text(self.others)] if self.others else []
        return "\n".join(lines) + "\n"

    def _table(self) -> list[str]:
        cells = [(row.line.text, row.rule.text, words.octets_words(row.octets), row.result) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]

    def markdown(self) -> str:
        """The same as Markdown."""
        note = f" _({self.note})_" if self.note else ""
        lines = [as_markdown(self.sentence) + note, ""]
        for number, step in enumerate(self.steps, 1):
            told = f"**{as_text(step.title)}.** {as_markdown(step.detail)}".rstrip()
            lines.append(f"{number}. {told} _({step.source})_")
        if self.rows:
            lines += ["", "| Line | Rule | Octets | Result |", "|---:|---|---:|---|"]
            for row in self.rows:
                code = as_markdown([row.rule]).replace("|", "\\|")
                lines.append(f"| {row.line.line} | {code} | {row.octets:,} | {row.result} |")
        lines += ["", as_markdown(self.others)] if self.others else []
        return "\n".join(lines) + "\n"


def explanation(
    verdict: Verdict,
    crawler: Crawler,
    shown_url: str,
    translate: Translate = as_written,
    sharers: Sequence[str] = (),
) -> Explanation:
    """Everything that is said about a verdict."""
    close = close_up(verdict, _MOST_ROWS, _MOST_ROWS)
    title = words.crawler_name(crawler, translate)
    rows = [
        Row(
            words.line_piece(candidate.rule.line, translate),
            words.rule_piece(candidate.rule),
            candidate.octets,
            words.outcome_words(candidate, close.verdict, translate),
        )
        for candidate in (*close.matching, *close.misses)
    ]
    return Explanation(
        words.sentence(close.verdict, title, shown_url, translate),
        words.assumed_words(crawler, translate),
        explain(close.steps, title, translate, sharers),
        tuple(rows),
        words.others_words(close, translate),
    )
