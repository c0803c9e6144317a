"""`robotstudio render`: what it prints, writes, and how it exits."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.crawl.rendering.conftest import HAS_SANDBOX, program
from tests.crawl.rendering.test_report import SHOP
from tests.crawl.site import site

__all__ = ["program"]
SANDBOX = () if HAS_SANDBOX else ("--no-sandbox",)


@pytest.mark.usefixtures("program")
def test_text_lists_blocked_resources_and_what_they_change(run: Run, tmp_path: Path) -> None:
    with site(SHOP) as shop:
        status, output, errors = run("render", f"{shop.url}/", "--pictures", str(tmp_path / "pictures"), *SANDBOX)
    assert (status, errors) == (1, "")
    title, summary, _, count, first, facts, *_ = output.splitlines()
    assert title.startswith(f"{shop.url}/, rendered for Googlebot by ")
    assert summary.endswith("of the picture, 1 line of text and 1 link.")
    assert count == "4 blocked resources"
    assert first == f"  {shop.url}/assets/shop.css"
    assert facts.startswith("    style sheet, line 2, Disallow: /assets/, changes ")
    names = sorted(path.name.rpartition("-")[2] for path in (tmp_path / "pictures").iterdir())
    assert names == ["Googlebot.png", "everything.png"]


@pytest.mark.usefixtures("program")
def test_json_has_an_object_for_each_page(run: Run, tmp_path: Path) -> None:
    (tmp_path / "open.txt").write_bytes(b"User-agent: *\nDisallow:\n")
    with site(SHOP) as shop:
        urls = (f"{shop.url}/", f"{shop.url}/api/products")
        status, output, _ = run("render", *urls, "--draft", str(tmp_path / "open.txt"), "--format", "json", *SANDBOX)
    page, data = map(json.loads, output.splitlines())
    assert status == 1  # the second is no page
    assert (page["blocked"], page["picture_changed"], page["new_links"]) == ([], 0.0, [f"{shop.url}/shoes"])
    assert page["seen"] == page["complete"]
    assert (data["seen"], data["complete"]) == (None, None)


@pytest.mark.usefixtures("program")
def test_page_that_the_crawler_sees_whole_is_fine(run: Run, tmp_path: Path) -> None:
    (tmp_path / "open.txt").write_bytes(b"")
    with site(SHOP) as shop:
        status, output, _ = run("render", f"{shop.url}/", "--draft", str(tmp_path / "open.txt"), *SANDBOX)
    assert status == 0
    assert output.splitlines()[1] == "Googlebot may fetch everything that the page loads."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("/only/a/path",), "is not a page"),
        (("https://a.invalid", "--browser", "nowhere"), "There is no program “nowhere”"),
    ],
)
def test_misuse_is_told(run: Run, arguments: tuple[str, ...], said: str) -> None:
    status, output, errors = run("render", *arguments)
    assert (status, output) == (2, "")
    assert said in errors
