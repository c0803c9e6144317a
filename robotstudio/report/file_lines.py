"""The file as it is, with the number of each line, what it decides, and what the linter finds in it."""

from collections.abc import Iterator, Mapping
from typing import Final

from robotstudio.engine.tokens import LineFlag, parse_line
from robotstudio.lint.context import raw_lines
from robotstudio.lint.messages import fix_words, message, title
from robotstudio.lint.model import Finding, Severity
from robotstudio.report.answer import severities_words
from robotstudio.report.model import Block, FileLine, FileText, FindingRemark, Prose, plain
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

MOST_LINES: Final = 4_000
MOST_IN_A_LINE: Final = 1_000
"""The report shows no more of a file, as it is for people. The tables of rules and URLs know all of it."""

_WORDS: Final[Mapping[Severity, Message]] = {
    Severity.ERROR: "Error",
    Severity.WARNING: "Warning",
    Severity.INFORMATION: "Note",
    Severity.HINT: "Hint",
}
_DECIDES = Plural(
    "“Decides” is the number of URLs, of {count}, that a line decides for at least one crawler.",
    "“Decides” is the number of URLs, of {count}, that a line decides for at least one crawler.",
)
_EMPTY: Message = "The file is empty: crawlers may fetch all."
_CUT = Plural("The first {shown} of {count} line.", "The first {shown} of {count} lines.")
_SAFE: Message = "{fix}. It changes no verdict."
_FLIPS = Plural("{fix}. It changes {count} verdict.", "{fix}. It changes {count} verdicts.")


def build(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build the lines, and what there is to know about them."""
    raws = raw_lines(found.subject.body)
    if raws and not raws[-1]:
        raws = raws[:-1]  # what is behind the last line end is no line
    if not found.subject.body.strip():
        yield Prose(plain(tr(_EMPTY)))
        return
    if found.lint:
        yield Prose(plain(WORDS.sentence(severities_words(found.lint))))
    if found.cells:
        yield Prose(plain(ntr(_DECIDES, len(found.subject.urls))), quiet=True)
    remarks: dict[int, list[FindingRemark]] = {}
    for place, finding in enumerate(found.lint):
        remarks.setdefault(finding.line, []).append(_remark(place, finding, found))
    decides = found.analysis.decided_urls if found.cells else {}
    lines = tuple(
        FileLine(
            number,
            _shown(raw),
            _field(raw),
            decides.get(number, 0) if found.cells and parse_line(raw).is_rule else None,
            tuple(remarks.get(number, ())),
        )
        for number, raw in enumerate(raws[:MOST_LINES], 1)
    )
    titles = (tr("Line"), tr("Text"), tr("Decides"), tr("Findings"))
    yield FileText(lines, *titles)
    if len(raws) > MOST_LINES:
        yield Prose(plain(ntr(_CUT, len(raws), shown=MOST_LINES)), quiet=True)


def _remark(place: int, finding: Finding, found: Findings) -> FindingRemark:
    fixes, fix = finding.diagnostic.fixes, ""
    if fixes:
        said, flips = fix_words(fixes[0]), found.flips.get(place)
        if fixes[0].is_safe or (flips == 0 and found.cells):
            fix = tr(_SAFE, fix=said)
        else:
            fix = ntr(_FLIPS, flips, fix=said) if flips else WORDS.sentence(said)
    severity = finding.severity
    head = title(finding.rule)
    return FindingRemark(severity, tr(_WORDS[severity]), finding.code, head, message(finding), fix)


def _shown(raw: bytes) -> str:
    text = raw[: 4 * MOST_IN_A_LINE].decode("utf-8", "replace")
    return text if len(text) <= MOST_IN_A_LINE and len(raw) <= 4 * MOST_IN_A_LINE else f"{text[:MOST_IN_A_LINE]}…"


def _field(raw: bytes) -> str:
    line = parse_line(raw)
    if line.flags & LineFlag.COMMENT_ONLY:
        return "comment"
    return "" if line.flags & LineFlag.EMPTY else line.field.value
