"""A project's file: read as it was written, written the same for the same, and refused with a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from robotstudio.fetch.http_scenario import SUPPOSED_ANSWERS
from robotstudio.project.file.kinds import (
    ChoiceKind,
    ItemsKind,
    NumberKind,
    ProjectFileError,
    RecordKind,
    TextKind,
    ValueKind,
)
from robotstudio.project.file.model import (
    EditKind,
    Environment,
    OverlayEdit,
    Project,
    ProjectScenario,
    ProjectSource,
    ProjectView,
)
from robotstudio.project.file.project_file import PROJECT, VERSION, bytes_of, load, load_stamped, parse, save
from robotstudio.store.errors import FileError
from robotstudio.store.files import READ_LIMIT
from robotstudio.text.language import ENGLISH

PATH = Path("shop.robotstudio")
DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads((DOCS / "project.schema.json").read_text("utf-8"))
VALID = Draft202012Validator(SCHEMA)

# Surrogates stand for bytes in names of files that are no UTF-8; JSON joins two halves of a character.
_letters = st.characters(exclude_characters="\0", exclude_categories=["Cs"]) | st.sampled_from("\udc80\udcff@/:")
texts = st.text(_letters, max_size=12).filter(lambda text: not text or text.strip())
some_texts = texts.filter(bool)
names = st.text(_letters, min_size=1, max_size=8).filter(lambda text: text.isprintable() and text.strip())
sites = st.sampled_from(["", "https://www.example.com", "http://joe:pw@münchen.example:8080/x?y", "example.com"])
lines = st.lists(st.text(_letters, max_size=10).filter(lambda text: not {"\n", "\r"} & set(text)), max_size=3)
edits = st.builds(
    OverlayEdit, st.sampled_from([EditKind.REPLACE, EditKind.SITEMAPS]), lines.map(tuple)
) | st.sampled_from(
    [
        OverlayEdit(EditKind.CLOSE),
        OverlayEdit(EditKind.APPEND, ("# staging", "User-agent: *", "Disallow: /")),
        OverlayEdit(EditKind.PREPEND, ("# staging",)),
    ]
)
sources = st.builds(
    ProjectSource,
    st.lists(some_texts | st.just("https://joe:pw@example.com/s.xml"), min_size=1, max_size=3).map(tuple),
    st.sampled_from(["", "list", "table", "sitemap", "log"]),
    texts,
    texts,
    texts,
    sites,
)
projects = st.builds(
    Project,
    note=texts,
    site=sites,
    file=texts,
    baseline=texts,
    expectations=texts,
    urls=st.lists(some_texts | st.just("https://joe:pw@example.com/a"), max_size=3).map(tuple),
    sources=st.lists(sources, max_size=2).map(tuple),
    crawls=st.lists(some_texts, max_size=2).map(tuple),
    crawlers=st.lists(some_texts, max_size=3).map(tuple),
    scenario=st.builds(
        ProjectScenario, st.sampled_from(sorted(SUPPOSED_ANSWERS)), st.integers(0, 1000), st.booleans(), st.booleans()
    ),
    environments=st.lists(
        st.builds(Environment, names, sites, st.lists(edits, max_size=2).map(tuple), texts, texts, texts),
        max_size=2,
        unique_by=lambda each: each.name,
    ).map(tuple),
    window=st.builds(
        ProjectView,
        texts.filter(str.isprintable),
        texts,
        texts,
        shows_reading=st.booleans(),
        splitters=st.dictionaries(
            texts.filter(str.isprintable), st.lists(st.integers(0, 5000), max_size=3).map(tuple), max_size=2
        ),
    ),
    schema=texts,
)
odd_addresses = st.lists(
    st.sampled_from(["http:", "https://", "//", "/", "joe:", "pw@", "@", " ", "a.example", "?", "#", ":8"]), max_size=7
).map("".join)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values, max_size=3),
    max_leaves=6,
)
KEYS = sorted({*PROJECT.kinds, *SCHEMA["$defs"]["environment"]["properties"], "do", "lines", "locations"})


def holds(project: Project) -> bool:
    """Return True if a project can be in a file: removing credentials may leave nothing of an address."""
    return not refusal(bytes_of(project))


def refusal(body: bytes) -> str:
    """Why bytes are no project; nothing where they are one."""
    try:
        parse(body, PATH)
    except ProjectFileError as error:
        return str(error)
    return ""


@given(projects.filter(holds))
def test_project_is_read_as_it_was_written(project: Project) -> None:
    assert parse(bytes_of(project), PATH) == project


@given(projects.filter(holds))
def test_file_that_was_written_is_written_again_the_same(project: Project) -> None:
    written = bytes_of(project)
    assert bytes_of(parse(written, PATH)) == written


@given(
    st.fixed_dictionaries(
        {"version": st.just(1)},
        optional={
            "site": odd_addresses,
            "urls": st.lists(odd_addresses, max_size=2),
            "note": odd_addresses,
            "sources": st.lists(
                st.fixed_dictionaries(
                    {"locations": st.lists(odd_addresses, min_size=1, max_size=2), "base": odd_addresses}
                )
            ),
            "window": st.fixed_dictionaries({"selected_url": odd_addresses}),
        },
    )
)
def test_what_was_read_can_be_saved_and_read_again(rows: dict[str, Any]) -> None:
    body = json.dumps(rows).encode()
    if not refusal(body):
        project = parse(body, PATH)
        assert parse(bytes_of(project), PATH) == project


@given(projects.filter(holds))
def test_file_is_valid_by_the_schema(project: Project) -> None:
    VALID.validate(json.loads(bytes_of(project)))


@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), json_values, max_size=4))
def test_what_the_schema_refuses_is_refused_with_a_sentence(rows: dict[str, Any]) -> None:
    rows = {"version": 1, **rows}
    message = refusal(json.dumps(rows).encode())
    assert PATH.name in message if message else VALID.is_valid(rows)


@given(st.binary(max_size=60) | st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_bring_another_exception(body: bytes) -> None:
    assert refusal(body)
    refusal(b'{"version": 1, ' + body)
    refusal(b'{"version": 1, "urls": [' + body + b"]}")


def test_schema_names_the_fields_and_bounds_of_the_program() -> None:
    def compare(record: RecordKind[Any], schema: dict[str, Any], extra: frozenset[str] = frozenset()) -> None:
        assert set(schema["properties"]) == {*record.kinds, *extra}
        assert set(schema.get("required", ())) == record.required | extra
        for key, kind in record.kinds.items():
            row = full(schema["properties"][key])
            if isinstance(kind, ItemsKind):
                assert (row["maxItems"], row.get("minItems", 0)) == (kind.most, kind.least), key
                compare_value(key, kind.kind, full(row["items"]))
            else:
                compare_value(key, kind, row)

    def compare_value(key: str, kind: ValueKind[Any], row: dict[str, Any]) -> None:
        if isinstance(kind, TextKind):
            assert row["maxLength"] == kind.most, key
        if isinstance(kind, NumberKind):
            assert (row["minimum"], row["maximum"]) == (kind.low, kind.high), key
        if isinstance(kind, ChoiceKind):
            assert tuple(row["enum"]) == tuple(kind.words()), key
        if isinstance(kind, RecordKind):
            compare(kind, row)

    def full(row: dict[str, Any]) -> dict[str, Any]:
        return {**SCHEMA["$defs"][row["$ref"].rpartition("/")[2]], **row} if "$ref" in row else row

    Draft202012Validator.check_schema(SCHEMA)
    compare(PROJECT, SCHEMA, frozenset({"version"}))


def test_example_of_the_page_is_what_the_program_writes() -> None:
    page = (DOCS / "project-file.md").read_text("utf-8")
    example = page.partition("```json\n")[2].partition("```")[0].encode()
    assert bytes_of(parse(example, PATH)) == example
    VALID.validate(json.loads(example))


def test_page_names_every_key() -> None:
    page = (DOCS / "project-file.md").read_text("utf-8")
    kinds = PROJECT.kinds
    assert all(f"`{key}`" in page for key in (*kinds, *EditKind))


def test_empty_project_is_a_version() -> None:
    assert bytes_of(Project()) == b'{\n  "version": 1\n}\n'


def test_each_item_has_a_line_of_its_own() -> None:
    before = bytes_of(Project(urls=("/a", "/b"), crawlers=("Googlebot",))).decode().splitlines()
    after = bytes_of(Project(urls=("/a", "/é", "/b"), crawlers=("Googlebot",))).decode().splitlines()
    assert [line for line in after if line not in before] == ['    "/é",']
    assert len(after) == len(before) + 1


def test_what_no_editor_shows_is_written_as_what_it_is() -> None:
    assert b'"a\\u202eb\\udbff"' in bytes_of(Project(note="a\u202eb\udbff"))


def test_file_with_a_byte_order_mark_and_windows_line_ends_is_read() -> None:
    body = bytes_of(Project(file="robots.txt")).replace(b"\n", b"\r\n")
    assert parse(b"\xef\xbb\xbf" + body, PATH) == Project(file="robots.txt")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"version": 1, "fille": "a"}, "unknown key fille. Did you mean file?"),
        ({"version": 1, "x" * 5_000: 1}, "…. Known keys: note, site,"),
        ({"version": 1, "file": 3}, "file must be a text in quotes, not blank and of at most 4,096 characters."),
        ({"version": 1, "file": " "}, "file must be a text"),
        ({"version": 1, "file": "a\0b"}, "file must be one line of text, in quotes."),
        ({"version": 1, "urls": "/a"}, "urls must be a list, in square brackets."),
        ({"version": 1, "urls": ["/a", ""]}, "urls 2 must be a text"),
        ({"version": 1, "crawlers": ["a"] * 1_001}, "crawlers has 1,001 entries; the limit is 1,000."),
        ({"version": 1, "site": "ftp://a"}, "site is not the address of a site: “ftp://a” is not a web address"),
        (
            {"version": 1, "sources": [{"locations": ["a.log"], "log_fields": "link=u"}]},
            "sources 1 › log_fields does not map the fields of a log: “link” is not a part of a request.",
        ),
        ({"version": 1, "scenario": {"answer": "999"}}, "scenario › answer must be one of 200, 404,"),
        ({"version": 1, "scenario": {"hours": -1}}, "scenario › hours must be a whole number from 0 to 87,840."),
        ({"version": 1, "scenario": {"hours": True}}, "scenario › hours must be a whole number"),
        ({"version": 1, "scenario": {"has_copy": 1}}, "scenario › has_copy must be true or false."),
        ({"version": 1, "window": []}, "window must be an object, in braces."),
        ({"version": 1, "window": {"splitters": {"a": ["b"]}}}, "window › splitters › a 1 must be a whole number"),
        ({"version": 1, "sources": [{}]}, "sources 1 › locations is missing."),
        ({"version": 1, "sources": [{"locations": []}]}, "sources 1 › locations is missing."),
        ({"version": 1, "sources": [{"locations": ["a"], "base": "/a"}]}, "sources 1 › base is not the address"),
        ({"version": 1, "environments": [{"site": "a.example"}]}, "environments 1 › name is missing."),
        ({"version": 1, "environments": [{"name": "a\nb"}]}, "environments 1 › name must be one line"),
        (
            {"version": 1, "environments": [{"name": "a"}, {"name": "a"}]},
            "two environments are called a. Give each a name of its own.",
        ),
        (
            {"version": 1, "environments": [{"name": "a", "overlay": [{"do": "append", "lines": ["Disallow: /"]}]}]},
            "environments 1 › overlay 1 › lines begins with a rule",
        ),
        (
            {"version": 1, "environments": [{"name": "a", "overlay": [{"do": "prepend", "lines": ["User-agent: a"]}]}]},
            "environments 1 › overlay 1 › lines ends with a User-agent line",
        ),
        (
            {"version": 1, "environments": [{"name": "a", "overlay": [{"do": "close", "lines": ["a"]}]}]},
            "“close” takes no lines.",
        ),
        (
            {"version": 1, "environments": [{"name": "a", "overlay": [{"do": "replace", "lines": ["a\nb"]}]}]},
            "environments 1 › overlay 1 › lines 1 must be one line of text",
        ),
        *(
            (
                {"version": 1, "environments": [{"name": "a", "overlay": [{"do": do, "lines": ["/", f"# @{half}"]}]}]},
                "environments 1 › overlay 1 › lines 2 must be one line of text",
            )
            for do in EditKind
            for half in "\ud800\udfff"
        ),
        ({"version": VERSION + 1}, "was saved by a newer Robot Studio: its version is 2, this one reads up to 1."),
        ({"version": 10**400}, "its version is …,"),
        ({"version": 0}, "is not a project"),
        ({"version": True}, "is not a project"),
        ({"version": "1"}, "is not a project"),
        ({"file": "robots.txt"}, "is not a project: it must be an object in braces, with a “version”."),
        ([1], "is not a project"),
    ],
    ids=lambda each: None if isinstance(each, dict | list) else each[:40],
)
def test_what_is_wrong_is_said_with_its_place(rows: object, message: str) -> None:
    with pytest.raises(ProjectFileError) as caught:
        parse(json.dumps(rows).encode(), PATH)
    assert message in str(caught.value)
    assert str(caught.value).startswith("“shop.robotstudio”")
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "is not JSON: expecting value (line 1, column 1)."),
        (b'{"version": 1,\n<<<<<<< mine\n}', "(line 2, column 1). Correct it there."),
        (b'{"version": 1, "file": "a", "file": "b"}', "file appears twice in one object. Keep one of them."),
        (b'{"version": 1, "note": "\xff"}', "is not JSON in UTF-8."),
        (b"[" * 100_000, "is not a project"),
        (b'{"version": ' + b"1" * 5_000 + b"}", "is not a project"),
    ],
)
def test_what_is_no_json_is_said(body: bytes, message: str) -> None:
    with pytest.raises(ProjectFileError, match="shop") as caught:
        parse(body, PATH)
    assert message in str(caught.value)


def test_key_that_stands_twice_is_found_in_linear_time() -> None:
    body = b'{"version": 1, ' + b", ".join(b'"%d": 0' % number for number in range(200_000)) + b', "0": 1}'
    with pytest.raises(ProjectFileError, match="0 appears twice"):
        parse(body, PATH)


def test_saved_project_is_loaded_with_its_stamp(tmp_path: Path) -> None:
    path = tmp_path / "shop.robotstudio"
    project = Project(file="robots.txt", urls=("/a",))
    stamp = save(path, project)
    assert load_stamped(path) == (project, stamp)
    path.write_bytes(bytes_of(Project()))
    assert stamp.check(path) == "changed"
    assert load(path) == Project()


def unreadable() -> list[Callable[[], Project]]:
    return [
        lambda: Project(environments=(Environment("a"), Environment("a"))),
        lambda: Project(urls=("",)),
        lambda: Project(note="a" * 20_000),
        lambda: Project(urls=("/" + "a" * 60_000,) * (READ_LIMIT // 60_000 + 1)),
    ]


@pytest.mark.parametrize("make", unreadable())
def test_what_could_not_be_read_again_is_not_saved(tmp_path: Path, make: Callable[[], Project]) -> None:
    path = tmp_path / "shop.robotstudio"
    save(path, Project(file="robots.txt"))
    with pytest.raises(FileError):
        save(path, make())
    assert load(path) == Project(file="robots.txt")


def test_missing_file_and_too_large_file_are_said(tmp_path: Path) -> None:
    path = tmp_path / "shop.robotstudio"
    with pytest.raises(FileError, match="does not exist"):
        load(path)
    path.write_bytes(b" " * (READ_LIMIT + 1))
    with pytest.raises(FileError, match="the limit is"):
        load(path)


def test_sentence_is_said_in_the_language_of_the_run() -> None:
    with pytest.raises(ProjectFileError) as caught:
        parse(b"[]", PATH)
    assert ENGLISH.tell(caught.value.told) == str(caught.value)
