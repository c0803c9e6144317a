"""The words of the tab."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.app.expectation_results import ExpectationRow, ExpectationState, Results
from robotstudio.engine.expectation_words import now_words, pinned_words
from robotstudio.engine.phrases import Phrase, Piece, PieceKind, Translate, as_text, fill, printable
from robotstudio.ui.widgets.formats import format_count

translated: Translate = partial(QCoreApplication.translate, "expectations")

_MOST_SAID = 6


def state_word(state: ExpectationState) -> str:
    """What became of it, in a word."""
    return {
        ExpectationState.FAILS: translated("fails"),
        ExpectationState.UNREADABLE: translated("not read"),
        ExpectationState.WAITS: translated("…"),
        ExpectationState.PASSES: translated("passes"),
    }[state]


def expected_phrase(row: ExpectationRow) -> Phrase:
    """What is expected; of a mistake, the line itself."""
    if row.expectation is None:
        return (Piece(printable(row.text.strip()), PieceKind.URL),)
    return pinned_words(row.expectation, translated)


def now_phrase(row: ExpectationRow) -> Phrase:
    """What is so now; of a mistake, what is wrong."""
    if row.expectation is None:
        return fill(translated("Line {number}: {mistake}"), number=str(row.number), mistake=row.mistake)
    return now_words(row.judgement.verdict, translated) if row.judgement else ()


def row_sentence(row: ExpectationRow) -> str:
    """The whole row for who hears it, and for the clipboard."""
    return ". ".join(filter(None, (state_word(row.state), as_text(expected_phrase(row)), as_text(now_phrase(row)))))


def badge_words(results: Results) -> str:
    """The count on the tab; empty where there is nothing to count."""
    if not results.rows:
        return ""
    return f"{format_count(results.counts[ExpectationState.PASSES])}/{format_count(results.total)}"


def status_words(results: Results) -> str:
    """The run in a few words for the status bar; empty where there is none."""
    fails, total = results.counts[ExpectationState.FAILS], results.total
    if fails:
        said = translated("1 of {total} tests fails") if fails == 1 else translated("{fails} of {total} tests fail")
        return said.format(fails=format_count(fails), total=format_count(total))
    if results.counts[ExpectationState.UNREADABLE]:
        return unread_words(results)
    return translated("Tests {badge}").format(badge=badge_words(results)) if total else ""


def unread_words(results: Results) -> str:
    """How many lines could not be read."""
    count = results.counts[ExpectationState.UNREADABLE]
    said = translated("1 test cannot be read") if count == 1 else translated("{count} tests cannot be read")
    return said.format(count=format_count(count)) if count else ""


def summary_words(results: Results) -> str:
    """The run in a sentence for the footer of the tab."""
    fails, passes, total = (
        results.counts[ExpectationState.FAILS],
        results.counts[ExpectationState.PASSES],
        results.total,
    )
    tests = translated("1 test") if total == 1 else translated("{count} tests").format(count=format_count(total))
    parts = [tests]
    if fails:
        parts.append(translated("{count} fail").format(count=format_count(fails)))
    if passes:
        parts.append(translated("{count} pass").format(count=format_count(passes)))
    parts.append(unread_words(results))
    return " · ".join(filter(None, parts))


def failing_words(rows: Sequence[ExpectationRow]) -> str:
    """Failing tests as lines of a tooltip."""
    said = [f"{as_text(expected_phrase(row))}: {as_text(now_phrase(row))}" for row in rows[:_MOST_SAID]]
    if len(rows) > _MOST_SAID:
        said.append(translated("{count} more").format(count=format_count(len(rows) - _MOST_SAID)))
    return "\n".join(said)
