"""Finds, parses and removes the block of a policy in a robots.txt, without touching a byte outside of it."""

import hashlib
import re
from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.tokens import LINE_END
from robotstudio.policy.model import AiPolicy, PolicyChoice, PolicyError, choice_of
from robotstudio.text.language import Message

BEGIN: Final = "# BEGIN robotstudio ai-policy v1"
END: Final = "# END robotstudio ai-policy"
MADE: Final = "# made "
PURPOSE: Final = "# purpose "
CRAWLER: Final = "# crawler "
CHECK: Final = "# check "
_STARTS = rb"(?:\A|(?<=[\r\n])|(?<=\A\xef\xbb\xbf))"
_FIRST = re.compile(_STARTS + rb"# BEGIN robotstudio ai-policy v(?P<version>[0-9]{1,9})[ \t]*(?=\r|\n|\Z)")
_LAST = re.compile(_STARTS + rb"# END robotstudio ai-policy[ \t]*(?=\r|\n|\Z)")
_MADE = re.compile(r"# made (?P<day>\d{4}-\d\d-\d\d) from the list of crawlers of (?P<list>\d{4}-\d\d-\d\d)")
_VERSION: Final = 1
_DIGITS: Final = 32


class BlockFault(StrEnum):
    """Reason why a block cannot be read; then nothing is written or removed."""

    NO_END = "no-end"
    NO_BEGIN = "no-begin"
    SEVERAL = "several"
    NEWER = "newer"
    UNREADABLE = "unreadable"


FAULTS: Final[dict[BlockFault, Message]] = {
    BlockFault.NO_END: "The AI policy block that begins in line {line} has no end. Restore its last line: {end}",
    BlockFault.NO_BEGIN: "Line {line} ends an AI policy block that never begins. Delete the line.",
    BlockFault.SEVERAL: "A second AI policy block begins in line {line}. Delete one of them.",
    BlockFault.NEWER: "The AI policy block in line {line} was written by a newer version of this program.",
    BlockFault.UNREADABLE: "Line {line} contains an unreadable AI policy choice: {written}",
}


class BlockError(PolicyError):
    """The block in a file cannot be read; `fault` has the reason."""

    def __init__(self, fault: BlockFault, line: int, written: str = "") -> None:
        super().__init__(FAULTS[fault], line=str(line), written=written, end=END)
        self.fault = fault
        self.line = line


class Block(Struct, frozen=True):
    """A block in a file; `start` and `end` are byte offsets, including everything inserted for it."""

    start: int
    end: int
    first_line: int
    lines: tuple[str, ...]
    policy: AiPolicy
    made_on: str
    """The day it was written; "" if the line was removed, as for `list_of`, the day of its list of crawlers."""
    list_of: str
    is_edited: bool
    """True if it was edited since it was written."""

    @property
    def last_line(self) -> int:
        return self.first_line + len(self.lines) - 1


def find_block(body: bytes, catalogue: Catalogue) -> Block | None:
    """Return the block of a file. Raises BlockError if it is malformed."""
    begins, ends = list(_FIRST.finditer(body)), list(_LAST.finditer(body))
    if not begins:
        if ends:
            raise BlockError(BlockFault.NO_BEGIN, _line_at(body, ends[0].start()))
        return None
    begin, line = begins[0], _line_at(body, begins[0].start())
    if int(begin["version"]) > _VERSION:
        raise BlockError(BlockFault.NEWER, line)
    if len(begins) > 1:
        raise BlockError(BlockFault.SEVERAL, _line_at(body, begins[1].start()))
    last = next((end for end in ends if end.start() > begin.start()), None)
    if last is None:
        raise BlockError(BlockFault.NO_END, line)
    if len(ends) > 1:
        raise BlockError(BlockFault.NO_BEGIN, _line_at(body, next(end for end in ends if end is not last).start()))
    lines = tuple(each.decode("utf-8", "replace").rstrip() for each in LINE_END.split(body[begin.start() : last.end()]))
    return _read(body, begin.start(), last.end(), line, lines, catalogue)


def without_block(body: bytes, block: Block) -> bytes:
    """Return the file as it was before the block was written."""
    return body[: block.start] + body[block.end :]


def check_of(lines: Sequence[str]) -> str:
    """Return the checksum of a block's lines, which reveals edits."""
    said = "\n".join(line for line in lines if not line.startswith(CHECK))
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:_DIGITS]


def _read(body: bytes, start: int, end: int, line: int, lines: tuple[str, ...], catalogue: Catalogue) -> Block:
    """Parse the block, and extend it to the line end that was inserted with it, before or after it."""
    behind = LINE_END.match(body, end)
    if behind:
        end = behind.end()
    else:
        start -= len(_line_end_before(body, start))
    made = next((found for each in lines if (found := _MADE.match(each))), None)
    checks = [each.removeprefix(CHECK) for each in lines if each.startswith(CHECK)]
    return Block(
        start,
        end,
        line,
        lines,
        _policy(lines, line, catalogue),
        made["day"] if made else "",
        made["list"] if made else "",
        is_edited=checks != [check_of(lines)],
    )


def _line_end_before(body: bytes, at: int) -> bytes:
    before = body[max(0, at - 2) : at]
    return before if before == b"\r\n" else before[-1:]


def _policy(lines: Sequence[str], first_line: int, catalogue: Catalogue) -> AiPolicy:
    """Parse the choices; purposes and crawlers no longer in the catalogue are kept."""
    noted: dict[str, dict[str, PolicyChoice]] = {PURPOSE: {}, CRAWLER: {}}
    for number, line in enumerate(lines, first_line):
        for kind, choices in noted.items():
            if line.startswith(kind):
                who, colon, text = line.removeprefix(kind).partition(": ")
                try:
                    choice = choice_of(text)
                except PolicyError as error:
                    raise BlockError(BlockFault.UNREADABLE, number, line) from error
                if not colon or not who:
                    raise BlockError(BlockFault.UNREADABLE, number, line)
                known = catalogue.known(who) if kind == CRAWLER else None
                choices[known.token if known else who] = choice
    return AiPolicy(MappingProxyType(noted[PURPOSE]), MappingProxyType(noted[CRAWLER]))


def _line_at(body: bytes, at: int) -> int:
    return len(LINE_END.findall(body, 0, at)) + 1
