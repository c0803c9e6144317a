"""Sitemaps and feeds, and XML that means harm."""

from pathlib import Path

import pytest

from robotstudio.store.errors import FileContentError, NothingReadError
from robotstudio.text.language import ENGLISH
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.sources.reading import ReadOptions
from robotstudio.urls.sources.streams import ReadLimits
from tests.urls.sources.files import REAL, read, urls, write

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
SITEMAP = f"""{HEAD}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
  xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc> https://example.com/a?x=1&amp;y=2 </loc><image:image><image:loc>https://example.com/a.png</image:loc></image:image></url>
<url><xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/><loc><![CDATA[https://example.com/b]]></loc></url>
<url><news:news><news:title>no address</news:title></news:news></url>
</urlset>"""
INDEX = f"""{HEAD}<sm:sitemapindex xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9">
<sm:sitemap><sm:loc>https://example.com/1.xml</sm:loc></sm:sitemap>
<sm:sitemap><sm:loc>https://example.com/2.xml.gz</sm:loc></sm:sitemap></sm:sitemapindex>"""
RSS = (
    "<rss><channel><link>https://example.com/</link><item><link>https://example.com/post</link></item></channel></rss>"
)
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.com/"/>
<entry><link rel="edit" href="/e"/><link href="https://example.com/post"/></entry></feed>"""

BILLION = """<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "aaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<urlset><url><loc>https://example.com/&b;</loc></url></urlset>"""
EXTERNAL = """<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<urlset><url><loc>https://example.com/&x;</loc></url></urlset>"""
REMOTE_DTD = '<?xml version="1.0"?><!DOCTYPE urlset SYSTEM "http://127.0.0.1:1/x.dtd"><urlset></urlset>'


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_only_the_address_of_each_entry_is_read(tmp_path: Path, encoding: str, *, zipped: bool) -> None:
    body = SITEMAP.replace("UTF-8", "UTF-16" if encoding == "utf-16" else "UTF-8").encode(encoding)
    path = write(tmp_path / "sitemap.xml", b"\n" * (encoding == "utf-8") + body)
    if zipped:
        path = write(tmp_path / "sitemap.xml.gz", path.read_bytes(), zipped=True)
    found = read(path)
    assert found.source.kind == FileKind.SITEMAP
    assert urls(found) == ["https://example.com/a?x=1&y=2", "https://example.com/b"]
    assert [str(line.why) for line in found.rejected] == ["This <url> has no <loc>."]


@pytest.mark.parametrize("body", [RSS, ATOM], ids=["RSS", "Atom"])
def test_feeds_name_pages_too(tmp_path: Path, body: str) -> None:
    assert urls(read(write(tmp_path / "feed.xml", body))) == ["https://example.com/post"]


def test_an_index_names_sitemaps_and_nothing_is_fetched(tmp_path: Path) -> None:
    found = read(write(tmp_path / "index.xml", INDEX))
    assert (found.sitemaps, len(found.urls)) == (("https://example.com/1.xml", "https://example.com/2.xml.gz"), 0)


def test_sitemaps_of_an_index_in_its_folder_are_read_and_an_empty_one_is_named(tmp_path: Path) -> None:
    for name, body in (("1.xml", "<url><loc>/a</loc></url>"), ("2.xml", ""), ("3.xml", "<url><loc>/b</loc></url>")):
        write(tmp_path / name, f"<urlset>{body}</urlset>")
    entries = "".join(f"<sitemap><loc>https://example.com/{number}.xml</loc></sitemap>" for number in range(1, 5))
    found = read(write(tmp_path / "index.xml", f"<sitemapindex>{entries}</sitemapindex>"))
    assert (urls(found), found.sitemaps) == (["/a", "/b"], ("https://example.com/4.xml",))
    assert [ENGLISH.tell(note) for note in found.notes] == ["“2.xml” contains no URLs: there is nothing to test."]


@pytest.mark.parametrize("body", [BILLION, EXTERNAL, REMOTE_DTD], ids=["bomb", "external entity", "DTD"])
def test_hostile_xml_is_refused_with_a_sentence(tmp_path: Path, body: str) -> None:
    with pytest.raises(FileContentError, match="declares a document type or entities"):
        read(write(tmp_path / "sitemap.xml", body))


