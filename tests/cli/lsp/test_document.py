"""A robots.txt in an editor says what the terminal and the window say."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from robotstudio import Robots
from robotstudio.cli.config import Config
from robotstudio.cli.lint_reports import CheckedFile, rows_of
from robotstudio.cli.lsp import diagnostics
from robotstudio.cli.lsp.document import FIX_ALL, LEGEND, OpenFile, Snapshot
from robotstudio.cli.lsp.positions import Positions
from robotstudio.cli.lsp.surroundings import Surroundings, surroundings_of
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import CATALOGUE, DEFAULT_TOKENS
from robotstudio.lint import linter, proof
from robotstudio.lint.context import Setting
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding
from robotstudio.lint.tidying import tidied
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import normalise
from tests.lint.fixtures import FOLDER, Case, cases
from tests.rows import each_row

URI = "file:///site/robots.txt"
CASES = [case for path in sorted(FOLDER.glob("RS*.txt")) for case in cases(path)]
SHOP = """\
User-agent: *
Disalow: /cart/
Allow: /cart/help

User-agent: GPTBot
User-agent: CCBot
Disallow: /
"""
URLS = ("/", "/cart/1", "/cart/2", "/cart/help")


def snapshot(text: str, *urls: str, expected: Path = Path("none.expect"), encoding: str = "utf-16") -> Snapshot:
    crawlers = tuple(CATALOGUE.crawler_for(token) for token in DEFAULT_TOKENS)
    around = Surroundings(Config(), CATALOGUE, crawlers, as_set(map(normalise, urls)), expected)
    return OpenFile(URI, Path("/site/robots.txt"), around, encoding).snapshot(text)


def at(line: int, column: int) -> types.Position:
    return types.Position(line - 1, column - 1)


def edited(text: str, edits: list[types.TextEdit], encoding: str = "utf-16") -> str:
    """Apply edits as an editor does."""
    lines = text.split("\n")
    coded, size = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[encoding]

    def place(position: types.Position) -> int:
        before = lines[position.line].encode(coded)[: position.character * size].decode(coded)
        return sum(len(line) + 1 for line in lines[: position.line]) + len(before)

    for edit in sorted(edits, key=lambda each: each.range.start, reverse=True):
        text = text[: place(edit.range.start)] + edit.new_text + text[place(edit.range.end) :]
    return text


@each_row("case", CASES, ids=lambda case: case.name)
def test_fixtures_of_the_linter_say_what_the_terminal_says(case: Case) -> None:
    text = case.body.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    body = text.encode("utf-8", "surrogateescape")
    in_editor = [
        (
            each.code,
            each.range.start.line + 1,
            each.range.start.character + 1,
            each.range.end.character + 1,
            each.message,
        )
        for each in snapshot(text, encoding="utf-32").diagnostics()
    ]
    report = Linter().check(body, Setting(None, "robots.txt"))
    in_terminal = [
        (row.code, row.line, row.column, row.end_column, row.message) for row in rows_of(CheckedFile("x", report, body))
    ]
    assert sorted(in_editor) == sorted(in_terminal)


def test_card_says_what_a_rule_matches_and_decides() -> None:
    found = snapshot(SHOP, *URLS).hover(at(2, 12))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    said = found.contents.value
    assert said.startswith("**`Disallow: /cart/`**")
    assert "Decides 2 of 4 URLs." in said
    assert "- `/cart/`" in said


def test_card_shows_the_markup_of_strangers_as_text() -> None:
    found = snapshot("User-agent: *\nDisallow: /<b>`x`[a](b)\n").hover(at(2, 12))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert "``/<b>`x`[a](b)" in found.contents.value or "`` Disallow: /<b>`x`[a](b) ``" in found.contents.value
    assert snapshot("User-agent: <b>*x*\n").hover(at(1, 14)) is not None


def test_card_of_a_field_links_to_its_source() -> None:
    card = snapshot(SHOP).hover(at(1, 3))
    assert card is not None
    assert isinstance(card.contents, types.MarkupContent)
    first, *_, source = card.contents.value.split("\n\n")
    assert first == "**User-agent**"
    assert source.startswith("<https://www.rfc-editor.org/rfc/rfc9309>, checked on ")


def test_nothing_is_told_of_an_empty_line() -> None:
    assert snapshot(SHOP).hover(at(4, 1)) is None
    assert snapshot("").hover(at(1, 1)) is None


@pytest.mark.parametrize(
    ("text", "proposed"),
    [
        ("Disa", "Disallow"),
        ("User-agent: goog", "Googlebot"),
        ("User-agent: *\nDisallow: /ca", "/cart/"),
        ("Crawl-delay: ", "1"),
    ],
)
def test_proposals_replace_what_is_typed(text: str, proposed: str) -> None:
    line = text.count("\n") + 1
    last = text.rpartition("\n")[2]
    items = snapshot(text, *URLS).completion(at(line, len(last) + 1))
    item = next(each for each in items if (each.filter_text or "").startswith(proposed))
    assert item.text_edit is not None
    assert isinstance(item.text_edit, types.TextEdit)
    typed = last.rpartition(" ")[2]
    assert edited(text, [item.text_edit]) == text[: len(text) - len(typed)] + item.text_edit.new_text


def test_fix_says_what_it_flips() -> None:
    found = snapshot(SHOP, *URLS).actions(types.Range(at(2, 1), at(2, 3)), None)
    fix = found[0]
    old, new = Robots.parse(SHOP), Robots.parse(SHOP.replace("Disalow", "Disallow"))
    flips = sum(old.allowed(url, token) != new.allowed(url, token) for url in URLS for token in DEFAULT_TOKENS)
    assert fix.title == f"Change to Disallow (flips {flips} verdicts)"
    assert fix.is_preferred
    assert fix.edit is not None
    assert fix.edit.changes is not None
    assert edited(SHOP, [*fix.edit.changes[URI]]) == SHOP.replace("Disalow", "Disallow")
    silence = found[1]
    assert silence.edit is not None
    assert silence.edit.changes is not None
    after = edited(SHOP, [*silence.edit.changes[URI]])
    assert after == SHOP.replace("Disalow", "# studio-ignore RS102\nDisalow")
    assert "RS102" not in [each.code for each in snapshot(after).diagnostics()]


def test_all_safe_fixes_are_one_action() -> None:
    text = "user-agent : *\nDisallow: /a\nDisallow: /a\n"
    (action,) = snapshot(text).actions(types.Range(at(1, 1), at(1, 1)), [FIX_ALL])
    assert action.edit is not None
    assert action.edit.changes is not None
    after = edited(text, [*action.edit.changes[URI]])
    assert after != text
    assert snapshot(after).all_fixed() == (None, "")


@each_row("case", CASES, ids=lambda case: case.name)
def test_fix_without_a_last_line_end_makes_the_file_that_the_window_makes(case: Case) -> None:
    text = case.body.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").rstrip("\r\n")
    if "\r" in text.replace("\r\n", "\n"):
        return  # `edited` has no such line ends
    found = snapshot(text)
    for fix in (fix for finding in found.checked.findings for fix in finding.diagnostic.fixes):
        assert edited(text, found.edits_of(fix)).encode() == apply(found.body, [fix]).body


def test_safe_fixes_that_are_not_proven_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "is_proven_alike", lambda _before, after: not after.endswith(b"\n"))
    edit, refusal = snapshot("User-agent: *\n Disallow: /a").all_fixed()
    assert edit is not None
    assert refusal == "1 fix was not applied: there is no proof that nothing else changes."


def test_quick_fix_of_kate_gets_one_fix() -> None:
    """Kate asks for the whole file and names a finding; version 22.12 applies all that it gets."""
    found = snapshot("User-agent: *\nDisalow: /cart/\nDisallow: admin\nCrawl-delay: abc\n")
    whole, shown = types.Range(at(1, 1), at(5, 1)), found.diagnostics()
    assert [each.code for each in shown] == ["RS102", "RS401", "RS201"]
    fixes = [found.actions(whole, None, [each]) for each in shown]
    assert [[fix.title.partition(" (")[0] for fix in each] for each in fixes] == [
        ["Change to Disallow"],
        ["Change to /admin"],
        [],
    ]
    assert len(found.actions(whole, ["quickfix"], shown)) == len(found.actions(whole, ["quickfix"])) > 2


def test_actions_are_those_that_are_asked_for() -> None:
    whole = types.Range(at(1, 1), at(8, 1))
    assert snapshot(SHOP).actions(whole, ["refactor"]) == []
    assert {each.kind for each in snapshot(SHOP).actions(whole, ["quickfix"])} == {types.CodeActionKind.QuickFix}


def test_only_the_first_findings_of_a_range_offer_fixes() -> None:
    """Editors ask for the fixes of thousands when all is selected, whose proofs take minutes."""
    found = snapshot("User-agent: *\n" + "".join(f"Disalow: /{number}\n" for number in range(40)))
    fixed = [each.diagnostics[0].range.start.line for each in found.actions(WHOLE, ["quickfix"]) if each.diagnostics]
    assert fixed == [*range(1, 11)]
    asked = []

    def is_cancelled() -> bool:
        asked.append(True)
        return len(asked) > 3

    with pytest.raises(Cancelled):
        found.actions(WHOLE, ["quickfix"], is_cancelled=is_cancelled)


def test_edits_of_a_huge_line_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "_MOST_GROUP_BYTES_CACHED", 1)
    crawlers = tuple(CATALOGUE.crawler_for(token) for token in DEFAULT_TOKENS)
    around = Surroundings(Config(), CATALOGUE, crawlers, as_set(()), Path("none.expect"))
    file = OpenFile(URI, Path("/site/robots.txt"), around, "utf-16")
    huge = "x" * 100_000
    tracemalloc.start()
    for number in range(20):
        found = file.snapshot(f"User-agent: *\nDisallow: /*{huge}{number}*y\n{huge}{number}: x\n")
        found.diagnostics()
        found.tokens()
        if number == 4:
            before = tracemalloc.get_traced_memory()[0]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 5 * len(huge)


def test_search_for_actions_is_given_up_with_its_text() -> None:
    with pytest.raises(Cancelled):
        snapshot(SHOP).actions(WHOLE, None, is_cancelled=lambda: True)


def test_formatting_is_that_of_the_window() -> None:
    text = "user-agent:*\ndisallow:/a\nuser-agent: b\ndisallow: /é\n"
    edits, refusal = snapshot(text).formatted()
    assert edited(text, edits) == tidied(text.encode()).body.decode()
    assert refusal == ""
    assert snapshot(tidied(text.encode()).body.decode()).formatted() == ([], "")


def test_rule_with_more_findings_than_are_listed_says_how_many() -> None:
    text = "User-agent: *\n" + "".join(f"Disalow: /{number}\n" for number in range(1005))
    *found, last = [each for each in snapshot(text).diagnostics() if each.code == "RS102"]
    assert len(found) == 1000
    assert last.message == "robots.txt: 1,005 findings of RS102 in all; not all are listed."
    assert (last.range, last.severity) == (found[-1].range, types.DiagnosticSeverity.Information)


def test_key_makes_the_sentence_of_its_own_finding_only(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["User-agent: *", *(f"Disalow: /{number}/" for number in range(900)), "Crawl-delay: soon"]
    crawlers = tuple(CATALOGUE.crawler_for(token) for token in DEFAULT_TOKENS)
    around = Surroundings(Config(), CATALOGUE, crawlers, as_set(()), Path("none.expect"))
    file = OpenFile(URI, Path("/site/robots.txt"), around, "utf-16")
    before = file.snapshot("\n".join(lines)).diagnostics()
    made: list[str] = []

    def say(finding: Finding) -> str:
        made.append(message_text(finding))
        return made[-1]

    monkeypatch.setattr(diagnostics, "message_text", say)
    lines[-1] = "Crawl-delay: later"
    after = file.snapshot("\n".join(["", *lines])).diagnostics()
    assert [each.message for each in after[:900]] == [each.message for each in before[:900]]
    assert len(made) == 1
    assert "later" in made[0]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_lines_that_differ_are_written(end: str) -> None:
    """An editor that replaces a whole text moves the caret to its end."""
    text = end.join(("user-agent: *", "Disallow: /é", "", "User-agent: b", "allow: /"))
    edits = snapshot(text).formatted()[0]
    assert [(edit.range.start, edit.range.end) for edit in edits] == [(at(1, 1), at(2, 1)), (at(5, 1), at(5, 9))]
    assert [edit.new_text for edit in edits] == [f"User-agent: *{end}", "Allow: /"]


def test_byte_order_mark_stays_when_the_first_line_is_written() -> None:
    text = "\ufeffuser-agent: *\nDisallow: /\n"
    assert edited(text, snapshot(text).formatted()[0]) == "\ufeffUser-agent: *\nDisallow: /\n"


def test_symbols_are_groups_with_their_rules() -> None:
    found = snapshot(SHOP).symbols()
    named = [(each.name, each.range.start.line, each.range.end.line, len(each.children or ())) for each in found]
    assert named == [("*", 0, 2, 2), ("GPTBot, CCBot", 4, 6, 1)]
    assert [(each.start_line, each.end_line) for each in snapshot(SHOP).folding()] == [(0, 2), (4, 6)]


@pytest.mark.parametrize(("count", "listed"), [(3000, 3000), (3001, 0)])
def test_rules_are_listed_unless_they_are_too_many_to_be_read(count: int, listed: int) -> None:
    half = "".join(f"Disallow: /{number}\n" for number in range(count // 2))
    found = snapshot(f"User-agent: a\n{half}User-agent: b\n{half}{'Allow: /' * (count % 2)}").symbols()
    assert [each.name for each in found] == ["a", "b"]
    assert sum(len(each.children or ()) for each in found) == listed


def test_tokens_cover_fields_values_and_comments() -> None:
    data = snapshot("User-agent: é # c\nAllow: /a*b$").tokens().data
    kinds = [LEGEND.token_types[kind] for kind in data[3::5]]
    assert kinds == [
        *("keyword", "operator", "class", "comment"),
        *("keyword", "operator", "string", "operator", "string", "operator"),
    ]
    keyword, operator, named, comment = map([*LEGEND.token_types].index, kinds[:4])
    assert [data[place : place + 5] for place in range(0, 20, 5)] == [
        [0, 0, 10, keyword, 0],
        [0, 10, 1, operator, 0],
        [0, 2, 1, named, 0],
        [0, 2, 3, comment, 0],
    ]


WHOLE = types.Range(types.Position(0, 0), types.Position(99, 0))


def test_hints_count_the_urls_of_the_project() -> None:
    found = snapshot(SHOP, *URLS).hints(WHOLE)
    assert [(hint.position.line + 1, hint.label) for hint in found] == [(2, "2 URLs"), (3, "1 URL"), (7, "4 URLs")]
    assert [hint.position.line for hint in snapshot(SHOP, *URLS).hints(types.Range(at(3, 1), at(3, 1)))] == [2]
    assert snapshot(SHOP).hints(WHOLE) == []


def test_hints_name_the_expectations_that_a_line_breaks(tmp_path: Path) -> None:
    path = tmp_path / "robots.txt.expect"
    path.write_text("allow GPTBot /cart/1\nblock Googlebot /cart/1\n")
    found = snapshot(SHOP, expected=path).hints(WHOLE)
    assert [(hint.position.line + 1, hint.label) for hint in found] == [(7, "fails: allow GPTBot /cart/1")]


def test_unknown_code_in_a_configuration_is_told_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "robotstudio.toml").write_text('select = ["XX9"]')
    around = surroundings_of(tmp_path / "robots.txt")
    assert "XX9" in around.problems[0]
    found = OpenFile("file:///robots.txt", tmp_path / "robots.txt", around, "utf-16").snapshot("Disalow: /a\n")
    assert "RS102" in {each.code for each in found.diagnostics()}


def test_broken_project_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.robotstudio").write_text("{")
    (tmp_path / "b.robotstudio").write_text('{"version": 1, "file": "robots.txt", "urls": ["/a"]}')
    around = surroundings_of(tmp_path / "robots.txt")
    assert [url.url for url in around.urls] == ["/a"]
    assert len(around.problems) == 1
    assert "a.robotstudio" in around.problems[0]


def test_lenses_count_what_each_group_blocks() -> None:
    titles = [lens.command.title for lens in snapshot(SHOP, *URLS).lenses() if lens.command]
    assert titles[-1] == "Blocks 4 of 4 URLs for GPTBot and CCBot"
    assert titles[0].startswith("Blocks 2 of 4 URLs for Googlebot")
    again = [lens.command for lens in snapshot(f"{SHOP}\nUser-agent: *\nDisallow: /b\n", *URLS).lenses()]
    assert again[0] == again[2]
    assert snapshot(SHOP).lenses() == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_byte_order_mark_of_the_editor_counts_in_the_first_line_only(encoding: str) -> None:
    text = "\ufeffDisalow: /a\nDisalow: /b\n"
    found = snapshot(text, encoding=encoding)
    typos = [each.range for each in found.diagnostics() if each.code == "RS102"]
    mark = 3 if encoding == "utf-8" else 1
    assert [(each.start.character, each.end.character) for each in typos] == [(mark, mark + 7), (0, 7)]
    hover = found.hover(types.Position(0, mark + 2))
    assert hover is not None
    assert hover.range is not None
    assert hover.range.start.character == mark
    fixes = found.actions(types.Range(types.Position(0, 0), types.Position(0, 9)), ["quickfix"])
    changes = {each.title.partition(" (")[0]: each.edit.changes for each in fixes if each.edit}
    renamed, unmarked = changes["Change to Disallow"], changes["Remove the byte order mark"]
    assert renamed is not None
    assert edited(text, [*renamed[URI]], encoding) == text.replace("Disalow", "Disallow", 1)
    assert unmarked is not None
    assert edited(text, [*unmarked[URI]], encoding) == text[1:]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("raw", [b"\xed\xa0\x80", b"\x80"], ids=["surrogate", "escaped byte"])
def test_lone_surrogate_is_one_character(raw: bytes, encoding: str) -> None:
    line = f"Disallow: /{chr(0xD800 if len(raw) > 1 else 0xDC80)}é#c"
    found = snapshot(f"User-agent: *\n{line}\n", encoding=encoding)
    assert raw in found.body
    found.diagnostics()
    found.tokens()
    assert found.positions.line(2).end.character == len(line)
    for column in range(len(line) + 1):
        position = types.Position(1, column)
        assert found.positions.at(*found.positions.byte(position)) == position


TEXTS = st.text(st.sampled_from("aé𐍈/\x0b\u2028 :*$#"), max_size=12)


@given(TEXTS, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_places_come_back_as_they_went(text: str, encoding: str) -> None:
    positions = Positions([text.encode()], encoding)
    for end in range(len(text) + 1):
        byte = len(text[:end].encode())
        assert positions.byte(positions.at(1, byte)) == (1, byte)


@given(st.lists(TEXTS, max_size=6), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_any_text_is_answered(lines: list[str], encoding: str) -> None:
    text = "\n".join(("User-agent: *", *(f"Disallow: /{line}" for line in lines)))
    found = snapshot(text, "/a", encoding=encoding)
    found.diagnostics()
    found.tokens()
    found.symbols()
    for line, written in enumerate(text.split("\n"), 1):
        found.hover(at(line, len(written) + 1))
        found.completion(at(line, len(written) + 1))
