"""`robotstudio crawlers`: which list is used, what a newer one changes, and that it is used once taken."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.project import crawler_list
from robotstudio.project.crawler_list import signed
from tests.project.test_crawler_list import KEY, PUBLIC, list_of, trainer

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a list with two new crawlers, signed by a key that the program has."""
    monkeypatch.setattr(crawler_list, "project_key", lambda: PUBLIC)
    monkeypatch.setenv("ROBOTSTUDIO_HOME", str(tmp_path / "home"))
    path = tmp_path / "new.signed"
    path.write_bytes(signed(list_of(trainer("NewA"), trainer("NewB")), KEY))
    return path


@pytest.mark.usefixtures("update")
def test_list_in_use_is_shown(run: Run) -> None:
    status, output, errors = run("crawlers")
    assert (status, errors) == (0, "")
    assert output.startswith(f"{CATALOGUE.size} crawlers, shipped list of ")


def test_difference_is_told_before_the_list_is_taken(run: Run, update: Path, tmp_path: Path) -> None:
    block = tmp_path / "robots.txt"
    block.write_text("User-agent: GPTBot\nUser-agent: NewB\nDisallow: /\n", "utf-8")
    status, output, _ = run("crawlers", "--update", str(update), str(block))
    assert status == 1
    assert output.splitlines()[1:] == [
        "2 new crawlers for AI training: NewA and NewB; the block of the file misses 1: NewA.",
        "Nothing was changed. Add --take to use the list of 15 Jan 2027.",
    ]
    assert run("crawlers")[1].startswith(f"{CATALOGUE.size} crawlers, shipped")
    assert "Unknown crawler “NewA”" in run("test", str(block), "--url", "/", "--crawler", "NewA")[2]


def test_taken_list_is_used_by_other_commands(run: Run, update: Path, tmp_path: Path) -> None:
    block = tmp_path / "robots.txt"
    block.write_text("User-agent: *\nDisallow: /\n", "utf-8")
    assert run("crawlers", "--update", str(update), "--take")[0] == 0
    assert run("crawlers")[1].startswith(f"{CATALOGUE.size + 2} crawlers, updated list of 15 Jan 2027")
    assert run("test", str(block), "--url", "/", "--crawler", "NewA")[2] == ""
    output = run("crawlers", "--update", str(update), "--format", "json")[1]
    assert json.loads(output)["new"] == []
    update.write_bytes(signed(list_of(day="2026-12-24"), KEY))
    status, _, errors = run("crawlers", "--update", str(update), "--take")
    assert status == 2
    assert "is from 24 Dec 2026, and the list in use is from 15 Jan 2027" in errors


def test_damaged_list_is_refused_and_the_shipped_one_used(run: Run, update: Path, tmp_path: Path) -> None:
    assert run("crawlers", "--update", str(update), "--take")[0] == 0
    (place,) = (tmp_path / "home").rglob("crawlers.signed")
    place.write_bytes(place.read_bytes() + b" ")
    block = tmp_path / "robots.txt"
    block.write_text("User-agent: *\nDisallow: /\n", "utf-8")
    assert "is not signed by the project" in run("test", str(block), "--url", "/", "--crawler", "NewA")[2]
    status, output, errors = run("crawlers")
    assert (status, "shipped list" in output, "is not signed by the project" in errors) == (0, True, True)
    assert "used from now on" in run("crawlers", "--update", str(update), "--take")[1]
    assert run("test", str(block), "--url", "/", "--crawler", "NewA")[2] == ""
    update.write_bytes(b"User-agent: *\n")
    assert run("crawlers", "--update", str(update))[0] == 2


@pytest.mark.usefixtures("update")
def test_update_without_a_list_says_that_none_is_published(run: Run) -> None:
    status, output, errors = run("crawlers", "--update")
    assert (status, output) == (2, "")
    assert "The project publishes no list yet. Name a file or an address: --update LIST." in errors


def test_list_with_the_same_crawlers_can_be_taken(run: Run, update: Path) -> None:
    update.write_bytes(signed(list_of(), KEY))
    output = run("crawlers", "--update", str(update))[1]
    assert "It differs in no crawler." in output
    assert "Add --take to use the list of 15 Jan 2027." in output
