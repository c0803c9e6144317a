"""Regular expressions as a person types them: linear time, line by line, with errors in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.ui.editor.search import (
    LONGEST_EXPRESSION,
    MOST_LISTED,
    BadExpressionError,
    Expression,
    FindQuery,
    Replacement,
    TextSpan,
    finder_of,
)

FILE = "User-agent: Googlebot\nDisallow: /cart/\nUser-agent: Googlebot-News\nDisallow: /search?q=\n"


def found(
    pattern: str,
    text: str = FILE,
    *,
    match_case: bool = False,
    whole_words: bool = False,
    scope: TextSpan | None = None,
) -> list[str]:
    query = FindQuery.of(pattern, match_case=match_case, whole_words=whole_words, is_expression=True)
    units = text.encode("utf-16-le")
    spans = finder_of(query, text, scope).matches()
    return [units[2 * start : 2 * stop].decode("utf-16-le") for start, stop in spans]


def sentence(pattern: str, text: str = FILE) -> str:
    with pytest.raises(BadExpressionError) as error:
        found(pattern, text)
    return str(error.value.told)


def test_ends_of_lines_are_those_of_the_expression() -> None:
    assert found("^d.*$") == ["Disallow: /cart/", "Disallow: /search?q="]


@pytest.mark.parametrize("pattern", [r"a[^x]*b", r"a\s*b", r"a(?s:.*)b", r"a\nb", r"a\W+b"])
def test_no_match_crosses_a_line(pattern: str) -> None:
    assert found(pattern, "a\nb") == []


def test_case_counts_only_when_asked() -> None:
    assert found("ALLOW|CART") == ["allow", "cart", "allow"]
    assert found("ALLOW|CART", match_case=True) == []


def test_whole_word_is_the_longest_that_is_one() -> None:
    assert found("Google|Googlebot", whole_words=True) == ["Googlebot", "Googlebot"]
    assert found("allow", whole_words=True) == []
    assert found("/cart", whole_words=True) == ["/cart"]


def test_letters_of_all_scripts_make_words() -> None:
    assert found("caf", "café caf", whole_words=True) == ["caf"]
    assert [
        span.start for span in finder_of(FindQuery.of("été", match_case=True, whole_words=True), "étés été").matches()
    ] == [5]


def test_only_what_lies_wholly_in_the_scope_counts() -> None:
    assert found("a", "aaaa", scope=TextSpan(1, 3)) == ["a", "a"]
    assert found("aaa", "aaaa", scope=TextSpan(1, 3)) == []


def test_what_reaches_into_the_scope_takes_nothing_from_it() -> None:
    query = FindQuery.of("aa", match_case=True)
    assert list(finder_of(query, "é🤖aaaa", TextSpan(4, 6)).matches()) == [TextSpan(4, 6)]
    assert found("aa", "é🤖aaaa", scope=TextSpan(4, 6)) == ["aa"]
    assert found("a+", "é🤖aaaa", scope=TextSpan(4, 6)) == ["aa"]


def test_what_stands_beside_the_scope_is_seen_from_it() -> None:
    assert found(r"^a|a$|\ba", "aaaa", scope=TextSpan(1, 3)) == []
    assert found("a+", "aaaa", scope=TextSpan(1, 3), whole_words=True) == []
    assert found("^a$", "b\na\nb", scope=TextSpan(2, 3)) == ["a"]


def test_places_are_utf16_columns() -> None:
    query = FindQuery.of("b.", match_case=True, is_expression=True)
    assert list(finder_of(query, "🤖é\nb🤖").matches()) == [TextSpan(4, 7)]


def test_empty_matches_are_found_once_a_line_and_none_behind_another() -> None:
    query = FindQuery.of("^", match_case=True, is_expression=True)
    assert [span.start for span in finder_of(query, "a\nbc\n").matches()] == [0, 2, 5]
    assert found("b*", "abb🤖") == ["", "bb", ""]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("(a", "A ( has no ) after it."),
        ("a)", "A ) has no ( before it: write \\) to find the character."),
        ("a)|(b", "A ) has no ( before it: write \\) to find the character."),
        ("[a", "A [ has no ] after it: write \\[ to find the character."),
        ("[z-a]", "z-a is not a valid set of characters."),
        ("*.pdf", "Nothing before * can repeat: write \\* to find it."),
        ("a**", "** repeats twice: put brackets around the first."),
        ("a{2000}", "{2000} repeats too often: the limit is 1,000, nested repetitions included."),
        ("a\\", "Nothing follows the \\ at the end: write \\\\ to find the character."),
        (r"(a)\1", "\\1 has no meaning here. Groups cannot be repeated by number."),
        ("(?=a)", "(?= is not supported: expressions cannot look ahead or behind."),
        ("x" * (LONGEST_EXPRESSION + 1), "The expression is longer than 2,000 characters."),
    ],
)
def test_wrong_expression_is_one_sentence(pattern: str, words: str) -> None:
    assert sentence(pattern) == words


def test_expression_too_large_for_a_file_is_refused_before_it_is_looked_for() -> None:
    assert sentence("[a-z]{900}[a-z]{900}q", "x" * 500_000).startswith("The expression repeats too much for a file")
    assert found("[a-z]{900}q", "x" * 1000) == []


def test_more_than_can_be_listed_is_refused() -> None:
    assert sentence(".", "x" * (MOST_LISTED + 1)) == "There are more than 50,000 matches. Search for something longer."


def test_what_lets_others_go_back_for_ever_takes_one_pass() -> None:
    assert found("(a|a)*b", "a" * 100_000) == []


@given(pattern=st.text(max_size=12), text=st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_whatever_is_typed_is_found_or_refused_and_every_match_is_in_its_line(pattern: str, text: str) -> None:
    query = FindQuery.of(pattern, match_case=False, is_expression=True)
    try:
        spans = list(finder_of(query, text).matches())
    except BadExpressionError:
        return
    units = text.encode("utf-16-le")
    for start, stop in spans:
        part = units[2 * start : 2 * stop].decode("utf-16-le")  # whole characters
        assert "\n" not in part
    assert spans == sorted(set(spans))


@given(
    pattern=st.text(st.sampled_from("ab.*+?[^]()|$\\wS{2}K"), max_size=10),
    text=st.text(st.sampled_from("abk \n/K"), max_size=20),
)
def test_text_in_ascii_is_read_as_any_other(pattern: str, text: str) -> None:
    def spans(text: str) -> list[TextSpan] | str:
        try:
            return list(finder_of(FindQuery.of(pattern, match_case=False, is_expression=True), text).matches())
        except BadExpressionError as error:
            return str(error.told)

    plain, beside = spans(text), spans(f"{text}\né")
    assert plain == (beside if isinstance(beside, str) else [span for span in beside if span.stop <= len(text)])


def test_finder_knows_its_matches() -> None:
    finder = finder_of(FindQuery.of("a+", match_case=True, is_expression=True), "aa b a")
    assert (finder.count(), finder.number_of(0, 2), finder.number_of(5, 6), finder.number_of(0, 1)) == (2, 1, 2, 0)
    assert (finder.next_from(1), finder.next_from(6), finder.last_before(5), finder.last_before(0)) == (
        (5, 6),
        (0, 2),
        (0, 2),
        (5, 6),
    )


def replaced(pattern: str, written: str, text: str) -> str:
    expression = Expression(pattern, match_case=True)
    replacement, units = Replacement(written, expression.groups), text.encode("utf-16-le")
    (spans,) = expression.found(text)
    return replacement.of(units, spans).decode("utf-16-le")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"\2\1", "🤖/a/"),
        (r"[\0]", "[/a/🤖]"),
        ("$1$", "$1$"),
        (r"a\nb", "a\nb"),
        (r"\\1", r"\1"),
        (r"\q", r"\q"),
        ("\\", "\\"),
        ("", ""),
    ],
)
def test_groups_are_written_with_a_backslash_and_a_dollar_is_a_dollar(written: str, text: str) -> None:
    assert replaced("(/a/)(🤖)", written, "Disallow: /a/🤖") == text


def test_group_that_took_no_part_is_empty() -> None:
    assert replaced("(a)|(b)", r"<\1\2>", "b") == "<b>"


def test_group_that_there_is_not_is_said() -> None:
    with pytest.raises(BadExpressionError) as error:
        Replacement(r"\2", 1)
    assert str(error.value.told) == r"Group 2 does not exist in the expression, so \2 is invalid."
