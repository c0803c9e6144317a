"""robots.txt as crawlers read it: bytes in, verdicts and reasons out. No Qt, no sockets, no clock."""

from robotstudio.engine.bulk import Matrix, UrlTable
from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, PRESETS, Catalogue, Crawler, Preset, crawler_for
from robotstudio.engine.dialects import DIALECTS, Clause, Dialect
from robotstudio.engine.groups import Group, Rule, UserAgentLine
from robotstudio.engine.names import NamedOnly
from robotstudio.engine.patterns import Alignment, Segment, SegmentKind
from robotstudio.engine.robots import Cut, Robots
from robotstudio.engine.tokens import Field, Line, LineFlag, Span, parse_line, split_lines
from robotstudio.engine.verdict import Candidate, GroupChoice, LineRange, Outcome, Reason, Step, StepId, Verdict

__all__ = [
    "CATALOGUE",
    "CRAWLERS",
    "DIALECTS",
    "PRESETS",
    "Alignment",
    "Candidate",
    "Catalogue",
    "Clause",
    "Crawler",
    "Cut",
    "Dialect",
    "Field",
    "Group",
    "GroupChoice",
    "Line",
    "LineFlag",
    "LineRange",
    "Matrix",
    "NamedOnly",
    "Outcome",
    "Preset",
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
    "crawler_for",
    "parse_line",
    "split_lines",
]
