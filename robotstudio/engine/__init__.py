"""robots.txt as crawlers read it: bytes in, verdicts and reasons out. No Qt, no sockets, no clock.

A module of the engine is imported when one of its names is first used, so deciding a few URLs loads neither numpy nor
the catalogue of crawlers.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_MODULES: Mapping[str, str] = {
    "bulk": "Matrix UrlTable",
    "crawlers": "CATALOGUE CRAWLERS PRESETS Catalogue Crawler Preset crawler_for",
    "dialects": "DIALECTS Clause Dialect",
    "groups": "Group Rule UserAgentLine",
    "names": "NamedOnly",
    "patterns": "Alignment Segment SegmentKind",
    "robots": "Cut Robots",
    "tokens": "Field Line LineFlag Span parse_line split_lines",
    "verdict": "Candidate GroupChoice LineRange Outcome Reason Step StepId Verdict",
}


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    for module, names in _MODULES.items():
        if name in names.split():
            value: object = getattr(import_module(f"{__name__}.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names too, for completion."""
    return sorted({*globals(), *__all__})
