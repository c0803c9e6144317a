"""Which files a project may have read unasked."""

import sys
from pathlib import Path

import pytest

from robotstudio.project.file.file_access import OutsideFileError, is_outside, outside_files, refuse_outside
from robotstudio.project.file.model import Environment, Project, ProjectSource


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "repository" / "seo"
    made.mkdir(parents=True)
    return made


OUTSIDE = ("/etc/passwd", "../robots.txt", "../../x", "a/../../x", "//server/share/robots.txt", "..")
INSIDE = ("robots.txt", "a/b.txt", "a/../b.txt", "./robots.txt", "not-there/x", "\ud800", "a\0b")


@pytest.mark.parametrize("reference", OUTSIDE)
def test_what_leaves_the_folder_is_outside(reference: str, folder: Path) -> None:
    assert outside_files(Project(file=reference), folder / "a.robotstudio")


@pytest.mark.parametrize("reference", INSIDE)
def test_what_is_in_the_folder_is_not(reference: str, folder: Path) -> None:
    assert outside_files(Project(file=reference), folder / "a.robotstudio") == ()
    assert outside_files(Project(file=str(folder / reference)), folder / "a.robotstudio") == ()


def test_whole_repository_belongs_to_a_project_of_it(folder: Path) -> None:
    (folder.parent / ".git").mkdir()
    project = folder / "a.robotstudio"
    assert outside_files(Project(file="../public/robots.txt"), project) == ()
    assert outside_files(Project(file="../../robots.txt"), project) == (folder.parent.parent / "robots.txt",)


def live_in(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))


@pytest.mark.parametrize("home", [".", "user"])
def test_repository_that_holds_the_home_is_no_project(home: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.parent / ".git").mkdir()
    live_in(folder.parent / home, monkeypatch)
    assert outside_files(Project(file="../.ssh/id_rsa"), folder / "a.robotstudio")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")
def test_home_that_is_reached_by_a_link_is_the_same(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / ".git").mkdir()
    (tmp_path / "home").symlink_to(folder.parent, target_is_directory=True)
    live_in(tmp_path / "home", monkeypatch)
    assert outside_files(Project(file="../.ssh/id_rsa"), folder / "a.robotstudio")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")
def test_link_that_leads_out_is_outside(folder: Path) -> None:
    (folder / "robots.txt").symlink_to("/etc/passwd")
    (folder / "other").symlink_to("/etc", target_is_directory=True)
    (folder / "kept.txt").write_text("", "utf-8")
    (folder / "link.txt").symlink_to("kept.txt")
    assert is_outside(folder / "robots.txt", folder)
    assert is_outside(folder / "other" / "passwd", folder)
    assert not is_outside(folder / "link.txt", folder)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")
def test_folder_that_is_reached_by_a_link_is_a_folder_as_any(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    assert outside_files(Project(file="robots.txt"), tmp_path / "link" / "a.robotstudio") == ()


def test_every_reference_is_looked_at_and_addresses_are_none(folder: Path) -> None:
    project = Project(
        file="/1",
        baseline="/2",
        expectations="/3",
        sources=(ProjectSource(("/4", "in.txt", "https://a.example/s.xml")),),
        environments=(Environment("b", baseline="/5", expectations="/6"),),
        schema="https://a.example/x.json",
    )
    found = outside_files(project, folder / "a.robotstudio")
    assert {str(each) for each in found} == {str(Path(f"/{number}")) for number in range(1, 7)}


def test_refusal_names_the_project_and_the_file(folder: Path) -> None:
    with pytest.raises(OutsideFileError, match=r"“.*a\.robotstudio” refers to a file outside its folder: “.*passwd”"):
        refuse_outside(Path("/etc/passwd"), folder / "a.robotstudio")
