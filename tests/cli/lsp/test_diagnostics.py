"""The first answer after a key in a large file: changed lines are judged, other findings move with their lines."""

from lsprotocol import types

from robotstudio.cli.lsp.diagnostics import FirstFindings, diagnostic_of
from robotstudio.cli.lsp.positions import Positions
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import message_text
from robotstudio.lint.rules import RULES

LINES = ["User-agent: *", *(f"Disallow: /{number}/" for number in range(2500))]
OF_LINES = {code: rule for code, rule in RULES.items() if rule.line}
"""The others may find something else in lines that did not change."""
MISTAKES = ("Disalow: /{}", "Disallow: /{}//a", "Disallow: {}", "Crawl-delay: {}soon")
LINES[10], LINES[2000] = "Disalow: /early/", "Disalow: /late/"


def all_of(positions: Positions) -> list[types.Diagnostic]:
    found = Linter(OF_LINES).check(b"\n".join(positions.raws)).findings
    return [diagnostic_of(finding, message_text(finding), positions) for finding in found]


def positions(lines: list[str]) -> Positions:
    return Positions.of("\n".join(lines).encode(), "utf-16")


def first_after(*changed: list[str], before: list[str] = LINES) -> list[types.Diagnostic] | None:
    """Return the first findings of the last of some texts that follow one another."""
    first, found = FirstFindings(OF_LINES), None
    start = positions(before)
    first.keep(start, all_of(start), are_lines_read=True)
    for lines in changed:
        found = first.of(positions(lines))
    return found


def test_changed_line_is_judged_and_the_others_move() -> None:
    inserted = [*LINES[:1000], "Allow: /new/", "Disalow: /new/", *LINES[1000:]]
    assert first_after(inserted) == all_of(positions(inserted))
    assert first_after(LINES[:500] + LINES[600:]) == all_of(positions(LINES[:500] + LINES[600:]))
    mended = [*LINES[:10], "Disallow: /early/", *LINES[11:]]
    assert first_after(mended) == all_of(positions(mended))


def test_thousands_of_findings_wait_for_nothing() -> None:
    many = ["User-agent: *", *(line.format(number) for number in range(900) for line in MISTAKES)]
    typed = [*many[:1000], "Disalow: /new", *many[1000:]]
    found = first_after(typed, before=many)
    assert found == all_of(positions(typed))
    assert len(found) > 2000


def test_keys_may_follow_before_all_is_known() -> None:
    once = [*LINES[:100], "Disalow: /new/", *LINES[100:]]
    twice = [*once[:1500], "Disalow: /newer/", *once[1500:]]
    assert first_after(once, twice, once) == all_of(positions(once))


def test_small_files_and_comments_that_silence_wait_for_all() -> None:
    assert first_after(["User-agent: *"], before=["User-agent: *", "Disalow: /a"]) is None
    silenced = [*LINES[:9], "# studio-ignore RS102", *LINES[9:]]
    assert first_after(silenced) is None
    assert first_after(LINES, before=silenced) is None
