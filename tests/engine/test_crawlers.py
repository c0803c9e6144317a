"""The catalogue's rows."""

import re

import pytest
from msgspec.structs import replace

from robotstudio.engine import DIALECTS
from robotstudio.engine.crawlers import (
    ANY_OTHER,
    CATALOGUE,
    CRAWLERS,
    DEFAULT_TOKENS,
    OBEYS,
    PRESETS,
    Crawler,
    Preset,
    crawler_for,
    names_of,
)
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.names import NamedOnly
from tests.rows import each_row

ROWS = each_row("crawler", CRAWLERS.values(), ids=lambda crawler: crawler.token)
SETS = each_row("preset", PRESETS, ids=lambda preset: preset.id)

CONFIDENCES = {"documented", "vendor page", "likely", "listed", "from memory"}
HONOURED = {"sitemap", "crawl-delay", "clean-param", "request-rate", "visit-time"}


@ROWS
def test_row_names_its_source_and_when_it_was_checked(crawler: Crawler) -> None:
    assert crawler.source
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", crawler.checked_on)
    assert crawler.confidence in CONFIDENCES


@ROWS
def test_row_has_ids_that_exist(crawler: Crawler) -> None:
    assert crawler.dialect in DIALECTS
    assert crawler.purpose in CATALOGUE.purposes
    assert crawler.obeys in OBEYS
    assert crawler.honours <= HONOURED


@ROWS
def test_what_was_only_found_in_lists_is_assumed(crawler: Crawler) -> None:
    assert crawler.assumed or crawler.confidence in {"documented", "vendor page"}


@ROWS
def test_crawler_heeds_sitemap_only_if_its_operator_says_so(crawler: Crawler) -> None:
    looks_for_pages = crawler.purpose not in {"ads", "ai-assistant", "preview"} and not crawler.is_control
    is_documented = crawler.confidence == "documented" and not crawler.outdated
    assert "sitemap" not in crawler.honours or (looks_for_pages and is_documented)


@ROWS
def test_crawler_is_for_training_only_if_a_source_says_so(crawler: Crawler) -> None:
    is_of_operator = crawler.confidence in {"documented", "vendor page"}
    assert crawler.purpose != "ai-training" or is_of_operator or crawler.purpose_source


@ROWS
def test_control_token_fetches_nothing(crawler: Crawler) -> None:
    assert not crawler.is_control or not (crawler.honours or crawler.user_agent)


@ROWS
def test_successors_of_an_outdated_token_are_in_use(crawler: Crawler) -> None:
    assert crawler.outdated or not crawler.successors
    assert not any(CRAWLERS[token].outdated for token in crawler.successors)


@ROWS
def test_why_a_token_is_outdated_is_a_part_of_a_sentence(crawler: Crawler) -> None:
    assert not crawler.outdated.endswith(".")
    assert crawler.outdated == crawler.outdated.strip()


@ROWS
def test_chain_starts_with_the_own_token_leaves_out_the_star_and_names_nothing_twice(crawler: Crawler) -> None:
    chain = [token.lower() for token in crawler.chain]
    assert crawler.chain[0] == crawler.token
    assert "*" not in chain[1:]
    assert len(set(chain)) == len(chain)


@ROWS
def test_no_crawler_falls_back_to_one_that_falls_back_to_it(crawler: Crawler) -> None:
    behind = [CATALOGUE.crawler_for(token) for token in crawler.fallback]
    assert not any(crawler.token in other.chain for other in behind)


@ROWS
def test_token_can_stand_in_a_user_agent_line(crawler: Crawler) -> None:
    assert crawler.token == crawler.token.strip()
    assert not set("#:\n\r\t") & set(crawler.token)


def test_any_other_is_not_counted_as_a_crawler() -> None:
    assert CATALOGUE.size == len(CRAWLERS) - 1


def test_tokens_are_told_apart_in_any_case() -> None:
    assert len({token.lower() for token in CRAWLERS}) == len(CRAWLERS)


@SETS
def test_preset_names_crawlers_of_the_catalogue_once(preset: Preset) -> None:
    assert preset.title
    assert set(preset.tokens) <= CRAWLERS.keys()
    assert len(set(preset.tokens)) == len(preset.tokens)


