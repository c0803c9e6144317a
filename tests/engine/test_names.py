"""How a user-agent line names a crawler, and how a crawler finds its groups."""

import pytest

from robotstudio.engine import DIALECTS, NamedOnly, Robots
from robotstudio.engine.groups import GLOBAL, GroupIndex, index_by_token
from robotstudio.engine.names import (
    agent_key,
    all_global,
    first_global,
    first_name,
    google_tokens,
    lenient_tokens,
    lowered_value,
    select_equal,
    select_equal_text,
    select_name_in_value,
    select_value_in_name,
    without_version,
)


def index_of(*values: str, dialect: str = "draft1996") -> GroupIndex:
    """Return the groups of a file with one group for each value."""
    body = "\n\n".join(f"User-agent: {value}\nDisallow: /" for value in values)
    return index_by_token(Robots.parse(body.encode(), dialect).groups)


@pytest.mark.parametrize(
    ("value", "token"),
    [
        (b"*", GLOBAL),
        (b"* crawler", GLOBAL),
        (b"*foo", b""),
        (b"**", b""),
        (b"FooBot/2.1", b"foobot"),
        (b"Foo Bar", b"foo"),
        (b"008", b""),
        (b"Agent1", b"agent"),
        ("Ünibot".encode(), b""),
        (b"", b""),
    ],
)
def test_google_cuts_the_token_at_the_first_byte_that_is_no_letter(value: bytes, token: bytes) -> None:
    assert google_tokens(value) == (token,)


@pytest.mark.parametrize(
    ("value", "token"),
    [(b"*", GLOBAL), (b"MJ12bot", b"mj12bot"), (b"archive.org_bot", b"archive.org_bot"), (b"FooBot/2.1", b"foobot")],
)
def test_rfc9309_reading_keeps_digits_and_dots(value: bytes, token: bytes) -> None:
    assert lenient_tokens(value) == (token,)


@pytest.mark.parametrize(
    ("name", "short"), [(b"WebWatch/v3.0", b"webwatch"), (b"Bot2.1", b"bot"), (b"2", b"2"), (b"MJ12bot", b"mj12bot")]
)
def test_name_without_version(name: bytes, short: bytes) -> None:
    assert without_version(name) == short


def test_first_name_of_a_list_and_the_whole_value() -> None:
    assert first_name(b"Foo1, Bar") == (b"foo",)
    assert first_name(b"*") == (GLOBAL,)
    assert lowered_value("Foo, É".encode()) == ("foo, é".encode(),)


def test_equal_names_in_any_case() -> None:
    index = index_of("Foo", "foo", "É")
    assert len(select_equal(index, b"FOO")) == 2
    assert not select_equal(index, b"fo")
    assert not select_equal(index, "É".encode())
    assert index_of("É", dialect="crawler-commons").by_token
    assert select_equal_text(index_of("É", dialect="crawler-commons"), "É".encode())


def test_first_record_by_a_part_of_the_name_in_either_direction() -> None:
    index = index_of("*", "foobot", "foo")
    assert [group.first_line for group in select_value_in_name(index, b"FooBot/2")] == [4]
    assert [group.first_line for group in select_name_in_value(index, b"foo")] == [4]
    assert not select_value_in_name(index, b"bar")
    assert not select_name_in_value(index, GLOBAL)


def test_groups_of_everyone() -> None:
    index = index_of("*", "a", "*")
    assert [group.first_line for group in all_global(index)] == [1, 7]
    assert [group.first_line for group in first_global(index)] == [1]


def test_named_only_chain_equals_no_plain_chain() -> None:
    only, plain = NamedOnly(("a", "b")), ("a", "b")
    assert only == NamedOnly(("a", "b"))
    assert only != plain
    assert plain != only
    assert len({only, plain, NamedOnly(plain)}) == 2
    assert agent_key(list(plain)) == plain
    assert agent_key(only) is only


@pytest.mark.parametrize("dialect", DIALECTS)
def test_named_only_chain_leads_to_no_group_for_the_star_in_any_dialect(dialect: str) -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /\n\nUser-agent: named\nDisallow: /a\n", dialect)
    for chain in (("other",), ("*",), ("other", "*"), ()):
        assert robots.decide("https://example.com/b", NamedOnly(chain)).allowed
    assert not robots.decide("https://example.com/a", NamedOnly(("other", "named"))).allowed


def test_named_only_chain_leads_to_no_token_that_the_dialect_would_add() -> None:
    robots = Robots.parse(b"User-agent: Yandex\nDisallow: /\n", "yandex")
    assert robots.decide("/", NamedOnly(("YandexCalendar",))).allowed
    assert not robots.decide("/", ("YandexImages",)).allowed
