"""The languages, and which of them is wanted."""

import gettext
from pathlib import Path

import pytest

from robotstudio import assets
from robotstudio.text.language import AND, ENGLISH, OR, Message, Plural
from robotstudio.text.locale import (
    DOMAIN,
    LANGUAGES,
    PLURAL_RULES,
    CompiledCatalogue,
    nearest_language,
    rule_of,
    wanted_language,
    words_of,
)


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        (["zh_CN.UTF-8"], "zh_CN"),
        (["zh-Hans-CN", "en"], "zh_CN"),
        (["zh_SG"], "zh_CN"),
        (["zh"], "zh_CN"),
        (["zh_TW", "es"], "es"),
        (["es_MX.UTF-8"], "es"),
        (["ru-RU"], "ru"),
        (["de_DE", "ru"], "ru"),
        (["en_GB"], "en"),
        (["C", "ru"], "en"),
        (["de"], ""),
        ([], ""),
    ],
)
def test_language_of_a_tag(tags: list[str], code: str) -> None:
    assert nearest_language(tags) == code


def test_language_of_the_environment_is_that_which_gettext_would_find() -> None:
    assert wanted_language({"LANGUAGE": "de:es", "LANG": "ru_RU"}) == "es"
    assert wanted_language({"LC_ALL": "C", "LANG": "ru_RU"}) == "en"
    assert wanted_language({"LANG": "ru_RU.UTF-8"}) == "ru"
    assert wanted_language({}) == "en"


def test_language_that_there_is_not_is_english() -> None:
    assert words_of("xx") is ENGLISH


RULES = Plural("{count} rule", "{count} rules")


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 правил"),
        (1, "1 правило"),
        (2, "2 правила"),
        (5, "5 правил"),
        (11, "11 правил"),
        (21, "21 правило"),
        (101, "101 правило"),
        (12_345, "12\u00a0345 правил"),
    ],
)
def test_russian_has_three_forms(count: int, said: str) -> None:
    assert words_of("ru").count(RULES, count) == said


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert words_of("es").number(1234) == "1234"
    assert words_of("es").number(12_345.5, 1) == "12.345,5"
    assert words_of("ru").size(512_000) == "500 КиБ"
    assert words_of("zh_CN").number(12_345) == "12,345"


@pytest.mark.parametrize(
    ("last", "items", "said"),
    [
        (AND, ("Googlebot", "bingbot"), "Googlebot y bingbot"),
        (AND, ("Googlebot", "ia_archiver"), "Googlebot e ia_archiver"),
        (AND, ("IonCrawl", "Googlebot"), "IonCrawl y Googlebot"),
        (AND, ("una regla", "hilos"), "una regla e hilos"),
        (AND, ("agua", "hielo"), "agua y hielo"),
        (OR, ("GPTBot", "OAI-SearchBot"), "GPTBot u OAI-SearchBot"),
        (OR, ("7", "8"), "7 u 8"),
        (OR, ("OAI-SearchBot", "GPTBot"), "OAI-SearchBot o GPTBot"),
    ],
)
def test_spanish_joins_a_list_for_the_ear(last: Message, items: tuple[str, ...], said: str) -> None:
    assert words_of("es").listed_text(items, last) == said
    assert " e " not in ENGLISH.listed_text(items, last)


def test_chinese_puts_no_space_between_its_own_letters() -> None:
    listed = words_of("zh_CN").listed_text
    assert listed(("Bingbot", "其他任何")) == "Bingbot 和其他任何"
    assert listed(("（第 5 行）", "Disallow")) == "（第 5 行）和 Disallow"
    assert listed(("a", "b", "c")) == "a、b 和 c"


def test_every_language_names_itself() -> None:
    assert [language.name for language in LANGUAGES.values()] == ["English", "简体中文", "Español", "Русский"]


def built(code: str) -> Path:
    return assets.path("locale") / code / "LC_MESSAGES" / f"{DOMAIN}.mo"


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_catalogue_says_what_gettext_would(code: str) -> None:
    with built(code).open("rb") as file:
        known = gettext.GNUTranslations(file)
    catalogue = CompiledCatalogue(built(code).read_bytes())
    texts: dict[str | tuple[str, int], str] = known._catalog  # type: ignore[attr-defined]  # there is no other list
    assert len(texts) > 2_000
    for key in texts:
        if isinstance(key, tuple):
            for count in (0, 1, 2, 5, 11, 21, 101):
                assert catalogue.ngettext(key[0], "", count) == known.ngettext(key[0], "", count)
        elif "\4" in key:
            assert catalogue.pgettext(*key.split("\4")) == known.pgettext(*key.split("\4"))
        else:
            assert catalogue.gettext(key) == known.gettext(key)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_rule_of_every_catalogue_is_known_without_reading_it(code: str) -> None:
    header = CompiledCatalogue(built(code).read_bytes()).gettext("")
    assert rule_of(header) in PLURAL_RULES.values()


@pytest.mark.parametrize("rule", PLURAL_RULES)
def test_known_rule_answers_as_gettext_reads_it(rule: str) -> None:
    read = gettext.c2py(rule)  # as the catalogue reads a rule that is not known
    assert [PLURAL_RULES[rule](count) for count in range(1_001)] == [read(count) for count in range(1_001)]


def test_rule_that_is_not_known_is_read() -> None:
    form_of = rule_of("Plural-Forms: nplurals=2; plural=(n > 1);\n")
    assert [form_of(count) for count in (0, 1, 2)] == [0, 0, 1]


def test_catalogue_hands_back_what_it_does_not_know() -> None:
    catalogue = CompiledCatalogue(built("ru").read_bytes())
    assert catalogue.gettext("of no catalogue \udc80") == "of no catalogue \udc80"
    assert catalogue.pgettext("of no", "catalogue") == "catalogue"
    assert [catalogue.ngettext("of one", "of none", count) for count in (1, 2)] == ["of one", "of none"]


@pytest.mark.parametrize("kept", [0, 3, 4, 20, 28, 1_000, 100_000, -2])
def test_beginning_of_a_catalogue_is_none(kept: int) -> None:
    with pytest.raises(ValueError, match="this is no catalogue"):
        CompiledCatalogue(built("ru").read_bytes()[:kept])
