"""A file goes into the editor and back without loss."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from robotstudio.store.alphabet import decode
from robotstudio.store.text import (
    TextForm,
    byte_of,
    encode_line,
    is_substitute,
    load,
    sanitise,
    save,
    utf16_offsets,
)

FOREIGN = [
    *("\0", "\u2028", "\u2029", "\ufdd0", "\ufdd1", "\ufdef", "\ufeff", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff"),
    *("\U0010fe00", "\U0010fe0a", "\U0010feff"),
]
HELD = [
    "\xa0",
    "\x85",
    "\x0b",
    "\x0c",
    "\u202e",
    "\ufffc",
    "\ufffd",
    "\ue000",
    "\U0010fdff",
    "\U0010ff00",
    "\U0001f916",
]
PIECES = [
    *(
        b"\n",
        b"\r",
        b"\r\n",
        b"\xef\xbb\xbf",
        b"\xef\xbb",
        b"\xff\xfe",
        b"\x00",
        b"\xc3",
        b"\xed\xa0\x80",
        b"Allow: /",
        b"a",
    ),
    *(char.encode() for char in FOREIGN + HELD),
]
bodies = st.binary() | st.lists(st.sampled_from(PIECES) | st.binary(max_size=3), max_size=30).map(b"".join)
typed_texts = st.text(st.sampled_from("ab/\n\xa0é网\U0001f916") | st.characters(exclude_categories=["Cs"])).map(
    sanitise
)


@given(bodies)
def test_a_file_saved_untouched_is_the_same_bytes(body: bytes) -> None:
    loaded = load(body)
    assert save(loaded.text, loaded.form) == body


@given(bodies)
def test_every_byte_of_a_line_is_in_the_editor(body: bytes) -> None:
    assert encode_line(decode(body)) == body


@given(bodies)
def test_a_loaded_text_holds_only_what_qt_holds(body: bytes) -> None:
    text = load(body).text
    assert not set(text) & (set(FOREIGN[:11]) | {"\r"})
    assert not any("\ud800" <= char <= "\udfff" for char in text)
    assert sanitise(text) == text


@given(bodies)
def test_lines_end_at_lf_cr_and_crlf_only(body: bytes) -> None:
    content = body.removeprefix(b"\xef\xbb\xbf")
    assert load(body).text.count("\n") == len(content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")) - 1


@given(bodies, typed_texts)
def test_what_was_typed_is_read_again(body: bytes, text: str) -> None:
    assume(not encode_line(text).startswith(b"\xef\xbb\xbf"))
    assert load(save(text, load(body).form)).text == decode(encode_line(text))


@given(st.text())
def test_saving_never_fails_whatever_the_editor_holds(text: str) -> None:
    assert isinstance(save(text, TextForm()), bytes)
    assert sanitise(sanitise(text)) == sanitise(text)


@pytest.mark.parametrize("char", HELD)
def test_a_character_that_qt_holds_stands_for_itself(char: str) -> None:
    assert load(f"/a{char}b\n".encode()).text == f"/a{char}b\n"


@pytest.mark.parametrize("char", FOREIGN)
def test_a_character_that_qt_alters_is_shown_byte_by_byte(char: str) -> None:
    shown = load(f"/a{char}b".encode()).text[2:-1]
    assert all(map(is_substitute, shown))
    assert bytes(map(byte_of, shown)) == char.encode()


def test_byte_of_a_character_that_is_itself_is_refused() -> None:
    assert not is_substitute("a")
    assert not is_substitute("")
    with pytest.raises(ValueError, match="does not stand for a byte"):
        byte_of("a")


@pytest.mark.parametrize(
    ("body", "encoding", "line_end", "has_bom"),
    [
        (b"", "UTF-8", "LF", False),
        (b"Allow: /", "UTF-8", "LF", False),
        (b"a\nb", "UTF-8", "LF", False),
        (b"a\r\nb\r\n", "UTF-8", "CRLF", False),
        (b"a\rb\r", "UTF-8", "CR", False),
        (b"a\r\nb\n", "UTF-8", "mixed", False),
        (b"a\n\rb", "UTF-8", "mixed", False),
        (b"\xef\xbb\xbfa", "UTF-8", "LF", True),
        (b"\xef\xbba", "not UTF-8", "LF", False),
        (b"caf\xe9\n", "not UTF-8", "LF", False),
        (b"\xff\xfea\0\n\0", "UTF-16 LE", "LF", False),
        (b"\xfe\xff\0a\0\n", "UTF-16 BE", "LF", False),
    ],
)
def test_the_form_tells_encoding_line_end_and_bom(body: bytes, encoding: str, line_end: str, has_bom: bool) -> None:
    form = load(body).form
    assert (form.encoding, form.line_end, form.has_bom) == (encoding, line_end, has_bom)


def test_a_new_line_in_a_crlf_file_ends_with_crlf() -> None:
    assert save("a\nnew\nb", load(b"a\r\nb").form) == b"a\r\nnew\r\nb"


def test_a_missing_final_newline_stays_missing() -> None:
    assert save("a\nc", load(b"a\r\nb").form) == b"a\r\nc"


def test_a_partial_bom_stays_in_the_text() -> None:
    assert load(b"\xef\xbbUser-agent: *").text.endswith("User-agent: *")
    assert len(load(b"\xef\xbbUser-agent: *").text) == 2 + len("User-agent: *")


def test_pasted_text_is_taken_into_the_alphabet() -> None:
    assert sanitise("a\r\nb\rc\nd") == "a\nb\nc\nd"
    assert encode_line(sanitise("/a\u2028b\ud800")) == b"/a\xe2\x80\xa8b\xef\xbf\xbd"


def test_a_copy_of_a_byte_out_of_the_editor_is_pasted_as_that_byte() -> None:
    shown = load(b"/caf\xe9").text
    assert sanitise(shown) == shown


@given(typed_texts | bodies.map(decode), st.data())
def test_a_column_is_where_the_text_before_it_ends(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))
    columns = utf16_offsets(text, [len(encode_line(text[:place]))])
    assert columns == [len(text[:place].encode("utf-16-le")) // 2]


def test_a_column_inside_a_character_is_its_start_and_one_behind_the_line_its_end() -> None:
    assert utf16_offsets("é\U0001f916x", [-1, 0, 1, 2, 3, 5, 6, 7, 99]) == [0, 0, 0, 1, 1, 1, 3, 4, 4]
    assert utf16_offsets("ab", [-1, 0, 1, 2, 99]) == [0, 0, 1, 2, 2]
    assert utf16_offsets("", []) == utf16_offsets("é", []) == []
