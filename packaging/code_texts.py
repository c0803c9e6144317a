"""Find texts that code makes in ways that no translation can follow; for `catalogues.py --check` and the tests."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

_EXACTLY_ONE: Final[Mapping[str, str]] = {
    "explain/words.py:others_words": "one range of lines or several, and the ranges are shown, not their number",
    "ui/editor/bars.py:_complain": "another sentence where there is one line only",
}
"""Functions with another sentence for exactly one thing, or that compare what they do not count."""

_NOT_SENTENCES: Final[Mapping[str, str]] = {
    "policy/meant.py:_line": "a field as it is written in a file or a header",
    "policy/ai_files/ai_txt.py:_groups": "a line of a file",
    "policy/ai_files/ai_txt.py:_rows": "a line of a file",
    "cli/access.py:_lines": "headers as they are sent",
    "fetch/signatures.py:signed": "a text that is signed",
    "cli/gate.py:_write_markdown": "a list of Markdown",
    "cli/lsp/expectation_file.py:in_short": "a line of a file",
    "cli/parse.py:_written": "a line of a file",
    "crawl/kept.py:rename": "takes line breaks out of one text",
    "crawl/comparison.py:_cells": "names and numbers in a cell",
    "crawl/insight/export.py:as_cells": "names and numbers in a cell",
    "crawl/insight/graph.py:links_by": "SQL",
    "crawl/insight/site_pages.py:_trapped": "SQL",
    "crawl/insight/export.py:url_cells": "names of crawlers in a cell",
    "help/problem_report.py:_part": "a report in English for those who mend the program",
    "help/problem_report.py:_program": "versions, as systems write them",
    "fetch/index_tags.py:header_text": "a header as it was written",
    "draft/page_report.py:_notes": "headers as they were written",
    "draft/page_report.py:tag_words": "a header as it was written",
    "policy/writing.py:block_lines": "a comment of a file, read again by the program",
    "report/markdown.py:_answers": "a numbered list of Markdown",
    "cli/crawl_pages.py:_cells": "names of crawlers in a cell",
    "cli/expectations.py:_write_text": "a place as compilers write it",
    "cli/fetch.py:_joined": "headers as they were written",
    "cli/files.py:add_files": "names of arguments",
    "cli/expectations.py:_junit_report": "what is written for programs",
    "cli/lint_reports.py:_annotation": "what is written for programs",
    "cli/lint_reports.py:_write_text": "codes of a command",
    "cli/output.py:complain": "takes line breaks out of one text",
    "cli/projects.py:name_of": "names",
    "cli/rule.py:section_of": "takes line breaks out of one text",
    "explain/completion.py:_fields": "a line of a file",
    "engine/dialects/model.py:clauses": "a mistake of ours",
    "engine/dialects/python.py:releases_of": "numbers of releases",
    "engine/expectations.py:rule_text": "a line of a file",
    "explain/explanation.py:_numbered": "a line of a file with its number",
    "explain/explanation.py:markdown": "a numbered list of Markdown",
    "explain/explanation.py:text": "a numbered list",
    "engine/groups.py:__str__": "a line of a file",
    "engine/suggest.py:lines": "a line of a file",
    "explain/summary_words.py:written_words": "a line of a file",
    "engine/user_agents.py:read_entry": "a name as it was typed",
    "crawl/repair.py:__init__": "columns of a statement of SQL",
    "crawl/repair.py:_copy": "columns of a statement of SQL",
    "crawl/repair.py:_is_ours": "a statement of SQL on one line",
    "crawl/store.py:_check_schema": "a statement of SQL on one line",
    "crawl/store.py:_strange_column": "a statement of SQL",
    "crawl/pages.py:_end_anchor": "the text of a page",
    "crawl/pages.py:_plain": "the text of a page",
    "crawl/pages.py:_plain_lines": "the text of a page",
    "crawl/pages.py:add_headers": "a header as it was written",
    "crawl/records.py:_page": "directives as they were written",
    "crawl/records.py:traps": "SQL",
    "project/crawler_file.py:as_json": "JSON",
    "draft/expectations.py:written": "the text of a file",
    "urls/export.py:_split_titles": "heads of columns for programs",
    "fetch/coding.py:decoder_for": "what is written for programs",
    "fetch/history/store.py:": "SQL",
    "fetch/index_tags.py:_pieces": "a header as it was written",
    "fetch/redirects.py:_header": "several headers as one",
    "crawl/index/analyser.py:match_expression": "a query for SQLite",
    "crawl/index/analyser.py:read_query": "what is searched for",
    "crawl/index/analyser.py:words": "what is searched in",
    "crawl/index/index.py:_add": "what is searched in",
    "crawl/index/index.py:_holds": "what is searched in",
    "crawl/index/index.py:snippet": "the text of a page",
    "survey/reading/inputs.py:_read_zip": "a path inside an archive",
    "survey/reading/files.py:broken": "takes line breaks out of one text",
    "project/templates.py:_message": "puts together the lines of one English text",
    "lint/model.py:table": "a mistake of ours",
    "lint/proof.py:probe": "the name of a crawler that nobody sees",
    "lint/rules/product_names.py:no_crawler_name": "a name as it was written",
    "survey/query.py:_no_value": "values of a command",
    "survey/query.py:check_names": "names of a command",
    "survey/charts/svg.py:_pattern": "numbers of lines",
    "survey/charts/svg.py:_points": "numbers of points",
    "survey/facts.py:_encoding_of": "the name of an encoding",
    "survey/clusters.py:names_of": "the name of a system and that of a host, a key of tables",
    "survey/lines.py:shortened": "takes line breaks out of one text",
    "survey/rows.py:_packed": "codes of findings",
    "survey/rows.py:_place_of": "takes line breaks out of one text",
    "survey/rows.py:add": "takes line breaks out of one text",
    "survey/tally.py:_label": "takes line breaks out of one text",
    "ui/shell/actions.py:": "a key, as Qt reads it",
    "ui/shell/dialogs.py:_kind": "what Qt takes apart",
    "ui/editor/outline.py:holds": "what is searched in",
    "ui/panels/changes/cards.py:show_count": "a number and its name",
    "ui/panels/crawlers/catalogue.py:_is_wanted": "what is searched in",
    "ui/panels/crawlers/panel.py:edit": "what is typed into a field",
    "ui/panels/fetch/answer_page.py:_name_and_value": "a header as it was written",
    "ui/panels/fetch/sentences.py:timing_text": "a number and its name",
    "ui/panels/hosts.py:row_text": "what is searched in",
    "ui/panels/simulation/totals.py:show_counts": "a number and its name",
    "ui/panels/site/crawl_dialog.py:_take": "patterns in a field",
    "ui/panels/why/steps.py:told": "a numbered list",
    "ui/app/system.py:obstacle": "names of packages for a command",
    "ui/widgets/labels.py:_in_one_line": "takes line breaks out of one text",
}
"""Exceptions by file and function: they join or choose code, names or one text, not sentences."""

_NAMES: Final = frozenset({"Allow", "Disallow"})
_SPEAKING: Final = frozenset(
    {"Meant", "say", "count", "tr", "ntr", "phrase", "counted_phrase", "translate", "told", "tell", "form"}
)
_PUNCTUATION: Final = re.compile(r"[^\w\\/<>=\"'\n]*(?:[,;:.] | \()[^\w\\/<>=\"'\n]*")
"""Separators that Chinese writes otherwise; the middle dot is not one."""
_OWN_PERCENT: Final = re.compile(r"\}\s?%")
_PERCENT: Final = "{number}%"
_PLACE: Final = re.compile(r"\{\w*\}")


def faults_of_code(root: Path, known: Collection[str]) -> Iterator[str]:
    """Each place with what is wrong; `known` are the texts that the catalogue has."""
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root).as_posix()
        for function, node in _looked_at(ast.parse(path.read_text("utf-8"))):
            for fault, allowed in _faults(node, known):
                if f"{place}:{function}" not in allowed:
                    yield f"{place}:{getattr(node, 'lineno', 0)} in {function or 'the module'}: {fault}"


_LOOKED_AT: Final = (ast.IfExp, ast.If, ast.Subscript, ast.Constant, ast.Call, ast.JoinedStr, ast.BinOp)
"""Node types in which `_faults` can find something: 40 of 100 in usual code."""


def _looked_at(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Find the nodes that may have a fault, each with its function."""
    waiting = [("", tree)]
    while waiting:
        function, node = waiting.pop()
        if isinstance(node, _LOOKED_AT):
            yield function, node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        waiting += [(function, inside) for inside in ast.iter_child_nodes(node)][::-1]


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
        case ast.Constant(value=str(text)) if text in known and text != _PERCENT and _OWN_PERCENT.search(text):
            yield f"{text!r} writes a percentage of its own: ask Words.percent", _NOT_SENTENCES
        case _ if joint := next(_joints(node), ""):
            yield f"joins texts by {joint!r}: languages differ in that, so ask Words", _NOT_SENTENCES


