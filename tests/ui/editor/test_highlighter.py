"""Syntax colours: from the tokenizer's spans, in UTF-16 columns, for single lines."""

from functools import partial

import pytest
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout

from robotstudio.store.text import load
from robotstudio.ui.editor.highlighter import MAX_PIECES, TINT, Highlighter
from robotstudio.ui.theme.tokens import DARK, LIGHT
from tests.work import lines_run


@pytest.fixture
def document(qapp: QApplication) -> QTextDocument:
    document = QTextDocument(qapp)
    document.setDocumentLayout(QPlainTextDocumentLayout(document))
    return document


@pytest.fixture
def highlighter(document: QTextDocument) -> Highlighter:
    return Highlighter(document, LIGHT, document)


def colored(block: QTextBlock) -> list[tuple[str, str]]:
    """Return the pieces of a block with their colours."""
    units = block.text().encode("utf-16-le")
    return [
        (
            units[2 * piece.start : 2 * (piece.start + piece.length)].decode("utf-16-le"),
            piece.format.foreground().color().name().upper(),
        )
        for piece in block.layout().formats()
    ]


def format_of(block: QTextBlock, number: int) -> QTextCharFormat:
    piece = block.layout().formats()[number]
    return QTextCharFormat(piece.format)


def test_directive_colon_path_and_wildcard_have_their_colours(
    document: QTextDocument, highlighter: Highlighter
) -> None:
    document.setPlainText("Disallow: /a*b$ # why")
    syntax = LIGHT.syntax
    assert highlighter.parent() is document
    assert colored(document.firstBlock()) == [
        ("Disallow", syntax.disallow),
        (":", syntax.colon),
        ("/a", syntax.path),
        ("*", syntax.wildcard),
        ("b", syntax.path),
        ("$", syntax.wildcard),
        ("# why", syntax.comment),
    ]


@pytest.mark.usefixtures("highlighter")
def test_directive_is_semibold_and_wildcard_bold_on_a_tint(document: QTextDocument) -> None:
    document.setPlainText("Allow: /*")
    directive, wildcard = format_of(document.firstBlock(), 0), format_of(document.firstBlock(), 3)
    assert (directive.fontWeight(), wildcard.fontWeight()) == (600, 700)
    assert wildcard.property(TINT).name().upper() == LIGHT.syntax.wildcard_tint


@pytest.mark.usefixtures("highlighter")
def test_escape_has_a_dotted_underline(document: QTextDocument) -> None:
    document.setPlainText("Allow: /%20")
    escape = format_of(document.firstBlock(), 3)
    assert escape.underlineStyle() is QTextCharFormat.UnderlineStyle.DotLine


@pytest.mark.usefixtures("highlighter")
def test_columns_count_in_utf16(document: QTextDocument) -> None:
    document.setPlainText("Allow: /🤖é*")
    assert [text for text, _ in colored(document.firstBlock())] == ["Allow", ":", "/", "🤖é", "*"]


@pytest.mark.usefixtures("highlighter")
def test_bytes_without_a_character_are_marked(document: QTextDocument) -> None:
    document.setPlainText(load(b"Allow: /\xff\0x").text)
    marked = [piece for piece in document.firstBlock().layout().formats() if piece.format.hasProperty(TINT)]
    assert [(piece.start, piece.length) for piece in marked] == [(8, 4)]


@pytest.mark.usefixtures("highlighter")
def test_a_changed_line_is_lexed_anew_and_no_other(document: QTextDocument) -> None:
    document.setPlainText("Allow: /\nAllow: /")
    document.lastBlock().layout().setFormats([])
    document.markContentsDirty(document.lastBlock().position(), 1)
    cursor = QTextCursor(document)
    cursor.insertText("Dis")
    assert colored(document.firstBlock())[0][0] == "DisAllow"
    assert colored(document.lastBlock()) == []


@pytest.mark.usefixtures("highlighter")
def test_all_lines_of_one_undo_step_are_lexed_anew(document: QTextDocument) -> None:
    document.setPlainText("Allow: /\nAllow: /\nAllow: /")
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for number in range(3):
        cursor.setPosition(document.findBlockByNumber(number).position())
        cursor.insertText("# ")
    cursor.endEditBlock()
    assert [colored(document.findBlockByNumber(number)) for number in range(3)] == [
        [("# Allow: /", LIGHT.syntax.comment)]
    ] * 3


def test_lines_out_of_sight_wait_until_they_are_painted(document: QTextDocument, highlighter: Highlighter) -> None:
    document.setPlainText("Allow: /\n" * 5000)
    far = document.findBlockByNumber(3000)
    assert colored(far) == []
    highlighter.lex_blocks([far])
    assert colored(far)[0] == ("Allow", LIGHT.syntax.allow)


def test_another_theme_recolours_what_is_painted(document: QTextDocument, highlighter: Highlighter) -> None:
    document.setPlainText("Allow: /")
    highlighter.set_tokens(DARK)
    highlighter.lex_blocks([document.firstBlock()])
    assert colored(document.firstBlock())[0] == ("Allow", DARK.syntax.allow)


@pytest.mark.usefixtures("highlighter")
def test_very_long_line_has_few_formats_and_costs_no_more_lines_of_program_the_longer_it_is(
    document: QTextDocument,
) -> None:
    def colour(stars: int) -> None:
        document.setPlainText("Disallow: /" + "*a" * stars)
        assert len(document.firstBlock().layout().formats()) <= MAX_PIECES

    assert lines_run(partial(colour, 250_000)) < 15 * lines_run(partial(colour, 25_000))
