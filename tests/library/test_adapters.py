"""The library in place of other parsers: Scrapy's setting, and the standard library's class."""

import urllib.robotparser
from pathlib import Path

import pytest

from robotstudio.library.robotparser import RobotFileParser
from robotstudio.library.scrapy import RobotParser

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


def test_scrapy_takes_the_parser_from_its_settings() -> None:
    robotstxt = pytest.importorskip("scrapy.robotstxt", reason="Scrapy is not installed")
    misc = pytest.importorskip("scrapy.utils.misc")
    found = misc.load_object("robotstudio.library.scrapy.RobotParser")
    assert all(hasattr(found, name) for name in robotstxt.RobotParser.__abstractmethods__)


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
