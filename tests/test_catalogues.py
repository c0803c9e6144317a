"""The catalogues: every text of the code is in them, and every translation fits its text and the glossary."""

import ast
import runpy
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog

from robotstudio.text.language import ENGLISH, Plural
from robotstudio.text.locale import LANGUAGES, words_of

_ROOT = Path(__file__).parents[1]
_CODES = [code for code in LANGUAGES if code != ENGLISH.code]
_PLURAL_FORMS = {"zh_CN": 1, "es": 2, "ru": 3}


@cache
def _program(name: str) -> SimpleNamespace:
    """Run a file beside the one that keeps the catalogues."""
    return SimpleNamespace(**runpy.run_path(str(_ROOT / "packaging" / name)))


@cache
def _texts() -> Sequence[object]:
    """All texts of the program, for which every module is taken apart."""
    found: Sequence[object] = _program("catalogues.py").texts_of(_ROOT / "robotstudio")
    return found


@cache
def _catalogue(code: str) -> Catalog:
    keeper = _program("catalogues.py")
    catalogue: Catalog = keeper.read(keeper.LOCALE / code / "LC_MESSAGES" / "robotstudio.po")
    return catalogue


def _empty(code: str) -> Catalog:
    """Return a catalogue with the plural forms that the file of the language has, whatever Babel knows."""
    own, catalogue = _catalogue(code), Catalog(locale=code)
    vars(catalogue).update(_num_plurals=own.num_plurals, _plural_expr=own.plural_expr)
    return catalogue


def _faults(code: str, english: str | tuple[str, str], said: str | tuple[str, ...]) -> list[str]:
    """Return the faults found in a catalogue with one message."""
    catalogue = _empty(code)
    catalogue.add(english, said)
    return [fault.rpartition(": ")[2] for fault in _program("catalogue_faults.py").faults_of(catalogue, code)]


def _strayed(code: str, english: str | tuple[str, str], said: str | tuple[str, ...]) -> list[str]:
    """Return the words in which a catalogue with one message differs from the glossary."""
    catalogue = _empty(code)
    catalogue.add(english, said)
    return [fault.rpartition(": ")[2] for fault in _program("catalogue_terms.py").held(catalogue, code).faults]


def test_nothing_is_wrong_with_what_the_check_looks_at() -> None:
    """Names, tags, accelerators, ends, punctuation, the glossary, and how the code makes its texts."""
    assert not list(_program("catalogues.py").faults(_texts()))


def test_desktop_entry_says_what_the_catalogues_say() -> None:
    """`python packaging/catalogues.py` writes it."""
    keeper = _program("catalogues.py")
    read = {path.parent.parent.name: keeper.read(path) for path in keeper.paths()}
    assert keeper.DESKTOP_ENTRY.read_bytes() == keeper.desktop_entry(read)


@pytest.mark.parametrize("code", _CODES)
def test_who_reads_a_catalogue_learns_whether_a_reader_of_the_language_has_checked_it(code: str) -> None:
    first = (_program("catalogues.py").LOCALE / code / "LC_MESSAGES" / "robotstudio.po").read_text("utf-8")
    assert first.split('msgid ""')[0].count("ead through by") == 1


@pytest.mark.parametrize(
    ("code", "english", "said", "fault"),
    [
        ("es", "{count} of {total}", "{count} de {todo}", "other {names}"),
        ("es", "{count} of {total}", "{count} de", "other {names}"),
        ("es", "invalid %(type)s value: %(value)r", "valor %(tipo)s no válido: %(value)r", "other {names}"),
        ("ru", "not allowed with argument %s", "нельзя вместе с аргументом", "other {names}"),
        ("es", "<b>now</b> and then", "ahora y luego", "other tags"),
        ("ru", "one\ntwo", "один два", "another number of line breaks"),
        ("ru", " and more", "и больше", "other spaces at its ends"),
        ("ru", "and more ", "и больше", "other spaces at its ends"),
        ("es", "It ends.", "Termina", "does not end as the English"),
        ("es", "It goes on", "Sigue.", "does not end as the English"),
        ("es", "&Open", "Abrir", "another number of accelerators, or in Chinese not as (&X)"),
        ("zh_CN", "&Open…", "打开…", "another number of accelerators, or in Chinese not as (&X)"),
        ("zh_CN", "&Open…", "&打开…", "another number of accelerators, or in Chinese not as (&X)"),
        ("zh_CN", "&Open…", "打开…(&O)", "another number of accelerators, or in Chinese not as (&X)"),
        ("ru", "{count} of it", "{count} {}", "a place that no fact can fill"),
        ("zh_CN", "It is so.", "是这样 。", "a space before full-width punctuation"),
        ("zh_CN", "It is so, and so.", "是这样， 那样。", "a space behind full-width punctuation"),
        ("zh_CN", "It is so, and so.", "是这样,那样。", "half-width punctuation behind Han"),
        ("zh_CN", "It is: so", "就是:这样", "half-width punctuation behind Han"),
        ("zh_CN", "RFC, so", "RFC, 这样", "half-width punctuation before Han"),
        ("zh_CN", "so (and so)", "这样(那样)", "half-width brackets around Han"),
        ("zh_CN", "{what}: so", "{what}: {said}", "half-width punctuation beside a fact"),
        ("zh_CN", "{what}, {said}", "{what}, {said}", "half-width punctuation beside a fact"),
        ("zh_CN", "URL: {url}", "URL: {url}页", "half-width punctuation beside a fact"),
        ("zh_CN", "{what} ({said})", "{what} ({said})页", "half-width brackets beside a fact"),
        ("zh_CN", "so it is", "这样 那样", "a space between Han and Han"),
        ("zh_CN", "line 5 of it", "第5 行", "Han beside a Latin letter or digit without a space"),
        ("zh_CN", "read it", "你读", "你"),
        ("zh_CN", "“so”", "「这样」", "」 is no quotation mark of the language"),
        ("zh_CN", "“so”", '"这样"', '" is no quotation mark of the language'),
        ("es", "“so”", '"así"', '" is no quotation mark of the language'),
        ("ru", "“so”", "”так”", "” is no quotation mark of the language"),
        ("ru", "“so”", "«так", "quotation marks that do not pair"),
        ("es", "“so”", "«así", "quotation marks that do not pair"),
        ("es", "Is it so?", "Es así?", "a question without ¿"),
        ("es", "your file", "tu archivo", "tú"),
        ("ru", "so, and so", "так , и так", "a space before punctuation"),
        ("ru", "so: so", "так - так", "a hyphen for a dash"),
        ("ru", "a report", "отчет", "ё written as е"),
    ],
)
def test_bad_translation_is_found(code: str, english: str, said: str, fault: str) -> None:
    assert fault in _faults(code, english, said)


