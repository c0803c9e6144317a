"""Expectations as text beside a robots.txt: one a line, made to be read, edited and compared by people.

    # What must stay true of robots.txt
    allow  Googlebot  https://www.example.com/cart/help  by "Allow: /cart/help"
    block  *          /admin/
    allow  bingbot    /free  by no rule
    block  *          /checkout/*

A file that speaks of sets of crawlers says above all that it is of version 2:

    version 2
    block  @ai-training  /api/*

One that limits what is blocked, of version 3:

    version 3
    sum(clicks) of blocked <= 0

docs/expectations.md is the reference. Nothing that stands in such a file is ever lost: comments, blank lines and lines
with a mistake are kept as they are, byte for byte. A user name and password in a URL are the one thing not taken in.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.expectations import NO_RULE, SET, Expectation, looks_like_pattern, sets_of
from robotstudio.engine.tokens import parse_line
from robotstudio.store.errors import BadUrlError, NothingReadError, RobotStudioError
from robotstudio.store.files import FileStamp, read_stamped, write_atomic
from robotstudio.text.language import Message, Plural, Told, told, told_list
from robotstudio.urls.urls import normalise

SUFFIX: Final = ".expect"
"""The suffix of a file of expectations, added to the name of its robots.txt."""

VERSION: Final = 3
"""The newest version of the format that is known. Files without a version are of the first, which has no sets."""
_WITH_SETS, _WITH_SUMS = 2, 3
_MARK = "version"

_VERBS = {"allow": True, "block": False}
_NAMES = {allowed: verb for verb, allowed in _VERBS.items()}
_WORD = re.compile(r'[ \t]*(?:"((?>(?:[^"\\]|\\.)*))"(?=[ \t]|$)|([^ \t"]\S*+))')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r"}
_MUST_BE_ESCAPED = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
_NUMBER = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_IS_BARE = re.compile(r'[^\s"#\ufeff][^\s]*')
_START: Final = re.compile(r"sum[ \t]*+\(", re.IGNORECASE)
_SUM: Final = re.compile(
    r'sum[ \t]*+\([ \t]*+(?:"([^"]++)"|([^\s()"]++))[ \t]*+\)[ \t]++of[ \t]++(blocked|allowed)'
    r'(?>(?:[ \t]++for[ \t]++(?:"([^"]++)"|([^\s"]++)))?)[ \t]++(<=|>=|!=|<|>|=)[ \t]*+'
    r"(\d++(?>(?:\.\d++)?))[ \t]*+(?:#.*+)?+",
    re.IGNORECASE,
)

_NOT_A_SUM: Message = "Write a sum like this: {example}"
_EXAMPLE: Final = "sum(clicks) of blocked for Googlebot <= 0"
_NO_RULE_LINE: Message = "“{rule}” is not a rule. Write it as in the file, such as “Allow: /cart/help”."
_NO_VERB: Message = (
    "“{verb}” is neither allow nor block. Write, for example: allow Googlebot https://www.example.com/cart/help"
)
_EMPTY: Message = (
    "“{path}” contains no expectations: there is nothing to check. Write one per line, such as: allow Googlebot "
    "https://www.example.com/cart/help"
)
_NO_EXPECTATION: Message = "Nothing in “{path}” is an expectation. Line {line}: {why}"
_NEWER: Message = (
    "These expectations have version {version}, but this program supports only {known} and below. Nothing in the "
    "file is checked, and it is not changed."
)
_NO_VERSION: Message = "“version” needs a number after it, such as: version 2"
_VERSION_LATE: Message = "The version may appear only once, above all expectations."
_NEEDS_VERSION: Message = "“{crawler}” is a set of crawlers: write “version 2” on a line above all expectations."
_SUM_NEEDS_VERSION: Message = "This is a sum: write “version 3” on a line above all expectations."
_NEEDED: Final[Mapping[Message | Plural, int]] = {_NEEDS_VERSION: _WITH_SETS, _SUM_NEEDS_VERSION: _WITH_SUMS}
_NO_SET: Message = "Unknown set of crawlers “{crawler}”. Available: {sets}"
_TOO_SHORT: Message = (
    "After {verb}, write a crawler and a URL, for example: allow Googlebot https://www.example.com/cart/help"
)


class _MistakeError(RobotStudioError):
    """A line is no expectation; the message says what to do."""


class SumExpectation(Struct, frozen=True):
    """An expected sum over the URLs that some crawler may not fetch, or may."""

    column: str
    is_of_blocked: bool
    comparison: str
    limit: float
    crawler: str = ""
    """A product token or a set, "" for the crawlers that the column depends on."""


class ExpectationLine(Struct, frozen=True):
    """A line as written, without its LF: an expectation, a sum, a mistake, or neither (a comment, a blank line).

    If it gives the `version` of the file, that is its number, else 0.
    """

    text: str
    expectation: Expectation | None = None
    mistake: Told | None = None
    version: int = 0
    sum: SumExpectation | None = None


def version_needed(mistake: Told) -> int:
    """Return the version of the format that the line with this mistake needs; 0 if that is not what is wrong."""
    return _NEEDED.get(mistake.message, 0)


class ExpectationFile(Struct, frozen=True):
    """All lines of a file of expectations; the numbers in it count from 1."""

    lines: tuple[ExpectationLine, ...] = (ExpectationLine(""),)

    @property
    def expectations(self) -> tuple[tuple[int, Expectation], ...]:
        """Return the expectations, each with its line."""
        return tuple((number, line.expectation) for number, line in enumerate(self.lines, 1) if line.expectation)

    @property
    def sums(self) -> tuple[tuple[int, SumExpectation], ...]:
        """Return the expected sums, each with its line."""
        return tuple((number, line.sum) for number, line in enumerate(self.lines, 1) if line.sum)

    @property
    def mistakes(self) -> tuple[tuple[int, Told], ...]:
        """Return what is wrong in lines that should be expectations, each with its line."""
        return tuple((number, line.mistake) for number, line in enumerate(self.lines, 1) if line.mistake)

    @property
    def version(self) -> int:
        """Return the version of the format."""
        return next((line.version for line in self.lines if line.version), 1)

    @property
    def text(self) -> str:
        """Return the file as text, just as it was read if nothing was changed."""
        return "\n".join(line.text for line in self.lines)

    def with_added(self, expectation: Expectation) -> "ExpectationFile":
        """Return the file with one more expectation at its end, or in place of the one for the same crawler and URL."""
        return self.with_all_added((expectation,))

    def with_all_added(self, expectations: Iterable[Expectation]) -> "ExpectationFile":
        """Return the file with more expectations at its end, each in place of the one for the same crawler and URL."""
        lines = list(self.lines)
        if not lines[-1].text.strip():
            lines.pop()
        places = {_subject(known): number - 1 for number, known in self.expectations}
        for expectation in expectations:
            place = places.setdefault(_subject(expectation), len(lines))
            if place < len(lines):
                lines[place] = self._line(expectation, lines[place])
            else:
                lines.append(self._line(expectation))
        return _marked(ExpectationFile((*lines, ExpectationLine(""))))

    def with_replaced(self, number: int, expectation: Expectation) -> "ExpectationFile":
        """Return the file with another expectation on a line; a comment behind it stays."""
        line = self._line(expectation, self.lines[number - 1])
        return _marked(ExpectationFile((*self.lines[: number - 1], line, *self.lines[number:])))

    def number_of(self, number: int, text: str) -> int:
        """Return the line with this text, at `number` or else nearest to it; 0 if there is none."""
        if self.lines[number - 1 : number] and self.lines[number - 1].text == text:
            return number
        numbers = (place for place, line in enumerate(self.lines, 1) if line.text == text)
        return min(numbers, key=lambda place: abs(place - number), default=0)

    def without(self, *numbers: int) -> "ExpectationFile":
        gone = frozenset(numbers)
        kept = tuple(line for number, line in enumerate(self.lines, 1) if number not in gone)
        return ExpectationFile(kept or (ExpectationLine(""),))

    def _line(self, expectation: Expectation, before: ExpectationLine | None = None) -> ExpectationLine:
        has_cr = any(line.text.endswith("\r") for line in self.lines[:1])
        comment = _comment(before.text) if before and before.expectation else ""
        return ExpectationLine(written(expectation) + comment + ("\r" if has_cr else ""), expectation)


def path_beside(path: Path) -> Path:
    """Return where the expectations of a file are stored."""
    return path.with_name(path.name + SUFFIX)


def load(path: Path) -> ExpectationFile:
    """Return the expectations in a file. Raises FileError."""
    return load_stamped(path)[0]


def load_stamped(path: Path) -> tuple[ExpectationFile, FileStamp]:
    """Return the expectations in a file, and the stamp that tells if it was changed since. Raises FileError."""
    body, stamp = read_stamped(path)
    return parse_bytes(body), stamp


def save(path: Path, file: ExpectationFile) -> FileStamp:
    """Write expectations to a file. Raises FileError."""
    return write_atomic(path, bytes_of(file))


def parse(text: str) -> ExpectationFile:
    """Read the text of a file of expectations; never raises on content."""
    lines: list[ExpectationLine] = []
    version, is_open = 1, True
    for each in text.split("\n"):
        if version > VERSION:
            lines.append(ExpectationLine(each))
            continue
        mark = _read_mark(each, is_open=is_open)
        line = mark or _read_line(each, version)
        version = line.version or version
        is_open = is_open and not (mark or line.expectation or line.mistake or line.sum)
        lines.append(line)
    return ExpectationFile(tuple(lines))


def read_again(expectation: Expectation) -> ExpectationLine:
    """Return an expectation as it will be read once it is written, or the mistake that it will be."""
    return _read_line(written(expectation), VERSION)


def parse_bytes(body: bytes) -> ExpectationFile:
    """Read the bytes of a file of expectations; never raises on content."""
    return parse(body.decode("utf-8", "surrogateescape"))


def expected_in(body: bytes, path: Path) -> ExpectationFile:
    """Return the expectations to check a file by. Raises NothingReadError if there is none."""
    file = parse_bytes(body)
    if file.expectations or file.sums:
        return file
    if not file.mistakes:
        raise NothingReadError(_EMPTY, path)
    line, why = file.mistakes[0]
    raise NothingReadError(_NO_EXPECTATION, path, line=str(line), why=why)


def bytes_of(file: ExpectationFile) -> bytes:
    return file.text.encode("utf-8", "surrogateescape")


def sum_text(expectation: SumExpectation) -> str:
    """Return an expectation as it is written."""
    name = f'"{expectation.column}"' if re.search(r"[\s()]", expectation.column) else expectation.column
    who = f'"{expectation.crawler}"' if " " in expectation.crawler else expectation.crawler
    crawler = f" for {who}" if who else ""
    verdict = "blocked" if expectation.is_of_blocked else "allowed"
    return f"sum({name}) of {verdict}{crawler} {expectation.comparison} {expectation.limit:g}"


def written(expectation: Expectation) -> str:
    """Return an expectation as a line of the file."""
    is_bare = expectation.is_pattern or not looks_like_pattern(expectation.written)
    url = _quoted(expectation.written) if is_bare else _in_quotes(expectation.written)
    words = [_NAMES[expectation.allowed], _quoted(expectation.crawler), url]
    if expectation.rule is not None:
        words += ["by", "no rule" if expectation.rule == NO_RULE else _in_quotes(expectation.rule)]
    return "  ".join(words[:3]) + ("  " + " ".join(words[3:]) if words[3:] else "")


def _subject(expectation: Expectation) -> tuple[str, str, bool]:
    """Return the subject of an expectation: a file holds one for each crawler and URL."""
    return expectation.crawler.lower(), expectation.url, expectation.is_pattern


def _comment(text: str) -> str:
    """Return the comment behind an expectation, with the blanks before it; empty if there is none."""
    text, at = text.removesuffix("\r"), 0
    while word := _WORD.match(text, at):
        if word[2] is not None and word[2].startswith("#"):
            return text[at:]
        at = word.end()
    return ""


def _quoted(text: str) -> str:
    return text if _IS_BARE.fullmatch(text) else _in_quotes(text)


def _in_quotes(text: str) -> str:
    return f'"{text.translate(_MUST_BE_ESCAPED)}"'


def _marked(file: ExpectationFile) -> ExpectationFile:
    """Return the file with its version if a set of crawlers needs it."""
    if file.version >= _WITH_SETS or not any(each.is_of_set for _, each in file.expectations):
        return file
    first, *others = (line for line in file.lines if not line.version)
    bom, cr = "\ufeff" * first.text.startswith("\ufeff"), "\r" * first.text.endswith("\r")
    mark = ExpectationLine(f"{bom}{_MARK} {_WITH_SETS}{cr}", version=_WITH_SETS)
    return ExpectationFile((mark, replace(first, text=first.text.removeprefix("\ufeff")), *others))


def _read_mark(text: str, *, is_open: bool) -> ExpectationLine | None:
    """Read the line with the file's version, None if it is another; it may stand here if it `is_open`."""
    words = text.removesuffix("\r").removeprefix("\ufeff").partition(" #")[0].split()
    if not words or words[0].lower() != _MARK:
        return None
    if not is_open:
        return ExpectationLine(text, mistake=told(_VERSION_LATE))
    if len(words) != 2 or not _NUMBER.fullmatch(words[1]):
        return ExpectationLine(text, mistake=told(_NO_VERSION))
    version = int(words[1])
    newer = told(_NEWER, version=words[1], known=str(VERSION)) if version > VERSION else None
    return ExpectationLine(text, mistake=newer, version=version)


