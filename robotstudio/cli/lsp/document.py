"""A robots.txt as editors show it: findings, cards, proposals, fixes, groups, colours and counts at its lines."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from lsprotocol import types
from msgspec import Struct
from pygments.token import Comment, Keyword, Literal, Name, Operator, Punctuation, String, _TokenType

from robotstudio.cli.lint import chosen_rules
from robotstudio.cli.lint_reports import CAPPED
from robotstudio.cli.lsp.completion import completion_items
from robotstudio.cli.lsp.diagnostics import SOURCE, FirstFindings, Sentences, diagnostic_of, range_of
from robotstudio.cli.lsp.expectation_file import in_short
from robotstudio.cli.lsp.positions import Positions, is_asked
from robotstudio.cli.lsp.surroundings import Surroundings
from robotstudio.draft.analysis import Analysis, Column, Request, analyse
from robotstudio.draft.expectations import load
from robotstudio.draft.fix_offers import FlipCount, count_flips, keep, safe_findings
from robotstudio.draft.lint_result import DraftLinter, LintResult
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import IsCancelled, checkpoint_of, never
from robotstudio.engine.content import READ_BY_LINE
from robotstudio.engine.expectations import Expectation, Judgement, judge
from robotstudio.engine.groups import Group, Rule
from robotstudio.engine.line_diff import diff_lines
from robotstudio.engine.line_pieces import line_pieces
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import UTF8_BOM
from robotstudio.explain.completion import CompletionContext, proposals, slot_at
from robotstudio.explain.line_card import LineCard, LineContext, card_at
from robotstudio.lint.fixing import line_end_of, new_text
from robotstudio.lint.messages import fix_words
from robotstudio.lint.model import Finding, Fix
from robotstudio.lint.proof import fix_safely, left_out_words
from robotstudio.lint.tidying import tidied, untidied_words
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import as_markdown, markdown_text, printable

FIX_ALL: Final = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
_TOKENS: Mapping[_TokenType, str] = {
    Keyword.Declaration: "keyword",
    Keyword.Allow: "keyword",
    Keyword.Disallow: "keyword",
    Keyword.Directive: "keyword",
    Keyword.Unknown: "variable",
    Name.Class: "class",
    Literal.Value: "string",
    String.Url: "string",
    String.Path: "string",
    String.Escape: "string",
    Operator.Wildcard: "operator",
    Punctuation: "operator",
    Comment.Single: "comment",
}
LEGEND: Final = types.SemanticTokensLegend(sorted(set(_TOKENS.values())), [])
_MOST_NAMED, _MOST_LISTED = 4, 3000
_MOST_OFFERED: Final = 10
"""Findings whose fixes are offered at once; what a fix flips takes a second to prove in a large file."""
_ADDRESS: Final = re.compile("https://[^\\s<>,\N{FULLWIDTH COMMA}]++")

_URLS = Plural("{count} URL", "{count} URLs")
_BLOCKS = Plural("Blocks 1 of {total} URLs for {crawlers}", "Blocks {count} of {total} URLs for {crawlers}")
_FLIPS = Plural("{fix} (flips 1 verdict)", "{fix} (flips {count} verdicts)")
_PROVEN: Message = "{fix} (proven: no verdict changes)"
_FAILS: Message = "fails: {expected}"
_NONE: Message = "{fix} (no verdict on your URLs changes)"


class Snapshot(Struct, frozen=True, dict=True):
    """A state of a robots.txt with all that was found in it; may be read by several threads.

    Findings take longest, in a large file more than a tenth of a second: they are looked for when they are asked for.
    """

    uri: str
    name: str
    analysis: Analysis
    around: Surroundings
    positions: Positions
    check: Callable[[Analysis, IsCancelled], LintResult]
    first: FirstFindings
    failing: Sequence[Judgement] = ()

    @property
    def body(self) -> bytes:
        return self.analysis.body

    @property
    def checked(self) -> LintResult:
        return self.check(self.analysis, never)

    # What is wrong

    def diagnostics(self, is_cancelled: IsCancelled = never) -> list[types.Diagnostic]:
        """Return the findings that `robotstudio lint` prints, in the same order. Raises `Cancelled`."""
        checked = self.check(self.analysis, is_cancelled)
        said = zip(checked.findings, checked.sentences, strict=True)
        found = [diagnostic_of(finding, sentence, self.positions) for finding, sentence in said]
        return [*found, *(self._unlisted(code, count, found) for code, count in checked.report.capped.items())]

    def _unlisted(self, code: str, count: int, found: Sequence[types.Diagnostic]) -> types.Diagnostic:
        """Return what says at the last finding with a code that there are more."""
        last = next(each for each in reversed(found) if each.code == code)
        said = ntr(CAPPED, count, path=self.name, code=code)
        return types.Diagnostic(last.range, said, types.DiagnosticSeverity.Information, code, source=SOURCE)

    def first_diagnostics(self) -> list[types.Diagnostic] | None:
        """Return what can be said at once of a large file; None if it is better to wait for all."""
        return self.first.of(self.positions)

    def keep_diagnostics(self, found: list[types.Diagnostic]) -> None:
        """Keep all findings, for the first ones of the next text."""
        self.first.keep(self.positions, found, are_lines_read=self.checked.content in READ_BY_LINE)

    def actions(
        self,
        asked: types.Range,
        kinds: Sequence[str] | None,
        shown: Sequence[types.Diagnostic] = (),
        *,
        may_resolve: bool = False,
        is_cancelled: IsCancelled = never,
    ) -> list[types.CodeAction]:
        """Return the fixes of the first findings in a range with what each flips, and all safe ones of the file.

        `shown` are the diagnostics that the editor names. The edit of all safe fixes needs a proof about the whole
        file: it is left out if the editor `may_resolve` it. Raises `Cancelled`.
        """
        checked, checkpoint = self.check(self.analysis, is_cancelled), checkpoint_of(is_cancelled)
        quick, whole = (is_asked(kind, kinds) for kind in (types.CodeActionKind.QuickFix.value, FIX_ALL))
        found: list[types.CodeAction] = []
        if quick and (meant := self.positions.one_meant(asked, shown)):
            said = zip(checked.findings, checked.sentences, strict=True)
            meant_ones = (each for each in said if self._is_shown_as(each[0], meant))
            return [fix for each in meant_ones for fix in self._fixes(checked, *each) if fix.is_preferred]
        if quick:
            said = zip(checked.findings, checked.sentences, strict=True)
            near = (each for each in said if self._is_in(each[0], asked))
            for finding, sentence in islice(near, _MOST_OFFERED):
                checkpoint()
                found += self._fixes(checked, finding, sentence)
        if whole and safe_findings(checked.findings):
            edit = None if may_resolve else self.all_fixed()[0]
            if may_resolve or edit:
                found.append(types.CodeAction(tr("Apply all safe fixes"), FIX_ALL, edit=edit, data=self.uri))
        return found

    def all_fixed(self) -> tuple[types.WorkspaceEdit | None, str]:
        """Return the edit of the file that applies every safe fix, None if none is applied, and why some are not."""
        done = fix_safely(self.body, self.checked.findings)
        edits = self._lines_into(done.body)
        return self._edit(edits) if edits else None, left_out_words(done)

    def formatted(self) -> tuple[list[types.TextEdit], str]:
        """Return the edits that format the file, proven to change nothing else, and why not all of it is formatted.

        There are no edits if the file is even already.
        """
        made = tidied(self.body, [url.url for url in self.around.urls[:1000]])
        return self._lines_into(made.body), untidied_words(made, self.body)

    def _fixes(self, checked: LintResult, finding: Finding, sentence: str) -> Iterator[types.CodeAction]:
        fixed = [diagnostic_of(finding, sentence, self.positions)]
        for number, fix in enumerate(finding.diagnostic.fixes):
            yield types.CodeAction(
                _title(fix, count_flips(checked, [fix])),
                types.CodeActionKind.QuickFix,
                fixed,
                is_preferred=number == 0,
                edit=self._edit(self.edits_of(fix)),
            )
        if silence := keep(checked, finding):
            title = tr("Ignore {code} here, by a comment", code=finding.code)
            yield types.CodeAction(title, types.CodeActionKind.QuickFix, edit=self._edit(self.edits_of(silence)))

    def _is_in(self, finding: Finding, asked: types.Range) -> bool:
        where = range_of(finding, self.positions)
        return where.start <= asked.end and asked.start <= where.end

    def _is_shown_as(self, finding: Finding, diagnostic: types.Diagnostic) -> bool:
        return finding.code == diagnostic.code and range_of(finding, self.positions) == diagnostic.range

    # What a place means

    def hover(self, position: types.Position) -> types.Hover | None:
        """Return the card of a place: what a line matches, who reads a field, who a crawler is."""
        line, byte = self.positions.byte(position)
        raw = self.positions.raws[line - 1]
        decides = self.analysis.decided_urls.get(line, 0) if self.around.urls else None
        context = LineContext(self.around.crawlers, None, self.around.catalogue, decides, urls=len(self.around.urls))
        card = card_at(raw, byte, context)
        if card is None:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, _card_text(card)), self.positions.line(line))

    def completion(self, position: types.Position) -> list[types.CompletionItem]:
        """Return proposals for a field, a crawler, a path of the project's URLs, or a value."""
        line, byte = self.positions.byte(position)
        before = self.positions.raws[line - 1][:byte].decode("utf-8", "replace")
        slot = slot_at(before)
        if slot is None:
            return []
        start = self.positions.at(line, byte - len(slot.typed.encode()))
        return completion_items(proposals(slot, self._completion_context), types.Range(start, position))

    @cached_property
    def _completion_context(self) -> CompletionContext:
        columns = self.analysis.columns
        paths = (
            self.analysis.table.view(columns[0].robots.dialect.path_of).paths if columns and self.around.urls else None
        )
        named = {
            agent.written.decode("utf-8", "replace").lower()
            for group in self.analysis.shown.groups
            for agent in group.agents
        }
        return CompletionContext(self.around.catalogue, named, paths, self.around.address.removesuffix("/robots.txt"))

    # What the file consists of

    def symbols(self) -> list[types.DocumentSymbol]:
        """Return the groups with their rules; of a file with more rules than anybody reads, its groups alone."""
        groups = self.analysis.shown.groups
        lists_rules = sum(len(group.rules) for group in groups) <= _MOST_LISTED
        return [
            types.DocumentSymbol(
                _names(group) or "User-agent",
                types.SymbolKind.Namespace,
                self._lines(group.first_line, group.last_line),
                self.positions.line(group.first_line),
                children=[
                    self._symbol(rule)
                    for rule in (group.rules if lists_rules else ())
                    if rule.has_pattern and not rule.rewritten
                ],
            )
            for group in groups
        ]

    def _symbol(self, rule: Rule) -> types.DocumentSymbol:
        line = self.positions.line(rule.line)
        return types.DocumentSymbol(printable(str(rule)), types.SymbolKind.Key, line, line)

    def folding(self) -> list[types.FoldingRange]:
        """Return the groups of more than one line."""
        return [
            types.FoldingRange(group.first_line - 1, group.last_line - 1)
            for group in self.analysis.shown.groups
            if group.last_line > group.first_line
        ]

    def tokens(self) -> types.SemanticTokens:
        """Return the colours of the window's editor as token types."""
        data: list[int] = []
        before = 0
        for number, raw in enumerate(self.positions.raws):
            colours = (_colours if len(raw) <= _LONGEST_CACHED else _colours.__wrapped__)(raw, self.positions.encoding)
            if colours:
                place = len(data)
                data += colours
                data[place] = number - before
                before = number
        if data and not data[0]:
            data[1] += self.positions.at(1, 0).character
        return types.SemanticTokens(data)

    # What it does to the URLs of the project

    def hints(self, asked: types.Range) -> list[types.InlayHint]:
        """Return behind each rule how many URLs it decides, and the expectations that it breaks."""
        told: dict[int, list[str]] = {}
        lines = range(asked.start.line + 1, asked.end.line + 2)
        if self.around.urls:
            rules = (rule for group in self.analysis.shown.groups for rule in group.rules if rule.line in lines)
            decided = self.analysis.decided_urls
            told = {rule.line: [ntr(_URLS, decided.get(rule.line, 0))] for rule in rules if rule.has_pattern}
        for each in self.failing:
            if each.verdict.line is not None and each.verdict.line in lines:
                told.setdefault(each.verdict.line, []).append(tr(_FAILS, expected=in_short(each.expectation)))
        return [
            types.InlayHint(self.positions.at(line, -1), WORDS.clauses(parts), padding_left=True)
            for line, parts in sorted(told.items())
        ]

    def lenses(self) -> list[types.CodeLens]:
        """Return above each group how many URLs are blocked for the crawlers that obey it."""
        obeying: dict[int, list[Column]] = {}
        for column in self.analysis.columns if self.around.urls else ():
            for line in {group.first_line for group in column.choice.groups}:
                obeying.setdefault(line, []).append(column)
        titles: dict[tuple[int, ...], str] = {}
        lenses = []
        for group in self.analysis.shown.groups:
            columns = obeying.get(group.first_line)
            if columns:
                same = tuple(map(id, columns))
                title = titles.get(same) or titles.setdefault(same, self._blocked_words(columns))
                lenses.append(types.CodeLens(self.positions.line(group.first_line), types.Command(title, "")))
        return lenses

    def _blocked_words(self, obeying: Sequence[Column]) -> str:
        blocked = np.zeros(len(self.around.urls), np.bool_)
        for column in obeying:
            blocked |= ~column.allowed
        names = WORDS.listed_text([column.crawler.title for column in obeying], most=_MOST_NAMED)
        return ntr(_BLOCKS, int(blocked.sum()), total=len(self.around.urls), crawlers=printable(names))

    def _lines(self, first: int, last: int) -> types.Range:
        return types.Range(self.positions.at(first, 0), self.positions.at(last, -1))

    def edits_of(self, fix: Fix) -> list[types.TextEdit]:
        """Return the edits that apply a fix."""
        lines = len(self.positions.raws)
        return [
            types.TextEdit(
                self.positions.between(edit.start, edit.end),
                new_text(edit, self.body, lines, self._line_end).decode("utf-8", "replace"),
            )
            for edit in fix.edits
        ]

    @cached_property
    def _line_end(self) -> bytes:
        return line_end_of(self.body)

    def _lines_into(self, body: bytes) -> list[types.TextEdit]:
        """Return the edits that make this body; of the lines that differ only, so that the caret keeps its place."""
        if self.body.startswith(UTF8_BOM) is not body.startswith(UTF8_BOM):
            return [types.TextEdit(self.positions.whole, body.decode("utf-8", "replace"))]
        old, new = (each.removeprefix(UTF8_BOM).splitlines(keepends=True) for each in (self.body, body))
        changes = diff_lines([line.decode("latin-1") for line in old], [line.decode("latin-1") for line in new])
        return [
            types.TextEdit(
                types.Range(self.positions.at(each.old_start + 1, 0), self.positions.at(each.old_end + 1, 0)),
                b"".join(new[each.new_start : each.new_end]).decode("utf-8", "replace"),
            )
            for each in changes
        ]

    def _edit(self, edits: list[types.TextEdit]) -> types.WorkspaceEdit:
        return types.WorkspaceEdit({self.uri: edits})


