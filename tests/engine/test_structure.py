"""Patterns of paths: variable parts are stars, every URL has one pattern, and the order of URLs is irrelevant."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import UrlTable
from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.structure import cut, structure_of

PIECES = ["/", "/", "a", "b", "12", "?", "&", "=", "x", ".html", "é", "*", "long" * 20]
PATHS = st.lists(st.sampled_from(PIECES), max_size=9).map(lambda parts: "/" + "".join(parts))


def patterns(*urls: str) -> dict[str, int]:
    return {pattern.text: pattern.urls for pattern in structure_of(UrlTable(urls)).patterns}


@pytest.mark.parametrize(
    ("urls", "found"),
    [
        (["/product/1/reviews", "/product/22/reviews"], {"/product/*/reviews": 2}),
        (["/a/2024-01-02/x", "/a/2024-12-31/x"], {"/a/*/x": 2}),
        (["/blog/2024/05/post-12345", "/blog/2023/06/post-12346"], {"/blog/*/*/*": 2}),
        (["/i/3f2a9c7e", "/i/9c7e3f2a"], {"/i/*": 2}),
        (["/u/01234567-89ab-cdef-0123-456789abcdef/"], {"/u/*/": 1}),
        (["/img/1.jpg", "/img/2.jpg", "/img/3.png"], {"/img/*.jpg": 2, "/img/*.png": 1}),
        (["/v1/users", "/v2/users"], {"/v1/users": 1, "/v2/users": 1}),
        (["/s?page=1", "/s?page=2", "/s"], {"/s?page=": 2, "/s": 1}),
        (["/s?a=1&b=2", "/s?b=3&a=4&a=5"], {"/s?a=&b=": 2}),
        (["/s?flag", "/s?"], {"/s?flag": 1, "/s?": 1}),
        (["/", "https://example.com", "/about"], {"/": 2, "/about": 1}),
        ([f"/news/{'abcdefghij'[n]}-story" for n in range(10)], {"/news/*": 10}),
        ([f"/{'abc'[n]}/" for n in range(3)], {"/a/": 1, "/b/": 1, "/c/": 1}),
        (["/a/b=c&d/e"], {"/a/b=c&d/e": 1}),
        (["/a?next=/b/c"], {"/a?next=": 1}),
    ],
)
def test_patterns(urls: list[str], found: dict[str, int]) -> None:
    assert patterns(*urls) == found


def test_most_urls_come_first_with_an_example_each() -> None:
    structure = structure_of(UrlTable(["/b", "/a/1", "/a/2"]))
    assert [(each.text, each.urls, each.example) for each in structure.patterns] == [
        ("/a/*", 2, "/a/1"),
        ("/b", 1, "/b"),
    ]
    assert structure.places(0).tolist() == [1, 2]
    assert structure.number_of.tolist() == [1, 0, 0]


@given(urls=st.lists(PATHS, max_size=30))
@settings(max_examples=150)
def test_every_url_has_one_pattern_that_matches_it(urls: list[str]) -> None:
    structure = structure_of(UrlTable(f"https://example.com{url}" for url in urls))
    assert sum(pattern.urls for pattern in structure.patterns) == len(urls) == len(structure.number_of)
    assert len({pattern.text for pattern in structure.patterns}) == len(structure.patterns)
    for number, pattern in enumerate(structure.patterns):
        places = structure.places(number).tolist()
        assert len(places) == pattern.urls > 0
        path, _, _ = pattern.text.partition("?")
        for place in places:
            assert compile_pattern(f"{path}$".encode()).matches(urls[place].partition("?")[0].encode())


@given(urls=st.lists(PATHS, max_size=20), data=st.data())
def test_order_of_the_urls_does_not_matter(urls: list[str], data: st.DataObject) -> None:
    mixed = data.draw(st.permutations(urls))
    assert structure_of(UrlTable(urls)).patterns == structure_of(UrlTable(mixed)).patterns


@given(paths=st.lists(PATHS.map(str.encode), max_size=10))
def test_parts_are_what_splitting_gives(paths: list[bytes]) -> None:
    parts = cut(paths)
    for place, path in enumerate(paths):
        segments = range(int(parts.first[place]), int(parts.first[place + 1]))
        assert [parts.segment(segment) for segment in segments] == path.partition(b"?")[0].split(b"/")[1:]
        assert bool(parts.query[place]) == (b"?" in path)
    known: dict[int, bytes] = {}
    for segment, key in enumerate(parts.key.tolist()):
        assert known.setdefault(key, parts.segment(segment)) == parts.segment(segment)


def test_long_segments_are_told_apart() -> None:
    parts = cut([b"/" + b"x" * 70 + b"a", b"/" + b"x" * 70 + b"b", b"/" + b"x" * 72])
    assert len(set(parts.key.tolist())) == 3


def test_endless_depth_and_endless_names_are_bounded() -> None:
    assert patterns("/a" * 40) == {"/a" * 16 + "/*": 1}
    assert len(structure_of(UrlTable(f"/x/{n}n{n % 7}/p{n}?q{n}=1" for n in range(5000))).patterns) < 20


def test_names_are_those_of_the_query() -> None:
    ((text, _),) = patterns("/a?b=1&c=2").items()
    assert [name for name, _ in parse_qsl(text.partition("?")[2], keep_blank_values=True)] == ["b", "c"]
