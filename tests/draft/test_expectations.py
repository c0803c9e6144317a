"""The text format of expectations: nothing is lost, and what is written is read again."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.expectations import (
    ExpectationFile,
    SumExpectation,
    load,
    parse,
    path_beside,
    save,
    sum_text,
    written,
)
from robotstudio.engine.expectations import NO_RULE, Expectation
from robotstudio.store.errors import FileMissingError
from robotstudio.text.language import ENGLISH

FILE = """\
# What must stay true
allow  Googlebot  https://www.example.com/cart/help  by "Allow: /cart/help"

BLOCK\t*\t/admin/   # never
allow "Sogou web spider" "/a b" by no rule
"""


def may(crawler: str, written: str, url: str, rule: str | None = None) -> Expectation:
    return Expectation(allowed=True, crawler=crawler, written=written, url=url, rule=rule)


def may_not(crawler: str, written: str, url: str, rule: str | None = None) -> Expectation:
    return Expectation(allowed=False, crawler=crawler, written=written, url=url, rule=rule)


def only(text: str) -> Expectation:
    ((_, expectation),) = parse(text).expectations
    return expectation


def test_lines_of_every_kind() -> None:
    help_page = "https://www.example.com/cart/help"
    assert parse(FILE).mistakes == ()
    assert parse(FILE).expectations == (
        (2, may("Googlebot", help_page, help_page, "Allow: /cart/help")),
        (4, may_not("*", "/admin/", "/admin/")),
        (5, may("Sogou web spider", "/a b", "/a%20b", NO_RULE)),
    )


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "replace")))
def test_any_file_is_saved_as_it_was_loaded(tmp_path_factory: pytest.TempPathFactory, body: bytes) -> None:
    path = tmp_path_factory.mktemp("expectations") / "robots.txt.expect"
    path.write_bytes(body)
    save(path, load(path))
    assert path.read_bytes() == body


@given(
    allowed=st.booleans(),
    crawler=st.text(min_size=1).filter(lambda text: bool(text.strip()) and not text.startswith("@")),  # that is a set
    path=st.text(st.characters(codec="utf-8", exclude_characters="#")),
    rule=st.none() | st.just(NO_RULE) | st.from_regex(r"(Allow|Disallow): /[^\r\n\x00]*", fullmatch=True),
)
def test_expectation_is_read_as_it_was_written(allowed: bool, crawler: str, path: str, rule: str | None) -> None:
    url = f"https://example.com/{path}".strip()
    found = only(written(Expectation(allowed, crawler, url, url, rule)))
    assert (found.allowed, found.crawler, found.written, found.rule) == (allowed, crawler, url, rule)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bloc x /", "neither allow nor block"),
        ('"allow" x /', "neither allow nor block"),
        ("allow", "write a crawler and a URL"),
        ("allow x", "write a crawler and a URL"),
        ("allow x # /y", "write a crawler and a URL"),
        ('allow "" /', "has no name"),
        ("allow x ftp://x", "ftp"),
        ('allow "x /', "quotation mark"),
        ('allow "x"y /', "quotation mark"),
        ("allow x / by 14", "The URL may be followed only by"),
        ("allow x / by Allow: /", "The URL may be followed only by"),
        ('allow x / by "line 14"', "is not a rule"),
        ('allow x / by "Allow: /" too', "The URL may be followed only by"),
        ("allow x / y", "The URL may be followed only by"),
    ],
)
def test_line_with_a_mistake_is_named_and_kept(line: str, said: str) -> None:
    file = parse(f"allow x /\n{line}\n")
    ((number, mistake),) = file.mistakes
    assert number == 2
    assert said in str(mistake)
    assert file.text == f"allow x /\n{line}\n"
    assert len(file.expectations) == 1


def test_byte_order_mark_and_windows_line_ends_are_no_mistake() -> None:
    file = parse("\ufeffallow x /\r\nblock x /y\r\n")
    assert [number for number, _ in file.expectations] == [1, 2]
    assert file.with_added(may("y", "/", "/")).text.endswith("block x /y\r\nallow  y  /\r\n")


def test_expectation_is_added_at_the_end() -> None:
    added = may_not("x", "/new", "/new", "Disallow: /new")
    assert parse(FILE).with_added(added).text == FILE + 'block  x  /new  by "Disallow: /new"\n'
    assert ExpectationFile().with_added(added).text == 'block  x  /new  by "Disallow: /new"\n'
    assert parse("allow x /").with_added(added).text == 'allow x /\nblock  x  /new  by "Disallow: /new"\n'


def test_expectation_for_the_same_cell_takes_the_place_of_the_one_before() -> None:
    file = parse(FILE).with_added(may("*", "/admin/", "/admin/"))
    assert file.text == FILE.replace("BLOCK\t*\t/admin/   # never", "allow  *  /admin/   # never")


def test_line_can_be_taken_out() -> None:
    assert parse(FILE).without(4).text == FILE.replace("BLOCK\t*\t/admin/   # never\n", "")
    assert parse("allow x /").without(1).text == ""


def test_expectations_are_kept_beside_the_file(tmp_path: Path) -> None:
    path = path_beside(tmp_path / "robots.txt")
    assert path.name == "robots.txt.expect"
    with pytest.raises(FileMissingError):
        load(path)


def test_several_are_added_at_once_each_in_place_of_its_own() -> None:
    file = parse("allow x /a # why\n# end\n")
    added = (may_not("X", "/a", "/a"), may("x", "/b", "/b"), may_not("x", "/b", "/b"))
    assert file.with_all_added(added).text == "block  X  /a # why\n# end\nblock  x  /b\n"


def test_changed_expectation_keeps_the_comment_behind_it() -> None:
    file = parse('allow x "/a # b" by no rule\t# ticket "7"\r\n')
    assert file.with_replaced(1, may_not("x", "/c", "/c")).text == 'block  x  /c\t# ticket "7"\r\n'


def test_several_lines_can_be_taken_out() -> None:
    assert parse("allow x /a\n# why\nallow x /b\n").without(1, 3).text == "# why\n"


def test_a_star_or_a_dollar_at_the_end_makes_a_pattern_unless_it_stands_in_quotes() -> None:
    assert only("block * /checkout/*").is_pattern
    assert only("allow Googlebot /*.css$").is_pattern
    assert only("block * https://www.example.com/checkout/*").url == "https://www.example.com/checkout/*"
    assert not only('block * "/checkout/*"').is_pattern
    assert not only("block * /checkout/").is_pattern


@pytest.mark.parametrize(
    "line", ["block  *  /checkout/*", 'block  *  "/checkout/*"', 'allow  *  "/a$"', "allow  *  /a$"]
)
def test_patterns_and_urls_with_their_letters_are_written_as_they_were(line: str) -> None:
    assert written(only(line)) == line


def test_no_rule_stands_behind_a_pattern() -> None:
    ((number, mistake),) = parse('block * /checkout/* by "Disallow: /checkout/"').mistakes
    assert number == 1
    assert str(mistake.message).startswith("A pattern cannot be followed by a rule")


def test_a_pattern_and_the_url_of_its_letters_stand_beside_each_other() -> None:
    file = parse("block  *  /a*\n").with_added(only('allow * "/a*"'))
    assert file.text == 'block  *  /a*\nallow  *  "/a*"\n'


# Versions, and sets of crawlers

NO_TRAINING = Expectation(allowed=False, crawler="@ai-training", written="/api/*", url="/api/*", is_pattern=True)
SETS = "version 2\nblock  @ai-training  /api/*\n"


def test_a_set_of_crawlers_stands_where_a_crawler_does() -> None:
    file = parse(SETS)
    assert (file.version, file.mistakes) == (2, ())
    (found,) = file.expectations
    assert found == (
        2,
        NO_TRAINING,
    )
    assert file.text == SETS
    assert written(found[1]) == "block  @ai-training  /api/*"


def test_a_file_that_names_no_version_is_read_as_before_and_knows_no_sets() -> None:
    file = parse("# old\nblock  @ai-training  /api/*\nallow  Googlebot  /a\n")
    assert file.version == 1
    assert [number for number, _ in file.expectations] == [3]
    ((number, mistake),) = file.mistakes
    assert (number, "version 2" in ENGLISH.tell(mistake)) == (2, True)


def test_a_newer_version_is_told_in_one_sentence_and_nothing_of_it_is_tried_or_lost() -> None:
    text = "# ours\nversion 4\nallow  Googlebot  /a\nforbid  @everybody  /b\n"
    file = parse(text)
    assert (file.expectations, file.version, file.text) == ((), 4, text)
    ((number, mistake),) = file.mistakes
    assert number == 2
    assert ENGLISH.tell(mistake).startswith(
        "These expectations have version 4, but this program supports only 3 and below"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("version", 1),
        ("version two", 1),
        ("version 0", 1),
        ("version 2 3", 1),
        ("allow Googlebot /a\nversion 2", 2),
        ("version 2\nversion 2", 2),
        ("version 99999999999999999999", 1),
    ],
)
def test_a_version_that_is_none_or_comes_late_is_a_mistake(text: str, line: int) -> None:
    file = parse(text)
    assert [number for number, _ in file.mistakes] == [line]
    assert file.text == text


@pytest.mark.parametrize(
    "text", ["version 2  # since 2026", "\ufeffVersion 2\r", "# first\n\nversion 2", " version\t2"]
)
def test_the_version_may_stand_behind_comments_and_before_one(text: str) -> None:
    file = parse(f"{text}\nblock @all /a\r")
    assert (file.version, file.mistakes, len(file.expectations)) == (2, (), 1)


def test_a_set_that_is_not_known_is_a_mistake_that_names_those_that_are() -> None:
    ((_, mistake),) = parse("version 2\nblock @training /a\n").mistakes
    said = ENGLISH.tell(mistake)
    assert "@training" in said
    assert "@ai-training" in said
    assert "@all" in said


@pytest.mark.parametrize(
    "before", ["", "# ours\nallow  Googlebot  /a\n", "\ufeff# ours\r\n", "version 1\nallow  a  /a\n"]
)
def test_a_set_that_is_added_brings_the_version_and_changes_nothing_else(before: str) -> None:
    file = parse(before).with_added(NO_TRAINING)
    again = parse(file.text)
    assert again == file
    assert (again.version, again.mistakes) == (2, ())
    assert again.expectations[-1][1].crawler == "@ai-training"
    assert len(again.expectations) == len(parse(before).expectations) + 1


def test_a_test_that_becomes_one_of_a_set_brings_the_version() -> None:
    file = parse("allow  Googlebot  /a  # why\n")
    changed = file.with_replaced(1, Expectation(allowed=True, crawler="@search", written="/a", url="/a"))
    assert changed.text == "version 2\nallow  @search  /a  # why\n"


def test_without_a_set_no_version_is_written() -> None:
    assert parse("").with_added(Expectation(allowed=True, crawler="Googlebot", written="/a", url="/a")).version == 1


def test_sums_are_read_and_kept() -> None:
    text = 'version 3\nsum(clicks) of blocked <= 0 # none\nSUM( "Clicks (GSC)" ) of allowed for @search >= 10.5\n'
    file = parse(text)
    assert file.mistakes == ()
    assert file.sums == (
        (2, SumExpectation("clicks", is_of_blocked=True, comparison="<=", limit=0)),
        (3, SumExpectation("Clicks (GSC)", is_of_blocked=False, comparison=">=", limit=10.5, crawler="@search")),
    )
    assert [sum_text(each) for _, each in file.sums] == [
        "sum(clicks) of blocked <= 0",
        'sum("Clicks (GSC)") of allowed for @search >= 10.5',
    ]
    assert file.with_added(may("Googlebot", "/a", "/a")).text == text + "allow  Googlebot  /a\n"


@given(st.text("sum() \"'ofblckdarw<>=!0123456789.#@\t", max_size=200))
def test_no_text_of_a_sum_is_lost(text: str) -> None:
    assert parse(f"version 3\nsum({text}").text == f"version 3\nsum({text}"