_LONGEST_CACHED: Final = 512


@lru_cache(maxsize=1 << 15)
def _colours(raw: bytes, encoding: str) -> tuple[int, ...]:
    """Return the tokens of a line as five numbers each, relative to the one before; empty without any."""
    columns = Positions([raw], encoding)
    data: list[int] = []
    before = 0
    for start, end, kind in line_pieces(raw):
        if name := _TOKENS.get(kind):
            first, last = (columns.at(1, byte).character for byte in (start, end))
            data += [0, first - before, last - first, LEGEND.token_types.index(name), 0]
            before = first
    return tuple(data)


class OpenFile:
    """A robots.txt that is open in an editor; makes a snapshot of each state."""

    def __init__(self, uri: str, path: Path, around: Surroundings, encoding: str) -> None:
        """Take the unit of columns as in `Positions`."""
        self._uri = uri
        self._name = path.name
        self._encoding = encoding
        self._around = around
        self._table = UrlTable.from_buffer(around.urls.urls.joined, around.urls.urls.starts)
        rules = chosen_rules(around.config)
        say = Sentences().of
        self._linter = DraftLinter(say, rules)
        self._first = FirstFindings(rules, say)
        self._last: Analysis | None = None
        self._lock = Lock()
        self._checked: LintResult | None = None
        self._expected = [each for each in _expectations(around.expectations) if not each.is_pattern]
        """Without patterns, whose proofs may take longer than a key."""

    def snapshot(self, text: str) -> Snapshot:
        """Return what was found in a text; what it has in common with the last one is not computed again."""
        body, around = bytes_of(text), self._around
        address = around.address
        request = Request(0, body, around.urls, self._table, around.crawlers, robots_url=address)
        self._last = analyse(request, self._last)
        judged = judge(self._expected, FileVersion(body, self._last.readings), None, around.catalogue)
        positions = Positions.of(body, self._encoding)
        failing = [each for each in judged if not each.passed]
        return Snapshot(self._uri, self._name, self._last, around, positions, self._check, self._first, failing)

    def _check(self, analysis: Analysis, is_cancelled: IsCancelled) -> LintResult:
        """Lint a state once, one thread at a time."""
        with self._lock:
            if self._checked is None or self._checked.analysis is not analysis:
                self._checked = self._linter.check(analysis, self._name, {}, is_cancelled)
            return self._checked


