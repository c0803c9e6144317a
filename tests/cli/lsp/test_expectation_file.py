"""A file of expectations in an editor offers what would be met."""

import pytest
from lsprotocol import types

from robotstudio.cli.lsp.expectation_file import ExpectationSnapshot, expectation_snapshot
from robotstudio.engine.crawlers import CATALOGUE

URI = "file:///site/robots.txt.expect"
SHOP = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n"
WHOLE = types.Range(types.Position(0, 0), types.Position(99, 0))


def snapshot(text: str) -> ExpectationSnapshot:
    return expectation_snapshot(text, SHOP, CATALOGUE, "utf-16")


def offered(text: str, asked: types.Range = WHOLE) -> list[tuple[str, str]]:
    """Return the title of each action, and the text after it."""
    return [(action.title, _applied(text, action)) for action in snapshot(text).actions(URI, asked, None)]


def _applied(text: str, action: types.CodeAction) -> str:
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[URI]
    lines = text.split("\n")
    line = edit.range.start.line
    assert line == edit.range.end.line
    lines[line] = lines[line][: edit.range.start.character] + edit.new_text + lines[line][edit.range.end.character :]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("allow  Googlebot  /cart/1", "block  Googlebot  /cart/1"),
        ("block Googlebot /cart/help   # as ever", "allow  Googlebot  /cart/help   # as ever"),
        ('allow Googlebot /cart/help by "Allow: /"', 'allow  Googlebot  /cart/help  by "Allow: /cart/help"'),
        ("block Googlebot /cart/1 by no rule", 'block  Googlebot  /cart/1  by "Disallow: /cart/"'),
        ("block Googlebot /help/*", "allow  Googlebot  /help/*"),
    ],
)
def test_expectation_that_is_not_met_becomes_what_the_file_does(line: str, instead: str) -> None:
    text = f"# about the shop\n{line}\nblock Googlebot /cart/\n"
    ((title, after),) = offered(text)
    assert title == f"Change to “{' '.join(instead.partition('#')[0].split())}”"
    assert after == text.replace(line, instead)
    assert snapshot(after).diagnostics("x") == []


def test_nothing_is_offered_that_would_not_be_met_either() -> None:
    assert offered("block Googlebot /*\n") == []
    assert offered("allow Googlebot /*\n") == []
    assert offered("perhaps\n") == []


def test_actions_are_those_of_the_lines_and_kinds_that_are_asked_for() -> None:
    text = "allow Googlebot /cart/1\nallow Googlebot /cart/2\n"
    second = types.Range(types.Position(1, 3), types.Position(1, 3))
    assert [title for title, _ in offered(text, second)] == ["Change to “block Googlebot /cart/2”"]
    assert snapshot(text).actions(URI, WHOLE, ["refactor"]) == []


def test_quick_fix_of_kate_changes_one_line() -> None:
    found = snapshot("allow Googlebot /cart/1\nallow Googlebot /cart/2\n")
    second = found.diagnostics("x")[1]
    titles = [action.title for action in found.actions(URI, WHOLE, None, [second])]
    assert titles == ["Change to “block Googlebot /cart/2”"]


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("block @ai-training /cart/1\n", 2),
        ("# ours\r\nsum(urls) of blocked <= 3\r\n", 3),
        ("version 1\nblock @ai-training /cart/1\nsum(urls) of blocked <= 3\n", 3),
    ],
)
def test_version_that_a_line_needs_is_written(text: str, version: int) -> None:
    ((title, after),) = offered(text)
    assert title == f"Write “version {version}” above all expectations"
    assert after.startswith(f"version {version}\r\n" if "\r" in text else f"version {version}\n")
    assert snapshot(after).diagnostics("x") == []


@pytest.mark.parametrize(
    ("line", "first"), [("allow ", "*"), ("allow Goog", "Googlebot"), ("block google-ex", "Google-Extended")]
)
def test_likely_crawlers_are_proposed_first(line: str, first: str) -> None:
    """Editors sort by name what has no order, and end a word at a hyphen if they are not told where it starts."""
    items = snapshot(line).completion(types.Position(0, len(line)))
    found = min(items, key=lambda item: item.sort_text or item.label)
    assert found.label == first
    assert isinstance(found.text_edit, types.TextEdit)
    assert found.text_edit.range.start == types.Position(0, 6)


def test_verbs_begin_a_line() -> None:
    assert [item.label for item in snapshot("al").completion(types.Position(0, 2))] == ["allow", "block"]
    assert snapshot("allow Googlebot /").completion(types.Position(0, 17)) == []
