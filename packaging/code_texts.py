"""How code must not make its texts, as no translation can follow: `catalogues.py --check` and the tests ask for it."""

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

_EXACTLY_ONE: Final[Mapping[str, str]] = {
    "engine/words.py:others_words": "one range of lines or several, and the ranges are shown, not their number",
    "ui/editor/bars.py:_complain": "another sentence where there is one line only",
}
"""Where a text for exactly one thing is another sentence, or what is compared is not what is counted."""

_NOT_SENTENCES: Final[Mapping[str, str]] = {
    "app/crawl/finding_export.py:as_cells": "names and numbers in a cell",
    "app/crawl/url_export.py:_cells": "names of crawlers in a cell",
    "ui/panels/site/crawl_dialog.py:_take": "patterns in a field",
    "app/crawl/graph.py:links_by": "SQL",
    "app/crawl/site_pages.py:_trapped": "SQL",
    "app/page_report.py:tag_words": "a header as it was written",
    "app/page_report.py:_notes": "headers as they were written",
    "app/worker/process.py:_drop": "a line of the log",
    "cli/crawl.py:_write_csv": "names of crawlers in a cell",
    "cli/fetch.py:_joined": "headers as they were written",
    "cli/inputs.py:add_files": "names of arguments",
    "cli/lint_reports.py:_write_text": "codes of a command",
    "cli/output.py:complain": "takes line breaks out of one text",
    "cli/rule.py:section_of": "takes line breaks out of one text",
    "engine/dialects/model.py:clauses": "a mistake of ours",
    "engine/user_agents.py:read_entry": "a name as it was typed",
    "io/crawl/pages.py:_end_anchor": "the text of a page",
    "io/crawl/pages.py:_plain": "the text of a page",
    "io/crawl/pages.py:_plain_lines": "the text of a page",
    "io/crawl/pages.py:take_headers": "a header as it was written",
    "io/crawl/records.py:_page": "directives as they were written",
    "io/crawl/records.py:traps": "SQL",
    "io/expectations.py:written": "the text of a file",
    "io/fetching/coding.py:decoder_for": "what is written for programs",
    "io/history/rows.py:": "SQL",
    "io/index/analyser.py:match_expression": "a query for SQLite",
    "io/index/analyser.py:read_query": "what is searched for",
    "io/index/analyser.py:words": "what is searched in",
    "io/index/index.py:_add": "what is searched in",
    "io/index/index.py:_holds": "what is searched in",
    "io/index/index.py:snippet": "the text of a page",
    "io/templates.py:_message": "puts together the lines of one English text",
    "io/survey/inputs.py:broken": "takes line breaks out of one text",
    "lazy_dataclasses.py:_init_of": "code",
    "lazy_dataclasses.py:_repr": "code",
    "lint/rules/product_names.py:no_crawler_name": "a name as it was written",
    "survey/asking.py:check_names": "names of a command",
    "survey/asking.py:_no_value": "values of a command",
    "survey/charts/svg.py:_pattern": "numbers of lines",
    "survey/charts/svg.py:_points": "numbers of points",
    "survey/facts.py:_encoding_of": "the name of an encoding",
    "survey/lines.py:shortened": "takes line breaks out of one text",
    "survey/rows.py:_packed": "codes of findings",
    "survey/rows.py:_place_of": "takes line breaks out of one text",
    "survey/rows.py:add": "takes line breaks out of one text",
    "survey/tally.py:_label": "takes line breaks out of one text",
    "ui/editor/outline.py:holds": "what is searched in",
    "ui/panels/changes/cards.py:show_count": "a number and its name",
    "ui/panels/crawlers/catalogue.py:_is_wanted": "what is searched in",
    "ui/panels/crawlers/form.py:edit": "what is typed into a field",
    "ui/panels/fetch/sentences.py:timing_text": "a number and its name",
    "ui/panels/hosts/columns.py:row_text": "what is searched in",
    "ui/panels/problems/pages.py:blocks": "takes line breaks out of one text",
    "ui/panels/simulation/totals_row.py:show_counts": "a number and its name",
    "ui/system.py:obstacle": "names of packages for a command",
    "ui/widgets/labels.py:_in_one_line": "takes line breaks out of one text",
}
"""By file and function: where what is joined or chosen is code, names or one text, and no sentences."""

_NAMES: Final = frozenset({"Allow", "Disallow"})
_SPEAKING: Final = frozenset({"say", "count", "tr", "phrase", "counted_phrase", "translate", "told", "tell", "form"})
_JOINTS: Final = (" ", ". ", "; ", ": ", ", ")
_ENDS: Final = (" ", ". ", "; ")
"""What stands between sentences; a label and its value, and a name and its number, are together in any language."""


def faults_of_code(root: Path, known: Collection[str]) -> Iterator[str]:
    """Each place with what is wrong; `known` are the texts that the catalogue has."""
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root).as_posix()
        for function, node in _with_functions(ast.parse(path.read_text("utf-8"))):
            for fault, allowed in _faults(node, known):
                if f"{place}:{function}" not in allowed:
                    yield f"{place}:{getattr(node, 'lineno', 0)} in {function or 'the module'}: {fault}"


def _with_functions(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        yield inside, node
        yield from _with_functions(node, inside)


def _faults(node: ast.AST, known: Collection[str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    match node:
        case ast.IfExp(test=test, body=body, orelse=other):
            if _asks_for_one(test) and _speaks(body, known) and _speaks(other, known):
                yield "chooses words by whether it is one: make it a Plural", _EXACTLY_ONE
            for branch in (body, other):
                if isinstance(branch, ast.Constant) and _is_unknown_prose(branch.value, known):
                    yield f"{branch.value!r} is chosen, and no catalogue has it", _NOT_SENTENCES
        case ast.If(test=test, body=body, orelse=others) if _asks_for_one(test):
            if any(_speaks(each, known) for each in body) and any(_speaks(each, known) for each in others):
                yield "chooses words by whether it is one: make it a Plural", _EXACTLY_ONE
        case ast.Subscript(value=value, slice=index) if _asks_for_one(index) and not isinstance(value, ast.Call):
            yield "takes words from a table by whether it is one: make it a Plural", _EXACTLY_ONE
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(joint)), attr="join")) if joint in _JOINTS:
            yield f"joins texts by {joint!r}: languages differ in that, so ask Words", _NOT_SENTENCES
        case ast.Call(func=ast.Name("together"), args=[ast.Constant(value=str(joint)), *_]) if joint in _ENDS:
            yield f"joins texts by {joint!r}: languages differ in that, so ask Words", _NOT_SENTENCES


def _asks_for_one(test: ast.expr) -> bool:
    """Whether a number is compared with 1, or with 2 so that 1 is meant."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            for side in (node.left, node.comparators[0]):
                if isinstance(side, ast.Constant) and type(side.value) is int:
                    order = isinstance(node.ops[0], ast.Lt | ast.GtE)
                    if side.value == (2 if order else 1):
                        return True
    return False


def _speaks(branch: ast.AST, known: Collection[str]) -> bool:
    """Whether a text for people is made or named in it."""
    for node in ast.walk(branch):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
            return True
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in _SPEAKING:
            return True
    return False


def _is_unknown_prose(text: object, known: Collection[str]) -> bool:
    """Two words at least, or one as a sentence or a label begins it."""
    if not isinstance(text, str) or text in known or text in _NAMES:
        return False
    words = [word for word in text.strip(".:…!?").split() if word.isalpha()]
    return len(words) > 1 or (len(words) == 1 and words[0].istitle())
