"""The block of a policy is written: where it holds whatever stands around it, and so that every dialect reads it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.names import select_equal, select_equal_text
from robotstudio.engine.tokens import LINE_END, UTF8_BOM, Field, parse_line
from robotstudio.policy.block import BEGIN, CHECK, CRAWLER, END, MADE, PURPOSE, Block, check_of, find_block
from robotstudio.policy.model import ALLOW, AiPolicy, PolicyChoice, PolicyError, Stance

_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
NOBODY: Final = "end-of-ai-policy"
"""Named by the last group of a block where rules stand behind it that belong to no group."""
_NAMES_AGENTS: Final = b"ag"
"""In each name of the field, with all the slips that some dialect forgives: a file may have a million other lines."""
_ENDS: Final = b"end"
"""Begins the last line of a block that another program keeps, which is no comment about what follows."""
_SYNTAXES: Final = tuple({dialect.lines.id: dialect.lines for dialect in DIALECTS.values()}.values())
_OF_GROUPS: Final = frozenset({Field.ALLOW, Field.DISALLOW, Field.MEMBER})
_WHOLE_NAME: Final = frozenset({select_equal, select_equal_text})
_NOTE: Final = "# Robot Studio keeps this block up to date. What is changed in it by hand is noticed, and kept."


class Written(Struct, frozen=True):
    """A file with the block of a policy; `unnamed` are crawlers whose names no line of a robots.txt can say."""

    body: bytes
    block: Block | None
    unnamed: tuple[Crawler, ...] = ()


def write_policy(body: bytes, policy: AiPolicy, catalogue: Catalogue, day: str, *, anew: bool = False) -> Written:
    """The file with this policy in place of the one it has; `day` is today, as `2026-11-23`.

    An empty policy takes the block out. Raises PolicyError: BlockError for a block that cannot be read, and for one
    that was changed by hand, unless it is to be written `anew`.
    """
    if body.startswith(_UTF16):
        raise PolicyError("This file is in UTF-16, which most crawlers cannot read. Save it as UTF-8 first.")
    block = find_block(body, catalogue)
    if block and block.is_by_hand and not anew:
        raise PolicyError(
            "Lines {first} to {last}, the block of the AI policy, were changed by hand. Take that over, or write anew.",
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
    """The lines of a block, and the crawlers of the policy that no line can name.

    Where rules follow that some dialect finds in no group, the block ends with a group for nobody, which takes them.
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
    """True if a line can note a choice for a name so that `find_block` reads it back."""
    return who.isprintable() and bool(who.strip()) and ": " not in who


def rules_of(choice: PolicyChoice, dialect: Dialect) -> tuple[str, ...]:
    """The rules that say a choice; what is allowed goes first, for those who take the first rule that matches."""
    if choice == ALLOW:
        return ("Allow: /",) if _knows_allow(dialect) else ("Disallow:",)
    return (*(f"Allow: {path}" for path in choice.paths), "Disallow: /")


def can_be_named(crawler: Crawler) -> bool:
    """True if a user-agent line with its token leads the crawler to its group."""
    token = crawler.token
    if not token.isprintable() or "#" in token or token != token.strip():
        return False
    robots = Robots.parse(f"User-agent: {token}\nDisallow: /\n".encode(), crawler.dialect)
    return bool(robots.choose(crawler.agent).groups)


def _knows_allow(dialect: Dialect) -> bool:
    return any(meaning is Field.ALLOW for _, meaning in dialect.lines.names)


def _needs_own_group(dialect: Dialect) -> bool:
    """True if it looks for parts of its name, or shares the rules of all who are named beside it."""
    return dialect.select not in _WHOLE_NAME or bool(dialect.locality and dialect.locality.names_join)


def _groups(chosen: Iterable[tuple[Crawler, PolicyChoice]]) -> Iterator[tuple[str, ...]]:
    """The groups: first one each for those that take the first name which fits theirs, the longest names before."""
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
    """A block put into a file. Behind a last line without an end the line end goes before it, and none behind."""
    found = LINE_END.search(body)
    end = found[0] if found else b"\n"
    text = end.join(line.encode() for line in lines)
    before, behind = body[:at], body[at:]
    is_open = bool(before) and before != UTF8_BOM and not before.endswith((b"\r", b"\n"))
    return before + (end + text if is_open and not behind else text + end) + behind


def _place(body: bytes) -> int:
    """Before the first group, and the comment right above it: no rule before the block or behind it joins another.

    There it goes first for those who take what comes first, and it is within what is read of a file that is too long.
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
    """True if some dialect finds rules before the next group: they would join the last group of the block."""
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
