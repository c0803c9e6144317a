"""Formatting flips no verdict."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import UrlTable
from robotstudio.engine.changes import flips
from robotstudio.engine.robots import FileVersion
from robotstudio.lint import tidying
from robotstudio.lint.proof import probe
from robotstudio.lint.tidying import MAX_BYTES, line_behind, tidied, untidied_words

_CLOSED = b"User-agent: a\nDisallow: /\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"user-agent:*\ndisallow:/a", b"User-agent: *\nDisallow: /a"),
        (b"User-agent: *\nALLOW :\t/b   #x \n", b"User-agent: *\nAllow: /b #x\n"),
        (b"User-agent: *\ncrawl-DELAY:5\n", b"User-agent: *\nCrawl-delay: 5\n"),
        (b"Dissallow:/a\n", b"Dissallow:/a\n"),
        (_CLOSED + b"User-agent: b\nDisallow: /\n", _CLOSED + b"\nUser-agent: b\nDisallow: /\n"),
        (_CLOSED + b"# b\nUser-agent: b\nAllow: /\n", _CLOSED + b"\n# b\nUser-agent: b\nAllow: /\n"),
        (b"\n\n# top\n\n\n\nUser-agent: a\nDisallow: /\n", b"# top\n\nUser-agent: a\nDisallow: /\n"),
        (b"\xef\xbb\xbfuser-agent: *\r\ndisallow: /\r\n", b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /\r\n"),
        (b"User-agent: *\nDisallow: / \xff\n", b"User-agent: *\nDisallow: / \xff\n"),
        (b"", b""),
    ],
)  # fmt: skip
def test_layout(before: bytes, after: bytes) -> None:
    assert tidied(before).body == after


def test_empty_line_inside_a_group_stays() -> None:
    body = b"User-agent: a\n\nDisallow: /x\n"
    assert tidied(body).body == body


def test_what_would_flip_a_verdict_is_not_done_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "_all", lambda _body: b"User-agent: *\nDisallow: /a\n")
    monkeypatch.setattr(tidying, "_lines_only", lambda _body: b"User-agent: *\nDisallow: /b\n")
    body = b"User-agent: *\nDisallow: /c\n"
    made = tidied(body)
    assert made.body == body
    assert made.flips
    assert untidied_words(made, body).startswith("Not formatted: ")
    assert " would change under " in untidied_words(made, body)


def test_too_large_file_is_left_alone() -> None:
    body = b"disallow:/\n" * MAX_BYTES
    made = tidied(body)
    assert made.is_too_large
    assert "the file is too large" in untidied_words(made, body)


_LINE = st.sampled_from(
    [
        *(b"user-agent:*", b"User-agent: a", b"USER-AGENT :b", b"disallow:/x", b" Allow: /x/y ", b"", b"# c"),
        *(b"crawl-delay:1", b"Disallow", b"disallow /x", b"sitemap:/s", b"\x00", b"foo: bar", b"Disallow:"),
        b"noindex:/x",
    ]
)


@settings(max_examples=60)
@given(st.lists(_LINE, max_size=14), st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_no_verdict_flips_and_a_second_time_changes_nothing(lines: list[bytes], end: bytes) -> None:
    body = end.join(lines)
    made = tidied(body).body
    tried = probe(body, made)
    table = UrlTable(("https://h.example/x", "https://h.example/x/y"))
    assert not flips(FileVersion(body), FileVersion(made), table, tried.readers)
    assert tidied(made).body == made


def test_caret_finds_its_line_again() -> None:
    body = b"\n\nuser-agent: a\ndisallow: /\nuser-agent: b\ndisallow: /\n"
    made = tidied(body).body
    assert [line_behind(body, made, line) for line in (3, 4, 5, 6)] == [1, 2, 4, 5]
    assert line_behind(body, made, 99) == 6


def test_what_would_change_a_delay_is_not_done_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    body = b"User-agent: *\nCrawl-delay: 5\nDisallow: /c\n"
    for lay_out in ("_all", "_lines_only"):
        monkeypatch.setattr(tidying, lay_out, lambda _body: body.replace(b"5", b"6"))
    made = tidied(body)
    assert made.body == body
    assert (made.flips, made.changes_effects) == ((), True)
    assert "a delay, a sitemap or a preference would apply" in untidied_words(made, body)


def test_what_is_not_proven_is_not_done_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "is_proven_for_all", lambda *_: False)
    body = b"user-agent: *\ndisallow: /c\n"
    made = tidied(body)
    assert made.body == body
    assert untidied_words(made, body) == "Not formatted: it is not proven that every URL keeps its verdict."


def test_nothing_is_told_of_a_file_that_was_formatted() -> None:
    body = b"user-agent: *\ndisallow: /c\n"
    assert untidied_words(tidied(body), body) == ""
    assert untidied_words(tidied(_CLOSED), _CLOSED) == ""
