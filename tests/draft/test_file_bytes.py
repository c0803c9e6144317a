"""A file as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.file_bytes import ByteLimits, ByteLook, FileBytes, facts_of
from robotstudio.engine import DIALECTS
from robotstudio.engine.tokens import split_lines

GOOGLE = DIALECTS["google"]


def shown(body: bytes, row: int = 0, cuts: ByteLimits | None = None) -> list[tuple[str, str]]:
    return [(stretch.look.value, stretch.text) for stretch in FileBytes(body, cuts or ByteLimits()).stretches(row)]


@pytest.mark.parametrize(
    ("body", "stretches"),
    [
        (b"\xef\xbb\xbfa\n", [("sign", "BOM"), ("text", "a"), ("end", "LF")]),
        (b"a\r\nb", [("text", "a"), ("end", "CR LF")]),
        (b"a\rb", [("text", "a"), ("end", "CR")]),
        (b"a", [("text", "a"), ("end", "end of file")]),
        ("a\u200bb".encode(), [("text", "a"), ("sign", "U+200B"), ("text", "b"), ("end", "end of file")]),
        ("\u00a0".encode(), [("sign", "U+00A0"), ("end", "end of file")]),
        (b"\x00\xff", [("sign", "NUL"), ("byte", "FF"), ("end", "end of file")]),
        (b"a\tb ", [("text", "a"), ("blank", "→"), ("text", "b"), ("blank", "·"), ("end", "end of file")]),
        ("\ufe0f".encode(), [("sign", "U+FE0F"), ("end", "end of file")]),
        ("e\u0301".encode(), [("text", "e\u0301"), ("end", "end of file")]),
        ("é用".encode(), [("text", "é用"), ("end", "end of file")]),
    ],
)
def test_what_cannot_be_seen_has_a_sign(body: bytes, stretches: list[tuple[str, str]]) -> None:
    assert shown(body) == stretches


def test_long_line_is_cut_where_the_crawler_cuts_it() -> None:
    body = b"Disallow: /" + b"a" * 17_000 + b"\n"
    file = FileBytes(body, ByteLimits.of(body, GOOGLE))
    stretches = file.stretches(0)
    cut = next(place for place, stretch in enumerate(stretches) if stretch.look is ByteLook.CUT)
    assert sum(len(stretch.text) for stretch in stretches[:cut]) == 16_663
    assert all(stretch.is_read for stretch in stretches[:cut])
    assert not any(stretch.is_read for stretch in stretches[cut + 1 :])
    assert facts_of(file).cut_lines == (1,)


def test_large_file_is_cut_where_the_crawler_stops() -> None:
    body = b"Allow: /aa\n" * 60_000
    file = FileBytes(body, ByteLimits.of(body, GOOGLE))
    line = facts_of(file).file_cut_line
    assert line == 512_000 // 11 + 1
    assert ByteLook.CUT in {stretch.look for stretch in file.stretches(line - 1)}
    assert not any(stretch.is_read or stretch.look is ByteLook.CUT for stretch in file.stretches(line))


def test_crawler_without_limits_cuts_nothing() -> None:
    body = b"Allow: /aa\n" * 60_000
    assert ByteLimits.of(body, DIALECTS["rfc9309"]) == ByteLimits()


def test_sums_of_a_file() -> None:
    facts = facts_of(FileBytes(b"\xef\xbb\xbfa\r\nb\nc\r\n\x00", ByteLimits()))
    assert (facts.size, facts.has_bom, facts.ends, facts.hidden) == (12, True, (("LF", 1), ("CR LF", 2)), (4,))


@given(st.binary(max_size=400))
def test_lines_are_those_of_the_tokenizer_and_every_row_can_be_shown(body: bytes) -> None:
    file = FileBytes(body, ByteLimits.of(body, GOOGLE))
    assert len(file) == len(split_lines(body))
    for row in range(len(file)):
        assert file.stretches(row)[-1].look is ByteLook.END
    facts_of(file)
