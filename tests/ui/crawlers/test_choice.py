"""Which crawlers are chosen, in which order, and what a set of them is called."""

import pytest

from robotstudio.engine.crawlers import ANY_OTHER, CRAWLERS, DEFAULT_TOKENS, crawler_for
from robotstudio.ui.crawlers.choice import SECTIONS, Choice, Preset, section_of
from robotstudio.ui.crawlers.words import chain_words, chosen_label, preset_title, section_title


def tokens(choice: Choice) -> list[str]:
    """The tokens chosen."""
    return [crawler.token for crawler in choice.chosen]


def test_every_crawler_of_the_catalogue_has_a_section_of_its_purpose() -> None:
    for crawler in CRAWLERS.values():
        assert crawler.purpose in section_of(crawler).purposes


def test_every_section_and_preset_has_words() -> None:
    assert all(section_title(section.id) for section in SECTIONS)
    assert all(preset_title(preset) for preset in Preset)


def test_new_crawler_comes_before_any_other() -> None:
    choice = Choice()
    choice.set_chosen([crawler_for("Googlebot"), ANY_OTHER])
    choice.toggle(crawler_for("GPTBot"))
    assert tokens(choice) == ["Googlebot", "GPTBot", "*"]
    choice.toggle(crawler_for("Googlebot"))
    assert tokens(choice) == ["GPTBot", "*"]


def test_own_token_is_kept_once_whatever_its_case() -> None:
    choice = Choice()
    choice.add("MyBot")
    choice.add("mybot")
    assert tokens(choice) == ["MyBot"]
    assert [crawler.token for crawler in choice.own] == ["MyBot"]
    assert choice.catalogue[0].title == "MyBot"


def test_own_token_that_is_not_chosen_stays_in_the_list_until_it_is_removed() -> None:
    choice = Choice()
    crawler = choice.add("MyBot")
    choice.toggle(crawler)
    assert not choice.chosen
    assert choice.own == (crawler,)
    choice.remove_own(crawler)
    assert not choice.own


def test_order_is_taken() -> None:
    choice = Choice()
    choice.apply(Preset.DEFAULT)
    choice.order(reversed(DEFAULT_TOKENS))
    assert tokens(choice) == list(reversed(DEFAULT_TOKENS))


def test_preset_keeps_the_order_of_what_is_chosen_already() -> None:
    choice = Choice()
    choice.set_chosen([crawler_for("YandexBot"), crawler_for("GPTBot"), crawler_for("Googlebot")])
    choice.apply(Preset.SEARCH)
    assert tokens(choice)[:2] == ["YandexBot", "Googlebot"]
    assert "GPTBot" not in tokens(choice)
    assert tokens(choice)[-1] == "*"


@pytest.mark.parametrize(
    ("preset", "count"),
    [(Preset.DEFAULT, len(DEFAULT_TOKENS)), (Preset.ALL, len(CRAWLERS)), (Preset.NONE, 0)],
)
def test_preset(preset: Preset, count: int) -> None:
    choice = Choice()
    choice.apply(preset)
    assert len(choice.chosen) == count


def test_all_includes_own_tokens() -> None:
    choice = Choice()
    choice.add("MyBot")
    choice.apply(Preset.ALL)
    assert "MyBot" in tokens(choice)


@pytest.mark.parametrize(
    ("chosen", "label"),
    [
        ("", "none"),
        ("Googlebot", "Googlebot"),
        ("*", "Any other crawler"),
        ("Googlebot bingbot", "Search (2)"),
        ("Googlebot Googlebot-Image bingbot YandexBot Applebot GPTBot ClaudeBot *", "Search + AI (8)"),
        ("GPTBot ClaudeBot OAI-SearchBot", "AI (3)"),
        ("AhrefsBot SemrushBot", "SEO (2)"),
        ("Googlebot GPTBot AhrefsBot", "3 crawlers"),
        ("Googlebot MyBot", "2 crawlers"),
        (" ".join(DEFAULT_TOKENS), "9 crawlers"),
    ],
)
def test_label(chosen: str, label: str) -> None:
    assert chosen_label([crawler_for(token) for token in chosen.split()]) == label


def test_chain_ends_with_the_star() -> None:
    assert chain_words(crawler_for("Googlebot-Image")) == "Googlebot-Image → Googlebot → *"
    assert chain_words(ANY_OTHER) == "*"
