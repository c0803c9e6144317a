"""Templates are filled into typed pieces, and pieces are rendered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.text.language import ENGLISH
from robotstudio.text.phrases import (
    Piece,
    PieceKind,
    as_markdown,
    as_text,
    closed_up,
    fill,
    joined,
    markdown_code,
    printable,
    sentences,
)


def test_fill_keeps_the_kind_of_an_argument() -> None:
    phrase = ENGLISH.phrase("<b>{who} may fetch</b> {url}.", who="Bot", url=Piece("/a", PieceKind.URL))
    assert phrase == (Piece("Bot may fetch", PieceKind.STRONG), Piece(" "), Piece("/a", PieceKind.URL), Piece("."))


def test_fill_groups_the_digits_of_numbers() -> None:
    assert as_text(ENGLISH.phrase("{count} rules", count=12345)) == "12,345 rules"


def test_missing_argument_is_left_to_be_seen() -> None:
    assert as_text(ENGLISH.phrase("{nothing} here")) == "{nothing} here"


def test_line_links_are_never_joined() -> None:
    links = [Piece("1", PieceKind.LINE, 1), Piece("2", PieceKind.LINE, 2)]
    assert joined(links) == tuple(links)


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, ""), (1, "1"), (2, "1 and 2"), (4, "1, 2, 3 and 4"), (5, "1, 2, 3 and 2 more")],
)
def test_list(count: int, said: str) -> None:
    assert as_text(ENGLISH.listed([(Piece(str(number + 1)),) for number in range(count)])) == said


def test_sentences_are_parted_by_one_space() -> None:
    assert as_text(sentences([ENGLISH.phrase("One."), (), ENGLISH.phrase("Two.")])) == "One. Two."


@pytest.mark.parametrize("second", ["第二句。", "Googlebot 读取。", "/cart/"])
def test_no_space_stands_behind_a_full_width_stop(second: str) -> None:
    assert as_text(sentences([(Piece("第一句。"),), (), (Piece(second),)])) == f"第一句。{second}"


@given(st.text())
def test_printable_text_fits_on_a_line(text: str) -> None:
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)


def test_control_characters_stay_told_apart() -> None:
    assert printable("a\0\n\x1b\x7f\u202e") == "a␀␊␛␡�"


def test_markdown_marks_code_and_strong_words() -> None:
    phrase = (Piece("Bot may fetch", PieceKind.STRONG), Piece(" "), Piece("/*", PieceKind.URL), Piece(" a*b"))
    assert as_markdown(phrase) == "**Bot may fetch** `/*` a\\*b"


def test_code_with_back_quotes_is_fenced_by_more_of_them() -> None:
    assert markdown_code("a``b") == "``` a``b ```"


HAN = st.text("网址规则明天。，（）", min_size=1)
LATIN = st.text("ab/12.", min_size=1)


@given(st.tuples(HAN, HAN | LATIN, HAN | LATIN, HAN))
def test_no_space_stands_between_two_letters_of_chinese(parts: tuple[str, str, str, str]) -> None:
    before, first, second, behind = parts
    said = as_text(fill(f"{before} {{first}} 的 {{second}} {behind}", str, {"first": first, "second": second}))
    assert said.replace(" ", "") == f"{before}{first}的{second}{behind}"
    assert not any(
        said[at] == " " and not said[at - 1].isascii() and not said[at + 1].isascii() for at in range(1, len(said) - 1)
    )


@given(HAN, LATIN)
def test_latin_keeps_its_spaces_among_letters_of_chinese(han: str, latin: str) -> None:
    template = f"{han} {{url}} {han}"
    assert closed_up(template, {"url": latin}) == template
    assert closed_up("line {url} of", {"url": han}) == "line {url} of"


def test_spaces_that_a_person_wrote_stay() -> None:
    assert as_text(fill("抓取 {url} 时", str, {"url": "我的 文件"})) == "抓取我的 文件时"


def test_no_space_stands_behind_the_full_stop_of_chinese() -> None:
    phrases = [(Piece("规则适用。"),), (Piece("变更。"),), (Piece("RFC 9309"),)]
    assert as_text(sentences(phrases)) == "规则适用。变更。RFC 9309"
