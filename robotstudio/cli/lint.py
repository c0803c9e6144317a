"""`robotstudio lint`: what is wrong with a robots.txt, and its safe fixes."""

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import NEVER, Config, add_config, config_of, levels_of_failure
from robotstudio.cli.files import add_files, files_of, is_standard_input, refuse_second_stream
from robotstudio.cli.formats import add_output
from robotstudio.cli.inputs import add_project, add_source, asked_project, made_file, source_hint, text_of
from robotstudio.cli.lint_reports import FORMATS, CheckedFile, FindingRow, LintReport, rows_of
from robotstudio.cli.output import (
    FINDINGS,
    FINE,
    MISUSE,
    ROBOTS_TXT,
    STREAM,
    MisuseError,
    answer_words,
    answering,
    complain,
    standard_error,
    standard_output,
)
from robotstudio.cli.rule import NO_RULE
from robotstudio.lint.context import Setting
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import LintRule, Severity
from robotstudio.lint.rules import RULES, rules_without
from robotstudio.store.errors import FileError
from robotstudio.store.files import NOT_READ, is_stream, sentences, write_atomic
from robotstudio.text.language import WORDS, Message, spoken, told, tr

if TYPE_CHECKING:
    from robotstudio.cli.projects import GivenProject
    from robotstudio.cli.source import MadeFile

_MOST_PASSES = 5
_NOT_SEARCHED = "node_modules"

