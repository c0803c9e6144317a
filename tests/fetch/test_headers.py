"""What the headers of an answer mean."""

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from types import FrameType
from typing import Any

import pytest

from robotstudio.fetch import headers
from robotstudio.fetch.headers import (
    HeaderLink,
    Refresh,
    cache_directives,
    charset_in,
    content_codings,
    date_in,
    lifetime,
    links_in,
    media_type,
    number_in,
    refresh_in,
    retry_seconds,
)

NOW = datetime(2026, 11, 20, 14, 32, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        (" 0 ", 0),
        ("Fri, 20 Nov 2026 14:33:30 GMT", 90),
        ("Fri, 20 Nov 2026 14:33:30", 90),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("soon", None),
        ("-5", None),
        ("", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_date(value: str, seconds: float | None) -> None:
    assert retry_seconds(value, NOW) == seconds


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("5; url=/next", Refresh(5, "/next")),
        ("0;URL='/a b'", Refresh(0, "/a b")),
        ("3.7 , url = /x", Refresh(3, "/x")),
        ("; /bare", Refresh(0, "/bare")),
        ("10", Refresh(10, "")),
        ("5; urls/are/fine", Refresh(5, "urls/are/fine")),
        ("next", None),
        ("", None),
        ("\xa0" * 20 + "x", None),
    ],
)
def test_refresh_is_read_as_browsers_do(value: str, expected: Refresh | None) -> None:
    assert refresh_in(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('</a>; rel="next"', [HeaderLink("/a", ("next",))]),
        ('</a,b>; title="x, y; z"; rel=Canonical, <c>', [HeaderLink("/a,b", ("canonical",)), HeaderLink("c", ())]),
        ('</a>; rel="Prev next"; rel=first', [HeaderLink("/a", ("prev", "next"))]),
        ("/a; rel=next", []),
        ("<a", []),
        ("", []),
    ],
)
def test_links_are_read_with_their_relations(value: str, expected: list[HeaderLink]) -> None:
    assert list(links_in(value)) == expected


@pytest.mark.parametrize(
    ("value", "charset"),
    [
        ("text/html; charset=utf-8", "utf-8"),
        ('text/html;CHARSET = "Shift_JIS";x', "Shift_JIS"),
        ("text/html; charset; charset=latin-1", "latin-1"),
        ("text/html", ""),
        ("charset=", ""),
    ],
)
def test_charset_is_read_as_written(value: str, charset: str) -> None:
    assert charset_in(value) == charset


def test_other_headers() -> None:
    assert media_type(" Text/HTML ; charset=x") == "text/html"
    assert content_codings("gzip, Identity,, BR") == ("gzip", "br")
    assert cache_directives("Public, max-age=5, max-age=9, no-cache") == {
        "public": "",
        "max-age": "5",
        "no-cache": "",
    }
    assert (number_in(' "12" '), number_in("1e3"), number_in("٣")) == (12, None, None)
    assert date_in("Fri, 20 Nov 2026 14:32:00 GMT") == NOW
    assert lifetime("", "Fri, 20 Nov 2026 15:32:00 GMT", NOW) == timedelta(hours=1)


READERS: dict[str, Callable[[str], object]] = {
    "retry_seconds": lambda value: retry_seconds(value, NOW),
    "refresh_in": refresh_in,
    "links_in": links_in,
    "charset_in": charset_in,
    "media_type": media_type,
    "content_codings": content_codings,
    "cache_directives": cache_directives,
    "number_in": number_in,
    "date_in": date_in,
    "lifetime": lambda value: lifetime(value, value, NOW),
}
HOSTILE = ("\xa0", "0", "0.", " ", ";", ",", "=", '"', "<", "<>", "<a>;rel=", "charset", "url=", "\xa00\xa0", "a ")


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of the module a call runs."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace if frame.f_code.co_filename == headers.__file__ else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", READERS)
def test_every_reader_takes_linear_time(name: str) -> None:
    reader = READERS[name]
    for unit in HOSTILE:
        small, large = (lines_run(partial(reader, unit * size)) for size in (500, 4_000))
        assert large <= 9 * small + 100, unit
