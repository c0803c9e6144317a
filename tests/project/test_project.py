"""Projects: environments, unsaved parts, and the way to and from a window."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.fetch.http_scenario import DRAFT, FETCHED, HttpScenario
from robotstudio.project.file.model import (
    EditKind,
    Environment,
    OverlayEdit,
    Project,
    ProjectScenario,
    ProjectSource,
    ProjectView,
)
from robotstudio.project.file.project_file import load, save
from robotstudio.project.project import (
    OpenSite,
    UnknownEnvironmentError,
    body_of,
    environment_of,
    expectations_of,
    is_unsaved,
    project_of,
    site_of,
    sources_of,
    state_of,
    summary_of,
    urls_of,
)
from robotstudio.project.state import State
from robotstudio.text.language import ENGLISH
from robotstudio.urls.url_set import Source

STAGING = Environment("staging", "https://staging.example.com", (OverlayEdit(EditKind.CLOSE),), "staging.expect")
GERMAN = Environment("de", "https://www.example.de", baseline="de.live.txt")
SHOP = Project(
    site="https://www.example.com",
    file="robots.txt",
    baseline="live.txt",
    urls=("/a", "https://www.example.com/b", "https://other.example/c"),
    environments=(STAGING, GERMAN),
)
BASE = b"User-agent: *\nDisallow: /cart/\n"


def test_each_environment_has_its_text() -> None:
    assert [body_of(BASE, each) for each in SHOP.environments] == [b"User-agent: *\nDisallow: /\n", BASE]


def test_environment_without_a_name_is_the_project_itself() -> None:
    assert environment_of(SHOP) == Environment("", SHOP.site, baseline="live.txt")
    assert environment_of(SHOP, "staging") is STAGING


@pytest.mark.parametrize(
    ("project", "message"),
    [
        (SHOP, "Unknown environment prod. Available: staging, de."),
        (Project(), "The project has no environments, so none is called prod."),
    ],
)
def test_unknown_environment_is_said_with_the_known_ones(project: Project, message: str) -> None:
    with pytest.raises(UnknownEnvironmentError) as refused:
        environment_of(project, "prod")
    assert ENGLISH.tell(refused.value.told) == message


def test_urls_of_the_site_move_to_that_of_the_environment_and_others_stay() -> None:
    found = urls_of(SHOP, STAGING)
    assert [url.url for url in found.urls] == [
        "https://staging.example.com/a",
        "https://staging.example.com/b",
        "https://other.example/c",
    ]
    assert not found.rejected


def test_site_that_only_begins_alike_is_another_one() -> None:
    project = replace(SHOP, urls=("https://www.example.com.evil.example/a",))
    assert urls_of(project, STAGING).urls[0].url == "https://www.example.com.evil.example/a"


def test_url_that_is_none_is_rejected_with_its_number() -> None:
    found = urls_of(replace(SHOP, urls=("/a", "this is not a url")), STAGING)
    assert len(found.urls) == 1
    assert [number for number, _ in found.rejected] == [2]


def test_same_project_is_saved() -> None:
    assert not is_unsaved(SHOP, replace(SHOP))


@pytest.mark.parametrize(
    "now",
    [
        replace(SHOP, urls=("/a", "/a")),
        replace(SHOP, urls=SHOP.urls[::-1]),
        replace(SHOP, note="of the shop"),
        replace(SHOP, environments=()),
    ],
)
def test_change_is_to_be_saved_and_so_is_another_order(now: Project) -> None:
    assert is_unsaved(SHOP, now)


def test_how_the_window_looks_is_nothing_to_be_asked_about() -> None:
    now = replace(SHOP, window=ProjectView(tab="problems", splitters={"main": (1, 2)}), schema="other.json")
    assert not is_unsaved(SHOP, now)


def test_expectations_lie_beside_the_file_unless_others_are_named(tmp_path: Path) -> None:
    itself = environment_of(SHOP)
    assert expectations_of(itself, "robots.txt", tmp_path) is None
    (tmp_path / "robots.txt.expect").touch()
    assert expectations_of(itself, "robots.txt", tmp_path) == tmp_path / "robots.txt.expect"
    assert expectations_of(STAGING, "robots.txt", tmp_path) == tmp_path / "staging.expect"
    assert expectations_of(GERMAN, "robots.txt", tmp_path) is None


def test_window_is_opened_as_it_was_saved(tmp_path: Path) -> None:
    crawl = tmp_path / "urls" / "crawl.csv"
    state = State(
        urls=("/a", "/b"),
        sources=(Source("1", "crawl.csv", "table", (str(crawl),), column="Address"),),
        crawlers=("Googlebot", "GPTBot"),
        splitters={"main": (100, 200)},
        shows_reading=False,
        theme="dark",
    )
    site = OpenSite(
        tmp_path / "robots.txt",
        "https://www.example.com/robots.txt",
        tmp_path / "live.txt",
        HttpScenario("503", elapsed=timedelta(hours=30), has_copy=True),
        is_own_choice=True,
        tab="problems",
        selected_url="https://www.example.com/a",
        selected_crawler="GPTBot",
    )
    path = tmp_path / "shop.robotstudio"
    save(path, project_of(state, site, tmp_path))
    read = load(path)
    assert (read.file, read.site, read.sources[0].locations) == (
        "robots.txt",
        "https://www.example.com",
        ("urls/crawl.csv",),
    )
    assert site_of(read, tmp_path) == site
    again = state_of(read, tmp_path, State(theme="light", zoom=20))
    assert (again.theme, again.zoom) == ("light", 20)
    assert again == replace(state, theme="light", zoom=20, sources=again.sources)
    assert [replace(each, id="1") for each in again.sources] == list(state.sources)
    assert project_of(again, site, tmp_path, read) == read


def test_what_the_window_knows_nothing_of_stays() -> None:
    folder = Path("/shop")
    before = replace(
        SHOP, note="of the shop", schema="project.schema.json", expectations="other.expect", site="example.com"
    )
    site = site_of(before, folder)
    now = project_of(state_of(before, folder, State()), site, folder, before)
    assert now == before


def test_sources_have_the_same_ids_whenever_they_are_opened(tmp_path: Path) -> None:
    project = Project(sources=(ProjectSource(("a.csv",)), ProjectSource(("b.csv",), base="example.com")))
    ids = [each.id for each in sources_of(project, tmp_path)]
    assert ids == [each.id for each in sources_of(project, tmp_path)]
    assert len(set(ids)) == 2


def test_pasted_urls_are_no_source_of_a_project() -> None:
    """They lie nowhere, so that nothing could be read again."""
    state = State(sources=(Source("1", "pasted"),))
    assert project_of(state, OpenSite(), Path("/shop")).sources == ()


@pytest.mark.parametrize("choice", [DRAFT, FETCHED])
def test_what_a_server_answered_is_not_kept(choice: str) -> None:
    site = OpenSite(scenario=HttpScenario(choice), is_own_choice=True)
    assert project_of(State(), site, Path("/shop")).scenario == ProjectScenario()


def test_answer_that_nobody_chose_is_not_kept() -> None:
    site = OpenSite(scenario=HttpScenario("404"))
    assert project_of(State(), site, Path("/shop")).scenario == ProjectScenario()


def test_nothing_of_a_window_with_credentials_is_kept() -> None:
    state = State(urls=("https://joe:pw@www.example.com/a",))
    site = OpenSite(
        robots_url="https://joe:pw@www.example.com/robots.txt", selected_url="https://joe:pw@www.example.com/a"
    )
    assert "pw" not in repr(project_of(state, site, Path("/shop")))


def test_source_that_was_renamed_is_another_one(tmp_path: Path) -> None:
    before = Project(sources=(ProjectSource(("a.csv",), "table"),))
    (source,) = sources_of(before, tmp_path)
    read = replace(source, kind="list", base="https://www.example.com")
    assert project_of(State(sources=(read,)), OpenSite(), tmp_path, before).sources == before.sources
    renamed = replace(read, name="Crawl of May")
    (kept,) = project_of(State(sources=(renamed,)), OpenSite(), tmp_path, before).sources
    assert (kept.name, kept.locations) == ("Crawl of May", ("a.csv",))


def test_site_of_the_project_is_not_said_again_for_its_sources(tmp_path: Path) -> None:
    source = Source("1", "a.csv", "table", (str(tmp_path / "a.csv"),), base="https://www.example.com")
    site = OpenSite(robots_url="https://www.example.com/robots.txt")
    assert project_of(State(sources=(source,)), site, tmp_path).sources[0].base == ""
    other = OpenSite(robots_url="https://other.example/robots.txt")
    assert project_of(State(sources=(source,)), other, tmp_path).sources[0].base == "https://www.example.com"


def test_summary_names_the_hosts_or_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "shop.robotstudio"
    problem = summary_of(path).problem
    assert problem is not None
    assert str(path) in ENGLISH.tell(problem)
    save(path, SHOP)
    assert summary_of(path).sites == ("www.example.com", "staging.example.com", "www.example.de")
