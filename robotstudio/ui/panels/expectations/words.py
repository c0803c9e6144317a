"""The texts about tests."""

from collections.abc import Mapping, Sequence

from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState, Results
from robotstudio.draft.expectation_sums import found_sum_words
from robotstudio.draft.expectations import sum_text
from robotstudio.explain.expectation_words import found_words, pinned_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_text, printable
from robotstudio.ui.language.language import together

_MOST_SAID = 6
_STATES: Mapping[ExpectationState, Message] = {
    ExpectationState.FAILS: "fails",
    ExpectationState.UNREADABLE: "not read",
    ExpectationState.UNKNOWN: "undecided",
    ExpectationState.WAITS: "…",
    ExpectationState.PASSES: "passes",
}
_FAILING = Plural("1 of {total} tests fails", "{count} of {total} tests fail")
_UNREAD = Plural("1 test cannot be read", "{count} tests cannot be read")
_UNDECIDED = Plural("1 of {total} tests is undecided", "{count} of {total} tests are undecided")
_PASSING = Plural("{passed} of 1 test passes", "{passed} of {count} tests pass")
_UNLISTED = Plural(
    "1 test is about another URL or crawler, a pattern or a sum.",
    "{count} tests are about other URLs, crawlers, patterns or sums.",
)
_MORE_UNLISTED = Plural(
    "1 more test is about another URL or crawler, a pattern or a sum.",
    "{count} more tests are about other URLs, crawlers, patterns or sums.",
)
_MORE = Plural("{count} more", "{count} more")


def state_word(state: ExpectationState) -> str:
    """Return a state in one word."""
    return tr(_STATES[state])


def expected_phrase(row: ExpectationRow) -> Phrase:
    """Return the expected result, or the text of an invalid line."""
    if row.sum is not None:
        return (Piece(sum_text(row.sum), PieceKind.URL),)
    if row.expectation is None:
        return (Piece(printable(row.text.strip()), PieceKind.URL),)
    return pinned_words(row.expectation)


def now_phrase(row: ExpectationRow) -> Phrase:
    """Return the current result, or the error of an invalid line."""
    if row.sum is not None:
        return (Piece(found_sum_words(row.found)),) if row.found else ()
    if row.expectation is None:
        return WORDS.phrase(
            "Line {number}: {mistake}", number=row.number, mistake=WORDS.tell(row.mistake) if row.mistake else ""
        )
    return found_words(row.judgement) if row.judgement else ()


def status_words(results: Results) -> str:
    """Return the results in a few words for the status bar; "" if there are none."""
    fails, total = results.counts[ExpectationState.FAILS], results.total
    if fails:
        return ntr(_FAILING, fails, total=total)
    if unread := results.counts[ExpectationState.UNREADABLE]:
        return ntr(_UNREAD, unread)
    if unknown := results.counts[ExpectationState.UNKNOWN]:
        return ntr(_UNDECIDED, unknown, total=total)
    return ntr(_PASSING, total, passed=WORDS.number(results.counts[ExpectationState.PASSES])) if total else ""


def unlisted_words(rows: Sequence[ExpectationRow], *, elsewhere: bool) -> str:
    """Return how many tests no cell shows, and the first line that cannot be read; "" if there is neither.

    `elsewhere` is True if there are others, which cells show.
    """
    unread = [row for row in rows if row.mistake]
    parts = []
    if others := len(rows) - len(unread):
        parts.append(ntr(_MORE_UNLISTED if elsewhere else _UNLISTED, others))
    if unread:
        parts.append(WORDS.about(ntr(_UNREAD, len(unread)), as_text(now_phrase(unread[0]))))
    return together(" · ", *parts)


def row_words(row: ExpectationRow) -> str:
    """Return a test with its state, or the offer to remove a line that cannot be read, as a row of a list."""
    said = as_text(expected_phrase(row))
    is_read = row.expectation is not None or row.sum is not None
    return WORDS.about(state_word(row.state), said) if is_read else tr("Remove the line: {text}", text=said)


def failing_words(rows: Sequence[ExpectationRow]) -> str:
    """Return tests that fail or are not known as lines of a tooltip."""
    said = [WORDS.about(as_text(expected_phrase(row)), as_text(now_phrase(row))) for row in rows[:_MOST_SAID]]
    if len(rows) > _MOST_SAID:
        said.append(ntr(_MORE, len(rows) - _MOST_SAID))
    return together("\n", *said)
