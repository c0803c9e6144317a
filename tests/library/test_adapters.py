"""The library in place of other parsers: Scrapy's setting, and the standard library's class."""

import json
import re
import subprocess
import sys
import urllib.robotparser
from pathlib import Path

import pytest

from robotstudio.library.robotparser import RobotFileParser
from robotstudio.library.scrapy import RobotParser
from tests.fetch.server import response, serve

ROOT = Path(__file__).parents[2]
BODY = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nCrawl-delay: 2\nRequest-rate: 3/60\n\nSitemap: https://a.example/s.xml\n"


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://a.example/cart/", False),
        (b"https://a.example/cart/x", False),
        ("https://a.example/cart/help", True),
        ("https://a.example/", True),
        ("data:text/plain,x", True),
    ],
)
def test_scrapy_is_answered(url: str | bytes, allowed: bool) -> None:
    parser = RobotParser.from_crawler(object(), BODY)
    assert parser.allowed(url, "Scrapy/2.13 (+https://scrapy.org)") is allowed
    assert parser.allowed(url, b"Scrapy") is allowed


SPIDER = """
import scrapy


class AllSpider(scrapy.Spider):
    name = "all"
    start_urls = ["{url}"]

    def parse(self, response):
        yield {{"path": response.url.partition("//")[2].partition("/")[2]}}
        yield from response.follow_all(css="a")
"""
SITE = b"User-agent: *\nCrawl-delay: 0\n\nUser-agent: badbot\nDisallow: /closed/\n"
"""Protego ends the group of `*` at Crawl-delay; Google and RFC 9309 do not (google/robotstxt#51)."""
PAGE = b'<a href="/open/1">open</a> <a href="/closed/2">closed</a>'


def scrapy(*arguments: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "scrapy", *arguments], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def crawled(project: Path) -> set[str]:
    """Crawl, and return the paths that were fetched."""
    scrapy("crawl", "all", "-O", "found.json", "-s", "USER_AGENT=shopbot", "-s", "DOWNLOAD_DELAY=0", folder=project)
    return {row["path"] for row in json.loads((project / "found.json").read_text("utf-8"))}


def test_one_line_replaces_protego_in_a_project_of_scrapy(tmp_path: Path) -> None:
    (line,) = re.findall(r"`(ROBOTSTXT_PARSER = .*?)`", (ROOT / "docs" / "library.md").read_text("utf-8"))
    scrapy("startproject", "shop", folder=tmp_path)
    project = tmp_path / "shop"
    answers = {"/robots.txt": response(200, SITE), "*": response(200, PAGE, "Content-Type: text/html")}
    with serve(answers) as server:
        (project / "shop" / "spiders" / "all.py").write_text(SPIDER.format(url=server.url))
        assert crawled(project) == {"", "open/1", "closed/2"}
        with (project / "shop" / "settings.py").open("a") as settings:
            settings.write(f"{line}\n")
        assert crawled(project) == {"", "open/1"}


def read(path: Path) -> RobotFileParser:
    parser = RobotFileParser(path.as_uri())
    parser.read()
    return parser


def test_standard_class_is_answered(tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_bytes(BODY)
    parser = read(tmp_path / "robots.txt")
    assert isinstance(parser, urllib.robotparser.RobotFileParser)
    assert not parser.can_fetch("Anybot", "/cart/")
    assert parser.can_fetch("Anybot", "/cart/help")  # the standard library of older versions says no: the first rule
    assert not parser.can_fetch("Anybot", "mailto:a@b.example")
    assert parser.crawl_delay("Anybot") == 2
    assert parser.request_rate("Anybot") == (3, 60)
    assert parser.site_maps() == ["https://a.example/s.xml"]
    assert parser.mtime() > 0


def test_lines_may_keep_their_ends() -> None:
    parser = RobotFileParser()
    parser.parse(["User-agent: *\n", "Disallow: /a\r\n", "Allow: /a/b"])
    assert [parser.can_fetch("Anybot", url) for url in ("/a", "/a/b")] == [False, True]


def test_nothing_may_be_fetched_before_the_file_was_read() -> None:
    parser = RobotFileParser("https://a.example/robots.txt")
    assert not parser.can_fetch("Anybot", "/")
    assert parser.crawl_delay("Anybot") is None
    parser.allow_all = True  # as `read` sets for 404
    assert parser.can_fetch("Anybot", "/")
    parser.disallow_all = True  # as `read` sets for 403
    assert not parser.can_fetch("Anybot", "/")
