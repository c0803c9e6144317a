"""Write the block of a policy so that it works whatever surrounds it, in every dialect."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.names import select_equal, select_equal_text
from robotstudio.engine.tokens import LINE_END, UTF8_BOM, Field, line_end_of, parse_line
from robotstudio.policy.block import BEGIN, CHECK, CRAWLER, END, MADE, PURPOSE, Block, check_of, find_block
from robotstudio.policy.model import ALLOW, AiPolicy, PolicyChoice, PolicyError, Stance
from robotstudio.text.language import Message

UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
IN_UTF16: Final[Message] = "This file is in UTF-16, which most crawlers cannot read. Save it as UTF-8 first."
NOBODY: Final = "end-of-ai-policy"
"""The agent of the block's last group if groupless rules follow it."""
_NAMES_AGENTS: Final = b"ag"
"""Spellings of the field that any dialect accepts: a quick filter for files with a million other lines."""
_ENDS: Final = b"end"
"""The beginning of another program's end marker, which does not belong to what follows."""
_SYNTAXES: Final = tuple({dialect.lines.id: dialect.lines for dialect in DIALECTS.values()}.values())
_OF_GROUPS: Final = frozenset({Field.ALLOW, Field.DISALLOW, Field.MEMBER})
_WHOLE_NAME: Final = frozenset({select_equal, select_equal_text})
_NOTE: Final = "# Robot Studio keeps this block up to date. What is changed in it by hand is noticed, and kept."


class Written(Struct, frozen=True):
    """A file with the block of a policy; `unnamed` are crawlers whose token a robots.txt cannot contain."""

    body: bytes
    block: Block | None
    unnamed: tuple[Crawler, ...] = ()


def write_policy(body: bytes, policy: AiPolicy, catalogue: Catalogue, day: str, *, overwrites: bool = False) -> Written:
    """Write the policy into the file, replacing its block; `day` is today, as `2026-11-23`.

    An empty policy removes the block. Raises PolicyError: BlockError for a malformed block, and for an edited one
    unless `overwrites`.
    """
    if body.startswith(UTF16):
        raise PolicyError(IN_UTF16)
    block = find_block(body, catalogue)
    if block and block.is_edited and not overwrites:
        raise PolicyError(
            (
                "The AI policy block, lines {first} to {last}, was changed by hand. Adopt the changes, or write "
                "it again."
            ),
            first=str(block.first_line),
            last=str(block.last_line),
        )
    outside = body[: block.start] + body[block.end :] if block else body
    if policy.is_empty:
        return Written(outside, None)
    at = _place(outside)
    lines, unnamed = block_lines(policy, catalogue, day, is_followed=_is_followed_by_rules(outside[at:]))
    new = _inserted(outside, at, lines)
    return Written(new, find_block(new, catalogue), unnamed)


def block_lines(
    policy: AiPolicy, catalogue: Catalogue, day: str, *, is_followed: bool = False
) -> tuple[tuple[str, ...], tuple[Crawler, ...]]:
    """Return the lines of a block, and the crawlers of the policy that no line can name.

    If rules follow that are groupless in some dialect, the block ends with a group for nobody, which takes them.
    """
    chosen = list(policy.chosen(catalogue))
    unnamed = tuple(crawler for crawler, _ in chosen if not can_be_named(crawler))
    groups = _groups([(crawler, choice) for crawler, choice in chosen if crawler not in unnamed])
    head = [BEGIN, f"{MADE}{day} from the list of crawlers of {catalogue.as_of}", _NOTE]
    for kind, choices in ((PURPOSE, policy.purposes), (CRAWLER, policy.crawlers)):
        head += [f"{kind}{who}: {choice}" for who, choice in choices.items() if _can_be_noted(who)]
    nobody = ((f"User-agent: {NOBODY}", "Disallow:"),) if is_followed else ()
    lines = [*head, *(line for group in (*groups, *nobody) for line in ("", *group)), END]
    return (*lines[: len(head)], f"{CHECK}{check_of(lines)}", *lines[len(head) :]), unnamed