@pytest.mark.parametrize(
    ("code", "english", "said"),
    [
        ("zh_CN", "&Open…", "打开(&O)…"),
        ("zh_CN", "usage: ", "用法："),
        ("zh_CN", "“{name}” of 12 (so), 3–5: /a?b", "“{name}”第 12 个（这样），3–5：/a?b"),
        ("es", "Is it “so”?", "¿Es «así»?"),
        ("zh_CN", "Only Allow: {path}", "只有 Allow: {path}"),
        ("ru", "such as sid&sort /path", "например sid&sort /path"),
        ("ru", 'by "Allow: /x", or: by no rule', 'by "Allow: /x" или by no rule'),
    ],
)
def test_good_translation_passes(code: str, english: str, said: str) -> None:
    assert _faults(code, english, said) == []


def test_text_that_is_not_translated_is_listed_and_no_fault() -> None:
    assert _faults("es", "now", "") == _faults("ru", ("one", "many"), ("", "", "")) == []
    keeper = _program("catalogues.py")
    added = keeper.Text("A text that nobody has translated", "", "", ("robotstudio/new.py", 1))
    missing = list(keeper.missing([*_texts(), added]))
    assert {f"{code}: A text that nobody has translated" for code in _CODES} <= set(missing)


def test_guessed_translation_is_found() -> None:
    catalogue = _empty("es")
    catalogue.add("now", "ahora", flags=["fuzzy"])
    assert list(_program("catalogue_faults.py").faults_of(catalogue, "es")) == ["'now': guessed, not translated"]


def test_russian_form_for_one_holds_the_number_as_it_stands_for_21_too() -> None:
    plural = ("one rule", "{count} rules")
    assert _faults("ru", plural, ("одно правило", "{count} правила", "{count} правил")) == ["other {names}"]
    assert _faults("es", plural, ("una regla", "{count} reglas")) == []


def test_wrong_rule_for_plurals_is_found() -> None:
    catalogue = Catalog(locale="ru")
    vars(catalogue).update(_num_plurals=2, _plural_expr="n != 1")  # as a header has it
    assert "Plural-Forms gives 0 the form 1 and not 2" in list(
        _program("catalogue_faults.py").faults_of(catalogue, "ru")
    )


@pytest.mark.parametrize(
    ("code", "english", "said", "fault"),
    [
        ("zh_CN", "the crawler", "蜘蛛", "“crawler” is said in other words"),
        ("es", "a redirect", "un salto", "“redirect” is said in other words"),
        ("ru", "a warning", "внимание", "“warning” is said in other words"),
        ("ru", "the verdict", "вердикт, то есть приговор", "“приговор” for “verdict” is to be avoided"),
        ("ru", "a test and a sitemap", "тест и Sitemap, карта сайта", "“карта сайта” for “sitemap” is to be avoided"),
        ("es", "&Undo", "&Revertir", "in menus this is Deshacer"),
    ],
)
def test_word_that_is_not_of_the_glossary_is_found(code: str, english: str, said: str, fault: str) -> None:
    assert fault in _strayed(code, english, said)