def _joints(node: ast.AST) -> Iterator[str]:
    """Find separators between texts that depend on the language."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=" " as joint), attr="join")):
            yield joint
        case ast.Call(func=ast.Name("together"), args=[ast.Constant(value=" " as joint), *_]):
            yield joint
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="join")):
            yield from filter(_PUNCTUATION.fullmatch, (text,))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            yield from filter(_PUNCTUATION.fullmatch, _PLACE.split(text))
        case ast.Call(func=ast.Name("together"), args=[ast.Constant(value=str(text)), *_]):
            yield from filter(_PUNCTUATION.fullmatch, _PLACE.split(text))
        case ast.JoinedStr(values=parts):
            yield from filter(_PUNCTUATION.fullmatch, _texts(parts))
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            yield from filter(_PUNCTUATION.fullmatch, _texts((left, right)))


def _texts(parts: Iterable[ast.expr]) -> Iterator[str]:
    return (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _asks_for_one(test: ast.expr) -> bool:
    """Return True if a number is compared with 1, or with 2 in a way that means 1."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            for side in (node.left, node.comparators[0]):
                if isinstance(side, ast.Constant) and type(side.value) is int:
                    order = isinstance(node.ops[0], ast.Lt | ast.GtE)
                    if side.value == (2 if order else 1):
                        return True
    return False


def _speaks(branch: ast.AST, known: Collection[str]) -> bool:
    """Return True if a node makes or names a text for people."""
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
