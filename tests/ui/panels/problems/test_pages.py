"""The pages that explain the rules can be read in the window."""

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.assets import rule_page
from robotstudio.engine.phrases import as_text
from robotstudio.lint.rules import RULES
from robotstudio.ui.panels.problems.pages import PageView, blocks, inline
from robotstudio.ui.theme.theme import Theme


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_a_page_with_its_sections(code: str) -> None:
    found = list(blocks(rule_page(code).read_text("utf-8")))
    assert found[0][0] == "title"
    assert found[0][1].startswith(code)
    sections = [text for kind, text in found if kind == "section"]
    assert {"What", "Why", "Sources"} <= set(sections)


def test_code_is_read_line_by_line_and_items_are_joined() -> None:
    text = "# T\n\nOne\ntwo.\n\n```\nA: 1\n\n# no title\n```\n- first\n  goes on\n- second\n"
    assert list(blocks(text)) == [
        ("title", "T"),
        ("text", "One two."),
        ("code", "A: 1"),
        ("code", ""),
        ("code", "# no title"),
        ("item", "first goes on"),
        ("item", "second"),
    ]


def test_inline_marks_become_pieces() -> None:
    phrase = inline("Use `a`, **b** and [c](https://example.com/c), see [d](d.md).")
    assert as_text(phrase) == "Use a, b and c, see d."
    assert [piece.address for piece in phrase if piece.address] == ["https://example.com/c"]


def test_page_is_shown_from_its_top(qtbot: QtBot, theme: Theme) -> None:
    parent = PageView(theme, None)  # type: ignore[arg-type] # a window of its own, in a test
    qtbot.addWidget(parent)
    parent.resize(600, 300)
    parent.show()
    parent.show_page(rule_page("RS101").read_text("utf-8"))
    assert parent.text.toPlainText().startswith("RS101")
    assert parent.area.verticalScrollBar().value() == 0