@SETS
def test_preset_names_no_outdated_token(preset: Preset) -> None:
    outdated = {token for token in preset.tokens if CRAWLERS[token].outdated}
    assert outdated == ({"StackRambler"} if preset.id == "dialects" else set())  # the only one that reads so


def test_presets_differ() -> None:
    assert len({preset.id for preset in PRESETS}) == len(PRESETS)
    assert len({frozenset(preset.tokens) for preset in PRESETS}) == len(PRESETS)


def test_one_of_each_dialect_is_one_of_each() -> None:
    preset = next(preset for preset in PRESETS if preset.id == "dialects")
    dialects = [CRAWLERS[token].dialect for token in preset.tokens]
    assert len(set(dialects)) == len(dialects)


def test_first_crawlers_are_those_that_people_ask_for() -> None:
    titles = [CRAWLERS[token].title for token in DEFAULT_TOKENS]
    assert titles[:4] == ["Googlebot", "Googlebot-Image", "Bingbot", "YandexBot"]
    assert titles[4:] == ["Applebot", "GPTBot", "ClaudeBot", "CCBot", "any other"]


@pytest.mark.parametrize(
    ("token", "dialect", "assumed"),
    [
        ("Googlebot", "google", False),
        ("bingbot", "bing", False),
        ("YandexBot", "yandex", False),
        ("Baiduspider", "baidu", False),
        ("CCBot", "crawler-commons", False),
        ("heritrix", "heritrix", False),
        ("Scrapy", "protego", False),
        ("Python-urllib", "python", False),
        ("Applebot", "rfc9309", True),
        ("GPTBot", "rfc9309", True),
        ("DuckDuckBot", "rfc9309", True),
    ],
)
def test_crawler_reads_as_its_own_dialect_or_is_marked_assumed(token: str, dialect: str, assumed: bool) -> None:
    assert (CRAWLERS[token].dialect, CRAWLERS[token].assumed) == (dialect, assumed)


@pytest.mark.parametrize(
    ("token", "chain"),
    [
        ("Googlebot-Image", ("Googlebot-Image", "Googlebot")),
        ("Applebot", ("Applebot", "Googlebot")),
        ("bingbot", ("bingbot", "msnbot")),
        ("YandexImages", ("YandexImages", "Yandex")),
    ],
)
def test_fallback_chain(token: str, chain: tuple[str, ...]) -> None:
    assert CRAWLERS[token].chain == chain
    assert CRAWLERS[token].agent == chain


@pytest.mark.parametrize("token", ["AdsBot-Google", "AdsBot-Google-Mobile", "Mediapartners-Google", "APIs-Google"])
def test_special_crawlers_of_google_never_follow_the_star(token: str) -> None:
    assert CRAWLERS[token].agent == NamedOnly((token,))


@pytest.mark.parametrize(
    ("token", "purpose", "obeys", "confidence"),
    [
        ("Diffbot", "ai-search", "yes", "documented"),
        ("amazon-QBusiness", "ai-search", "yes", "documented"),
        ("Mozilla-Tabstack", "ai-assistant", "yes", "documented"),
        ("Google-Firebase", "ai-assistant", "unknown", "listed"),
        ("ApifyBot", "software", "unknown", "listed"),
        ("Panscient", "other", "yes", "listed"),
    ],
)
def test_crawler_is_what_its_source_says(token: str, purpose: str, obeys: str, confidence: str) -> None:
    crawler = CRAWLERS[token]
    assert (crawler.purpose, crawler.obeys, crawler.confidence) == (purpose, obeys, confidence)


@pytest.mark.parametrize(
    ("token", "successor"),
    [
        ("anthropic-ai", "ClaudeBot"),
        ("Claude-Web", "ClaudeBot"),
        ("Google-NotebookLM", "Google-GeminiNotebook"),
        ("GoogleAgent-Mariner", "Google-Agent"),
        ("Cloudflare-AutoRAG", "Cloudflare-AI-Search"),
        ("Awario", "AwarioBot"),
    ],
)
def test_outdated_token_names_its_successor(token: str, successor: str) -> None:
    assert successor in CRAWLERS[token].successors