def _can_be_noted(who: str) -> bool:
    """Return True if `find_block` can read back a choice for this name."""
    return who.isprintable() and bool(who.strip()) and ": " not in who


def rules_of(choice: PolicyChoice, dialect: Dialect) -> tuple[str, ...]:
    """Return the rules for a choice; Allow first, for dialects in which the first match wins."""
    if choice == ALLOW:
        return ("Allow: /",) if _knows_allow(dialect) else ("Disallow:",)
    return (*(f"Allow: {path}" for path in choice.paths), "Disallow: /")


def can_be_named(crawler: Crawler) -> bool:
    """Return True if a user-agent line with its token selects a group for the crawler."""
    token = crawler.token
    if not token.isprintable() or "#" in token or token != token.strip():
        return False
    robots = Robots.parse(f"User-agent: {token}\nDisallow: /\n".encode(), crawler.dialect)
    return bool(robots.choose(crawler.agent).groups)


def _knows_allow(dialect: Dialect) -> bool:
    return any(meaning is Field.ALLOW for _, meaning in dialect.lines.names)


def _needs_own_group(dialect: Dialect) -> bool:
    """Return True for a dialect that matches parts of its name, or merges rules of all agents named together."""
    return dialect.select not in _WHOLE_NAME or bool(dialect.locality and dialect.locality.names_join)


def _groups(chosen: Iterable[tuple[Crawler, PolicyChoice]]) -> Iterator[tuple[str, ...]]:
    """Yield the groups: first single ones for dialects that take the first matching name, longest names first."""
    alone: list[tuple[Crawler, PolicyChoice]] = []
    together: dict[tuple[Stance, tuple[str, ...]], list[str]] = {}
    for crawler, choice in chosen:
        dialect = DIALECTS[crawler.dialect]
        if _needs_own_group(dialect):
            alone.append((crawler, choice))
        else:
            together.setdefault((choice.stance, rules_of(choice, dialect)), []).append(crawler.token)
    for crawler, choice in sorted(alone, key=lambda each: (-len(each[0].token), each[0].token)):
        yield f"User-agent: {crawler.token}", *rules_of(choice, DIALECTS[crawler.dialect])
    order: Mapping[Stance, int] = {stance: place for place, stance in enumerate(Stance)}
    for (_, rules), tokens in sorted(together.items(), key=lambda each: (order[each[0][0]], each[0][1])):
        yield *(f"User-agent: {token}" for token in tokens), *rules


def _inserted(body: bytes, at: int, lines: Iterable[str]) -> bytes:
    """Insert a block into a file. After an unterminated last line the line end goes before the block."""
    end = line_end_of(body)
    text = end.join(line.encode() for line in lines)
    before, behind = body[:at], body[at:]
    is_open = bool(before) and before != UTF8_BOM and not before.endswith((b"\r", b"\n"))
    return before + (end + text if is_open and not behind else text + end) + behind


def _place(body: bytes) -> int:
    """Return the place before the first group and its comment, where no rule can join the wrong group.

    There it precedes all else for first-match dialects, and is within the limit of long files.
    """
    begin = comment = len(UTF8_BOM) if body.startswith(UTF8_BOM) else 0
    for end in (*LINE_END.finditer(body, begin), None):
        raw = body[begin : end.start() if end else None]
        if _NAMES_AGENTS in raw.lower() and any(parse_line(raw, each).field is Field.USER_AGENT for each in _SYNTAXES):
            return comment
        begin = end.end() if end else len(body)
        text = raw.strip()
        if not text.startswith(b"#") or text[1:].strip().lower().startswith(_ENDS):
            comment = begin
    return len(body)


def _is_followed_by_rules(behind: bytes) -> bool:
    """Return True if some dialect finds rules before the next group, which would join the block's last group."""
    searched = set(_SYNTAXES)
    for raw in LINE_END.split(behind):
        for syntax in tuple(searched):
            field = parse_line(raw, syntax).field
            if field in _OF_GROUPS:
                return True
            if field is Field.USER_AGENT:
                searched.discard(syntax)
        if not searched:
            break
    return False
