"""Choices: how they are written, which paths they take, and which goes before which."""

import pytest

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, MOST_PATHS, AiPolicy, PolicyError, choice_of, only


@pytest.mark.parametrize("text", ["allow", "block", "leave", "only /a/", "only /a/ /b"])
def test_choice_is_read_as_it_is_written(text: str) -> None:
    assert str(choice_of(text)) == text


@pytest.mark.parametrize(
    "text", ["", "deny", "allow /a", "block /a", "only", "only a/", "only /a*", "only /a$", "only /a?b"]
)
def test_what_is_no_choice_is_told(text: str) -> None:
    with pytest.raises(PolicyError):
        choice_of(text)


def test_mistyped_choice_is_told_with_what_was_meant() -> None:
    with pytest.raises(PolicyError, match=r"“blok” is not a choice\. Did you mean block\?"):
        choice_of("blok")


def test_paths_are_encoded_as_crawlers_send_them_and_those_below_another_go() -> None:
    assert only(["/é", "/b/c", "/b/", "/bc"]).paths == ("/%C3%A9", "/b/", "/bc")


def test_paths_are_bounded() -> None:
    with pytest.raises(PolicyError):
        only(f"/p{number}/" for number in range(MOST_PATHS + 1))
    with pytest.raises(PolicyError):
        only(["/" + "a" * 501])


def test_choice_for_a_crawler_goes_before_that_for_its_purpose() -> None:
    policy = AiPolicy().with_choice("ai-training", BLOCK, CATALOGUE).with_choice("gptbot", ALLOW, CATALOGUE)
    assert policy.choice_for(CATALOGUE.crawlers["GPTBot"]) == ALLOW
    assert policy.choice_for(CATALOGUE.crawlers["CCBot"]) == BLOCK
    assert policy.choice_for(CATALOGUE.crawlers["Googlebot"]) is None
    left = policy.with_choice("GPTBot", LEAVE, CATALOGUE)
    assert left.choice_for(CATALOGUE.crawlers["GPTBot"]) is None
    assert left.with_choice("ai-training", LEAVE, CATALOGUE).purposes == {}


def test_choice_taken_back_leaves_no_note_where_the_purpose_has_none() -> None:
    assert AiPolicy().with_choice("GPTBot", BLOCK, CATALOGUE).with_choice("GPTBot", LEAVE, CATALOGUE).is_empty


@pytest.mark.parametrize("who", ["nobody-known", "*", ""])
def test_who_is_neither_a_purpose_nor_a_crawler_is_told(who: str) -> None:
    with pytest.raises(PolicyError, match="neither"):
        AiPolicy().with_choice(who, BLOCK, CATALOGUE)
