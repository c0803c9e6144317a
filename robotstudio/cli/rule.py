"""`robotstudio rule`: the page of a rule of the linter, as `--explain` gives it too."""

import argparse
from collections.abc import Callable, Mapping, Sequence

from robotstudio.cli.arguments import Parser
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import FINE, MisuseError, Output, answer_words, answering
from robotstudio.help.rule_pages import rule_codes, rule_text
from robotstudio.store.did_you_mean import shortened
from robotstudio.text.language import Message, spoken, tr


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio rule`."""
    description: Message = "Print the page of a lint rule: what it finds, why it matters, an example and a fix."
    parser.description = tr(description)
    parser.epilog = tr("Exit status: 0, or 2 if the rule does not exist.")
    codes = tr("such as RS102; RS1 for all rules that begin with it")
    parser.add_argument("codes", metavar="CODE", nargs="+", help=codes)
    add_output(parser, FORMATS)


def run(options: argparse.Namespace) -> int:
    """Print the pages; return the exit status."""
    codes = dict.fromkeys(code for given in options.codes for code in _codes_of(given))
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](tuple(codes), out)
    return FINE


def section_of(page: str, name: str) -> str:
    """Return what a page says below one of its headings, as one paragraph."""
    return " ".join(page.partition(f"## {name}\n")[2].partition("\n## ")[0].split())


NO_RULE: Message = "Unknown rule {code}. Write a code such as RS101, or RS1 for all that begin with it."


def _codes_of(given: str) -> Sequence[str]:
    found: list[str] = []
    for wanted in filter(None, map(str.strip, given.split(","))):
        beginning = [code for code in rule_codes() if code.startswith(wanted.upper())]
        if not beginning:
            raise MisuseError(NO_RULE, code=shortened(wanted))
        found += beginning
    return found


def _write_text(codes: Sequence[str], out: Output) -> None:
    for place, code in enumerate(codes):
        if place:
            out.line()
        for line in rule_text(code).rstrip("\n").split("\n"):
            out.line(line)


def _write_json(codes: Sequence[str], out: Output) -> None:
    from robotstudio.lint.messages import title  # a page as text needs no linter
    from robotstudio.lint.rules import RULES

    for code in codes:
        rule, page = RULES[code], rule_text(code)
        out.record(
            {"code": rule.code, "name": rule.name, "severity": rule.severity.value, "title": title(rule), "page": page}
        )


FORMATS: Mapping[str, Callable[[Sequence[str], Output], None]] = {
    "text": _write_text,
    "json": _write_json,
}