def test_counted_noun_goes_with_its_number() -> None:
    plural = ("{count} rule", "{count} rules")
    assert _strayed("ru", plural, ("{count} правило", "{count} правила", "{count} правил")) == []
    assert _strayed("ru", plural, ("{count} правило", "{count} правил", "{count} правил")) == [
        "“правил” does not go with the numbers of form 1"
    ]
    assert _strayed("es", plural, ("{count} reglas", "{count} reglas")) == [
        "“reglas” does not go with the numbers of form 0"
    ]


@pytest.mark.parametrize("code", _CODES)
def test_glossary_holds_most_messages(code: str) -> None:
    assert _program("catalogue_terms.py").held(_catalogue(code), code).messages > 1500


@pytest.mark.parametrize("code", _CODES)
def test_counted_text_takes_the_form_of_its_number_in_the_unicode_tables(code: str) -> None:
    faults, words = _program("catalogue_faults.py"), words_of(code)
    counted = [message for message in _catalogue(code) if isinstance(message.id, tuple | list)]
    assert len(counted) > 200
    for message in counted:
        assert isinstance(message.id, tuple | list)
        assert isinstance(message.string, tuple | list)
        assert len(message.string) == _PLURAL_FORMS[code], message.id
        said = [words.form(Plural(*message.id), number) for number in faults.COUNTED]
        assert said == [message.string[form] for form in faults.FORMS[code]], message.id


def test_russian_counts_in_three_forms() -> None:
    rules = Plural("{count} rule", "{count} rules")
    said = [words_of("ru").count(rules, number) for number in (0, 1, 2, 5, 11, 21, 101)]
    assert said == ["0 правил", "1 правило", "2 правила", "5 правил", "11 правил", "21 правило", "101 правило"]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("x = tr('a rule') if n == 1 else tr('rules')", "chooses words by whether it is one"),
        ("x = 'some words' if len(n) > 1 else 'a word'", "chooses words by whether it is one"),
        ("x = 'some words' if len(n) >= 2 else 'a word'", "chooses words by whether it is one"),
        ("if 1 != n:\n    x = say('some words')\nelse:\n    x = say('a word')", "chooses words by whether it is one"),
        ("x = WORDS_OF[n != 1]", "takes words from a table by whether it is one"),
        ("x = 'on and off' if n else ''", "'on and off' is chosen, and no catalogue has it"),
        ("x = 'Off' if n else 'On'", "'Off' is chosen, and no catalogue has it"),
        ("x = ' '.join(said)", "joins texts by ' '"),
        ("x = '; '.join(map(say, said))", "joins texts by '; '"),
        ("x = f'{n}, {said}'", "joins texts by ', '"),
        ("x = f'{n} ({said})'", "joins texts by ' ('"),
        ("x = n + (f': {said}' if said else '')", "joins texts by ': '"),
        ("x = n + ': ' + said", "joins texts by ': '"),
        ("x = '{n}: {said}'.format(n=n, said=said)", "joins texts by ': '"),
        ("x = together(': ', n, said)", "joins texts by ': '"),
        ("x = say('{percent} %', percent=n)", "'{percent} %' writes a percentage of its own"),
    ],
)
def test_text_that_no_translation_can_follow_is_found(source: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "said.py").write_text(f"def told(n, said):\n    {source.replace(chr(10), chr(10) + '    ')}\n")
    ast.parse((tmp_path / "said.py").read_text())
    found = list(_program("code_texts.py").faults_of_code(tmp_path, {"some words", "a word", "{percent} %"}))
    assert any(each.startswith(f"said.py:2 in told: {fault}") for each in found)


@pytest.mark.parametrize(
    "source",
    [
        "x = 'text2' if n else 'text3'",
        "x = 0 if n == 1 else 2",
        "x = ''.join(said)",
        "x = f'{n}:{said}'",
        "x = together(' · ', n, said)",
    ],
)
def test_code_that_says_nothing_passes(source: str, tmp_path: Path) -> None:
    (tmp_path / "said.py").write_text(f"def told(n, said):\n    {source}\n")
    assert not list(_program("code_texts.py").faults_of_code(tmp_path, ()))


def test_sentences_are_joined_as_the_language_joins_them() -> None:
    assert ENGLISH.sentences(["It is so.", "", "It was so."]) == "It is so. It was so."
    assert words_of("zh_CN").sentences(["是。", "曾是。"]) == "是。曾是。"
    assert words_of("zh_CN").clauses(["是", "曾是"]) == "是；曾是"
    assert words_of("zh_CN").sentence("是") == "是。"
    assert words_of("zh_CN").about("是", "曾是") == "是：曾是"
    assert words_of("zh_CN").with_fact("线上", "10:09") == "线上，10:09"
    assert words_of("zh_CN").noted("是", "曾是") == "是（曾是）"
    assert ENGLISH.with_fact("live", "10:09") == "live, 10:09"
    assert [ENGLISH.noted("so", ""), ENGLISH.about("", "so")] == ["so", "so"]
    assert [ENGLISH.sentence("so"), ENGLISH.sentence("So?"), ENGLISH.sentence("So.")] == ["so.", "So?", "So."]
