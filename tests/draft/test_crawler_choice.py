"""Chosen crawlers, their order, and the names of sets."""

import pytest
from msgspec.structs import replace

from robotstudio.draft.crawler_choice import CrawlerChoice
from robotstudio.engine.crawlers import ANY_OTHER, CATALOGUE, CRAWLERS, DEFAULT_TOKENS, PRESETS, Preset, crawler_for
from robotstudio.ui.panels.crawlers.words import (
    chain_words,
    chosen_label,
    facts_words,
    flag_words,
    purpose_title,
    source_words,
)


def tokens(choice: CrawlerChoice) -> list[str]:
    """Return the tokens chosen."""
    return [crawler.token for crawler in choice.chosen]


def preset(preset_id: str) -> Preset:
    """Return a preset that the program ships."""
    return next(preset for preset in PRESETS if preset.id == preset_id)


def test_every_purpose_has_a_section_with_words() -> None:
    purposes = CrawlerChoice().purposes
    assert {crawler.purpose for crawler in CRAWLERS.values()} <= set(purposes)
    assert all(purpose_title(purpose, CATALOGUE) != purpose for purpose in purposes)
    assert purpose_title("by the person", CATALOGUE) == "by the person"


def test_new_crawler_comes_before_any_other() -> None:
    choice = CrawlerChoice()
    choice.set_chosen([crawler_for("Googlebot"), ANY_OTHER])
    choice.toggle(crawler_for("GPTBot"))
    assert tokens(choice) == ["Googlebot", "GPTBot", "*"]
    choice.toggle(crawler_for("Googlebot"))
    assert tokens(choice) == ["GPTBot", "*"]


def test_own_token_is_kept_once_whatever_its_case() -> None:
    choice = CrawlerChoice()
    choice.add("MyBot")
    choice.add("mybot")
    assert tokens(choice) == ["MyBot"]
    assert [crawler.token for crawler in choice.own] == ["MyBot"]
    assert choice.crawlers[0].title == "MyBot"


def test_own_token_that_is_not_chosen_stays_in_the_list_until_it_is_removed() -> None:
    choice = CrawlerChoice()
    crawler = choice.add("MyBot")
    choice.toggle(crawler)
    assert not choice.chosen
    assert choice.own == (crawler,)
    choice.remove_own(crawler)
    assert not choice.own


def test_order_is_taken() -> None:
    choice = CrawlerChoice()
    choice.apply(preset("default"))
    choice.order(reversed(DEFAULT_TOKENS))
    assert tokens(choice) == list(reversed(DEFAULT_TOKENS))


@pytest.mark.parametrize("chosen", PRESETS, ids=lambda preset: preset.id)
def test_preset_is_taken_in_its_order_and_known_again(chosen: Preset) -> None:
    choice = CrawlerChoice()
    choice.apply(chosen)
    assert tuple(tokens(choice)) == chosen.tokens
    assert choice.preset is chosen
    choice.toggle(choice.chosen[0])
    assert choice.preset is None


def test_presets_add_up_and_each_is_taken_back() -> None:
    choice = CrawlerChoice()
    choice.set_chosen([crawler_for("Bravebot"), ANY_OTHER])
    first, second = preset("ai-training"), preset("seo")
    choice.apply(first)
    choice.apply(second)
    assert tokens(choice) == ["Bravebot", *first.tokens, *second.tokens, "*"]
    assert choice.last_preset is second
    choice.take_back()
    assert tokens(choice) == ["Bravebot", *first.tokens, "*"]
    choice.take_back()
    assert tokens(choice) == ["Bravebot", "*"]
    assert not choice.can_be_taken_back


@pytest.mark.parametrize("one", PRESETS, ids=lambda preset: preset.id)
def test_preset_taken_out_leaves_what_another_one_holds(one: Preset) -> None:
    for other in PRESETS:
        choice = CrawlerChoice()
        choice.apply(other)
        if choice.has_all(one):
            continue  # it would be the first click that takes it out
        choice.apply(one)
        choice.apply(one)
        assert choice.has_all(other)
        if other != one:
            choice.take_back()
            assert choice.has_all(one)


def test_choice_made_by_hand_ends_what_can_be_taken_back() -> None:
    choice = CrawlerChoice()
    choice.apply(preset("seo"))
    choice.toggle(crawler_for("Bravebot"))
    assert not choice.can_be_taken_back
    choice.take_back()
    assert "Bravebot" in tokens(choice)


def test_preset_of_the_person_may_name_tokens_that_nobody_knows() -> None:
    choice = CrawlerChoice()
    choice.apply(Preset("mine", "Mine", ("MyBot", "Googlebot")))
    assert tokens(choice) == ["MyBot", "Googlebot"]
    assert [crawler.token for crawler in choice.own] == ["MyBot"]


def test_another_catalogue_changes_what_is_chosen_and_takes_over_own_tokens() -> None:
    choice = CrawlerChoice()
    choice.set_chosen([crawler_for("GPTBot"), crawler_for("MyBot")])
    changed = replace(CRAWLERS["GPTBot"], dialect="google")
    choice.set_catalogue(CATALOGUE.with_changes([changed, crawler_for("MyBot")]))
    assert choice.chosen[0] is changed
    assert not choice.own
    assert tokens(choice) == ["GPTBot", "MyBot"]


@pytest.mark.parametrize(
    ("chosen", "label"),
    [
        ("", "none"),
        ("Googlebot", "Googlebot"),
        ("*", "Any other crawler"),
        (" ".join(DEFAULT_TOKENS), "Search + AI (9)"),
        (" ".join(reversed(DEFAULT_TOKENS)), "Search + AI (9)"),
        ("OAI-SearchBot GPTBot", "Your selection (2)"),
        ("Googlebot MyBot *", "Your selection (3)"),
    ],
)
def test_label(chosen: str, label: str) -> None:
    assert chosen_label([crawler_for(token) for token in chosen.split()], CATALOGUE) == label


def test_chain_ends_with_the_star() -> None:
    assert chain_words(crawler_for("Googlebot-Image")) == "Googlebot-Image → Googlebot → *"
    assert chain_words(ANY_OTHER) == "*"
    assert chain_words(crawler_for("AdsBot-Google")) == "AdsBot-Google, never *"


@pytest.mark.parametrize(
    ("token", "flag", "facts"),
    [
        ("Googlebot", "", "Reads as Google. States that it obeys robots.txt. Honours Sitemap."),
        (
            "AdsBot-Google",
            "obeys in part",
            "Reads as Google. Never follows *: only a group that names it counts. Obeys robots.txt in part.",
        ),
        (
            "Applebot-Extended",
            "control token",
            (
                "How it reads the file is not documented. Assumed: RFC 9309. "
                "Control token: no crawler fetches under this name."
            ),
        ),
        (
            "Bytespider",
            "does not obey",
            "How it reads the file is not documented. Assumed: RFC 9309. Does not obey robots.txt.",
        ),
        ("*", "", "Reads as RFC 9309."),
    ],
)
def test_facts_of_a_crawler(token: str, flag: str, facts: str) -> None:
    assert flag_words(crawler_for(token)) == flag
    assert facts_words(crawler_for(token)).startswith(facts)


def test_source_is_named_with_its_date() -> None:
    assert source_words(crawler_for("Applebot")) == "https://support.apple.com/en-us/119829 (documented, 20 Nov 2026)"
    assert not source_words(crawler_for("MyBot"))
    assert facts_words(crawler_for("MyBot"), is_changed=True).startswith("Changed in your file. ")
