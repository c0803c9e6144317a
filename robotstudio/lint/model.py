"""The parts of the linter: a rule is a row with a short function, and what it finds is data without words."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntFlag, StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.tokens import Field
from robotstudio.text.language import Message, Plural

if TYPE_CHECKING:
    from robotstudio.lint.context import LintContext
    from robotstudio.lint.facts import GroupFacts, LineFacts

Value = str | int | bytes | tuple[str, ...] | tuple[int, ...]
"""An argument of a message. Bytes are text of the file; tuples of ints are 1-based lines."""

EVERY: tuple[str, ...] = tuple(DIALECTS)
NOBODY: tuple[str, ...] = ()
"""The dialects that a finding concerns: all of them, or none."""


class Severity(StrEnum):
    """The cost of a finding, the worst first."""

    ERROR = "error"  # some crawler does something else than the line says
    WARNING = "warning"  # crawlers differ, or the effect is probably not intended
    INFORMATION = "information"  # good to know; nothing is wrong
    HINT = "hint"  # style, and what matters to very old crawlers only


class Place(NamedTuple):
    """A place between two bytes: a 1-based line, and how many bytes of that line are before it.

    A byte order mark is before line 1, from offset -3.
    """

    line: int
    offset: int


class Edit(Struct, frozen=True):
    """Replaces everything from `start` up to `end` by `text`, whose line ends are LF and become those of the file.

    A whole line n is removed from `Place(n, 0)` to `Place(n + 1, 0)`.
    """

    start: Place
    end: Place
    text: bytes

    def moved(self, lines: int) -> "Edit":
        start, end = self.start, self.end
        return Edit(Place(start.line + lines, start.offset), Place(end.line + lines, end.offset), self.text)


class Fix(Struct, frozen=True):
    """A way to resolve a finding. `id` selects its words; a safe fix changes no verdict of any crawler."""

    id: str
    edits: tuple[Edit, ...]
    is_safe: bool = False
    args: Mapping[str, Value] = field(default_factory=dict)

    def moved(self, lines: int) -> "Fix":
        return Fix(self.id, tuple(edit.moved(lines) for edit in self.edits), self.is_safe, self.args)


class Diagnostic(Struct, frozen=True):
    """A report of a rule: bytes `start` to `end` of a line, or up to `end` of `last_line`, and arguments.

    Lines count from 1, in the file; a rule about lines has only line 1. `end` is -1 for the end of the line. `dialects`
    are the readings for which it holds, none if it changes nothing for any crawler; `affected` finds them. `severity`
    overrides that of the rule; `variant` selects another message of it. Of the crawlers with these dialects it concerns
    those that obey the group of the line (`readers` is True), those that do not (False), or both (None). `whom` are the
    tokens of the only crawlers that it is about, empty for all; `*` means those that no group names.
    """

    line: int = 1
    start: int = 0
    end: int = -1
    last_line: int = 0
    args: Mapping[str, Value] = field(default_factory=dict)
    fixes: tuple[Fix, ...] = ()
    dialects: tuple[str, ...] = EVERY
    severity: Severity | None = None
    variant: str = ""
    whom: tuple[str, ...] = ()
    readers: bool | None = True

    def moved(self, lines: int) -> "Diagnostic":
        """Return it moved some lines down, with the lines among its arguments."""
        if not lines:
            return self
        return Diagnostic(
            self.line + lines,
            self.start,
            self.end,
            self.last_line + lines if self.last_line else 0,
            {key: _moved(value, lines) for key, value in self.args.items()} if self.args else self.args,
            tuple(fix.moved(lines) for fix in self.fixes) if self.fixes else (),
            self.dialects,
            self.severity,
            self.variant,
            self.whom,
            self.readers,
        )


def _moved(value: Value, lines: int) -> Value:
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return tuple(number + lines for number in value)
    return value


class Trait(IntFlag):
    """A trait that a group must have for some checks to find anything in it."""

    SEVERAL_RULES = 1
    CROWD = 2  # so many rules that some may list one directory's entries
    STAR = 4  # a * in a pattern
    ODD_RULE = 8  # one whose line is not plain
    OTHER_FIELD = 16  # a non-standard field, or a line without any
    SEVERAL_NAMES = 32
    PATH = 64  # a rule for less than the whole site: most groups that name a crawler have none


LineCheck = Callable[["LineFacts"], Iterable[Diagnostic]]
GroupCheck = Callable[["GroupFacts"], Iterable[Diagnostic]]
FileCheck = Callable[["LintContext"], Iterable[Diagnostic]]


class LintRule(Struct, frozen=True):
    """One rule, with all its texts. `code` and `name` never change their meaning.

    `messages` are by the variant of what is found, "" for the usual one; `fixes` are the titles of the fixes that it
    offers, by their ids. If a text counts, the argument `count` is the number. Exactly one of the checks is set. A
    check of a line sees that line alone and a check of a group that group alone, so that their results can be cached
    across edits elsewhere. `fields` are the fields of the lines that a check of lines is interested in, none for all;
    it sees a plain line (see `is_plain`) only if the regular expression `in_plain` is found in its value, and none
    without one. A check of files also runs on web pages and the like if it `is_about_any_content`; it sees no lines
    then. If a rule `is_about_strays`, its findings in single lines, except for its variants, are dropped in a file that
    has hardly anything else. If it `explains_line`, what others find in the same line is dropped as a consequence. A
    check of groups runs only if a group has all traits that it `needs`.
    """

    code: str
    name: str
    severity: Severity
    title: Message
    messages: Mapping[str, Message | Plural]
    fixes: Mapping[str, Message | Plural] = field(default_factory=dict)
    line: LineCheck | None = None
    group: GroupCheck | None = None
    file: FileCheck | None = None
    fields: frozenset[Field] = frozenset()
    in_plain: bytes | None = None
    is_about_any_content: bool = False
    is_about_strays: bool = False
    explains_line: bool = False
    needs: Trait = Trait(0)


class Finding(Struct, frozen=True):
    """A report about a file: what a rule found, and the rule."""

    rule: LintRule
    diagnostic: Diagnostic

    @property
    def code(self) -> str:
        return self.rule.code

    @property
    def severity(self) -> Severity:
        return self.diagnostic.severity or self.rule.severity

    @property
    def line(self) -> int:
        return self.diagnostic.line

    @property
    def last_line(self) -> int:
        return self.diagnostic.last_line or self.diagnostic.line


class DuplicateCodeError(ValueError):
    """Two rules have the same code or name."""


def table(rules: Iterable[LintRule]) -> Mapping[str, LintRule]:
    """Index rules by code; two with the same code or name are a bug, raised at start."""
    by_code: dict[str, LintRule] = {}
    names: set[str] = set()
    for rule in rules:
        if rule.code in by_code or rule.name in names:
            raise DuplicateCodeError(f"{rule.code} ({rule.name}) is there twice")
        if sum(check is not None for check in (rule.line, rule.group, rule.file)) != 1:
            raise ValueError(f"{rule.code} must look at lines, groups or files")
        by_code[rule.code] = rule
        names.add(rule.name)
    return MappingProxyType(dict(sorted(by_code.items())))