def _read_line(text: str, version: int) -> ExpectationLine:
    content = text.removesuffix("\r").removeprefix("\ufeff").strip(" \t")
    if not content or content.startswith("#"):
        return ExpectationLine(text)
    if _START.match(content):
        return _read_sum(text, content, version)
    try:
        words = tuple(_words(content))
        expectation = _expectation(words, version)
        if expectation.written != words[2][0]:  # a password is not taken in, and so never saved, shown or printed
            mark, end = "\ufeff" * text.startswith("\ufeff"), "\r" * text.endswith("\r")
            text = f"{mark}{written(expectation)}{_comment(text)}{end}"
        return ExpectationLine(text, expectation)
    except (_MistakeError, BadUrlError) as error:
        return ExpectationLine(text, mistake=error.told)


def _read_sum(text: str, content: str, version: int) -> ExpectationLine:
    groups = _SUM.fullmatch(content)
    if groups is None:
        return ExpectationLine(text, mistake=told(_NOT_A_SUM, example=_EXAMPLE))
    quoted, bare, verdict, quoted_crawler, crawler, comparison, limit = groups.groups()
    is_of_blocked = verdict.lower() == "blocked"
    found = SumExpectation(quoted or bare, is_of_blocked, comparison, float(limit), quoted_crawler or crawler or "")
    if version < _WITH_SUMS:
        return ExpectationLine(text, mistake=told(_SUM_NEEDS_VERSION))
    if found.crawler.startswith(SET) and found.crawler.lower() not in sets_of():
        return ExpectationLine(text, mistake=told(_NO_SET, crawler=found.crawler, sets=told_list(tuple(sets_of()))))
    return ExpectationLine(text, sum=found)


