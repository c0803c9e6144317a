"""A project's references, and what it never holds."""

import re
from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest

from robotstudio.project.file.model import (
    EditKind,
    Environment,
    OverlayEdit,
    Project,
    ProjectSource,
    ProjectView,
    reference_to,
    resolved,
)
from tests.store.test_userinfo import SECRET, WRITTEN

ADDRESS = re.compile(r"\s*(https?:|ftp:|//)", re.IGNORECASE)
POSIX, WINDOWS = PurePosixPath, PureWindowsPath


@pytest.mark.parametrize(
    ("path", "folder", "reference"),
    [
        (POSIX("/home/me/shop/robots.txt"), POSIX("/home/me/shop"), "robots.txt"),
        (POSIX("/home/me/shop/urls/a.csv"), POSIX("/home/me/shop"), "urls/a.csv"),
        (POSIX("/home/me/logs/a.log"), POSIX("/home/me/shop"), "../logs/a.log"),
        (POSIX("/var/log/a.log"), POSIX("/home/me/shop"), "/var/log/a.log"),
        (POSIX("/a.log"), POSIX("/shop"), "/a.log"),
        (WINDOWS(r"C:\shop\urls\a.csv"), WINDOWS(r"C:\shop"), "urls/a.csv"),
        (WINDOWS(r"D:\logs\a.log"), WINDOWS(r"C:\shop"), "D:/logs/a.log"),
        (WINDOWS(r"\\server\share\a.log"), WINDOWS(r"C:\shop"), "//server/share/a.log"),
    ],
)
def test_reference_leads_back_to_the_path(path: PurePath, folder: PurePath, reference: str) -> None:
    assert reference_to(path, folder) == reference
    assert resolved(reference, folder) == path


def test_reference_that_is_there_stays_as_it_is_written() -> None:
    folder = POSIX("/home/me/shop")
    known = ("/home/me/shop/robots.txt", "../../you/a.log")
    assert [reference_to(POSIX(path), folder, known) for path in ("/home/me/shop/robots.txt", "/home/you/a.log")] == [
        *known
    ]


@pytest.mark.parametrize(
    ("reference", "folder", "path"),
    [
        ("../x", "a", "x"),
        ("../x", ".", "../x"),
        ("../../x", "a", "../x"),
        ("../../x", "/a", "/x"),
        ("x/../y", "a", "a/y"),
    ],
)
def test_step_back_is_one_of_what_is_written(reference: str, folder: str, path: str) -> None:
    assert resolved(reference, POSIX(folder)) == POSIX(path)


@pytest.mark.parametrize("written", WRITTEN, ids=range(len(WRITTEN)))
def test_no_password_is_held(written: str) -> None:
    project = Project(
        site=written,
        urls=(written,),
        sources=(ProjectSource((written if ADDRESS.match(written) else "a",), base=written),),
        environments=(Environment("a", written, (OverlayEdit(EditKind.SITEMAPS, (written,)),)),),
        window=ProjectView(selected_url=written),
    )
    assert SECRET not in repr(project)


@pytest.mark.parametrize(
    "path", ["a@b.csv", "backup@monday/urls.csv", "C:/a/b@c.csv", "//server/share/a@b.csv", "/a/b@c"]
)
def test_path_of_a_file_stays_as_it_is(path: str) -> None:
    assert ProjectSource((path,)).locations == (path,)


def test_address_in_a_comment_or_sitemap_line_is_bare_and_a_rule_is_as_written() -> None:
    lines = ("# https://joe:pw@example.com/", "Sitemap: https://joe:pw@example.com/s", "Disallow: /a//b@c/")
    assert OverlayEdit(EditKind.APPEND, lines).lines == (
        "# https://example.com/",
        "Sitemap: https://example.com/s",
        "Disallow: /a//b@c/",
    )