def test_nesting_ends_the_reading(tmp_path: Path) -> None:
    path = write(tmp_path / "sitemap.xml", "<urlset>" + "<url>" * 100_000)
    with pytest.raises(NothingReadError, match="nested more than 100 deep"):
        read(path)


def test_an_endless_address_is_bounded(tmp_path: Path) -> None:
    path = write(
        tmp_path / "sitemap.xml", f"<urlset><url><loc>/{'x' * 3_000_000}</loc></url><url><loc>/b</loc></url></urlset>"
    )
    found = read(path)
    assert (urls(found), found.rejected_count) == (["/b"], 1)


@pytest.mark.parametrize("cut", [0.3, 0.8, 0.99])
def test_what_stands_before_the_break_is_read(tmp_path: Path, cut: float) -> None:
    body = "<urlset>" + "".join(f"<url><loc>/{number}</loc></url>" for number in range(1_000)) + "</urlset>"
    found = read(write(tmp_path / "sitemap.xml", body[: int(cut * len(body))]))
    assert 0.9 * cut * 1_000 < len(found.urls) <= 1_000
    assert "malformed here" in str(found.rejected[-1].why)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("<?xml version='1.0'?><svg/>", "its root is <svg>"),
        ("<?xml version='1.0'?>", "no readable element"),
        ("<?xml version='1.0' encoding='nonsense'?><urlset/>", "was not read|neither a sitemap"),
    ],
)
def test_other_xml_is_refused_with_a_sentence(tmp_path: Path, body: str, sentence: str) -> None:
    with pytest.raises(FileContentError, match=sentence):
        read(write(tmp_path / "other.xml", body))


def test_a_truncated_archive_tells_so(tmp_path: Path) -> None:
    body = (
        "<urlset>"
        + "".join(f"<url><loc>/{number * 2654435761 % 2**32}</loc></url>" for number in range(9_000))
        + "</urlset>"
    )
    whole = write(tmp_path / "whole.xml.gz", body, zipped=True).read_bytes()
    found = read(write(tmp_path / "cut.xml.gz", whole[: len(whole) // 2]))
    assert len(found.urls) > 1_000
    assert "ends early" in str(found.notes[0])


def test_a_damaged_archive_tells_so(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole.txt.gz", "/a\n" * 500_000, zipped=True).read_bytes()
    damaged = read(write(tmp_path / "damaged.txt.gz", whole[: len(whole) // 2] + b"\xff" * 5_000))
    assert "/a" in urls(damaged)
    assert "damaged" in str(damaged.notes[0])


def test_an_archive_that_holds_too_much_is_read_up_to_the_limit(tmp_path: Path) -> None:
    path = write(tmp_path / "bomb.txt.gz", b"/a\n" + bytes(b"\n" * 50_000_000), zipped=True)
    assert path.stat().st_size < 100_000
    found = read(path, ReadOptions(limits=ReadLimits(max_bytes=1_000_000)))
    assert urls(found) == ["/a"]
    assert "1,000,000 bytes" in str(found.notes[0])


REAL_COUNTS = {
    "bewelcome_sitemap.xml": (26, 0),
    "fixture_regular_sitemap.xml.gz": (5, 0),
    "fixture_sitemap_index.xml": (0, 15),  # its entries have no <loc>
    "hebdenbridgetimes_news_sitemap.xml": (74, 0),
    "jinhui1988_sitemap.xml": (95, 0),
    "livejournal_sitemap.xml": (1396, 0),
}


@pytest.mark.skipif(not REAL.exists(), reason="real files are not part of the repository")
@pytest.mark.parametrize("name", REAL_COUNTS)
def test_real_sitemaps_are_read_whole(name: str) -> None:
    if not REAL_COUNTS[name][0]:
        with pytest.raises(NothingReadError, match="has no <loc>"):
            read(REAL / name)
        return
    found = read(REAL / name)
    assert (len(found.urls), found.rejected_count) == REAL_COUNTS[name]
