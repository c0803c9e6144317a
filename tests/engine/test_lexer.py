"""The Pygments lexer agrees with the tokenizer."""

from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Operator, Punctuation, String, Text, _TokenType

from robotstudio.engine.lexer import RobotsTxtLexer


def tokens(text: str) -> list[tuple[_TokenType, str]]:
    return [(kind, piece) for _, kind, piece in RobotsTxtLexer().get_tokens_unprocessed(text) if piece.strip()]


@given(st.text())
def test_nothing_is_lost_and_nothing_is_added(text: str) -> None:
    found = list(RobotsTxtLexer().get_tokens_unprocessed(text))
    assert "".join(piece for _, _, piece in found) == text
    at = 0
    for index, _, piece in found:
        assert index == at
        at += len(piece)


def test_rule_with_wildcards_escapes_and_a_comment() -> None:
    assert tokens("Disallow: /a%20b*c$ # why") == [
        (Keyword.Disallow, "Disallow"),
        (Punctuation, ":"),
        (String.Path, "/a"),
        (String.Escape, "%20"),
        (String.Path, "b"),
        (Operator.Wildcard, "*"),
        (String.Path, "c"),
        (Operator.Wildcard, "$"),
        (Comment.Single, "# why"),
    ]


def test_dollar_inside_a_pattern_is_no_wildcard() -> None:
    assert (Operator.Wildcard, "$") not in tokens("Allow: /a$b")


def test_misspelled_field_does_not_look_like_a_known_one() -> None:
    assert tokens("Disalow: /")[0] == (Keyword.Unknown, "Disalow")
    assert tokens("Disallowed: /")[0] == (Keyword.Unknown, "Disallowed")
    assert tokens("Crawl-delay: 5")[0] == (Keyword.Directive, "Crawl-delay")


def test_columns_are_characters_also_behind_others() -> None:
    found = list(RobotsTxtLexer().get_tokens_unprocessed("Disallow: /日本*x"))
    assert (13, Operator.Wildcard, "*") in found


def test_user_agent_line() -> None:
    assert tokens("user-AGENT: Googlebot") == [
        (Keyword.Declaration, "user-AGENT"),
        (Punctuation, ":"),
        (Name.Class, "Googlebot"),
    ]


def test_line_ends_are_white_space_of_their_own() -> None:
    found = [
        piece for _, kind, piece in RobotsTxtLexer().get_tokens_unprocessed("a\r\nb\rc") if kind is Text.Whitespace
    ]
    assert found == ["\r\n", "\r"]


def test_pygmentize_finds_the_lexer_by_name() -> None:
    assert isinstance(get_lexer_by_name("robots-txt"), RobotsTxtLexer)
