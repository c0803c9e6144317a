"""`robotstudio lint`: what is wrong with a robots.txt, and the safe ones of its fixes."""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from robotstudio.commands.findings import FORMATS, Checked, Row, rows_of
from robotstudio.commands.inputs import STREAM, read_input
from robotstudio.commands.outcome import FINDINGS, FINE, MisuseError, complain
from robotstudio.io.files import write_atomic
from robotstudio.lint.draft import Setting
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import LintRule, Severity
from robotstudio.lint.proof import fix_safely
from robotstudio.lint.rules import RULES

HELP = "say what is wrong with a robots.txt, and mend what can be mended safely"
_MOST_PASSES = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `robotstudio lint`."""
    parser.description = "Say what is wrong with a robots.txt: a code, the place and what follows from it."
    parser.epilog = "Exit status: 0 where nothing found is an error, 1 where something is, 2 misuse."
    parser.add_argument("files", metavar="FILE", nargs="+", help="a robots.txt; - reads standard input")
    parser.add_argument("--format", choices=sorted(FORMATS), default="text")
    for name, what in (("--select", "look for these only"), ("--ignore", "do not look for these")):
        parser.add_argument(name, metavar="CODES", action="append", help=f"{what}: RS101,RS4 (codes or how they begin)")
    parser.add_argument(
        "--fix",
        action="store_true",
        help="apply the fixes that change no verdict of any crawler; of standard input, print the file",
    )


def run(options: argparse.Namespace) -> int:
    """Print what is found; the exit status."""
    if options.files.count(STREAM) > 1:
        raise MisuseError("Standard input can be read once only: give - once.")
    rules = _chosen(options.select, options.ignore)
    checked = [_check(name, rules, fix=options.fix) for name in options.files]
    rows = [row for each in checked for row in rows_of(each)]
    out = sys.stderr if options.fix and STREAM in options.files else sys.stdout
    FORMATS[options.format](rows, checked, out)
    return FINDINGS if _has_error(rows) else FINE


def _chosen(select: Sequence[str] | None, ignore: Sequence[str] | None) -> Mapping[str, LintRule]:
    wanted, unwanted = _codes(select), _codes(ignore)
    return {
        code: rule
        for code, rule in RULES.items()
        if (not wanted or code.startswith(wanted)) and not (unwanted and code.startswith(unwanted))
    }


def _codes(options: Sequence[str] | None) -> tuple[str, ...]:
    codes = tuple(code.strip().upper() for option in options or () for code in option.split(",") if code.strip())
    for code in codes:
        if not any(known.startswith(code) for known in RULES):
            raise MisuseError(f"There is no rule {code}: codes are such as RS101, or RS1 for all that begin so.")
    return codes


def _check(name: str, rules: Mapping[str, LintRule], *, fix: bool) -> Checked:
    body = read_input(name)
    setting = Setting(filename=None if name == STREAM else Path(name).name)
    linter = Linter(rules)
    fixed = 0
    if fix:
        body, fixed = _mend(name, body, linter, setting)
    return Checked(name, linter.check(body, setting), body, fixed)


def _mend(name: str, body: bytes, linter: Linter, setting: Setting) -> tuple[bytes, int]:
    """Apply safe fixes until none is left: one may make room for another. A file that changed is written once."""
    before, fixed = body, 0
    for _ in range(_MOST_PASSES):
        done = fix_safely(body, linter.check(body, setting).findings)
        if done.refused:
            complain(
                f"{name}: {done.refused} fixes were not applied, since they would have changed what the file does."
            )
        if done.body == body:
            break
        body, fixed = done.body, fixed + len(done.applied)
    if name == STREAM:
        sys.stdout.buffer.write(body)
    elif body != before:
        for note in write_atomic(Path(name), body).notes:
            complain(note)
    return body, fixed


def _has_error(rows: Iterable[Row]) -> bool:
    return any(row.severity == Severity.ERROR.value for row in rows)
