"""Choosing what the columns of a source are read as."""

from typing import Any

import pytest
from msgspec.structs import replace

from robotstudio.draft.source_columns import (
    HITS,
    LEFT,
    URL,
    VALUE,
    choices_of,
    chosen_source,
    has_url,
    uses_of,
    with_use,
)
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.logs.fields import fields_from
from robotstudio.urls.sources.log_columns import UnclearFieldsError
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, read_bytes
from robotstudio.urls.url_set import Source

TABLE = b"URL,Status Code,Clicks\nhttps://a.example/x,200,5\nhttps://a.example/y,404,7\n"
LOG = b'{"when": "2026-10-10T13:55:36Z", "who": "192.0.2.1", "path": "/a", "other": "/b", "answer": 200}\n' * 3


def read(body: bytes, **options: Any) -> SourceReading:
    return read_bytes(body, "x", replace(ReadOptions(), **options))


def uses(reading: SourceReading) -> dict[str, str]:
    return dict(zip((column.name for column in reading.seen), uses_of(reading.seen), strict=True))


def test_a_table_says_what_its_columns_are_read_as() -> None:
    reading = read(TABLE)
    assert uses(reading) == {"URL": URL, "Status Code": VALUE, "Clicks": HITS}
    assert choices_of(reading.source, reading.seen[0]) == (URL, VALUE, HITS, LEFT)


def test_a_column_that_is_left_is_left_when_the_source_is_read_again() -> None:
    reading = read(TABLE)
    chosen = with_use(reading.source, reading.seen, uses_of(reading.seen), 1, LEFT)
    source = chosen_source(reading.source, reading.seen, chosen, is_asked=False)
    assert (source.column, source.hits_column, source.columns) == ("", "", ("clicks",))
    again = read(TABLE, columns=source.columns)
    assert uses(again) == {"URL": URL, "Status Code": LEFT, "Clicks": HITS}


def test_one_column_has_the_urls_and_one_the_hits() -> None:
    reading = read(TABLE)
    moved = with_use(reading.source, reading.seen, uses_of(reading.seen), 1, HITS)
    assert moved == (URL, HITS, VALUE)
    moved = with_use(reading.source, reading.seen, moved, 2, URL)
    assert moved == (LEFT, HITS, URL)
    source = chosen_source(reading.source, reading.seen, moved, is_asked=False)
    assert (source.column, source.hits_column, source.columns) == ("Clicks", "Status Code", ("status",))


def test_nothing_chosen_otherwise_changes_nothing() -> None:
    reading = read(TABLE)
    assert chosen_source(reading.source, reading.seen, uses_of(reading.seen), is_asked=False) == reading.source
    asked = chosen_source(reading.source, reading.seen, uses_of(reading.seen), is_asked=True)
    assert asked.column == "URL"


def test_columns_without_a_name_of_their_own_are_told_by_number() -> None:
    reading = read(b"/a,/x,1\n/b,/y,2\n", column="1", kind=FileKind.TABLE)
    moved = with_use(reading.source, reading.seen, uses_of(reading.seen), 1, URL)
    assert chosen_source(reading.source, reading.seen, moved, is_asked=False).column == "Column 2"
    twice = read(b"A,A\n/a,/x\n/b,/y\n", column="1")
    moved = with_use(twice.source, twice.seen, uses_of(twice.seen), 1, URL)
    assert chosen_source(twice.source, twice.seen, moved, is_asked=False).column == "2"


def test_a_field_of_a_log_gets_another_part_of_a_request() -> None:
    reading = read(LOG)
    names = [column.name for column in reading.seen]
    chosen = with_use(reading.source, reading.seen, uses_of(reading.seen), names.index("other"), "path")
    chosen = with_use(reading.source, reading.seen, chosen, names.index("who"), LEFT)
    source = chosen_source(reading.source, reading.seen, chosen, is_asked=False)
    assert source.log_fields == "time=when,status=answer,path=other,address=0"


def test_a_common_log_has_nothing_to_choose() -> None:
    reading = read(b'192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 12\n')
    assert {choices_of(reading.source, column) for column in reading.seen} == {()}


def test_a_log_whose_urls_are_not_clear_is_asked_about() -> None:
    body = LOG.replace(b"path", b"what")
    with pytest.raises(UnclearFieldsError) as asked:
        read(body)
    seen, source = asked.value.seen, Source("1", "own.json", "log")
    assert not has_url(source, uses_of(seen))
    place = [column.name for column in seen].index("what")
    chosen = with_use(source, seen, uses_of(seen), place, "path")
    assert has_url(source, chosen)
    fields = fields_from(chosen_source(source, seen, chosen, is_asked=True).log_fields)
    assert [url.url for url in read(body, fields=fields).urls] == ["/a"]
