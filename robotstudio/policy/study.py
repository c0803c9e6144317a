"""Everything the window shows of a policy: what the file does, what was chosen, and the outcome of writing it."""

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
from robotstudio.policy.manual_changes import (
    AdoptedPolicy,
    adopt_edits,
    edited_lines,
    missing_crawlers,
    removed_crawlers,
)
from robotstudio.policy.model import AiPolicy, PolicyError
from robotstudio.policy.outcome import AiPolicyOutcome, Shortfall, outcome_of
from robotstudio.policy.overview import PurposeRow, overview_of
from robotstudio.policy.signals import Wishes, wishes_of
from robotstudio.policy.writing import Written, write_policy
from robotstudio.text.language import Told


class PendingPolicy(Struct, frozen=True):
    """A choice that is not in the file yet; `overwrites` also replaces manual changes."""

    policy: AiPolicy
    overwrites: bool = False


class BlockEffect(StrEnum):
    """Effect of the block on a crawler."""

    AS_NOW = "as-now"  # no choice, no change
    PROVEN = "proven"  # the file equals the choice for every URL
    IN_VAIN = "in-vain"  # equal, but the crawler ignores robots.txt
    SHORT = "short"  # the file differs from the choice
    MOVED = "moved"  # no choice, but other rules apply than before


class Study(Struct, frozen=True, eq=False):
    """The analysis of a file and a policy.

    `policy` is shown as chosen. `written` is None if nothing can or has to be written; `fault` is why it cannot.
    `after` is by crawler token, `rows` are the changed lines. `missed` are crawlers that the list learned after the
    block was written, `removed_by_hand` those removed by hand.
    """

    body: bytes
    policy: AiPolicy
    purposes: tuple[PurposeRow, ...]
    wishes: Wishes
    after: Mapping[str, BlockEffect]
    block: Block | None = None
    by_hand: tuple[int, ...] = ()
    taken: AdoptedPolicy | None = None
    missed: tuple[Crawler, ...] = ()
    removed_by_hand: tuple[Crawler, ...] = ()
    fault: Told | None = None
    written: Written | None = None
    outcome: AiPolicyOutcome | None = None
    rows: tuple[DiffRow, ...] = ()

    @property
    def waits_for_answer(self) -> bool:
        """True if the block was edited, and the person has to decide what to do with that."""
        return self.taken is not None


def study_of(
    body: bytes,
    wanted: PendingPolicy | None,
    catalogue: Catalogue,
    day: str,
    is_cancelled: Callable[[], bool] | None = None,
) -> Study:
    """Study a file with a pending policy, or with that of its block; `day` is today, as `2026-11-23`.

    Raises `Cancelled` if cancelled.
    """
    try:
        block = find_block(body, catalogue)
    except BlockError as error:
        policy = wanted.policy if wanted else AiPolicy()
        return Study(
            body, policy, overview_of(body, policy, catalogue), wishes_of(body, catalogue), {}, fault=error.told
        )
    noted = block.policy if block else AiPolicy()
    policy, overwrites = (wanted.policy, wanted.overwrites) if wanted else (noted, False)
    is_open = bool(block and block.is_edited and not overwrites)
    missed = missing_crawlers(block, catalogue) if block else ()
    removed_by_hand = removed_crawlers(block, catalogue) if block else ()
    written, fault = None, None
    if not is_open and (missed or overwrites or policy != noted):
        try:
            written = write_policy(body, policy, catalogue, day, overwrites=overwrites)
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
        edited_lines(block, catalogue) if block else (),
        adopt_edits(block, catalogue) if block and is_open else None,
        tuple(each for each in missed if each not in removed_by_hand),
        removed_by_hand,
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
    """Return the outcome of the file to be written, or of the existing block; None if there is neither."""
    if written is None and block is None:
        return None
    outcome = outcome_of(body, written or Written(body, block), policy, catalogue, is_cancelled)
    return _in_lines_of_the_draft(outcome, pair_lines(body, written.body)) if written else outcome


def _in_lines_of_the_draft(outcome: AiPolicyOutcome, lines: LineMap) -> AiPolicyOutcome:
    """Map line numbers to the current draft, which lacks the new block."""
    return replace(outcome, shortfalls=tuple(_in_old_lines(each, lines) for each in outcome.shortfalls))


def _in_old_lines(found: Shortfall, lines: LineMap) -> Shortfall:
    """Map the lines of a shortfall; its deciding lines are left out if they are in the new block."""
    difference = found.difference
    if difference is not None and difference.line_a is not None:
        difference = replace(difference, line_a=lines.old_line(difference.line_a))
    named = tuple(lines.old_line(line) or line for line in found.lines)
    deciding = tuple(old for line in found.deciding if (old := lines.old_line(line)))
    return replace(found, lines=named, difference=difference, deciding=deciding)


def _after(purposes: tuple[PurposeRow, ...], outcome: AiPolicyOutcome | None) -> Mapping[str, BlockEffect]:
    if outcome is None:
        return {}
    short = {found.crawler.token for found in outcome.shortfalls}
    moved = {found.crawler.token for found in outcome.moved}
    after: dict[str, BlockEffect] = {}
    for row in (row for purpose in purposes for row in purpose.rows):
        token = row.crawler.token
        if row.choice is None:
            after[token] = BlockEffect.MOVED if token in moved else BlockEffect.AS_NOW
        else:
            reached = BlockEffect.IN_VAIN if row.is_ineffective else BlockEffect.PROVEN
            after[token] = BlockEffect.SHORT if token in short else reached
    return after
