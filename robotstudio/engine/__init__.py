"""robots.txt as crawlers read it: bytes in, verdicts and reasons out. No Qt, no sockets, no clock."""

from robotstudio.engine.bulk import Matrix, UrlTable
from robotstudio.engine.dialects import DIALECTS, Clause, Dialect
from robotstudio.engine.groups import Group, Rule, UserAgentLine
from robotstudio.engine.patterns import Alignment, Segment, SegmentKind
from robotstudio.engine.robots import Cut, Robots
from robotstudio.engine.tokens import Field, Line, LineFlag, Span, parse_line, split_lines
from robotstudio.engine.verdict import Candidate, GroupChoice, LineRange, Outcome, Reason, Step, StepId, Verdict

__all__ = [
    "DIALECTS",
    "Alignment",
    "Candidate",
    "Clause",
    "Cut",
    "Dialect",
    "Field",
    "Group",
    "GroupChoice",
    "Line",
    "LineFlag",
    "LineRange",
    "Matrix",
    "Outcome",
    "Reason",
    "Robots",
    "Rule",
    "Segment",
    "SegmentKind",
    "Span",
    "Step",
    "StepId",
    "UrlTable",
    "UserAgentLine",
    "Verdict",
    "parse_line",
    "split_lines",
]