@pytest.mark.parametrize(
    ("preset", "tokens"),
    [
        ("ai-training", {"MistralAI-Training", "KimiBot"}),
        ("ai-search", {"MistralAI-Index", "Kimi-SearchBot"}),
        ("ai-assistants", {"Google-Agent", "Kimi-User"}),
    ],
)
def test_preset_holds_the_crawlers_of_all_large_operators(preset: str, tokens: set[str]) -> None:
    assert tokens <= {token for each in PRESETS if each.id == preset for token in each.tokens}


def test_tokens_that_only_control_others_are_marked() -> None:
    controls = {token for token, crawler in CRAWLERS.items() if crawler.is_control}
    assert controls == {"Google-Extended", "Applebot-Extended", "Webzio-Extended"}


def test_token_is_found_in_any_case() -> None:
    assert crawler_for(" BingBot ") is CRAWLERS["bingbot"]
    assert crawler_for("*") is ANY_OTHER


def test_unknown_token_reads_as_the_standard_says_and_is_marked_assumed() -> None:
    crawler = crawler_for("MyOwnBot")
    assert (crawler.token, crawler.title, crawler.dialect, crawler.assumed) == ("MyOwnBot", "MyOwnBot", "rfc9309", True)


def test_set_of_tokens_is_known_by_its_preset_in_any_order() -> None:
    found = CATALOGUE.preset_of(reversed(DEFAULT_TOKENS))
    assert found is PRESETS[0]
    assert CATALOGUE.preset_of(DEFAULT_TOKENS[1:]) is None


def test_changes_take_the_place_of_rows_and_leave_the_shipped_catalogue_alone() -> None:
    changed = replace(CRAWLERS["GPTBot"], token="gptbot", dialect="google")
    mine = Crawler("MyBot")
    preset = Preset("mine", "Mine", ("MyBot",))
    merged = CATALOGUE.with_changes([changed, mine], [preset])
    assert merged.crawler_for("GPTBot") is changed
    assert len(merged.crawlers) == len(CRAWLERS) + 1
    assert merged.presets[-1] is preset
    assert CRAWLERS["GPTBot"].dialect == "rfc9309"


@pytest.mark.parametrize(
    ("field", "who", "who_not"),
    [
        (
            "crawl-delay",
            "bingbot ClaudeBot AhrefsBot SemrushBot MJ12bot CCBot SeznamBot PetalBot MojeekBot Diffbot",
            "Amazonbot",
        ),
        ("crawl-delay", "Nutch", "Googlebot AdsBot-Google YandexBot YandexImages Scrapy"),
        ("clean-param", "YandexBot YandexImages", "Googlebot bingbot CCBot"),
        (
            "sitemap",
            "Googlebot bingbot YandexBot CCBot",
            (
                "Google-Extended ChatGPT-User Amzn-User DuckAssistBot Bytespider TikTokSpider anthropic-ai Claude-Web "
                "Python-urllib GPTBot"
            ),
        ),
        ("request-rate", "SeznamBot", "Googlebot bingbot YandexBot"),
    ],
)
def test_field_is_honoured_by_those_who_say_so(field: str, who: str, who_not: str) -> None:
    assert all(field in CRAWLERS[token].honours for token in who.split())
    assert not any(field in CRAWLERS[token].honours for token in who_not.split())


@pytest.mark.parametrize("dialect", [each for each in DIALECTS.values() if each.fallback_tokens])
def test_catalogue_and_dialect_know_the_same_fallback_tokens(dialect: Dialect) -> None:
    crawlers = [crawler for crawler in CRAWLERS.values() if crawler.dialect == dialect.id and crawler.uses_global]
    assert any(crawler.fallback for crawler in crawlers)
    for crawler in crawlers:
        assert dialect.fallback_tokens is not None
        assert set(dialect.fallback_tokens(crawler.token)) <= set(crawler.fallback)


def test_tokens_are_said_by_the_names_of_their_crawlers() -> None:
    own = Crawler("shopbot", title="Shop Bot")
    said = names_of(("bingbot", "shopbot", "*", "nobody"), (own,))
    assert said == ("Bingbot", "Shop Bot", "any other", "nobody")
