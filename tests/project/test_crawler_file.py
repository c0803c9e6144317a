"""The person's own crawlers: what is good in the file counts, what is not is told, and nothing is lost."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, Crawler
from robotstudio.engine.names import NamedOnly
from robotstudio.fetch.policy import POLICIES
from robotstudio.project.crawler_file import FIELDS, CrawlerFile, CrawlerFileError, as_json
from robotstudio.store.errors import FileError

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values, max_size=3),
    max_leaves=6,
)
likely_rows = st.dictionaries(
    st.sampled_from(["token", "id", "tokens", *sorted(FIELDS)]),
    st.sampled_from(["GPTBot", "MyBot", "google", "yes", "", "*"]) | st.lists(st.just("Bot")) | json_values,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "crawlers.json"


@pytest.fixture
def file(path: Path) -> CrawlerFile:
    return CrawlerFile(path)


def write(path: Path, data: object) -> None:
    """Write a file as a person would."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")


@pytest.mark.parametrize("crawler", [row for row in CRAWLERS.values() if row.policy], ids=lambda row: row.token)
def test_policy_of_a_shipped_crawler_is_that_of_a_family(crawler: Crawler) -> None:
    assert crawler.policy in POLICIES


def test_fields_are_those_of_a_crawler() -> None:
    assert set(Crawler.__struct_fields__) == FIELDS | {"token"}


def test_without_a_file_the_catalogue_is_the_shipped_one(file: CrawlerFile) -> None:
    loaded = file.load()
    assert loaded.catalogue is CATALOGUE
    assert not loaded.complaints
    assert not file.path.exists()


def test_field_of_a_shipped_crawler_is_changed_and_the_others_stay(file: CrawlerFile, path: Path) -> None:
    write(path, {"crawlers": [{"token": "gptbot", "dialect": "google", "uses_global": False}]})
    loaded = file.load()
    changed, shipped = loaded.catalogue.crawler_for("GPTBot"), CRAWLERS["GPTBot"]
    assert (changed.token, changed.dialect, changed.agent) == ("GPTBot", "google", NamedOnly(("GPTBot",)))
    assert (changed.operator, changed.source) == (shipped.operator, shipped.source)
    assert loaded.changed == {"GPTBot"}
    assert not loaded.complaints


def test_own_crawler_and_preset_are_added(file: CrawlerFile, path: Path) -> None:
    preset = {"title": "Ours", "tokens": ["ShopBot", "*", "shopbot", "Googlebot"]}
    write(path, {"crawlers": [{"token": "ShopBot", "fallback": ["Googlebot"]}], "presets": [preset]})
    catalogue = file.load().catalogue
    assert catalogue.crawlers["ShopBot"].chain == ("ShopBot", "Googlebot")
    assert catalogue.crawlers["ShopBot"].assumed
    assert catalogue.presets[-1].title == "Ours"
    assert catalogue.presets[-1].tokens == ("ShopBot", "*", "Googlebot")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{"crawlers": [}', "is not JSON: expecting value (line 1, column 15). Correct it there."),
        ("[]", "must be an object with “crawlers” and “presets”. Put braces around them."),
        ("[" * 100_000, "must be an object"),
        ({"crawler": []}, "“crawler” has no meaning here. Use “crawlers” and “presets”."),
        ({"crawlers": {}}, "“crawlers” must be a list, in square brackets. It is left out."),
        ({"crawlers": ["x"]}, "crawler 1 must be an object, in braces. It is left out."),
        ({"crawlers": [{"title": "x"}]}, "crawler 1: “token” must be a product token, such as MyBot."),
        ({"crawlers": [{"token": "*"}]}, "crawler 1: “token” must be a product token, such as MyBot."),
        ({"crawlers": [{"token": "A", "dialect": "gogle"}]}, "crawler 1 (A): “dialect” must be one of rfc9309, google"),
        ({"crawlers": [{"token": "A", "policy": "x"}]}, "crawler 1 (A): “policy” must be one of rfc9309, google"),
        ({"crawlers": [{"token": "A", "fallback": "B"}]}, "“fallback” must be a list, each of it a product token"),
        ({"crawlers": [{"token": "A", "fallback": ["a"]}]}, "crawler 1 (A): falls back to itself."),
        ({"crawlers": [{"token": "A", "uses_global": 0}]}, "“uses_global” must be true or false. It is left out."),
        ({"crawlers": [{"token": "A", "colour": "red"}]}, "“colour” is not a field of a crawler. It is left out."),
        ({"crawlers": [{"token": "A"}, {"token": "a"}]}, "crawler 2 (a) appears twice."),
        ({"presets": [{"tokens": ["A"]}]}, "preset 1: “title” must be a text, in quotes. The row is left out."),
        ({"presets": [{"title": "x"}]}, "preset 1 (x): “tokens” must be a list of product tokens."),
        ({"presets": [{"title": "x", "tokens": ["A", 1]}]}, "some of “tokens” are not product tokens."),
    ],
)
def test_what_is_wrong_is_told_with_its_place(file: CrawlerFile, path: Path, data: object, said: str) -> None:
    write(path, data)
    (complaint,) = map(str, file.load().complaints)
    assert said in complaint
    assert str(path) in complaint


