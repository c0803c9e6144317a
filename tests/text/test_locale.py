"""The languages, and which of them is wanted."""

from pathlib import Path

import pytest

from robotstudio import assets
from robotstudio.text.language import AND, ENGLISH, OR, Meant, Message, Plural
from robotstudio.text.locale import DOMAIN, LANGUAGES, nearest_language, wanted_language, words_of


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


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a Russian catalogue that does not exist."""
    monkeypatch.setattr(assets, "path", lambda _name: tmp_path)
    path = tmp_path / "ru" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    return path


def test_language_without_a_catalogue_is_english(catalogue: Path) -> None:
    assert not catalogue.exists()
    assert words_of("ru") is ENGLISH


@pytest.mark.parametrize("kept", [0, 3, 4, 20, 28, 1_000, 100_000, -2])
def test_language_with_the_beginning_of_a_catalogue_is_english(kept: int, whole: bytes, catalogue: Path) -> None:
    catalogue.write_bytes(whole[:kept])
    assert words_of("ru") is ENGLISH


@pytest.mark.parametrize(
    ("was", "damaged"),
    [
        (b"charset=utf-8", b"charset=klingon"),
        (b"Content-Type: text", b"Content-Type\xff text"),
        (b"plural=(n%10", b"plural=[n%10"),
        (b"plural=(n%10", b"plumage(n%10"),
        ("правило".encode(), "правило".encode()[:-1] + b"\n"),
    ],
)
def test_language_with_a_damaged_catalogue_is_english(
    was: bytes, damaged: bytes, whole: bytes, catalogue: Path
) -> None:
    assert was in whole
    catalogue.write_bytes(whole.replace(was, damaged))
    assert words_of("ru") is ENGLISH


@pytest.fixture(scope="module")
def whole() -> bytes:
    return (assets.path("locale") / "ru" / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()


def test_text_that_no_catalogue_has_stays_as_it_is() -> None:
    words = words_of("ru")
    assert words.say("of no catalogue \udc80") == "of no catalogue \udc80"
    assert words.say(Meant("catalogue", "of no")) == "catalogue"
    assert [words.form(Plural("of one", "of none"), count) for count in (1, 2)] == ["of one", "of none"]
