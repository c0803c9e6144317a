"""The tokenizer, statement by statement (L, K and R as in google/robotstxt's robots.cc and reporting_robots.cc)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Field, Line, LineFlag, parse_line, split_lines
from robotstudio.engine.dialects.model import partial_bom
from robotstudio.engine.paths import escape
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, LineSyntax
from tests.conformance import Row, field_bytes, own_rows, shared_rows_but

FLAGS = {
    "e": LineFlag.EMPTY,
    "c": LineFlag.HAS_COMMENT,
    "C": LineFlag.COMMENT_ONLY,
    "d": LineFlag.DIRECTIVE,
    "t": LineFlag.TYPO,
    "L": LineFlag.TOO_LONG,
    "m": LineFlag.MISSING_COLON,
}
STANDARD = {Field.USER_AGENT, Field.ALLOW, Field.DISALLOW, Field.SITEMAP}


def reported(number: int, line: Line) -> list[object]:
    flags = "".join(letter for letter, flag in FLAGS.items() if line.flags & flag)
    if not line.key:
        return [number, line.field.value, flags]
    key = line.field.encode() if line.field in STANDARD else line.key
    value = line.value if line.field in {Field.USER_AGENT, Field.SITEMAP} else escape(line.value)
    return [number, line.field.value, flags, key, value]


def expected(row: list[object]) -> list[object]:
    number, tag, flags, *texts = row
    return [number, tag, "".join(letter for letter in FLAGS if letter in str(flags)), *map(_decoded, texts)]


def _decoded(coded: object) -> bytes:
    word = str(coded)
    return field_bytes({"x_b64": word[4:]}, "x") if word.startswith("b64:") else word.encode()


@pytest.mark.never_skipped
def test_lines_are_what_googles_reporter_says() -> None:
    see_the_same_lines(own_rows("parse"))


def test_lines_are_what_googles_reporter_says_of_other_projects_files() -> None:
    see_the_same_lines(shared_rows_but("parse-public", own="parse"))


def see_the_same_lines(rows: list[Row]) -> None:
    assert rows
    for row in rows:
        body = field_bytes(row, "robots")
        lines = [parse_line(raw) for raw in split_lines(body[partial_bom(body) :])]
        assert [reported(number, line) for number, line in enumerate(lines, 1)] == [expected(e) for e in row["lines"]]
        assert len(lines) == row["last_line"]
        assert sum(line.field in STANDARD for line in lines) == row["valid"]
        assert sum(line.key != b"" and line.field not in STANDARD for line in lines) == row["unused"]


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        (b"", [b""]),
        (b"a\rb\nc\r\nd", [b"a", b"b", b"c", b"d"]),
        (b"a\n\rb", [b"a", b"", b"b"]),
        (b"a\r\r\nb", [b"a", b"", b"b"]),
        (b"a\n", [b"a", b""]),
        ("a\x0b\x0c\x85\u2028\x1cb".encode(), ["a\x0b\x0c\x85\u2028\x1cb".encode()]),
    ],
)
def test_only_lf_cr_and_crlf_end_a_line(body: bytes, lines: list[bytes]) -> None:
    assert split_lines(body) == lines


def test_nul_ends_the_line_for_google_only() -> None:
    assert parse_line(b"Disallow: /a\0b").value == b"/a"
    assert parse_line(b"Disallow: /a\0b", RFC_LINES).value == b"/a\0b"


def test_hash_inside_a_value_starts_a_comment() -> None:
    line = parse_line(b"Disallow: /a#b")
    assert line.value == b"/a"
    assert line.comment_span == (12, 14)


def test_colon_behind_the_hash_is_no_separator() -> None:
    assert not parse_line(b"Disallow#: /a").key


def test_line_is_cut_after_16663_bytes_but_still_read() -> None:
    line = parse_line(b"Disallow: /" + b"a" * 20_000)
    assert line.flags & LineFlag.TOO_LONG
    assert len(line.value) == 16_663 - len(b"Disallow: ")


def test_missing_colon_is_accepted_between_exactly_two_words() -> None:
    assert parse_line(b"Disallow \t /a").value == b"/a"
    assert parse_line(b"Disallow /a /b").field is Field.UNKNOWN
    assert parse_line(b"Disallow").field is Field.UNKNOWN
    assert parse_line(b"Disallow /a", RFC_LINES).field is Field.UNKNOWN


def test_colon_later_in_the_line_wins_over_a_missing_one() -> None:
    line = parse_line(b"Disallow /x:y")
    assert (line.key, line.value) == (b"Disallow /x", b"y")


@pytest.mark.parametrize(("name", "meaning"), GOOGLE_LINES.names)
def test_google_takes_every_name_as_a_prefix_in_any_case(name: bytes, meaning: Field) -> None:
    assert parse_line(name.upper() + b"xyz: v").field is meaning


@pytest.mark.parametrize("typo", sorted(GOOGLE_LINES.typos))
def test_typo_is_flagged_for_google_and_unknown_to_the_standard(typo: bytes) -> None:
    assert parse_line(typo + b": v").flags & LineFlag.TYPO
    assert parse_line(typo + b": v", RFC_LINES).field is Field.UNKNOWN


def test_prefixed_name_is_no_typo_and_not_canonical() -> None:
    line = parse_line(b"Disallow-all: /")
    assert not line.flags & LineFlag.TYPO
    assert not line.is_canonical


@pytest.mark.parametrize("name", sorted(GOOGLE_LINES.unused))
def test_known_field_without_effect_is_unused_only_when_spelled_in_full(name: bytes) -> None:
    assert parse_line(name.title() + b": 1").field is Field.UNUSED
    assert parse_line(name + b"s: 1").field is Field.UNKNOWN


@given(raw=st.binary(max_size=60), syntax=st.sampled_from([GOOGLE_LINES, RFC_LINES]))
def test_spans_point_at_what_they_name(raw: bytes, syntax: LineSyntax) -> None:
    line = parse_line(raw, syntax)
    assert raw[slice(*line.key_span)] == line.key
    assert raw[slice(*line.value_span)] == line.value
    if line.key:
        assert line.key_span.end <= line.separator_span.start
        assert line.separator_span.end <= line.value_span.start
    if line.flags & LineFlag.HAS_COMMENT:
        assert raw[line.comment_start : line.comment_start + 1] == b"#"


def test_line_that_was_read_before_is_not_read_again() -> None:
    assert parse_line(b"Disallow: /known") is parse_line(b"Disallow: /known")
    long = b"Disallow: /" + b"a" * 600
    assert parse_line(long) is not parse_line(long)
