"""Java's reading of URLs; every answer here was given by `new URI(url).toURL()` of Java 17 and 25."""

import pytest

from robotstudio.engine.java import java_path_of

TAKEN = [
    *("e.com", "e.com:80", "e.com:", "e.com:-1", "e.com:123456", "e.com:+8", "e.com:00000000080", "e.com:2147483647"),
    *("u@e.com", "u:p@e.com", "a@b@c", "[::1]", "[::1]:80", "[::1]:", "[::ffff:1.2.3.4]", "[fe80::1%25eth0]"),
    *("[fe80::1%eth0]", "u@[::1]", "u:p@[::1]:8", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::1:2:3:4:5:6:7]"),
    *("e.com;a", "é.com", "e_x", "1.2.3.400", "a..b", "-a", "e.com,", "$", "*", "e%41", "e.com:٣"),
]
REFUSED = [
    *("e.com:b", "e.com:-2", "e.com:2147483648", "a:b@c:d", "[::1]x", "[::1", "::1]", "e]", "[", "[1.2.3.4]", "[v1.a]"),
    *("[12345::]", "[1::2::3]", "[::]:80:80", "[::1.2.3]", "u[@e", "e.com\xa0", "e%zz", "e%", "e\\x", "e x", "e|x"),
]
CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
SPACES = list(" \xa0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000")
NEVER = [*CONTROLS, *SPACES, *'"<>\\^`{|}', "%", "%4x", "%zz", "%4g"]
EVERYWHERE = [*"azAZ09-_.!~*'():@&=+$,;/", "%41", "%e9", "é", "¡", "\u200b", "\ufeff", "\ufffd", "😀", "\u180e"]


@pytest.mark.parametrize("host", TAKEN)
def test_host_that_java_takes(host: str) -> None:
    assert java_path_of(f"http://{host}/a?b#c".encode()) == b"/a?b"


@pytest.mark.parametrize("host", REFUSED)
def test_host_that_java_refuses(host: str) -> None:
    assert java_path_of(f"http://{host}/a".encode()) is None


@pytest.mark.parametrize("where", ["/a{}z", "/?{}", "/#{}"])
def test_characters_that_java_refuses(where: str) -> None:
    taken = [piece for piece in NEVER if java_path_of(f"http://e.com{where.format(piece)}".encode()) is not None]
    assert taken == []
    refused = [piece for piece in EVERYWHERE if java_path_of(f"http://e.com{where.format(piece)}".encode()) is None]
    assert refused == []


def test_brackets_may_stand_in_a_query_but_not_in_a_path() -> None:
    assert java_path_of(b"http://e.com/?a[]=1") == b"/?a[]=1"
    assert java_path_of(b"http://e.com/#[") == b"/"
    assert java_path_of(b"http://e.com/a[]") is None


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://e.com", "/"),
        ("http://e.com?a/b", "/?a/b"),
        ("http://e.com/?", "/?"),
        ("http://e.com#/a", "/"),
        ("http:///a", "/a"),
        ("http:////a", "////a"),
        ("http://e.com//a", "//a"),
        ("ftp://e.com/a", "/a"),
        ("FILE://e.com/a", "/a"),
        ("http://", None),
        ("foo://e.com/a", None),
        ("1a://e.com/a", None),
        ("://e.com/a", None),
    ],
)
def test_path(url: str, path: str | None) -> None:
    assert java_path_of(url.encode()) == (None if path is None else path.encode())


def test_long_urls_take_linear_work() -> None:
    for piece in ("%41", "a:", "[", "0", "@", "é"):
        assert java_path_of(b"http://" + piece.encode() * 200_000) in {None, b"/"}