def _words(content: str) -> Iterator[tuple[str, bool]]:
    """Return the words of a line up to a comment, each with a flag if it was quoted."""
    at = 0
    while content[at:].strip(" \t"):
        word = _WORD.match(content, at)
        if word is None:
            raise _MistakeError("A quotation mark is not closed, or something follows it directly.")
        if word[2] is not None and word[2].startswith("#"):
            return
        yield (word[2], False) if word[1] is None else (_ESCAPE.sub(_unescaped, word[1]), True)
        at = word.end()


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPED.get(found[1], found[1])


def _expectation(words: tuple[tuple[str, bool], ...], version: int) -> Expectation:
    verb, is_quoted = words[0] if words else ("", False)
    allowed = None if is_quoted else _VERBS.get(verb.lower())
    if allowed is None:
        raise _MistakeError(_NO_VERB, verb=verb)
    if len(words) < 3:
        raise _MistakeError(_TOO_SHORT, verb=verb)
    crawler, (url, is_literal) = words[1][0], words[2]
    is_pattern = looks_like_pattern(url) and not is_literal
    if not crawler.strip():
        raise _MistakeError("The crawler has no name: enter a product token such as Googlebot, or * for any other.")
    if crawler.startswith(SET):
        _refuse_unknown_set(crawler, version)
    wanted = normalise(url)
    url = wanted.url if "credentials" in wanted.changes else url
    expectation = Expectation(allowed, crawler, url, wanted.url, is_pattern=is_pattern)
    if is_pattern and words[3:]:
        raise _MistakeError(
            "A pattern cannot be followed by a rule: different rules may decide the URLs that it matches."
        )
    return replace(expectation, rule=_rule(words[3:])) if words[3:] else expectation


def _refuse_unknown_set(crawler: str, version: int) -> None:
    known = sets_of()
    if crawler.lower() not in known:
        raise _MistakeError(_NO_SET, crawler=crawler, sets=told_list(tuple(known)))
    if version < _WITH_SETS:
        raise _MistakeError(_NEEDS_VERSION, crawler=crawler)


def _rule(words: tuple[tuple[str, bool], ...]) -> str:
    if words == (("by", False), ("no", False), ("rule", False)):
        return NO_RULE
    if len(words) != 2 or words[0] != ("by", False) or not words[1][1]:
        raise _MistakeError('The URL may be followed only by: by "Allow: /cart/help", or: by no rule')
    rule = words[1][0]
    if not parse_line(rule.encode("utf-8", "surrogateescape")).is_rule:
        raise _MistakeError("“{rule}” is not a rule. Write it as in the file, such as “Allow: /cart/help”.", rule=rule)
    return rule