def test_bad_rows_and_fields_cost_no_good_ones(file: CrawlerFile, path: Path) -> None:
    rows = [{"token": ""}, {"token": "A", "dialect": "gogle", "operator": "ACME"}, 7, {"token": "B"}]
    write(path, {"crawlers": rows})
    loaded = file.load()
    assert loaded.catalogue.crawlers["A"].operator == "ACME"
    assert loaded.changed == {"A", "B"}
    assert len(loaded.complaints) == 3


def test_endless_complaints_are_counted(file: CrawlerFile, path: Path) -> None:
    write(path, {"crawlers": [1] * 1000})
    complaints = [str(each) for each in file.load().complaints]
    assert len(complaints) == 21
    assert complaints[-1].endswith("There are 980 more such places.")


@given(st.dictionaries(st.sampled_from(["crawlers", "presets"]), st.lists(likely_rows, max_size=4)) | json_values)
def test_no_content_raises(tmp_path_factory: pytest.TempPathFactory, data: object) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    write(path, data)
    loaded = CrawlerFile(path).load()
    assert CRAWLERS.keys() <= loaded.catalogue.crawlers.keys()


def test_saved_fields_are_read_back_one_row_a_line(file: CrawlerFile, path: Path) -> None:
    file.change("GPTBot", {"dialect": "google"})
    file.change("MyBot", {"fallback": ["Googlebot"]})
    file.change("gptbot", {"policy": "google"})
    assert path.read_text("utf-8") == (
        '{\n "crawlers": [\n'
        '  {"token": "GPTBot", "dialect": "google", "policy": "google"},\n'
        '  {"token": "MyBot", "fallback": ["Googlebot"]}\n'
        " ]\n}\n"
    )
    assert file.load().changed == {"GPTBot", "MyBot"}


def test_saving_keeps_what_the_program_does_not_understand(file: CrawlerFile, path: Path) -> None:
    write(path, {"mine": {"a": 1}, "crawlers": [7, {"token": "A", "colour": "red"}]})
    file.change("A", {"operator": "ACME"})
    assert json.loads(path.read_bytes()) == {
        "mine": {"a": 1},
        "crawlers": [7, {"token": "A", "colour": "red", "operator": "ACME"}],
    }


def test_taken_back_crawler_is_the_shipped_one(file: CrawlerFile) -> None:
    file.change("GPTBot", {"dialect": "google"})
    file.take_back("gptbot")
    loaded = file.load()
    assert loaded.catalogue.crawler_for("GPTBot") == CRAWLERS["GPTBot"]
    assert not loaded.changed


@pytest.mark.parametrize("content", ["{", '{"crawlers": 1}'])
def test_file_that_is_not_understood_is_never_written_over(file: CrawlerFile, path: Path, content: str) -> None:
    write(path, content)
    with pytest.raises(CrawlerFileError):
        file.change("GPTBot", {"dialect": "google"})
    assert path.read_text("utf-8") == content


def test_new_file_is_made_to_be_written_in_and_an_old_one_kept(file: CrawlerFile, path: Path) -> None:
    file.make()
    assert not file.load().complaints
    write(path, "{")
    file.make()
    assert path.read_text("utf-8") == "{"


def test_directory_in_its_place_is_told(tmp_path: Path) -> None:
    file = CrawlerFile(tmp_path)
    assert file.load().complaints
    with pytest.raises(FileError):
        file.change("A", {})


def test_any_object_is_written_as_json() -> None:
    data = {"a": [], "b": [1, {"x": "é"}], "c": None}
    assert json.loads(as_json(data)) == data