_EPILOG: Message = (
    "Exit status: 0 no errors (or nothing that --fail-on names); 1 otherwise, or if --diff has changes to show; 2 "
    "usage or I/O error, also if one of the files could not be read."
)
_FILES: Message = "a robots.txt, or a folder to search for them; - for standard input. Default: the current folder"
_OPTIONS: Mapping[str, Message] = {
    "--select": "only these rules: RS101,RS4 (codes or prefixes)",
    "--ignore": "not these rules: RS101,RS4 (codes or prefixes)",
    "--fail-on": "the lowest severity that sets the exit status to 1. Default: error",
    "--baseline": "leave out the findings of an earlier report, made with --format json",
    "--exit-zero": "exit with 0 whatever is found, like --fail-on never",
    "--fix": "apply the fixes that change no verdict of any crawler; for standard input, print the file",
    "--diff": "print what --fix would change, without changing anything",
}


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio lint`."""
    helps = {name: tr(text) for name, text in _OPTIONS.items()}
    parser.description = tr("Find problems in a robots.txt: the rule, the place and the consequence.")
    parser.epilog = tr(_EPILOG)
    add_output(parser, FORMATS)
    for name in ("--select", "--ignore"):
        parser.add_argument(name, metavar="CODES", action="append", help=helps[name])
    parser.add_argument("--baseline", metavar="FILE", help=helps["--baseline"])
    parser.add_argument("--fail-on", choices=levels_of_failure(), help=helps["--fail-on"])
    parser.add_argument("--exit-zero", action="store_true", help=helps["--exit-zero"])
    mending = parser.add_mutually_exclusive_group()
    for name in ("--fix", "--diff"):
        mending.add_argument(name, action="store_true", help=helps[name])
    add_config(parser)
    add_project(parser)
    add_source(parser, "FILE")
    add_files(parser, "[FILE]", several=True, what=tr(_FILES))


def run(options: argparse.Namespace) -> int:
    """Print what is found; return the exit status."""
    config = config_of(options)
    inputs = _inputs(options, config)
    problems: list[FileError] = []
    options.files = [*_files_in(options.files, problems)] or inputs.usual
    if not options.files:
        if hint := source_hint(config, "FILE"):
            raise MisuseError(hint)
        options.files = [*_files_in(["."], problems)]
    refuse_second_stream(options.files)
    linter = Linter(chosen_rules(config, options.select or (), options.ignore or ()))
    if options.diff:
        return _show_fixes(options, linter, inputs, problems)
    checked = []
    for name in options.files:
        try:
            checked.append(_check(name, linter, inputs, fix=options.fix))
        except FileError as error:
            problems.append(error)
    with spoken(answer_words(options)):
        found = [row for each in checked for row in rows_of(each)]
        rows = _without_baseline(found, options)
        _write(options, LintReport(rows, checked, problems, len(found) - len(rows)))
    for problem in problems:
        complain(WORDS.tell(problem.told))
    return MISUSE if problems else _status(options, config, rows)


def _files_in(names: Sequence[str], problems: list[FileError]) -> Iterator[str]:
    """Return the files, and those called robots.txt in each folder and below it, not in hidden ones or packages.

    Folders that cannot be read are added to the problems.
    """
    for name in names:
        if is_standard_input(name) or not Path(name).is_dir():
            yield name
            continue
        found = []
        for folder, below, files in os.walk(name, onerror=lambda error: problems.append(_unread(error))):
            below[:] = [each for each in below if not each.startswith(".") and each != _NOT_SEARCHED]
            found += [Path(folder) / ROBOTS_TXT] if ROBOTS_TXT in files else []
        if not found:
            if problems:
                raise problems[0]
            raise MisuseError("There is no {file} in “{path}” or below it.", file=ROBOTS_TXT, path=name)
        yield from map(str, sorted(found))


def _unread(error: OSError) -> FileError:
    try:
        with sentences(Path(error.filename), NOT_READ):
            raise error
    except FileError as problem:
        return problem


def _without_baseline(rows: list[FindingRow], options: argparse.Namespace) -> list[FindingRow]:
    if options.baseline is None:
        return rows
    from robotstudio.cli.baseline import new_rows  # most runs have none

    return new_rows(rows, Path(options.baseline))


def _write(options: argparse.Namespace, report: LintReport) -> None:
    if not report.checked:
        return
    write = FORMATS[options.format]
    if options.fix and options.output is None and any(map(is_standard_input, options.files)):
        out = standard_error()
        write(report, out)
        out.flush()
        return
    with answering(options.output) as out:
        write(report, out)


def _status(options: argparse.Namespace, config: Config, rows: Iterable[FindingRow]) -> int:
    least = NEVER if options.exit_zero else options.fail_on or config.fail_on or Severity.ERROR.value
    levels = levels_of_failure()
    grave = levels[: levels.index(least) + 1] if least != NEVER else ()
    return FINDINGS if any(row.severity in grave for row in rows) else FINE


def chosen_rules(config: Config, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Mapping[str, LintRule]:
    """Return the rules that the options choose, or else the configuration. Raises MisuseError for an unknown code."""
    wanted = _codes(select) or _codes(config.select, config.path)
    unwanted = _codes(ignore) or _codes(config.ignore, config.path)
    return {
        code: rule
        for code, rule in rules_without(() if wanted or unwanted else config.off).items()
        if (not wanted or code.startswith(wanted)) and not (unwanted and code.startswith(unwanted))
    }


def _codes(options: Sequence[str], said_in: Path | None = None) -> tuple[str, ...]:
    codes = tuple(code.strip().upper() for option in options for code in option.split(",") if code.strip())
    for code in codes:
        if not any(known.startswith(code) for known in RULES):
            error = told(NO_RULE, code=code)
            raise MisuseError(error if said_in is None else told("“{path}”: {error}", path=str(said_in), error=error))
    return codes


_NO_FILE_TO_FIX: Message = (
    "{option} changes files, but the text of this environment is generated. Leave out --environment."
)
_NO_SOURCE_TO_FIX: Message = "{option} changes files, but this text is the output of a command. Fix what it reads."


class _Inputs(Struct, frozen=True):
    """The files as they are, or what a command makes instead, or what an environment of a project serves."""

    project: "GivenProject | None"
    made: "MadeFile | None"

    @property
    def usual(self) -> list[str]:
        """Return what is checked if no file is given."""
        if self.made:
            return [self.made.name]
        return [self.project.file] if self.project else []

    def read(self, name: str) -> bytes:
        return text_of([name], self.made, self.project)[1]

    def called(self, name: str) -> str:
        return self.project.name_of(name) if self.project else name

    def setting(self, name: str) -> Setting:
        is_file = not self.made and not is_standard_input(name) and not is_stream(Path(name))
        address = self.project.address if self.project else None
        return Setting(address, Path(name).name if is_file else None)


def _inputs(options: argparse.Namespace, config: Config) -> _Inputs:
    """Return what is checked. Raises MisuseError if it is to be fixed, but is no file."""
    if options.run_source:
        files_of(options)  # no file beside what is made
    project = asked_project(options)
    for option in (name for name, is_given in (("--fix", options.fix), ("--diff", options.diff)) if is_given):
        if options.run_source:
            raise MisuseError(_NO_SOURCE_TO_FIX, option=option)
        if project is not None and project.environment.overlay:
            raise MisuseError(_NO_FILE_TO_FIX, option=option)
    return _Inputs(project, made_file(options, config))


def _check(name: str, linter: Linter, inputs: _Inputs, *, fix: bool) -> CheckedFile:
    body, fixed, setting = inputs.read(name), 0, inputs.setting(name)
    if fix:
        before = body
        body, fixed = _fixed(name, before, linter, setting)
        if is_standard_input(name):
            out = standard_output()
            out.write_bytes(body)
            out.flush()
        elif body != before:
            for note in write_atomic(Path(name), body).notes:
                complain(WORDS.tell(note))
    return CheckedFile(inputs.called(name), linter.check(body, setting), body, fixed)


def _fixed(name: str, body: bytes, linter: Linter, setting: Setting) -> tuple[bytes, int]:
    """Apply a file's safe fixes until none is left (one may make room for another); return it, and how many."""
    from robotstudio.lint.proof import fix_safely, left_out_words  # who only asks what is wrong waits for no numpy

    fixed = 0
    for _ in range(_MOST_PASSES):
        done = fix_safely(body, linter.check(body, setting).findings)
        if done.refused:
            complain(WORDS.about(name, left_out_words(done)))
        if done.body == body:
            break
        body, fixed = done.body, fixed + len(done.applied)
    return body, fixed


def _show_fixes(options: argparse.Namespace, linter: Linter, inputs: _Inputs, problems: Sequence[FileError]) -> int:
    from robotstudio.cli.patches import patch_of

    for problem in problems:
        complain(WORDS.tell(problem.told))
    status = MISUSE if problems else FINE
    with answering(options.output) as out:
        for name in options.files:
            try:
                body = inputs.read(name)
            except FileError as error:
                complain(WORDS.tell(error.told))
                status = MISUSE
                continue
            changed, _ = _fixed(name, body, linter, inputs.setting(name))
            if changed != body:
                out.write_patch(patch_of(STREAM if is_standard_input(name) else name, body, changed))
                status = max(status, FINDINGS)
    return FINE if status == FINDINGS and options.exit_zero else status
