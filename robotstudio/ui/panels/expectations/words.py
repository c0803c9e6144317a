"""The texts of the Tests tab."""

from collections.abc import Mapping, Sequence

from robotstudio.draft.expectation_results import ExpectationRow, ExpectationState, Results
from robotstudio.explain.expectation_words import found_words, pinned_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_text, printable
from robotstudio.ui.language.language import together

_MOST_SAID = 6
_STATES: Mapping[ExpectationState, Message] = {
    ExpectationState.FAILS: "fails",
    ExpectationState.UNREADABLE: "not read",
    ExpectationState.WAITS: "…",
    ExpectationState.PASSES: "passes",
}
_FAILING = Plural("1 of {total} tests fails", "{count} of {total} tests fail")
_UNREAD = Plural("1 test cannot be read", "{count} tests cannot be read")
_TESTS = Plural("1 test", "{count} tests")
_FAIL = Plural("{count} fail", "{count} fail")
_PASS = Plural("{count} pass", "{count} pass")
_MORE = Plural("{count} more", "{count} more")


def state_word(state: ExpectationState) -> str:
    """Return a state in one word."""
    return tr(_STATES[state])


def expected_phrase(row: ExpectationRow) -> Phrase:
    """Return the expected result, or the text of an invalid line."""
    if row.expectation is None:
        return (Piece(printable(row.text.strip()), PieceKind.URL),)
    return pinned_words(row.expectation)


def now_phrase(row: ExpectationRow) -> Phrase:
    """Return the current result, or the error of an invalid line."""
    if row.expectation is None:
        return WORDS.phrase(
            "Line {number}: {mistake}", number=row.number, mistake=WORDS.tell(row.mistake) if row.mistake else ""
        )
    return found_words(row.judgement) if row.judgement else ()


def row_sentence(row: ExpectationRow) -> str:
    """Return the whole row for screen readers and the clipboard."""
    said = (state_word(row.state), as_text(expected_phrase(row)), as_text(now_phrase(row)))
    return WORDS.sentences(map(WORDS.sentence, filter(None, said)))


def badge_words(results: Results) -> str:
    """Return the count on the tab; "" if there is nothing to count."""
    if not results.rows:
        return ""
    return f"{WORDS.number(results.counts[ExpectationState.PASSES])}/{WORDS.number(results.total)}"


def status_words(results: Results) -> str:
    """Return the results in a few words for the status bar; "" if there are none."""
    fails, total = results.counts[ExpectationState.FAILS], results.total
    if fails:
        return ntr(_FAILING, fails, total=total)
    if results.counts[ExpectationState.UNREADABLE]:
        return unread_words(results)
    return tr("Tests {badge}", badge=badge_words(results)) if total else ""


def unread_words(results: Results) -> str:
    """Return how many lines are invalid."""
    count = results.counts[ExpectationState.UNREADABLE]
    return ntr(_UNREAD, count) if count else ""


def summary_words(results: Results) -> str:
    """Return the results in a sentence for the footer."""
    fails, passes, total = (
        results.counts[ExpectationState.FAILS],
        results.counts[ExpectationState.PASSES],
        results.total,
    )
    parts = [ntr(_TESTS, total)]
    if fails:
        parts.append(ntr(_FAIL, fails))
    if passes:
        parts.append(ntr(_PASS, passes))
    parts.append(unread_words(results))
    return together(" · ", *parts)


def failing_words(rows: Sequence[ExpectationRow]) -> str:
    """Return failing tests as lines of a tooltip."""
    said = [WORDS.about(as_text(expected_phrase(row)), as_text(now_phrase(row))) for row in rows[:_MOST_SAID]]
    if len(rows) > _MOST_SAID:
        said.append(ntr(_MORE, len(rows) - _MOST_SAID))
    return together("\n", *said)