def _expectations(path: Path) -> list[Expectation]:
    """Return the expectations in a file; none if there is no such file, or no place for one."""
    try:
        return [each for _, each in load(path).expectations] if path.is_absolute() else []
    except RobotStudioError:
        return []


def _names(group: Group) -> str:
    return printable(WORDS.side_by_side(agent.written.decode("utf-8", "replace") for agent in group.agents))


def _title(fix: Fix, flips: FlipCount) -> str:
    words = fix_words(fix)
    if flips.count:
        return ntr(_FLIPS, flips.count, fix=words)
    if flips.is_proven:
        return tr(_PROVEN, fix=words)
    return tr(_NONE, fix=words) if flips.tried else words


def _card_text(card: LineCard) -> str:
    title = as_markdown(card.title)
    parts = [title if title.startswith("**") else f"**{title}**", *map(as_markdown, card.paragraphs)]
    for title, rows in ((tr("Matches"), card.matching), (tr("Does not match"), card.missing)):
        if rows:
            parts.append("\n".join((f"{markdown_text(title)}:", "", *(f"- {as_markdown(row)}" for row in rows))))
    if card.source:
        address = found[0] if (found := _ADDRESS.match(card.source)) else ""
        parts.append((address and f"<{address}>") + markdown_text(card.source.removeprefix(address)))
    return "\n\n".join(parts)
