"""Names of columns, rows and units of figures. Tables keep the English for programs; people see their language."""

from collections.abc import Mapping
from typing import Final

from robotstudio.survey.figures.model import Cell
from robotstudio.text.language import WORDS, Meant, Message, tr

_NAMES: Final[tuple[Message, ...]] = (
    "% of answers", "% of files", "% of files that name it", "% of hosts", "% of sites", "AI crawlers blocked",
    "User-agent lines", "all", "also blocked", "answers", "asked", "began to block", "before", "bias",
    "block an AI crawler",
    "blocked, not blocked", "by *", "by its own group", "bytes from", "bytes to", "closed to AI", "company", "count",
    "crawler", "difference", "different files", "disallow all", "disfavoured", "error", "farm", "favoured",
    "favoured less disfavoured", "files", "files with", "fully", "fully, explicitly", "hosts", "kind", "least alike",
    "line", "lines", "lines from", "lines to", "may not fetch /", "name", "named", "named and free",
    "named in robots.txt",
    "none", "number", "now", "numbers", "observed", "occurrences", "operator", "partly", "partly, explicitly", "period",
    "place", "present", "purpose", "rank", "rules from", "rules to", "sector", "share", "share blocked",
    "share fully", "share named", "share of files", "share partly", "share with a rule", "sites", "sites of rank",
    "size", "some", "state", "status", "step", "stopped", "system", "terms of service", "value", "what",
    "with a rule",
    # questions
    "allows", "bytes", "comments", "encoding", "host", "lint", "names", "no robots.txt", "number of rules", "open",
    "outcome", Meant("rules", "how many a file has"), "says", "slip",
    # sources
    "survey of 2.4 million hosts",
    # answers beside the rules
    "agree", "blocked but served", "compared", "invited but refused", "pages", "practice",
    # rows
    "10 and more", "100 KB and more", "100 rules and more", "50 names and more", "a file", "adoption, percent",
    "allow", "allow all", "an answer", "country", "defer", "disallow", "empty", "empty files",
    "files of comments alone", "files with an Allow", "forbidden", "hosts asked", "identical",
    "lines not parsed, percent", "mean", "mean bytes", "mean bytes a line", "mean lines", "median", "near",
    "no capture", "no file",
    "no rank", "no rules", "normalised", "not robots", "optimise", "others", "over 500 KB", "redirect unresolved",
    "text that may hold rules", "top 5,000", "undated", "unknown", "warning", "with rules", "with rules and no slip",
    "ads", "ai-assistant", "ai-search", "ai-training", "archive", "other", "preview", "search", "seo",
    "software",
    "byte order mark", "empty line inside a group", "line ends other than LF", "line without a field",
    "misspelled field", "path without a slash", "rule above any User-agent line",
    "duplicate rule in a group", "several names in a User-agent line", "several paths in a line",
    "unknown field", "User-agent line without a rule", "web page", "whole URL for a path",
)  # fmt: skip
_KNOWN: Final[Mapping[str, Message]] = {str(name): name for name in _NAMES}
"""A name with several meanings is spelled out in the table."""
_PAIR: Final = "blocked, not blocked"
_ONE_NOT_THE_OTHER: Message = "{one}, not {other}"
OF_OTHERS: Final = frozenset(
    {
        "name",
        "crawler",
        "farm",
        "company",
        "also blocked",
        "system",
        "operator",
        "sector",
        "place",
        "terms of service",
        "host",
        "line",
    }
)
"""Columns of names, which are not translated, and of data from the person's own tables."""
_TO_RANK: Message = "to {rank}"


def said(text: str) -> str:
    """Translate a name."""
    return tr(_KNOWN[text]) if text in _KNOWN else text


def cell_said(column: str, cell: Cell) -> str:
    """Format a cell of a column in a language."""
    if cell is None:
        return "–"
    if isinstance(cell, str) and column == _PAIR:
        one, _, other = cell.partition(", not ")
        return tr(_ONE_NOT_THE_OTHER, one=one, other=other)
    if isinstance(cell, str) and column == "rank" and cell.startswith("to "):
        return tr(_TO_RANK, rank=WORDS.number(int(cell.removeprefix("to ").replace(",", ""))))
    if isinstance(cell, str):
        return cell if column in OF_OTHERS else said(cell)
    return WORDS.number(cell, 2) if isinstance(cell, float) else WORDS.number(cell)
