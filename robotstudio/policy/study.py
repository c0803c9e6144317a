"""All that a window shows of a policy: what the file does, what was chosen, and what would come of writing it."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.draft.changes.text_comparison import DiffRow, compare_texts, rows_of
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.line_diff import LineMap, pair_lines
from robotstudio.policy.block import Block, BlockError, find_block
from robotstudio.policy.by_hand import TakenOver, lines_by_hand, missed_by, take_over, taken_out_of
from robotstudio.policy.model import AiPolicy, PolicyError
from robotstudio.policy.outcome import AiPolicyOutcome, outcome_of
from robotstudio.policy.overview import PurposeRow, overview_of
from robotstudio.policy.signals import Wishes, wishes_of
from robotstudio.policy.writing import Written, write_policy
from robotstudio.text.language import Told


class PendingPolicy(Struct, frozen=True):
    """What was chosen and is not in the file yet; `anew` writes also over what somebody changed in the block."""

    policy: AiPolicy
    anew: bool = False


class After(StrEnum):
    """What becomes of a crawler with the block."""

    AS_NOW = "as-now"  # nothing is chosen for it, and nothing changes
    PROVEN = "proven"  # the file says just the choice, for every URL
    IN_VAIN = "in-vain"  # it says so, and its operator says that it heeds no robots.txt
    SHORT = "short"  # the file does not say the choice
    MOVED = "moved"  # nothing is chosen for it, and other rules count for it than before


class Study(Struct, frozen=True, eq=False):
    """What there is to know of a file and a policy.

    `policy` is what the window shows as chosen. `written` is None if nothing can be written or nothing has to be;
    `fault` says why it cannot. `after` has the crawlers by their tokens, `rows` are the lines that change.
    The block names neither those that it `missed`, since the list learned them later, nor those that somebody has
    `taken_out`.
    """

    body: bytes
    policy: AiPolicy
    purposes: tuple[PurposeRow, ...]
    wishes: Wishes
    after: Mapping[str, After]
    block: Block | None = None
    by_hand: tuple[int, ...] = ()
    taken: TakenOver | None = None
    missed: tuple[Crawler, ...] = ()
    taken_out: tuple[Crawler, ...] = ()
    fault: Told | None = None
    written: Written | None = None
    outcome: AiPolicyOutcome | None = None
    rows: tuple[DiffRow, ...] = ()

    @property
    def waits_for_answer(self) -> bool:
        """True if somebody changed the block, and has to say what is to become of that."""
        return self.taken is not None


def study_of(
    body: bytes,
    wanted: PendingPolicy | None,
    catalogue: Catalogue,
    day: str,
    is_cancelled: Callable[[], bool] | None = None,
) -> Study:
    """Study a file with what is wanted of it, or with what its block says; `day` is today, as `2026-11-23`.

    Raises `Cancelled` if asked to.
    """
    try:
        block = find_block(body, catalogue)
    except BlockError as error:
        policy = wanted.policy if wanted else AiPolicy()
        return Study(
            body, policy, overview_of(body, policy, catalogue), wishes_of(body, catalogue), {}, fault=error.told
        )
    noted = block.policy if block else AiPolicy()
    policy, is_anew = (wanted.policy, wanted.anew) if wanted else (noted, False)
    is_open = bool(block and block.is_by_hand and not is_anew)
    missed = missed_by(block, catalogue) if block else ()
    taken_out = taken_out_of(block, catalogue) if block else ()
    written, fault = None, None
    if not is_open and (missed or is_anew or policy != noted):
        try:
            written = write_policy(body, policy, catalogue, day, anew=is_anew)
        except PolicyError as error:
            fault = error.told
    if is_cancelled and is_cancelled():
        raise Cancelled
    outcome = _outcome(body, written, block, policy, catalogue, is_cancelled)
    purposes = overview_of(body, policy, catalogue)
    return Study(
        body,
        policy,
        purposes,
        wishes_of(body, catalogue),
        MappingProxyType(dict(_after(purposes, outcome))),
        block,
        lines_by_hand(block, catalogue) if block else (),
        take_over(block, catalogue) if block and is_open else None,
        tuple(each for each in missed if each not in taken_out),
        taken_out,
        fault,
        written if written and written.body != body else None,
        outcome,
        rows_of(compare_texts(body, written.body)) if written else (),
    )


def _outcome(
    body: bytes,
    written: Written | None,
    block: Block | None,
    policy: AiPolicy,
    catalogue: Catalogue,
    is_cancelled: Callable[[], bool] | None,
) -> AiPolicyOutcome | None:
    """What comes of what would be written, or came of the block as it stands; None if there is neither."""
    if written is None and block is None:
        return None
    outcome = outcome_of(body, written or Written(body, block), policy, catalogue, is_cancelled)
    return _in_lines_of_the_draft(outcome, pair_lines(body, written.body)) if written else outcome


def _in_lines_of_the_draft(outcome: AiPolicyOutcome, lines: LineMap) -> AiPolicyOutcome:
    """The same with the lines as they are seen: what would be written moves those below it."""
    shortfalls = (
        replace(each, lines=tuple(lines.old_line(line) or line for line in each.lines)) for each in outcome.shortfalls
    )
    return replace(outcome, shortfalls=tuple(shortfalls))


def _after(purposes: tuple[PurposeRow, ...], outcome: AiPolicyOutcome | None) -> Mapping[str, After]:
    if outcome is None:
        return {}
    short = {found.crawler.token for found in outcome.shortfalls}
    moved = {found.crawler.token for found in outcome.moved}
    after: dict[str, After] = {}
    for row in (row for purpose in purposes for row in purpose.rows):
        token = row.crawler.token
        if row.choice is None:
            after[token] = After.MOVED if token in moved else After.AS_NOW
        else:
            after[token] = After.SHORT if token in short else After.IN_VAIN if row.is_asked_in_vain else After.PROVEN
    return after
